// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/live_start.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/change/entry_inputs.h"
#include "core/change/temporary.h"
#include "core/engine/engine.h"
#include "core/session/live/reclaims_owed.h"
#include "core/session/local/local_pool.h"
#include "core/session/project/desk.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

// What returns or follows the time of day as soon as somebody decides.
void addWhatIsDue(const Project& project, Moment now, LiveStartTrial& trial) {
    const std::vector<Quota>& before = project.pool.quotas;
    auto due = nextDue(project, now);
    if (!due)
        return;
    std::vector<Quota> quotas = before;
    while (due) {
        for (EventAction& each : eventsBetween(quotas, due->after.pool.quotas, due->mode))
            trial.inputs.emplace_back(std::move(each));
        quotas = due->after.pool.quotas;
        const Project after = std::move(due->after);
        due = nextDue(after, now);
    }
    for (std::size_t i = 0; i < before.size(); ++i)
        if (before[i] != quotas[i])
            trial.due.push_back(before[i].name);
}

using State = SeenRun::State;

// As the live pool writes it, and hears of it before anything is due.
void addWhatEnded(const std::vector<SeenRun>& seen, LiveStartTrial& trial) {
    const auto add = [&](auto event) {
        using Event = decltype(event);
        trial.inputs.emplace_back(std::in_place_type<EventAction>, std::in_place_type<Event>,
                                  std::move(event));
    };
    for (const SeenRun& each : seen) {
        if (each.state == State::finished || each.state == State::failed)
            add(FinishEvent{each.workload});
        else if (each.state == State::rejected)
            add(CancelEvent{each.workload});
    }
}

// Of whom something is taken: the rest of the grace period is over.
void addWhatStopped(const std::vector<SeenRun>& seen, LiveStartTrial& trial) {
    for (const SeenRun& each : seen)
        if (each.state == State::stopped && !each.place)
            if (const auto id = trial.engine.findWorkload(each.workload))
                trial.inputs.emplace_back(StoppedEarly{*id});
}

// Whose command ran for another file, as that of a copy does, or is not known here: what the live
// pool ends is that it counts as running, and no command.
std::vector<std::string> foreignAmong(const std::vector<SeenRun>& seen) {
    std::vector<std::string> names;
    for (const SeenRun& each : seen)
        if (each.why && (each.why->code == "command-failed.approval" ||
                         each.why->code == "command-failed.other-pool"))
            names.push_back(each.workload);
    return names;
}

Project withoutApprovals(Project project, const std::vector<std::string>& held) {
    const std::unordered_set<std::string_view> names(held.begin(), held.end());
    for (ProjectWorkload& each : project.work)
        if (names.contains(each.spec.name))
            each.run.approvedBy.clear();
    return project;
}

}  // namespace

Result<LiveStartTrial> liveStartTrial(ProjectDesk& desk, const Engine& present) {
    auto project = desk.project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const Moment now = desk.now();
    auto owed = reclaimsOwed(desk.file(), **project, now, 1);
    if (!owed)
        return tl::unexpected(std::move(owed.error()));
    RunsAtRest rest = runsAtRest(desk, **project);
    const Project& begins = owed->beginsWith(**project);
    // The live pool takes approvals back that stand in the file alone.
    std::vector<std::string>& held = rest.unapproved;
    LiveStartTrial trial{!held.empty()  ? engineOf(withoutApprovals(begins, held), now)
                         : owed->before ? engineOf(begins, now)
                                        : present,
                         {owed->scales.begin(), owed->scales.end()},
                         {},
                         std::move(held),
                         foreignAmong(rest.runs)};
    addWhatEnded(rest.runs, trial);
    addWhatIsDue(**project, now, trial);
    addWhatStopped(rest.runs, trial);
    return trial;
}

LiveStart LiveStartTrial::run(const std::stop_token& stop) && {
    engine.keepRunnerUp(false);
    const Engine before = engine;
    engine.stopWhen(stop);
    const Decisions made = engine.step(engine.now(), inputs);
    if (stop.stop_requested())
        return {};
    LiveStart start{effectOfInstant(before, engine, made),
                    std::move(due),
                    {},
                    std::move(held),
                    std::move(foreign)};
    const std::set<std::string_view> others(start.foreign.begin(), start.foreign.end());
    std::vector<std::string>& rejected = start.effect.rejected;
    for (const Ended& each : made.ended) {
        const std::string& name = engine.name(each.workload);
        // What never ran has no node: no node of the pool is this machine.
        const bool isTold = others.contains(name) ||
                            std::find(rejected.begin(), rejected.end(), name) != rejected.end();
        if (!isTold)
            (each.ran ? start.ended : rejected).push_back(name);
    }
    return start;
}

}  // namespace apportion
