// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace apportion {

// Whether a character of Unicode is not seen where it stands: controls, what has no width (also the
// selectors of a variant), what has no agreed shape (private, not assigned), and what looks like a
// blank and is none. Not the blanks of other widths, which stand in numbers.
bool isHidden(std::uint32_t code);
// Any blank but a plain one.
bool isOtherBlank(std::uint32_t code);

// "\n", "\x1B", "\u202E", "\U000E0041".
std::string escapeOf(std::uint32_t code);

// What a person typed or a program wrote, on one line: hidden characters and other blanks are
// shown as escapes, as are bytes that are not UTF-8, "\xFF".
std::string visibleText(std::string_view text);
// The same of several lines: line breaks and tabs stay.
std::string visibleLines(std::string_view text);

}  // namespace apportion
