// SPDX-License-Identifier: GPL-3.0-or-later
// Short ways to say no, for the commands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

tl::unexpected<Problems> refuse(std::string_view code, std::vector<Argument> arguments = {},
                                std::string_view argument = {});
tl::unexpected<Problems> refuse(Message message);
tl::unexpected<Problems> wrongArgument(std::string_view argument, std::string_view value,
                                       std::string_view form);
Argument textArgument(std::string_view name, std::string_view value);
// A sentence as part of another, which has the full stop.
Argument sentenceArgument(std::string_view name, std::string sentence);
Argument listArgument(std::string_view name, std::vector<std::string> values);

// A warning where the operating system knows nobody of this name.
void noteUnknownUser(const std::string& user, Problems& notes);

// By name; a Problem that names the nearest if there is none.
Result<Quota*> quotaOf(Project& project, std::string_view name);
Result<Workspace*> workspaceOf(Project& project, std::string_view name);
const Quota* findQuota(const Project& project, std::string_view name);
const Workspace* findWorkspace(const Project& project, std::string_view name);
const ProjectWorkload* findWork(const Project& project, std::string_view name);
tl::unexpected<Problems> noSuch(std::string_view noun, std::string_view name,
                                const std::vector<std::string_view>& known);
// The nearest is looked for only among what `who` may read.
tl::unexpected<Problems> noSuchWork(const Project& project, std::string_view who,
                                    std::string_view name);

}  // namespace apportion
