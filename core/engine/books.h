// SPDX-License-Identifier: GPL-3.0-or-later
// Rules 3 and 4: what is placed and what waits at every branch, what it is charged for, and whether
// a further start keeps every bound.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/engine/tree.h"
#include "core/model/quantity.h"

namespace apportion {

// GPUs of preemptible and non-preemptible work (the P and N of rule 5).
struct Held {
    Gpu preemptible = 0;
    Gpu nonPreemptible = 0;
    Gpu sum() const { return preemptible + nonPreemptible; }
};

struct BranchBook {
    Held placed;
    Held wanted;        // what counts in the shares beyond what is placed (rule 5)
    Gpu waiting = 0;    // all requests that wait, for display
    Cpu cpu = 0;        // placed
    Memory memory = 0;  // placed
    Gpu charge = 0;
    Gpu levelCharge = 0;     // sum of the charges of its level
    Gpu childrenCharge = 0;  // the same without the own part
    Gpu idle = 0;            // held by idle work at or below, outside the other numbers
    // What is physically there beyond what is placed: work that is told to stop, less what is
    // booked (rule 11). For display alone.
    Gpu shift = 0;
    Gpu idleShift = 0;
    int pendingWorkloads = 0;

    // What is there, with work that still stops and without what is booked (rule 11).
    Gpu physical() const { return placed.sum() + shift; }
};

enum class BoundKind { limit, nonPreemptible, overQuota, capacity };

// A bound that a start would break.
struct BrokenBound {
    BoundKind kind = BoundKind::limit;
    BranchId branch = kNoBranch;  // kNoBranch: the capacity of the group
    const char* resource = "gpu";
    std::int64_t placed = 0;  // as counted for this bound
    std::int64_t requested = 0;
    std::int64_t bound = 0;
    bool keptBack = false;  // broken by what is held back for others, not by what is placed
};

// Work as the books see it: everything that is placed, or would be, at once.
struct Start {
    BranchId leaf = kNoBranch;
    Resources total;
    bool preemptible = true;
    bool idle = false;  // outside guarantees, shares and limits
};

class Books {
public:
    Books() = default;
    // All counters at 0.
    explicit Books(const Tree& tree);
    // After sizes or policies changed: charges anew from what is placed.
    void recharge(const Tree& tree);

    const BranchBook& operator[](BranchId id) const { return books_[at(id)]; }
    Gpu groupCharge(GroupId group) const { return groupCharge_[at(group)]; }
    Gpu groupIdle(GroupId group) const { return groupIdle_[at(group)]; }
    int groupPending(GroupId group) const { return groupPending_[at(group)]; }

    // sign +1 or -1.
    void place(const Tree& tree, const Start& start, int sign);
    // A request that waits, as it is shown.
    void wait(const Tree& tree, BranchId leaf, Gpu gpu, bool idle, int sign);
    void want(const Tree& tree, BranchId leaf, Gpu gpu, bool preemptible);
    void shift(const Tree& tree, BranchId leaf, Gpu gpu, bool idle);

    // What the branch would be charged for if `gpu` more ran at `leaf` (at or below it).
    // `each` is called from the leaf upwards with (branch, charge after).
    template <typename Each>
    void chargesAfter(const Tree& tree, BranchId leaf, Gpu gpu, Each&& each) const;

    // Rule 3 with the work that is placed now; `capacity` of the leaf's group. Calls
    // each(BrokenBound) for every bound that the start would break, from the leaf upwards.
    template <typename Each>
    void eachBroken(const Tree& tree, const Start& start, Gpu capacity, Each&& each) const;
    bool allowed(const Tree& tree, const Start& start, Gpu capacity) const {
        bool ok = true;
        eachBroken(tree, start, capacity, [&ok](const BrokenBound&) { ok = false; });
        return ok;
    }

private:
    static std::size_t at(int id) { return static_cast<std::size_t>(id); }
    void placeIdle(const Tree& tree, BranchId leaf, Gpu gpu, int sign);
    template <typename Each>
    void eachBrokenOfIdle(const Tree& tree, const Start& start, Gpu capacity, Each&& each) const;
    static Gpu chargeOf(const Tree& tree, BranchId id, Gpu placed, Gpu level, Gpu children) {
        const Branch& branch = tree[id];
        return branch.leaf() ? std::max(branch.keep, placed)
                             : chargeAbove(tree, id, placed, level, children);
    }
    static Gpu chargeAbove(const Tree& tree, BranchId id, Gpu placed, Gpu level, Gpu children);

    std::vector<BranchBook> books_;
    std::vector<Gpu> groupCharge_;
    std::vector<Gpu> groupIdle_;
    std::vector<int> groupPending_;  // how many workloads wait
};

template <typename Each>
void Books::chargesAfter(const Tree& tree, BranchId leaf, Gpu gpu, Each&& each) const {
    Gpu delta = 0;  // of the branch below
    bool fromOwn = false;
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent) {
        const BranchBook& book = books_[at(id)];
        const Gpu after = chargeOf(tree, id, book.placed.sum() + gpu, book.levelCharge + delta,
                                   book.childrenCharge + (fromOwn ? 0 : delta));
        each(id, after);
        delta = after - book.charge;
        fromOwn = tree[id].own;
    }
}

template <typename Each>
void Books::eachBroken(const Tree& tree, const Start& start, Gpu capacity, Each&& each) const {
    const Gpu request = start.total.gpu;
    if (start.idle) {
        eachBrokenOfIdle(tree, start, capacity, each);
        return;
    }
    Gpu rootDelta = 0;
    chargesAfter(tree, start.leaf, request, [&](BranchId id, Gpu charge) {
        const Branch& branch = tree[id];
        const BranchBook& book = books_[at(id)];
        const Limit& limit = branch.limit;
        const Gpu placed = book.placed.sum();
        rootDelta = charge - book.charge;
        if (limit.gpu && charge > *limit.gpu)
            each(BrokenBound{BoundKind::limit, id, "gpu", placed, request, *limit.gpu,
                             placed + request <= *limit.gpu});
        if (limit.cpu && book.cpu + start.total.cpu > *limit.cpu)
            each(BrokenBound{BoundKind::limit, id, "cpu", book.cpu, start.total.cpu, *limit.cpu,
                             false});
        if (limit.memory && book.memory + start.total.memory > *limit.memory)
            each(BrokenBound{BoundKind::limit, id, "memory", book.memory, start.total.memory,
                             *limit.memory, false});
        const Gpu fixed = start.preemptible ? 0 : request;
        if (book.placed.nonPreemptible + fixed > branch.guarantee)
            each(BrokenBound{BoundKind::nonPreemptible, id, "gpu", book.placed.nonPreemptible,
                             fixed, branch.guarantee, false});
        if (!branch.own && tree.quotaOf(id).policy.overQuota != OverQuota::on &&
            placed + request > branch.guarantee)
            each(BrokenBound{BoundKind::overQuota, id, "gpu", placed, request, branch.guarantee,
                             false});
    });
    // A sum that is above the capacity already may stay, if the start does not raise it.
    const GroupId group = tree[start.leaf].group;
    const Gpu top = groupCharge_[at(group)] + groupIdle_[at(group)];
    if (rootDelta > 0 && top + rootDelta > capacity)
        each(BrokenBound{BoundKind::capacity, kNoBranch, "gpu", top, request, capacity, true});
}

// Idle work is held by the top level and by `off` alone.
template <typename Each>
void Books::eachBrokenOfIdle(const Tree& tree, const Start& start, Gpu capacity,
                             Each&& each) const {
    for (BranchId id = start.leaf; id != kNoBranch; id = tree[id].parent)
        if (!tree[id].own && tree.quotaOf(id).policy.overQuota == OverQuota::off)
            each(BrokenBound{BoundKind::overQuota, id, "gpu", books_[at(id)].placed.sum(),
                             start.total.gpu, tree[id].guarantee, false});
    const GroupId group = tree[start.leaf].group;
    const Gpu top = groupCharge_[at(group)] + groupIdle_[at(group)];
    if (start.total.gpu > 0 && top + start.total.gpu > capacity)
        each(BrokenBound{BoundKind::capacity, kNoBranch, "gpu", top, start.total.gpu, capacity,
                         true});
}

}  // namespace apportion
