// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/comparison.h"

#include <array>

namespace apportion {

std::string_view changeText(Change change) {
    constexpr std::array<std::string_view, 9> kTexts{
        "added", "removed", "starts", "never", "evicted", "spared", "earlier", "later", "moved"};
    return kTexts[static_cast<std::size_t>(change)];
}

namespace {

bool isOfReplicas(const std::optional<Message>& reason) {
    return reason && (plainCode(reason->code) == "evicted-elastic" || reason->code == "elastic");
}

// Beside times that are alike it says what is not.
std::string_view wordsOfMoved(const WorkloadDifference& workload) {
    const auto alike = [](const auto& pair) { return pair.base == pair.changed; };
    if (!alike(workload.start) || !alike(workload.end) || !alike(workload.waited))
        return changeText(workload.change);
    const auto& [base, changed] = workload.reason;
    if (isOfReplicas(changed))
        return "gives up more replicas";
    if (isOfReplicas(base))
        return "gives up fewer replicas";
    if (base && changed)
        return base->code == changed->code ? "elsewhere in the queue" : "for another reason";
    return workload.start.base ? "runs otherwise" : "otherwise";
}

// Its runs began anew: `start` is that of the last one.
std::string_view wordsOfEvicted(const WorkloadDifference& workload) {
    const auto differs = [](const auto& pair) { return pair.base != pair.changed; };
    switch (workload.change) {
        case Change::evicted:
            return "evicted more often";
        case Change::spared:
            return "evicted less often";
        case Change::earlier:
            return differs(workload.end) ? "ends earlier" : "last starts earlier";
        case Change::later:
            return differs(workload.end) ? "ends later" : "last starts later";
        case Change::moved:
            return wordsOfMoved(workload);
        default:
            return changeText(workload.change);
    }
}

}  // namespace

std::string_view changeWords(const WorkloadDifference& workload) {
    switch (workload.waitAlone) {
        case WaitChange::less:
            return "waited less";
        case WaitChange::longer:
            return "waited longer";
        case WaitChange::submittedEarlier:
            return "submitted earlier";
        case WaitChange::submittedLater:
            return "submitted later";
        case WaitChange::none:
            break;
    }
    const auto [base, changed] = workload.preemptions;
    if (base.value_or(0) > 0 && changed.value_or(0) > 0)
        return wordsOfEvicted(workload);
    return workload.change == Change::moved ? wordsOfMoved(workload) : changeText(workload.change);
}

}  // namespace apportion
