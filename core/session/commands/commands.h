// SPDX-License-Identifier: GPL-3.0-or-later
// What apportionctl can do, one function a command: files and options in, values out. The calls
// block until the work is done. Files may be "-" for standard input, gzip is known by content.
// How answers are written comes with it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>

#include "core/io/answers/comparison_writer.h"
#include "core/io/answers/convert_writer.h"
#include "core/io/answers/explanation_writer.h"
#include "core/io/answers/outcome_writer.h"
#include "core/io/answers/problems_writer.h"
#include "core/io/half_file.h"
#include "core/io/output_file.h"
#include "core/io/tables/run_tables.h"
#include "core/io/traces/trace_options.h"
#include "core/model/comparison.h"
#include "core/model/explanation.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"
#include "core/model/scenario.h"
#include "core/sim/metrics.h"
#include "core/sim/replay/replay_options.h"
#include "core/sim/run_control.h"

namespace apportion {

struct RunOptions {
    std::optional<Instant> until;  // instead of the scenario's
    bool full = true;              // with workloads, evictions and events; else the summary alone
    std::ostream* timeline = nullptr;  // a table of quotas over time, written as the run goes on
    std::optional<Duration> every;     // sample it; nothing = at every change
    std::ostream* jobs = nullptr;      // a table of workloads, written at the end
    CsvCells cells = CsvCells::safe;   // of both tables
    RunControl* control = nullptr;     // progress, pause and cancel
    Duration metricsEvery = 0;         // length of the buckets of `metrics`; 0 = none
    std::optional<MetricSeries>* metrics = nullptr;
    Problems* warnings = nullptr;   // what is to be said of the run itself
    std::int64_t* moves = nullptr;  // how many of the evictions were moves (consolidation)
};

// Errors and warnings; empty = nothing to say.
Problems validateFile(const std::string& file);

struct LoadedScenario {
    std::shared_ptr<const Scenario> scenario;
    Problems warnings;
};
Result<LoadedScenario> loadScenario(const std::string& file);

// To the end, or `until`, or where the control ends it.
Outcome runScenario(std::shared_ptr<const Scenario> scenario, const RunOptions& options);

// What is to be said of a run itself: whether the guard of rule 26 stopped it, and when, how many
// evictions are not proven to be the least and how many waits not to be needed, and whether
// GPU-time was beyond what is counted.
Problems warningsOf(const std::optional<Instant>& unsettled, std::int64_t unproven,
                    std::int64_t unprovenWaits, const Summary& summary);

// At `at`, else at the end. Nothing if no workload of that name was submitted until then.
std::optional<Explanation> explainWorkload(std::shared_ptr<const Scenario> scenario,
                                           const std::string& workload, std::optional<Instant> at);
const Workload* findWorkload(const Scenario& scenario, std::string_view name);
// The name most like this one, if one is; else empty.
std::string nearestWorkload(const Scenario& scenario, const std::string& name);

struct ComparedFiles {
    Comparison comparison;
    Problems warnings;  // what could not be compared, or only so far
};
// Each a scenario or a document of simulate with its workloads.
Result<ComparedFiles> compareFiles(const std::string& base, const std::string& changed);
// What it could not compare.
Problems warningsOf(const Comparison& comparison);

// The format of a trace that is a scenario: it is run as it is, without options.
inline constexpr std::string_view kScenarioTrace = "scenario";
// It and the names of all trace readers.
std::vector<std::string> replayFormats();

struct ReplayRequest {
    std::string trace;
    std::string format;  // kScenarioTrace, or that of a trace reader
    TraceOptions columns;
    ReplayOptions options;
    std::string guarantees;  // file of groups and GPUs, for GuaranteeBy::given
    std::string poolFile;    // a scenario or an openb node list, instead of options.pool
    std::string nodesFile;   // the same, where neither options.pool nor poolFile is given
    std::string quotasFile;  // a scenario without work for options.base; brings its own nodes
};
struct PreparedReplay {
    std::shared_ptr<const Scenario> scenario;
    Problems warnings;
    std::vector<Message> notes;    // the derivation, to be shown before the run
    std::int64_t rows = 0;         // of the trace; workloads of a scenario
    std::vector<Message> dropped;  // of them, also in the notes
};
// `jobs`: those of a trace; a scenario's are listed already.
Result<PreparedReplay> prepareReplay(const ReplayRequest& request, JobsAs jobs = JobsAs::workloads);

struct ConvertRequest {
    ReplayRequest replay;  // the trace, its format (empty = guessed) and, for a scenario, the rest
    std::string target;    // only its name is looked at
    std::string to;        // format; empty = by the name of the target
    CsvCells cells = CsvCells::safe;
};
struct Converted {
    ConvertSummary summary;
    Problems warnings;
    std::vector<Message> notes;
    std::function<void(std::ostream&)> write;
    std::vector<Message> done;  // to be said once it is written
};
// Whether there is something to convert; guesses its format if none is named.
Result<void> inputOf(ConvertRequest& request);
// Checks that format and tells the other, after inputOf(). The problems are wrong usage: names that
// tell no format, options that do not go with it, a scenario without a pool.
Result<void> settleFormats(ConvertRequest& request);
// Of what is settled.
Result<Converted> convert(const ConvertRequest& request);

}  // namespace apportion
