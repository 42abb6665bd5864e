// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/visible_rows.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "core/access/access.h"
#include "core/view/explain/eviction_policy.h"
#include "core/view/history/recording.h"
#include "core/view/own_borrowing.h"
#include "core/view/quota_order.h"

namespace apportion {

namespace {

// The quotas that remain, each below the nearest one above it that remains.
void keepQuotas(View& view, const std::string& who, const Roster& roster) {
    std::vector<int> place(view.quotas.size(), -1);
    std::vector<QuotaRow> kept;
    kept.reserve(view.quotas.size());
    const std::vector<OwnBorrowing> uses = ownBorrowing(view.quotas);
    KeyNumbers& key = view.key;
    key.borrowed = key.fromChildren = 0;
    for (std::size_t i = 0; i < view.quotas.size(); ++i) {
        QuotaRow& row = view.quotas[i];
        int above = row.parent;
        while (above >= 0 && place[static_cast<std::size_t>(above)] < 0)
            above = view.quotas[static_cast<std::size_t>(above)].parent;
        if (!roster.may(who, Right::readQuota, {row.name}))
            continue;
        place[i] = static_cast<int>(kept.size());
        // By the quotas that remain, or from them by one that does not.
        const bool fromAbove = row.parent >= 0 && place[static_cast<std::size_t>(row.parent)] < 0;
        key.borrowed += uses[i].borrowed;
        key.fromChildren += uses[i].fromChildren + (fromAbove ? row.numbers.above : 0);
        QuotaRow copy = row;
        copy.parent = above < 0 ? -1 : place[static_cast<std::size_t>(above)];
        copy.depth = copy.parent < 0 ? 0 : kept[static_cast<std::size_t>(copy.parent)].depth + 1;
        kept.push_back(std::move(copy));
    }
    view.quotas = std::move(kept);
    view.quotaTree = treeHash(view.quotas);
}

// Of the pool how large it is alone is told to everybody; the rest is of the quotas that remain.
void sumQuotas(View& view) {
    view.key.used = 0;
    for (const QuotaRow& row : view.quotas)
        view.key.used += row.parent < 0 ? row.numbers.subtree + row.numbers.idle : 0;
}

// Own work with who took from it, and from whom it took: the other one by module and quota.
void keepEvictions(View& view, const Alias& alias) {
    for (EvictionRow& row : view.evictions) {
        const auto hide = [&](EvictionRow::Side& side) {
            side.user = side.workspace = {};
            if (alias.ofQuota(side.quota))
                side.quota = side.team = {};
        };
        if (alias(row.record.victim)) {
            row.colour = -1;
            row.priority.reset();
            hide(row.victim);
        }
        if (alias(row.record.preemptor))
            hide(row.preemptor);
        redact(row.record, alias);
    }
}

// Those about the own quotas and work, as far as they name and count nothing else.
void keepIssues(View& view, const std::string& who, const Roster& roster, const Alias& alias) {
    std::erase_if(view.issues, [&](Issue& issue) {
        if (issue.ofOthers || (issue.subjectKind != Issue::Subject::quota &&
                               issue.subjectKind != Issue::Subject::workload))
            return true;
        for (const Argument& argument : issue.what.arguments)
            if ((argument.name == "quota" || argument.name == "borrower") &&
                !roster.may(who, Right::readQuota, {argument.value.text}))
                return true;
        return issue.subjectKind == Issue::Subject::workload && alias(issue.subject).has_value();
    });
    for (Issue& issue : view.issues) {
        redact(issue.what, alias);
        for (const auto& [quota, gpu] : issue.fix.targets)
            if (!roster.may(who, Right::readQuota, {quota})) {
                issue.fix = {};
                break;
            }
    }
}

}  // namespace

bool seesAll(const std::string& who, const Project& project) {
    return Roster(project).may(who, Right::readPool);
}

std::vector<TeamInfo> visibleTeams(const std::string& who, const Project& project) {
    if (seesAll(who, project))
        return teamsOf(project.pool.quotas);
    const Roster roster(project);
    std::unordered_map<std::string_view, std::string_view> parents;
    for (const Quota& quota : project.pool.quotas)
        parents.emplace(quota.name, quota.parent);
    std::unordered_map<std::string, int> colours;
    for (const TeamInfo& team : teamsOf(project.pool.quotas))
        colours.emplace(team.quota, team.colour);
    std::vector<Quota> visible;
    for (const Quota& quota : project.pool.quotas) {
        if (!roster.may(who, Right::readQuota, {quota.name}))
            continue;
        Quota& kept = visible.emplace_back(quota);
        std::string_view above = quota.parent;
        while (!above.empty() && !roster.may(who, Right::readQuota, {std::string(above)}))
            above = parents[above];
        kept.parent = above;
    }
    // Of each its own colour, the same for all readers; of one below a team that of the team.
    std::vector<TeamInfo> teams = teamsOf(visible);
    for (TeamInfo& team : teams) {
        std::string quota = team.quota;
        while (!quota.empty() && !colours.contains(quota))
            quota = parents[quota];
        if (const auto found = colours.find(quota); found != colours.end())
            team.colour = found->second;
    }
    return teams;
}

Readable readableWork(const std::string& who, const Project& project) {
    return [who, roster = Roster(project)](const Workload& work) {
        return roster.may(who, Right::readWorkload, {work.quota, work.workspace, work.user});
    };
}

void keepVisible(View& view, const std::string& who, const Project& project, const Alias& alias) {
    if (seesAll(who, project))
        return;
    const Roster roster(project);
    view.document.inPart = true;
    view.document.gpuTypes.clear();
    view.nodes = {};
    keepQuotas(view, who, roster);
    sumQuotas(view);
    std::erase_if(view.workspaces, [&](const WorkspaceRow& row) {
        return !roster.may(who, Right::readWorkspace, {{}, row.spec.name, {}});
    });
    for (auto* rows : {&view.waiting, &view.running, &view.ended})
        for (WorkloadRow& row : *rows)
            if (row.status.reason)
                redact(row.status.reason->message, alias);
    keepEvictions(view, alias);
    keepIssues(view, who, roster, alias);
}

void redactNames(QuotaExplanation& explanation, const std::string& who, const Project& project,
                 const Alias& alias) {
    const Roster roster(project);
    const auto isHidden = [&](const std::string& quota) {
        return !roster.may(who, Right::readQuota, {quota});
    };
    std::erase_if(explanation.facts, [&](const QuotaFact& fact) {
        const bool tellsNumbers =
            fact.kind == QuotaFact::Kind::lendersIdle || fact.kind == QuotaFact::Kind::surplus;
        return tellsNumbers &&
               std::any_of(fact.arguments.begin(), fact.arguments.end(),
                           [&](const Argument& argument) {
                               const auto& names = argument.value.list;
                               return (argument.name == "by" && isHidden(argument.value.text)) ||
                                      (argument.name == "quotas" &&
                                       std::any_of(names.begin(), names.end(), isHidden));
                           });
    });
    const auto names = [&](const QuotaFact& fact, std::string_view argument) {
        return std::any_of(fact.arguments.begin(), fact.arguments.end(), [&](const Argument& each) {
            return each.name == argument && isHidden(each.value.text);
        });
    };
    std::erase_if(explanation.facts, [&](const QuotaFact& fact) {
        return fact.kind == QuotaFact::Kind::drains && names(fact, "quota");
    });
    for (QuotaFact& fact : explanation.facts)
        if (fact.kind == QuotaFact::Kind::reclaimRight && names(fact, "from"))
            std::erase_if(fact.arguments, isOfReclaim);
    for (QuotaFact& fact : explanation.facts) {
        Message message{{}, std::move(fact.arguments)};
        redact(message, alias);
        fact.arguments = std::move(message.arguments);
    }
    std::erase_if(explanation.changes, [&](const QuotaChange& change) {
        return change.subjectIsQuota ? isHidden(change.subject) : alias(change.subject).has_value();
    });
}

}  // namespace apportion
