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
    return base.value_or(0) > 0 && changed.value_or(0) > 0 ? wordsOfEvicted(workload)
                                                           : changeText(workload.change);
}

}  // namespace apportion
