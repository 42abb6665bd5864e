// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/io/traces/interner.h"
#include "core/io/traces/write_trace.h"
#include "core/model/date_text.h"

namespace apportion {

namespace {

Problem refusal(std::string code, std::int64_t count, const std::string& first) {
    Problem problem;
    problem.message = {std::move(code),
                       {{"count", Value::ofCount(count)}, {"name", Value::ofText(first)}}};
    return problem;
}

Problems obstaclesOf(const Scenario& scenario) {
    Problems problems;
    if (!scenario.events.empty()) {
        Problem problem;
        problem.message = {
            "convert-events",
            {{"count", Value::ofCount(static_cast<std::int64_t>(scenario.events.size()))}}};
        problems.push_back(std::move(problem));
    }
    const auto refuse = [&](std::string code, auto&& applies) {
        const auto first =
            std::find_if(scenario.workloads.begin(), scenario.workloads.end(), applies);
        if (first != scenario.workloads.end())
            problems.push_back(refusal(std::move(code),
                                       std::count_if(first, scenario.workloads.end(), applies),
                                       first->name));
    };
    refuse("convert-running", [](const Workload& work) { return work.running.has_value(); });
    refuse("convert-elastic", [](const Workload& work) { return work.minReplicas.has_value(); });
    refuse("convert-checkpoint", [](const Workload& work) { return work.checkpoint.has_value(); });
    refuse("convert-no-quota", [](const Workload& work) { return work.quota.empty(); });
    refuse("convert-no-gpu", [](const Workload& work) { return work.request.gpu == 0; });
    return problems;
}

// What was cut off there takes its time in a replay of the table.
Message untilLeftOut(const Scenario& scenario) {
    const std::int64_t behind =
        std::count_if(scenario.workloads.begin(), scenario.workloads.end(),
                      [&](const Workload& work) { return work.submit >= *scenario.until; });
    Message message{"convert-leaves-until", {{"until", Value::ofSeconds(*scenario.until)}}};
    if (behind > 0) {
        message.code += ".jobs";
        message.arguments.push_back({"count", Value::ofCount(behind)});
    }
    return message;
}

}  // namespace

Result<Trace> traceOf(const Scenario& scenario) {
    if (Problems problems = obstaclesOf(scenario); !problems.empty())
        return tl::unexpected(std::move(problems));
    Trace trace;
    trace.format = "scenario";
    trace.rows = static_cast<std::int64_t>(scenario.workloads.size());
    trace.jobs.reserve(scenario.workloads.size());
    const auto epoch = epochValue(scenario.epoch);
    trace.dates = epoch.has_value();
    Interner groups, users({std::string()}), types({std::string()});
    for (const Workload& work : scenario.workloads) {
        TraceJob& job = trace.jobs.emplace_back();
        job.row = static_cast<std::uint32_t>(trace.jobs.size());
        job.submit = epoch.value_or(0) + work.submit;
        job.duration = work.duration.value_or(kNoDuration);
        job.gpu = work.request.gpu;
        job.cpu = work.request.cpu;
        job.memory = work.request.memory;
        job.replicas = static_cast<std::uint32_t>(work.replicas);
        job.group = groups.index(work.quota);
        job.user = users.index(work.user);
        job.gpuType = static_cast<std::uint16_t>(types.index(work.gpuType));
        job.nameAt = trace.names.size();
        job.nameLength = static_cast<std::uint8_t>(work.name.size());
        trace.names += work.name;
        job.module = work.module;
        job.priority = static_cast<std::uint8_t>(work.priority);
        job.idle = work.idle;
        if (work.isPreemptible() != (work.module == Module::training))
            job.preemptible =
                work.isPreemptible() ? TraceJob::Preemptible::yes : TraceJob::Preemptible::no;
    }
    trace.groups = groups.take();
    trace.users = users.take();
    trace.gpuTypes = types.take();
    trace.remarks.push_back({"convert-leaves-pool", {}});
    if (scenario.until)
        trace.remarks.push_back(untilLeftOut(scenario));
    const auto inWorkspaces =
        std::count_if(scenario.workloads.begin(), scenario.workloads.end(),
                      [](const Workload& work) { return !work.workspace.empty(); });
    if (inWorkspaces > 0)
        trace.remarks.push_back(
            {"convert-leaves-workspaces", {{"count", Value::ofCount(inWorkspaces)}}});
    else if (!scenario.workspaces.empty())
        trace.remarks.push_back({"convert-leaves-workspaces.unused", {}});
    return trace;
}

}  // namespace apportion
