// SPDX-License-Identifier: GPL-3.0-or-later
// The waiting workloads of one leaf in queue order: effective priority, then submit time, then file
// order. Workloads of the same shape cannot be told apart by "can it start now", so the queue is
// kept as one line a shape.
#pragma once

#include <compare>
#include <limits>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/engine/arrivals.h"
#include "core/engine/job.h"

namespace apportion {

// A place in queue order; also the places between workloads.
struct Place {
    int rank = std::numeric_limits<int>::min();  // minus the effective priority
    Instant submit = 0;
    WorkloadId id = 0;

    static Place of(const Job& job, WorkloadId id) { return {-job.effective, job.submit, id}; }
    static Place begin() { return {}; }
    // Before all of one effective priority; submit times may be negative.
    static Place ofRank(int rank) { return {rank, std::numeric_limits<Instant>::min(), 0}; }
    static Place end() { return {std::numeric_limits<int>::max(), 0, 0}; }
    Place next() const { return {rank, submit, id + 1}; }
    friend auto operator<=>(const Place&, const Place&) = default;
};

// Workloads beside the queues, in queue order at each leaf.
class PlacesByLeaf {
public:
    PlacesByLeaf() = default;
    explicit PlacesByLeaf(std::size_t leaves) : places_(leaves) {}
    const std::set<Place>& operator[](BranchId leaf) const {
        return places_[static_cast<std::size_t>(leaf)];
    }
    bool empty() const { return leaves_.empty(); }
    const std::set<BranchId>& leaves() const { return leaves_; }  // where there are any
    void insert(BranchId leaf, const Place& place) {
        places_[static_cast<std::size_t>(leaf)].insert(place);
        leaves_.insert(leaf);
    }
    bool erase(BranchId leaf, const Place& place) {
        auto& here = places_[static_cast<std::size_t>(leaf)];
        const bool erased = here.erase(place) > 0;
        if (here.empty())
            leaves_.erase(leaf);
        return erased;
    }

private:
    std::vector<std::set<Place>> places_;
    std::set<BranchId> leaves_;
};

class Queue {
public:
    struct Line {
        ShapeId shape = -1;
        int effective = 0;
        Gpu gpu = 0;       // of a whole workload, to start
        int request = -1;  // all that ask for the same room (sleep.h)
        // What sleep.h keeps: asked in vain, and nothing helped since but maybe room; a bound stops
        // it, so that room does not help; it failed although there was hope, as of these places.
        bool barred = false;
        bool blocked = false;
        // Queueing lets nobody of it be asked as things stand, whatever room there is.
        bool behind = false;
        std::uint64_t failedAt = 0;
        int unproven = 0;  // the bound at which the last search for victims stopped; 0 = it did not
        Arrivals places;
    };

    // A workload in the queue and the line in which it stands, by its place among lines().
    struct Member {
        Place place;
        std::size_t line = 0;
        WorkloadId id() const { return place.id; }
        friend bool operator==(const Member&, const Member&) = default;
    };

    // Its line.
    Line& insert(Job& job, WorkloadId id);
    Line& erase(const Job& job, WorkloadId id);
    // Asked in vain, or not any more.
    void bar(Line& line) { barred_ += std::exchange(line.barred, true) ? 0 : 1; }
    void unbar(Line& line) { barred_ -= std::exchange(line.barred, false) ? 1 : 0; }
    // Calls each(line) for every one that is barred; it may be unbarred meanwhile.
    template <typename Each>
    void eachBarred(Each&& each) {
        int left = barred_;
        for (std::size_t i = 0; left > 0; ++i)
            if (lines_[i].barred) {
                --left;
                each(lines_[i]);
            }
    }
    Line& lineOf(const Job& job) { return lines_[static_cast<std::size_t>(job.line)]; }
    const Line& lineOf(const Job& job) const { return lines_[static_cast<std::size_t>(job.line)]; }
    bool empty() const { return size_ == 0; }
    std::size_t size() const { return size_; }
    // Another after every change; never 0.
    std::uint64_t version() const { return version_; }

    // Whoever stands first of all, and the line of that one; the queue must not be empty for the
    // latter.
    const std::optional<Member>& head() const;
    bool isHead(const Place& place) const { return head() && head()->place == place; }
    Line& headLine() { return lines_[head()->line]; }
    const Line& headLine() const { return lines_[head()->line]; }
    // The first workload at or after `from`.
    std::optional<Member> first(const Place& from) const;
    static std::optional<Place> firstOf(const Line& line, const Place& from);
    // The same, over the lines that `wanted` accepts.
    template <typename Wanted>
    std::optional<Member> first(const Place& from, Wanted&& wanted) const {
        std::optional<Member> best;
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const int rank = -lines_[i].effective;
            const bool cannotBeFirst = rank < from.rank || (best && rank > best->place.rank);
            if (cannotBeFirst || lines_[i].places.empty() || !wanted(lines_[i]))
                continue;
            const auto place = firstOf(lines_[i], from);
            if (place && (!best || *place < best->place))
                best = {*place, i};
        }
        return best;
    }
    // Place in queue order, from 1; the workload must be in the queue.
    int position(WorkloadId id) const;
    // The line of a shape; the shape must have been inserted once.
    std::vector<Line>& lines() { return lines_; }
    const std::vector<Line>& lines() const { return lines_; }
    Line& line(ShapeId shape);
    const Line& line(ShapeId shape) const;

private:
    void changed();

    Place frontOf(const Line& line) const;

    std::vector<Line> lines_;
    std::vector<Place> fronts_;  // who stands first in each; the end where nobody does
    std::size_t size_ = 0;
    int barred_ = 0;  // how many lines are
    std::uint64_t version_ = 1;
    // Known until a change.
    mutable bool headKnown_ = false;
    mutable std::optional<Member> head_;
    mutable std::unordered_map<WorkloadId, int> positions_;
};

// Queues of work that is asked beside the others, by leaf.
class QueuesByLeaf {
public:
    QueuesByLeaf() = default;
    explicit QueuesByLeaf(std::size_t leaves) : queues_(leaves) {}
    const Queue& operator[](BranchId leaf) const { return queues_[at(leaf)]; }
    bool empty() const { return leaves_.empty(); }
    const std::set<BranchId>& leaves() const { return leaves_; }  // where there is any
    void insert(Job& job) {
        queues_[at(job.leaf())].insert(job, job.id);
        leaves_.insert(job.leaf());
    }
    void erase(const Job& job) {
        queues_[at(job.leaf())].erase(job, job.id);
        if (queues_[at(job.leaf())].empty())
            leaves_.erase(job.leaf());
    }

private:
    static std::size_t at(BranchId leaf) { return static_cast<std::size_t>(leaf); }

    std::vector<Queue> queues_;
    std::set<BranchId> leaves_;
};

}  // namespace apportion
