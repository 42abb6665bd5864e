// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace apportion {

// What a spreadsheet would take for a formula, and run, has an apostrophe before it: names are
// given by anybody. A number stays one, signed or not.
std::string spreadsheetText(std::string text);

}  // namespace apportion
