// SPDX-License-Identifier: GPL-3.0-or-later
// The books, the nodes and the caps counted anew from what each workload holds, and what must hold
// of them after an instant (rules 3, 11, 13, 18 and 24). Unlike invariants.h, which asks what is
// physically there, this asks what the decisions are made of: with a grace period victims that
// still stop are out, and who booked their place is in.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "tests/core/engine/history.h"
#include "tests/core/engine/invariants.h"

namespace apportion::testing {

struct Count {
    Gpu firm = 0;  // not preemptible
    Gpu soft = 0;
    Gpu idle = 0;
    Cpu cpu = 0;
    Memory memory = 0;
    Gpu charge = 0;
    Gpu placed() const { return firm + soft; }
};

inline std::vector<BranchId> wayUp(const Tree& tree, BranchId leaf) {
    std::vector<BranchId> way;
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent)
        way.push_back(id);
    return way;
}

// keep(n), as the page of words has it.
inline Gpu keepOf(const Tree& tree, BranchId id) {
    Gpu below = 0;
    for (const BranchId child : tree[id].level)
        below += keepOf(tree, child);
    const Quota& quota = tree.quotaOf(id);
    const bool lends = tree[id].own || !quota.policy.lend;
    return std::max(below, lends ? 0 : quota.guaranteed.gpu - *quota.policy.lend);
}

inline Gpu chargeOf(const Tree& tree, const std::vector<Count>& counts, BranchId id) {
    const Gpu placed = counts[static_cast<std::size_t>(id)].placed();
    const Gpu keep = keepOf(tree, id);
    if (tree[id].leaf())
        return std::max(keep, placed);
    Gpu level = 0;
    for (const BranchId child : tree[id].level)
        if (!tree[child].own || !tree.childPreemption(id))
            level += chargeOf(tree, counts, child);
    return tree.childPreemption(id) ? std::max({keep, placed, level}) : std::max(keep, level);
}

// By branch.
inline std::vector<Count> countsOf(const EngineState& state) {
    std::vector<Count> counts(static_cast<std::size_t>(state.tree.size()));
    for (const WorkloadId each : state.jobs.living()) {
        const Job& job = state.job(each);
        const Resources held = job.held();
        for (const BranchId id : wayUp(state.tree, job.leaf())) {
            Count& count = counts[static_cast<std::size_t>(id)];
            if (job.idle()) {
                count.idle += held.gpu;
                continue;
            }
            (job.preemptible() ? count.soft : count.firm) += held.gpu;
            count.cpu += held.cpu;
            count.memory += held.memory;
        }
    }
    for (BranchId id = 0; id < state.tree.size(); ++id)
        counts[static_cast<std::size_t>(id)].charge = chargeOf(state.tree, counts, id);
    return counts;
}

inline std::string nameOf(const EngineState& state, BranchId id) {
    return (state.tree[id].own ? "the own part of " : "") + state.tree.quotaOf(id).name;
}

inline Broken brokenBooks(const EngineState& state) {
    Broken broken;
    const std::vector<Count> counts = countsOf(state);
    for (BranchId id = 0; id < state.tree.size(); ++id) {
        const Count& count = counts[static_cast<std::size_t>(id)];
        const BranchBook& book = state.books[id];
        if (count.firm != book.placed.nonPreemptible || count.soft != book.placed.preemptible ||
            count.cpu != book.cpu || count.memory != book.memory || count.idle != book.idle)
            broken.push_back("the books of " + nameOf(state, id) + " are not what is placed");
        if (count.charge != book.charge)
            broken.push_back(nameOf(state, id) + " is charged " + std::to_string(book.charge) +
                             ", not " + std::to_string(count.charge));
    }
    for (const WorkloadId id : state.jobs.living()) {
        const Job& job = state.job(id);
        const bool holds =
            job.phase == Phase::booked || (job.phase == Phase::running && !job.stopUntil());
        const auto seats = static_cast<int>(job.seats().size());
        if (holds ? seats < job.least() || seats > job.replicas() : seats > 0)
            broken.push_back(state.name(id) + " has " + std::to_string(seats) + " replicas");
    }
    return broken;
}

// What stands on each device: as decided, and physically.
inline Broken brokenDevices(const EngineState& state) {
    Broken broken;
    std::map<std::pair<NodeId, int>, Gpu> decided;
    std::map<std::pair<NodeId, int>, Gpu> there;
    std::map<NodeId, Resources> sums;
    const auto put = [](auto& devices, const Seat& seat, Gpu gpu) {
        for (const int device : seat.devices)
            devices[{seat.node, device}] += std::min(gpu, kOneGpu);
    };
    for (const WorkloadId id : state.jobs.living()) {
        const Job& job = state.job(id);
        std::vector<Seat> here;
        for (const Seat& seat : job.seats()) {
            put(decided, seat, job.slot().request.gpu);
            if (job.phase != Phase::booked)
                here.push_back(seat);
        }
        if (const auto left = state.leaving.find(id); left != state.leaving.end())
            for (const Leaving& part : left->second)
                here.insert(here.end(), part.seats.begin(), part.seats.end());
        for (const Seat& seat : here) {
            put(there, seat, job.slot().request.gpu);
            sums[seat.node] += job.slot().request;
            if (state.fleet.use(seat.node).state == NodeState::down)
                broken.push_back(state.name(id) + " runs on a node that is down");
            if (state.fleet.use(seat.node).group != job.group())
                broken.push_back(state.name(id) + " runs on a node of other roots");
        }
    }
    for (NodeId node = 0; node < static_cast<NodeId>(state.fleet.nodes().size()); ++node) {
        const NodeUse& use = state.fleet.use(node);
        const std::string& name = state.fleet.nodes()[static_cast<std::size_t>(node)].name;
        for (std::size_t device = 0; device < use.used.size(); ++device) {
            const auto key = std::pair(node, static_cast<int>(device));
            if (use.used[device] != decided[key])
                broken.push_back("the use of " + name + " is not what stands there");
            if (decided[key] > kOneGpu || there[key] > kOneGpu)
                broken.push_back("more on a device of " + name + " than it has");
        }
        const Node& shape = state.fleet.nodes()[static_cast<std::size_t>(node)];
        if ((shape.cpu && sums[node].cpu > *shape.cpu) ||
            (shape.memory && sums[node].memory > *shape.memory))
            broken.push_back("more CPU or memory on " + name + " than it has");
    }
    return broken;
}

// Who got anything in this instant: started, booked or grown; not what was booked before and starts
// now.
inline std::vector<WorkloadId> decidedNow(const History& history) {
    std::vector<WorkloadId> ids = history.made.grown;
    ids.insert(ids.end(), history.made.booked.begin(), history.made.booked.end());
    for (const WorkloadId id : history.made.started)
        if (history.before->jobs.toCome(id) || history.before->job(id).phase != Phase::booked)
            ids.push_back(id);
    return ids;
}

// Rule 3: whoever starts keeps every bound of the books; a quota that is over one starts nothing.
inline Broken brokenStarts(const History& history) {
    Broken broken;
    const EngineState& state = *history.state;
    const std::vector<Count> counts = countsOf(state);
    for (const WorkloadId id : decidedNow(history)) {
        const Job& job = state.job(id);
        for (const BranchId branch : wayUp(state.tree, job.leaf())) {
            const Count& count = counts[static_cast<std::size_t>(branch)];
            const Branch& shape = state.tree[branch];
            const OverQuota over = state.tree.quotaOf(branch).policy.overQuota;
            const auto breaks = [&](const char* what) {
                broken.push_back(state.name(id) + " starts, and " + nameOf(state, branch) +
                                 " is beyond its " + what);
            };
            if (job.idle()) {
                if (!shape.own && over == OverQuota::off)
                    breaks("overQuota: off");
                continue;
            }
            if ((shape.limit.gpu && count.charge > *shape.limit.gpu) ||
                (shape.limit.cpu && count.cpu > *shape.limit.cpu) ||
                (shape.limit.memory && count.memory > *shape.limit.memory))
                breaks("limit");
            if (count.firm > shape.guarantee)
                breaks("guarantee with work that is not preemptible");
            if (!shape.own && over != OverQuota::on && count.placed() > shape.guarantee)
                breaks("guarantee, which is not allowed there");
        }
    }
    return broken;
}

// Rule 24: nobody is beyond a cap by a start of this instant.
inline Broken brokenCaps(const History& history) {
    Broken broken;
    const EngineState& state = *history.state;
    const auto counts = [&state](const Workspace& workspace, const Cap& cap, const Workload& work) {
        const auto member =
            std::find_if(workspace.members.begin(), workspace.members.end(),
                         [&work](const Member& each) { return each.user == work.user; });
        const bool role =
            !cap.role || (member != workspace.members.end() && member->role == *cap.role);
        return work.workspace == workspace.name && role && (!cap.user || *cap.user == work.user) &&
               (!cap.priorities || cap.priorities->contains(work.priority)) &&
               (!cap.modules || cap.modules->test(static_cast<std::size_t>(work.module)));
    };
    for (const WorkloadId id : decidedNow(history)) {
        const auto spec = state.specOf(id);
        const Workload& mine = *spec;
        if (mine.idle || mine.user.empty())
            continue;
        for (const Workspace& workspace : state.workspaces)
            for (const Cap& cap : workspace.caps) {
                if (!counts(workspace, cap, mine))
                    continue;
                Gpu held = 0;
                for (const WorkloadId each : state.jobs.living()) {
                    const Job& job = state.job(each);
                    const auto other = state.specOf(each);
                    if (other->user == mine.user && !job.idle() && counts(workspace, cap, *other))
                        held += job.heldGpu();
                }
                if (held > cap.gpu)
                    broken.push_back(mine.name + " starts beyond a cap of " + workspace.name);
            }
    }
    return broken;
}

// Rule 18 read anew: at the victim's branch just below the common level, else upward from there.
inline Duration protection(const EngineState& state, const Job& taker, const Job& victim) {
    const std::vector<BranchId> mine = wayUp(state.tree, taker.leaf());
    std::vector<BranchId> way;  // of the victim, from just below the common level upwards
    for (const BranchId id : wayUp(state.tree, victim.leaf())) {
        const bool common = std::find(mine.begin(), mine.end(), id) != mine.end();
        if (!common)
            way = {id};
        else
            way.push_back(id);
    }
    for (const BranchId id : way)
        if (const auto& own = state.tree.quotaOf(id).policy.minRuntime)
            return *own;
    return state.settings.minRuntime;
}

// Rules 15 and 16 read anew: whether a policy of the taker's quota names both.
inline bool policyAllows(const EngineState& state, const Job& taker, const Job& victim,
                         EvictionRule rule) {
    const QuotaPolicy& policy = state.policy(taker.quota());
    const auto module = static_cast<std::size_t>(victim.module());
    if (rule == EvictionRule::childLevel) {
        const auto& child = policy.childPreemption;
        return child && victim.quota() != taker.quota() && child->modules.test(module) &&
               child->priorities.contains(victim.priority()) &&
               state.tree.contains(state.tree.branchOf(taker.quota()), victim.leaf());
    }
    const auto& self = policy.selfPreemption;
    const bool byPolicy = self && self->modules.test(module) &&
                          self->high.contains(taker.priority()) &&
                          self->low.contains(victim.priority());
    const bool byPriority = policy.priorityPreemption && victim.quota() == taker.quota() &&
                            victim.preemptible() && victim.priority() < taker.priority();
    return byPolicy || byPriority;
}

// Rules 11, 12, 14 to 16 and 18 of every victim, as things stood before the instant.
inline Broken brokenEvictions(const History& history) {
    Broken broken;
    const EngineState& state = *history.state;
    const Decisions& made = history.made;
    const auto among = [](const std::vector<WorkloadId>& ids, WorkloadId id) {
        return std::find(ids.begin(), ids.end(), id) != ids.end();
    };
    for (const Taken& taken : made.taken) {
        const Job& victim = history.before->job(taken.victim);
        const auto breaks = [&](const char* what) {
            broken.push_back(state.name(taken.victim) + " is taken by rule " +
                             std::string(ruleText(taken.rule)) + ": " + what);
        };
        if (victim.phase != Phase::running)
            breaks("it did not run before");
        if (taken.taker == kNobody)
            continue;
        if (!among(made.started, taken.taker) && !among(made.booked, taken.taker))
            breaks("its taker neither starts nor is booked");
        if (taken.stopping && !state.settings.gracePeriod)
            breaks("it may go on without a grace period");
        const Job& taker = state.job(taken.taker);
        if (taker.group() != victim.group())
            breaks("it is on nodes of other roots");
        if (taken.rule == EvictionRule::idle && !victim.idle())
            breaks("it is not idle");
        if (taken.rule == EvictionRule::elastic && !victim.elastic())
            breaks("it is not elastic");
        if (taken.rule == EvictionRule::reclaim && !victim.preemptible())
            breaks("it is not preemptible");
        if (taken.rule == EvictionRule::consolidation && !victim.preemptible() && !victim.idle())
            breaks("it is not preemptible");
        // Where a taker was taken in turn the record names who took it, by another quota's policy.
        const bool byPolicy =
            taken.rule == EvictionRule::selfLevel || taken.rule == EvictionRule::childLevel;
        if (byPolicy && taken.quota == taker.quota() &&
            !policyAllows(state, taker, victim, taken.rule))
            breaks("no policy names both");
        const bool safe = taken.rule == EvictionRule::reclaim ||
                          taken.rule == EvictionRule::selfLevel ||
                          taken.rule == EvictionRule::consolidation;
        if (safe && made.at - *victim.start() < protection(state, taker, victim))
            breaks("its minimum runtime is not over");
    }
    return broken;
}

// Rules 5 to 7: shares that are kept up to date are those of a division from scratch.
inline Broken brokenShares(const EngineState& settled) {
    Broken broken;
    EngineState state = settled;
    state.entitlement.forgetAll();
    state.divideShares();
    for (BranchId id = 0; id < state.tree.size(); ++id)
        if (state.shareOf(id) != settled.shareOf(id))
            broken.push_back("the share of " + nameOf(state, id) + " is " +
                             std::to_string(settled.shareOf(id)) + ", not " +
                             std::to_string(state.shareOf(id)));
    return broken;
}

// Rule 26 without anything remembered of failures: five empty passes change nothing.
inline Broken brokenRest(const EngineState& settled) {
    EngineState state = settled;
    state.sleepless = true;
    for (int pass = 0; pass < 5; ++pass) {
        ++state.places;
        state.notConsolidated.clear();
        const Decisions more = runInstant(state, state.now, {});
        if (more.any())
            return {"the instant is not settled: " + std::to_string(more.started.size()) +
                    " start, " + std::to_string(more.booked.size()) + " are booked, " +
                    std::to_string(more.grown.size()) + " grow, " +
                    std::to_string(more.taken.size()) + " are taken"};
    }
    return {};
}

inline Broken brokenInstant(const History& history) {
    Broken all;
    for (const Broken& some : {brokenBooks(*history.state), brokenDevices(*history.state),
                               brokenStarts(history), brokenCaps(history), brokenEvictions(history),
                               brokenShares(*history.state), brokenRest(*history.state)})
        all.insert(all.end(), some.begin(), some.end());
    return all;
}

}  // namespace apportion::testing
