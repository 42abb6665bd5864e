// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/never_fits.h"

#include <algorithm>
#include <optional>

#include "core/model/one_cause.h"
#include "core/model/validation/fitting.h"
#include "core/sim/replay/jobs.h"

namespace apportion {

namespace {

struct Cause {
    Message message;  // of the first job
    std::uint32_t row = 0;
    std::int64_t jobs = 0;
};

}  // namespace

Problems neverFitting(const Scenario& scenario, const Trace& trace,
                      std::span<const std::string> quotas, bool typed, JobShapes& shapes) {
    const validation::Index index(scenario);
    using validation::Fitting;
    const Fitting fitting(index, Fitting::Guarantees::stay);
    std::vector<Cause> causes;
    std::vector<std::optional<std::size_t>> causeOf;  // by shape
    const auto find = [&](const TraceJob& job) -> std::optional<std::size_t> {
        Findings findings;
        const auto quota = validation::find(index.quotaNames, quotas[job.group]);
        Workload workload = workloadOf(shapeOf(job));
        workload.name = job.nameLength > 0 ? std::string(trace.nameOf(job)) : nameOfRow(job.row);
        if (typed)
            workload.gpuType = trace.gpuTypes[job.gpuType];
        fitting.warn(workload, *quota, "", findings);
        if (findings.problems().empty())
            return {};
        const Message& message = findings.problems().front().message;
        for (std::size_t i = 0; i < causes.size(); ++i)
            if (isOneCause(causes[i].message, message))
                return i;
        causes.push_back({message, job.row, 0});
        return causes.size() - 1;
    };
    for (const TraceJob& job : trace.jobs) {
        const std::uint32_t shape = shapes.index(job);
        if (shape == causeOf.size())
            causeOf.push_back(find(job));
        if (causeOf[shape])
            ++causes[*causeOf[shape]].jobs;
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
