// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl cluster history CLUSTER
#include <ctime>
#include <iostream>

#include "app/ctl/cluster_parts.h"
#include "app/ctl/output.h"
#include "app/ctl/words.h"
#include "core/cluster/slurm/history.h"
#include "core/model/date_text.h"

namespace apportion::ctl {

namespace {

constexpr std::int64_t kUsualDays = 28;
constexpr std::int64_t kSecondsOfADay = 86'400;

struct HistoryOptions : ClusterPlace {
    std::string from, to;
    std::string output = "-";
};

// Unix seconds of "2026-11-01", "2026-11-01T08:30" or "2026-11-01T08:30:15Z", in UTC.
std::optional<std::int64_t> momentOf(std::string text) {
    constexpr std::size_t kDay = 10, kMinute = 16;
    if (text.size() > kDay && text.back() == 'Z')
        text.pop_back();
    if (text.size() == kDay)
        text += "T00:00";
    if (text.size() == kMinute)
        text += ":00";
    const auto value = dateValue(text);
    return value ? std::optional(*value / kSecond) : std::nullopt;
}

CLI::Validator momentValidator() {
    return {[](const std::string& text) {
                return momentOf(text) ? std::string()
                                      : "'" + text +
                                            "' is not a moment. Write it as 2026-11-01 or "
                                            "2026-11-01T08:30.";
            },
            "MOMENT"};
}

int history(const HistoryOptions& options) {
    const std::int64_t to = momentOf(options.to).value_or(std::time(nullptr));
    const std::int64_t from = momentOf(options.from).value_or(to - kUsualDays * kSecondsOfADay);
    if (from >= to)
        return refuseUsage("--from must be before --to.");
    const auto access = commandsOf(options);
    if (!access)
        return refuseCluster(access.error(), false);
    const auto made = slurm::readHistory(*access->commands, from, to);
    if (!made)
        return refuseCluster(made.error(), false);
    const int code =
        answer(options.output, Form::data, [&](std::ostream& out) { out << made->table; });
    if (code == kDone)
        std::cerr << "Read " << plural(made->rows, "run", "runs") << " of jobs from "
                  << dateText(from * kSecond) << " to " << dateText(to * kSecond) << ".\n";
    return code;
}

}  // namespace

void addClusterHistory(CLI::App& cluster, Action& run) {
    auto options = std::make_shared<HistoryOptions>();
    CLI::App* command =
        cluster.add_subcommand("history", "Write the recorded jobs of a cluster as a trace");
    addPlace(*command, *options);
    command->add_option("--from", options->from, "First day or moment (default: 28 days before)")
        ->check(momentValidator())
        ->option_text("MOMENT");
    command->add_option("--to", options->to, "Last moment (default: now)")
        ->check(momentValidator())
        ->option_text("MOMENT");
    command
        ->add_option("-o,--out,--output", options->output,
                     "To a file, packed if it ends in .gz (default: standard output)")
        ->option_text("FILE");
    command->footer(
        "Days and moments are UTC. The table is that of sacct -P, with a row for each run of a "
        "job.\n"
        "It is a trace for report, replay, convert, and the base of a plan.\n\n"
        "Examples:\n"
        "  apportionctl cluster history lab --from 2026-10-01 --to 2026-11-01 --out october.csv\n"
        "  apportionctl cluster import lab --out lab.json\n"
        "  apportionctl report --trace october.csv --pool lab.json --by quota");
    command->callback([&run, options] { run = [options] { return history(*options); }; });
}

}  // namespace apportion::ctl
