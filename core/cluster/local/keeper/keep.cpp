// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/keeper/keep.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdlib>
#include <iostream>

#include <fcntl.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/cluster/local/keeper/command_log.h"
#include "core/cluster/local/keeper/failure.h"
#include "core/cluster/local/keeper/process_tree.h"
#include "core/cluster/local/keeper/run_files.h"
#include "core/cluster/local/keeper/start_command.h"
#include "core/store/descriptor.h"

namespace apportion {

namespace {

using store::Descriptor;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

Moment wallClock() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

// Held until this process ends. Whoever started it has handed it over locked already.
bool holdLock(const std::string& folder) {
    struct stat given {
    }, wanted{};
    if (fstat(kLockDescriptor, &given) == 0 && stat(lockPath(folder).c_str(), &wanted) == 0 &&
        given.st_ino == wanted.st_ino && given.st_dev == wanted.st_dev)
        return fcntl(kLockDescriptor, F_SETFD, FD_CLOEXEC) == 0 &&
               flock(kLockDescriptor, LOCK_EX | LOCK_NB) == 0;
    const int lock =
        open(lockPath(folder).c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    return lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0;
}

// What wakes a keeper; blocked, and read from a descriptor.
Descriptor catchSignals() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGCHLD})
        sigaddset(&signals, signal);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    return Descriptor(signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK));
}

class Watch {
public:
    Watch(std::string folder, const KeeperJob& job, KeeperStatus& status, CommandLog& log)
        : folder_(std::move(folder)), job_(job), status_(status), log_(log) {}

    void untilItEnds(const Descriptor& signals) {
        // Asked before there was anybody to be woken.
        if (readStop(folder_))
            stop();
        while (!ended_) {
            std::array<pollfd, 2> wait{{{signals.get(), POLLIN, 0}, {log_.output(), POLLIN, 0}}};
            poll(wait.data(), wait.size(), patience());
            takeLog();
            signalfd_siginfo told{};
            bool asked = false;
            while (read(signals.get(), &told, sizeof told) == sizeof told)
                asked = asked || told.ssi_signo != SIGCHLD;
            takeEnded();
            if (asked && !ended_)
                stop();
            if (!ended_ && deadline_ && Clock::now() >= *deadline_) {
                kill(-group(), SIGKILL);
                kill(group(), SIGKILL);  // it may have gone to another group
            }
        }
    }

private:
    pid_t group() const { return static_cast<pid_t>(status_.pid); }

    void takeLog() {
        log_.take();
        if (log_.dropped() == status_.dropped)
            return;
        status_.dropped = log_.dropped();
        (void)writeStatus(folder_, status_);  // said again at the end
    }

    int patience() const {
        if (!deadline_)
            return -1;
        // Once it is over: what does not die at once is waiting for a device.
        constexpr int kAgain = 100;
        const auto left = std::chrono::duration_cast<milliseconds>(*deadline_ - Clock::now());
        return left.count() < 0
                   ? kAgain
                   : static_cast<int>(std::min<std::int64_t>(left.count() + 1, INT_MAX));
    }

    void takeEnded() {
        int how = 0;
        for (pid_t pid = 0; (pid = waitpid(-1, &how, WNOHANG)) > 0;) {
            if (pid != group())
                continue;  // it came here because its parent has ended
            ended_ = true;
            if (WIFEXITED(how))
                status_.exitCode = WEXITSTATUS(how);
            else
                status_.signal = WTERMSIG(how);
        }
    }

    // May be asked again, for an earlier end; never for a later one.
    void stop() {
        const Duration grace = readStop(folder_).value_or(job_.grace);
        constexpr Duration kLongest = 365LL * 24 * 3600 * 1000;
        const auto end = Clock::now() + milliseconds(std::clamp<Duration>(grace, 0, kLongest));
        deadline_ = deadline_ ? std::min(*deadline_, end) : end;
        if (!status_.stopped) {
            status_.stopped = true;
            kill(-group(), SIGTERM);
            kill(-group(), SIGCONT);  // one that is halted could not hear it
        }
    }

    const std::string folder_;
    const KeeperJob& job_;
    KeeperStatus& status_;
    CommandLog& log_;
    bool ended_ = false;
    std::optional<Clock::time_point> deadline_;
};

int tell(const Result<void>& written) {
    if (written)
        return 0;
    for (const Problem& problem : written.error())
        std::cerr << render(problem.message) << "\n";
    return 1;
}

}  // namespace

int keep(const std::string& folder) {
    const Descriptor signals = catchSignals();
    const auto job = readJob(folder);
    if (!job || job->arguments.empty()) {
        std::cerr << folder << " has no command.\n";
        return 1;
    }
    if (!holdLock(folder) || readStatus(folder)) {
        std::cerr << "Another keeper has, or had, " << folder << ".\n";
        return 1;
    }
    setsid();  // nothing happens if whoever started it has done so
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    KeeperStatus status;
    status.keeper = store::thisProcess();
    status.started = wallClock();
    // First: without a status nothing has begun, and another keeper may be given the folder.
    if (const int code = tell(writeStatus(folder, status)); code != 0)
        return code;
    CommandLog log(folder);
    const auto started =
        log.open()
            ? startCommand(folder, *job, log.input())
            : Result<StartedCommand>(keeper::failBySystem("command-not-started", logPath(folder)));
    log.closeInput();
    if (started) {
        status.pid = started->pid;
        status.pidStarted = started->started;
        if (const int code = tell(writeStatus(folder, status)); code != 0) {
            // What nobody could find again must not run.
            endDescendants();
            return code;
        }
        Watch(folder, *job, status, log).untilItEnds(signals);
        if (!endDescendants())
            status.failure = "processes that it left behind do not end";
        log.takeRest();
        status.dropped = log.dropped();
    } else {
        const Message& message = started.error().front().message;
        status.failure = render(message);
        for (const Argument& argument : message.arguments)
            if (argument.name == "detail")
                status.error = argument.value.text;
    }
    status.running = false;
    status.ended = wallClock();
    return tell(writeStatus(folder, status));
}

}  // namespace apportion
