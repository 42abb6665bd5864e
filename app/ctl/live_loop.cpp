// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/live_loop.h"

#include <chrono>
#include <csignal>
#include <iostream>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/ctl/output.h"
#include "app/ctl/project.h"
#include "app/ctl/service.h"
#include "core/model/visible_text.h"
#include "core/session/live/program_file.h"
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
            std::cerr << "Scheduling continues.\n";
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

}  // namespace

int runLive(ProjectDesk& desk, const LiveLoop& loop) {
    printProblems(desk.notices());
    catchEnd();
    const auto begin = [&] { return LivePool::start(desk, loop.backend()); };
    std::optional begun(begin());
    if (isAhead(*begun))
        printProblems({{loop.file, {}, 0, 0, {"live-watched", {}}, true}});
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
                                        std::chrono::duration<double>(loop.seconds));
    // Opening looked at what it needs; the rest of the file is checked while the pool runs.
    BackgroundCheck check;
    check.begin(loop.file);
    std::cerr << "The pool is live. Ctrl-C ends it.\n";
    std::jthread beside;
    if (loop.beside)
        beside = std::jthread(loop.beside);
    notifyService("READY=1\nSTATUS=The pool is live.");
    Obstacle obstacle;
    std::optional<Message> missing;  // GPUs, as it was told last
    std::optional<Message> clock;    // likewise
    std::optional<Message> newer;    // version, likewise
    std::size_t heard = desk.notices().size();
    while (ended == 0 && (loop.seconds == 0 || Clock::now() < end)) {
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
        printProblems(noticesSince(desk, heard));
        if (std::exchange(missing, pool->gpusMissing()) != pool->gpusMissing() && missing)
            printProblems({{loop.file, {}, 0, 0, *missing, true}});
        if (std::exchange(clock, pool->clockNotice()) != pool->clockNotice() && clock)
            printProblems({{loop.file, {}, 0, 0, *clock, true}});
        if (!newer && (newer = newerProgram())) {
            printProblems({{loop.file, {}, 0, 0, *newer, true}});
            notifyService("STATUS=Another version is installed. A restart takes over.");
        }
        for (const JournalEntry& entry : ticked->written)
            // What only timers or windows of the engine did has no subject.
            entries->stream(Form::text) << "entry " << entry.n << ": "
                                        << (entry.subject.empty() ? "no workload started or ended"
                                                                  : visibleText(entry.subject))
                                        << std::endl;
        printProblems(ticked->notes);
        if (!loop.looked) {
            pool->wait(ticked->next);
            continue;
        }
        const auto pause = loop.looked(*pool, entries->stream(Form::text));
        if (!pause)
            return refuseProject(pause.error(), false);
        if (loop.once && *pause > 0)
            break;
        if (*pause > 0)
            pool->wait(desk.now() + *pause);
    }
    notifyService("STOPPING=1");
    const int written = entries->commit();
    return ended != 0 ? kSignal + ended : written;
}

}  // namespace apportion::ctl
