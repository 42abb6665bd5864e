// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/aliases.h"

#include "core/access/redaction.h"

namespace apportion {

void Aliases::follow() {
    if (revision_ == project_.revision)
        return;
    revision_ = project_.revision;
    roster_ = Roster(project_);
    readsAll_ = roster_.may(who_, Right::readPool);
    work_.clear();
    if (!readsAll_)
        for (const ProjectWorkload& each : project_.work)
            work_.emplace(each.spec.name, &each.spec);
}

std::optional<std::string> Aliases::operator()(std::string_view name) {
    follow();
    if (name.empty() || readsAll_)
        return {};
    const auto found = work_.find(name);
    if (found == work_.end())
        return "work of another team";
    const Workload& spec = *found->second;
    if (roster_.may(who_, Right::readWorkload, {spec.quota, spec.workspace, spec.user}))
        return {};
    return aliasOf(spec.module, spec.quota);
}

}  // namespace apportion
