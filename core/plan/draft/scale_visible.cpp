// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_visible.h"

#include <algorithm>

#include "core/model/message_moments.h"

namespace apportion {

namespace {

void hide(std::optional<Message>& message, const Alias& alias) {
    if (message)
        redact(*message, alias);
}

template <typename Each>
void keepReadable(std::vector<Each>& list, const MayReadQuota& mayRead) {
    std::erase_if(list, [&](const Each& each) { return !mayRead(each.quota); });
}

void shift(std::optional<Instant>& at, Duration by) {
    if (at)
        *at += by;
}

}  // namespace

void keepVisible(ScaleCheck& check, const MayReadQuota& mayRead, const Alias& alias) {
    std::erase_if(check.levels, [&](const ScaleLevel& level) {
        return std::any_of(level.rows.begin(), level.rows.end(),
                           [&](const ScaleRow& row) { return !mayRead(row.quota); });
    });
    for (ScaleLevel& level : check.levels) {
        redactQuota(level.parent, alias);
        for (ScaleRow& row : level.rows)
            redactQuota(row.limitOf, alias);
    }
    for (ScaleProblem& problem : check.problems) {
        redactQuota(problem.quota, alias);
        redact(problem.message, alias);
        std::erase_if(problem.repairs,
                      [&](const ScaleRepair& repair) { return !mayRead(repair.quota); });
    }
    for (ScaleObstacle& obstacle : check.obstacles) {
        redactQuota(obstacle.quota, alias);
        redact(obstacle.message, alias);
        for (std::string& name : obstacle.workloads)
            redact(name, alias);
    }
    hide(check.drainUnknown, alias);
}

void keepVisible(Outlook& outlook, const MayReadQuota& mayRead, const Alias& alias) {
    const std::size_t all = outlook.atOnce.quotas.size();
    keepReadable(outlook.atOnce.quotas, mayRead);
    if (outlook.atOnce.quotas.size() != all)
        outlook.whole = 0;  // else the rest would be told
    if (outlook.settled)
        keepReadable(outlook.settled->quotas, mayRead);
    keepReadable(outlook.waits, mayRead);
    hide(outlook.unsettled, alias);
    hide(outlook.waitNote, alias);
    for (ScaleWorkloadEffect& each : outlook.workloads) {
        hide(each.why, alias);
        hide(each.whyWithout, alias);
        if (alias(each.workload))
            each.neverAgain.reset();  // it may name a user
        hide(each.neverAgain, alias);
        redact(each.workload, alias);
        redactQuota(each.quota, alias);
        if (each.record)
            redact(*each.record, alias);
    }
}

void shiftTimes(ScaleCheck& check, Duration by) {
    check.at += by;
    shift(check.drained, by);
}

void shiftTimes(Outlook& outlook, Duration by) {
    outlook.at += by;
    outlook.atOnce.at += by;
    if (outlook.settled)
        outlook.settled->at += by;
    for (ScaleWorkloadEffect& each : outlook.workloads) {
        shift(each.at, by);
        if (each.why)
            shiftMoments(*each.why, by);
        if (each.whyWithout)
            shiftMoments(*each.whyWithout, by);
        if (each.record) {
            each.record->at += by;
            shiftMoments(each.record->why, by);
        }
    }
}

}  // namespace apportion
