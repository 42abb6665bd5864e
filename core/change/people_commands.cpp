// SPDX-License-Identifier: GPL-3.0-or-later
// Users and their roles in the tree (rule 24). Names are the operating system's.
#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/refuse.h"
#include "core/model/validate.h"

namespace apportion::rows {

namespace {

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

// Whoever administers a quota gives and takes the roles there.
std::vector<Need> grantNeeds(const CommandCall& call) {
    return {{Right::administer, {call.arguments.text("quota")}}};
}

std::optional<ProjectRole> roleOf(const CommandCall& call) {
    return fromWord<ProjectRole>(call.arguments.text("role"));
}

ProjectUser* find(Project& project, std::string_view name) {
    for (ProjectUser& user : project.users)
        if (user.name == name)
            return &user;
    return nullptr;
}

// Whether the arguments of a revoke speak of this one.
bool isMeant(const CommandCall& call, const Grant& grant) {
    const auto role = roleOf(call);
    return (!role || grant.role == *role) &&
           (!call.arguments.has("quota") || grant.quota == call.arguments.text("quota"));
}

std::vector<Need> revokeNeeds(const CommandCall& call) {
    std::vector<Need> needs;
    for (const ProjectUser& user : call.project.users)
        if (user.name == call.arguments.text("user"))
            for (const Grant& grant : user.grants)
                if (isMeant(call, grant))
                    needs.push_back({Right::administer, {grant.quota}});
    if (needs.empty())
        return grantNeeds(call);
    return needs;
}

Result<CommandEffect> grant(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("user");
    const Grant given{roleOf(call).value_or(ProjectRole::viewer), call.arguments.text("quota")};
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

Result<CommandEffect> revoke(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("user");
    ProjectUser* user = find(effect.after, effect.subject);
    if (user == nullptr)
        return noSuch("user", effect.subject, {});
    auto& grants = user->grants;
    const auto kept = std::remove_if(grants.begin(), grants.end(),
                                     [&](const Grant& each) { return isMeant(call, each); });
    if (kept == grants.end())
        return refuse("grant-missing", {textArgument("user", effect.subject)});
    grants.erase(kept, grants.end());
    if (grants.empty()) {
        auto& users = effect.after.users;
        users.erase(users.begin() + (user - users.data()));
    }
    return effect;
}

constexpr std::string_view kRoles = "administrator quota-administrator viewer";

}  // namespace

std::vector<CommandInfo> people() {
    return {
        {"user.grant",
         {{"user", Kind::text, Place::positional, true, "The operating system's user"},
          {"role", Kind::word, Place::option, true, "What the user may be", kRoles},
          {"quota", Kind::text, Place::option, false,
           "There and below; without it, in the whole pool"}},
         Right::administer,
         true,
         "Give a user a role",
         grantNeeds,
         grant},
        {"user.revoke",
         {{"user", Kind::text, Place::positional, true, "The operating system's user"},
          {"role", Kind::word, Place::option, false, "Only this role", kRoles},
          {"quota", Kind::text, Place::option, false, "Only what was given there"}},
         Right::administer,
         true,
         "Take roles away from a user",
         revokeNeeds,
         revoke},
    };
}

}  // namespace apportion::rows
