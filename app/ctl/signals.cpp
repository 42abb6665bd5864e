// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/signals.h"

#include <array>
#include <atomic>
#include <climits>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace apportion::ctl {

namespace {

// Plain memory: a signal handler may neither allocate nor lock.
struct HalfFile {
    std::atomic<bool> used{false};
    std::array<char, PATH_MAX> path{};
};
std::array<HalfFile, 24> halfFiles;

bool onTerminal = false;

std::atomic<bool> held{false};
std::atomic<int> waiting{0};

extern "C" void endNow(int signal) {
    if (held.load()) {
        waiting.store(signal);
        return;
    }
    for (const HalfFile& file : halfFiles)
        if (file.used.load())
            unlink(file.path.data());
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

int rememberHalfFile(const std::string& path) {
    for (std::size_t i = 0; i < halfFiles.size() && !path.empty(); ++i) {
        HalfFile& file = halfFiles[i];
        if (file.used.load() || path.size() + 1 > file.path.size())
            continue;
        std::memcpy(file.path.data(), path.c_str(), path.size() + 1);
        file.used.store(true);
        return static_cast<int>(i);
    }
    return -1;
}

void forgetHalfFile(int number) {
    if (number >= 0)
        halfFiles[static_cast<std::size_t>(number)].used.store(false);
}

HalfFiles::HalfFiles(const std::vector<std::string>& paths) {
    for (const std::string& path : paths)
        numbers_.push_back(rememberHalfFile(path));
}

HalfFiles::~HalfFiles() {
    for (const int number : numbers_)
        forgetHalfFile(number);
}

}  // namespace apportion::ctl
