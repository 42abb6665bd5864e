// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/instant.h"

#include <algorithm>
#include <stdexcept>

#include "core/engine/pass.h"
#include "core/engine/submission.h"

namespace apportion {
namespace {

// Passes that go on beyond it would be an endless circle: a broken invariant.
constexpr int kMostPasses = 60;

void ringTimers(EngineState& state, Decisions& made) {
    std::vector<Timer> rang = state.ring();
    std::vector<WorkloadId> ends;
    std::vector<WorkloadId> scales;
    std::vector<WorkloadId> aged;
    for (const Timer& timer : rang) {
        if (timer.kind == Timer::Kind::end)
            ends.push_back(timer.workload);
        else if (timer.kind == Timer::Kind::scale)
            scales.push_back(timer.workload);
        else if (timer.kind == Timer::Kind::aging)
            aged.push_back(timer.workload);
        else
            ++state.stamp;  // a window opens further
    }
    std::sort(ends.begin(), ends.end());
    for (const WorkloadId id : ends) {
        Job& job = state.job(id);
        state.stop(id);
        job.phase = Phase::finished;
        job.end = state.now;
        made.ended.push_back({id, false, true});
    }
    std::sort(scales.begin(), scales.end());
    for (const WorkloadId index : scales)
        finishScale(state, state.pendingScales[index]);
    std::sort(aged.begin(), aged.end());
    for (const WorkloadId id : aged)
        if (state.job(id).phase == Phase::waiting) {
            state.unfile(id);
            state.file(id);
        }
}

// Who stands in a balance window from now on, and who left it.
void settleWindows(EngineState& state) {
    for (BranchId leaf = 0; leaf < state.tree.size(); ++leaf) {
        auto& members = state.windows[static_cast<std::size_t>(leaf)];
        std::vector<WorkloadId> window;
        if (state.tree[leaf].leaf() && state.queueing(leaf) == Queueing::balance)
            window = balanceWindow(state, leaf);
        for (const WorkloadId id : members)
            if (std::find(window.begin(), window.end(), id) == window.end())
                state.job(id).inWindow.reset();
        for (const WorkloadId id : window) {
            Job& job = state.job(id);
            if (job.inWindow)
                continue;
            job.inWindow = state.now;
            state.setTimer(
                {state.now + state.settings.balanceTimeout, Timer::Kind::balance, id, job.timer});
        }
        members = std::move(window);
    }
}

bool anybodyWaits(const EngineState& state, GroupId group) {
    const auto& roots = state.tree.topLevel(group);
    return std::any_of(roots.begin(), roots.end(),
                       [&state](BranchId root) { return state.books[root].pendingWorkloads > 0; });
}

void runPasses(EngineState& state) {
    for (GroupId group = 0; group < state.tree.groups(); ++group) {
        int passes = 0;
        while (anybodyWaits(state, group)) {
            Pass pass(state, group);
            if (!pass.run())
                break;
            // Who was started is fair game from now on: failures of the last pass say nothing.
            ++state.stamp;
            if (++passes > kMostPasses)
                throw std::logic_error("passes of one instant do not come to an end");
        }
    }
}

}  // namespace

Decisions runInstant(EngineState& state, Instant at, std::span<const Input> inputs) {
    Decisions made;
    made.at = at;
    state.now = at;
    state.log.begin();
    ringTimers(state, made);

    std::vector<WorkloadId> submitted;
    for (const Input& input : inputs) {
        if (const auto* submit = std::get_if<Submit>(&input))
            submitted.push_back(submit->workload);
        else
            made.events.push_back(applyEvent(state, std::get<EventAction>(input), made));
    }
    std::sort(submitted.begin(), submitted.end());
    for (const WorkloadId id : submitted)
        submit(state, id, made);

    state.divideShares();
    runPasses(state);
    settleWindows(state);
    made.taken = state.log.records();
    made.started = state.log.starts();
    return made;
}

}  // namespace apportion
