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
                     "philly (Microsoft's CSV), or scenario (a scenario file, run as it is)")
        ->required()
        ->option_text("NAME");
    std::vector<CLI::Option*> shaping;
    shaping.push_back(
        command->add_option("--pool", options->pool, "So many equal nodes of so many GPUs")
            ->option_text("NODESxGPUS"));
    shaping.push_back(
        command
            ->add_option("--quotas", options->quotas,
                         "none: one quota for all; groups: one for each virtual cluster")
            ->check(CLI::IsMember({"none", "groups"})));
    CLI::Option* quotas = shaping.back();
    for (CLI::Option* option :
         {command
              ->add_option("--guarantee", options->guarantee,
                           "How groups divide the pool: by GPU-seconds (demand), by what they "
                           "would use for 95 % of the time (p95), equally (equal), or as a CSV "
                           "of group,gpus says (FILE)")
              ->option_text("demand|p95|equal|FILE"),
          command
              ->add_option("--over-quota", options->overQuota,
                           "Whether groups may run beyond their guarantee")
              ->check(CLI::IsMember({"on", "off"}))}) {
        option->needs(quotas);
        shaping.push_back(option);
    }
    shaping.push_back(
        command->add_option("--queueing", options->queueing, "How queues are worked off")
            ->check(CLI::IsMember({"fifo", "round-robin", "balance", "intelligent"})));
    shaping.push_back(
        command->add_option("--first", options->first, "Only the first N jobs by time")
            ->check(CLI::PositiveNumber)
            ->option_text("N"));
    addRunFlags(*command, options->flags);
    CLI::Option* summary = command->add_flag(
        "--summary", options->flags.summary,
        "Only the quotas and the summary: what every format but scenario answers anyway");
    command->add_flag("--full", options->full, "With workloads, evictions and events all the same")
        ->excludes(summary);
    command->footer(
        "What is assumed of the jobs and how the quotas come about is told on standard error\n"
        "before the run.\n\n"
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
