// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/goal_words.h"

#include "app/ctl/words.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

std::string goalValueWords(GoalMetric metric, std::int64_t value) {
    switch (metric) {
        case GoalMetric::shareKept:
            return percent(value);
        case GoalMetric::evictions:
        case GoalMetric::neverStarted:
            return grouped(value);
        default:
            return durationWords(value);
    }
}

std::string goalWords(const Goal& goal) {
    const std::string of = goal.of == Goal::Of::pool    ? "all"
                           : goal.of == Goal::Of::worst ? "the worst quota"
                                                        : visibleText(goal.quota);
    return std::string(goalMetricWord(goal.metric)) + " of " + of +
           (goal.metric == GoalMetric::shareKept ? " at least "
            : goal.below                         ? " below "
                                                 : " at most ") +
           goalValueWords(goal.metric, goal.bound) + " in " + std::to_string(goal.ofTen) +
           " of 10 futures";
}

}  // namespace apportion::ctl
