// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/plan_report.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <map>

#include "core/io/file_hash.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"
#include "core/model/told.h"
#include "core/plan/draft/usual_edits.h"
#include "core/plan/verdict.h"
#include "core/report/accounts.h"
#include "core/report/calendar.h"
#include "core/session/commands/edit_words.h"
#include "core/session/planning/plan_run.h"

namespace apportion {

namespace {

using report::Document;
using report::DocumentCell;
using report::DocumentChart;
using report::DocumentRow;
using report::DocumentTable;

constexpr std::size_t kMostInTable = 6;  // variants, as columns
constexpr std::size_t kMostWork = 5;     // workloads of a variant
constexpr int kWhole = 1000;             // of a chart's sides

Argument text(const char* name, std::string value) {
    return {name, Value::ofText(std::move(value))};
}

std::string counted(std::int64_t count) {
    return exactWords(Value::ofCount(count));
}

std::string baseFile(const Plan& plan) {
    return std::visit(
        [](const auto& base) { return std::filesystem::path(base.file).filename().string(); },
        plan.base);
}

std::string numberWords(PlanMetric metric, std::int64_t value) {
    switch (metric) {
        case PlanMetric::neverStarted:
        case PlanMetric::evictions:
            return counted(value);
        case PlanMetric::lost:
            return decimalText(report::hours(value, 1), 1, 1);
        case PlanMetric::utilization:
            return decimalText((value + 500) / 1000, 1, 1) + "%";
        default:
            return durationWords(value);
    }
}

std::string bandWords(PlanMetric metric, const Band& band) {
    const std::string low = numberWords(metric, band.p10), high = numberWords(metric, band.p90);
    return low == high ? low : low + " \xE2\x80\x93 " + high;
}

std::string bandWords(const OutcomeBands& bands, PlanMetric metric, const std::string& quota) {
    const auto band = bandOf(bands, metric, quota);
    if (!band)
        return {};
    const std::string words = bandWords(metric, *band);
    return isAtLeast(bands, metric, quota) ? "\xE2\x89\xA5 " + words : words;
}

std::string changeWords(PlanMetric metric, std::int64_t change) {
    if (change == 0)
        return "0";
    return (change > 0 ? "+" : "\xE2\x88\x92") + numberWords(metric, std::abs(change));
}

// Of a reason, what a table has room for.
std::string firstSentence(const std::string& reason) {
    const std::size_t end = reason.find(". ");
    return end == std::string::npos ? reason : reason.substr(0, end + 1);
}

std::string markWord(PlanMark mark) {
    return mark == PlanMark::better ? "better" : mark == PlanMark::worse ? "worse" : "same";
}

class Writing {
public:
    Writing(const Plan& plan, const PlanResults& results,
            const std::vector<SetComparison>& compared, std::string subject,
            const PlanReportSource& source)
        : plan_(plan),
          results_(results),
          compared_(compared),
          subject_(std::move(subject)),
          source_(source),
          teams_(teamsOf(*results.scenario)),
          zero_(epochValue(results.scenario->epoch)) {}

    Document document() {
        addHead();
        addSentences();
        addVerdicts();
        addVariants();
        addAssumptions();
        addTeams();
        addMetrics();
        addChart();
        addWork();
        addMethod();
        return std::move(document_);
    }

private:
    int colourOf(std::size_t set) const { return static_cast<int>(results_.places[set]); }
    const PlanRun* runOf(std::size_t run) const {
        return results_.runs[run] ? &*results_.runs[run] : nullptr;
    }
    bool hasBands(std::size_t set) const {
        return set < results_.bands.sets.size() && results_.bands.sets[set].futures > 0;
    }
    std::string whose() const { return subject_.empty() ? "all teams" : subject_; }
    std::string when(Instant at) const { return momentWords(at, zero_); }

    DocumentTable& table(const char* id, const char* title) {
        DocumentTable& made = document_.tables.emplace_back();
        made.id = id;
        made.title = title;
        return made;
    }

    static DocumentCell cell(std::string words) { return {std::move(words)}; }
    static DocumentCell numberCell(std::string words) { return {std::move(words), {}, true}; }

    void addHead() {
        const std::string name = !plan_.name.empty()     ? plan_.name
                                 : !source_.file.empty() ? source_.file
                                                         : baseFile(plan_);
        document_.title = "Plan: " + name;
        document_.subtitle = "Base " + baseFile(plan_) + ".";
        if (source_.made != 0)
            document_.subtitle +=
                " Made on " + report::Calendar("UTC").dayText(source_.made, true) + " UTC.";
        document_.head = document_.title;
        document_.headRight = counted(results_.bands.futures) + " futures, seed " +
                              std::to_string(plan_.futures.seed);
        document_.foot = "Base sha256 " + results_.hash.substr(0, 8);
        if (!source_.file.empty())
            document_.foot += ". Check with: apportionctl plan run " + source_.file;
        document_.coverageTitle = "Left out";
        document_.coverage = {render({"plan-report-left-out", {}}),
                              render({"plan-report-no-reservation", {}})};
    }

    // The question, and what each variant does.
    void addSentences() {
        document_.sentences.push_back(
            render({"plan-report-question", {text("of", whose()), text("base", baseFile(plan_))}}));
        document_.sentences.push_back(poolSentence());
        const std::size_t sets = std::min(results_.sets.size(), kMostInTable);
        for (std::size_t i = 0; i < sets; ++i) {
            const auto verdict = verdictOf(results_.bands, i, subject_, teams_);
            if (!verdict)
                continue;
            document_.sentences.push_back(
                render({"plan-report-verdict",
                        {text("name", results_.sets[i].name), text("of", whose()),
                         text("before", waitBefore()), text("after", waitAfter(i)),
                         text("better", counted(verdict->better)),
                         text("futures", counted(verdict->futures))}}) +
                " " + payerWords(*verdict));
        }
    }

    std::string poolSentence() const {
        Gpu gpus = 0;
        std::int64_t nodes = 0;
        for (const NodeGroup& group : results_.scenario->nodes) {
            gpus += group.node.gpu * group.count;
            nodes += group.count;
        }
        return render(
            {"plan-report-pool", {{"gpus", Value::ofGpu(gpus)}, {"nodes", Value::ofCount(nodes)}}});
    }
    std::string waitBefore() const {
        return bandWords(results_.bands.base, PlanMetric::p95Wait, subject_);
    }
    std::string waitAfter(std::size_t set) const {
        return bandWords(results_.bands.sets[set].bands, PlanMetric::p95Wait, subject_);
    }
    static std::string payerWords(const PlanVerdict& verdict) {
        return verdict.payer.empty() ? render({"plan-report-no-payer", {}})
                                     : render({"plan-report-payer",
                                               {text("payer", verdict.payer),
                                                text("longer", durationWords(verdict.longer))}});
    }

    void addVerdicts() {
        DocumentTable& made = table("verdicts", "Verdicts");
        made.note = "Wait p95 of " + whose() + ", of all workloads.";
        made.columns = {
            {"Variant"},  {"Before, 8 of 10", true}, {"After, 8 of 10", true}, {"Shorter in", true},
            {"Who pays"}, {"Evictions", true}};
        for (std::size_t i = 0; i < results_.sets.size(); ++i) {
            DocumentRow row;
            row.colour = colourOf(i);
            row.cells = {cell(results_.sets[i].name),
                         numberCell({}),
                         numberCell({}),
                         numberCell({}),
                         cell({}),
                         numberCell({})};
            const PlanRun* run = runOf(i + 1);
            if (run != nullptr && run->refused)
                row.cells[4] = cell(render({"plan-report-refused", {}}) + " " +
                                    firstSentence(told(run->refused->reason, zero_)));
            if (const auto verdict = verdictOf(results_.bands, i, subject_, teams_)) {
                row.cells[1] = numberCell(waitBefore());
                row.cells[2] = numberCell(waitAfter(i));
                row.cells[3] =
                    numberCell(counted(verdict->better) + " of " + counted(verdict->futures));
                row.cells[4] = cell(payerWords(*verdict));
                row.cells[5] =
                    numberCell(changeWords(PlanMetric::evictions, verdict->evictions.p50));
            }
            made.rows.push_back(std::move(row));
        }
    }

    void addVariants() {
        DocumentTable& made = table("variants", "Variants");
        made.columns = {{"Variant"}, {"Edit"}, {"When"}, {"Base events"}};
        for (std::size_t i = 0; i < results_.sets.size(); ++i) {
            const ChangeSet& set = results_.sets[i];
            const PlanRun* run = runOf(i + 1);
            const std::int64_t refused =
                run == nullptr ? 0 : static_cast<std::int64_t>(run->refusedEvents.size());
            const std::string said = refused > 0 ? "refused: " + counted(refused) : "";
            bool first = true;
            const auto add = [&](const std::string& words, const std::string& at) {
                DocumentRow row;
                row.cells = {cell(first ? set.name : ""), cell(words), cell(at),
                             cell(first ? said : "")};
                if (first)
                    row.colour = colourOf(i);
                first = false;
                made.rows.push_back(std::move(row));
            };
            for (const PlanEdit& edit : set.edits)
                add(editWords(edit), edit.at == 0 ? "from the start" : when(edit.at));
            if (set.edits.empty())
                add("no edits", "");
        }
    }

    void addAssumptions() {
        DocumentTable& made = table("assumptions", "Assumptions");
        made.columns = {{"About"}, {"Assumed"}};
        const auto add = [&](const char* about, std::string words) {
            DocumentRow row;
            row.cells = {cell(about), cell(std::move(words))};
            made.rows.push_back(std::move(row));
        };
        const Scenario& base = *results_.scenario;
        add("Base", render({"plan-report-base",
                            {text("count", counted(submittedBy(base, results_.until))),
                             text("length", durationWords(endOf(base, results_.until)))}}));
        for (const Message& note : results_.notes)
            add("Reading", told(note, zero_));
        add("Arrivals", results_.weeks < 2
                            ? render({"plan-report-arrivals.few", {}})
                            : render({plan_.futures.teamsApart ? "plan-report-arrivals.apart"
                                                               : "plan-report-arrivals",
                                      {{"weeks", Value::ofCount(results_.weeks)}}}));
        add("Durations", render({"plan-report-durations", {}}));
        add("Users", render({"plan-report-users", {}}));
        add("Nodes", render({"plan-report-nodes", {}}));
    }

    void addTeams() {
        DocumentTable& made = table("teams", "Who gains, who pays");
        made.note = "Wait p95 of all workloads; the band holds 8 of 10 futures.";
        made.columns = {{"Team"}, {"Base", true}};
        const std::size_t sets = std::min(results_.sets.size(), kMostInTable);
        for (std::size_t i = 0; i < sets; ++i)
            made.columns.push_back({results_.sets[i].name, true});
        constexpr PlanMetric kWait = PlanMetric::p95Wait;
        std::vector<std::string> teams = teams_;
        teams.insert(teams.begin(), std::string());
        for (const std::string& team : teams) {
            DocumentRow row;
            if (team.empty())
                row.kind = DocumentRow::Kind::subtotal;
            row.cells.push_back(cell(team.empty() ? "All teams" : team));
            row.cells.push_back(numberCell(bandWords(results_.bands.base, kWait, team)));
            for (std::size_t i = 0; i < sets; ++i) {
                std::string words = "refused";
                if (hasBands(i)) {
                    const auto delta = bandOf(results_.bands.sets[i].delta, kWait, team);
                    words = bandWords(results_.bands.sets[i].bands, kWait, team);
                    if (delta)
                        words += ", " + markWord(markOf(*delta, kWait));
                }
                row.cells.push_back(numberCell(std::move(words)));
            }
            made.rows.push_back(std::move(row));
        }
        if (sets < results_.sets.size())
            made.foot = render({"plan-report-more-variants",
                                {{"count", Value::ofCount(static_cast<std::int64_t>(
                                               results_.sets.size() - sets))}}});
    }

    void addMetrics() {
        DocumentTable& made = table("metrics", "Metrics");
        made.note = "Of the whole pool; the band holds 8 of 10 futures.";
        made.columns = {{"Metric"},        {"Variant"},      {"Base", true},
                        {"Variant", true}, {"Change", true}, {"Lower in", true}};
        constexpr std::array<std::pair<PlanMetric, const char*>, 7> kMetrics{
            std::pair(PlanMetric::p95Started, "Wait p95, started"),
            std::pair(PlanMetric::p95Wait, "Wait p95, all"),
            std::pair(PlanMetric::meanWait, "Mean wait, all"),
            std::pair(PlanMetric::neverStarted, "Never started"),
            std::pair(PlanMetric::evictions, "Evictions"),
            std::pair(PlanMetric::lost, "Lost work, GPU h"),
            std::pair(PlanMetric::utilization, "Utilization")};
        for (const auto& [metric, name] : kMetrics) {
            bool first = true;
            for (std::size_t i = 0; i < results_.sets.size(); ++i) {
                if (!hasBands(i))
                    continue;
                const SetBands& of = results_.bands.sets[i];
                const auto delta = bandOf(of.delta, metric, {});
                DocumentRow row;
                row.cells = {
                    cell(first ? name : ""),
                    cell(results_.sets[i].name),
                    numberCell(first ? bandWords(results_.bands.base, metric, {}) : ""),
                    numberCell(bandWords(of.bands, metric, {})),
                    numberCell(delta ? changeWords(metric, delta->p50) : ""),
                    numberCell(delta ? counted(delta->lower) + " of " + counted(of.futures) : "")};
                first = false;
                made.rows.push_back(std::move(row));
            }
        }
        addPastEnd(made);
    }

    void addPastEnd(DocumentTable& made) const {
        const auto count = [&](std::size_t run) {
            const PlanRun* of = runOf(run);
            return of != nullptr && !of->refused ? counted(of->pastEnd) : std::string();
        };
        bool first = true;
        for (std::size_t i = 0; i < results_.sets.size(); ++i) {
            if (count(i + 1).empty())
                continue;
            DocumentRow row;
            row.cells = {cell(first ? "Run past the end, as recorded" : ""),
                         cell(results_.sets[i].name),
                         numberCell(first ? count(0) : ""),
                         numberCell(count(i + 1)),
                         numberCell({}),
                         numberCell({})};
            first = false;
            made.rows.push_back(std::move(row));
        }
    }

    static DocumentChart::Line lineOf(const PlanRun& run, std::string name, int colour, Instant end,
                                      Duration most) {
        DocumentChart::Line line{std::move(name), colour, {}};
        for (const MetricBucket& bucket : run.metrics.buckets)
            line.points.emplace_back(static_cast<int>(bucket.at * kWhole / end),
                                     static_cast<int>(bucket.meanWait * kWhole / most));
        return line;
    }

    void addChart() {
        constexpr Duration kShort = 2 * 24 * 3600 * kSecond;
        Instant end = 1;
        Duration most = 60 * kSecond;
        for (const auto& run : results_.runs)
            if (run && !run->refused)
                for (const MetricBucket& bucket : run->metrics.buckets) {
                    end = std::max(end, bucket.at);
                    most = std::max(most, bucket.meanWait);
                }
        DocumentTable& made = table("chart", "Mean wait over time");
        made.note = "As recorded, one run each.";
        for (std::size_t i = 0; i < results_.runs.size() && i <= kMostInTable; ++i)
            if (const PlanRun* run = runOf(i); run != nullptr && !run->refused)
                made.chart.lines.push_back(lineOf(*run, i == 0 ? "Base" : results_.sets[i - 1].name,
                                                  i == 0 ? -1 : colourOf(i - 1), end, most));
        constexpr int kMarks = 4;
        for (int i = 0; i <= kMarks; ++i) {
            const Instant at = end * i / kMarks;
            made.chart.across.emplace_back(kWhole * i / kMarks,
                                           !zero_         ? durationWords(at)
                                           : end < kShort ? dateText(*zero_ + at).substr(11, 5)
                                                          : dateText(*zero_ + at).substr(0, 10));
            made.chart.up.emplace_back(kWhole * i / kMarks,
                                       i == 0 ? "0" : durationWords(most * i / kMarks));
        }
    }

    void addWork() {
        DocumentTable& made = table("workloads", "Workloads that differ");
        made.note = "As recorded, one run each; the largest differences of each variant.";
        made.columns = {{"Workload"}, {"Change"}, {"Wait, base", true}, {"Wait", true}, {"Reason"}};
        for (std::size_t i = 0; i < compared_.size(); ++i) {
            if (compared_[i].refused)
                continue;
            const auto& all = compared_[i].comparison.workloads;
            std::vector<const WorkloadDifference*> largest;
            largest.reserve(all.size());
            for (const WorkloadDifference& each : all)
                largest.push_back(&each);
            std::stable_sort(largest.begin(), largest.end(), [](const auto* a, const auto* b) {
                return std::abs(waitedMore(*a)) > std::abs(waitedMore(*b));
            });
            DocumentRow head;
            head.kind = DocumentRow::Kind::subtotal;
            head.colour = colourOf(i);
            head.cells = {cell(results_.sets[i].name), cell(changesIn(all)), numberCell({}),
                          numberCell({}), cell({})};
            made.rows.push_back(std::move(head));
            for (std::size_t at = 0; at < std::min(largest.size(), kMostWork); ++at)
                made.rows.push_back(workRow(*largest[at]));
        }
    }

    static Duration waitedMore(const WorkloadDifference& work) {
        return work.waited.changed.value_or(0) - work.waited.base.value_or(0);
    }

    static std::string changesIn(const std::vector<WorkloadDifference>& all) {
        std::map<WorkloadChange, std::int64_t> counts;
        for (const WorkloadDifference& each : all)
            ++counts[each.change];
        std::string words = counted(static_cast<std::int64_t>(all.size())) + " differ";
        const char* before = ": ";
        for (const auto& [change, count] : counts) {
            words.append(before).append(counted(count)).append(" ").append(changeText(change));
            before = ", ";
        }
        return words;
    }

    DocumentRow workRow(const WorkloadDifference& work) const {
        const auto wait = [](const std::optional<Duration>& waited) {
            return numberCell(waited ? durationWords(*waited) : "\xE2\x80\x93");
        };
        const auto& reason = work.reason.changed ? work.reason.changed : work.reason.base;
        DocumentRow row;
        row.depth = 1;
        row.cells = {cell(work.name), cell(apportion::changeWords(work)), wait(work.waited.base),
                     wait(work.waited.changed),
                     cell(reason ? firstSentence(told(*reason, zero_)) : "")};
        return row;
    }

    void addMethod() {
        const auto add = [&](const char* term, std::string words) {
            document_.method.push_back({term, std::move(words)});
        };
        add("Wait", render({"report-define-wait", {}}));
        add("Band", render({"plan-report-define-band", {}}));
        add("Better, worse", render({"plan-report-define-mark", {}}));
        add("Version", source_.version);
        add("Base", "sha256 " + results_.hash);
        if (!source_.planHash.empty())
            add("Plan", "sha256 " + source_.planHash);
    }

    const Plan& plan_;
    const PlanResults& results_;
    const std::vector<SetComparison>& compared_;
    std::string subject_;
    const PlanReportSource& source_;
    std::vector<std::string> teams_;
    std::optional<Instant> zero_;
    Document document_;
};

}  // namespace

PlanReportSource reportSource(const std::string& file, std::string version) {
    std::replace(version.begin(), version.end(), '\n', ',');
    PlanReportSource source;
    source.file = std::filesystem::path(file).filename().string();
    source.planHash = fileHash(file).value_or(std::string());
    source.version = std::move(version);
    source.made = std::chrono::duration_cast<std::chrono::milliseconds>(
                      std::chrono::system_clock::now().time_since_epoch())
                      .count();
    return source;
}

report::Document documentOf(const Plan& plan, const PlanResults& results,
                            const std::vector<SetComparison>& compared, const std::string& subject,
                            const PlanReportSource& source) {
    return Writing(plan, results, compared, subject, source).document();
}

std::optional<report::Document> planReport(PreparedPlan plan, RunControl& control,
                                           const PlanReportSource& source) {
    if (plan.plan().futures.count == 0)
        plan.file.plan.futures.count = kEditingFutures;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < plan.sets.size(); ++i)
        places.push_back(i);
    PlanResults results = resultsFor(plan, std::move(places));
    KnownRuns::Runs known = KnownRuns().of(plan);
    if (!runPlan(plan, control, results, known))
        return std::nullopt;
    std::vector<SetComparison> compared;
    if (!comparePlan(plan, sweepWith(control),
                     [&](std::size_t, SetComparison of) { compared.push_back(std::move(of)); }))
        return std::nullopt;
    return documentOf(plan.plan(), results, compared, subjectOf(plan.plan(), *results.scenario),
                      source);
}

}  // namespace apportion
