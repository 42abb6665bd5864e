// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/trace_flags.h"

#include <filesystem>
#include <iostream>

#include "app/ctl/command.h"
#include "app/ctl/sections.h"
#include "core/model/told.h"
#include "core/model/words.h"

namespace apportion::ctl {

namespace {

TraceFlagsError usage(std::string sentence) {
    return {std::move(sentence), {}};
}

// A pool as NODESxGPUS or a file. What is wrong with it, if something is.
std::optional<std::string> takePool(const std::string& pool, ReplayRequest& request) {
    if (pool.empty())
        return {};
    if (const std::optional<PoolShape> shape = poolShape(pool)) {
        request.options.pool = *shape;
        return {};
    }
    if (isPoolShape(pool))
        return "--pool: '" + pool +
               "' is not a pool of 1 to 100,000 nodes with at most 1,000,000 GPUs in total.";
    std::error_code none;
    if (!std::filesystem::exists(pool, none))
        return "--pool: '" + pool + "' must be NODESxGPUS, such as 60x8, or a file of nodes.";
    request.poolFile = pool;
    return {};
}

bool isQuotasFile(const TraceFlags& flags) {
    return flags.quotas != "none" && flags.quotas != "groups";
}

std::optional<std::string> clashOf(const TraceFlags& flags, bool poolNeeded) {
    if (!isQuotasFile(flags)) {
        if (poolNeeded && flags.pool.empty() && flags.nodesFile.empty())
            return "--pool is required: NODESxGPUS, such as 60x8, or a file of nodes.";
        for (const CLI::Option* option : flags.derived)
            if (flags.quotas == "none" && option->count() > 0 &&
                (option->get_name() == "--guarantee" || option->get_name() == "--over-quota"))
                return option->get_name() + " divides groups, and --quotas none has none.";
        return {};
    }
    std::error_code none;
    if (!std::filesystem::exists(flags.quotas, none))
        return "--quotas: '" + flags.quotas + "' must be none, groups, or a scenario file.";
    for (const CLI::Option* option : flags.derived)
        if (option->count() > 0)
            return option->get_name() + ": the file of --quotas decides that.";
    return {};
}

}  // namespace

std::vector<std::string> inputFiles(const std::string& trace, const TraceFlags& flags) {
    return {trace,           flags.texts.columns, flags.texts.nodeColumns, flags.pool,
            flags.nodesFile, flags.quotas,        flags.guarantee};
}

namespace {

CLI::Option* addFlag(CLI::App& command, TraceFlags& flags, const std::string& name, auto& value,
                     const std::string& text, const std::string& values) {
    flags.all.push_back(command.add_option(name, value, text)->option_text(values));
    return flags.all.back();
}

}  // namespace

void addReadingFlags(CLI::App& command, TraceFlags& flags) {
    const auto add = [&](const std::string& name, auto& value, const std::string& text,
                         const std::string& values) {
        return addFlag(command, flags, name, value, text, values);
    };
    TraceTexts& texts = flags.texts;
    add("--columns", texts.columns, "Columns of a csv by field, see below",
        "FIELD=COLUMN,...|FILE");
    add("--team", texts.team, "Column of the groups of jobs", "COLUMN");
    add("--module", texts.module, "Column of the modules of jobs", "COLUMN");
    add("--priority", texts.priority, "Column of the priorities of jobs, 1 to 9", "COLUMN");
    add("--preemptible", texts.preemptible, "Column of yes or no: jobs that can be preempted",
        "COLUMN");
    add("--idle", texts.idle, "Column of yes or no: background jobs", "COLUMN");
    add("--map", flags.maps, "Values of words in these columns, for example priority=HP:9,Spot:3",
        "FIELD=WORD:VALUE,...")
        ->take_all()
        ->allow_extra_args(false);
    add("--separator", texts.separator,
        "comma, semicolon, tab, pipe, blanks, or a character (default: guessed)", "NAME");
    add("--gpus", texts.gpus, "Which GPUs of a job count, of sacct and swf (default: see below)",
        "requested|allocated")
        ->check(CLI::IsMember({"requested", "allocated"}));
    add("--limit", texts.limit,
        "Largest trace that is read, unpacked (default: bytes=8GiB,jobs=20000000)",
        "bytes=SIZE,jobs=N");
    flags.all.push_back(command.add_flag(
        "--skip-bad-rows", flags.texts.skipBadRows,
        "Skip and count unreadable rows, and jobs with the name of an earlier one"));
}

void addTraceFlags(CLI::App& command, TraceFlags& flags) {
    const auto add = [&](const std::string& name, auto& value, const std::string& text,
                         const std::string& values) {
        return addFlag(command, flags, name, value, text, values);
    };
    const auto derive = [&](CLI::Option* option) {
        flags.derived.push_back(option);
        return option;
    };
    addReadingFlags(command, flags);
    TraceTexts& texts = flags.texts;
    derive(add("--pool", flags.pool,
               "Pool: NODESxGPUS (for example 60x8), a scenario, or a node list",
               "NODESxGPUS|FILE"));
    derive(add("--nodes-file", flags.nodesFile,
               "The nodes of a scenario or a node list, without --pool", "FILE"));
    add("--node-columns", texts.nodeColumns,
        "Columns of a node list by field: name, gpus, gputype, cpu, memory",
        "FIELD=COLUMN,...|FILE");
    CLI::Option* quotas =
        add("--quotas", flags.quotas,
            "One quota for all, one for each group, or those of a scenario without work",
            "none|groups|FILE");
    derive(add("--guarantee", flags.guarantee, "How groups divide the pool, see below",
               "demand|p95|equal|FILE"))
        ->needs(quotas);
    derive(add("--over-quota", flags.overQuota, "Borrowing of groups", "on|idle-only|off"))
        ->check(CLI::IsMember({"on", "idle-only", "off"}))
        ->needs(quotas);
    derive(add("--queueing", flags.queueing, "fifo, round-robin, balance or intelligent", "NAME"))
        ->check(CLI::IsMember({"fifo", "round-robin", "balance", "intelligent"}));
    derive(add("--consolidation", flags.consolidation,
               "Move jobs to make room for one that does not fit", "on|off"))
        ->check(CLI::IsMember({"on", "off"}));
    add("--first", flags.first, "Only the first N jobs by time", "N")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1'000'000'000}));
}

const char* traceFlagsHelp() {
    return "Formats: philly (Microsoft 2017), openb (Alibaba 2023, the list of pods), pai (Alibaba "
           "2020),\nhelios (SenseTime 2020), swf (Standard Workload Format 2.2, one processor is "
           "one GPU),\nsacct (Slurm's sacct -P, with or without a header), csv (any table), "
           "scenario. gzip is\nunpacked.\n\nA csv has a header line. Fields: submit and gpus "
           "(needed), duration or start and end,\nreplicas, cpu, memory, name, group, user, "
           "gputype, module, priority, preemptible, idle.\nEach is the column of its own name "
           "unless --columns says otherwise, as a list or as a\nfile with lines 'field = column'. "
           "An empty column (duration=) switches a field off.\nTimes are dates or seconds, memory "
           "is in GiB. A job with an empty duration runs until the\nend.\n\n--map gives words a "
           "value in module, priority, preemptible, or idle, in every format: for\nexample "
           "--priority QOS --map priority=high:9,normal:5. The word * is every other word.\nsacct "
           "counts requested GPUs unless --gpus says allocated, swf the other way round.\nSeveral "
           "runs of one id that started at different times are several jobs.\n\nA file with an "
           "unreadable row is refused, unless --skip-bad-rows skips and counts such rows.\nA "
           "damaged archive and a wrong first line are always refused.\n\nGroups are virtual "
           "clusters, accounts, queues or, of openb, QoS classes. They divide the\npool by their "
           "GPU hours (demand), by what each would use for 95% of the time without waits\n(p95), "
           "equally (equal), or by a table of group,gpus (FILE). With a third column, "
           "quota,\nseveral groups have one quota. All assumptions are listed on standard "
           "error.\n\n";
}

Result<TraceOptions> readingOptions(const TraceFlags& flags) {
    TraceTexts texts = flags.texts;
    for (const std::string& map : flags.maps)
        texts.map += (texts.map.empty() ? "" : ",") + map;
    return traceOptions(texts);
}

std::optional<TraceFlagsError> takeTraceFlags(const TraceFlags& flags, bool poolNeeded,
                                              ReplayRequest& request) {
    if (const auto wrong = clashOf(flags, poolNeeded))
        return usage(*wrong);
    if (const auto wrong = takePool(flags.pool, request))
        return usage(*wrong);
    request.nodesFile = flags.nodesFile;
    if (isQuotasFile(flags))
        request.quotasFile = flags.quotas;
    ReplayOptions& options = request.options;
    options.quotas = flags.quotas == "groups" ? ReplayQuotas::groups : ReplayQuotas::none;
    options.overQuota = *fromWord<OverQuota>(flags.overQuota);
    options.queueing = *fromWord<Queueing>(flags.queueing);
    options.consolidation = flags.consolidation == "on";
    if (flags.first > 0)
        options.first = flags.first;
    if (const auto by = guaranteeBy(flags.guarantee)) {
        options.guaranteeBy = *by;
    } else {
        options.guaranteeBy = GuaranteeBy::given;
        request.guarantees = flags.guarantee;
    }
    Result<TraceOptions> columns = readingOptions(flags);
    if (!columns)
        return TraceFlagsError{{}, columns.error()};
    request.columns = std::move(*columns);
    return {};
}

void describeReplay(const std::vector<Message>& notes, const Scenario& scenario) {
    printNotes(notes);
    std::size_t groups = 0;
    for (const Quota& quota : scenario.quotas)
        if (!quota.parent.empty() && ++groups <= kMostQuotas)
            std::cerr << "  " << quota.name << ": "
                      << exactWords(Value::ofGpu(quota.guaranteed.gpu)) << '\n';
    std::cerr << moreText(groups, kMostQuotas);
}

}  // namespace apportion::ctl
