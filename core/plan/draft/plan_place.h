// SPDX-License-Identifier: GPL-3.0-or-later
// The files that a plan names, when it moves to another folder.
#pragma once

#include <string>

#include "core/model/plan.h"

namespace apportion {

// `from` and `to` are plan files; an empty `from`: paths are those from the working directory.
// Words that stand where a file could are left alone.
void moveBase(Plan& plan, const std::string& from, const std::string& to);

// What a plan is called that is saved there: the file's name without its suffixes.
std::string planName(const std::string& file);

}  // namespace apportion
