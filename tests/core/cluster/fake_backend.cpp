// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cluster/fake_backend.h"

#include <algorithm>

#include "core/change/refuse.h"

namespace apportion::testing {

namespace {

std::string runName(const ProjectWorkload& work) {
    return work.spec.name + " " + std::to_string(work.run.submitted) + "-" +
           std::to_string(work.run.start.value_or(0));
}

bool isPlaced(const ProjectWorkload& work) {
    return work.run.state == WorkloadState::running && !work.run.placements.empty();
}

bool shares(const std::vector<int>& a, const std::vector<int>& b) {
    return std::any_of(a.begin(), a.end(),
                       [&](int each) { return std::find(b.begin(), b.end(), each) != b.end(); });
}

}  // namespace

void FakeCluster::end(const std::string& workload, int code, std::optional<Moment> at) {
    for (auto& [key, job] : jobs)
        if (job.workload == workload && !job.ended) {
            job.ended = at.value_or(now);
            job.code = code;
        }
}

int FakeCluster::starts(const std::string& workload) const {
    int all = 0;
    for (const auto& [key, job] : jobs)
        all += job.workload == workload ? job.starts : 0;
    return all;
}

bool FakeCluster::runs(const std::string& workload) const {
    return std::any_of(jobs.begin(), jobs.end(), [&](const auto& each) {
        return each.second.workload == workload && !each.second.ended;
    });
}

BackendFacts FakeBackend::facts(const Project&) {
    return {"fake-admin", "1.0", {}, {}};
}

void FakeBackend::look(Moment now) {
    if (cluster_->isSlow)
        return;
    jobs_ = cluster_->jobs;
    foreign_ = cluster_->foreign;
    asOf_ = now - cluster_->lag;
}

Result<Observed> FakeBackend::observe(const Project& project, Moment now) {
    if (cluster_->isDown || cluster_->isBlind)
        return refuse("no-answer");
    cluster_->now = now;
    look(now);
    Observed observed;
    observed.asOf = asOf_;
    observed.nodes = {{cluster_->node, cluster_->devices}};
    observed.foreign = foreign_;
    for (const ProjectWorkload& work : project.work) {
        std::vector<const FakeCluster::Job*> jobs;
        for (const auto& [key, job] : jobs_)
            if (isPlaced(work) && job.run == runName(work))
                jobs.push_back(&job);
        if (jobs.empty())
            continue;
        SeenRun seen{work.spec.name};
        const bool over =
            std::all_of(jobs.begin(), jobs.end(), [](const auto* job) { return job->ended; });
        const auto bad = std::find_if(jobs.begin(), jobs.end(), [](const auto* job) {
            return job->ended && job->code != 0 && !job->toldToStop;
        });
        for (const auto* job : jobs)
            if (over && *job->ended > 0)  // 0 = it has not kept the moment
                seen.ended = std::max(seen.ended.value_or(0), *job->ended);
        if (bad != jobs.end()) {
            seen.state = SeenRun::State::failed;
            seen.code = (*bad)->code;
            seen.why = Message{"command-failed.exit",
                               {textArgument("workload", work.spec.name),
                                {"replica", Value::ofCount(0)},
                                {"code", Value::ofCount(*seen.code)}}};
        } else if (over) {
            seen.state = work.run.stopping ? SeenRun::State::stopped : SeenRun::State::finished;
            if (!work.run.stopping)
                seen.code = 0;
        }
        observed.runs.push_back(std::move(seen));
    }
    return observed;
}

std::optional<Message> FakeBackend::heldBy(const ProjectWorkload& work,
                                           const std::vector<int>& devices,
                                           const std::set<std::string>& own) const {
    const auto waits = [&](const std::string& victim) {
        return Message{"waiting-for-victims.device",
                       {textArgument("workload", work.spec.name),
                        textArgument("victim", victim),
                        {"device", Value::ofCount(devices.front())}}};
    };
    for (const ForeignRun& each : foreign_)
        if (shares(each.devices, devices))
            return waits(each.workload);
    for (const auto& [key, job] : jobs_)
        if (!job.ended && !own.contains(key) && shares(job.devices, devices))
            return waits(job.workload);
    return {};
}

Result<Steps> FakeBackend::plan(const Project& project, Moment now) {
    if (cluster_->isDown)
        return refuse("no-answer");
    Steps plan;
    planned_.clear();
    std::map<std::string, const ProjectWorkload*> wanted;
    for (const ProjectWorkload& work : project.work)
        if (isPlaced(work))
            wanted.emplace(runName(work), &work);
    for (const auto& [key, job] : jobs_) {
        const auto found = wanted.find(job.run);
        std::optional<Moment> until = now;
        if (found != wanted.end())
            until = found->second->run.stopping;
        if (job.ended || !until || (job.toldToStop && *job.toldToStop <= *until))
            continue;
        const std::string step =
            "stop " + key + (found == wanted.end() ? "" : " " + std::to_string(*until));
        planned_[step] = {{}, key, *until};
        plan.steps.push_back({step, "fake stop " + key, Step::Danger::endsRun, job.workload});
    }
    for (const auto& [run, work] : wanted) {
        Planned planned;
        std::set<std::string> own;
        std::optional<Message> waits;
        for (std::size_t i = 0; i < work->run.placements.size(); ++i)
            own.insert(run + "/" + std::to_string(i));
        for (std::size_t i = 0; i < work->run.placements.size(); ++i) {
            const std::string key = run + "/" + std::to_string(i);
            if (jobs_.contains(key) || work->run.stopping)
                continue;
            planned.begins[key] = {work->spec.name, run, work->run.devices[i]};
            if (!waits)
                waits = heldBy(*work, work->run.devices[i], own);
        }
        if (waits)
            plan.waiting.emplace(work->spec.name, std::move(*waits));
        else if (!planned.begins.empty()) {
            planned_["start " + run] = std::move(planned);
            plan.steps.push_back({"start " + run, "fake start " + run, {}, work->spec.name});
        }
    }
    return plan;
}

Result<StepDone> FakeBackend::apply(const Step& step) {
    if (cluster_->isDown)
        return refuse("no-answer");
    const auto found = planned_.find(step.key);
    if (found == planned_.end())
        return refuse("step-unknown", {textArgument("step", step.text)});
    const Planned& planned = found->second;
    const bool half = cluster_->stopsHalfWay > 0;
    bool effect = false;
    if (!planned.ends.empty()) {
        FakeCluster::Job& job = cluster_->jobs.at(planned.ends);
        effect = !job.ended && (!job.toldToStop || *job.toldToStop > planned.deadline);
        if (effect) {
            job.toldToStop = planned.deadline;
            if (!cluster_->isDeaf) {
                job.ended = cluster_->now;
                job.code = 143;
            }
        }
    }
    for (const auto& [key, begins] : planned.begins) {
        const auto [job, fresh] = cluster_->jobs.emplace(key, begins);
        if (!fresh)
            continue;
        ++job->second.starts;
        effect = true;
        if (half)
            break;
    }
    cluster_->told += effect ? 1 : 0;
    if (half) {
        --cluster_->stopsHalfWay;
        return refuse("no-answer");
    }
    if (cluster_->losesAnswers > 0) {
        --cluster_->losesAnswers;
        return refuse("no-answer");
    }
    if (cluster_->isSlow)
        return StepDone{StepDone::State::sent, {}};
    look(cluster_->now);
    return StepDone{};
}

}  // namespace apportion::testing
