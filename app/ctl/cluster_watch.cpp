// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl cluster watch CLUSTER
#include <ctime>
#include <thread>

#include "app/ctl/cluster_parts.h"
#include "app/ctl/output.h"
#include "app/ctl/words.h"
#include "core/cluster/slurm/accounts.h"
#include "core/cluster/slurm/answers.h"
#include "core/cluster/slurm/watch.h"
#include "core/model/date_text.h"
#include "core/model/told.h"
#include "core/model/visible_text.h"

namespace apportion::ctl {

namespace {

using Millis = slurm::Pace::Millis;

struct WatchOptions : ClusterPlace {
    double every = 1;
    double seconds = 0;  // 0 = until it is interrupted
    bool json = false;
};

std::string clockText(std::int64_t unixSeconds) {
    constexpr std::size_t kBegin = 11;  // behind the day
    return dateText(unixSeconds * kSecond).substr(kBegin) + "  ";
}

std::string totalsText(const slurm::Watch& watch) {
    const slurm::Totals totals = slurm::totalsOf(watch.picture());
    return clockText(watch.picture().asOf) + grouped(totals.running) + " running, " +
           grouped(totals.waiting) + " waiting; " + grouped(totals.gpusUsed) + " of " +
           plural(totals.gpus, "GPU", "GPUs") + " in use\n";
}

std::string lookText(const slurm::Watch& watch, const slurm::Look& look, std::int64_t now) {
    if (!look.failed.empty())
        return clockText(now) + told(look.failed.front().message) + " The picture is " +
               durationWords((now - watch.picture().asOf) * kSecond) + " old. Next question in " +
               durationWords(watch.pause().count()) + ".\n";
    std::string text;
    for (const Message& each : look.changes)
        text += clockText(watch.picture().asOf) + visibleText(told(each)) + "\n";
    return text + totalsText(watch);
}

int watch(const WatchOptions& options) {
    const auto began = std::chrono::steady_clock::now();
    const auto connection = connectionOf(options);
    if (!connection)
        return refuseCluster(connection.error(), options.json);
    auto access = slurm::openAccess(*connection);
    if (!access)
        return refuseCluster(access.error(), options.json);
    auto first = slurm::readToShow(*access);
    if (!first)
        return refuseCluster(first.error(), options.json);
    slurm::Watch watch(*connection, std::move(*access), std::move(*first),
                       Millis(static_cast<std::int64_t>(options.every * kSecond)));
    return answer("-", textOrData(options.json), [&](std::ostream& out) {
        slurm::Look look;
        look.read = true;
        bool isFirst = true, failed = false;
        do {
            const bool fails = !look.failed.empty();
            const std::int64_t now = std::time(nullptr);
            if (options.json)
                slurm::writeLook(out, watch, look, now);
            else if (isFirst || !look.changes.empty() || fails || failed)
                out << lookText(watch, look, now);
            isFirst = false;
            failed = fails;
            out << std::flush;
            std::this_thread::sleep_for(watch.pause());
            look = watch.look();
        } while (out &&
                 (options.seconds == 0 || std::chrono::steady_clock::now() - began <
                                              std::chrono::duration<double>(options.seconds)));
    });
}

}  // namespace

void addClusterWatch(CLI::App& cluster, Action& run) {
    auto options = std::make_shared<WatchOptions>();
    CLI::App* command = cluster.add_subcommand("watch", "Show what changes on a cluster");
    addPlace(*command, *options);
    command->add_option("--every", options->every, "Seconds between two questions (default: 1)")
        ->check(CLI::Range(0.2, 3600.0))
        ->option_text("SECONDS");
    command->add_option("--for", options->seconds, "End after so long")->option_text("SECONDS");
    command->add_flag("--json", options->json, "A line of JSON for each question");
    command->footer(std::string(kClusterPlaces) +
                    "Asks for counters, and reads jobs and nodes where they changed. A slow "
                    "controller is asked "
                    "less,\nand a dead one every 30 seconds. squeue --start is never used.\n\n"
                    "Examples:\n"
                    "  apportionctl cluster watch here\n"
                    "  apportionctl cluster watch lab --every 10 --json");
    command->callback([&run, options] { run = [options] { return watch(*options); }; });
}

}  // namespace apportion::ctl
