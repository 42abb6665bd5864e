// SPDX-License-Identifier: GPL-3.0-or-later
// Single parts of a scenario as JSON texts in one line, and back: what a project file keeps of
// each object, and what a command line gives.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "core/model/plan.h"
#include "core/model/problem.h"
#include "core/model/scenario.h"

namespace apportion {

namespace json {
class Tape;
}

std::string partText(const NodeGroup& group);
std::string partText(const Quota& quota);
std::string partText(const Workspace& workspace);
std::string partText(const Workload& workload);
std::string partText(const Event& event);
std::string partText(const PlanEdit& edit);

// Errors have pointers into the part, line and column into the text; only the shape is looked at,
// what the values mean is left to validate().
Result<NodeGroup> parseNodeGroup(std::string_view text);
Result<Quota> parseQuota(std::string_view text);
Result<Workspace> parseWorkspace(std::string_view text);
Result<Workload> parseWorkload(std::string_view text);
Result<Event> parseEvent(std::string_view text);
Result<PlanEdit> parsePlanEdit(std::string_view text);
// An object of the keys that a quota and a policy event have in common.
Result<PolicyChange> parsePolicyChange(std::string_view text);

// Workloads of a crowd, one after the other. False where parseWorkload() has to be asked, or has
// something to tell: the target is then of no use.
class WorkloadReader {
public:
    WorkloadReader();
    ~WorkloadReader();
    WorkloadReader(const WorkloadReader&) = delete;
    WorkloadReader& operator=(const WorkloadReader&) = delete;

    bool read(std::string_view text, Workload& target);

private:
    std::unique_ptr<json::Tape> tape_;
};

}  // namespace apportion
