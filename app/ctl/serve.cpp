// SPDX-License-Identifier: GPL-3.0-or-later
// apportionctl project serve FILE: the live engine without a screen.
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <iostream>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/service.h"
#include "app/ctl/signals.h"
#include "app/ctl/words.h"
#include "core/cluster/local/local_machine.h"
#include "core/model/visible_text.h"
#include "core/session/commands/weekly_report.h"
#include "core/session/live/live_pool.h"
#include "core/session/local/local_pool.h"
#include "core/session/project/background_check.h"

namespace apportion::ctl {

namespace {

// A signal ends it in order: the lease is given up.
volatile std::sig_atomic_t ended = 0;

void catchEnd() {
    struct sigaction action {};
    action.sa_handler = [](int signal) { ended = signal; };
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2})
        sigaction(signal, &action, nullptr);
}

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

// What keeps the pool from deciding for a while, once, and when that is over.
class Obstacle {
public:
    void tell(Problems problems) {
        for (Problem& problem : problems)  // nobody has a command to repeat
            if (problem.message.code == "project-disk-full")
                problem.message.code += ".live";
        const std::string code = problems.empty() ? std::string() : problems.front().message.code;
        if (std::exchange(told_, code) != code)
            printProblems(problems);
    }
    void isOver() {
        if (!std::exchange(told_, {}).empty())
            std::cerr << "The pool goes on.\n";
    }

private:
    std::string told_;
};

Problems noticesSince(ProjectDesk& desk, std::size_t& heard) {
    const Problems& notices = desk.notices();
    const auto first = notices.begin() + static_cast<std::ptrdiff_t>(heard);
    heard = notices.size();
    return {first, notices.end()};
}

// Whoever runs the pool by a clock that is ahead of this one is watched until it is known to live.
bool isAhead(const Result<LivePool>& pool) {
    return !pool && pool.error().front().message.code == "live-held.ahead";
}

int serve(ProjectDesk& desk, const ServeOptions& options) {
    printProblems(desk.notices());
    Problems notes;
    const LocalMachine machine = LocalMachine::present(notes);
    printProblems(notes);
    catchEnd();
    const auto begin = [&] { return LivePool::start(desk, localBackend(desk, machine)); };
    std::optional begun(begin());
    if (isAhead(*begun))
        printProblems({{options.file, {}, 0, 0, {"live-watched", {}}, true}});
    for (; isAhead(*begun) && ended == 0; begun.emplace(begin()))
        std::this_thread::sleep_for(std::chrono::seconds(1));
    Result<LivePool>& pool = *begun;
    if (!pool)
        return ended != 0 ? kSignal + ended : refuseProject(pool.error(), false);
    // Where nobody reads them the pool goes on all the same; it is told in the end.
    const std::unique_ptr<Output> entries = openOutput("-");
    if (!entries)
        return kFailed;
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                        std::chrono::duration<double>(options.seconds));
    // Opening looked at what it needs; the rest of the file is checked while the pool runs.
    BackgroundCheck check;
    check.begin(options.file);
    std::cerr << "The pool is live. Ctrl-C ends it.\n";
    std::jthread reports;
    if (!options.reports.empty())
        reports =
            std::jthread([&options](const std::stop_token& stop) { writeReports(options, stop); });
    notifyService("READY=1\nSTATUS=The pool is live.");
    ProgramFile program;
    Obstacle obstacle;
    std::optional<Message> missing;  // GPUs, as it was told last
    std::optional<Message> clock;    // likewise
    std::size_t heard = desk.notices().size();
    while (ended == 0 && (options.seconds == 0 || Clock::now() < end)) {
        notifyService("WATCHDOG=1");
        if (const auto found = check.take())
            printProblems(*found);
        auto ticked = pool->tick();
        if (!ticked) {
            if (!desk.file().damage().empty() || pool->isLost())
                return refuseProject(ticked.error(), false);
            // Another program may hold the file for a moment, or the disk be full: what was
            // decided is decided anew from what the file says.
            obstacle.tell(ticked.error());
            std::this_thread::sleep_for(std::chrono::seconds(1));
            continue;
        }
        obstacle.isOver();
        if (const auto newer = program.replaced()) {
            printProblems({{options.file,
                            {},
                            0,
                            0,
                            {"live-newer", {{"program", Value::ofText(*newer)}}},
                            true}});
            notifyService("STATUS=Another version is installed. A restart takes over.");
        }
        printProblems(noticesSince(desk, heard));
        if (std::exchange(missing, pool->gpusMissing()) != pool->gpusMissing() && missing)
            printProblems({{options.file, {}, 0, 0, *missing, true}});
        if (std::exchange(clock, pool->clockNotice()) != pool->clockNotice() && clock)
            printProblems({{options.file, {}, 0, 0, *clock, true}});
        for (const JournalEntry& entry : ticked->written)
            // What only timers or windows of the engine did has no subject.
            entries->stream(Form::text)
                << "entry " << entry.n << ": "
                << (entry.subject.empty() ? "nobody started or ended" : visibleText(entry.subject))
                << std::endl;
        printProblems(ticked->notes);
        pool->wait(ticked->next);
    }
    notifyService("STOPPING=1");
    const int written = entries->commit();
    return ended != 0 ? kSignal + ended : written;
}

}  // namespace

void addServe(CLI::App& project, Action& run) {
    auto options = std::make_shared<ServeOptions>();
    CLI::App* command =
        project.add_subcommand("serve", "Run the engine on the wall clock: the pool is live");
    command->add_option("FILE", options->file, "The project file")->required();
    command->add_option("--for", options->seconds, "End after so long")
        ->option_text("SECONDS")
        ->check([](const std::string& text) {
            return secondsArgument(text).value_or(0) > 0 ? std::string()
                                                         : text + " is no time to run for";
        });
    command
        ->add_option("--weekly-report", options->reports,
                     "Write the usage report of each past week to this folder; the newest 12 stay")
        ->option_text("FOLDER");
    command->footer(
        "One program at a time runs the engine of a project. Others write their commands into\n"
        "the file; they are decided on within half a second. A workload without a command lasts\n"
        "its stated duration. Commands run here, as you: those that you submit yourself while it\n"
        "runs, and those that you approve. They go on when this program ends, and are found again\n"
        "by the next. The log of a run is deleted 30 days after its end, or earlier if the logs\n"
        "of all ended runs exceed 8 GiB.\n\n"
        "Exit codes: 0 after --for, 128 and the number of the signal that ended it (130 for\n"
        "Ctrl-C, 143 for SIGTERM), 4 if another program runs the pool instead or you are no "
        "longer\n"
        "an administrator, 1 if the file was moved or cannot be used, 3 if it is damaged.\n\n"
        "Commands run only on this machine: a node of another name runs none.");
    command->callback([&run, options] {
        run = [options] {
            return withPool(options->file, Opens::write, false,
                            [&](ProjectPool& pool) { return serve(pool.desk(), *options); });
        };
    });
}

}  // namespace apportion::ctl
