// SPDX-License-Identifier: GPL-3.0-or-later
// A run simulated ahead of the clock: when anything happens, what the charts draw, the evictions,
// and snapshots from which any moment is near. Memory is bounded: when there are too many
// snapshots or points, every second one goes and the distance doubles.
#pragma once

#include <chrono>
#include <deque>
#include <memory>
#include <vector>

#include "core/sim/simulation.h"
#include "core/view/explain/longest_wait.h"
#include "core/view/pool_source.h"
#include "core/view/view.h"

namespace apportion {

using Deadline = std::chrono::steady_clock::time_point;

inline constexpr int kMostColours = 16;

// The roots, and the children of roots where all have a colour of their own (at most 16 in sum, or
// there is but one root).
std::vector<TeamInfo> teamsOf(const std::vector<Quota>& quotas);

class Recording {
public:
    explicit Recording(std::shared_ptr<const Scenario> scenario);

    // Simulates on until the deadline or the end. At least one instant is done.
    void advance(Deadline deadline);
    bool complete() const { return complete_; }
    // All instants up to here are known.
    Instant reached() const { return reached_; }
    // Of the run: `until`, or the last instant known so far.
    Instant end() const;

    const std::vector<Instant>& instants() const { return instants_; }
    const std::vector<Mark>& marks() const { return history_.marks; }
    // The latest snapshot from which `at` can be reached.
    const Simulation& nearest(Instant at) const;
    // What has been recorded so far, shared; made anew only if it grew.
    std::shared_ptr<const History> history();
    // All evictions so far in order of decision.
    const std::vector<Eviction>& evictions() const;
    const std::vector<TeamInfo>& teams() const { return teams_; }

    const std::vector<FirstStart>& starts() const { return starts_; }  // by time

private:
    void record();
    void addNow();
    void addMarks();
    void addStarts();
    void thin();
    void keepSnapshot();

    std::shared_ptr<const Scenario> scenario_;
    std::vector<TeamInfo> teams_;
    std::vector<std::size_t> eventOrder_;  // by time, ties in file order
    std::size_t eventsSeen_ = 0;
    Simulation frontier_;
    std::deque<Simulation> snapshots_;
    std::size_t mostSnapshots_;
    std::size_t snapshotGap_ = 16;  // instants
    std::size_t sinceSnapshot_ = 0;
    std::vector<Instant> instants_;
    LongestWait longestWait_;
    History history_;
    Duration pointGap_ = 0;
    std::shared_ptr<const History> shared_;
    std::vector<FirstStart> starts_;
    std::vector<bool> hasStarted_;
    Instant reached_ = 0;
    bool complete_ = false;
};

}  // namespace apportion
