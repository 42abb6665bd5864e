// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/entry_inputs.h"

#include "core/change/apply_edits.h"
#include "core/change/units.h"
#include "core/io/scenario_parts.h"
#include "core/model/policy_keys.h"
#include "core/store/price_values.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

bool sameBeside(const Quota& a, const Quota& b) {
    return a.name == b.name && a.parent == b.parent && a.guaranteed.cpu == b.guaranteed.cpu &&
           a.guaranteed.memory == b.guaranteed.memory;
}

class Reader {
public:
    explicit Reader(const JournalEntry& entry)
        : entry_(entry), arguments_(Arguments::fromJson(entry.arguments)) {
        scale_.mode = fromWord<ScaleMode>(arguments_.text("mode")).value_or(ScaleMode::refuse);
        limits_ = fromWord<ScaleMode>(arguments_.text("mode")).value_or(ScaleMode::drain);
        scale_.after = durationArgument(arguments_.text("after")).value_or(0);
        if (entry.action != "apply")
            return;
        const CommandRequest request = requestOf(entry.action, arguments_);
        const EditModes modes = modesOf(std::get<ApplyEdits>(request.change));
        scale_.mode = modes.sizes;
        scale_.after = modes.after;
        limits_ = modes.limits;
    }

    EntryInputs read() {
        for (const Fact& fact : entry_.facts)
            take(fact);
        if (!scale_.targets.empty())
            inputs_.events.emplace_back(scale_);
        return std::move(inputs_);
    }

private:
    void take(const Fact& fact) {
        switch (fact.kind) {
            case ObjectKind::quota:
                return takeQuota(fact);
            case ObjectKind::nodeState:
                return takeNode(fact);
            case ObjectKind::workload:
                return takeWorkload(fact);
            case ObjectKind::pool:
                inputs_.reload |=
                    store::withoutPrices(fact.before) != store::withoutPrices(fact.after);
                return;
            case ObjectKind::nodes:
            case ObjectKind::workspace:
                inputs_.reload = true;
                return;
            case ObjectKind::user:
            case ObjectKind::temporary:
            case ObjectKind::timetable:
            case ObjectKind::restorePoint:
            case ObjectKind::run:
                return takeRun(fact);
            case ObjectKind::eviction:
            case ObjectKind::ended:
                return;
        }
    }

    void takeQuota(const Fact& fact) {
        const auto before = parseQuota(fact.before);
        const auto after = parseQuota(fact.after);
        if (fact.before.empty() || fact.after.empty() || !before || !after ||
            !sameBeside(*before, *after) || before->policy.nodes != after->policy.nodes) {
            inputs_.reload = true;
            return;
        }
        if (before->guaranteed.gpu != after->guaranteed.gpu)
            scale_.targets.push_back({after->name, Limit{after->guaranteed.gpu, {}, {}}});
        if (before->policy != after->policy)
            inputs_.events.emplace_back(PolicyEvent{
                after->name, changeTo(before->policy, after->policy), limits_, scale_.after});
    }

    void takeNode(const Fact& fact) {
        NodeState state = NodeState::ready;
        for (const NodeState each : {NodeState::cordoned, NodeState::down, NodeState::draining})
            if (fact.after.find('"' + std::string(word(each)) + '"') != std::string::npos)
                state = each;
        inputs_.events.emplace_back(NodeEvent{fact.key, state});
    }

    void takeWorkload(const Fact& fact) {
        if (fact.before.empty()) {
            // With a command it comes when that is approved.
            if (store::withoutCommand(fact.after) == fact.after)
                inputs_.submitted.push_back(fact.key);
        } else if (!fact.after.empty())
            inputs_.reload = true;  // its spec was changed
        else if (entry_.action == "finish" || entry_.action == "fail")
            inputs_.events.emplace_back(FinishEvent{fact.key});
        else
            inputs_.events.emplace_back(CancelEvent{fact.key});
    }

    // Work enters the queue when its command may run, and leaves it when it may no longer.
    void takeRun(const Fact& fact) {
        if (entry_.action == "approve")
            inputs_.submitted.push_back(fact.key);
        else if (entry_.action == "hold")
            inputs_.reload = true;
    }

    const JournalEntry& entry_;
    Arguments arguments_;
    ScaleEvent scale_;
    ScaleMode limits_ = ScaleMode::drain;
    EntryInputs inputs_;
};

}  // namespace

PolicyChange changeTo(const QuotaPolicy& before, const QuotaPolicy& after) {
    PolicyChange change = differencesOf(before).reversed(after);
    const PolicyChange now = differencesOf(after);
    eachPolicyKey([&](auto PolicyChange::*key) {
        if (now.*key)
            change.*key = now.*key;
    });
    return change;
}

EntryInputs inputsOf(const JournalEntry& entry) {
    return Reader(entry).read();
}

std::vector<EventAction> eventsBetween(const std::vector<Quota>& before,
                                       const std::vector<Quota>& after, ScaleMode mode) {
    std::vector<EventAction> events;
    ScaleEvent scale;
    scale.mode = mode;
    for (std::size_t i = 0; i < after.size(); ++i) {
        PolicyEvent policy{after[i].name, {}};
        if (before[i].policy != after[i].policy)
            policy.change = changeTo(before[i].policy, after[i].policy);
        policy.change.nodes.reset();  // a pool is loaded anew for that
        if (policy.change != PolicyChange{})
            events.emplace_back(std::move(policy));
        if (before[i].guaranteed.gpu != after[i].guaranteed.gpu)
            scale.targets.emplace_back(after[i].name, Limit{after[i].guaranteed.gpu, {}, {}});
    }
    if (!scale.targets.empty())
        events.emplace_back(std::move(scale));
    return events;
}

}  // namespace apportion
