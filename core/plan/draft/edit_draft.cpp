// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/edit_draft.h"

#include <algorithm>

namespace apportion {

namespace {

using Kind = EditDraft::Kind;
using Key = EditDraft::Key;

PolicyChange policyOf(const EditDraft& draft) {
    PolicyChange change;
    const std::optional<std::int64_t> number =
        draft.number < 0 ? std::nullopt : std::optional(draft.number);
    switch (draft.key) {
        case Key::weight:
            change.weight = number;
            break;
        case Key::limit:
            change.limit = number ? std::optional(Limit{*number, {}, {}}) : std::nullopt;
            break;
        case Key::borrowing:
            change.overQuota = draft.borrowing;
            break;
        case Key::lend:
            change.lend = number;
            break;
        case Key::queueing:
            change.queueing = draft.queueing;
            break;
        case Key::minRuntime:
            change.minRuntime = number;
            break;
    }
    return change;
}

bool takePolicy(const PolicyChange& change, EditDraft& draft) {
    const auto take = [&](Key key, std::int64_t number) {
        draft.key = key;
        draft.number = number;
    };
    if (change.weight)
        take(Key::weight, change.weight->value_or(-1));
    else if (change.limit)
        take(Key::limit, *change.limit ? (*change.limit)->gpu.value_or(-1) : -1);
    else if (change.lend)
        take(Key::lend, change.lend->value_or(-1));
    else if (change.minRuntime)
        take(Key::minRuntime, change.minRuntime->value_or(-1));
    else if (change.overQuota && *change.overQuota) {
        draft.key = Key::borrowing;
        draft.borrowing = **change.overQuota;
    } else if (change.queueing && *change.queueing) {
        draft.key = Key::queueing;
        draft.queueing = **change.queueing;
    }
    // One key, and nothing else.
    return policyOf(draft) == change;
}

// One for all users, or none.
std::vector<Cap> capsOf(const EditDraft& draft) {
    Cap cap;
    cap.gpu = draft.gpuEach;
    return draft.gpuEach < 0 ? std::vector<Cap>() : std::vector<Cap>{cap};
}

bool take(const EventAction& action, EditDraft& draft) {
    if (const auto* scale = std::get_if<ScaleEvent>(&action)) {
        if (scale->targets.size() > kScaledTogether || scale->after != 0)
            return false;
        draft.kind = Kind::scale;
        draft.mode = scale->mode;
        for (std::size_t i = 0; i < scale->targets.size(); ++i) {
            draft.quotas[i] = scale->targets[i].first;
            draft.gpus[i] = scale->targets[i].second.gpu.value_or(0);
        }
        return true;
    }
    if (const auto* policy = std::get_if<PolicyEvent>(&action)) {
        draft.kind = Kind::policy;
        draft.quotas[0] = policy->quota;
        return takePolicy(policy->change, draft);
    }
    if (const auto* node = std::get_if<NodeEvent>(&action)) {
        draft.kind = Kind::node;
        draft.name = node->node;
        draft.state = node->state;
        return true;
    }
    return false;
}

bool take(const AddNodes& add, EditDraft& draft) {
    draft.kind = Kind::addNodes;
    draft.name = add.group.node.name;
    draft.count = add.group.count;
    draft.gpuEach = add.group.node.gpu;
    draft.gpuType = add.group.node.gpuType;
    return true;
}

bool take(const RemoveNodes& remove, EditDraft& draft) {
    draft.kind = Kind::removeNode;
    if (remove.nodes.size() == 1)
        draft.name = remove.nodes.front();
    return remove.nodes.size() == 1;
}

bool take(const AddQuota& add, EditDraft& draft) {
    draft.kind = Kind::joins;
    draft.name = add.quota.name;
    draft.quotas[0] = add.quota.parent;
    draft.gpuEach = add.quota.guaranteed.gpu;
    return true;
}

bool take(const Forecast& forecast, EditDraft& draft) {
    draft.kind = Kind::forecast;
    draft.quotas[0] = forecast.quota;
    draft.percent = static_cast<int>((forecast.scale - kForecastWhole) / 10);
    draft.later = forecast.shift;
    return true;
}

bool take(const ChangeCaps& change, EditDraft& draft) {
    draft.kind = Kind::caps;
    draft.name = change.workspace;
    draft.gpuEach = change.caps.empty() ? -kOneGpu : change.caps.front().gpu;
    return change == ChangeCaps{draft.name, capsOf(draft)};
}

PlanAction actionOf(const EditDraft& draft) {
    switch (draft.kind) {
        case Kind::scale: {
            ScaleEvent scale;
            scale.mode = draft.mode;
            for (std::size_t i = 0; i < kScaledTogether; ++i)
                if (!draft.quotas[i].empty())
                    scale.targets.emplace_back(draft.quotas[i], Limit{draft.gpus[i], {}, {}});
            return EventAction{scale};
        }
        case Kind::policy:
            return EventAction{PolicyEvent{draft.quotas[0], policyOf(draft)}};
        case Kind::node:
            return EventAction{NodeEvent{draft.name, draft.state}};
        case Kind::addNodes: {
            AddNodes add;
            add.group.node.name = draft.name;
            add.group.node.gpu = draft.gpuEach;
            add.group.node.gpuType = draft.gpuType;
            add.group.count = draft.count;
            return add;
        }
        case Kind::removeNode:
            return RemoveNodes{{draft.name}};
        case Kind::joins: {
            AddQuota join;
            join.quota.name = draft.name;
            join.quota.parent = draft.quotas[0];
            join.quota.guaranteed.gpu = draft.gpuEach;
            return join;
        }
        case Kind::caps:
            return ChangeCaps{draft.name, capsOf(draft)};
        case Kind::forecast:
            break;
    }
    return Forecast{draft.quotas[0], kForecastWhole + draft.percent * 10, draft.later};
}

}  // namespace

EditDraft firstDraft(Kind kind, const Scenario& scenario) {
    EditDraft draft;
    draft.kind = kind;
    const auto& quotas = scenario.quotas;
    if (!quotas.empty()) {
        // Two siblings, where there are some: what one gets, the other gives.
        const auto child = std::find_if(quotas.begin(), quotas.end(),
                                        [](const Quota& each) { return !each.parent.empty(); });
        const Quota& first = child == quotas.end() || kind != Kind::scale ? quotas[0] : *child;
        draft.quotas[0] = first.name;
        draft.gpus[0] = first.guaranteed.gpu;
    }
    const std::vector<Node> nodes = expand(scenario.nodes);
    if (!nodes.empty()) {
        draft.gpuEach = nodes.back().gpu;
        draft.gpuType = nodes.back().gpuType;
        draft.name = nodes.front().name;
    }
    if (kind == Kind::addNodes)
        draft.name = "new";
    else if (kind == Kind::joins)
        draft.name = "new-team";
    else if (kind == Kind::caps)
        draft.name = scenario.workspaces.empty() ? "" : scenario.workspaces.front().name;
    else if (kind == Kind::policy)
        draft.number = numberNow(scenario, draft.quotas[0], draft.key);
    return draft;
}

PlanEdit editOf(const EditDraft& draft) {
    const bool timed = draft.kind != Kind::forecast && draft.kind != Kind::caps;
    return {timed ? draft.at : 0, actionOf(draft)};
}

// Of what a form would change on its way, as a team's first workloads, there is no form.
std::optional<EditDraft> draftOf(const PlanEdit& edit) {
    EditDraft draft;
    draft.at = edit.at;
    const bool taken =
        std::visit([&](const auto& action) { return take(action, draft); }, edit.action);
    return taken && editOf(draft) == edit ? std::optional(draft) : std::nullopt;
}

std::int64_t numberNow(const Scenario& scenario, const std::string& quota, Key key) {
    const auto found = std::find_if(scenario.quotas.begin(), scenario.quotas.end(),
                                    [&](const Quota& each) { return each.name == quota; });
    if (found == scenario.quotas.end())
        return -1;
    const QuotaPolicy& policy = found->policy;
    switch (key) {
        case Key::weight:
            return policy.weight.value_or(found->guaranteed.gpu / kOneGpu);
        case Key::limit:
            return policy.limit.gpu.value_or(-1);
        case Key::lend:
            return policy.lend.value_or(-1);
        case Key::minRuntime:
            return policy.minRuntime.value_or(-1);
        default:
            return -1;
    }
}

}  // namespace apportion
