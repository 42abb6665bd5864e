// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/decision_subject.h"

#include <algorithm>
#include <iterator>

#include "core/change/counted_names.h"

namespace apportion {

std::string subjectOf(const Decisions& made, const Engine& engine) {
    std::string subject;
    const auto add = [&](std::string_view what, const auto& list, auto&& work) {
        std::vector<std::string> names;
        std::transform(list.begin(), list.end(), std::back_inserter(names),
                       [&](const auto& each) { return engine.workload(work(each)).name; });
        addCounted(subject, what, names);
    };
    const auto itself = [](WorkloadId id) { return id; };
    add("ended", made.ended, [](const Ended& each) { return each.workload; });
    std::vector<WorkloadId> taken;
    std::vector<WorkloadId> moved;  // runs on at once (rule 10)
    for (const Taken& each : made.taken)
        (each.rule == EvictionRule::consolidation ? moved : taken).push_back(each.victim);
    add("evicted", taken, itself);
    add("moved", moved, itself);
    add("started", made.started, itself);
    add("rejected", made.rejected, itself);
    return subject;
}

}  // namespace apportion
