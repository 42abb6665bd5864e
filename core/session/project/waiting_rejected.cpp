// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/waiting_rejected.h"

#include <algorithm>

#include "core/access/access.h"
#include "core/session/project/refuse.h"
#include "core/session/project/snapshot.h"

namespace apportion {

namespace {

// Workspaces that are no longer as they were.
bool changed(const Workspace* was, const Workspace* is) {
    return was == nullptr || is == nullptr || *was != *is;
}

}  // namespace

std::optional<Problem> waitingRejected(const Project& before, const Project& after,
                                       const std::string& who, Moment now) {
    const auto concerned = [&](const ProjectWorkload& work) {
        return work.run.state == WorkloadState::pending && !work.spec.workspace.empty() &&
               changed(findWorkspace(before, work.spec.workspace),
                       findWorkspace(after, work.spec.workspace));
    };
    if (std::none_of(after.work.begin(), after.work.end(), concerned))
        return {};
    const Roster roster(before);
    const Engine engine = engineOf(after, now);
    std::vector<std::string> names;
    std::string detail;
    for (const ProjectWorkload& each : after.work) {
        const auto id = concerned(each) ? engine.findWorkload(each.spec.name) : std::nullopt;
        if (!id || engine.state(*id) != WorkloadState::rejected ||
            roster.work(who, each.spec.name) == nullptr)
            continue;
        names.push_back(each.spec.name);
        if (const auto reason = engine.reason(*id); reason && detail.empty())
            detail = render(reason->message);
    }
    if (names.empty())
        return {};
    Problem note;
    note.warning = true;
    note.message = {
        "waiting-rejected",
        {listArgument("names", std::move(names)), sentenceArgument("detail", std::move(detail))}};
    return note;
}

}  // namespace apportion
