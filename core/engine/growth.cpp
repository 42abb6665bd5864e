// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas that join while the pool is in use. What is kept by branch is made anew and filled from
// the work that waits and runs, as loading does it: a quota without children may become one with an
// own part, and then its work sits elsewhere.
#include <algorithm>
#include <utility>

#include "core/engine/state.h"

namespace apportion {
namespace {

// Own parts have other numbers, and there are more of them. Work on a quota that has children now
// is bound by its own part and by the quota.
std::vector<ScaledBound> boundsIn(const Tree& tree, const Tree& before,
                                  const std::vector<ScaledBound>& bounds) {
    std::vector<ScaledBound> found;
    for (const ScaledBound& bound : bounds) {
        const Branch& branch = before[bound.branch];
        const Branch& whole = tree[tree.branchOf(branch.quota)];
        const BranchId same = branch.own ? whole.ownPart : tree.branchOf(branch.quota);
        found.push_back({same, bound.kind, bound.resource});
        const bool byOwnPart =
            bound.kind == BoundKind::nonPreemptible || bound.kind == BoundKind::limit;
        if (byOwnPart && before[bound.branch].leaf() && !tree[same].leaf())
            found.push_back({whole.ownPart, bound.kind, bound.resource});
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) {
        const auto place = [](const ScaledBound& bound) {
            return std::pair(bound.kind == BoundKind::capacity, bound.branch);
        };
        return place(a) < place(b);
    });
    return found;
}

}  // namespace

void EngineState::join(std::span<const Quota> more) {
    std::vector<Quota> quotas = tree.quotas();
    quotas.insert(quotas.end(), more.begin(), more.end());
    const Tree before = std::move(tree);
    const PlacesByLeaf grew = std::move(hungry);
    const Overtaking overtook = std::exchange(overtaking, Overtaking());
    plant(std::move(quotas));
    for (BranchId leaf = 0; leaf < before.size(); ++leaf)
        if (before[leaf].leaf())
            overtaking.take(tree.leafOf(before[leaf].quota), overtook, leaf);
    notePolicies();
    const JobKinds kindsBefore = jobs.renewKinds();
    shapesOfKinds_.clear();
    recordedKinds_.clear();
    ++nodesAndLimits_;
    ++places;
    for (PendingScale& pending : pendingScales)
        pending.bounds = boundsIn(tree, before, pending.bounds);
    for (const WorkloadId id : jobs.living()) {
        Job& job = jobs[id];
        const bool grows = grew[job.leaf()].contains(Place::of(job, id));
        JobKind kind = *job.kind;
        kind.leaf = tree.leafOf(kind.quota);
        job.kind = &jobs.sameKind(kind);
        countAnew(job);
        if (grows)
            hungry.insert(job.leaf(), Place::of(job, id));
    }
    divideShares();
}

// Counted where it sits now; nothing of its life changes.
void EngineState::countAnew(Job& job) {
    shape(job);
    const bool waits = job.phase == Phase::waiting || job.phase == Phase::booked;
    if (waits)
        books.wait(tree, job.leaf(), job.requestGpu(), job.idle(), +1);
    if (!job.seats().empty())
        books.place(tree, placedBy(job), +1);
    if (job.phase == Phase::booked)
        books.shift(tree, job.leaf(), -job.heldGpu(), job.idle());
    if (const auto left = leaving.find(job.id); left != leaving.end())
        for (const Leaving& part : left->second)
            books.shift(tree, job.leaf(),
                        job.slot().request.gpu * static_cast<Gpu>(part.seats.size()), job.idle());
    if (job.phase == Phase::running && !job.stopUntil())
        runningAt[static_cast<std::size_t>(job.leaf())].insert(job.id);
    if (job.phase == Phase::waiting)
        file(job.id);
    job.wanted = 0;
    updateWanted(job);
}

}  // namespace apportion
