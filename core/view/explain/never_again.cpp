// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/never_again.h"

#include <algorithm>

namespace apportion {

namespace {

const char* codeOf(const Reason& reason) {
    const std::string& code = reason.message.code;
    switch (reason.code) {
        case ReasonCode::forbidden:
            return code.starts_with("forbidden.user") ? "never-again-user" : "never-again-quota";
        case ReasonCode::maxPriority:
            return "never-again-cap";
        case ReasonCode::cap:
            return "never-again-cap.request";
        case ReasonCode::gpuType:
            return "never-again-type";
        default:
            return code == "never-fits.limit" ? "never-again-limit" : "never-again-node";
    }
}

}  // namespace

std::optional<Message> neverAgain(const Engine& engine, WorkloadId id) {
    const auto reason = engine.neverAgain(id);
    if (!reason)
        return std::nullopt;
    Message message{codeOf(*reason), {{"workload", Value::ofText(engine.name(id))}}};
    const auto names = messageArguments(message.code);
    for (const Argument& each : reason->message.arguments)
        if (std::find(names.begin(), names.end(), each.name) != names.end())
            message.arguments.push_back(each);
    return message;
}

std::vector<NeverAgain> neverAgainBetween(const Engine& before, const Engine& after,
                                          const std::set<WorkloadId>& victims) {
    std::vector<NeverAgain> all;
    for (WorkloadId id = 0; id < after.workloadCount(); ++id) {
        const auto why = after.submitted(id) ? after.neverAgain(id) : std::nullopt;
        const WorkloadState state = after.state(id);
        if (!why || (state != WorkloadState::pending && state != WorkloadState::running))
            continue;
        NeverAgain one{NeverAgain::Work::evicted, after.name(id), {}};
        if (!victims.contains(id)) {
            const auto there = before.findWorkload(one.workload);
            if (!there)
                continue;
            // What only waits for a higher cap has its right.
            const auto then = before.neverAgain(*there);
            if (then && (state != WorkloadState::pending || then->code != ReasonCode::cap))
                continue;
            one.work = state == WorkloadState::running ? NeverAgain::Work::running
                                                       : NeverAgain::Work::waiting;
        }
        one.why = one.work == NeverAgain::Work::waiting ? why->message : *neverAgain(after, id);
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace apportion
