// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/io/traces/table.h"
#include "core/model/utf8.h"

namespace apportion {

std::string shownValue(std::string_view text) {
    constexpr std::size_t kMost = 80;
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::size_t most = std::min(text.size(), kMost);
    // Not in the middle of a character, whose first bytes alone would be none.
    const auto goesOn = [&](std::size_t at) {
        return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    for (std::size_t back = 0; back < 3 && most > 0 && goesOn(most); ++back)
        --most;
    std::string_view rest = text.substr(0, most);
    std::string shown;
    const auto escape = [&](char c) {
        const auto byte = static_cast<unsigned char>(c);
        shown += {'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xF]};
    };
    while (!rest.empty()) {
        const std::size_t good = firstBadUtf8(rest).value_or(rest.size());
        for (const char c : rest.substr(0, good))
            if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F)
                escape(c);
            else
                shown += c;
        if (good < rest.size())
            escape(rest[good]);
        rest.remove_prefix(good < rest.size() ? good + 1 : good);
    }
    return text.size() > kMost ? shown + "..." : shown;
}

}  // namespace apportion
