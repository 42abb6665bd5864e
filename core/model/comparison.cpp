// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/comparison.h"

#include <array>

namespace apportion {

std::string_view changeText(WorkloadChange change) {
    constexpr std::array<std::string_view, 9> kTexts{
        "added", "removed", "starts", "never", "evicted", "spared", "earlier", "later", "moved"};
    return kTexts[static_cast<std::size_t>(change)];
}

namespace {

bool isOfReplicas(const std::optional<Message>& reason) {
    return reason && (plainCode(reason->code) == "evicted-elastic" || reason->code == "elastic");
}

std::string_view wordsOf(const Message& otherwise, const Pair<GpuTime>& lost) {
    const auto grows = [&] {
        return otherwise.arguments[0].value.number < otherwise.arguments[1].value.number;
    };
    const std::string_view code = otherwise.code;
    if (code == "compare-state")
        return "in another state";
    if (code == "compare-replicas")
        return grows() ? "more replicas" : "fewer replicas";
    if (code == "compare-gpus")
        return grows() ? "more GPUs" : "fewer GPUs";
    if (code == "compare-nodes")
        return "on other nodes";
    if (code == "compare-stopping")
        return "stops at another moment";
    if (code == "compare-stopping.only")
        return "told to stop";
    if (code == "compare-stopping.not")
        return "not told to stop";
    if (code == "compare-position")
        return "elsewhere in the queue";
    if (code == "compare-ran-longer")
        return "ran longer";
    if (code == "compare-ran-shorter")
        return "ran less";
    return lost.base < lost.changed ? "loses more work" : "loses less work";
}

// Beside times that are alike it says what is not. What waits to the end of both runs may have
// waited longer as its run ends later, and nothing else.
std::string wordsOfMoved(const WorkloadDifference& workload) {
    const auto alike = [](const auto& pair) { return pair.base == pair.changed; };
    if (!alike(workload.start) || !alike(workload.end) ||
        (workload.start.base && !alike(workload.waited)))
        return std::string(changeText(workload.change));
    const auto& [base, changed] = workload.reason;
    std::string words;
    const auto add = [&words](std::string_view more) {
        words += words.empty() ? "" : ", ";
        words += more;
    };
    if (isOfReplicas(changed))
        add("gives up more replicas");
    else if (isOfReplicas(base))
        add("gives up fewer replicas");
    else if (base && changed && base->code != changed->code)
        add("for another reason");
    for (const Message& otherwise : workload.otherwise)
        add(wordsOf(otherwise, workload.lost));
    return words.empty() ? std::string(changeText(workload.change)) : words;
}

bool isCancelled(const std::optional<Message>& reason) {
    return reason && reason->code == "compare-cancelled";
}

// Of what started before all the same, or was not evicted more or less often; empty where the
// change says it itself.
std::string_view wordsOfEnd(const WorkloadDifference& workload) {
    const auto& [base, changed] = workload.reason;
    const bool asOften = workload.preemptions.base == workload.preemptions.changed;
    if (workload.change == WorkloadChange::never && isCancelled(changed))
        return "cancelled";
    if (workload.change == WorkloadChange::never && workload.start.changed)
        return "waits for ever";
    if (workload.change == WorkloadChange::spared && asOften && isCancelled(base))
        return "not cancelled";
    if (workload.change == WorkloadChange::spared && asOften && workload.start.base)
        return "does not wait for ever";
    return {};
}

// Its runs began anew: `start` is that of the last one.
std::string wordsOfEvicted(const WorkloadDifference& workload) {
    const auto differs = [](const auto& pair) { return pair.base != pair.changed; };
    switch (workload.change) {
        case WorkloadChange::evicted:
            return "evicted more often";
        case WorkloadChange::spared:
            return "evicted less often";
        case WorkloadChange::earlier:
            return differs(workload.end) ? "ends earlier" : "last starts earlier";
        case WorkloadChange::later:
            return differs(workload.end) ? "ends later" : "last starts later";
        case WorkloadChange::moved:
            return wordsOfMoved(workload);
        default:
            return std::string(changeText(workload.change));
    }
}

}  // namespace

std::string changeWords(const WorkloadDifference& workload) {
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
    if (const std::string_view end = wordsOfEnd(workload); !end.empty())
        return std::string(end);
    const auto [base, changed] = workload.preemptions;
    if (base.value_or(0) > 0 && changed.value_or(0) > 0)
        return wordsOfEvicted(workload);
    return workload.change == WorkloadChange::moved ? wordsOfMoved(workload)
                                                    : std::string(changeText(workload.change));
}

}  // namespace apportion
