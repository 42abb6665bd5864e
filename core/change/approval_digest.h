// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/model/project.h"

namespace apportion {

// What an approval is about: the command, its folder, how many replicas of how many GPUs, under
// which name and since when.
std::string approvalText(const ProjectWorkload& work);
// Of that text, 64 hexadecimal digits.
std::string digestOf(const ProjectWorkload& work);

}  // namespace apportion
