// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/explanation.h"
#include "core/view/explain/priority_rise.h"

namespace apportion {

// A workload explained to a person, with what is no edit of the pool but would start it as well.
struct WorkExplanation {
    Explanation explanation;
    PriorityRises rises;  // of a project, for who may change the priority
    // Of a project: what it was submitted with, its quota as it is named now.
    std::optional<Workload> spec = {};
    std::optional<WorkCommand> command = {};
};

}  // namespace apportion
