// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/rest_reasons.h"

#include <utility>

#include "core/change/refuse.h"

namespace apportion {

Reason approvalReason(const Workload& spec) {
    return {ReasonCode::needsApproval,
            Rule::access,
            {"needs-approval", {textArgument("workload", spec.name)}}};
}

Reason notLiveReason(const Workload& spec) {
    return {
        ReasonCode::notLive, Rule::timeline, {"not-live", {textArgument("workload", spec.name)}}};
}

namespace {

bool sharesNode(const Engine& before, WorkloadId victim, const std::vector<DeviceSeat>& seats) {
    for (const DeviceSeat& held : before.seats(victim))
        for (const DeviceSeat& seat : seats)
            if (held.node == seat.node)
                return true;
    return false;
}

// Whom it evicts by its start. Of background workloads and replicas nothing is kept of who took
// them: those of its nodes.
std::vector<std::string> evictedFor(const Engine& before, const Engine& looked, WorkloadId id) {
    std::vector<std::string> names;
    const std::vector<DeviceSeat> seats = looked.seats(id);
    for (const WorkloadId victim : before.running()) {
        if (looked.replicasRunning(victim) >= before.replicasRunning(victim))
            continue;
        const WorkloadId taker = looked.past(victim).lastTaker;
        if (taker == id ||
            (taker == before.past(victim).lastTaker && sharesNode(before, victim, seats)))
            names.push_back(looked.name(victim));
    }
    return names;
}

}  // namespace

Reason reasonAtRest(std::optional<Reason> asked, const Engine& before, const Engine& looked,
                    WorkloadId id) {
    if (asked && (asked->code != ReasonCode::waitingForVictims || !before.past(id).booked.empty()))
        return std::move(*asked);
    Reason waits = notLiveReason(before.workload(id));
    if (!asked) {
        if (auto victims = evictedFor(before, looked, id); !victims.empty()) {
            waits.message.code = "not-live.evicting";
            waits.message.arguments.push_back(listArgument("victims", std::move(victims)));
        }
        return waits;
    }
    waits.message.code = "not-live.grace";
    for (Argument& each : asked->message.arguments)
        if (each.name == "victims")
            waits.message.arguments.push_back(std::move(each));
    return waits;
}

std::optional<Reason> endReason(const ProjectWorkload& work) {
    const auto& message = work.run.reason;
    if (!message)
        return {};
    // Only what caps and membership forbid is rejected, and commands that cannot run here; what
    // a command ended with goes the same way.
    const auto code = reasonFromText(message->code.substr(0, message->code.find('.')));
    return Reason{code.value_or(ReasonCode::forbidden), Rule::access, *message};
}

}  // namespace apportion
