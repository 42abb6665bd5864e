// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/recording.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "core/sim/recorder.h"
#include "core/view/history/history_points.h"

namespace apportion {

namespace {

constexpr std::size_t kMostInstants = 20'000'000;

// As many as have room in a bounded memory. What one takes is told from the size of the pool: about
// so many bytes for each workload (its job, its runs and what was taken from it), quota and node.
std::size_t snapshotBudget(const Scenario& scenario) {
    constexpr std::size_t kRoom = 64'000'000;
    constexpr std::size_t kOfAWorkload = 900;
    constexpr std::size_t kOfAQuota = 2500;
    constexpr std::size_t kOfANode = 700;
    std::size_t nodes = 0;
    for (const NodeGroup& group : scenario.nodes)
        nodes += static_cast<std::size_t>(group.count);
    const std::size_t one = scenario.workloads.size() * kOfAWorkload +
                            scenario.quotas.size() * kOfAQuota + nodes * kOfANode;
    return std::clamp<std::size_t>(kRoom / (one + 1), 3, 64);
}

}  // namespace

Recording::Recording(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      teams_(teamsOf(scenario_->quotas)),
      frontier_(scenario_, Keep{}),
      mostSnapshots_(snapshotBudget(*scenario_)),
      longestWait_(*scenario_),
      hasStarted_(scenario_->workloads.size(), false) {
    startHistory(history_, teams_.size());
    for (std::size_t i = 0; i < scenario_->workloads.size(); ++i)
        hasStarted_[i] = scenario_->workloads[i].running.has_value();
    eventOrder_.resize(scenario_->events.size());
    std::iota(eventOrder_.begin(), eventOrder_.end(), std::size_t{0});
    std::stable_sort(eventOrder_.begin(), eventOrder_.end(), [&](std::size_t a, std::size_t b) {
        return scenario_->events[a].at < scenario_->events[b].at;
    });
    snapshots_.push_back(frontier_);
    addNow();
}

void Recording::advance(Deadline deadline) {
    while (!complete_) {
        if (instants_.size() >= kMostInstants || !frontier_.step()) {
            complete_ = true;
            reached_ = end();
            break;
        }
        record();
        if (std::chrono::steady_clock::now() >= deadline)
            break;
    }
}

Instant Recording::end() const {
    const Instant last = instants_.empty() ? 0 : std::max<Instant>(instants_.back(), 0);
    if (!scenario_->until)
        return last;
    return *scenario_->until;
}

const Simulation& Recording::nearest(Instant at) const {
    const auto after =
        std::upper_bound(snapshots_.begin() + 1, snapshots_.end(), at,
                         [](Instant t, const Simulation& snapshot) { return t < snapshot.now(); });
    return *std::prev(after);
}

std::shared_ptr<const History> Recording::history() {
    if (!shared_)
        shared_ = std::make_shared<const History>(history_);
    return shared_;
}

const std::vector<Eviction>& Recording::evictions() const {
    return frontier_.recorder().evictions();
}

void Recording::record() {
    shared_.reset();
    reached_ = frontier_.now();
    instants_.push_back(reached_);
    addNow();
    addMarks();
    addStarts();
    keepSnapshot();
}

void Recording::addNow() {
    const Engine& engine = frontier_.engine();
    const Instant now = history_.times.empty() ? std::min<Instant>(frontier_.now(), 0) : reached_;
    const PoolMoment moment{teamsHeld(engine, teams_), longestWait_.after(frontier_),
                            engine.capacity()};
    if (!history_.times.empty() && (history_.times.back() == now ||
                                    (pointGap_ > 0 && now - history_.times.back() < pointGap_)))
        replacePoint(history_, moment);
    else
        addPoint(history_, now, moment);
    if (history_.times.size() > mostPoints(teams_.size()))
        thin();
}

void Recording::thin() {
    thinPoints(history_, history_.times.size());
    const Duration span = history_.times.back() - history_.times.front();
    pointGap_ =
        std::max(pointGap_ * 2, span / static_cast<Duration>(mostPoints(teams_.size()) / 2));
}

void Recording::addStarts() {
    for (const WorkloadId id : frontier_.decisions().started) {
        if (id >= hasStarted_.size() || hasStarted_[id])
            continue;
        hasStarted_[id] = true;
        starts_.push_back({reached_, reached_ - frontier_.engine().submit(id)});
    }
}

void Recording::keepSnapshot() {
    if (++sinceSnapshot_ < snapshotGap_)
        return;
    sinceSnapshot_ = 0;
    snapshots_.push_back(frontier_);
    if (snapshots_.size() <= mostSnapshots_)
        return;
    std::deque<Simulation> kept;
    for (std::size_t i = 0; i < snapshots_.size(); i += 2)
        kept.push_back(std::move(snapshots_[i]));
    snapshots_ = std::move(kept);
    snapshotGap_ *= 2;
}

}  // namespace apportion
