// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl replay --trace FILE --format NAME --pool NODESxGPUS
#include <iostream>

#include "app/ctl/command.h"
#include "app/ctl/run_flags.h"
#include "app/ctl/words.h"
#include "core/model/words.h"

namespace apportion::ctl {

namespace {

struct Options {
    std::string trace;
    std::string format;
    std::string pool;
    std::string quotas = "none";
    std::string guarantee = "demand";
    std::string overQuota = "on";
    std::string queueing = "round-robin";
    std::int64_t first = 0;  // 0 = all
    bool full = false;
    RunFlags flags;
};

void describe(const PreparedReplay& replay) {
    for (const Message& note : replay.notes)
        std::cerr << render(note) << '\n';
    for (const Quota& quota : replay.scenario->quotas)
        if (!quota.parent.empty())
            std::cerr << "  " << quota.name << ": "
                      << formatValue(Value::ofGpu(quota.guaranteed.gpu)) << '\n';
}

int replay(const Options& options) {
    if (const auto wrong = clash(options.trace, options.flags))
        return refuseUsage(*wrong);
    ReplayRequest request;
    request.trace = options.trace;
    request.format = options.format;
    const bool scenario = options.format == kScenarioTrace;
    if (!scenario) {
        const std::optional<PoolShape> pool = poolShape(options.pool);
        if (!pool)
            return refuseUsage(options.pool.empty()
                                   ? "--pool is required: NODESxGPUS, such as 60x8."
                                   : "--pool: '" + options.pool +
                                         "' is not of the form NODESxGPUS, such as 60x8.");
        request.options.pool = *pool;
        request.options.quotas =
            options.quotas == "groups" ? ReplayQuotas::groups : ReplayQuotas::none;
        request.options.overQuota = *fromWord<OverQuota>(options.overQuota);
        request.options.queueing = *fromWord<Queueing>(options.queueing);
        if (options.first > 0)
            request.options.first = options.first;
        if (const auto by = guaranteeBy(options.guarantee)) {
            request.options.guaranteeBy = *by;
        } else {
            request.options.guaranteeBy = GuaranteeBy::given;
            request.guarantees = options.guarantee;
        }
    }
    const Result<PreparedReplay> prepared = prepareReplay(request);
    if (!prepared)
        return refuseInput(prepared.error(), options.flags.json);
    printProblems(prepared->warnings);
    describe(*prepared);
    const bool full = options.full || (scenario && !options.flags.summary);
    return runAndAnswer(prepared->scenario, options.flags, full);
}

}  // namespace

void addReplay(CLI::App& app, Run& run) {
    auto options = std::make_shared<Options>();
    CLI::App* command =
        app.add_subcommand("replay", "Run a recorded trace of jobs on a pool and its quotas");
    command->add_option("--trace", options->trace, "The trace, - for standard input; may be gzip")
        ->required()
        ->option_text("FILE");
    command
        ->add_option("--format", options->format,
                     "philly: Microsoft's CSV; scenario: a scenario file as it is")
        ->required()
        ->option_text("NAME");
    std::vector<CLI::Option*> shaping;
    const auto shape = [&](const std::string& name, auto& value, const std::string& text,
                           const std::string& values) {
        shaping.push_back(command->add_option(name, value, text)->option_text(values));
        return shaping.back();
    };
    shape("--pool", options->pool, "So many equal nodes of so many GPUs", "NODESxGPUS");
    CLI::Option* quotas = shape("--quotas", options->quotas,
                                "One quota for all, or one for each group", "none|groups")
                              ->check(CLI::IsMember({"none", "groups"}));
    shape("--guarantee", options->guarantee, "How groups divide the pool, see below",
          "demand|p95|equal|FILE")
        ->needs(quotas);
    shape("--over-quota", options->overQuota, "May groups run beyond their guarantee", "on|off")
        ->check(CLI::IsMember({"on", "off"}))
        ->needs(quotas);
    shape("--queueing", options->queueing, "fifo, round-robin, balance or intelligent", "NAME")
        ->check(CLI::IsMember({"fifo", "round-robin", "balance", "intelligent"}));
    shape("--first", options->first, "Only the first N jobs by time", "N")
        ->check(CLI::PositiveNumber);
    addRunFlags(*command, options->flags);
    CLI::Option* summary =
        command->add_flag("--summary", options->flags.summary,
                          "Quotas and summary only; formats other than scenario answer so anyway");
    command->add_flag("--full", options->full, "With workloads, evictions and events")
        ->excludes(summary);
    command->footer(
        "Without further options: one quota for all, round-robin. Groups are the trace's virtual\n"
        "clusters; they divide the pool by their GPU-seconds (demand), by what each would use for\n"
        "95 % of the time if nobody waited (p95), equally (equal), or as a table of group,gpus\n"
        "says (FILE). All that is assumed is told on standard error before the run.\n\n"
        "Examples:\n"
        "  apportionctl replay --trace philly.csv.gz --format philly --pool 1x480 --queueing fifo\n"
        "  apportionctl replay --trace philly.csv.gz --format philly --pool 60x8 --quotas groups\n"
        "  apportionctl replay --trace philly.csv.gz --format philly --pool 60x8 --quotas groups "
        "\\\n"
        "      --guarantee equal --first 5000 --json --full -o answer.json");
    command->callback([&run, options, shaping] {
        if (options->format == kScenarioTrace)
            for (const CLI::Option* option : shaping)
                if (option->count() > 0)
                    throw CLI::ValidationError(
                        option->get_name(), "is not for --format scenario, which is run as it is");
        run = [options] { return replay(*options); };
    });
}

}  // namespace apportion::ctl
