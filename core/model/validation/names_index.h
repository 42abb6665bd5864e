// SPDX-License-Identifier: GPL-3.0-or-later
// Names to positions. A crowd has a million of them, and each is looked for: what is looked through
// is as small as it can be, so that most of it is near, and the hashes tell nearly all apart.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace apportion::validation {

class Names {
public:
    // Of positions below `most`. The names stay where they are as long as this does.
    explicit Names(std::size_t most);

    // Of equal names the first stays.
    void add(std::string_view name, std::size_t position);
    std::optional<std::size_t> find(std::string_view name) const;
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }

    // Calls visit(name, position) for each, in no order.
    template <typename Visit>
    void each(Visit&& visit) const {
        for (const Slot& slot : slots_)
            if (slot.position != kFree)
                visit(names_[slot.position], std::size_t{slot.position});
    }

private:
    static constexpr std::uint32_t kFree = 0xFFFFFFFF;
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t position = kFree;
    };
    // Where it is, or would be.
    std::size_t slotOf(std::string_view name, std::uint32_t hash) const;

    std::vector<std::string_view> names_;  // by position
    std::vector<Slot> slots_;              // a power of two, at least half of them free
    std::size_t size_ = 0;
};

}  // namespace apportion::validation
