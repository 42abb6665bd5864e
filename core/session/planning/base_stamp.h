// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the files of a plan's base have changed, without reading them.
#pragma once

#include <string>

#include "core/model/project.h"
#include "core/session/commands/plan.h"

namespace apportion {

// Of all its files, and of what stands in the log of a project file.
std::string stampOf(const LoadedBase& base);

// When the last of them was written; 0 = not known.
Moment writtenOf(const LoadedBase& base);

}  // namespace apportion
