// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/aliases.h"

#include "core/access/redaction.h"

namespace apportion {

void Aliases::follow() {
    if (revision_ == project_.revision)
        return;
    revision_ = project_.revision;
    roster_ = Roster(project_);
    readsAll_ = roster_.may(who_, Right::readPool);
    work_.clear();
    quotas_.clear();
    if (!readsAll_)
        for (const ProjectWorkload& each : project_.work)
            work_.emplace(each.spec.name, &each.spec);
}

const Workload* Aliases::workNamed(std::string_view name) const {
    if (const auto found = work_.find(name); found != work_.end())
        return found->second;
    if (over_ == nullptr)
        return nullptr;
    const auto past = over_->find(name);
    return past == over_->end() ? nullptr : &past->second;
}

std::optional<std::string> Aliases::ofWork(std::string_view name) {
    follow();
    if (name.empty() || readsAll_)
        return {};
    const Workload* spec = workNamed(name);
    if (spec == nullptr)
        return kOthersWork;
    if (roster_.may(who_, Right::readWorkload, {spec->quota, spec->workspace, spec->user}))
        return {};
    return aliasOf(*spec, [this](std::string_view quota) { return ofQuota(quota); });
}

std::optional<std::string> Aliases::ofQuota(std::string_view name) {
    follow();
    if (readsAll_)
        return {};
    const auto [found, fresh] = quotas_.try_emplace(std::string(name));
    if (fresh)
        found->second = roster_.aliasOf(who_, name);
    return found->second;
}

}  // namespace apportion
