// SPDX-License-Identifier: GPL-3.0-or-later
// What a command wrote, as plain text: without the colours and the moves of a terminal, and of a
// line that was written over again and again, as progress is, only what stood there last.
#pragma once

#include <string>

namespace apportion {

std::string readableLog(const std::string& text);

}  // namespace apportion
