// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the engine remembers between two instants, and the small verbs that keep its parts in
// step with each other: a workload on its nodes, in the books, in its queue, and its timers.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include <queue>

#include "core/engine/books.h"
#include "core/engine/fleet.h"
#include "core/engine/instant_log.h"
#include "core/engine/job.h"
#include "core/engine/queue.h"
#include "core/engine/tree.h"
#include "core/model/scenario.h"

namespace apportion {

// Workloads that no question about starting can tell apart.
struct Shape {
    Slot slot;
    int replicas = 1;
    bool preemptible = true;
    Module module = Module::training;
    int priority = 0;
    int effective = 0;
    QuotaId quota = 0;
};

struct Timer {
    enum class Kind { end, balance, aging, scale };
    Instant at = 0;
    Kind kind = Kind::end;
    WorkloadId workload = kNobody;  // of a scale: the index of the pending scale
    std::uint32_t serial = 0;       // compared with the workload's: older timers do not count
    friend bool operator>(const Timer& a, const Timer& b) { return a.at > b.at; }
};

// A bound of rule 3 that a scale broke, at one branch.
struct ScaledBound {
    BranchId branch = kNoBranch;
    BoundKind kind = BoundKind::nonPreemptible;
};

// A scale in mode reclaim that waits for its delay.
struct PendingScale {
    std::vector<ScaledBound> bounds;
};

class EngineState {
public:
    explicit EngineState(const Scenario& scenario);

    Settings settings;
    std::vector<Workspace> workspaces;
    Tree tree;
    Books books;
    Fleet fleet;
    std::vector<Job> jobs;
    std::unordered_map<std::string, WorkloadId> jobByName;
    std::vector<Queue> queues;                     // by leaf
    std::vector<std::set<WorkloadId>> outside;     // by leaf: waiting, but never fits
    std::vector<std::set<WorkloadId>> runningAt;   // by leaf
    std::vector<std::vector<WorkloadId>> windows;  // by leaf: who has a balance window open
    std::vector<Gpu> share;                        // by branch (rules 5 to 7)
    std::vector<Shape> shapes;
    std::vector<PendingScale> pendingScales;
    Instant now = 0;
    std::uint32_t pass = 0;    // number of the present pass
    std::uint64_t stamp = 1;   // grows whenever a failed attempt might now succeed
    std::uint64_t places = 1;  // grows whenever anything moves on the nodes
    std::map<std::pair<GroupId, std::vector<std::int64_t>>, std::uint64_t> notConsolidated;
    bool keepRunnerUp = true;
    InstantLog log;

    WorkloadId add(Workload workload);
    Job& job(WorkloadId id) { return jobs[id]; }
    const Job& job(WorkloadId id) const { return jobs[id]; }
    const std::string& name(WorkloadId id) const { return jobs[id].spec->name; }
    Queue& queueOf(const Job& job) { return queues[static_cast<std::size_t>(job.leaf)]; }
    const Queue& queueOf(const Job& job) const {
        return queues[static_cast<std::size_t>(job.leaf)];
    }
    Gpu shareOf(BranchId id) const { return share[static_cast<std::size_t>(id)]; }
    const QuotaPolicy& policy(QuotaId id) const { return tree.quota(id).policy; }
    Queueing queueing(BranchId leaf) const { return tree.quotaOf(leaf).policy.queueing; }

    // What its start would place (rule 3).
    Start startOf(const Job& job) const { return {job.leaf, job.total(), job.preemptible}; }
    Gpu capacityFor(const Job& job) const { return fleet.capacity(job.group); }

    // On and off its nodes and the books, nothing else: what searches try and undo.
    void lift(WorkloadId id);
    void lower(WorkloadId id);

    // Real changes of one workload's life. Times are `now`.
    void enqueue(WorkloadId id);  // it waits from now on
    void dequeue(WorkloadId id);
    void file(WorkloadId id);  // into its queue, or outside it if it never fits
    void unfile(WorkloadId id);
    void run(WorkloadId id, std::vector<Seat> seats);
    void stop(WorkloadId id);  // off nodes and books; the caller says what it becomes
    Duration elapsed(const Job& job) const { return now - *job.start; }
    // What a run that stops now leaves behind and loses (rule 20).
    Duration keptWork(const Job& job) const;
    GpuTime lostWork(const Job& job) const;
    int effectivePriority(const Job& job) const;
    Duration waitedSoFar(const Job& job) const;
    void setTimer(Timer timer) { timers_.push(timer); }
    std::optional<Instant> nextTimer() const;
    // All timers that ring at `now` or before, in no particular order.
    std::vector<Timer> ring();

    // Rules 5 to 7 for all levels; the stamp grows if a share changed.
    void divideShares();
    // After sizes, policies or nodes changed: charges, fits, queues and windows anew.
    void refresh();
    Fit fitOf(const Job& job) const;
    // Which group divides which node, by the roots' selectors.
    void assignNodes();

private:
    void seatSnapshot();  // what runs already at time 0
    void registerRunning(WorkloadId id);
    ShapeId shapeOf(const Job& job);
    bool valid(const Timer& timer) const;
    void setAgingTimer(WorkloadId id);
    void divideLevel(const std::vector<BranchId>& level, Gpu amount,
                     std::vector<Gpu>& shares) const;
    Gpu requestable(BranchId id, std::vector<Gpu>& memo) const;

    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
};

// Takes workloads off for a trial and puts them back, last first.
class Lifted {
public:
    explicit Lifted(EngineState& state) : state_(state) {}
    Lifted(const Lifted&) = delete;
    Lifted& operator=(const Lifted&) = delete;
    ~Lifted() {
        while (!ids_.empty())
            putBack();
    }
    void take(WorkloadId id) {
        state_.lift(id);
        ids_.push_back(id);
    }
    void putBack() {
        state_.lower(ids_.back());
        ids_.pop_back();
    }

private:
    EngineState& state_;
    std::vector<WorkloadId> ids_;
};

}  // namespace apportion
