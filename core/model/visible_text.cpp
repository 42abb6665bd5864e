// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/visible_text.h"

#include <array>
#include <cstdio>

#include "core/model/utf8.h"

namespace apportion {

namespace {

// Of two bytes C1; of three the line separators and what turns the direction of writing.
unsigned hiddenAt(std::string_view text, std::size_t at, std::size_t& bytes) {
    const auto byte = [&](std::size_t offset) {
        return at + offset < text.size() ? static_cast<unsigned char>(text[at + offset]) : 0U;
    };
    const unsigned first = byte(0);
    bytes = 1;
    if (first < 0x20 || first == 0x7F)
        return first;
    if (first == 0xC2 && byte(1) >= 0x80 && byte(1) <= 0x9F) {
        bytes = 2;
        return byte(1);
    }
    if (first == 0xE2 && (byte(1) == 0x80 || byte(1) == 0x81)) {
        const unsigned c = 0x2000 + ((byte(1) & 0x3F) << 6) + (byte(2) & 0x3F);
        bytes = 3;
        if (c == 0x2028 || c == 0x2029 || (c >= 0x202A && c <= 0x202E) ||
            (c >= 0x2066 && c <= 0x2069))
            return c;
    }
    return ~0U;
}

}  // namespace

std::string visibleText(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    std::size_t bad = firstBadUtf8(text).value_or(text.size());
    for (std::size_t i = 0; i < text.size();) {
        std::size_t bytes = 1;
        unsigned c = hiddenAt(text, i, bytes);
        if (i == bad) {
            c = static_cast<unsigned char>(text[i]);
            bytes = 1;
            const auto after = text.substr(i + 1);
            bad = i + 1 + firstBadUtf8(after).value_or(after.size());
        }
        if (c == ~0U) {
            shown += text[i++];
            continue;
        }
        i += bytes;
        std::array<char, 8> escape{};
        if (c == '\n' || c == '\t' || c == '\r')
            shown += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
        else if (std::snprintf(escape.data(), escape.size(), c < 0x100 ? "\\x%02X" : "\\u%04X", c) >
                 0)
            shown += escape.data();
    }
    return shown;
}

}  // namespace apportion
