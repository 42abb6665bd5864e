// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl report FILE, apportionctl report --trace FILE
#include "core/session/commands/report.h"

#include <filesystem>

#include "app/ctl/command.h"
#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/run_flags.h"
#include "app/ctl/sections.h"
#include "app/ctl/text_table.h"
#include "app/ctl/trace_flags.h"
#include "app/ctl/words.h"
#include "core/model/number_text.h"
#include "core/model/visible_text.h"
#include "core/report/document.h"
#include "core/report/report_json.h"

namespace apportion::ctl {

namespace {

using namespace report;

struct ReportOptions {
    ReportRequest request;
    TraceFlags reading;
    std::string output = "-";
    bool json = false;
    bool raw = false;
};

std::string hoursCell(Amount amount) {
    return groupedDecimal(hours(amount, 1), 1, 1);
}

std::string waitCell(const WaitNumbers& wait, Duration value) {
    return wait.atLeast > 0 ? ">= " + durationWords(value) : durationWords(value);
}

std::string rowsText(const Report& report, const Accounts& accounts) {
    std::vector<TextTable::Column> columns;
    for (const std::string& word : accounts.by.words)
        columns.push_back({word});
    const bool quotas = accounts.by.isOfQuotas();
    for (const char* title : {"used", "guaranteed", "within", "borrowed", "lent", "idle"})
        if (quotas || title == std::string_view("used"))
            columns.push_back({title, Align::right, !report.usage.guaranteesKnown});
    for (const char* title : {"lost", "jobs", "wait p50", "p95", "cost"})
        columns.push_back({title, Align::right, title == std::string_view("cost")});
    TextTable table(columns);
    const auto add = [&](const AccountRow& row, bool total) {
        std::vector<std::string> cells;
        for (const Key key : accounts.by.keys) {
            const std::string name =
                total ? std::string() : nameOf(report.usage, accounts, row, key, report.calendar);
            cells.push_back(total && cells.empty() ? "all"
                            : name.empty()         ? "-"
                                                   : visibleText(name));
        }
        if (row.subtotal)
            cells.front() += " and below";
        cells.push_back(hoursCell(row.used));
        if (quotas) {
            const QuotaColumns had = row.quota.value_or(QuotaColumns());
            for (const Amount amount : {had.guaranteed, had.within, had.borrowed, had.lent,
                                        had.idleWaited + had.idleCalm})
                cells.push_back(report.usage.guaranteesKnown ? hoursCell(amount) : "-");
        }
        cells.push_back(hoursCell(row.lost));
        cells.push_back(grouped(row.jobs));
        for (const Duration wait : {row.waitAll.p50, row.waitAll.p95})
            cells.push_back(report.usage.startsKnown ? waitCell(row.waitAll, wait) : "-");
        cells.push_back(row.cost ? groupedDecimal(*row.cost, 2, 2) : "-");
        table.row(std::move(cells));
    };
    for (const AccountRow& row : accounts.rows)
        add(row, false);
    add(accounts.total, true);
    return table.text();
}

std::string answerText(const Report& report, const Accounts& accounts) {
    const CapacityColumns capacity = accounts.capacityInAll();
    std::string text = heading("Usage");
    text += "  from " + report.calendar.text(report.period.from) + " to " +
            report.calendar.text(report.period.to) + " (" + report.calendar.zone() + "), " +
            percent(coverage(report.usage, report.period.from, report.period.to)) +
            " of it recorded\n";
    text += heading("Capacity, GPU hours");
    TextTable parts({{"total", Align::right},
                     {"used", Align::right},
                     {"free", Align::right},
                     {"down", Align::right},
                     {"unknown", Align::right}});
    parts.row({hoursCell(capacity.total), hoursCell(capacity.used), hoursCell(capacity.free),
               hoursCell(capacity.down), hoursCell(capacity.unknown)});
    return text + parts.text() + heading("GPU hours") + rowsText(report, accounts);
}

bool endsWith(const std::string& text, std::string_view end) {
    return text.size() > end.size() && text.substr(text.size() - end.size()) == end;
}

// A table a file, all of them or none.
int answerTables(const std::string& folder, const Report& report, CsvCells cells) {
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    auto files = csvOf(documentOf(report), cells);
    files.emplace_back("by.csv", csvOf(report, report.accounts(report.by), cells));
    for (const auto& [name, text] : files) {
        const int written = answer((std::filesystem::path(folder) / name).string(), Form::data,
                                   [&, &table = text](std::ostream& out) { out << table; });
        if (written != kDone)
            return written;
    }
    return kDone;
}

int answerReport(const ReportOptions& options) {
    ReportRequest request = options.request;
    if (request.file.empty() == request.trace.empty())
        return refuseUsage("Name one FILE, or a trace with --trace.");
    if (request.trace.empty() && !options.reading.pool.empty())
        return refuseUsage("--pool is for --trace.");
    const std::string& out = options.output;
    const bool html = endsWith(out, ".html"), csv = endsWith(out, ".csv");
    const bool json = options.json || endsWith(out, ".json");
    if (out != "-" && !html && !csv && !json && !endsWith(out, ".csv/") && !endsWith(out, ".txt"))
        return refuseUsage(
            "--out wants NAME.html, NAME.json, NAME.csv, NAME.csv/, or NAME.txt. For a PDF use "
            "'apportion FILE --report NAME.pdf'.");
    auto columns = readingOptions(options.reading);
    if (!columns)
        return refuseInput(columns.error(), options.json);
    request.columns = std::move(*columns);
    request.pool = options.reading.pool;
    const auto prepared = prepareReport(request);
    if (!prepared)
        return refuseProject(prepared.error(), options.json);
    printProblems(prepared->warnings);
    printNotes(prepared->report.usage.notes);
    const Report& report = prepared->report;
    const CsvCells cells = options.raw ? CsvCells::raw : CsvCells::safe;
    if (endsWith(out, ".csv/"))
        return answerTables(out, report, cells);
    return answer(out, textOrData(json || html || csv), [&](std::ostream& stream) {
        if (json)
            writeReport(stream, report, report.accounts(report.by));
        else if (html)
            stream << htmlOf(documentOf(report));
        else if (csv)
            stream << csvOf(report, report.accounts(report.by), cells);
        else
            stream << answerText(report, report.accounts(report.by));
    });
}

}  // namespace

void addReport(CLI::App& app, Action& run) {
    auto options = std::make_shared<ReportOptions>();
    ReportRequest& request = options->request;
    std::vector<std::string> formats = replayFormats();
    std::erase(formats, kScenarioTrace);
    CLI::App* command =
        app.add_subcommand("report", "Show who used what in a period, and what it costs");
    command->add_option("FILE", request.file, "The project file or the scenario");
    command
        ->add_option("--trace", request.trace, "A recorded trace, as recorded (gzip is unpacked)")
        ->option_text("FILE");
    command->add_option("--format", request.format, "Format of the trace (default: guessed)")
        ->check(CLI::IsMember(formats))
        ->option_text(CLI::detail::join(formats, "|"));
    command
        ->add_option("--period", request.texts.period,
                     "2026-W47, 2026-11, 2026-Q4, 2026, 2026-11-20, or FROM..TO with both days "
                     "(default: last week of a project, else all)")
        ->option_text("PERIOD");
    command
        ->add_option("--by", request.texts.by,
                     "Rows: quota, workspace, team, user, module, gpuType, and day, week, month or "
                     "quarter (default: team)")
        ->option_text("KEY,...");
    command
        ->add_option(
            "--zone", request.texts.zone,
            "Time zone, also of local times in a trace (default: of projects here, else UTC)")
        ->option_text("NAME");
    command
        ->add_option("--price", request.texts.prices,
                     "Price of a GPU hour: 2.10, H100=2.10, or H100=2.10@2026-10-01 from that day "
                     "(default: of the project)")
        ->take_all()
        ->allow_extra_args(false)
        ->option_text("[TYPE=]PRICE[@DAY]");
    command
        ->add_option("--currency", request.texts.currency,
                     "Currency of prices (default: of the project, or EUR)")
        ->option_text("NAME");
    command
        ->add_option("--cost", request.texts.cost,
                     "What is charged: use, guarantee, or guarantee+borrowed:PERCENT (default: of "
                     "the project, or use)")
        ->option_text("MODEL");
    command
        ->add_option("--scope", request.texts.scope,
                     "quota:NAME with all below it, or user:NAME (default: all)")
        ->option_text("SCOPE");
    command
        ->add_option("--pool", options->reading.pool,
                     "Nodes of a trace: NODESxGPUS, or a scenario with quotas of the same names")
        ->option_text("NODESxGPUS|FILE");
    addReadingFlags(*command, options->reading);
    command->add_flag("--json", options->json, "Answer in JSON");
    command
        ->add_option("-o,--out,--output", options->output,
                     "Write to a file: NAME.html, NAME.json, NAME.txt, NAME.csv (the rows), or "
                     "NAME.csv/ (a folder with every table)")
        ->option_text("FILE");
    addRawFlag(*command, options->raw);
    command->footer(
        "Sums are exact: capacity = used + free + down + unknown, and the rows add up to what was\n"
        "used. A project tells all runs, a trace its starts and ends without a simulation, a\n"
        "scenario what a run of it gives. Users see what their role allows.\n\n"
        "Examples:\n"
        "  apportionctl report pool.apportion --period 2026-W47 --by team,user --out r.html\n"
        "  apportionctl report pool.apportion --by quota,month --period 2026 --json\n"
        "  apportionctl report --trace philly.csv.gz --by quota,month --pool 60x8\n"
        "  apportionctl report pool.apportion --price H100=2.10 --cost guarantee+borrowed:50");
    command->callback([&run, options] { run = [options] { return answerReport(*options); }; });
}

}  // namespace apportion::ctl
