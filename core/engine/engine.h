// SPDX-License-Identifier: GPL-3.0-or-later
// The scheduler as a state machine. It has no clock, no randomness, no threads, no I/O and no
// floating point: the same inputs in the same order give the same decisions, bit for bit (rule 27).
//
// Use: Engine engine(scenario); engine.add(...) for what is not yet known; then call step() at
// every instant at which there is input (Submit or an event) or nextTimer() rings, in ascending
// order of time. A timer may ring for nothing. Copying is a fork. Not thread-safe, not even for
// reading: reasons are found by trials that are put back. Copy it to ask from another thread.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/policy_reach.h"
#include "core/engine/resume.h"
#include "core/model/explanation.h"
#include "core/model/outcome.h"
#include "core/model/scenario.h"

namespace apportion {

class EngineState;
class ReasonMemo;

// One replica on a node.
struct DeviceSeat {
    std::size_t node = 0;  // of nodes()
    Gpu gpu = 0;
    std::vector<int> devices;  // from 0, ascending; of a fraction the one that it shares
    friend bool operator==(const DeviceSeat&, const DeviceSeat&) = default;
};

class Engine {
public:
    // Loads settings, nodes, quotas and workspaces, registers all workloads in file order (id =
    // index), what is recorded behind those that are listed, and puts those with `running` on their
    // nodes. Nothing is submitted and no event is applied: that is input. The scenario must have
    // passed validate().
    explicit Engine(std::shared_ptr<const Scenario> scenario);
    explicit Engine(const Scenario& scenario)
        : Engine(std::make_shared<const Scenario>(scenario)) {}
    Engine(const Engine& other);
    Engine& operator=(const Engine& other);
    Engine(Engine&&) noexcept;
    Engine& operator=(Engine&&) noexcept;
    ~Engine();

    // Right after loading, before anything else: takes over what an earlier engine knew. Decides
    // nothing.
    void resume(const ResumePoint& point);
    // What resume() wants of a workload that waits or runs. Of one that has ended only how long it
    // waited and how often it was taken; of one that is not submitted yet nothing.
    Past past(WorkloadId id) const;
    // Who is booked or stands in a window of queueing "balance".
    std::vector<WorkloadId> tied() const;

    // A further workload, after those of the scenario in file order. Not submitted yet.
    WorkloadId add(Workload workload);
    // A further node, after the others. It is not in the pool until an event lets it join, and
    // nothing is decided otherwise than without it.
    void expect(Node node);

    // Further quotas, behind the others, with or below parents that are there; a root divides nodes
    // that another one divides. Without work so far: what is decided is the same as if they had
    // stood there with nothing guaranteed.
    void join(std::span<const Quota> quotas);

    // The next moment at which something happens by itself: an end, the end of a grace period or of
    // protection, an aging step, a balance window, the delay of a scale. Nothing = never.
    std::optional<Instant> nextTimer() const {
        const Instant at = firstTimer();
        return at == kNoTimer ? std::nullopt : std::optional(at);
    }

    // Everything that happens at `at` (rule 25): timers that ring, then events and early stops in
    // the order given, then submissions in file order, then passes until one changes nothing. The
    // net effect. `at` must not lie before an earlier step nor beyond nextTimer().
    Decisions step(Instant at, std::span<const Input> inputs);
    // The same into an older answer, whose memory is used again.
    void step(Instant at, std::span<const Input> inputs, Decisions& made);

    // Of one that is told to stop, or of that replica of it alone: nothing of it has run since
    // `at`, though its grace period goes on. What it loses is counted until then.
    void ranUntil(WorkloadId id, std::optional<int> place, Instant at);
    // For a fork that is run ahead: one that has no duration ends when it has run so long in all.
    void endsAfter(WorkloadId id, Duration duration);
    // When it ends by itself, if it is not evicted; of what does not run, if it started now.
    std::optional<Instant> endOf(WorkloadId id) const;

    // To a moment not after now() from which on timers rang, and none of them led to a decision:
    // priorities raised by waiting, windows and shares are those of then.
    void backTo(Instant at);

    // Steps of the searches for victims so far, its own and those of what it is a fork of.
    std::int64_t searched() const;

    Instant now() const;
    std::size_t workloadCount() const;
    Workload workload(WorkloadId id) const;
    // As workload(id) says, and cheaper.
    std::string name(WorkloadId id) const;
    Instant submit(WorkloadId id) const;
    Instant waitsSince(WorkloadId id) const;
    std::size_t quotaCount() const;
    const Quota& quota(QuotaId id) const;  // with present sizes and policies
    std::optional<QuotaId> parent(QuotaId id) const;
    std::optional<WorkloadId> findWorkload(std::string_view name) const;
    std::optional<QuotaId> findQuota(std::string_view name) const;
    const std::vector<Node>& nodes() const;
    const Settings& settings() const;
    const std::vector<Workspace>& workspaces() const;
    // GPUs of ready nodes plus what runs (physically) on cordoned ones, all groups.
    Gpu capacity() const;
    NodeState nodeState(std::size_t index) const;  // of nodes()
    // Since when it has been in that state; nothing = from the beginning, or before it was loaded.
    std::optional<Instant> nodeSince(std::size_t index) const;
    // Which roots divide it: nodes of one number stand together. -1 = nobody's.
    int nodeGroup(std::size_t index) const;
    int groupOf(QuotaId id) const;
    // How many replicas that ask for `each` GPUs and nothing else would find a place on it now, as
    // placement has it (rule 13): what is booked takes room, a node that is not ready has none.
    int replicasThatFit(std::size_t index, Gpu each) const;

    bool submitted(WorkloadId id) const;
    WorkloadState state(WorkloadId id) const;
    QuotaId quotaOf(WorkloadId id) const;
    // GPUs it holds physically: also while it is told to stop, not while it is booked.
    Gpu held(WorkloadId id) const;
    std::pair<QuotaId, Gpu> quotaAndHeld(WorkloadId id) const;
    int replicasRunning(WorkloadId id) const;  // without what is told to stop, or booked
    // Where it is physically, as held() counts, by number of the replica.
    std::vector<DeviceSeat> seats(WorkloadId id) const;
    // Everything but the reason, which costs more.
    WorkloadOutcome status(WorkloadId id) const;
    std::optional<Reason> reason(WorkloadId id) const;
    // With what documents and explanations say beside that: see fullReasonOf().
    std::optional<Reason> fullReason(WorkloadId id) const;
    // Of waiting or running work: see whyNeverAgain() in reasons.h.
    std::optional<Reason> neverAgain(WorkloadId id) const;
    QuotaNumbers numbers(QuotaId id) const;
    // Of each resource in which running work is above the quota's own limit, which was lowered.
    std::vector<Message> aboveLimit(QuotaId id) const;
    // As numbers(id) says, and cheaper.
    Gpu pending(QuotaId id) const;
    // Of what its own part may claim beside its children; without children all of its share.
    Gpu ownShare(QuotaId id) const;
    // Ids of all that wait in the quota's own queue, in queue order (rule "Words"), then those that
    // stand outside it: booked, idle, at a cap, never fits.
    std::vector<WorkloadId> waiting(QuotaId id) const;
    std::vector<WorkloadId> running() const;  // file order, with what is told to stop
    // One of a quota at most, the soonest.
    std::vector<PendingReclaim> pendingReclaims() const;
    // When delays will be over after which it is judged who has to go, if anybody.
    std::vector<Instant> judgedAt() const;

    // Of one that is told to stop, as a whole or some replicas: who is booked and waits for that.
    std::vector<std::string> awaiting(WorkloadId id) const;
    // Holders and what would start it; runs and evictions are kept by the recorder, not here.
    std::vector<Holder> holders(WorkloadId id, std::size_t most, int& leftOut) const;
    // At a moment from now() on, before nextTimer().
    UnblockAnswer unblock(WorkloadId id, std::size_t most, Instant at) const;

    // Who runs and could be taken, one by one, by work of so many GPUs if the quota had this
    // policy: see reachOf(). At a moment from now() on, before nextTimer().
    PolicyReach reach(QuotaId id, const QuotaPolicy& policy, PreemptionLevel level, Gpu request,
                      Instant at) const;
    // The other quotas of its level (rule 15); of a root those that divide the same nodes.
    std::vector<QuotaId> siblings(QuotaId id) const;

    // Whether decisions name the runner-up victim set (rule 20). On by default; costs a second
    // search for each eviction, changes no decision.
    void keepRunnerUp(bool keep);
    // Once that is requested step() ends before everybody was asked: what is left of the engine is
    // good for nothing but to be dropped. {} = never, as at first; a copy has the same.
    void stopWhen(std::stop_token stop);
    // For tests: asks everybody in every pass, also those who would be asked in vain. Slow, and
    // changes no decision.
    void askEverybody();

private:
    Gpu heldBy(WorkloadId id) const;  // that is alive
    ReasonMemo& memo() const;
    static constexpr Instant kNoTimer = std::numeric_limits<Instant>::max();
    Instant firstTimer() const;  // or kNoTimer

    std::unique_ptr<EngineState> state_;
};

}  // namespace apportion
