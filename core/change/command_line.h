// SPDX-License-Identifier: GPL-3.0-or-later
// A change as the line of apportionctl that does the same.
#pragma once

#include <string>
#include <string_view>

#include "core/change/change.h"

namespace apportion {

// Quoted for a shell where that is needed. `file` is the project.
std::string commandLineOf(const Change& change, const std::string& file);

// Whether a command stands at the top of the command line, beside "project".
bool isAboutWork(std::string_view command);

// A word as a shell takes it: as it is, or in single quotes.
std::string shellWord(const std::string& text);

}  // namespace apportion
