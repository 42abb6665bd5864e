// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reasons.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/engine/awaited.h"
#include "core/engine/no_victims.h"
#include "core/engine/reason_finder.h"
#include "core/engine/submission.h"
#include "core/engine/turn.h"
#include "core/model/words.h"

namespace apportion {

std::optional<Reason> ReasonFinder::run() {
    if (job_.phase == Phase::rejected)
        return notAllowed();
    if (job_.phase == Phase::booked)
        return waitingForVictims();
    if (job_.phase != Phase::waiting)
        return std::nullopt;
    if (auto reason = neverStarts())
        return reason;
    if (job_.atCap)
        return cap();
    if (auto reason = behindHead())
        return reason;
    if (auto reason = bound())
        return reason;
    const ReasonMemo::Room& room = memo_.room(state_, job_);
    if (room.free >= job_.requestGpu())
        return fragmented(room);
    return job_.idle() ? noCapacity(room) : noVictims(room);
}

std::optional<Reason> ReasonFinder::neverStarts() const {
    const bool waits = job_.phase == Phase::waiting;
    if ((waits ? job_.forbidden : forbidden(state_, job_)) || state_.zeroCap(job_))
        return notAllowed();
    if (job_.fit == Fit::neverFits)
        return neverFits();
    if (job_.fit == Fit::gpuType)
        return gpuType();
    return std::nullopt;
}

Reason ReasonFinder::waitingForVictims() const {
    std::vector<std::string> victims;
    Instant until = state_.now;
    for (const Awaited& each : awaitedBy(state_, job_)) {
        if (victims.empty() || victims.back() != state_.name(each.id))
            victims.push_back(state_.name(each.id));
        until = std::max(until, each.part->until);
    }
    const auto count = static_cast<int>(victims.size());
    return {ReasonCode::waitingForVictims,
            Rule::noVainEviction,
            {"waiting-for-victims",
             {{"quota", text(quotaName())},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"victims", Value::ofList(std::move(victims))},
              {"count", Value::ofCount(count)},
              {"until", Value::ofSeconds(until)}}}};
}

std::optional<Reason> ReasonFinder::behindHead() const {
    if (job_.idle())
        return std::nullopt;  // stands in no queue
    if (Turn(job_.leaf()).names(state_, id_))
        return std::nullopt;
    const auto& head = state_.queueOf(job_).head();
    Message message{"blocked-by-head",
                    {{"quota", text(quotaName())},
                     {"queueing", text(std::string(word(state_.queueing(job_.leaf()))))},
                     {"head", text(state_.name(head->id()))},
                     {"position", Value::ofCount(state_.queueOf(job_).position(id_))}}};
    if (const auto opens = windowOpens()) {
        message.arguments.push_back({"until", Value::ofSeconds(*opens)});
        message.then.emplace_back("window-opens");
    }
    return Reason{ReasonCode::blockedByHead, Rule::order, std::move(message)};
}

std::optional<Instant> ReasonFinder::windowOpens() const {
    if (state_.queueing(job_.leaf()) != Queueing::balance)
        return std::nullopt;
    const auto last = state_.windows.last(state_, job_.leaf());
    const auto next = last ? state_.queueOf(job_).first(last->next()) : std::nullopt;
    if (!next || next->id() != id_)
        return std::nullopt;
    return state_.job(last->id).inWindow.value_or(state_.now) + state_.settings.balanceTimeout;
}

namespace {

// Of those further back nobody is told in a list: others pass the first ones most.
constexpr int kMostTold = 50;

void sayOvertaken(const EngineState& state, WorkloadId id, Reason& reason) {
    const Job& job = state.job(id);
    const auto count =
        state.overtaking.of(job.leaf(), Place::of(job, id), job.requestGpu(), job.waitingSince);
    if (!count)
        return;
    auto& arguments = reason.message.arguments;
    arguments.push_back({"queue", Value::ofText(state.tree.quota(job.quota()).name)});
    arguments.push_back({"overtaken", Value::ofCount(count->starts)});
    arguments.push_back({"overtakenSince", Value::ofSeconds(count->since)});
    reason.message.then.emplace_back("overtaken");
}

bool has(const Message& message, std::string_view argument) {
    return std::any_of(message.arguments.begin(), message.arguments.end(),
                       [&](const Argument& each) { return each.name == argument; });
}

bool says(const Message& message, std::string_view row) {
    return std::find(message.then.begin(), message.then.end(), row) != message.then.end();
}

// The row that names the least that has to change; none where the reason says so itself.
const char* remedyOf(const Reason& reason) {
    const Message& message = reason.message;
    // The request alone is beyond the bound: no end of others makes room for it.
    const bool alone = has(message, "least");
    switch (reason.code) {
        case ReasonCode::neverFits:
            return message.then.empty() &&
                           (message.code == "never-fits" || message.code == "never-fits.node")
                       ? "after-larger-node"
                       : nullptr;
        case ReasonCode::cap:
            return alone ? "after-cap" : "after-release-or-cap";
        case ReasonCode::overLimit:
            return "after-release-or-limit";
        case ReasonCode::nonPreemptibleOverQuota:
            return !alone                    ? "after-release-or-guarantee"
                   : says(message, "direct") ? "after-own-part"
                                             : "after-guarantee";
        case ReasonCode::overQuotaOff:
            return message.code == "over-quota-off.idle" ? nullptr
                   : alone                               ? "after-guarantee-or-borrow"
                                                         : "after-release-or-borrow";
        case ReasonCode::keptBack:
            return "after-lend";
        case ReasonCode::fragmented:
            return message.code == "fragmented.no-node" ? "after-nodes" : "after-room";
        case ReasonCode::aboveFairShare:
            return says(message, "after-free") ? nullptr
                   : says(message, "of-type") || says(message, "direct")
                       ? "after-free"
                       : "after-free-or-guarantee";
        case ReasonCode::noEligibleVictims:
            return message.code == kNodesAway ? "after-nodes"
                   : says(message, "nearest-no-policy") || says(message, "nearest-non-preemptible")
                       ? "after-ends-or-policy"
                       : "after-ends";
        case ReasonCode::noCapacity:
            return "after-free";
        default:
            return nullptr;
    }
}

void sayRemedy(Reason& reason) {
    if (const char* row = remedyOf(reason))
        reason.message.then.emplace_back(row);
}

// Where it was asked and could not start, and would start if the others waited.
bool canBePassed(const EngineState& state, WorkloadId id, const Reason& reason) {
    const Job& job = state.job(id);
    if (has(reason.message, "least"))
        return false;
    return reason.code > ReasonCode::cap && reason.code != ReasonCode::waitingForVictims &&
           !job.idle() && state.queueing(job.leaf()) != Queueing::fifo;
}

}  // namespace

std::optional<Reason> reasonOf(EngineState& state, WorkloadId id, ReasonMemo& memo) {
    auto reason = ReasonFinder(state, id, memo).run();
    if (!reason)
        return reason;
    sayRemedy(*reason);
    if (canBePassed(state, id, *reason) && state.queueOf(state.job(id)).position(id) <= kMostTold)
        sayOvertaken(state, id, *reason);
    return reason;
}

std::optional<Reason> reasonOf(EngineState& state, WorkloadId id) {
    ReasonMemo memo;
    return reasonOf(state, id, memo);
}

std::optional<Reason> whyNeverAgain(EngineState& state, WorkloadId id) {
    ReasonMemo memo;
    const ReasonFinder finder(state, id, memo);
    auto reason = finder.neverStarts();
    return reason ? std::move(reason) : finder.aboveCap();
}

std::optional<Reason> fullReasonOf(EngineState& state, WorkloadId id, ReasonMemo& memo) {
    auto reason = ReasonFinder(state, id, memo).run();
    if (!reason)
        return reason;
    if (reason->code == ReasonCode::noEligibleVictims)
        sayNearest(state, id, memo, reason->message);
    sayRemedy(*reason);
    if (canBePassed(state, id, *reason))
        sayOvertaken(state, id, *reason);
    return reason;
}

}  // namespace apportion
