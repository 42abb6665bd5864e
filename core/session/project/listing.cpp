// SPDX-License-Identifier: GPL-3.0-or-later
// What there is of a kind, as lists show it: to who may see the whole pool all of it, to others
// what is about their own quotas and workspaces.
#include "core/access/access.h"
#include "core/change/refuse.h"
#include "core/change/temporary.h"
#include "core/change/timed_steps.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

// What somebody may see of each kind.
class Visible {
public:
    Visible(const std::string& who, const Project& project)
        : who_(who), project_(project), roster_(project) {}

    void quotas(Project& into) const {
        for (const Quota& quota : project_.pool.quotas)
            if (reads(quota.name))
                into.pool.quotas.push_back(quota);
    }
    void workspaces(Project& into) const {
        for (const Workspace& workspace : project_.pool.workspaces)
            if (roster_.may(who_, Right::readWorkspace, {{}, workspace.name, {}}))
                into.pool.workspaces.push_back(workspace);
    }
    // One's own roles, those that are given where one reads the quota, and who is to be asked: the
    // pool's administrators.
    void users(Project& into) const {
        for (ProjectUser user : project_.users) {
            if (user.name != who_ && !readsAll())
                std::erase_if(user.grants, [&](const Grant& grant) {
                    return grant.quota.empty() ? grant.role != ProjectRole::administrator
                                               : !reads(grant.quota);
                });
            if (!user.grants.empty())
                into.users.push_back(std::move(user));
        }
    }
    void temporary(Project& into) const {
        for (TemporaryChange change : project_.temporary) {
            std::erase_if(change.sizes, [&](const auto& size) { return !reads(size.quota); });
            std::erase_if(change.policies,
                          [&](const auto& policy) { return !reads(policy.quota); });
            if (!change.sizes.empty() || !change.policies.empty())
                into.temporary.push_back(std::move(change));
        }
    }
    void timetables(Project& into) const {
        for (Timetable timetable : project_.timetables) {
            for (Timetable::Step& step : timetable.steps)
                std::erase_if(step.sizes, [&](const auto& size) { return !reads(size.first); });
            std::erase_if(timetable.steps,
                          [](const Timetable::Step& step) { return step.sizes.empty(); });
            for (Timetable::Missed& missed : timetable.missed)
                std::erase_if(missed.step.sizes,
                              [&](const auto& size) { return !reads(size.first); });
            std::erase_if(timetable.missed,
                          [](const auto& missed) { return missed.step.sizes.empty(); });
            if (!timetable.steps.empty())
                into.timetables.push_back(std::move(timetable));
        }
    }
    void restorePoints(Project& into) const {
        if (readsAll())
            into.restorePoints = project_.restorePoints;
    }
    void nodes(Project& into) const {
        if (!readsAll())
            return;
        into.pool.nodes = project_.pool.nodes;
        into.nodeStates = project_.nodeStates;
    }
    bool readsAll() const { return roster_.may(who_, Right::readPool); }
    bool readsAny() const {
        return std::any_of(project_.pool.quotas.begin(), project_.pool.quotas.end(),
                           [this](const Quota& quota) { return reads(quota.name); });
    }

private:
    bool reads(const std::string& quota) const {
        return roster_.may(who_, Right::readQuota, {quota});
    }

    const std::string& who_;
    const Project& project_;
    Roster roster_;
};

bool isEmpty(const Project& project, ObjectKind kind) {
    switch (kind) {
        case ObjectKind::quota:
            return project.pool.quotas.empty();
        case ObjectKind::workspace:
            return project.pool.workspaces.empty();
        case ObjectKind::user:
            return project.users.empty();
        case ObjectKind::nodes:
            return project.pool.nodes.empty();
        case ObjectKind::temporary:
            return project.temporary.empty();
        case ObjectKind::restorePoint:
            return project.restorePoints.empty();
        default:
            return project.timetables.empty();
    }
}

}  // namespace

Result<Project> ProjectDesk::list(ObjectKind kind) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    const Visible visible(who_, project_);
    Project listed;
    listed.revision = project_.revision;
    switch (kind) {
        case ObjectKind::quota:
            visible.quotas(listed);
            break;
        case ObjectKind::workspace:
            visible.workspaces(listed);
            break;
        case ObjectKind::user:
            visible.users(listed);
            break;
        case ObjectKind::nodes:
            visible.nodes(listed);
            break;
        case ObjectKind::temporary:
            visible.temporary(listed);
            break;
        case ObjectKind::restorePoint:
            visible.restorePoints(listed);
            break;
        default:
            visible.timetables(listed);
            break;
    }
    // Whether there is something that one may not see is not told either.
    const bool ofPool = kind == ObjectKind::nodes || kind == ObjectKind::restorePoint;
    const bool seesSome = !ofPool && visible.readsAny();
    if (isEmpty(listed, kind) && !seesSome)
        if (auto refusal = Roster(project_).refusal(who_, Right::readPool))
            return refuse(std::move(*refusal));
    return listed;
}

Problems ProjectDesk::temporaryOutlook() const {
    return Roster(project_).may(who_, Right::readPool) ? outlook(project_, now()) : Problems{};
}

Problems ProjectDesk::timetableOutlook() const {
    return Roster(project_).may(who_, Right::readPool) ? stepOutlook(project_, now()) : Problems{};
}

}  // namespace apportion
