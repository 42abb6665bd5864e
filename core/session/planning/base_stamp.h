// SPDX-License-Identifier: GPL-3.0-or-later
// Whether what decides in a plan's base has changed, without reading the base again.
#pragma once

#include <string>

#include "core/model/project.h"
#include "core/session/commands/plan.h"

namespace apportion {

// Of all its files: while this is the same nothing has changed.
std::string stampOf(const LoadedBase& base);

// Of a live pool the work goes on all the time; sizes, policies, and nodes do not.
enum class BaseMove { none, work, pool };
// Once the stamp is another: of a project what its journal tells since it was read.
BaseMove moveOf(const Plan& plan, const LoadedBase& base);

// When the last of them was written, or, of a project, read; 0 = not known.
Moment writtenOf(const LoadedBase& base);

}  // namespace apportion
