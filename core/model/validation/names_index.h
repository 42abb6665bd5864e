// SPDX-License-Identifier: GPL-3.0-or-later
// Names to positions. A crowd has a million of them, and each is looked for: all of it stands in
// one piece of memory, in which one look finds most of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace apportion::validation {

class Names {
public:
    // The names stay where they are as long as this does.
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
                visit(slot.name, std::size_t{slot.position});
    }

private:
    static constexpr std::uint32_t kFree = 0xFFFFFFFF;
    struct Slot {
        std::string_view name;
        std::uint32_t hash = 0;
        std::uint32_t position = kFree;
    };
    // Where it is, or would be.
    std::size_t slotOf(std::string_view name, std::uint32_t hash) const;

    std::vector<Slot> slots_;  // a power of two, at least half of them free
    std::size_t size_ = 0;
};

}  // namespace apportion::validation
