// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/access/access.h"

#include <algorithm>

#include "core/access/redaction.h"

namespace apportion {

namespace {

template <typename T>
const T* findIn(std::unordered_map<std::string_view, const T*>& index, const std::vector<T>& list,
                std::string_view name) {
    if (index.empty())
        for (const T& each : list)
            index.try_emplace(each.name, &each);
    const auto found = index.find(name);
    return found == index.end() ? nullptr : found->second;
}

}  // namespace

const Quota* Roster::find(std::string_view quota) const {
    return findIn(quotas_, project_->pool.quotas, quota);
}

const Workspace* Roster::findWorkspace(std::string_view workspace) const {
    return findIn(workspaces_, project_->pool.workspaces, workspace);
}

const std::vector<const Workspace*>& Roster::workspacesOf(std::string_view quota) const {
    if (byQuota_.empty())
        for (const Workspace& workspace : project_->pool.workspaces)
            for (const std::string& each : workspace.quotas)
                byQuota_[each].push_back(&workspace);
    static const std::vector<const Workspace*> kNone;
    const auto found = byQuota_.find(quota);
    return found == byQuota_.end() ? kNone : found->second;
}

bool Roster::isAtOrBelow(std::string_view quota, std::string_view above) const {
    // A tree of n quotas is never deeper than that, whatever a damaged file says.
    for (std::size_t steps = 0; steps <= project_->pool.quotas.size(); ++steps) {
        if (quota == above)
            return true;
        const Quota* each = find(quota);
        if (each == nullptr || each->parent.empty())
            return false;
        quota = each->parent;
    }
    return false;
}

// The role for the whole pool, or for a quota at or above this one.
bool Roster::granted(std::string_view who, ProjectRole role, std::string_view quota) const {
    for (const ProjectUser& user : project_->users) {
        if (user.name != who)
            continue;
        for (const Grant& grant : user.grants)
            if (grant.role == role &&
                (grant.quota.empty() || (!quota.empty() && isAtOrBelow(quota, grant.quota))))
                return true;
    }
    return false;
}

// Quota administrator of something strictly above: who gave the quota its size.
bool Roster::grantedAbove(std::string_view who, std::string_view quota) const {
    const Quota* each = find(quota);
    return granted(who, ProjectRole::quotaAdministrator, each ? each->parent : std::string_view{});
}

std::optional<Role> Roster::roleIn(std::string_view who, std::string_view workspace) const {
    if (const Workspace* each = findWorkspace(workspace))
        for (const Member& member : each->members)
            if (member.user == who)
                return member.role;
    return {};
}

// Submitting: as a member or admin of the workspace, or where it lists nobody.
bool Roster::mayUse(std::string_view who, const Subject& subject) const {
    const Workspace* each = findWorkspace(subject.workspace);
    if (each == nullptr || each->members.empty())
        return each != nullptr;
    const auto role = roleIn(who, each->name);
    return role && *role != Role::viewer;
}

// Who administers every quota that the workspace uses: whoever ties it to them also says who is in
// it.
bool Roster::administersWorkspace(std::string_view who, std::string_view workspace) const {
    const Workspace* each = findWorkspace(workspace);
    return each != nullptr && !each->quotas.empty() &&
           std::all_of(each->quotas.begin(), each->quotas.end(), [&](const auto& quota) {
               return granted(who, ProjectRole::administrator, quota) ||
                      granted(who, ProjectRole::quotaAdministrator, quota);
           });
}

bool Roster::readsQuota(std::string_view who, std::string_view quota) const {
    if (granted(who, ProjectRole::quotaAdministrator, quota) ||
        granted(who, ProjectRole::viewer, quota))
        return true;
    const auto& workspaces = workspacesOf(quota);
    return std::any_of(workspaces.begin(), workspaces.end(), [&](const Workspace* workspace) {
        return roleIn(who, workspace->name).has_value();
    });
}

bool Roster::ownsWork(std::string_view who, const Subject& subject) const {
    return (!subject.owner.empty() && subject.owner == who) ||
           roleIn(who, subject.workspace) == Role::admin;
}

bool Roster::readsWork(std::string_view who, const Subject& subject) const {
    return ownsWork(who, subject) || roleIn(who, subject.workspace).has_value() ||
           granted(who, ProjectRole::quotaAdministrator, subject.quota) ||
           granted(who, ProjectRole::viewer, subject.quota);
}

bool Roster::hasAdministrator() const {
    const auto& users = project_->users;
    return std::any_of(users.begin(), users.end(), [&](const ProjectUser& user) {
        return granted(user.name, ProjectRole::administrator, {});
    });
}

bool Roster::may(std::string_view who, Right right, const Subject& subject) const {
    // Who is in a workspace is asked of administrators as well, as the engine does.
    const bool asked = right == Right::submit && !subject.workspace.empty();
    if (!asked && granted(who, ProjectRole::administrator, subject.quota))
        return true;
    switch (right) {
        case Right::administer:
            return false;
        case Right::readPool:
            return granted(who, ProjectRole::viewer, {}) ||
                   granted(who, ProjectRole::quotaAdministrator, {});
        case Right::readQuota:
            return readsQuota(who, subject.quota);
        case Right::changePolicy:
        case Right::tieWorkspace:
        case Right::addQuota:
            return !subject.quota.empty() &&
                   granted(who, ProjectRole::quotaAdministrator, subject.quota);
        case Right::resizeQuota:
            return grantedAbove(who, subject.quota);
        case Right::manageWorkspace:
            return roleIn(who, subject.workspace) == Role::admin ||
                   administersWorkspace(who, subject.workspace);
        case Right::readWorkspace:
            return roleIn(who, subject.workspace).has_value() || may(who, Right::readPool) ||
                   administersWorkspace(who, subject.workspace);
        case Right::submit:
            return mayUse(who, subject);
        case Right::endWorkload:
            return ownsWork(who, subject);
        case Right::readWorkload:
            return readsWork(who, subject);
    }
    return false;
}

const ProjectWorkload* Roster::work(std::string_view who, std::string_view name) const {
    for (const ProjectWorkload& each : project_->work)
        if (each.spec.name == name)
            return may(who, Right::readWorkload,
                       {each.spec.quota, each.spec.workspace, each.spec.user})
                       ? &each
                       : nullptr;
    return nullptr;
}

const Workspace* Roster::workspace(std::string_view who, std::string_view name) const {
    const Workspace* each = findWorkspace(name);
    const bool sees = each != nullptr && may(who, Right::readWorkspace, {{}, each->name, {}});
    return sees ? each : nullptr;
}

const TemporaryChange* Roster::temporary(std::string_view who, std::string_view name) const {
    const auto sees = [&](const auto& part) { return may(who, Right::readQuota, {part.quota}); };
    for (const TemporaryChange& each : project_->temporary)
        if (each.name == name)
            return std::any_of(each.sizes.begin(), each.sizes.end(), sees) ||
                           std::any_of(each.policies.begin(), each.policies.end(), sees)
                       ? &each
                       : nullptr;
    return nullptr;
}

std::optional<std::string> Roster::aliasOf(std::string_view who, std::string_view quota) const {
    if (quota.empty())
        return {};
    if (find(quota) == nullptr)
        return kFormerQuota;
    if (may(who, Right::readQuota, {std::string(quota)}))
        return {};
    const auto& quotas = project_->pool.quotas;
    const bool above = std::any_of(quotas.begin(), quotas.end(), [&](const Quota& each) {
        return isAtOrBelow(each.name, quota) && may(who, Right::readQuota, {each.name});
    });
    return above ? kParentQuota : kOtherQuota;
}

std::optional<Message> Roster::refusal(std::string_view who, Right right,
                                       const Subject& subject) const {
    if (may(who, right, subject))
        return {};
    const auto text = [](std::string_view value) { return Value::ofText(std::string(value)); };
    const Argument user{"user", text(who)};
    const Argument quota{"quota", text(subject.quota)};
    const Argument workspace{"workspace", text(subject.workspace)};
    switch (right) {
        case Right::administer:
            return Message{"not-allowed.administer", {user}};
        case Right::readPool:
            return Message{"not-allowed.read-pool", {user}};
        case Right::readQuota:
            return Message{"not-allowed.read-quota", {user, quota}};
        case Right::changePolicy:
        case Right::tieWorkspace:
            return Message{"not-allowed.quota", {user, quota}};
        case Right::addQuota:
            return subject.quota.empty() ? Message{"not-allowed.administer", {user}}
                                         : Message{"not-allowed.quota", {user, quota}};
        case Right::resizeQuota:
            return Message{"not-allowed.resize", {user, quota}};
        case Right::manageWorkspace:
            return Message{"not-allowed.workspace", {user, workspace}};
        case Right::readWorkspace:
            return Message{"not-allowed.read-workspace", {user, workspace}};
        case Right::submit:
            if (!subject.workspace.empty())
                return Message{"not-allowed.submit", {user, workspace}};
            return subject.quota.empty() ? Message{"not-allowed.submit-nowhere", {user}}
                                         : Message{"not-allowed.submit-bare", {user, quota}};
        case Right::endWorkload:
        case Right::readWorkload:
            return Message{"not-allowed.workload", {user}};
    }
    return Message{"not-allowed.administer", {user}};
}

}  // namespace apportion
