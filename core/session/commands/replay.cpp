// SPDX-License-Identifier: GPL-3.0-or-later
// A trace made ready to run.
#include <algorithm>
#include <unordered_set>

#include "core/io/traces/guarantee_list.h"
#include "core/io/traces/openb.h"
#include "core/io/traces/read_trace.h"
#include "core/session/commands/commands.h"
#include "core/session/commands/trace_scenario.h"
#include "core/sim/replay/derive.h"
#include "core/sim/replay/jobs.h"

namespace apportion {

namespace {

// A scenario's nodes, or a node list.
Result<void> takeNodes(const std::string& file, const ColumnMapping& columns,
                       ReplayOptions& options, std::vector<Message>& notes) {
    if (guessFormat(file) == kScenarioTrace) {
        const Result<LoadedScenario> loaded = loadScenario(file);
        if (!loaded)
            return tl::unexpected(loaded.error());
        options.nodes = loaded->scenario->nodes;
        return {};
    }
    Result<NodeList> list = readNodes(file, columns);
    if (!list)
        return tl::unexpected(list.error());
    options.nodes = std::move(list->nodes);
    notes.insert(notes.end(), list->remarks.begin(), list->remarks.end());
    return {};
}

Result<void> takeBase(const std::string& file, ReplayOptions& options) {
    const Result<LoadedScenario> loaded = loadScenario(file);
    if (!loaded)
        return tl::unexpected(loaded.error());
    if (!loaded->scenario->workloads.empty() || !loaded->scenario->events.empty()) {
        Problem problem;
        problem.file = file;
        problem.message = {"replay-base-not-empty", {{"name", Value::ofText(file)}}};
        return tl::unexpected(Problems{std::move(problem)});
    }
    options.base = *loaded->scenario;
    return {};
}

Result<ReplayOptions> completed(const ReplayRequest& request, std::vector<Message>& notes) {
    ReplayOptions options = request.options;
    if (options.guaranteeBy == GuaranteeBy::given) {
        auto guarantees = readGuarantees(request.guarantees);
        if (!guarantees)
            return tl::unexpected(guarantees.error());
        options.guarantees = std::move(*guarantees);
    }
    Result<void> taken;
    const bool chosen = options.pool.gpus > 0 || !request.poolFile.empty();
    const std::string& nodes = chosen ? request.poolFile : request.nodesFile;
    if (!request.columns.nodeColumns.empty() &&
        (!request.quotasFile.empty() || nodes.empty() || guessFormat(nodes) == kScenarioTrace)) {
        Problem problem;
        problem.file = "--node-columns";
        problem.message = {"node-columns-no-list", {}};
        return tl::unexpected(Problems{std::move(problem)});
    }
    if (!request.quotasFile.empty())
        taken = takeBase(request.quotasFile, options);
    else if (!request.poolFile.empty())
        taken = takeNodes(request.poolFile, request.columns.nodeColumns, options, notes);
    else if (!request.nodesFile.empty() && !chosen)
        taken = takeNodes(request.nodesFile, request.columns.nodeColumns, options, notes);
    if (!taken)
        return tl::unexpected(taken.error());
    if (chosen && !request.nodesFile.empty())
        notes.push_back({"replay-pool-chosen", {{"name", Value::ofText(request.nodesFile)}}});
    return options;
}

// Groups of the list that no job is in: a name that is mistyped takes its GPUs from all others.
Problems unusedGuarantees(const std::vector<GroupGuarantee>& guarantees,
                          const std::vector<std::string>& groups, const std::string& file) {
    const std::unordered_set<std::string_view> known(groups.begin(), groups.end());
    Problems problems;
    for (const GroupGuarantee& guarantee : guarantees) {
        if (known.count(guarantee.group) > 0)
            continue;
        Problem& problem = problems.emplace_back();
        problem.file = file;
        problem.line = guarantee.line;
        problem.column = guarantee.column;
        problem.message = {
            "replay-guarantee-unused",
            {{"column", Value::ofText("group")}, {"value", Value::ofText(guarantee.group)}}};
        problem.warning = true;
    }
    return problems;
}

// Groups of jobs that the list leaves out, as one warning.
Problems missingGuarantees(const std::vector<GroupGuarantee>& guarantees, const Trace& trace,
                           const std::string& file) {
    std::unordered_set<std::string_view> listed;
    for (const GroupGuarantee& guarantee : guarantees)
        listed.insert(guarantee.group);
    std::vector<bool> used(trace.groups.size(), false);
    for (const TraceJob& job : trace.jobs)
        if (job.group < used.size())
            used[job.group] = true;
    std::vector<std::string> missing;
    for (std::size_t i = 0; i < used.size(); ++i)
        if (used[i] && !listed.contains(trace.groups[i]))
            missing.push_back(trace.groups[i]);
    if (missing.empty())
        return {};
    Problem problem;
    problem.file = file;
    problem.warning = true;
    const auto count = static_cast<std::int64_t>(missing.size());
    problem.message = {
        "replay-guarantee-missing",
        {{"count", Value::ofCount(count)}, {"groups", Value::ofList(std::move(missing))}}};
    return {std::move(problem)};
}

}  // namespace

Result<Replay> scenarioOf(Trace trace, const ReplayRequest& request, JobsAs jobs,
                          Problems& warnings) {
    std::vector<Message> notes;
    const Result<ReplayOptions> options = completed(request, notes);
    if (!options)
        return tl::unexpected(options.error());
    if (options->first) {
        sortAndCut(trace, options->first);
        keepUsedNames(trace);
    }
    Problems unused = unusedGuarantees(options->guarantees, trace.groups, request.guarantees);
    if (options->guaranteeBy == GuaranteeBy::given)
        for (Problem& missing : missingGuarantees(options->guarantees, trace, request.guarantees))
            unused.push_back(std::move(missing));
    warnings.insert(warnings.end(), trace.warnings.begin(), trace.warnings.end());
    warnings.insert(warnings.end(), unused.begin(), unused.end());
    Result<Replay> replay = deriveReplay(std::move(trace), *options, jobs);
    if (!replay) {
        for (Problem& problem : replay.error())
            problem.file = problem.message.code == "replay-guarantees-above-pool"
                               ? request.guarantees
                               : request.trace;
        return replay;
    }
    // Of the nodes, before what the pool is.
    const auto pool =
        std::find_if(replay->notes.begin(), replay->notes.end(),
                     [](const Message& note) { return note.code.rfind("replay-pool", 0) == 0; });
    replay->notes.insert(pool, notes.begin(), notes.end());
    for (Problem& problem : replay->warnings)
        problem.file = request.trace;
    warnings.insert(warnings.end(), replay->warnings.begin(), replay->warnings.end());
    return replay;
}

std::vector<std::string> replayFormats() {
    std::vector<std::string> formats = traceFormats();
    formats.emplace_back(kScenarioTrace);
    return formats;
}

Result<PreparedReplay> prepareReplay(const ReplayRequest& request, JobsAs jobs) {
    if (request.format == kScenarioTrace) {
        Result<LoadedScenario> loaded = loadScenario(request.trace);
        if (!loaded)
            return tl::unexpected(loaded.error());
        const auto rows = static_cast<std::int64_t>(loaded->scenario->workloads.size());
        return PreparedReplay{
            std::move(loaded->scenario), std::move(loaded->warnings), {}, rows, {}};
    }
    Result<Trace> trace = readTrace(request.trace, request.format, request.columns);
    if (!trace) {
        // What is wrong in the files beside it is told at once.
        Problems problems = trace.error();
        std::vector<Message> notes;
        if (const Result<ReplayOptions> options = completed(request, notes); !options)
            problems.insert(problems.end(), options.error().begin(), options.error().end());
        return tl::unexpected(std::move(problems));
    }
    PreparedReplay prepared;
    prepared.rows = trace->rows;
    prepared.dropped = trace->dropped;
    Result<Replay> replay = scenarioOf(std::move(*trace), request, jobs, prepared.warnings);
    if (!replay)
        return tl::unexpected(replay.error());
    prepared.scenario = std::make_shared<const Scenario>(std::move(replay->scenario));
    prepared.notes = std::move(replay->notes);
    return prepared;
}

}  // namespace apportion
