// SPDX-License-Identifier: GPL-3.0-or-later
// The net effect of one instant (rules 11 and 25): who was started and taken back in it never
// started, and what it took counts for its taker; two moves are one; moved and then evicted is one
// record, the eviction; a replica grown and taken is neither.
#pragma once

#include <limits>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include <boost/container/small_vector.hpp>

#include "core/engine/decision.h"
#include "core/engine/job.h"

namespace apportion {

// What a workload remembers of its waiting, to restore it if its start is undone.
struct Waited {
    Instant since = 0;
    Duration waited = 0;
    std::optional<Instant> inWindow;
    std::optional<Instant> start;
    static Waited of(const Job& job) {
        return {job.waitingSince, job.waited(), job.inWindow, job.start()};
    }
};

class InstantLog {
public:
    void begin() {
        starts_.clear();
        if (indexed_ > 0 || beyondStarts_)
            forget();
    }

    void started(WorkloadId id, const Waited& before);
    bool startedNow(WorkloadId id) const { return startOf(id) != kNoStart; }
    bool movedNow(WorkloadId id) const { return moveOf_.contains(id); }
    GpuTime lostByMove(WorkloadId id) const {
        const auto move = moveOf_.find(id);
        return move == moveOf_.end() ? 0 : taken_[move->second].lost;
    }
    void booked(WorkloadId id) {
        beyondStarts_ = true;
        booked_.insert(id);
    }
    void grown(WorkloadId id) {
        beyondStarts_ = true;
        ++grown_[id];
    }
    void shrunk(WorkloadId id) {
        beyondStarts_ = true;
        --grown_[id];
    }
    // A run that began in this instant is taken back: what it took counts for `taker`. Gives back
    // what the workload remembered.
    Waited undo(WorkloadId id, WorkloadId taker);
    // A run, or a replica of it, that began earlier is taken.
    void evicted(Taken&& record);
    void moved(const Taken& record);
    void stopped(const Stopped& stopped) {
        beyondStarts_ = true;
        stopped_.push_back(stopped);
    }
    void rejected(WorkloadId id) {
        beyondStarts_ = true;
        rejected_.push_back(id);
    }

    // Fills in what happened, once.
    void report(Decisions& made) {
        for (const Begun& start : starts_)
            if (start.id != kNobody)
                made.started.push_back(start.id);
        if (beyondStarts_)
            reportRest(made);
    }

private:
    void forget();
    void reportRest(Decisions& made);

    bool beyondStarts_ = false;  // something else happened
    std::vector<Taken> taken_;
    std::vector<bool> dropped_;  // by index in taken_
    // Who started in this instant, in order; kNobody where the start was undone.
    struct Begun {
        WorkloadId id = kNobody;
        Waited before;
    };
    static constexpr std::size_t kNoStart = std::numeric_limits<std::size_t>::max();
    std::size_t startOf(WorkloadId id) const;  // its index in starts_
    std::vector<Begun> starts_;
    // Where in starts_: made when somebody asks, which is seldom.
    mutable std::unordered_map<WorkloadId, std::size_t> startIndex_;
    mutable std::size_t indexed_ = 0;
    std::set<WorkloadId> booked_;
    std::map<WorkloadId, int> grown_;  // replicas added in this instant, less those taken of them
    std::vector<Stopped> stopped_;
    std::vector<WorkloadId> rejected_;
    std::map<WorkloadId, boost::container::small_vector<std::size_t, 4>> madeBy_;
    std::map<WorkloadId, std::size_t> moveOf_;  // index of the move that stands
};

}  // namespace apportion
