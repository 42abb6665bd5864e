// SPDX-License-Identifier: GPL-3.0-or-later
// One workload explained in words.
#include <algorithm>

#include "app/ctl/answer_text.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/words.h"
#include "core/cluster/slurm/gate.h"
#include "core/model/booked_start.h"
#include "core/model/bounds.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/view/explain/remedies.h"

namespace apportion::ctl {

namespace {

using Zero = std::optional<Instant>;

std::string stateLine(const Scenario& scenario, const Explanation& explanation) {
    const bool cancelled = explanation.state == WorkloadState::cancelled;
    // It left the queue for a while.
    const bool held =
        cancelled && explanation.reason && explanation.reason->message.code == slurm::kHeldCode;
    const bool neverRan = cancelled && !held && explanation.runs.empty();
    std::string text = explanation.workload + " (quota " + explanation.quota + ") is " +
                       std::string(held ? "held" : stateText(explanation.state)) +
                       (neverRan ? ", before it started, at " : " at ") +
                       instantText(scenario, explanation.time);
    if (explanation.position)
        text += ", number " + grouped(*explanation.position) + " of its queue";
    text += ".\n";
    for (const Message& message : explanation.toldToStop)
        text += wrapped(told(message, epochValue(scenario.epoch)), 0);
    return text;
}

std::string reasonSection(const Explanation& explanation, const Zero& zero) {
    if (!explanation.reason)
        return {};
    const Message& message = explanation.reason->message;
    const std::string rule =
        isOfRule(*explanation.reason)
            ? " (rule " + std::to_string(number(explanation.reason->rule)) + ")"
            : std::string();
    return heading("Why: " + std::string(codeText(explanation.reason->code)) + rule) +
           (explanation.ahead ? wrapped(told(*explanation.ahead, zero), 2) : std::string()) +
           wrapped(told(message, zero), 2) + wrapped(toldRemedy(message, zero), 2);
}

// Holders to whom the same sentence applies.
struct HolderGroup {
    bool takeable = false;
    std::string why;
    std::vector<std::string> names;
    Value held;  // of the resource that is missing
};

std::vector<HolderGroup> groupsOf(const std::vector<Holder>& holders, const Zero& zero) {
    std::vector<HolderGroup> groups;
    for (const Holder& holder : holders) {
        const std::string why = told(holder.why, zero);
        auto group = std::find_if(groups.begin(), groups.end(), [&](const HolderGroup& g) {
            return g.takeable == holder.takeable && g.why == why;
        });
        if (group == groups.end())
            group =
                groups.insert(group, {holder.takeable, why, {}, {heldBy(holder).kind, 0, {}, {}}});
        const std::string held = exactWords(heldBy(holder));  // the sum has the unit
        group->names.push_back(holder.workload + " (" + holder.quota + ", " +
                               held.substr(0, held.find(' ')) + ")");
        group->held.number += heldBy(holder).number;
    }
    return groups;
}

std::string holdersSection(const Explanation& explanation, const Zero& zero) {
    if (explanation.holders.empty())
        return {};
    std::string text = heading("Who holds what it needs");
    for (const HolderGroup& group : groupsOf(explanation.holders, zero)) {
        std::string names;
        for (const std::string& name : group.names)
            names += (names.empty() ? "" : ", ") + name;
        text += wrapped(exactWords(group.held) +
                            (group.takeable ? " can be evicted: " : " cannot be evicted: ") + names,
                        2);
        text += wrapped(group.why, 6);
    }
    if (explanation.holdersLeftOut > 0)
        text += "  … and " + grouped(explanation.holdersLeftOut) + " more.\n";
    return text;
}

std::vector<std::string> costsOf(const Unblock& unblock) {
    const RunsOn& runsOn = unblock.runsOn;
    std::vector<std::string> costs;
    if (auto evicted = losingTheirRun(unblock.evicts, runsOn); !evicted.empty())
        costs.push_back("This evicts " + exactWords(Value::ofList(std::move(evicted))) + ".");
    for (const RunsOn::Fewer& each : runsOn.fewer)
        costs.push_back(each.workload + " releases " + grouped(each.replicas) + " of " +
                        grouped(each.of) + " replicas and continues.");
    if (!runsOn.moved.empty())
        costs.push_back("This moves and restarts " + exactWords(Value::ofList(runsOn.moved)) + ".");
    return costs;
}

std::string unblockSection(const Explanation& explanation, const std::string& user,
                           const Zero& zero) {
    // What waits beside the engine waits for a person, and the reason says for what.
    if (explanation.state != WorkloadState::pending || !explanation.reason ||
        explanation.reason->code == ReasonCode::needsApproval ||
        explanation.reason->code == ReasonCode::notLive)
        return {};
    const std::vector<Remedy> remedies = remediesOf(explanation, user);
    const bool none = remedies.empty() && explanation.unblockProven;
    // No edit of a plan makes a member: the reason names who can.
    if (none && (explanation.reason->code == ReasonCode::forbidden ||
                 explanation.reason->code == ReasonCode::maxPriority))
        return {};
    std::string text = heading("What would start it");
    if (explanation.starts)
        text += listed("Wait: " + told(*explanation.starts, zero), 2);
    if (none && explanation.reason->code == ReasonCode::neverFits)
        return text + wrapped(told({"unblock-none.never-fits",
                                    {{"gpu", Value::ofGpu(kMostGpuOfNode)},
                                     {"cpu", Value::ofCpu(kMostCpuOfNode)}}}),
                              2);
    if (const auto start = bookedStart(explanation); start && remedies.empty())
        return text + wrapped(told(*start, zero), 2);
    if (none)
        return text + "  No single change starts it.\n";
    if (remedies.empty())
        return text + wrapped(told({"unblock-none.unproven",
                                    {{"workload", Value::ofText(explanation.workload)},
                                     {"trials", Value::ofCount(explanation.unblockTrials)}}}),
                              2);
    for (const Remedy& remedy : remedies) {
        text += listed(told(remedy.message, zero), 2);
        if (!remedy.edits.empty())
            for (const std::string& cost : costsOf(*remedy.edits.front()))
                text += wrapped(cost, 4);
    }
    if (!explanation.unblockProven)
        text += wrapped(told({"unblock-some",
                              {{"workload", Value::ofText(explanation.workload)},
                               {"trials", Value::ofCount(explanation.unblockTrials)}}}),
                        2);
    return text;
}

std::string userOf(const Scenario& scenario, const std::string& name) {
    const auto& work = scenario.workloads;
    const auto found = std::find_if(work.begin(), work.end(),
                                    [&](const Workload& each) { return each.name == name; });
    return found == work.end() ? std::string() : found->user;
}

std::string runsSection(const Scenario& scenario, const Explanation& explanation) {
    if (explanation.runs.empty())
        return {};
    TextTable table({{"from", Align::right},
                     {"to", Align::right},
                     {"ended by", Align::left},
                     {"nodes", Align::left}});
    for (const Run& run : explanation.runs) {
        std::vector<std::string> nodes;
        for (const Placement& placement : run.placements)
            if (nodes.empty() || nodes.back() != placement.node)
                nodes.push_back(placement.node);
        table.row({momentCell(scenario, run.start), run.end ? momentCell(scenario, *run.end) : "-",
                   run.endedBy.empty() ? "-" : run.endedBy, exactWords(Value::ofList(nodes))});
    }
    return heading("Runs") + table.text();
}

}  // namespace

std::string explanationText(const Scenario& scenario, const Explanation& explanation) {
    const Zero zero = epochValue(scenario.epoch);
    std::string text = stateLine(scenario, explanation);
    text += reasonSection(explanation, zero);
    text += holdersSection(explanation, zero);
    text += runsSection(scenario, explanation);
    if (!explanation.evictions.empty()) {
        text += heading("Its evictions");
        for (const Eviction& eviction : explanation.evictions)
            text += evictionText(scenario, eviction);
    }
    text += unblockSection(explanation, userOf(scenario, explanation.workload), zero);
    return text;
}

}  // namespace apportion::ctl
