// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/visible_rows.h"

#include <algorithm>

#include "core/access/access.h"

namespace apportion {

namespace {

void rename(std::string& name, const Alias& alias) {
    if (auto other = alias(name))
        name = std::move(*other);
}

// The quotas that remain, each below the nearest one above it that remains.
void keepQuotas(View& view, const std::string& who, const Roster& roster) {
    std::vector<int> place(view.quotas.size(), -1);
    std::vector<QuotaRow> kept;
    kept.reserve(view.quotas.size());
    for (std::size_t i = 0; i < view.quotas.size(); ++i) {
        QuotaRow& row = view.quotas[i];
        int above = row.parent;
        while (above >= 0 && place[static_cast<std::size_t>(above)] < 0)
            above = view.quotas[static_cast<std::size_t>(above)].parent;
        if (!roster.may(who, Right::readQuota, {row.name}))
            continue;
        place[i] = static_cast<int>(kept.size());
        QuotaRow copy = row;
        copy.parent = above < 0 ? -1 : place[static_cast<std::size_t>(above)];
        copy.depth = copy.parent < 0 ? 0 : kept[static_cast<std::size_t>(copy.parent)].depth + 1;
        kept.push_back(std::move(copy));
    }
    view.quotas = std::move(kept);
}

}  // namespace

void keepVisible(View& view, const std::string& who, const Project& project, const Alias& alias) {
    const Roster roster(project);
    if (roster.may(who, Right::readPool))
        return;
    keepQuotas(view, who, roster);
    const auto workspaceOf = [&](const std::string& name) {
        const auto found =
            std::find_if(project.work.begin(), project.work.end(),
                         [&](const ProjectWorkload& work) { return work.spec.name == name; });
        return found == project.work.end() ? std::string() : found->spec.workspace;
    };
    for (auto* rows : {&view.waiting, &view.running, &view.ended}) {
        std::erase_if(*rows, [&](const WorkloadRow& row) {
            return !roster.may(who, Right::readWorkload,
                               {row.quota, workspaceOf(row.name), row.user});
        });
        for (WorkloadRow& row : *rows)
            if (row.status.reason)
                redact(row.status.reason->message, alias);
    }
    for (EvictionRow& row : view.evictions)
        redact(row.record, alias);
}

void redactNames(QuotaExplanation& explanation, const Alias& alias) {
    for (QuotaFact& fact : explanation.facts) {
        Message message{{}, std::move(fact.arguments)};
        redact(message, alias);
        fact.arguments = std::move(message.arguments);
        for (Argument& argument : fact.arguments)
            if (argument.name == "runnerUp")
                for (std::string& name : argument.value.list)
                    rename(name, alias);
    }
    std::erase_if(explanation.changes, [&](const QuotaChange& change) {
        return !change.subjectIsQuota && alias(change.subject).has_value();
    });
}

}  // namespace apportion
