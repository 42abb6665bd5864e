// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/sleep.h"

#include <algorithm>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/consolidation.h"
#include "core/engine/state.h"

namespace apportion {

void Sleep::appeared(const EngineState& state, BranchId leaf, Queue::Line& line, const Job& job) {
    const Resources request = state.asked(job.slot().request);
    const auto [found, added] = byKey_.tryEmplace(
        {job.group(), request.gpu, request.cpu, request.memory, job.slot().type, job.least()},
        static_cast<int>(requests_.size()));
    if (added)
        requests_.push_back(
            {job.group(), job.slot(), job.least(), job.requestGpu(), {}, 0, 0, false, 0, 0, 0, 0});
    line.blocked = false;
    line.behind = false;
    line.failedAt = 0;
    line.unproven = 0;
    line.request = *found;
    if (state.queues[at(leaf)].size() == 1)
        waiting_[at(job.group())].insert(leaf);
    ++requests_[at(line.request)].lines[leaf];
    Request& counted = requests_[at(line.request)];
    if (counted.count++ == 0)
        asked_[at(job.group())].emplace(counted.gpu, line.request);
}

void Sleep::vanished(const EngineState& state, BranchId leaf, const Queue::Line& line) {
    const GroupId group = state.tree[leaf].group;
    if (state.queues[at(leaf)].empty())
        waiting_[at(group)].erase(leaf);
    Request& request = requests_[at(line.request)];
    if (--request.lines[leaf] == 0)
        request.lines.erase(leaf);
    if (--request.count == 0)
        asked_[at(group)].erase({request.gpu, line.request});
    if (line.blocked)
        --request.blocked;
    if (line.behind)
        --request.behind;
    // Else it would count against lines of the request that nobody has asked yet.
    if (line.failedAt != 0 && line.failedAt == request.failedAt)
        --request.failed;
    claimants_[at(group)].erase({leaf, line.shape});
}

// Behind others of its shape it is one more of those who sleep or do not; whoever may be asked at
// the leaf is the same, but maybe not who is the next.
void Sleep::joined(EngineState& state, BranchId leaf, const Queue::Line& line, WorkloadId id) {
    const Queueing queueing = state.queueing(leaf);
    const bool known = queueing == Queueing::fifo
                           ? state.queues[at(leaf)].head()->id() != id
                           : queueing == Queueing::roundRobin && line.places.size() > 1;
    if (!known)
        touch(leaf);
    else if (queueing == Queueing::roundRobin)
        state.order.outdate(leaf);
}

const std::vector<BranchId>& Sleep::takeTouched() {
    for (const BranchId leaf : list_)
        touched_[at(leaf)] = false;
    taken_.clear();
    taken_.swap(list_);
    return taken_;
}

bool Sleep::hope(const EngineState& state, const Request& request) const {
    if (request.places != state.places) {
        request.places = state.places;
        request.hope = state.fleet.roomFor(request.group, request.slot, request.least) ||
                       mayConsolidate(state, request.group, request.slot, request.least);
    }
    return request.hope;
}

// Whether to ask it would be in vain.
bool Sleep::asleep(const EngineState& state, const Queue::Line& line) const {
    return !state.sleepless && line.barred &&
           (line.blocked || line.failedAt == state.places ||
            !hope(state, requests_[at(line.request)]));
}

void Sleep::failed(EngineState& state, const Job& job, Queue::Line& line, bool searched) {
    state.queueOf(job).bar(line);
    standBehind(line, false);
    touch(job.leaf());
    Request& request = requests_[at(line.request)];
    request.places = 0;  // a search for moves may have ended in vain: look again
    const bool hoped = hope(state, request);
    if (searched) {
        claimants_[at(job.group())].insert({job.leaf(), line.shape});
        claimantsAwake_[at(job.group())] = false;
    } else {
        claimants_[at(job.group())].erase({job.leaf(), line.shape});
    }
    // The capacity of the top level comes with room, unless it is kept back.
    bool blocked = false;
    state.books.eachBroken(state.tree, state.startOf(job), state.capacityFor(job),
                           [&](const BrokenBound& bound) {
                               if (bound.branch != kNoBranch)
                                   blocks_[at(bound.branch)] = true;
                               else if (hoped)
                                   topBlocks_[at(job.group())] = true;
                               blocked = blocked || bound.branch != kNoBranch || hoped;
                           });
    if (blocked && !line.blocked) {
        line.blocked = true;
        ++request.blocked;
    } else if (!blocked && hoped && line.failedAt != state.places) {
        line.failedAt = state.places;
        request.failed = request.failedAt == state.places ? request.failed + 1 : 1;
        request.failedAt = state.places;
    }
}

void Sleep::wake(Queue& queue, Queue::Line& line) {
    queue.unbar(line);
    if (line.blocked)
        --requests_[at(line.request)].blocked;
    line.blocked = false;
}

void Sleep::wakeLeaf(EngineState& state, BranchId leaf) {
    Queue& queue = state.queues[at(leaf)];
    queue.eachBarred([&](Queue::Line& line) { wake(queue, line); });
    touch(leaf);
}

void Sleep::wakeClaims(EngineState& state, BranchId leaf) {
    const Branch& branch = state.tree[leaf];
    const Gpu most = std::max(branch.guarantee, state.shareOf(leaf));
    const Gpu placed = state.books[leaf].placed.sum();
    Queue& queue = state.queues[at(leaf)];
    queue.eachBarred([&](Queue::Line& line) {
        if (std::max(branch.keep, placed + line.gpu) <= most)
            wake(queue, line);
    });
    touch(leaf);
}

void Sleep::wakeBelow(EngineState& state, BranchId branch) {
    if (state.tree[branch].leaf())
        wakeLeaf(state, branch);
    for (const BranchId child : state.tree[branch].level)
        wakeBelow(state, child);
}

void Sleep::wakeGroup(EngineState& state, GroupId group) {
    for (const BranchId root : state.tree.topLevel(group))
        wakeBelow(state, root);
}

void Sleep::wakeAll(EngineState& state) {
    for (GroupId group = 0; group < state.tree.groups(); ++group)
        wakeGroup(state, group);
}

void Sleep::wakeAllClaimants(EngineState& state, GroupId group) {
    for (const auto& [leaf, shape] : claimants_[at(group)]) {
        Queue& queue = state.queues[at(leaf)];
        wake(queue, queue.line(shape));
        touch(leaf);
    }
}

void Sleep::released(EngineState& state, BranchId leaf) {
    const GroupId group = state.tree[leaf].group;
    wakeClaims(state, leaf);
    for (BranchId id = leaf; id != kNoBranch; id = state.tree[id].parent)
        if (blocks_[at(id)]) {
            blocks_[at(id)] = false;
            wakeBelow(state, id);
        }
    if (topBlocks_[at(group)]) {
        topBlocks_[at(group)] = false;
        wakeGroup(state, group);
    }
    wakeClaimants(state, group);
}

void Sleep::placed(EngineState& state, const Job& job) {
    if (job.idle())
        wakeGroup(state, job.group());  // whoever needs its room may have it
    if (job.elastic())
        wakeLeaf(state, job.leaf());  // so may its neighbours what it can do without
    wakeClaimants(state, job.group());
    touch(job.leaf());
}

void Sleep::reshared(EngineState& state, BranchId branch) {
    BranchId leaf = branch;
    while (!state.tree[leaf].leaf())
        leaf = state.tree[leaf].level.front();
    if (leaf == branch)
        wakeClaims(state, leaf);
    else
        state.order.resharedAbove();
    touch(leaf);  // the order of the branch's level has changed
}

namespace {

// Nobody else is asked, whatever room there is.
bool onlyHead(const EngineState& state, BranchId leaf) {
    return state.queueing(leaf) == Queueing::fifo;
}

}  // namespace

// Without room, and without anybody whom it may take, it would be asked in vain.
void Sleep::barHopeless(EngineState& state, BranchId leaf, Queue::Line& line) {
    if (line.barred || state.sleepless ||
        line.gpu <= state.fleet.freeOnReady(state.tree[leaf].group) ||
        mayTake(state, state.job(line.places.begin()->second)))
        return;
    state.queues[at(leaf)].bar(line);
    line.unproven = 0;
}

// Every line counts once against its request: as blocked, as behind, or as failed.
void Sleep::standBehind(Queue::Line& line, bool behind) {
    behind = behind && !line.blocked;
    if (line.behind == behind)
        return;
    line.behind = behind;
    Request& request = requests_[at(line.request)];
    request.behind += behind ? 1 : -1;
    if (behind && line.failedAt != 0 && line.failedAt == request.failedAt) {
        line.failedAt = 0;
        --request.failed;
    }
}

void Sleep::settle(EngineState& state, BranchId leaf) {
    Queue& queue = state.queues[at(leaf)];
    const Turn& turn = state.turns[at(leaf)];
    bool awake = false;
    if (onlyHead(state, leaf)) {
        if (!queue.empty()) {
            barHopeless(state, leaf, queue.headLine());
            awake = !queue.headLine().barred;
        }
    } else {
        const bool all = state.queueing(leaf) == Queueing::roundRobin;
        for (Queue::Line& line : queue.lines()) {
            if (line.places.empty())
                continue;
            standBehind(line, turn.headOnly(state, line) && &line != &queue.headLine());
            if (line.barred)
                continue;
            barHopeless(state, leaf, line);
            awake =
                awake || (!line.barred && (all || turn.names(state, line.places.begin()->second)));
        }
    }
    const GroupId group = state.tree[leaf].group;
    quietAt_[at(group)] = 0;  // a pass over another group may be the first to see this leaf
    auto& awakes = awake_[at(group)];
    if (awake)
        awakes.insert(leaf);
    else
        awakes.erase(leaf);
}

// Whether room would help any line of it that has not failed as things stand.
bool Sleep::untried(const EngineState& state, const Request& request) {
    const int failed = request.failedAt == state.places ? request.failed : 0;
    return request.count > request.blocked + request.behind + failed;
}

Sleep::Hopeful Sleep::hopeful(const EngineState& state, GroupId group) const {
    static const Hopeful kMany{true, {}};
    const auto& awake = awake_[at(group)];
    if (state.sleepless || awake.size() > Hopeful::kFew)
        return kMany;
    Hopeful hopeful;
    hopeful.leaves.assign(awake.begin(), awake.end());
    const auto& waiting = waiting_[at(group)];
    if (awake.size() == waiting.size())
        return hopeful;
    const Gpu free = state.fleet.freeOnReady(group);
    if (waiting.size() <= Hopeful::kFew &&
        std::all_of(waiting.begin(), waiting.end(),
                    [&](BranchId leaf) { return onlyHead(state, leaf); })) {
        for (const BranchId leaf : waiting) {
            const Queue::Line& line = state.queues[at(leaf)].headLine();
            const Request& request = requests_[at(line.request)];
            if (line.gpu <= free && untried(state, request) && !awake.contains(leaf) &&
                hope(state, request))
                hopeful.leaves.push_back(leaf);
        }
        return hopeful;
    }
    for (const auto& [gpu, id] : asked_[at(group)]) {
        if (gpu > free)
            break;  // there is no room, and moves make none
        const Request& request = requests_[at(id)];
        if (!untried(state, request))
            continue;
        for (const auto& [leaf, count] : request.lines) {
            const auto& known = hopeful.leaves;
            if (std::find(known.begin(), known.end(), leaf) != known.end() ||
                (onlyHead(state, leaf) && state.queues[at(leaf)].headLine().request != id))
                continue;
            if (!hope(state, request))
                break;
            if (known.size() == Hopeful::kFew)
                return kMany;
            hopeful.leaves.push_back(leaf);
        }
    }
    return hopeful;
}

void Sleep::quieten(const EngineState& state, GroupId group) {
    quietAt_[at(group)] = state.places;
}

bool Sleep::quiet(const EngineState& state, GroupId group) const {
    return !state.sleepless && list_.empty() && quietAt_[at(group)] == state.places;
}

}  // namespace apportion
