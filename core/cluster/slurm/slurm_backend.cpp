// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/slurm_backend.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include <sys/wait.h>

#include "core/change/refuse.h"
#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/failure.h"
#include "core/cluster/slurm/marks.h"

namespace apportion::slurm {

namespace {

using State = SeenRun::State;
using Steady = std::chrono::steady_clock;

// A step is not sent again, and a job not given up, before it was looked at again after so long.
constexpr Duration kSettled = 10 * kSecond;

// Nothing can be known or done; of the others the job at hand is at fault.
bool isOfAll(const Problems& problems) {
    const std::string_view code = codeOf(problems);
    return code != "cluster-failed" && code != "cluster-refused";
}

Argument jobArgument(const GateJob& job) {
    return {"job", Value::ofText(job.id)};
}

// No answer so far.
Problems notYet(Duration waited) {
    Message message;
    message.code = "cluster-slow";
    message.arguments = {{"command", Value::ofText("squeue")}, {"limit", Value::ofSeconds(waited)}};
    Problems problems;
    problems.emplace_back().message = std::move(message);
    return problems;
}

SeenRun overOf(const std::string& workload, const GateJob& job) {
    SeenRun seen{workload};
    seen.ran = job.started != 0;
    if (job.ended != 0)
        seen.ended = job.ended * kSecond;
    if (job.state == "COMPLETED") {
        seen.state = State::finished;
        seen.code = 0;
    } else if (job.state == "CANCELLED") {
        seen.state = State::cancelled;
        seen.why = Message{"cluster-job-cancelled", {jobArgument(job)}};
    } else {
        seen.state = State::failed;
        if (WIFEXITED(job.waitStatus) && WEXITSTATUS(job.waitStatus) != 0) {
            seen.code = WEXITSTATUS(job.waitStatus);
            seen.why = Message{"cluster-job-failed.exit",
                               {jobArgument(job), {"code", Value::ofCount(*seen.code)}}};
        } else {
            seen.why = Message{"cluster-job-failed",
                               {jobArgument(job), {"state", Value::ofText(job.state)}}};
        }
    }
    return seen;
}

}  // namespace

BackendFacts SlurmBackend::facts(const Project& project) {
    BackendFacts facts{world_.who, world_.version, {}, {}};
    facts.limits.push_back({"cluster-drive-devices", {}});
    const Duration grace = project.pool.settings.gracePeriod;
    if (grace > 0 && !world_.killWait)
        facts.limits.push_back({"cluster-drive-grace", {{"grace", Value::ofSeconds(grace)}}});
    else if (grace > world_.killWait.value_or(0))
        facts.limits.push_back(
            {"cluster-drive-grace.longer",
             {{"grace", Value::ofSeconds(grace)}, {"wait", Value::ofSeconds(*world_.killWait)}}});
    return facts;
}

Result<SlurmBackend::Picture> SlurmBackend::read(const RunWords& run, Asked asked, Moment now) {
    Picture picture;
    picture.asOf = now;
    picture.parents = std::move(asked.parents);
    picture.parentsAsOf = asked.parentsAsOf;
    const auto begun = Steady::now();
    auto jobs = readGateJobs(run);
    if (!jobs)
        return tl::unexpected(std::move(jobs.error()));
    picture.jobs = std::move(*jobs);
    auto nodes = readNodes(run);
    if (!nodes)
        return tl::unexpected(std::move(nodes.error()));
    picture.nodes = std::move(*nodes);
    picture.took =
        std::chrono::duration_cast<std::chrono::milliseconds>(Steady::now() - begun).count();
    readAbove(run, asked, picture);
    std::set<std::string> missing = std::move(asked.ids);
    for (const GateJob& job : picture.jobs)
        missing.erase(job.id);
    if (missing.empty())
        return picture;
    // Without it nothing is known of them, and nothing is given up.
    if (auto over = readOver(run, missing)) {
        picture.over = std::move(*over);
        picture.asked = true;
    }
    return picture;
}

// Jobs that are gated, in accounts that are no quotas: such an account inherits the gate.
void SlurmBackend::readAbove(const RunWords& run, const Asked& asked, Picture& picture) {
    const auto isBelow = [&](const GateJob& job) {
        return !job.isOver() && isOfGate(job.qos) && !asked.accounts.contains(job.account);
    };
    if (std::none_of(picture.jobs.begin(), picture.jobs.end(), isBelow))
        return;
    if (picture.parentsAsOf == 0 || picture.asOf - picture.parentsAsOf >= kSettled)
        if (auto parents = readParents(run)) {
            picture.parents = std::move(*parents);
            picture.parentsAsOf = picture.asOf;
        }
    for (GateJob& job : picture.jobs)
        if (isBelow(job))
            job.above = accountsAbove(picture.parents, job.account);
}

void SlurmBackend::look(const Project& project, Moment now) {
    const auto until = Steady::now() + std::chrono::milliseconds(world_.patience);
    for (;;) {
        const bool isOld = reading_.valid();
        if (!isOld) {
            Asked asked;
            for (const ProjectWorkload& work : project.work)
                if (const std::string id(jobIdOf(work.spec.name)); isPlainName(id))
                    asked.ids.insert(id);
            for (const Quota& quota : project.pool.quotas)
                asked.accounts.insert(accountOf(quota.name));
            asked.parents = picture_.parents;
            asked.parentsAsOf = picture_.parentsAsOf;
            reading_ = beside_.add([run = world_.run, asked = std::move(asked), now]() mutable {
                return read(run, std::move(asked), now);
            });
        }
        if (reading_.wait_until(until) != std::future_status::ready)
            return;
        auto picture = reading_.get();
        failure_ = picture ? Problems{} : std::move(picture.error());
        if (picture) {
            picture_ = std::move(*picture);
            known_ = true;
        }
        if (!isOld)
            return;
    }
}

Result<Observed> SlurmBackend::observe(const Project& project, Moment now) {
    now_ = now;
    look(project, now);
    if (!known_)
        return tl::unexpected(failure_.empty() ? notYet(world_.patience) : failure_);
    Observed observed;
    observed.asOf = picture_.asOf;
    observed.obstacles = failure_;
    for (const ClusterNode& node : picture_.nodes)
        if (declaredOn(project, node.name) > 0)
            observed.nodes.push_back({node.name, static_cast<int>(node.gpus)});
    const GateJobs jobs(picture_.jobs, project);
    for (const ProjectWorkload& work : project.work)
        if (auto run = seen(work, jobs))
            observed.runs.push_back(std::move(*run));
    for (const GateJob& job : picture_.jobs)
        if (jobs.isManaged(job))
            noteSlipped(job, jobs.workOf(job), observed.notes);
        else
            noteForeign(job, project, observed.foreign);
    findTaken(project, jobs, observed);
    return observed;
}

// Of a step that is under way nobody knows whether its job has begun: it counts as if it had.
void SlurmBackend::findTaken(const Project& project, const GateJobs& jobs,
                             Observed& observed) const {
    std::map<std::string, Gpu> own, others;
    for (const ProjectWorkload& work : project.work) {
        if (!isPlaced(work))
            continue;
        const GateJob* job = jobs.jobOf(work);
        if (job != nullptr && job->waits() && job->gpus > 0 && !work.run.stopping && !isUnderWay())
            observed.unbegun.insert(work.spec.name);
        else
            for (const Placement& each : work.run.placements)
                own[each.node] += each.gpu;
    }
    for (const GateJob& job : picture_.jobs)
        if (!jobs.isManaged(job) && job.holdsNodes())
            for (const std::string& node : job.nodes)
                others[node] += (job.gpus + job.nodeCount - 1) / job.nodeCount * kOneGpu;
    for (const ClusterNode& node : picture_.nodes) {
        const auto declared = static_cast<Gpu>(declaredOn(project, node.name)) * kOneGpu;
        const Gpu left = std::max<Gpu>(0, node.gpus * kOneGpu - others[node.name]);
        if (const Gpu taken = std::min(declared - left, declared - own[node.name]);
            taken > 0 && others[node.name] > 0)
            observed.taken[node.name] = taken;
    }
}

void SlurmBackend::noteSlipped(const GateJob& job, const ProjectWorkload* work, Problems& notes) {
    // What others kept from starting is on its way back to the gate.
    const bool comesBack = work != nullptr && job.waits() && !job.askedNodes.empty();
    if (!slipped(job, work) || comesBack || world_.past(job).ended || !told_.insert(job.id).second)
        return;
    Problem& note = notes.emplace_back();
    note.warning = true;
    note.message.code = "cluster-drive-slipped";
    note.message.arguments = {
        jobArgument(job), {"user", Value::ofText(job.user)}, {"qos", Value::ofText(job.qos)}};
}

void SlurmBackend::noteForeign(const GateJob& job, const Project& project,
                               std::vector<ForeignRun>& foreign) {
    const bool inPool =
        std::any_of(job.nodes.begin(), job.nodes.end(),
                    [&](const std::string& node) { return declaredOn(project, node) > 0; });
    if (!job.holdsNodes() || job.gpus == 0 || !inPool)
        return;
    ForeignRun& run = foreign.emplace_back();
    run.id = job.id;
    run.workload = job.name.empty() ? job.id : job.name;
    run.since = job.started * kSecond;
    run.gpu = job.gpus * kOneGpu;
}

// Only after accounting, too, knew no end of it, and for longer than a controller needs to be back.
bool SlurmBackend::isGone(const ProjectWorkload& work, const GateJobs& jobs) {
    if (jobs.isTaken(work))
        return true;
    if (!picture_.asked)
        return false;
    const Moment since = absentSince_.emplace(work.spec.name, picture_.asOf).first->second;
    return picture_.asOf - since >= kSettled;
}

std::optional<SeenRun> SlurmBackend::seen(const ProjectWorkload& work, const GateJobs& jobs) {
    const std::string& name = work.spec.name;
    if (const GateJob* job = jobs.jobOf(work)) {
        absentSince_.erase(name);
        if (job->isOver())
            return overOf(name, *job);
        if (job->isHeld(picture_.asOf / kSecond) && !work.run.stopping) {
            SeenRun held{name, State::cancelled};
            held.ran = false;
            held.why = heldMessage(*job);
            return held;
        }
        if (!isPlaced(work))
            return {};
        SeenRun run{name};
        if (!job->waits())
            return run;
        if (!work.run.stopping)
            return {};
        run.state = State::stopped;
        run.ran = job->restarts > 0;
        // A requeue sets the time of submission.
        if (run.ran)
            run.ended = job->submitted * kSecond;
        return run;
    }
    for (const GateJob& job : picture_.over)
        if (job.id == jobIdOf(name) && job.submitted >= work.run.submitted / kSecond)
            return overOf(name, job);
    if (!isGone(work, jobs))
        return {};
    SeenRun run{name, State::failed};
    run.why = Message{"cluster-job-gone", {{"job", Value::ofText(std::string(jobIdOf(name)))}}};
    return run;
}

std::vector<GateJob> SlurmBackend::arrivals(const Project& project) const {
    const GateJobs jobs(picture_.jobs, project);
    std::vector<GateJob> found;
    for (const GateJob& job : picture_.jobs)
        if (jobs.isManaged(job) && !job.isOver() && (isPlainName(job.id) || isPartOfJob(job.id)) &&
            jobs.workOf(job) == nullptr && !job.isHeld(picture_.asOf / kSecond) &&
            !world_.past(job).ended)
            found.push_back(job);
    std::stable_sort(found.begin(), found.end(),
                     [](const GateJob& a, const GateJob& b) { return a.submitted < b.submitted; });
    return found;
}

// A controller that has just started knows no node: they are closed for a moment.
std::vector<std::pair<std::string, NodeState>> SlurmBackend::nodeChanges(const Project& project) {
    std::vector<std::pair<std::string, NodeState>> changes;
    for (const ClusterNode& node : picture_.nodes) {
        if (declaredOn(project, node.name) == 0)
            continue;
        const auto found = project.nodeStates.find(node.name);
        const NodeState is = found == project.nodeStates.end() ? NodeState::ready : found->second;
        if (!isClosed(node)) {
            const bool wasClosed = closedSince_.erase(node.name) > 0;
            if (is != NodeState::ready &&
                (wasClosed || (world_.closedBySlurm && world_.closedBySlurm(node.name))))
                changes.emplace_back(node.name, NodeState::ready);
            continue;
        }
        const Moment since = closedSince_.emplace(node.name, picture_.asOf).first->second;
        const bool down = isDown(node) && node.gpusUsed == 0;
        if (picture_.asOf - since < kSettled || is == NodeState::down)
            continue;
        if (down)
            changes.emplace_back(node.name, NodeState::down);
        else if (is == NodeState::ready)
            changes.emplace_back(node.name, NodeState::cordoned);
    }
    return changes;
}

Result<Steps> SlurmBackend::plan(const Project& project, Moment now) {
    now_ = now;
    planned_.clear();
    Steps steps;
    // What was sent since is not in the picture.
    if (!known_ || isUnderWay())
        return steps;
    GateSteps made =
        gateStepsFor(project, picture_.jobs, picture_.nodes, world_.past, picture_.asOf / kSecond);
    steps.waiting = std::move(made.waiting);
    for (GateStep& each : made.steps) {
        if (const auto last = sent_.find(each.job); last != sent_.end() &&
                                                    last->second.key == each.step.key &&
                                                    now - last->second.at < kSettled) {
            if (last->second.failed)
                steps.waiting.emplace(each.step.workload, *last->second.failed);
            continue;
        }
        steps.steps.push_back(each.step);
        Planned& planned = planned_[each.step.key];
        planned.step = std::move(each);
    }
    return steps;
}

Result<StepDone> SlurmBackend::apply(const Step& step) {
    const auto found = planned_.find(step.key);
    if (found == planned_.end())
        return refuse("step-unknown", {textArgument("step", step.text)});
    Planned& planned = found->second;
    if (std::exchange(planned.sent, true))
        return StepDone{StepDone::State::sent, {}};
    sentAt_ = now_;
    auto answer =
        beside_.add([run = world_.run, commands = planned.step.commands]() -> Result<void> {
            for (const auto& words : commands)
                if (auto done = run(words); !done)
                    return tl::unexpected(std::move(done.error()));
            return {};
        });
    Sent& sent = sent_[planned.step.job];
    sent = {step.key, now_, {}};
    if (answer.wait_for(std::chrono::milliseconds(world_.patience)) != std::future_status::ready)
        return StepDone{StepDone::State::sent, {}};
    if (auto done = answer.get(); !done) {
        if (isOfAll(done.error())) {
            sent_.erase(planned.step.job);
            planned.sent = false;
            return tl::unexpected(std::move(done.error()));
        }
        sent.failed = done.error().front().message;
        return StepDone{StepDone::State::failed, sent.failed};
    }
    if (world_.sent)
        world_.sent(step);
    return StepDone{StepDone::State::sent, {}};
}

void SlurmBackend::wait(Duration most) const {
    std::this_thread::sleep_for(std::chrono::milliseconds(most));
}

}  // namespace apportion::slurm
