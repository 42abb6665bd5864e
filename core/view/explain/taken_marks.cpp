// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/taken_marks.h"

#include <map>

#include "core/change/one_name.h"

namespace apportion {

std::vector<Mark> takenMarks(const std::vector<Eviction>& evictions,
                             const std::function<std::string(const std::string&)>& quotaOf) {
    struct Taking {
        OneName taker;
        OneName from;
        Gpu gpu = 0;
        int count = 0;
    };
    std::map<Instant, Taking> takings;
    for (const Eviction& each : evictions) {
        if (each.preemptor.empty() || each.rule == EvictionRule::consolidation)
            continue;
        Taking& taking = takings[each.at];
        taking.taker.add(each.preemptor);
        taking.from.add(quotaOf(each.victim));
        taking.gpu += each.gpu;
        ++taking.count;
    }
    std::vector<Mark> marks;
    marks.reserve(takings.size());
    for (const auto& [at, taking] : takings) {
        Mark mark;
        mark.at = at;
        mark.subject = taking.taker.get();
        mark.from = taking.from.get();
        mark.gpu = taking.gpu;
        mark.count = taking.count;
        marks.push_back(std::move(mark));
    }
    return marks;
}

}  // namespace apportion
