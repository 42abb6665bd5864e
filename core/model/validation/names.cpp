// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/bounds.h"
#include "core/model/validate.h"
#include "core/model/validation/checks.h"

namespace apportion::validation {

namespace {

// "U+0007": control characters cannot be shown as they are.
std::string codePoint(unsigned value) {
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string text = "U+";
    for (int shift = 12; shift >= 0; shift -= 4)
        text += kDigits[(value >> shift) & 0xF];
    return text;
}

// The first control character (C0, DEL, C1) or '/', in words; empty if there is none.
std::string forbiddenCharacter(std::string_view name, bool slash) {
    for (std::size_t i = 0; i < name.size(); ++i) {
        const auto byte = static_cast<unsigned char>(name[i]);
        if (byte < 0x20 || byte == 0x7F)
            return codePoint(byte);
        if (byte == '/' && !slash)
            return "'/'";
        // C1 is U+0080 to U+009F, in UTF-8 C2 80 to C2 9F.
        if (byte == 0xC2 && i + 1 < name.size()) {
            const auto next = static_cast<unsigned char>(name[i + 1]);
            if (next >= 0x80 && next <= 0x9F)
                return codePoint(next);
        }
    }
    return {};
}

std::size_t characters(std::string_view utf8) {
    std::size_t count = 0;
    for (const char c : utf8)
        if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
            ++count;
    return count;
}

}  // namespace

bool checkName(std::string_view name, const Place& place, Findings& findings, bool slash) {
    if (name.empty()) {
        findings.error(place.pointer(), "name-empty");
        return false;
    }
    if (const auto length = characters(name); length > kLongestName) {
        findings.error(place.pointer(), "name-too-long",
                       {{"length", Value::ofCount(static_cast<std::int64_t>(length))},
                        {"most", Value::ofCount(kLongestName)}});
        return false;
    }
    if (auto character = forbiddenCharacter(name, slash); !character.empty()) {
        findings.error(place.pointer(), "name-character",
                       {{"character", Value::ofText(std::move(character))}});
        return false;
    }
    return true;
}

}  // namespace apportion::validation

namespace apportion {

Problems validateName(std::string_view name, const std::string& pointer) {
    Findings findings;
    validation::checkName(name, pointer, findings);
    return findings.take();
}

}  // namespace apportion
