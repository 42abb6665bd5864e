// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/balance_windows.h"

#include <utility>

#include "core/engine/state.h"

namespace apportion {

bool BalanceWindows::stood(const EngineState& state, const Job& job) {
    return job.inWindow.value_or(state.now) + state.settings.balanceTimeout <= state.now;
}

void BalanceWindows::touch(BranchId leaf) {
    if (!std::exchange(of(leaf).touched, true))
        touched_.push_back(leaf);
}

void BalanceWindows::filed(const EngineState& state, const Job& job, bool inQueue) {
    if (!inQueue || state.queueing(job.leaf()) != Queueing::balance) {
        if (job.inWindow)
            elsewhere_.push_back(job.id);
        return;
    }
    const Place place = Place::of(job, job.id);
    if (!stood(state, job))
        of(job.leaf()).waiting.insert(place);
    if (job.inWindow)
        of(job.leaf()).entered.insert(place);
    touch(job.leaf());
}

void BalanceWindows::unfiled(const Job& job) {
    Window& window = of(job.leaf());
    if (window.waiting.empty() && window.entered.empty())
        return;
    const Place place = Place::of(job, job.id);
    window.waiting.erase(place);
    window.entered.erase(place);
    touch(job.leaf());
}

std::optional<Place> BalanceWindows::last(const EngineState& state, BranchId leaf) const {
    for (const Place& place : of(leaf).waiting)
        if (!stood(state, state.job(place.id)))
            return place;
    return std::nullopt;
}

void BalanceWindows::settleTouched(EngineState& state) {
    for (const BranchId leaf : touched_)
        settle(state, leaf);
    touched_.clear();
    for (const WorkloadId id : elsewhere_) {
        if (!state.jobs.alive(id))
            continue;
        Job& job = state.job(id);
        if (!of(job.leaf()).entered.contains(Place::of(job, id)))
            job.inWindow.reset();
    }
    elsewhere_.clear();
}

void BalanceWindows::settle(EngineState& state, BranchId leaf) {
    Window& window = of(leaf);
    window.touched = false;
    while (!window.waiting.empty() && stood(state, state.job(window.waiting.begin()->id)))
        window.waiting.erase(window.waiting.begin());
    if (window.waiting.empty())
        return;
    const Place end = *window.waiting.begin();
    for (auto left = window.entered.upper_bound(end); left != window.entered.end();
         left = window.entered.erase(left)) {
        state.job(left->id).inWindow.reset();
        window.waiting.insert(*left);
    }
    Job& job = state.job(end.id);
    if (job.inWindow)
        return;
    job.inWindow = state.now;
    window.entered.insert(end);
    state.setTimer(
        {state.now + state.settings.balanceTimeout, Timer::Kind::balance, end.id, job.timer});
}

std::vector<WorkloadId> BalanceWindows::members() const {
    std::vector<WorkloadId> ids;
    for (const Window& window : windows_)
        for (const Place& place : window.entered)
            ids.push_back(place.id);
    return ids;
}

}  // namespace apportion
