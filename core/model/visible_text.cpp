// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/visible_text.h"

#include <array>
#include <cstdint>
#include <cstdio>

#include "core/model/utf8.h"

namespace apportion {

namespace {

// The character at a place of well-formed UTF-8.
struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1;
};

Character characterAt(std::string_view text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    if (first < 0x80)
        return {first, 1};
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
    std::uint32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i)
        code = (code << 6) | (static_cast<unsigned char>(text[at + i]) & 0x3FU);
    return {code, bytes};
}

std::string shown(std::string_view text, std::string_view kept) {
    std::string shown;
    shown.reserve(text.size());
    const auto escape = [&](const char* format, std::uint32_t code) {
        std::array<char, 12> buffer{};
        if (std::snprintf(buffer.data(), buffer.size(), format, static_cast<unsigned>(code)) > 0)
            shown += buffer.data();
    };
    while (!text.empty()) {
        const std::size_t good = firstBadUtf8(text).value_or(text.size());
        for (std::size_t at = 0; at < good;) {
            const auto [code, bytes] = characterAt(text, at);
            if (!isHidden(code) || (code < 0x80 && kept.find(text[at]) != std::string_view::npos))
                shown += text.substr(at, bytes);
            else if (code == '\n' || code == '\t' || code == '\r')
                shown += code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r";
            else
                escape(code < 0x80 ? "\\x%02X" : code < 0x10000 ? "\\u%04X" : "\\U%08X", code);
            at += bytes;
        }
        if (good < text.size())
            escape("\\x%02X", static_cast<unsigned char>(text[good]));
        text.remove_prefix(good < text.size() ? good + 1 : good);
    }
    return shown;
}

}  // namespace

bool isHidden(std::uint32_t code) {
    const auto between = [code](std::uint32_t first, std::uint32_t last) {
        return code >= first && code <= last;
    };
    return code < 0x20 || between(0x7F, 0x9F) || code == 0xAD || code == 0x34F || code == 0x61C ||
           code == 0x115F || code == 0x1160 || between(0x17B4, 0x17B5) || between(0x180B, 0x180F) ||
           between(0x200B, 0x200F) || between(0x2028, 0x202E) || between(0x2060, 0x206F) ||
           code == 0x3164 || code == 0xFEFF || code == 0xFFA0 || between(0xFFF0, 0xFFFB) ||
           between(0xE0000, 0xE00FF) || between(0xE01F0, 0xE0FFF);
}

std::string visibleText(std::string_view text) {
    return shown(text, "");
}

std::string visibleLines(std::string_view text) {
    return shown(text, "\n\t");
}

}  // namespace apportion
