// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/workspace_trial.h"

#include <algorithm>

#include "core/session/visible_rows.h"

namespace apportion {

std::optional<CommandTrial> tryWorkspaces(ProjectDesk& desk, const JournalEntry& entry) {
    const bool any = std::any_of(entry.facts.begin(), entry.facts.end(), [](const Fact& fact) {
        return fact.kind == ObjectKind::workspace;
    });
    const auto project = desk.project();
    if (!any || !project)
        return std::nullopt;
    const auto next = nextState(desk.objects(), **project, entry.facts);
    CommandTrial trial;
    if (!next) {
        trial.refusal = next.error();
        return trial;
    }
    const Preview preview = previewOf(**project, next->project, desk.now());
    for (const Preview::Hit& hit : preview.evicted)
        trial.evicted.push_back({hit.workload, hit.quota, hit.gpu, 0, false, hit.why});
    trial.started = preview.started;
    redactNames(trial, desk.alias());
    return trial;
}

}  // namespace apportion
