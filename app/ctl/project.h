// SPDX-License-Identifier: GPL-3.0-or-later
// What the commands on project files have in common.
#pragma once

#include <functional>
#include <string>

#include "app/ctl/command.h"
#include "core/session/project_pool.h"

namespace apportion::ctl {

// Tells what is wrong and gives the exit code: 3 for what is no project or damaged, 2 for wrong
// arguments, 1 for what the system refused, 4 where the answer is no.
int refuseProject(const Problems& problems, bool json);

// What became of a command, for people or as JSON; 4 where it changed nothing.
int tellCommand(ProjectDesk& desk, const Result<CommandAnswer>& given, bool json, bool dryRun,
                const std::string& preview = {});

// Whoever looks, as in a dry run, writes nothing at all: no newer schema either.
enum class Opens { look, readOnly, write };
// The one door to a project file: its pool, opened for one question or command. An exit code.
using Refuse = std::function<int(const Problems&)>;
int withPool(const std::string& file, Opens opens, const Refuse& refuse,
             const std::function<int(ProjectPool&)>& work);
int withPool(const std::string& file, Opens opens, bool json,
             const std::function<int(ProjectPool&)>& work);

void addProjectQueries(CLI::App& project, Action& run);
void addProjectFiles(CLI::App& project, Action& run);
// Every command of the table; those about work stand at the top, the others below `project`.
void addProjectCommands(CLI::App& app, CLI::App& project, Action& run);
void addSamples(CLI::App& project, Action& run);
void addServe(CLI::App& project, Action& run);
// What runs here: approving commands, their logs.
void addRuns(CLI::App& project, Action& run);

}  // namespace apportion::ctl
