// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/groups.h"

#include <algorithm>

namespace apportion {

bool isGroupName(std::string_view text) {
    const auto isContinuation = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
    };
    const auto characters =
        std::count_if(text.begin(), text.end(), [&](char c) { return !isContinuation(c); });
    const bool clean = std::none_of(text.begin(), text.end(), [](char c) {
        return c == '/' || c == 0x7F || (c >= 0 && c < 0x20);
    });
    return characters >= 1 && characters <= 63 && clean;
}

std::uint32_t Groups::index(std::string_view name) {
    const auto known = indexes_.find(name);
    if (known != indexes_.end())
        return known->second;
    const auto index = static_cast<std::uint32_t>(names_.size());
    indexes_.emplace(name, index);
    names_.emplace_back(name);
    return index;
}

void Drops::report(std::string code, std::vector<Message>& to) const {
    if (count_ > 0)
        to.push_back({std::move(code),
                      {{"count", Value::ofCount(count_)}, {"line", Value::ofCount(firstLine_)}}});
}

}  // namespace apportion
