// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/lost_rights.h"

#include <algorithm>

#include "core/access/access.h"
#include "core/change/refuse.h"
#include "core/view/explain/never_again.h"
#include "core/view/snapshot.h"

namespace apportion {

Problems lostRights(const Project& before, const Project& after, const std::string& who,
                    Moment now) {
    const auto changed = [&](const std::string& workspace) {
        const Workspace* was = findWorkspace(before, workspace);
        const Workspace* is = findWorkspace(after, workspace);
        return was == nullptr || is == nullptr || *was != *is;
    };
    if (std::none_of(after.work.begin(), after.work.end(), [&](const ProjectWorkload& work) {
            return !work.spec.workspace.empty() && changed(work.spec.workspace);
        }))
        return {};
    const Roster roster(before);
    std::vector<std::string> waiting;
    std::vector<std::string> running;
    for (NeverAgain& each : neverAgainBetween(engineOf(before, now), engineOf(after, now), {}))
        if (roster.work(who, each.workload) != nullptr)
            (each.work == NeverAgain::Work::running ? running : waiting)
                .push_back(std::move(each.workload));
    Problems notes;
    const auto add = [&](const char* code, std::vector<std::string>& names) {
        if (names.empty())
            return;
        notes.emplace_back().warning = true;
        notes.back().message = {code, {listArgument("names", std::move(names))}};
    };
    add("rights-lost-waiting", waiting);
    add("rights-lost-running", running);
    return notes;
}

}  // namespace apportion
