// SPDX-License-Identifier: GPL-3.0-or-later
// What a person is told before commands run on this machine: when the pool goes live, when a
// workload with a command is submitted, when one is approved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/cluster/local/local_machine.h"
#include "core/view/view.h"

namespace apportion {

class ProjectDesk;

// Before the pool goes live.
struct LiveConsent {
    Message runs;                 // what will run, as whom and where
    Message submitters;           // who may submit, and what becomes of that
    Message plain;                // what work without a command does
    Message machine;              // one machine is the limit
    std::optional<Message> gpus;  // that some are missing
    bool remembered = false;
    friend bool operator==(const LiveConsent&, const LiveConsent&) = default;
};
// Errors: those of the file.
Result<LiveConsent> consentOf(ProjectDesk& desk, const LocalMachine& machine);

// What becomes of a command that is submitted now: when and as whom it runs; then, where the pool
// has nodes that are no part of this machine, what that means: as the notes of a submission tell it
// (keepCommandHere), if they do.
std::vector<Message> fateOfCommand(const DocumentState& document, const Problems& notes = {});
// That a command would be rejected without being run, which the engine does not know: no node is
// this machine, or it would be placed on another one: `nodes` are those of its places as they would
// be now. Nothing = neither, or the commands run on another machine.
std::optional<Message> failsThere(const DocumentState& document,
                                  const std::vector<std::string>& nodes);
// A note that fateOfCommand() tells.
bool isFate(const Problem& note);

// Why the person at this console cannot approve commands now; nothing = can.
std::optional<Message> obstacleToApprove(const DocumentState& document);

}  // namespace apportion
