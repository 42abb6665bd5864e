// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload waits, was rejected or has failed. The order of the enum is the order in which the
// engine looks: the first that holds is the reason (core/engine/README.md, "Why it waits").
#pragma once

#include <optional>
#include <string_view>

#include "core/model/message.h"
#include "core/model/rule.h"

namespace apportion {

enum class ReasonCode {
    forbidden,
    maxPriority,
    neverFits,
    gpuType,
    blockedByHead,
    cap,
    overLimit,
    nonPreemptibleOverQuota,
    overQuotaOff,
    keptBack,
    waitingForVictims,
    fragmented,
    aboveFairShare,
    noEligibleVictims,
    noCapacity,
    // Of commands in a project; the engine does not see them.
    needsApproval,
    commandFailed,
    notLive,
};

std::string_view codeText(ReasonCode code);  // "never-fits"
std::optional<ReasonCode> reasonFromText(std::string_view text);

struct Reason {
    ReasonCode code = ReasonCode::noCapacity;
    Rule rule = Rule::placement;
    Message message;  // its code is codeText(code) or a variant, "never-fits.node"
    friend bool operator==(const Reason&, const Reason&) = default;
};

// No end of other work and no turn in a queue starts what waits for it.
constexpr bool neverStarts(ReasonCode code) {
    return code <= ReasonCode::gpuType;
}

// Whether a rule decided it: what became of a command decides nobody.
bool isOfRule(const Reason& reason);

}  // namespace apportion
