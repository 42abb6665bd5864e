// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace apportion {

// Offset of the first byte that does not belong to well-formed UTF-8 (Unicode 15, table 3-7: no
// overlong forms, no surrogates, nothing above U+10FFFF).
std::optional<std::size_t> firstBadUtf8(std::string_view text);

// The character at a place. Where the text is not well-formed, its byte.
struct Character {
    std::uint32_t code = 0;
    std::size_t bytes = 1;
};
Character characterAt(std::string_view text, std::size_t at);

// With "\xE9" for each such byte, so that two texts stay two.
std::string mendedUtf8(std::string_view text);

}  // namespace apportion
