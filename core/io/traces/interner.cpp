// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/interner.h"

#include <functional>

namespace apportion {

namespace {

constexpr std::size_t kFirstSlots = 64;

}  // namespace

Interner::Interner(std::vector<std::string> texts) : texts_(std::move(texts)), slots_(kFirstSlots) {
    for (std::uint32_t i = 0; i < texts_.size(); ++i)
        place(i);
}

void Interner::place(std::uint32_t index) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(texts_[index]) & mask;
    while (slots_[at] != 0)
        at = (at + 1) & mask;
    slots_[at] = index + 1;
}

void Interner::grow() {
    slots_.assign(slots_.size() * 2, 0);
    for (std::uint32_t i = 0; i < texts_.size(); ++i)
        place(i);
}

void Interner::takeBack() {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(texts_.back()) & mask;
    // It was placed last, so that no other was placed behind it for its sake.
    while (slots_[at] != texts_.size())
        at = (at + 1) & mask;
    slots_[at] = 0;
    texts_.pop_back();
}

std::uint32_t Interner::index(std::string_view text) {
    if (last_ < texts_.size() && texts_[last_] == text)
        return last_;
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = std::hash<std::string_view>{}(text)&mask;
    for (; slots_[at] != 0; at = (at + 1) & mask)
        if (texts_[slots_[at] - 1] == text)
            return last_ = slots_[at] - 1;
    const auto index = static_cast<std::uint32_t>(texts_.size());
    texts_.emplace_back(text);
    slots_[at] = index + 1;
    if (texts_.size() * 2 > slots_.size())
        grow();
    return last_ = index;
}

}  // namespace apportion
