// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/next_state.h"

#include <algorithm>

#include "core/access/access.h"
#include "core/change/held_nodes.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/io/scenario_parts.h"
#include "core/model/validate.h"
#include "core/store/project_values.h"

namespace apportion {

namespace {

bool changesNodes(const std::vector<Fact>& facts) {
    return std::any_of(facts.begin(), facts.end(),
                       [](const Fact& fact) { return fact.kind == ObjectKind::nodes; });
}

// Who refers to a quota that the facts take away: a role or something timed. A later quota of the
// same name must not inherit it.
std::optional<std::pair<ObjectKind, std::string>> referrerToLost(const std::vector<Fact>& facts,
                                                                 const Project& after) {
    for (const Fact& fact : facts) {
        if (fact.kind != ObjectKind::quota || findQuota(after, fact.key) != nullptr)
            continue;
        for (const ProjectUser& user : after.users)
            for (const Grant& grant : user.grants)
                if (grant.quota == fact.key)
                    return std::pair(ObjectKind::user, user.name);
        if (const auto timed = timedChangesOf(after, fact.key); !timed.empty()) {
            const bool temporary = std::any_of(
                after.temporary.begin(), after.temporary.end(),
                [&](const TemporaryChange& each) { return each.name == timed.front(); });
            return std::pair(temporary ? ObjectKind::temporary : ObjectKind::timetable,
                             timed.front());
        }
    }
    return {};
}

std::optional<std::pair<ObjectKind, std::string>> dependantOfQuota(const store::Objects& next,
                                                                   const std::string& name) {
    for (const auto& [key, object] : next.of(ObjectKind::quota))
        if (store::parentOf(object.body) == name)
            return std::pair(ObjectKind::quota, key);
    for (const auto& [key, object] : next.of(ObjectKind::workspace))
        if (const auto workspace = parseWorkspace(object.body);
            workspace && std::find(workspace->quotas.begin(), workspace->quotas.end(), name) !=
                             workspace->quotas.end())
            return std::pair(ObjectKind::workspace, key);
    return {};
}

// What still refers to a quota or a workspace that the facts take away.
std::optional<std::pair<ObjectKind, std::string>> dependantOfLost(const store::Objects& next,
                                                                  const std::vector<Fact>& facts) {
    for (const Fact& fact : facts) {
        const bool ofQuota = fact.kind == ObjectKind::quota;
        if ((!ofQuota && fact.kind != ObjectKind::workspace) ||
            next.find(fact.kind, fact.key) != nullptr)
            continue;
        if (ofQuota)
            if (auto dependant = dependantOfQuota(next, fact.key))
                return dependant;
        for (const auto& [key, object] : next.of(ObjectKind::workload))
            if (const auto work = store::workloadFrom(object.body);
                work && (ofQuota ? work->spec.quota : work->spec.workspace) == fact.key)
                return std::pair(ObjectKind::workload, key);
    }
    return {};
}

tl::unexpected<Problems> depends(const store::Objects& objects, ObjectKind kind,
                                 const std::string& key) {
    const store::Object* object = objects.find(kind, key);
    return refuse("undo-depends",
                  {textArgument("noun", word(kind)),
                   textArgument("key", key),
                   {"entry", Value::ofCount(object ? object->changed : objects.revision)}});
}

std::string anAdministrator(const Project& project) {
    for (const ProjectUser& user : project.users)
        if (Roster(project).may(user.name, Right::administer))
            return user.name;
    return {};
}

}  // namespace

Result<NextState> nextState(const store::Objects& objects, const Project& project,
                            const std::vector<Fact>& facts, const Scenario* valid) {
    NextState next{objects, {}};
    next.objects.revision = objects.revision + 1;
    for (const Fact& fact : facts) {
        if (next.objects.apply(fact, next.objects.revision))
            continue;
        return depends(objects, fact.kind, fact.key);
    }
    next.objects.of(ObjectKind::ended).clear();
    next.objects.of(ObjectKind::eviction).clear();
    // What was read anew: also the shape of names and numbers is looked at.
    next.project = project;
    if (!store::followFacts(next.project, next.objects, facts)) {
        auto read = store::projectFrom(next.objects, {});
        if (const auto dependant = read && !hasErrors(validate(read->pool))
                                       ? std::nullopt
                                       : dependantOfLost(next.objects, facts))
            return refuse("undo-needed", {textArgument("noun", word(dependant->first)),
                                          textArgument("key", dependant->second)});
        if (!read) {
            for (Problem& problem : read.error())
                problem.line = problem.column = 0;  // of a text that nobody sees
            return tl::unexpected(std::move(read.error()));
        }
        next.project = std::move(*read);
    } else if (!(valid != nullptr && next.project.pool == *valid)) {
        if (Problems wrong = validate(next.project.pool); hasErrors(wrong))
            return tl::unexpected(std::move(wrong));
    }
    if (changesNodes(facts))
        if (auto held = heldNodes(project.pool.nodes, next.project.pool.nodes, next.project.work,
                                  "the pool"))
            return refuse(std::move(*held));
    if (const auto referrer = referrerToLost(facts, next.project))
        return depends(objects, referrer->first, referrer->second);
    if (const std::string last = anAdministrator(project);
        !last.empty() && !Roster(next.project).hasAdministrator())
        return refuse("last-administrator", {textArgument("user", last)});
    return next;
}

}  // namespace apportion
