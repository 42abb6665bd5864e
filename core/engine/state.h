// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the engine remembers between two instants, and the small verbs that keep its parts in
// step with each other: a workload on its nodes, in the books, in its queue, and its timers.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <boost/container/flat_set.hpp>

#include <queue>

#include "core/engine/ask_order.h"
#include "core/engine/balance_windows.h"
#include "core/engine/books.h"
#include "core/engine/caps.h"
#include "core/engine/entitlement.h"
#include "core/engine/fleet.h"
#include "core/engine/ground.h"
#include "core/engine/instant_log.h"
#include "core/engine/jobs.h"
#include "core/engine/key_table.h"
#include "core/engine/move_bound.h"
#include "core/engine/overtaking.h"
#include "core/engine/queue.h"
#include "core/engine/sleep.h"
#include "core/engine/tree.h"
#include "core/engine/turn.h"
#include "core/model/scenario.h"

namespace apportion {

// Queueing "intelligent": priorities up to this one rise with the time waited, up to it.
inline constexpr int kAgedAtMost = 6;

// What no question about starting can tell apart: request, type, replicas to start, plain and
// effective priority, quota, module, whether it is preemptible and whether it is idle.
struct Shape {
    ShapeId id = -1;
    Fit fit = Fit::possible;
    std::uint32_t asOf = 0;  // number of the nodes and limits that `fit` was found with
};
using Shapes = KeyTable<5, Shape>;

// Moves were looked for in vain as of these places.
struct MovesInVain {
    std::uint64_t places = 0;
    bool proven = true;  // false if the search met its bound
    // Where devices decided: for whoever asks for no more CPU and memory they decide as well.
    Cpu cpu = 0;
    Memory memory = 0;
    // Where sums decided: whoever asks for no less of both is told the same.
    std::vector<std::pair<Cpu, Memory>> least;
};
// What decides whether moves make room: group, request, type, replicas, and the leaf where it
// counts. Where devices or sums decide, less of it: keyOf() in consolidation.cpp.
using MovesTable = KeyTable<7, MovesInVain>;

// Victims were looked for in vain, in this round and as of these places: for what requests, and the
// bound that the search met, 0 if none. Of those that met none the least.
struct SearchesInVain {
    std::uint32_t round = 0;
    std::uint64_t places = 0;
    std::vector<std::pair<Resources, int>> requests;
};
// By what else decides from whom a workload may take: victimsKey() in pass.cpp.
using VictimsTable = KeyTable<6, SearchesInVain>;

struct Timer {
    // In the order in which those of one instant ring (rule 25).
    enum class Kind { end, grace, protection, scale, balance, aging };
    Instant at = 0;
    Kind kind = Kind::end;
    WorkloadId workload = kNobody;  // of a scale: the index of the pending scale
    std::uint32_t serial = 0;       // compared with the workload's: older timers do not count
    friend bool operator>(const Timer& a, const Timer& b) { return a.at > b.at; }
};

// Work that is told to stop and runs on until its grace ends: all of a workload, or a replica.
struct Leaving {
    Instant until = 0;
    std::uint64_t record = 0;  // serial of the eviction, whose loss is known when it stops
    GpuTime moved = 0;  // lost by a move in the instant of the eviction, in its record already
    bool whole = true;
    std::vector<Seat> seats;
    std::vector<ReplicaMark> marks;
    std::optional<Instant> ran = {};  // nothing of it has run since
};

enum class Resource { gpu, cpu, memory };

// A bound of rule 3 that a scale or a lower limit broke, at one branch.
struct ScaledBound {
    BranchId branch = kNoBranch;
    BoundKind kind = BoundKind::nonPreemptible;
    Resource resource = Resource::gpu;  // of a limit
};

// A scale in mode reclaim that waits for its delay.
struct PendingScale {
    std::vector<ScaledBound> bounds;  // none = it is over
    Instant at = 0;
    bool ofLimit = false;  // a lower limit, not a lower guarantee
};

class ReasonMemo;
class Lending;

class EngineState {
public:
    explicit EngineState(std::shared_ptr<const Scenario> source);
    explicit EngineState(const Scenario& scenario)
        : EngineState(std::make_shared<const Scenario>(scenario)) {}

    Settings settings;
    std::vector<Workspace> workspaces;
    Tree tree;
    Books books;
    Fleet fleet;
    Jobs jobs;
    std::vector<Queue> queues;                  // by leaf
    std::vector<std::set<WorkloadId>> outside;  // by leaf: waiting, but cannot start (rules 5, 24)
    QueuesByLeaf idleWaiting;                   // idle work
    std::vector<std::uint64_t> idleInVain;      // by group: asked as of these places, all of it
    std::vector<boost::container::flat_set<WorkloadId>>
        runningAt;            // by leaf, without what is told to stop
    PlacesByLeaf hungry;      // runs with fewer replicas than it may
    BalanceWindows windows;   // of queueing "balance"
    Overtaking overtaking;    // for reasons alone
    Entitlement entitlement;  // rules 5 to 7
    Shapes shapes;
    std::vector<PendingScale> pendingScales;
    std::map<NodeId, Instant> nodeSince;  // of nodes whose state has changed
    std::set<NodeId> elsewhere;           // not in the pool, yet or any more; in no group
    std::vector<NodeId>
        toEmpty;  // resumed as down or draining, with work that nobody has taken yet
    std::map<WorkloadId, std::vector<Leaving>> leaving;
    std::set<WorkloadId> bookings;  // who is booked
    Ground ground;
    Caps caps;
    std::vector<Turn> turns;  // by leaf
    AskOrder order;
    Sleep sleep;
    bool sleepless = false;              // for tests: ask everybody in every pass
    std::vector<WorkloadId> submitted;   // at this instant
    std::vector<WorkloadId> capChanges;  // who went into or out of a queue
    std::vector<BranchId> turned;        // leaves where the present pass asked somebody
    std::vector<Seat> seatsFound;        // for whom is asked, kept for its memory
    std::uint64_t nextRecord = 1;        // serial of the next eviction
    Instant now = 0;
    std::uint32_t pass = 0;    // number of the present pass
    std::uint32_t round = 0;   // grows when everybody may be asked again
    std::uint64_t places = 1;  // grows whenever anything moves on the nodes
    // The first checkpoint by which a workload that would lose too much may be moved again.
    Instant movesDue = std::numeric_limits<Instant>::max();
    MovesTable notConsolidated;
    // By group; found when asked for.
    mutable std::vector<MoveBound> moveBounds;
    VictimsTable noVictims;
    // What all asks took so far, in steps of a search for victims.
    std::int64_t searched = 0;
    int elasticRunning = 0;             // how many elastic workloads run
    std::vector<int> idleRunning;       // and idle ones, by group
    std::vector<int> fractionsRunning;  // and those that share a device
    // Some node or limit bounds them; else what work asks of them tells nothing apart.
    bool cpuMatters = false;
    bool memoryMatters = false;
    bool preempts = false;  // somebody set a policy of rules 15 or 16
    bool protects = false;  // somebody set a minimum runtime (rule 18)
    bool keepRunnerUp = true;
    std::stop_token abandoned;  // see Engine::stopWhen()
    InstantLog log;
    // Engine's, until something happens; a copy makes its own.
    std::shared_ptr<ReasonMemo> memo;
    std::shared_ptr<Lending> lending;

    WorkloadId add(Workload workload);
    // refresh() is left to the caller.
    void add(const Node& node, int count = 1);  // more than one: NAME-1, NAME-2, …
    // One that is elsewhere, down from the beginning.
    void expect(Node node);
    // Quotas behind the others, between two instants: see Engine::join().
    void join(std::span<const Quota> more);
    // As it was, is or will be submitted.
    std::shared_ptr<const Workload> specOf(WorkloadId id) const;
    Instant submitOf(WorkloadId id) const;
    Instant waitsSince(WorkloadId id) const;
    QuotaId quotaOf(const Workload& workload) const;
    // One to come begins its life, if it has not: known, not yet in a queue.
    Job& enlist(WorkloadId id);
    // Its life is over: it neither waits nor runs any more.
    void retire(WorkloadId id, bool cancelled);
    // By name, submitted or not. The first question makes an index.
    std::optional<WorkloadId> find(std::string_view name) const;
    Job& job(WorkloadId id) { return jobs[id]; }
    const Job& job(WorkloadId id) const { return jobs[id]; }
    std::string name(WorkloadId id) const;
    // By name.
    bool namedBefore(WorkloadId a, WorkloadId b) const;
    Queue& queueOf(const Job& job) { return queues[static_cast<std::size_t>(job.leaf())]; }
    const Queue& queueOf(const Job& job) const {
        return queues[static_cast<std::size_t>(job.leaf())];
    }
    // A request without what does not matter.
    Resources asked(const Resources& request) const {
        return {request.gpu, cpuMatters ? request.cpu : 0, memoryMatters ? request.memory : 0};
    }
    // Nothing but GPUs of any node.
    bool asksGpusAlone(const Slot& slot) const {
        const Resources request = asked(slot.request);
        return request.gpu > 0 && slot.type == kAnyType && request.cpu == 0 && request.memory == 0;
    }
    // Somebody there or below is booked; of those that may not be preempted alone.
    bool isBookedAt(BranchId id, bool fixedOnly = false) const;
    Gpu shareOf(BranchId id) const { return entitlement.share(id); }
    const QuotaPolicy& policy(QuotaId id) const { return tree.quota(id).policy; }
    Queueing queueing(BranchId leaf) const { return tree.queueing(leaf); }

    // What its start would place (rule 3), and what its seats do, all of them or one.
    Start startOf(const Job& job) const {
        return {job.leaf(), job.request(), job.preemptible(), job.idle()};
    }
    Start placedBy(const Job& job, int replica = kWhole) const {
        return {job.leaf(), replica == kWhole ? job.held() : job.slot().request, job.preemptible(),
                job.idle()};
    }
    Gpu capacityFor(const Job& job) const { return fleet.capacity(job.group()); }

    // Off its nodes and the books and back, all of it or the replica on one seat: what searches try
    // and undo.
    void lift(WorkloadId id, int replica = kWhole);
    void lower(WorkloadId id, int replica = kWhole);

    // Real changes of one workload's life. Times are `now`.
    void enqueue(WorkloadId id);  // it waits from now on
    void dequeue(WorkloadId id);  // what it counts in the shares is left to the caller
    void undoStart(WorkloadId id, const Waited& before);  // stopped already; it never started
    void file(WorkloadId id);                             // into its queue, or outside it
    void unfile(WorkloadId id);
    // It waits no longer and has these seats, which the fleet has taken already: it runs there, or
    // is booked until the ground is clear.
    void settle(WorkloadId id, std::vector<Seat>&& seats);
    // All bookings whose ground is clear begin to run. True if there was one.
    bool settleBooked();
    void lapse(WorkloadId id);  // its booking is given up; it waits
    // The run begins anew on these seats, or goes on with one more; the fleet has taken them.
    void move(WorkloadId id, std::vector<Seat> seats);
    void grow(WorkloadId id, Seat seat);
    void stop(WorkloadId id);  // off nodes and books; the caller says what it becomes
    // The replica on one seat goes, at once or at the end of its grace.
    void shed(WorkloadId id, int replica, std::uint64_t record, Instant until);
    // All of it is told to stop, and does at the end of its grace.
    void tellToStop(WorkloadId id, std::uint64_t record, GpuTime moved, Instant until);
    // What left the books before is gone from its nodes too.
    void gone(WorkloadId id, const Leaving& part);

    Duration elapsed(const Job& job) const { return now - *job.start(); }
    // Until when it has run, as far as it is known.
    Instant ranUntil(const Job& job, const Leaving& part) const {
        return std::clamp(part.ran.value_or(now), *job.start(), std::max(now, *job.start()));
    }
    // What a run that stops now leaves behind and loses (rule 20).
    Duration keptWork(const Job& job) const;
    Duration keptWork(const Job& job, const Leaving& part) const;
    // A replica that goes alone loses nothing.
    GpuTime lostWork(const Job& job, int replica = kWhole) const;
    GpuTime lostWork(const Job& job, const Leaving& part) const;
    // Rule 10: whether a move would lose at most `moveLoss` of its run.
    bool losesLittle(const Job& job) const {
        return !settings.moveLoss || elapsed(job) - keptWork(job) <= *settings.moveLoss;
    }
    Instant since(const Job& job, int replica) const {
        return replica == kWhole || job.marks().empty()
                   ? *job.start()
                   : job.marks()[static_cast<std::size_t>(replica)].since;
    }
    // Seats beyond minReplicas, the youngest first (rule 12).
    std::vector<int> extraReplicas(const Job& job) const;
    int effectivePriority(const Job& job) const;
    Duration waitedSoFar(const Job& job) const;
    // Rule 18, read at a quota and upwards.
    Duration minRuntimeAt(QuotaId quota) const;
    void setProtectionTimers(WorkloadId id);
    void setTimer(Timer timer) { timers_.push(timer); }
    std::optional<Instant> nextTimer() const;
    // All timers that ring at `now` or before, in no particular order; valid until the next call.
    std::vector<Timer>& ring();

    // Rules 5 to 7 for all levels; wakes whom a changed share may help.
    void divideShares();
    // After sizes, policies or nodes changed: charges, fits, queues and windows anew.
    void refresh();
    // Its effective priority and what follows from it: the shape, and whether such work can ever
    // run.
    void shape(Job& job);
    Fit fitOf(const Job& job) const;
    // Which group divides which node, by the roots' selectors.
    void assignNodes();

    // Rule 24: a user's waiting work goes into or out of its queue, and what it wants is counted,
    // after what the user holds has changed.
    void chargeCaps(const Job& job, Gpu delta) {
        if (!job.accounts().empty() && !job.idle() && delta != 0)
            chargeAccounts(job, delta);
    }
    // It cannot start under its caps as they are used now; a cap of 0 also holds idle work.
    bool keptByCap(const Job& job) const { return overCap(job, job.requestGpu()) || zeroCap(job); }
    bool zeroCap(const Job& job) const {
        return std::any_of(job.accounts().begin(), job.accounts().end(),
                           [&](AccountId id) { return caps[id].bound == 0; });
    }
    bool overCap(const Job& job, Gpu more) const {
        return !job.accounts().empty() && !job.idle() &&
               std::any_of(job.accounts().begin(), job.accounts().end(),
                           [&](AccountId id) { return caps[id].used + more > caps[id].bound; });
    }
    // What it counts in the shares beyond its seats.
    void updateWanted(Job& job) {
        countWanted(job);
        entitlement.touch(job.leaf());
    }

private:
    Job& enlist(WorkloadId id, const JobKind& kind, Instant submit,
                std::optional<Duration> duration);
    const JobKind& kindOf(const Workload& workload);
    template <typename Make>
    const JobKind& recordedKind(std::uint32_t number, Make&& make);
    void renewTypes();
    // The tree, and everything that is kept by branch, with nothing in it.
    void plant(std::vector<Quota> quotas);
    void countAnew(Job& job);
    void seatSnapshot();  // what runs already at time 0
    void notePolicies();
    void run(WorkloadId id);
    void registerRunning(WorkloadId id);
    void countVictim(const Job& victim, int sign);
    void unregisterRunning(WorkloadId id);
    void mark(Job& job);
    void awaitStart(WorkloadId id);
    bool valid(const Timer& timer) const;
    void setAgingTimer(const Job& job);
    void chargeAccounts(const Job& job, Gpu delta);
    void countWanted(Job& job) {
        if (job.accounts().empty() || job.idle())
            setWanted(job, wantedAtMost(job));
        else
            countCapped(job);
    }
    void countCapped(Job& job);
    void setWanted(Job& job, Gpu gpu) {
        if (gpu == job.wanted)
            return;
        books.want(tree, job.leaf(), gpu - job.wanted, job.preemptible());
        job.wanted = gpu;
    }
    static Gpu wantedAtMost(const Job& job) {
        const bool asks = job.phase == Phase::waiting || job.phase == Phase::booked ||
                          job.phase == Phase::running;
        const bool neverStarts =
            job.phase == Phase::waiting && (job.fit != Fit::possible || job.forbidden);
        if (!asks || job.idle() || neverStarts)
            return 0;
        return job.slot().request.gpu * job.replicas() - job.heldGpu();
    }
    void settleCapped();
    const Shape& shapeOf(const Job& job);

    std::priority_queue<Timer, std::vector<Timer>, std::greater<>> timers_;
    std::vector<Timer> rang_;  // kept for its memory
    // Its specification where it is kept as such.
    const Workload* keptSpec(WorkloadId id) const;

    // Forks share what was said of workloads.
    std::shared_ptr<const Scenario> scenario_;
    std::vector<std::shared_ptr<const Workload>> added_;
    mutable std::unordered_map<std::string, WorkloadId> byName_;
    mutable WorkloadId named_ = 0;                      // so many jobs stand in it
    std::vector<std::pair<int, Shape>> shapesOfKinds_;  // by number: effective priority and shape
    std::vector<const JobKind*> recordedKinds_;         // by the number that recorded work has
    mutable QuotaId lastQuota_ = 0;     // that work was submitted on, often the next one's too
    std::uint32_t nodesAndLimits_ = 1;  // grows when any of them changes
};

// Takes workloads, or replicas of them, off for a trial and puts them back, last first.
class Lifted {
public:
    explicit Lifted(EngineState& state) : state_(state) {}
    Lifted(const Lifted&) = delete;
    Lifted& operator=(const Lifted&) = delete;
    ~Lifted() {
        while (!taken_.empty())
            putBack();
    }
    void take(WorkloadId id, int replica = kWhole) {
        state_.lift(id, replica);
        taken_.emplace_back(id, replica);
    }
    void putBack() {
        state_.lower(taken_.back().first, taken_.back().second);
        taken_.pop_back();
    }

private:
    EngineState& state_;
    std::vector<std::pair<WorkloadId, int>> taken_;
};

}  // namespace apportion
