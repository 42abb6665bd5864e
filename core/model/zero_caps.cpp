// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/zero_caps.h"

#include "core/model/bounds.h"
#include "core/model/words.h"

namespace apportion {

namespace {

bool leavesAPriority(const Cap& cap) {
    return cap.priorities && !(cap.priorities->contains(kLowestPriority) &&
                               cap.priorities->contains(kHighestPriority));
}

bool leavesAModule(const Cap& cap) {
    return cap.modules && !cap.modules->all();
}

}  // namespace

Message noGpusReason(const std::vector<const Cap*>& caps, const Workload& work, Gpu requested) {
    const bool byPriority = caps.empty() || leavesAPriority(*caps.front());
    const bool byModule = !caps.empty() && leavesAModule(*caps.front());
    const char* code = caps.size() > 1          ? "max-priority.several"
                       : byPriority && byModule ? "max-priority.both"
                       : byModule               ? "max-priority.module"
                       : byPriority             ? "max-priority"
                                                : "max-priority.all";
    return {code,
            {{"user", Value::ofText(work.user)},
             {"workspace", Value::ofText(work.workspace)},
             {"priority", Value::ofCount(work.priority)},
             {"module", Value::ofText(std::string(word(work.module)))},
             {"requested", Value::ofGpu(requested)},
             {"bound", Value::ofGpu(0)},
             {"count", Value::ofCount(static_cast<std::int64_t>(caps.size()))}}};
}

}  // namespace apportion
