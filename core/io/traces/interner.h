// SPDX-License-Identifier: GPL-3.0-or-later
// Texts by number: each stands once, however many rows repeat it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace apportion {

class Interner {
public:
    explicit Interner(std::vector<std::string> texts = {});
    // The number of a text, a new one if it was not seen before.
    std::uint32_t index(std::string_view text);
    // Forgets the last text, which got its number by the last call.
    void takeBack();
    const std::vector<std::string>& texts() const { return texts_; }  // first seen
    // The same, without a copy; nothing more is asked.
    std::vector<std::string> take() {
        slots_ = {};
        return std::move(texts_);
    }

private:
    void place(std::uint32_t index);
    void grow();

    std::vector<std::string> texts_;
    std::vector<std::uint32_t> slots_;  // 1 + index; 0 = free; a power of two, at most half full
    std::uint32_t last_ = 0;            // rows of one group follow each other
};

}  // namespace apportion
