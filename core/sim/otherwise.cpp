// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/otherwise.h"

#include <numeric>

#include "core/model/number_text.h"

namespace apportion {

namespace {

// In their order, each once in a row.
std::vector<std::string> nodesOf(const std::vector<Placement>& placements) {
    std::vector<std::string> nodes;
    for (const Placement& placement : placements)
        if (nodes.empty() || nodes.back() != placement.node)
            nodes.push_back(placement.node);
    return nodes;
}

Gpu heldBy(const std::vector<Placement>& placements) {
    return std::accumulate(placements.begin(), placements.end(), Gpu{0},
                           [](Gpu sum, const Placement& each) { return sum + each.gpu; });
}

Value textOfLost(GpuTime lost) {
    return Value::ofText(gpuHoursText(lost));
}

class Aspects {
public:
    void tell(std::string_view code, Value before, Value after) {
        if (before != after)
            messages_.push_back(
                {std::string(code), {{"before", std::move(before)}, {"after", std::move(after)}}});
    }

    void stopping(const std::optional<Instant>& before, const std::optional<Instant>& after) {
        if (before && after)
            return tell("compare-stopping", Value::ofSeconds(*before), Value::ofSeconds(*after));
        if (after)
            messages_.push_back({"compare-stopping.only", {{"after", Value::ofSeconds(*after)}}});
        else if (before)
            messages_.push_back({"compare-stopping.not", {{"before", Value::ofSeconds(*before)}}});
    }

    // What waits again and waited as long in all ran for the rest of the time.
    void ran(const WorkloadOutcome& before, const WorkloadOutcome& after,
             const Pair<Instant>& clocks) {
        const bool waitsAgain = before.state == WorkloadState::pending &&
                                after.state == WorkloadState::pending && before.start &&
                                before.start == after.start;
        if (waitsAgain && before.waited == after.waited && clocks.base != clocks.changed)
            messages_.push_back(
                {clocks.base < clocks.changed ? "compare-ran-longer" : "compare-ran-shorter", {}});
    }

    std::vector<Message> take() { return std::move(messages_); }

private:
    std::vector<Message> messages_;
};

}  // namespace

std::vector<Message> otherwiseOf(const WorkloadOutcome& base, const WorkloadOutcome& changed,
                                 const Pair<Instant>& clocks, const LostByEvictions& cost) {
    Aspects aspects;
    aspects.tell("compare-state", Value::ofText(std::string(stateText(base.state))),
                 Value::ofText(std::string(stateText(changed.state))));
    const auto& before = base.placements;
    const auto& after = changed.placements;
    // What holds something on one side alone differs in its state.
    if (!before.empty() && !after.empty()) {
        aspects.tell("compare-replicas", Value::ofCount(static_cast<std::int64_t>(before.size())),
                     Value::ofCount(static_cast<std::int64_t>(after.size())));
        if (before.size() == after.size())
            aspects.tell("compare-gpus", Value::ofGpu(heldBy(before)), Value::ofGpu(heldBy(after)));
        aspects.tell("compare-nodes", Value::ofList(nodesOf(before)),
                     Value::ofList(nodesOf(after)));
    }
    aspects.stopping(base.stopping, changed.stopping);
    if (base.position && changed.position)
        aspects.tell("compare-position", Value::ofCount(*base.position),
                     Value::ofCount(*changed.position));
    aspects.ran(base, changed, clocks);
    aspects.tell(cost.onlyMoved ? "compare-lost.moves" : "compare-lost", textOfLost(cost.lost.base),
                 textOfLost(cost.lost.changed));
    return aspects.take();
}

}  // namespace apportion
