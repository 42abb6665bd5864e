// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/tables/pool_tables.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/told.h"
#include "core/model/words.h"
#include "core/view/issues/file_warnings.h"
#include "core/view/tables/csv_text.h"

namespace apportion {

namespace {

using Fields = std::vector<std::string>;

std::string flag(bool value) {
    return value ? "yes" : "no";
}

class Times {
public:
    explicit Times(const View& view)
        : epoch_(view.document.epoch.empty() ? std::nullopt : epochValue(view.document.epoch)) {}

    std::string head(const char* what) const {
        return std::string(what) + (epoch_ ? "_utc" : "_seconds");
    }
    std::string words(const Message& message) const { return told(message, epoch_); }
    CsvCell at(const std::optional<Instant>& at) const {
        if (!at)
            return "";
        return epoch_ ? momentText(*epoch_ + *at) : CsvCell::ofNumber(secondsText(*at));
    }

private:
    std::optional<Instant> epoch_;
};

std::string nodesOf(const WorkloadRow& row) {
    Fields nodes;
    for (const Placement& placement : row.status.placements)
        if (std::find(nodes.begin(), nodes.end(), placement.node) == nodes.end())
            nodes.push_back(placement.node);
    return csvList(nodes);
}

std::string modulesOf(ModuleSet modules) {
    Fields names;
    for (std::size_t i = 0; i < kModules; ++i)
        if (modules.test(i))
            names.emplace_back(word(static_cast<Module>(i)));
    return csvList(names);
}

std::string count(std::int64_t number) {
    return std::to_string(number);
}

}  // namespace

std::string workCsv(const View& view, const std::vector<const WorkloadRow*>& rows) {
    const Times times(view);
    CsvText csv({"workload",
                 "quota",
                 "team",
                 "user",
                 "workspace",
                 "module",
                 "priority",
                 "state",
                 "position",
                 "gpus",
                 "replicas",
                 "nodes",
                 "preemptible",
                 "idle",
                 times.head("submitted"),
                 times.head("started"),
                 times.head("ended"),
                 "waited_seconds",
                 "evictions",
                 "reason",
                 "reason_text",
                 "duration_seconds",
                 times.head("expected_end")});
    for (const WorkloadRow* row : rows) {
        const WorkloadOutcome& status = row->status;
        const auto& reason = status.reason;
        csv.add({row->name,
                 row->quota,
                 row->team,
                 row->user,
                 row->workspace,
                 std::string(word(row->module)),
                 count(row->priority),
                 std::string(stateText(status.state)),
                 status.position ? count(*status.position) : std::string(),
                 gpuText(row->gpu),
                 count(row->replicas),
                 nodesOf(*row),
                 flag(row->preemptible),
                 flag(row->idle),
                 times.at(row->submit),
                 times.at(status.start),
                 times.at(status.end),
                 secondsText(status.waited),
                 count(status.preemptions),
                 reason ? std::string(codeText(reason->code)) : std::string(),
                 reason ? times.words(reason->message) : std::string(),
                 row->duration ? secondsText(*row->duration) : std::string(),
                 times.at(row->ends)});
    }
    return csv.text();
}

std::string evictionCsv(const View& view, const std::vector<const EvictionRow*>& rows) {
    const Times times(view);
    CsvText csv({times.head("evicted"), "workload", "quota", "team", "module", "priority", "gpus",
                 "lost_gpu_seconds", "preemptor", "kind", "rule", "why"});
    for (const EvictionRow* row : rows) {
        const Eviction& record = row->record;
        csv.add({times.at(record.at), record.victim, row->victim.quota, row->victim.team,
                 std::string(word(row->module)), row->priority ? count(*row->priority) : "",
                 gpuText(record.gpu), gpuSecondsText(record.lost), record.preemptor,
                 std::string(ruleText(record.rule)), count(number(ruleOf(record.rule))),
                 times.words(record.why)});
    }
    return csv.text();
}

namespace {

std::string levels(PriorityRange range) {
    const std::string from = count(range.from);
    return range.from == range.to ? from : from + "-" + count(range.to);
}

// "7-9 over 1-3 of training; notebook in both"
std::string selfLevel(const QuotaPolicy& policy) {
    const auto& self = policy.selfPreemption;
    if (!self)
        return policy.priorityPreemption ? "higher over lower" : "off";
    return levels(self->high) + " over " + levels(self->low) + " of " + modulesOf(self->modules) +
           " in " + std::string(word(self->scope)) +
           (self->mayTakeGuaranteed ? " with guaranteed" : "") +
           (policy.priorityPreemption ? " and higher over lower" : "");
}

// "all over 1-5 of training"
std::string childLevel(const QuotaPolicy& policy) {
    const auto& child = policy.childPreemption;
    return !child ? "off"
                  : "all over " + levels(child->priorities) + " of " + modulesOf(child->modules);
}

// Its own, else that of the next quota above, else the pool's.
std::string minRuntime(const View& view, const QuotaRow& quota) {
    for (const QuotaRow* row = &quota;; row = &view.quotas[static_cast<std::size_t>(row->parent)]) {
        if (row->policy.minRuntime)
            return secondsText(*row->policy.minRuntime);
        if (row->parent < 0)
            break;
    }
    return secondsText(view.document.settings.minRuntime);
}

}  // namespace

std::string quotaCsv(const View& view, const QuotaOrder& order) {
    CsvText csv({"quota",
                 "team",
                 "parent",
                 "guaranteed_gpus",
                 "fair_share_gpus",
                 "used_gpus",
                 "own_gpus",
                 "below_gpus",
                 "above_gpus",
                 "borrowed_gpus",
                 "lent_gpus",
                 "waiting_gpus",
                 "waiting_workloads",
                 "limit_gpus",
                 "weight",
                 "rank",
                 "queueing",
                 "over_quota",
                 "self_level",
                 "child_level",
                 "min_runtime_seconds",
                 "lend_gpus"});
    const auto add = [&](const QuotaRow& row) {
        const QuotaNumbers& n = row.numbers;
        // Of what is still being read nobody knows what it uses.
        const auto used = [&](Gpu gpu) {
            return view.document.reading > 0 ? std::string() : gpuText(gpu);
        };
        csv.add({row.name,
                 row.team,
                 row.parent < 0 ? "" : view.quotas[static_cast<std::size_t>(row.parent)].name,
                 gpuText(n.guaranteed),
                 used(n.fairShare),
                 used(n.subtree),
                 used(n.own),
                 used(n.below),
                 used(n.above),
                 used(n.borrowed),
                 used(n.lent),
                 used(n.pending),
                 view.document.reading > 0 ? "" : count(n.pendingWorkloads),
                 n.limit ? gpuText(*n.limit) : "",
                 row.policy.weight ? count(*row.policy.weight) : gpuText(n.guaranteed),
                 CsvCell::ofNumber(count(row.policy.rank)),
                 std::string(word(row.policy.queueing)),
                 std::string(word(row.policy.overQuota)),
                 selfLevel(row.policy),
                 childLevel(row.policy),
                 minRuntime(view, row),
                 row.policy.lend ? gpuText(*row.policy.lend) : ""});
    };
    const std::function<void(int)> addBelow = [&](int parent) {
        for (int i = 0; i < order.count(parent); ++i) {
            const int row = order.child(parent, i);
            add(view.quotas[static_cast<std::size_t>(row)]);
            if (!order.query.flat)
                addBelow(row);
        }
    };
    addBelow(-1);
    return csv.text();
}

namespace {

// "ana: 8 GPUs", "member, priority 1-3: 2.5 GPUs"; one that narrows nothing is of everybody.
std::string capText(const Cap& cap) {
    std::string whom;
    const auto add = [&](const std::string& part) { whom += (whom.empty() ? "" : ", ") + part; };
    if (cap.user)
        add(*cap.user);
    if (cap.role)
        add(std::string(word(*cap.role)));
    if (cap.priorities)
        add("priority " + levels(*cap.priorities));
    if (cap.modules) {
        for (std::size_t i = 0; i < kModules; ++i)
            if (cap.modules->test(i))
                add(std::string(word(static_cast<Module>(i))));
    }
    return (whom.empty() ? "everybody" : whom) + ": " + formatValue(Value::ofGpu(cap.gpu));
}

}  // namespace

std::string workspaceCsv(const std::vector<const WorkspaceRow*>& rows) {
    CsvText csv({"workspace", "quotas", "members", "running_workloads", "held_gpus",
                 "waiting_workloads", "waiting_gpus", "roles", "caps"});
    for (const WorkspaceRow* row : rows) {
        Fields members;
        Fields roles;
        for (const Member& member : row->spec.members) {
            members.push_back(member.user);
            roles.push_back(member.user + ": " + std::string(word(member.role)));
        }
        Fields caps;
        for (const Cap& cap : row->spec.caps)
            caps.push_back(capText(cap));
        csv.add({row->spec.name, csvList(row->spec.quotas), csvList(members),
                 count(row->work.running), gpuText(row->work.held), count(row->work.waiting),
                 gpuText(row->work.asked), csvList(roles), csvList(caps)});
    }
    return csv.text();
}

std::string nodeCsv(const View& view, const std::vector<const NodeRow*>& rows) {
    const Times times(view);
    CsvText csv({"node", "gpu_type", "state", times.head("state_since"), "gpus", "used_gpus",
                 "free_whole_gpus", "workloads"});
    for (const NodeRow* row : rows) {
        Fields workloads;
        for (const NodeBlock& block : row->blocks)
            if (std::find(workloads.begin(), workloads.end(), block.workload) == workloads.end())
                workloads.push_back(block.workload);
        csv.add({row->name, row->gpuType, std::string(word(row->state)), times.at(row->since),
                 count(row->devices), gpuText(row->used), count(row->wholeFree),
                 csvList(workloads)});
    }
    return csv.text();
}

namespace {

std::string severityWord(Severity severity) {
    switch (severity) {
        case Severity::error:
            return "error";
        case Severity::warning:
            return "warning";
        case Severity::hint:
            return "hint";
    }
    return {};
}

}  // namespace

std::string issueCsv(const View& view) {
    const Times times(view);
    CsvText csv({"severity", "code", "what", "remedy", "where", times.head("since")});
    const auto add = [&](Severity severity, const Message& what, const std::string& where,
                         std::optional<Instant> since) {
        csv.add({severityWord(severity), what.code, told(what), toldRemedy(what), where,
                 times.at(since)});
    };
    for (const Problem& warning : warningsOfFile(view))
        add(isPassed(warning) ? Severity::hint
            : warning.warning ? Severity::warning
                              : Severity::error,
            warning.message, warning.pointer, {});
    for (const Issue& issue : view.issues)
        add(issue.severity, issue.what, issue.subject, issue.since);
    return csv.text();
}

std::string historyCsv(const std::vector<const JournalRow*>& rows,
                       const std::map<Revision, ChangeTexts>& changes) {
    CsvText csv({"entry", "at_utc", "who", "action", "about", "why", "undone", "before", "after"});
    for (const JournalRow* row : rows) {
        const auto found = changes.find(row->n);
        const ChangeTexts texts = found == changes.end() ? ChangeTexts{} : found->second;
        csv.add({count(row->n), momentText(row->at), row->who, row->action, row->subject, row->why,
                 flag(row->undone), texts.before, texts.after});
    }
    return csv.text();
}

}  // namespace apportion
