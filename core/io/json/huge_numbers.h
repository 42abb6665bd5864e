// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers beyond the largest double (1e400): the parser gives up at the first of them, and what
// comes behind would not be read.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace apportion::json {

struct HugeNumbers {
    std::string text;  // the document with 0 in their place, as long as it was
    std::map<std::size_t, std::string> digits;  // of each, by how many numbers stand before it
};
HugeNumbers withoutHugeNumbers(std::string_view text);

}  // namespace apportion::json
