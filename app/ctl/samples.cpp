// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project samples FILE
#include <algorithm>
#include <array>
#include <iostream>
#include <optional>

#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/session/commands/project_answers.h"

namespace apportion::ctl {

namespace {

struct SamplesOptions {
    std::string file;
    std::string quota;
    std::string workspace;
    std::string measure = "used";
    std::string last = "1h";
    int points = 2000;
};

struct Named {
    const char* name;
    store::Measure measure;
};
constexpr std::array<Named, 4> kMeasures{{{"used", store::Measure::allocation},
                                          {"share", store::Measure::fairShare},
                                          {"pending", store::Measure::pendingGpus},
                                          {"wait", store::Measure::longestWait}}};

std::string amount(store::Measure measure, std::int64_t value) {
    return measure == store::Measure::longestWait ? secondsText(value) : gpuText(value);
}

// Nothing if the project has the quota or the workspace.
std::optional<Problems> refusalOfName(ProjectDesk& desk, const SamplesOptions& options) {
    const bool quota = !options.quota.empty();
    const auto listed = desk.list(quota ? ObjectKind::quota : ObjectKind::workspace);
    if (!listed)
        return listed.error();
    std::vector<std::string_view> names;
    if (quota)
        for (const Quota& each : listed->pool.quotas)
            names.push_back(each.name);
    else
        for (const Workspace& each : listed->pool.workspaces)
            names.push_back(each.name);
    const std::string& name = quota ? options.quota : options.workspace;
    if (std::find(names.begin(), names.end(), name) != names.end())
        return {};
    return noSuch(quota ? "quota" : "workspace", name, names).value();
}

int samples(ProjectDesk& desk, const SamplesOptions& options, Duration last) {
    ProjectFile::HistorySample of;
    of.kind = options.quota.empty() ? store::SubjectKind::workspace : store::SubjectKind::quota;
    of.name = options.quota + options.workspace;
    for (const Named& each : kMeasures)
        if (each.name == options.measure)
            of.measure = each.measure;
    const Moment now = desk.now();
    auto chart = desk.chart(of, now - last, now + 1, options.points);
    if (!chart)
        return refuseProject(chart.error(), false);
    const bool known = std::any_of(chart->points.begin(), chart->points.end(),
                                   [](const auto& point) { return point.stats.known; });
    if (!known)  // what was deleted may have samples
        if (auto missing = refusalOfName(desk, options))
            return refuseProject(*missing, false);
    return answer("-", Form::data, [&](std::ostream& out) {
        out << "time,min,max,mean\n";
        for (const store::HistoryPoint& point : chart->points) {
            out << momentText(point.time);
            // Empty = nobody knows: the pool was not live.
            for (const std::int64_t value : {point.stats.min, point.stats.max, point.stats.mean})
                out << "," << (point.stats.known ? amount(of.measure, value) : std::string());
            out << "\n";
        }
    });
}

int samples(const SamplesOptions& options) {
    if (options.quota.empty() == options.workspace.empty())
        return refuseUsage("Name either a quota or a workspace.");
    const auto last = durationArgument(options.last);
    if (!last)
        return refuseUsage("'" + options.last +
                           "' is not a duration such as 90s, 15m, 2h, 1h30m, or 1d.");
    return withPool(options.file, Opens::look, false,
                    [&](ProjectPool& pool) { return samples(pool.desk(), options, *last); });
}

}  // namespace

void addSamples(CLI::App& project, Action& run) {
    auto options = std::make_shared<SamplesOptions>();
    CLI::App* command =
        project.add_subcommand("samples", "Show use, fair shares, and waits over time, as CSV");
    command->add_option("FILE", options->file, "The project file")->required();
    command->add_option("--quota", options->quota, "Of this quota, with all below it")
        ->option_text("QUOTA");
    command->add_option("--workspace", options->workspace, "Of this workspace")
        ->option_text("WORKSPACE");
    command->add_option("--measure", options->measure, "Metric")
        ->check(CLI::IsMember({"used", "share", "pending", "wait"}))
        ->capture_default_str();
    command->add_option("--last", options->last, "Length of time before now")
        ->capture_default_str();
    command->add_option("--points", options->points, "Maximum number of rows")
        ->check(CLI::Range(2, 1'000'000))
        ->capture_default_str();
    command->footer(
        "GPUs, or seconds for wait. Seconds are kept for a day, minutes for a month, hours for "
        "five\nyears. A row holds until the next. Empty rows are times when the pool was not "
        "live.");
    command->callback([&run, options] { run = [options] { return samples(*options); }; });
}

}  // namespace apportion::ctl
