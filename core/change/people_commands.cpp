// SPDX-License-Identifier: GPL-3.0-or-later
// Users and their roles in the tree (rule 24). Names are the operating system's.
#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/fields.h"
#include "core/change/refuse.h"
#include "core/model/validate.h"

namespace apportion::rows {

namespace {

// Whoever administers a quota gives and takes the roles there.
std::vector<Need> grantNeeds(const CommandCall&, const GrantRole& given) {
    return {{Right::administer, {given.quota}}};
}

ProjectUser* find(Project& project, std::string_view name) {
    for (ProjectUser& user : project.users)
        if (user.name == name)
            return &user;
    return nullptr;
}

bool isMeant(const RevokeRoles& taken, const Grant& grant) {
    return (!taken.role || grant.role == *taken.role) &&
           (taken.quota.empty() || grant.quota == taken.quota);
}

std::vector<Need> revokeNeeds(const CommandCall& call, const RevokeRoles& taken) {
    std::vector<Need> needs;
    for (const ProjectUser& user : call.project.users)
        if (user.name == taken.user)
            for (const Grant& grant : user.grants)
                if (isMeant(taken, grant))
                    needs.push_back({Right::administer, {grant.quota}});
    if (needs.empty())
        needs.push_back({Right::administer, {taken.quota}});
    return needs;
}

Result<CommandEffect> grant(const CommandCall& call, const GrantRole& asked) {
    CommandEffect effect{call.project};
    effect.subject = asked.user;
    const Grant given{asked.role, asked.quota};
    if (!given.quota.empty())
        if (auto quota = quotaOf(effect.after, given.quota); !quota)
            return tl::unexpected(std::move(quota.error()));
    ProjectUser* user = find(effect.after, effect.subject);
    if (Problems wrong = validateName(effect.subject, "user"); user == nullptr && hasErrors(wrong))
        return tl::unexpected(std::move(wrong));
    if (user == nullptr)
        user = &effect.after.users.emplace_back(ProjectUser{effect.subject, {}});
    if (std::find(user->grants.begin(), user->grants.end(), given) == user->grants.end())
        user->grants.push_back(given);
    noteUnknownUser(effect.subject, effect.notes);
    return effect;
}

Result<CommandEffect> revoke(const CommandCall& call, const RevokeRoles& taken) {
    CommandEffect effect{call.project};
    effect.subject = taken.user;
    ProjectUser* user = find(effect.after, effect.subject);
    if (user == nullptr)
        return noSuch("user", effect.subject, {});
    auto& grants = user->grants;
    const auto kept = std::remove_if(grants.begin(), grants.end(),
                                     [&](const Grant& each) { return isMeant(taken, each); });
    if (kept == grants.end())
        return refuse("grant-missing", {textArgument("user", effect.subject)});
    grants.erase(kept, grants.end());
    if (grants.empty()) {
        auto& users = effect.after.users;
        users.erase(users.begin() + (user - users.data()));
    }
    return effect;
}

}  // namespace

std::vector<CommandInfo> people() {
    return {
        row<GrantRole>(
            "user.grant",
            {naming("user", positional<&GrantRole::user>("user", "The operating system's user")),
             required(option<&GrantRole::role>("role", "Role of the user")),
             naming("quota", option<&GrantRole::quota>(
                                 "quota", "A quota and all below it (default: the whole pool)"))},
            Right::administer, true, "Give a user a role", grantNeeds, grant),
        row<RevokeRoles>(
            "user.revoke",
            {naming("user", positional<&RevokeRoles::user>("user", "The operating system's user")),
             option<&RevokeRoles::role>("role", "Only this role"),
             naming("quota", option<&RevokeRoles::quota>("quota", "Only the role at this quota"))},
            Right::administer, true, "Revoke roles of a user", revokeNeeds, revoke),
    };
}

}  // namespace apportion::rows
