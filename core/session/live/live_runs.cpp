// SPDX-License-Identifier: GPL-3.0-or-later
// The live pool and its backend: what becomes of runs stands in the journal.
#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "core/change/approval_digest.h"
#include "core/change/command_request.h"
#include "core/change/refuse.h"
#include "core/change/run_facts.h"
#include "core/model/date_text.h"
#include "core/session/live/live_pool.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

using State = SeenRun::State;

bool isOver(const SeenRun& seen) {
    return seen.state == State::finished || seen.state == State::failed ||
           seen.state == State::rejected || seen.state == State::cancelled;
}

const char* actionOf(State state) {
    return state == State::finished    ? "finish"
           : state == State::failed    ? "fail"
           : state == State::cancelled ? "cancel"
                                       : "reject";
}

WorkloadState stateAfter(State state) {
    return state == State::finished    ? WorkloadState::finished
           : state == State::failed    ? WorkloadState::failed
           : state == State::cancelled ? WorkloadState::cancelled
                                       : WorkloadState::rejected;
}

// What ended so long before it was told did so while nobody looked.
constexpr Duration kUnseen = 2 * kSecond;

// As its backend says, which goes on while nobody runs the pool: else by the moment of what was
// observed. A clock that was set is not believed.
Moment endOf(const SeenRun& seen, const WorkloadRun& run, Moment asOf, Moment now) {
    const Moment end = seen.ended.value_or(asOf);
    return end <= now && end >= std::max(run.start.value_or(run.submitted), run.counted) ? end
                                                                                         : now;
}

std::string argumentsOf(const SeenRun& seen) {
    Arguments arguments;
    arguments.set("name", seen.workload);
    const bool signal = seen.why && seen.why->code == "command-failed.signal";
    if (seen.code)
        arguments.set(signal ? "signal" : "exit", std::to_string(*seen.code));
    return arguments.json();
}

}  // namespace

Result<void> LivePool::writeApproval(const std::string& workload, const std::string& action,
                                     const std::string& by) {
    auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
        if (auto held = checkLease(); !held)
            return tl::unexpected(std::move(held.error()));
        auto project = desk_->project();
        if (!project)
            return tl::unexpected(std::move(project.error()));
        const ProjectWorkload* work = findWork(**project, workload);
        if (work == nullptr || work->run.approvedBy == by)
            return std::nullopt;
        WorkloadRun run = work->run;
        run.approvedBy = by;
        // The engine counts from here on, also one that is loaded anew.
        if (work->needsApproval() && run.waitingSince)
            run.besideQueue += desk_->now() - *std::exchange(run.waitingSince, desk_->now());
        JournalEntry entry;
        entry.at = desk_->now();
        entry.who = by.empty() ? "engine" : by;
        entry.action = action;
        entry.subject = workload;
        Arguments arguments;
        arguments.set("name", workload);
        entry.arguments = arguments.json();
        entry.facts = runFacts(desk_->objects(), workload, run);
        return entry;
    });
    if (!written)
        return tl::unexpected(std::move(written.error()));
    return {};
}

Result<void> LivePool::writeEnd(const SeenRun& seen, Moment asOf) {
    auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
        if (auto held = checkLease(); !held)
            return tl::unexpected(std::move(held.error()));
        auto project = desk_->project();
        if (!project)
            return tl::unexpected(std::move(project.error()));
        const ProjectWorkload* work = findWork(**project, seen.workload);
        if (work == nullptr)
            return std::nullopt;  // somebody ended it meanwhile
        JournalEntry entry;
        entry.at = desk_->now();
        entry.who = "engine";
        entry.action = actionOf(seen.state);
        entry.subject = seen.workload;
        entry.arguments = argumentsOf(seen);
        ProjectWorkload ended = *work;
        ended.run.reason = seen.why;
        const Moment end = endOf(seen, work->run, asOf, entry.at);
        // It held what nothing ran on.
        if (!seen.ran)
            countNothing(ended.run);
        if (seen.why)
            entry.why = render(*seen.why);
        else if (entry.at - end >= kUnseen)
            entry.why = render({"command-ended-unseen", {textArgument("moment", momentText(end))}});
        entry.facts = endedFacts(desk_->objects(), std::move(ended), stateAfter(seen.state), end);
        return entry;
    });
    if (!written)
        return tl::unexpected(std::move(written.error()));
    return {};
}

Result<void> LivePool::lookAtRuns(Problems& obstacles, Problems& notes) {
    if (!backend_)
        return {};
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    if (consent_ != nullptr) {
        consent_->serve(**project, [this](const std::string& workload, const std::string& digest) {
            return approve(workload, digest);
        });
        project = desk_->project();
        if (!project)
            return tl::unexpected(std::move(project.error()));
    }
    seen_.stopped.clear();
    seen_.gone.clear();
    auto observed = backend_->observe(**project, desk_->now());
    if (!observed) {
        // Nothing that runs is lost by that: the pool goes on with what is known.
        obstacles = std::move(observed.error());
        return {};
    }
    obstacles = std::move(observed->obstacles);
    notes.insert(notes.end(), observed->notes.begin(), observed->notes.end());
    if (!begun_ || (*project)->revision > followed_)
        seen_.missingGpus = missingGpus(**project, observed->nodes);
    seen_.foreign = std::move(observed->foreign);
    seen_.taken = std::move(observed->taken);
    seen_.unbegun = std::move(observed->unbegun);
    if (consent_ != nullptr)
        for (const std::string& workload : consent_->unapproved())
            if (auto done = writeApproval(workload, "hold", {}); !done)
                return done;
    for (SeenRun& seen : observed->runs) {
        if (isOver(seen)) {
            if (auto done = writeEnd(seen, observed->asOf); !done)
                return done;
            continue;
        }
        if (seen.state == State::stopped && !seen.place)
            seen_.stopped.push_back(seen.workload);
        if (seen.ended)
            seen_.gone.push_back(std::move(seen));
    }
    return {};
}

std::set<std::string> LivePool::displaced(const Project& project) const {
    std::map<std::string, Gpu> over;
    for (const Node& node : expand(project.pool.nodes))
        if (const auto found = seen_.taken.find(node.name); found != seen_.taken.end())
            over[node.name] = found->second - node.gpu;
    const auto add = [&](const ProjectWorkload& work, int sign) {
        for (const Placement& each : work.run.placements)
            if (const auto found = over.find(each.node); found != over.end())
                found->second += sign * each.gpu;
    };
    const auto isOver = [&](const Placement& each) {
        const auto found = over.find(each.node);
        return found != over.end() && found->second > 0;
    };
    std::vector<const ProjectWorkload*> unbegun;
    for (const ProjectWorkload& work : project.work) {
        if (work.run.state != WorkloadState::running)
            continue;
        add(work, +1);
        if (seen_.unbegun.contains(work.spec.name))
            unbegun.push_back(&work);
    }
    std::stable_sort(unbegun.begin(), unbegun.end(), [](const auto* a, const auto* b) {
        return a->run.start.value_or(0) > b->run.start.value_or(0);
    });
    std::set<std::string> names;
    for (const ProjectWorkload* work : unbegun) {
        const auto& placements = work->run.placements;
        if (std::none_of(placements.begin(), placements.end(), isOver))
            continue;
        names.insert(work->spec.name);
        add(*work, -1);
    }
    return names;
}

Project LivePool::withoutTaken(Project project) const {
    std::vector<NodeGroup> nodes;
    for (Node& node : expand(std::exchange(project.pool.nodes, {}))) {
        if (const auto found = seen_.taken.find(node.name); found != seen_.taken.end())
            node.gpu = std::max<Gpu>(0, node.gpu - found->second);
        nodes.push_back({std::move(node), 1});
    }
    project.pool.nodes = std::move(nodes);
    for (ProjectWorkload& work : project.work) {
        if (!others_.displaced.contains(work.spec.name))
            continue;
        neverStarted(work.run, base_);
        work.run.state = WorkloadState::pending;
        work.run.waitingSince = base_;
        work.run.placements.clear();
        work.run.devices.clear();
        work.run.replicas.clear();
    }
    return project;
}

Result<void> LivePool::carryOut(Moment now, Problems& obstacles) {
    if (!backend_ || !obstacles.empty())
        return {};
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    if (consent_ != nullptr)
        consent_->keepOnly(**project);
    auto plan = backend_->plan(**project, now);
    if (!plan) {
        obstacles = std::move(plan.error());
        return {};
    }
    seen_.awaiting = std::move(plan->waiting);
    for (const Step& step : plan->steps) {
        auto done = backend_->apply(step);
        if (!done) {
            // Whether it happened is observed before anything else is planned.
            obstacles = std::move(done.error());
            return {};
        }
        if (done->why)
            seen_.awaiting.emplace(step.workload, std::move(*done->why));
    }
    return {};
}

Result<void> LivePool::approve(const std::string& workload, const std::string& digest) {
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const ProjectWorkload* work = findWork(**project, workload);
    if (work == nullptr)
        return noSuchWork(**project, desk_->who(), workload);
    if (!work->command)
        return refuse("approval-none", {textArgument("workload", workload)});
    if (consent_ == nullptr)
        return refuse("approval-no-holder", {textArgument("workload", workload)});
    if (digestOf(*work) != digest)
        return refuse("approval-changed", {textArgument("workload", workload)});
    if (auto given = consent_->give(**project, *work); !given)
        return given;
    return writeApproval(workload, "approve", desk_->who());
}

void LivePool::wait(Moment until) const {
    const Duration most = std::max<Duration>(until - desk_->now(), 1);
    if (backend_)
        backend_->wait(most);
    else
        std::this_thread::sleep_for(std::chrono::milliseconds(most));
}

}  // namespace apportion
