// SPDX-License-Identifier: GPL-3.0-or-later
// Projects as people read them on a terminal.
#pragma once

#include <string>

#include "core/session/commands/project_preview.h"

namespace apportion::ctl {

// Value by value, before and after.
void printChanges(const JournalEntry& entry);
void printPreview(const ProjectPreview& preview);
// One line on a group of commands: "workspace".
std::string groupHelp(const std::string& group);
// What there is of a group, as a table.
int listGroup(const std::string& group, ProjectPool& pool, bool json);

}  // namespace apportion::ctl
