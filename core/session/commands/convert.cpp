// SPDX-License-Identifier: GPL-3.0-or-later
// Traces and scenarios from one format into another.
#include <algorithm>
#include <ostream>

#include "core/io/gzip.h"
#include "core/io/input_file.h"
#include "core/io/scenario_writer.h"
#include "core/io/traces/read_trace.h"
#include "core/io/traces/write_trace.h"
#include "core/session/commands/commands.h"
#include "core/session/commands/trace_scenario.h"
#include "core/sim/replay/jobs.h"

namespace apportion {

namespace {

tl::unexpected<Problems> refused(const std::string& file, Message message) {
    Problem problem;
    problem.file = file;
    problem.message = std::move(message);
    return tl::unexpected(Problems{std::move(problem)});
}

tl::unexpected<Problems> inFile(Problems problems, const std::string& file) {
    for (Problem& problem : problems)
        problem.file = file;
    return tl::unexpected(std::move(problems));
}

tl::unexpected<Problems> unknownFormat(const std::string& file,
                                       const std::vector<std::string>& known) {
    return refused(file,
                   {"convert-unknown-format",
                    {{"name", Value::ofText(file)}, {"known", Value::ofText(wholeList(known))}}});
}

Result<Trace> read(const ReplayRequest& request, Problems& warnings) {
    if (request.format != kScenarioTrace)
        return readTrace(request.trace, request.format, request.columns);
    Result<LoadedScenario> loaded = loadScenario(request.trace);
    if (!loaded)
        return tl::unexpected(loaded.error());
    warnings = loaded->warnings;
    Result<Trace> trace = traceOf(*loaded->scenario);
    if (!trace)
        return inFile(trace.error(), request.trace);
    return trace;
}

// Nothing for what is no table of jobs, or not written.
const TraceWriter* writerOf(const std::string& format) {
    const auto writers = traceWriters();
    const auto writer = std::find_if(writers.begin(), writers.end(), [&](const TraceWriter& each) {
        return each.format == format;
    });
    return writer == writers.end() ? nullptr : &*writer;
}

std::vector<std::string> writtenFormats() {
    std::vector<std::string> formats{std::string(kScenarioTrace)};
    for (const TraceWriter& writer : traceWriters())
        formats.emplace_back(writer.format);
    return formats;
}

Result<Converted> toTable(Trace trace, const std::string& format, const std::string& file,
                          CsvCells cells) {
    Converted converted;
    ConvertSummary& summary = converted.summary;
    summary.rows = trace.rows;
    summary.jobs = static_cast<std::int64_t>(trace.jobs.size());
    summary.dropped = trace.dropped;
    summary.remarks = trace.remarks;
    if (Problems obstacles = obstaclesTo(trace, format); !obstacles.empty())
        return inFile(std::move(obstacles), file);
    for (Message& loss : lossesIn(trace, format))
        summary.remarks.push_back(std::move(loss));
    converted.notes = summary.dropped;
    converted.notes.insert(converted.notes.end(), summary.remarks.begin(), summary.remarks.end());
    converted.done = {
        {"convert-done",
         {{"jobs", Value::ofCount(summary.jobs)}, {"format", Value::ofText(format)}}}};
    auto shared = std::make_shared<const Trace>(std::move(trace));
    converted.write = [shared, cells, write = writerOf(format)->write](std::ostream& out) {
        write(out, *shared, cells);
    };
    return converted;
}

// As a replay would derive it; a scenario as it is.
Result<Converted> toScenario(const ReplayRequest& request) {
    Converted converted;
    const Result<PreparedReplay> prepared = prepareReplay(request, JobsAs::recorded);
    if (!prepared)
        return tl::unexpected(prepared.error());
    converted.warnings = prepared->warnings;
    converted.notes = prepared->notes;
    ConvertSummary& summary = converted.summary;
    summary.rows = prepared->rows;
    summary.jobs = static_cast<std::int64_t>(prepared->scenario->workloadCount());
    summary.dropped = prepared->dropped;
    for (const Message& note : prepared->notes)
        if (std::find(summary.dropped.begin(), summary.dropped.end(), note) ==
            summary.dropped.end())
            summary.remarks.push_back(note);
    converted.write = [scenario = prepared->scenario](std::ostream& out) {
        writeScenario(out, *scenario);
    };
    return converted;
}

// What is written to a file whose name ends in ".gz" is packed.
void packIfNamedSo(const std::string& target, Converted& converted) {
    constexpr std::string_view kPacked = ".gz";
    if (target.size() <= kPacked.size() ||
        target.compare(target.size() - kPacked.size(), kPacked.size(), kPacked) != 0)
        return;
    converted.write = [write = std::move(converted.write)](std::ostream& out) {
        GzipBuffer packing(out);
        std::ostream packed(&packing);
        write(packed);
        packing.finish();
    };
}

// Whether the request names nodes.
bool shapes(const ReplayRequest& replay) {
    return replay.options.pool.gpus > 0 || !replay.poolFile.empty() || !replay.nodesFile.empty() ||
           !replay.quotasFile.empty();
}

Result<Converted> converted(const ReplayRequest& replay, const std::string& to, CsvCells cells) {
    if (to == kScenarioTrace)
        return toScenario(replay);
    Problems warnings;
    Result<Trace> trace = read(replay, warnings);
    if (!trace)
        return tl::unexpected(trace.error());
    warnings.insert(warnings.end(), trace->warnings.begin(), trace->warnings.end());
    if (replay.options.first) {
        sortAndCut(*trace, replay.options.first);
        keepUsedNames(*trace);
    }
    Result<Converted> table = toTable(std::move(*trace), to, replay.trace, cells);
    if (table)
        table->warnings = std::move(warnings);
    return table;
}

}  // namespace

Result<void> inputOf(ConvertRequest& request) {
    if (Result<void> there = checkInput(request.replay.trace);
        !there || !request.replay.format.empty())
        return there;
    Result<std::string> format = formatOf(request.replay.trace);
    if (!format)
        return tl::unexpected(std::move(format.error()));
    // Any other table; what it lacks to be one of jobs is told when it is read.
    request.replay.format =
        format->empty() && !isReadOnce(request.replay.trace) ? "csv" : std::move(*format);
    return {};
}

Result<void> settleFormats(ConvertRequest& request) {
    const std::vector<std::string> known = replayFormats();
    // Only such a file has columns to name.
    if (request.replay.format.empty() && !request.replay.columns.columns.empty())
        request.replay.format = "csv";
    const std::string& from = request.replay.format;
    if (from.empty() && isReadOnce(request.replay.trace))
        return refused(request.replay.trace, {"convert-unknown-format.once",
                                              {{"name", Value::ofText(request.replay.trace)},
                                               {"known", Value::ofText(wholeList(known))}}});
    if (from.empty())
        return unknownFormat(request.replay.trace, known);
    if (std::find(known.begin(), known.end(), from) == known.end())
        return refused(request.replay.trace, {"trace-format",
                                              {{"format", Value::ofText(from)},
                                               {"known", Value::ofText(wholeList(known))}}});
    const TraceOptions& columns = request.replay.columns;
    if (!columns.columns.empty() && from != "csv")
        return refused(request.replay.trace,
                       {"convert-columns", {{"format", Value::ofText(from)}}});
    if (from == kScenarioTrace && (columns != TraceOptions{} || shapes(request.replay)))
        return refused(request.replay.trace, {"convert-as-it-is", {}});
    if (request.to.empty())
        request.to = request.target == "-" ? "csv" : formatByName(request.target);
    if (from == kScenarioTrace && request.to == kScenarioTrace && request.replay.options.first)
        return refused(request.replay.trace, {"convert-as-it-is", {}});
    if (request.to.empty())
        return unknownFormat(request.target, writtenFormats());
    if (request.to != kScenarioTrace && writerOf(request.to) == nullptr)
        return refused(request.target, {"convert-not-writable",
                                        {{"format", Value::ofText(request.to)},
                                         {"known", Value::ofText(wholeList(writtenFormats()))}}});
    if (request.cells == CsvCells::raw &&
        (request.to == kScenarioTrace || !writerOf(request.to)->csv))
        return refused(request.target, {"convert-raw", {{"format", Value::ofText(request.to)}}});
    if (request.to == kScenarioTrace && from != kScenarioTrace && !shapes(request.replay))
        return refused(request.replay.trace, {"convert-needs-pool", {}});
    return {};
}

Result<Converted> convert(const ConvertRequest& request) {
    Result<Converted> result = converted(request.replay, request.to, request.cells);
    if (!result)
        return result;
    packIfNamedSo(request.target, *result);
    result->summary.in = request.replay.trace;
    result->summary.from = request.replay.format;
    result->summary.out = request.target;
    result->summary.to = request.to;
    return result;
}

}  // namespace apportion
