// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/findings.h"
#include "core/plan/futures.h"
#include "core/session/commands/plan.h"

namespace apportion {

Result<std::optional<PlanCheck>> checkPlan(const PreparedPlan& plan, const SweepOptions& options) {
    const std::int64_t weeks = weeksToCheck(*plan.base);
    if (weeks < kLeastWeeksToCheck) {
        Findings findings;
        findings.error("/base", "plan-check-weeks", {{"weeks", Value::ofCount(weeks)}});
        Problems problems = findings.take();
        placeInPlan(plan.file, problems);
        return tl::unexpected(std::move(problems));
    }
    return checkBands(*plan.base, plan.plan().futures, options);
}

std::vector<Message> meaningOf(const PlanCheck& check) {
    std::int64_t held = 0, times = 0;
    for (const CheckedBand& band : check.bands) {
        held += band.held;
        times += band.times;
    }
    if (times == 0)
        return {};
    const std::int64_t percent = (100 * held + times / 2) / times;
    std::vector<Message> messages{{"plan-check-bands",
                                   {{"held", Value::ofCount(held)},
                                    {"times", Value::ofCount(times)},
                                    {"percent", Value::ofCount(percent)}}}};
    if (percent > 90)
        messages.push_back({"plan-check-calm", {}});
    if (percent >= 70)
        return messages;
    // A quarter more or less: more than bands of usual traces are off.
    const std::int64_t drift =
        check.submittedBefore > 0 ? 100 * check.submittedHeld / check.submittedBefore : 0;
    if (drift < 80 || drift > 125)
        messages.push_back({"plan-check-drift", {{"percent", Value::ofCount(drift)}}});
    if (check.baseWeeks < kWeeksForPairs)
        messages.push_back({"plan-check-few", {{"weeks", Value::ofCount(check.baseWeeks)}}});
    if (messages.size() == 1)
        messages.push_back({"plan-check-dependent", {}});
    return messages;
}

}  // namespace apportion
