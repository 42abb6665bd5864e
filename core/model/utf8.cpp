// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/utf8.h"

namespace apportion {

namespace {

// Length of the character that begins with `lead` and the range of its second byte; 0 = none.
struct Form {
    std::size_t length = 0;
    unsigned char least = 0x80;
    unsigned char most = 0xBF;
};

Form formOf(unsigned char lead) {
    if (lead >= 0xC2 && lead <= 0xDF)
        return {2};
    if (lead == 0xE0)
        return {3, 0xA0, 0xBF};
    if (lead == 0xED)
        return {3, 0x80, 0x9F};
    if (lead >= 0xE1 && lead <= 0xEF)
        return {3};
    if (lead == 0xF0)
        return {4, 0x90, 0xBF};
    if (lead >= 0xF1 && lead <= 0xF3)
        return {4};
    if (lead == 0xF4)
        return {4, 0x80, 0x8F};
    return {};
}

}  // namespace

std::optional<std::size_t> firstBadUtf8(std::string_view text) {
    std::size_t at = 0;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    while (at < text.size()) {
        // A NUL is a character, but none that stands in a text file: readers take it for the end.
        if (byte(at) == 0)
            return at;
        if (byte(at) < 0x80) {
            ++at;
            continue;
        }
        const auto form = formOf(byte(at));
        if (form.length == 0 || at + form.length > text.size())
            return at;
        if (byte(at + 1) < form.least || byte(at + 1) > form.most)
            return at;
        for (std::size_t i = 2; i < form.length; ++i)
            if (byte(at + i) < 0x80 || byte(at + i) > 0xBF)
                return at;
        at += form.length;
    }
    return std::nullopt;
}

std::string mendedUtf8(std::string_view text) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string mended;
    for (auto at = firstBadUtf8(text); at; at = firstBadUtf8(text)) {
        const auto byte = static_cast<unsigned char>(text[*at]);
        mended.append(text.substr(0, *at))
            .append({'\\', 'x', kDigits[byte >> 4], kDigits[byte & 0xF]});
        text.remove_prefix(*at + 1);
    }
    return mended.append(text);
}

Character characterAt(std::string_view text, std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (bytes == 1 || at + bytes > text.size())
        return {first, 1};
    std::uint32_t code = first & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        const auto next = static_cast<unsigned char>(text[at + i]);
        if ((next & 0xC0) != 0x80)
            return {first, 1};
        code = (code << 6) | (next & 0x3FU);
    }
    return {code, bytes};
}

}  // namespace apportion
