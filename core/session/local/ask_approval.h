// SPDX-License-Identifier: GPL-3.0-or-later
// Approving from outside of the program that runs the engine: by its socket, as the same user.
#pragma once

#include <string>

#include "core/change/command_request.h"
#include "core/model/problem.h"
#include "core/model/project.h"

namespace apportion {

class ProjectDesk;

// A command that somebody is asked to approve, for who may read it: its owner and who may end it.
struct ApprovalAsked {
    std::string workload;
    std::string user;
    WorkCommand command;
    Gpu gpu = 0;  // of one replica
    int replicas = 1;
    std::string digest;
    std::string approvedBy;  // empty = nobody yet
    std::string runner;      // the user who runs the engine now; empty = nobody
};
// Errors: not-found, not-allowed, approval-none.
Result<ApprovalAsked> approvalOf(ProjectDesk& desk, const std::string& workload);

// Errors: approval-no-holder, approval-refused.
Result<void> approveThere(ProjectDesk& desk, const std::string& workload,
                          const std::string& digest);

// Whether a command that this user submits now would be approved at once, as approveSubmitted()
// does: the same user runs the engine on this machine.
bool approvesThere(ProjectDesk& desk);

// What this user has just submitted may run where the same user runs the engine. Where it may not
// yet, a note says so.
void approveSubmitted(ProjectDesk& desk, CommandAnswer& answer);

}  // namespace apportion
