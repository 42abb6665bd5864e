// SPDX-License-Identifier: GPL-3.0-or-later
// Work with a command runs on the node that is this machine and on no other, and the engine places
// work by the nodes that its quota divides and the GPU type it asks for, by nothing else. So what
// keeps a command here is a type, or a root quota, that this node alone has.
#pragma once

#include <string>

#include "core/change/command_request.h"
#include "core/store/lease.h"

namespace apportion {

// Of a submission with a command that names no GPU type: sets the type that only the node `here`
// has of all that the quota divides. Answers what is to be told: command-fate.type, where that was
// done; .quota, where the quota divides no other node; .nodes, where nothing keeps it here;
// .not-of-quota, where it could only be placed elsewhere; .no-node, where no node is this
// `machine`. Nothing is told where that is the only one.
Problems keepCommandHere(CommandRequest& submission, const Project& project,
                         const std::string& here, const std::string& machine);

// Of a submission with a command, as a warning: what would keep it from being started, as far as
// one sees it here and now (core/cluster/local/keeper/startable.h, and its `path`). `holder` has
// the engine, where that is another program: of another machine, and of another user than `who`,
// nothing is known.
Problems missingOfCommand(const CommandRequest& submission,
                          const std::optional<store::Lease>& holder, const std::string& who,
                          const std::optional<std::string>& path);
std::optional<Message> missingOfCommand(const WorkCommand& command,
                                        const std::optional<store::Lease>& holder,
                                        const std::string& who,
                                        const std::optional<std::string>& path);
bool isOfMissing(const Problem& note);

// No node of the pool is this machine, whose name is `machine`, and it is this machine that would
// run commands: nobody on another one runs the engine.
bool runsNothingHere(const Project& project, const std::optional<store::Lease>& holder,
                     const std::string& machine);
// What the file does not know: of work that waits for an approval, that noNodeReason() it is.
void sayNoNode(const std::string& workload, const std::string& machine,
               std::optional<Reason>& reason);
// Why work whose command nobody has approved waits, where no node is this `machine`.
Reason noNodeReason(const Workload& spec, const std::string& machine);

}  // namespace apportion
