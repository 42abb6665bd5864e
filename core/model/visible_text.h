// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace apportion {

// What a person typed or a program wrote, on one line of a terminal: characters that move the
// cursor, give orders to the terminal or turn the direction of writing are shown as escapes, "\n",
// "\x1B", "\u202E", as are bytes that are no UTF-8, "\xFF".
std::string visibleText(std::string_view text);

}  // namespace apportion
