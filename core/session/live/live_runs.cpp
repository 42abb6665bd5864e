// SPDX-License-Identifier: GPL-3.0-or-later
// The live pool and the commands of its workloads: what becomes of them stands in the journal.
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

using What = LocalRuns::Change::What;

const char* actionOf(What what) {
    switch (what) {
        case What::hold:
            return "hold";
        case What::finish:
            return "finish";
        case What::fail:
            return "fail";
        case What::reject:
            return "reject";
        case What::stop:
            break;  // the engine's instant tells it
    }
    return "";
}

WorkloadState stateAfter(What what) {
    return what == What::finish ? WorkloadState::finished
           : what == What::fail ? WorkloadState::failed
                                : WorkloadState::rejected;
}

// What ended so long before it was told did so while nobody looked.
constexpr Duration kUnseen = 2 * kSecond;

// As its keepers say, who go on while nobody runs the pool; a clock that was set is not believed.
Moment endOf(const LocalRuns::Change& change, const WorkloadRun& run, Moment now) {
    const Moment end = change.ended.value_or(now);
    return end <= now && end >= std::max(run.start.value_or(run.submitted), run.counted) ? end
                                                                                         : now;
}

std::string argumentsOf(const LocalRuns::Change& change) {
    Arguments arguments;
    arguments.set("name", change.workload);
    const bool signal = change.reason && change.reason->code == "command-failed.signal";
    if (change.code)
        arguments.set(signal ? "signal" : "exit", std::to_string(*change.code));
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

Result<void> LivePool::write(const LocalRuns::Change& change) {
    if (change.what == What::hold)
        return writeApproval(change.workload, actionOf(change.what), {});
    std::optional<ProjectWorkload> over;
    auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
        if (auto held = checkLease(); !held)
            return tl::unexpected(std::move(held.error()));
        auto project = desk_->project();
        if (!project)
            return tl::unexpected(std::move(project.error()));
        const ProjectWorkload* work = findWork(**project, change.workload);
        if (work == nullptr)
            return std::nullopt;  // somebody ended it meanwhile
        over = *work;
        JournalEntry entry;
        entry.at = desk_->now();
        entry.who = "engine";
        entry.action = actionOf(change.what);
        entry.subject = change.workload;
        entry.arguments = argumentsOf(change);
        ProjectWorkload ended = *work;
        ended.run.reason = change.reason;
        const Moment end = endOf(change, work->run, entry.at);
        // It held what nothing ran on.
        if (!change.ran)
            countNothing(ended.run);
        if (change.reason)
            entry.why = render(*change.reason);
        else if (entry.at - end >= kUnseen)
            entry.why = render({"command-ended-unseen", {textArgument("moment", momentText(end))}});
        entry.facts = endedFacts(desk_->objects(), std::move(ended), stateAfter(change.what), end);
        return entry;
    });
    if (!written)
        return tl::unexpected(std::move(written.error()));
    if (over)
        runs_->approvals().withdraw(*over);
    return {};
}

// A folder that cannot be used keeps commands from running, not the pool.
Result<void> LivePool::openRuns() {
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const bool asked = !obstacles_.empty() || !begun_ || (*project)->revision > followed_;
    if (!asked || !LocalRuns::needed(desk_->file(), **project))
        return {};
    auto runs = LocalRuns::open(desk_->file(), **project, *machine_);
    if (runs)
        runs_ = std::make_unique<LocalRuns>(std::move(*runs));
    else if (obstacles_.empty())
        obstacles_ = std::move(runs.error());
    return {};
}

Result<void> LivePool::lookForGpus() {
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    if (!begun_ || (*project)->revision > followed_)
        missingGpus_ = missingGpus(**project, *machine_);
    return {};
}

Result<void> LivePool::lookAtRuns(Problems& notes) {
    if (!machine_)
        return {};
    if (auto looked = lookForGpus(); !looked)
        return looked;
    if (!runs_) {
        const bool told = !obstacles_.empty();
        if (auto opened = openRuns(); !opened)
            return opened;
        if (!told)
            notes = obstacles_;
        if (const auto project = desk_->project(); runs_ && project)
            notes = runs_->elsewhere(**project);
    }
    if (!runs_)
        return {};
    obstacles_.clear();
    stopped_.clear();
    runs_->socket().serve([this](const ApprovalRequest& request) {
        return approve(request.workload, request.digest);
    });
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    const std::vector<LocalRuns::Change> changes = runs_->changes(**project);
    runs_->keepApprovals(**project);
    for (const LocalRuns::Change& change : changes)
        if (change.what == What::stop)
            stopped_.push_back(change.workload);
        else if (auto done = write(change); !done)
            return done;
    gone_ = runs_->gone(**project);
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
    if (machine_ && !runs_)
        if (auto opened = openRuns(); !opened)
            return opened;
    if (!runs_)
        return obstacles_.empty()
                   ? refuse("approval-no-holder", {textArgument("workload", workload)})
                   : tl::unexpected(obstacles_);
    if (digestOf(*work) != digest)
        return refuse("approval-changed", {textArgument("workload", workload)});
    if (auto given = runs_->approvals().give(*work); !given)
        return given;
    return writeApproval(workload, "approve", desk_->who());
}

std::map<std::string, Message> LivePool::awaitingDevices() const {
    return runs_ ? runs_->awaiting() : std::map<std::string, Message>();
}

std::vector<RunElsewhere> LivePool::unknownRuns() const {
    return runs_ ? runs_->unknown() : std::vector<RunElsewhere>();
}

void LivePool::wait(Moment until) const {
    const Duration most = std::max<Duration>(until - desk_->now(), 1);
    if (runs_)
        runs_->wait(most);
    else
        std::this_thread::sleep_for(std::chrono::milliseconds(most));
}

}  // namespace apportion
