// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project serve FILE: the live engine without a screen.
#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <utility>

#include "app/ctl/live_loop.h"
#include "app/ctl/project.h"
#include "app/ctl/words.h"
#include "core/change/refuse.h"
#include "core/cluster/local/local_machine.h"
#include "core/model/visible_text.h"
#include "core/session/commands/weekly_report.h"
#include "core/session/local/local_pool.h"
#include "core/session/slurm/slurm_pool.h"

namespace apportion::ctl {

namespace {

struct ServeOptions {
    std::string file;
    double seconds = 0;
    std::string reports;  // a folder; empty = none are written
};

// Writes the usage report of each week that is over, beside the pool; what hinders it is told once.
void writeReports(const ServeOptions& options, const std::stop_token& stop) {
    constexpr std::chrono::minutes kBetween(10);
    std::mutex mutex;
    std::condition_variable_any wake;
    std::string told;
    while (!stop.stop_requested()) {
        const auto written = writeWeeklyReport(options.file, options.reports);
        if (!written) {
            const std::string code = written.error().front().message.code;
            if (std::exchange(told, code) != code)
                printProblems(written.error());
        } else if (told.clear(); *written) {
            std::cerr << "The report of last week is " << visibleText((*written)->string())
                      << ".\n";
        }
        std::unique_lock lock(mutex);
        wake.wait_for(lock, stop, kBetween, [] { return false; });
    }
}

int serve(ProjectDesk& desk, const ServeOptions& options) {
    if (const auto cluster = drivenClusterOf(std::filesystem::absolute(options.file)))
        return refuseProject(
            {{options.file, {}, 0, 0, {"live-drives", {textArgument("name", *cluster)}}}}, false);
    Problems notes;
    const LocalMachine machine = LocalMachine::present(notes);
    printProblems(notes);
    LiveLoop loop;
    loop.file = options.file;
    loop.seconds = options.seconds;
    loop.backend = [&] { return localBackend(desk, machine); };
    if (!options.reports.empty())
        loop.beside = [&](const std::stop_token& stop) { writeReports(options, stop); };
    return runLive(desk, loop);
}

}  // namespace

void addServe(CLI::App& project, Action& run) {
    auto options = std::make_shared<ServeOptions>();
    CLI::App* command =
        project.add_subcommand("serve", "Go live: run the scheduler on the wall clock");
    command->add_option("FILE", options->file, "The project file")->required();
    command->add_option("--for", options->seconds, "End after this time")
        ->option_text("SECONDS")
        ->check([](const std::string& text) {
            return secondsArgument(text).value_or(0) > 0 ? std::string()
                                                         : text + " is not a duration";
        });
    command
        ->add_option("--weekly-report", options->reports,
                     "Write the usage report of each past week to this folder; the newest 12 stay")
        ->option_text("FOLDER");
    command->footer(
        "One program at a time runs the scheduler of a project. Others write their commands "
        "into\nthe file, and they apply within half a second. A workload without a command lasts "
        "its\nstated duration. Commands run here, as you: those that you submit yourself while it "
        "runs,\nand those that you approve. They continue when this program ends, and the next one "
        "finds\nthem. The log of a run is deleted 30 days after its end, or earlier if the logs of "
        "all\nended runs exceed 8 GiB.\n\nExit codes: 0 after --for, 128 and the number of the "
        "signal that ended it (130 for\nCtrl-C, 143 for SIGTERM), 4 if another program runs the "
        "pool instead or you are no longer\nan administrator, 1 if the file was moved or cannot be "
        "used, 3 if it is damaged.\n\nCommands run only on this machine. A node of another name "
        "runs none.");
    command->callback([&run, options] {
        run = [options] {
            return withPool(options->file, Opens::write, false,
                            [&](ProjectPool& pool) { return serve(pool.desk(), *options); });
        };
    });
}

}  // namespace apportion::ctl
