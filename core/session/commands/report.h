// SPDX-License-Identifier: GPL-3.0-or-later
// Usage reports of files: projects, scenarios, and recorded traces.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/io/traces/trace_options.h"
#include "core/model/price_setting.h"
#include "core/report/fairness.h"
#include "core/report/report.h"
#include "core/session/commands/commands.h"

namespace apportion {

class ProjectDesk;

struct ReportRequest {
    std::string file;  // a project or a scenario; empty = the trace
    std::string trace;
    std::string format;  // of the trace; empty = guessed
    TraceOptions columns;
    std::string pool;              // of the trace: NODESxGPUS or a scenario; empty = not known
    std::optional<Instant> until;  // of a scenario
    report::ReportTexts texts;
};

struct PreparedReport {
    report::Report report;
    Problems warnings;
    PriceSetting kept = {};  // by the project that is open
};
Result<PreparedReport> prepareReport(const ReportRequest& request);

struct PreparedFairness {
    report::Usage usage;
    report::Fairness fairness;
    std::optional<report::FairDay> day;  // before that moment; nothing = it was not asked for
    Moment zero = 0;                     // from which answers count their times
    Problems warnings;
};
// `at` counts from the start of the source, `date` does not; neither = the end of a run, or now.
// Error: fairness-at.
Result<PreparedFairness> prepareFairness(const std::string& file, std::optional<Instant> at,
                                         std::optional<Moment> date = {});
// Of a project that is open; `at` nothing = now. `withDay`: with the day before it, which takes
// longer.
Result<PreparedFairness> fairnessOf(ProjectDesk& desk, std::optional<Moment> at, bool withDay);

// What is open, for another thread.
struct ReportSource {
    std::function<Result<PreparedReport>(const report::ReportTexts& texts)> report;
    // At a moment of the views' clock; nothing = now. As fairnessOf().
    std::function<Result<PreparedFairness>(std::optional<Instant> at, bool withDay)> fairness;
};
ReportSource reportSource(const std::string& project, const std::string& who, Moment epoch);
// As far as its clock has come.
ReportSource reportSource(const std::shared_ptr<const Scenario>& scenario, std::string name,
                          Instant clock);

// Of a project that is open, for who sits at it.
Result<report::Usage> usageOf(ProjectDesk& desk, Moment from, Moment to);
// What the texts do not say of prices is as the project keeps it.
Result<report::Report> reportOf(ProjectDesk& desk, const report::ReportTexts& texts);

}  // namespace apportion
