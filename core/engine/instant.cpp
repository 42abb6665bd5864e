// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/instant.h"

#include <algorithm>
#include <utility>

#include <boost/container/small_vector.hpp>

#include "core/engine/pass.h"
#include "core/engine/submission.h"
#include "core/engine/takeback.h"

namespace apportion {
namespace {

// Passes that go on beyond it would be an endless circle: a broken invariant.
constexpr int kMostPasses = 60;

// Ends of workloads in file order, then ends of grace periods and of protection, and with them the
// delays of scales.
void ringTimers(EngineState& state, Decisions& made) {
    std::vector<Timer>& rang = state.ring();
    if (rang.size() > 1)
        std::sort(rang.begin(), rang.end(), [](const Timer& a, const Timer& b) {
            return std::pair(a.kind, a.workload) < std::pair(b.kind, b.workload);
        });
    for (const Timer& timer : rang) {
        const WorkloadId id = timer.workload;
        if (timer.kind != Timer::Kind::scale && !state.jobs.alive(id))
            continue;  // its end rang before
        switch (timer.kind) {
            case Timer::Kind::end:
                endWithinGrace(state, id);
                state.stop(id);
                state.retire(id, false);
                made.ended.push_back({id, false, true});
                break;
            case Timer::Kind::grace:
                endGrace(state, id);
                break;
            case Timer::Kind::scale:
                finishScale(state, state.pendingScales[id]);
                break;
            case Timer::Kind::aging:
                if (state.job(id).phase == Phase::waiting) {
                    state.unfile(id);
                    state.file(id);
                }
                break;
            case Timer::Kind::protection:  // it may be taken or moved
                state.sleep.wakeClaimants(state, state.job(id).group());
                ++state.places;
                break;
            case Timer::Kind::balance:  // a window opens further
                state.sleep.touch(state.job(id).leaf());
                state.windows.touch(state.job(id).leaf());
                break;
        }
    }
}

// Whether a pass could decide anything.
bool anybodyWants(const EngineState& state, GroupId group) {
    if (!state.hungry.empty())
        return true;
    if (state.idleWaiting.empty() && state.sleep.quiet(state, group))
        return false;
    return state.books.groupPending(group) > 0;
}

// One pass over all groups. True if it changed anything.
bool runPass(EngineState& state) {
    state.divideShares();  // under a cap who starts decides who else counts
    boost::container::small_vector<GroupId, 4> wanting;
    const auto findWanting = [&] {
        wanting.clear();
        for (GroupId group = 0; group < state.tree.groups(); ++group)
            if (anybodyWants(state, group))
                wanting.push_back(group);
    };
    findWanting();
    if (wanting.empty() && state.bookings.empty())
        return false;
    ++state.pass;
    bool changed = state.settleBooked();
    if (changed)
        findWanting();
    for (const GroupId group : wanting)
        changed = Pass(state, group).run() || changed;
    for (const GroupId group : wanting)
        changed = growElastic(state, group) || changed;
    for (const GroupId group : wanting)
        changed = startIdle(state, group) || changed;
    return changed;
}

// True if they come to rest.
bool runPasses(EngineState& state) {
    for (int passes = 0; passes < kMostPasses && !state.abandoned.stop_requested(); ++passes) {
        if (!runPass(state))
            return true;
        // Who was started is fair game from now on.
        for (GroupId group = 0; group < state.tree.groups(); ++group)
            state.sleep.wakeClaimants(state, group);
    }
    return false;
}

}  // namespace

void runInstant(EngineState& state, Instant at, std::span<const Input> inputs, Decisions& made) {
    made.clear();
    made.at = at;
    state.now = at;
    state.log.begin();
    if (at >= state.movesDue) {
        state.movesDue = std::numeric_limits<Instant>::max();
        ++state.places;
    }
    ringTimers(state, made);

    if (!state.toEmpty.empty())
        for (const NodeId node : std::exchange(state.toEmpty, {}))
            if (const NodeState now = state.fleet.use(node).state;
                now == NodeState::down || now == NodeState::draining)
                emptyNode(state, node);
    state.submitted.clear();
    for (const Input& input : inputs) {
        if (const auto* submit = std::get_if<Submit>(&input))
            state.submitted.push_back(submit->workload);
        else if (const auto* early = std::get_if<StoppedEarly>(&input))
            endGraceNow(state, early->workload);
        else
            made.events.push_back(applyEvent(state, std::get<EventAction>(input), made));
    }
    if (state.submitted.size() > 1)
        std::sort(state.submitted.begin(), state.submitted.end());
    for (const WorkloadId id : state.submitted)
        submit(state, id);

    made.unsettled = !runPasses(state);
    state.windows.settle(state);
    state.log.report(made);
    for (const WorkloadId id : made.started)
        if (const Job& job = state.job(id); !job.idle())
            state.overtaking.started(job.leaf(), state.queueOf(job),
                                     {Place::of(job, id), at, job.requestGpu()});
}

}  // namespace apportion
