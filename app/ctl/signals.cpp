// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/signals.h"

#include <atomic>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include "core/session/commands/commands.h"

namespace apportion::ctl {

namespace {

bool onTerminal = false;

std::atomic<bool> held{false};
std::atomic<int> waiting{0};

extern "C" void endNow(int signal) {
    if (held.load()) {
        waiting.store(signal);
        return;
    }
    removeHalfFiles();
    // The prompt of a shell would stand behind the line of progress.
    if (onTerminal) [[maybe_unused]]
        const auto written = write(STDERR_FILENO, "\n", 1);
    _exit(128 + signal);
}

}  // namespace

void prepareSignals() {
    onTerminal = isatty(STDERR_FILENO) != 0;
    std::signal(SIGINT, endNow);
    std::signal(SIGTERM, endNow);
    // Unless it is to run on behind a terminal that is closed.
    if (std::signal(SIGHUP, endNow) == SIG_IGN)
        std::signal(SIGHUP, SIG_IGN);
    std::signal(SIGPIPE, SIG_IGN);
    // A limit on the size of files is told like a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
}

InterruptsHeld::InterruptsHeld() {
    held.store(true);
}

InterruptsHeld::~InterruptsHeld() {
    held.store(false);
    if (const int signal = waiting.load())
        endNow(signal);
}

void holdStandardStreams() {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        if (fcntl(stream, F_GETFD) < 0) [[maybe_unused]]
            const int held = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

}  // namespace apportion::ctl
