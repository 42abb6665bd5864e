// SPDX-License-Identifier: GPL-3.0-or-later
// Looks for the reason why one workload waits, in the order of the law. Its parts live in the files
// named after them: access, fit, bounds, room.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/engine/reason_memo.h"
#include "core/model/reason.h"

namespace apportion {

// The message where nodes that take no work are what is missing; how it goes on says more.
inline constexpr char kNodesAway[] = "no-eligible-victims.nodes";

class ReasonFinder {
public:
    // The state is changed for trials only and always put back.
    ReasonFinder(EngineState& state, WorkloadId id, ReasonMemo& memo)
        : state_(state), id_(id), job_(state.jobs[id]), memo_(memo) {}

    std::optional<Reason> run();
    // The first reasons, which also hold of running work once it is evicted.
    std::optional<Reason> neverStarts() const;
    // Its request alone is more than a cap allows.
    std::optional<Reason> aboveCap() const;

private:
    const std::string& quotaName() const { return state_.tree.quota(job_.quota()).name; }
    Value text(const std::string& value) const { return Value::ofText(value); }

    // Who still stops where it is booked.
    Reason waitingForVictims() const;
    std::optional<Reason> behindHead() const;
    // When the balance window opens for it, if it is the next.
    std::optional<Instant> windowOpens() const;

    // reasons_access.cpp
    Reason notAllowed() const;
    Reason maxPriority() const;
    // The strictest: under which most is missing, then the smallest, then the first.
    Reason cap() const;
    Reason capOf(AccountId strictest) const;

    // reasons_fit.cpp
    // The limit it could never keep, else the nodes that could never hold it.
    Reason neverFits() const;
    // The quota's root has no node to divide.
    Reason noNodeAtAll() const;
    // The first dimension in which one replica asks for more than any node has.
    std::optional<Reason> noNodeFor(const Resources& request) const;
    bool hasGpus() const;  // a node it may use
    const char* narrowestWhenEmpty(const Slot& slot) const;
    Reason beyondLimit(BranchId id, const char* resource, std::int64_t requested,
                       std::int64_t bound) const;
    Reason gpuType() const;

    // reasons_bounds.cpp
    Value holdersAt(BranchId branch, bool fixedOnly = false, const char* resource = "gpu") const {
        return Value::ofList(memo_.holdersAt(state_, branch, fixedOnly, resource));
    }
    std::optional<Reason> bound() const;
    Reason boundReason(ReasonCode code, const BrokenBound& bound) const;
    Gpu chargedAt(const BrokenBound& bound) const;
    // What its start adds to the charges of the top level: its own quotas may keep some of it.
    Gpu topRaise() const;
    // Whether the top level had room if nobody held anything back.
    bool roomBut(const BrokenBound& top) const;
    // Who holds back most of what it does not use, at or below a branch or in the whole group.
    Reason keptBack(BranchId below, Gpu missing) const;
    Reason idleOff(const BrokenBound& off) const;

    // reasons_room.cpp
    Reason noCapacity(const ReasonMemo::Room& room) const;
    Reason fragmented(const ReasonMemo::Room& room) const;
    Reason noVictims(const ReasonMemo::Room& room) const;
    Reason aboveFairShare(const ReasonMemo::Room& room) const;
    // The highest branch of its path where it would exceed guarantee and share, and what is
    // allocated there, with what is held back for those below.
    struct Beyond {
        BranchId branch;
        Gpu placed;
    };
    Beyond beyondShare() const;
    // What nodes of its type have, where there are others.
    void sayType(Message& message, const ReasonMemo::Room& room) const;
    void sayUnprovenMoves(Message& message) const;
    static void sayNodesAway(Message& message, const ReasonMemo::Room& room);
    // Who could be moved for it but for what that would lose.
    void sayUnmoved(Message& message) const;

    EngineState& state_;
    WorkloadId id_;
    const Job& job_;
    ReasonMemo& memo_;
};

}  // namespace apportion
