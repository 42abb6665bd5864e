// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/plan/plan_pool.h"

namespace apportion::testing {

namespace {

template <typename Action>
PlanEdit made(Instant seconds, Action action) {
    PlanEdit edit;
    edit.at = seconds * kSecond;
    edit.action.emplace<Action>(std::move(action));
    return edit;
}

}  // namespace

PlanEdit edit(Instant seconds, EventAction action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, AddNodes action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, RemoveNodes action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, AddQuota action) {
    return made(seconds, std::move(action));
}
PlanEdit edit(Instant seconds, Forecast action) {
    return made(seconds, std::move(action));
}

}  // namespace apportion::testing
