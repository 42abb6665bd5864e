// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace apportion {

// The file itself where nothing of that name is there, else the first beside it that is free:
// "pool.apportion", "pool-2.apportion", "pool-3.apportion".
std::string freePlace(const std::string& file);

}  // namespace apportion
