// SPDX-License-Identifier: GPL-3.0-or-later
// Around a command on a project: what it would do, and what it needs besides its arguments.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/session/project_pool.h"
#include "core/session/trials/return_trial.h"

namespace apportion {

// What the engine would do with the change, if it is one that the engine hears of.
struct ProjectPreview {
    Effect effect;
    std::vector<ReturnTrial> returns;  // of what begins with it
    Problems notes;                    // what it leaves out
    std::string json;                  // an object for the answer
};
std::optional<ProjectPreview> previewOf(ProjectPool& pool, const CommandRequest& request);
// Of an undo, a redo or a return to a restore point that was planned.
std::optional<ProjectPreview> previewOf(ProjectPool& pool, const CommandAnswer& planned);

// Arguments of a command that stand for the content of a file.
Result<void> fillIn(std::string_view command, Arguments& arguments);

// What can be read of a damaged project, into a new one. Where it is damaged, the new file's pool
// looks after what still runs of its commands.
Result<Recovered> recoverInto(const std::string& damaged, const std::string& path,
                              const std::string& who = store::systemUser(),
                              const std::stop_token& stop = {});

// A submit that nobody decides on for now says so.
void noteWithoutHolder(ProjectDesk& desk, Problems& notes);
// Before a cancel: of a running command that nobody ends for now.
void noteLeftRunning(ProjectDesk& desk, const CommandRequest& request, Problems& notes);

}  // namespace apportion
