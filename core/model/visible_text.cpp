// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/visible_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>

#include <unicode/uchar.h>

#include "core/model/utf8.h"

namespace apportion {

namespace {

std::string formatted(const char* format, std::uint32_t code) {
    std::array<char, 12> buffer{};
    const int size =
        std::snprintf(buffer.data(), buffer.size(), format, static_cast<unsigned>(code));
    return {buffer.data(), static_cast<std::size_t>(std::max(size, 0))};
}

std::string shown(std::string_view text, std::string_view kept) {
    std::string shown;
    shown.reserve(text.size());
    while (!text.empty()) {
        const std::size_t good = firstBadUtf8(text).value_or(text.size());
        for (std::size_t at = 0; at < good;) {
            const auto [code, bytes] = characterAt(text, at);
            const bool seen = !isHidden(code) && !isOtherBlank(code);
            if (seen || (code < 0x80 && kept.find(text[at]) != std::string_view::npos))
                shown += text.substr(at, bytes);
            else
                shown += escapeOf(code);
            at += bytes;
        }
        if (good < text.size())
            shown += formatted("\\x%02X", static_cast<unsigned char>(text[good]));
        text.remove_prefix(good < text.size() ? good + 1 : good);
    }
    return shown;
}

}  // namespace

bool isHidden(std::uint32_t code) {
    if (code >= 0x20 && code < 0x7F)
        return false;
    constexpr std::uint32_t kBrailleBlank = 0x2800, kObjectReplacement = 0xFFFC;
    constexpr std::uint32_t kHidden = U_GC_C_MASK | U_GC_ZL_MASK | U_GC_ZP_MASK;
    const auto character = static_cast<UChar32>(code);
    return (U_GET_GC_MASK(character) & kHidden) != 0 ||
           u_hasBinaryProperty(character, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0 ||
           code == kBrailleBlank || code == kObjectReplacement;
}

bool isOtherBlank(std::uint32_t code) {
    return code != ' ' && u_charType(static_cast<UChar32>(code)) == U_SPACE_SEPARATOR;
}

std::string escapeOf(std::uint32_t code) {
    if (code == '\n' || code == '\t' || code == '\r')
        return code == '\n' ? "\\n" : code == '\t' ? "\\t" : "\\r";
    return formatted(code < 0x80 ? "\\x%02X" : code < 0x10000 ? "\\u%04X" : "\\U%08X", code);
}

std::string visibleText(std::string_view text) {
    return shown(text, "");
}

std::string visibleLines(std::string_view text) {
    return shown(text, "\n\t");
}

}  // namespace apportion
