// SPDX-License-Identifier: GPL-3.0-or-later
// Users and their roles in the tree (rule 24). Names are the operating system's.
#include <algorithm>

#include "core/session/project/command_rows.h"
#include "core/session/project/refuse.h"

namespace apportion::rows {

namespace {

using Kind = ArgumentKind;
using Place = ArgumentInfo::Place;

std::vector<Need> administratorNeeds(const CommandCall&) {
    return {{Right::administer, {}}};
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

// A project that nobody may administer could never be changed again.
bool hasAdministrator(const Project& project) {
    return std::any_of(project.users.begin(), project.users.end(), [](const ProjectUser& user) {
        return std::any_of(user.grants.begin(), user.grants.end(), [](const Grant& grant) {
            return grant.role == ProjectRole::administrator && grant.quota.empty();
        });
    });
}

Result<CommandEffect> grant(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("user");
    const Grant given{roleOf(call).value_or(ProjectRole::viewer), call.arguments.text("quota")};
    if (!given.quota.empty())
        if (auto quota = quotaOf(effect.after, given.quota); !quota)
            return tl::unexpected(std::move(quota.error()));
    ProjectUser* user = find(effect.after, effect.subject);
    if (user == nullptr)
        user = &effect.after.users.emplace_back(ProjectUser{effect.subject, {}});
    if (std::find(user->grants.begin(), user->grants.end(), given) == user->grants.end())
        user->grants.push_back(given);
    return effect;
}

Result<CommandEffect> revoke(const CommandCall& call) {
    CommandEffect effect{call.project};
    effect.subject = call.arguments.text("user");
    ProjectUser* user = find(effect.after, effect.subject);
    if (user == nullptr)
        return noSuch("user", effect.subject, {});
    const auto role = roleOf(call);
    const bool everywhere = !call.arguments.has("quota");
    auto& grants = user->grants;
    const auto kept = std::remove_if(grants.begin(), grants.end(), [&](const Grant& each) {
        return (!role || each.role == *role) &&
               (everywhere || each.quota == call.arguments.text("quota"));
    });
    if (kept == grants.end())
        return refuse("grant-missing", {textArgument("user", effect.subject)});
    grants.erase(kept, grants.end());
    if (grants.empty()) {
        auto& users = effect.after.users;
        users.erase(users.begin() + (user - users.data()));
    }
    if (!hasAdministrator(effect.after))
        return refuse("last-administrator", {textArgument("user", effect.subject)});
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
         administratorNeeds,
         grant},
        {"user.revoke",
         {{"user", Kind::text, Place::positional, true, "The operating system's user"},
          {"role", Kind::word, Place::option, false, "Only this role", kRoles},
          {"quota", Kind::text, Place::option, false, "Only what was given there"}},
         Right::administer,
         true,
         "Take roles away from a user",
         administratorNeeds,
         revoke},
    };
}

}  // namespace apportion::rows
