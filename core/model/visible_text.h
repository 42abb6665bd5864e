// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace apportion {

// Whether a character of Unicode is not seen where it stands, and changes what is: controls of a
// terminal (C0, C1), of the direction of writing, line separators, and what has no width. The
// selectors of a variant (U+FE00 to U+FE0F, U+E0100 to U+E01EF) belong to the character before
// them.
bool isHidden(std::uint32_t code);

// What a person typed or a program wrote, on one line: hidden characters are shown as escapes,
// "\n", "\x1B", "\u202E", as are bytes that are not UTF-8, "\xFF".
std::string visibleText(std::string_view text);
// The same of several lines: line breaks and tabs stay.
std::string visibleLines(std::string_view text);

}  // namespace apportion
