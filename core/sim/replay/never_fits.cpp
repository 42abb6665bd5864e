// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/never_fits.h"

#include <algorithm>
#include <compare>
#include <map>
#include <optional>

#include "core/model/validation/fitting.h"
#include "core/sim/replay/jobs.h"

namespace apportion {

namespace {

// All that whether a job fits depends on.
struct Shape {
    Gpu gpu = 0;
    Cpu cpu = 0;
    Memory memory = 0;
    std::uint32_t replicas = 0, group = 0;
    std::uint16_t gpuType = 0;
    bool idle = false;
    friend auto operator<=>(const Shape&, const Shape&) = default;
};

Shape shapeOf(const TraceJob& job) {
    return {job.gpu, job.cpu, job.memory, job.replicas, job.group, job.gpuType, job.idle};
}

struct Cause {
    Message message;  // of the first job
    std::uint32_t row = 0;
    std::int64_t jobs = 0;
};

}  // namespace

Problems neverFitting(const Scenario& scenario, const Trace& trace,
                      std::span<const std::string> quotas, bool typed) {
    const validation::Index index(scenario);
    const validation::Fitting fitting(index);
    std::vector<Cause> causes;
    std::map<Shape, std::optional<std::size_t>> causeOf;
    const auto find = [&](const TraceJob& job) -> std::optional<std::size_t> {
        Findings findings;
        const auto quota = validation::find(index.quotaNames, quotas[job.group]);
        fitting.warn(workloadOf(trace, job, 0, typed), *quota, "", findings);
        if (findings.problems().empty())
            return {};
        const Message& message = findings.problems().front().message;
        for (std::size_t i = 0; i < causes.size(); ++i)
            if (causes[i].message.code == message.code)
                return i;
        causes.push_back({message, job.row, 0});
        return causes.size() - 1;
    };
    for (const TraceJob& job : trace.jobs) {
        const auto [entry, fresh] = causeOf.try_emplace(shapeOf(job));
        if (fresh)
            entry->second = find(job);
        if (entry->second)
            ++causes[*entry->second].jobs;
    }
    Problems problems;
    for (Cause& cause : causes) {
        Problem& problem = problems.emplace_back();
        problem.line = trace.lineOf(cause.row);
        problem.warning = true;
        problem.message = std::move(cause.message);
        // The variants are those of one workload.
        std::string& code = problem.message.code;
        code = "replay-never-fits" + code.substr(std::min(code.find('.'), code.size()));
        problem.message.arguments.insert(problem.message.arguments.begin(),
                                         {"count", Value::ofCount(cause.jobs)});
    }
    return problems;
}

}  // namespace apportion
