// SPDX-License-Identifier: GPL-3.0-or-later
// A program that has a project open, and may be killed.
#pragma once

#include <csignal>
#include <string>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/session/live/live_pool.h"
#include "tests/core/store/burst.h"

namespace apportion::testing {

// Another process that has a pool live, with one entry that stands in the log alone.
class Holder {
public:
    explicit Holder(const std::string& path) {
        EXPECT_EQ(pipe(asked_), 0);
        EXPECT_EQ(pipe(told_), 0);
        child_ = fork();
        if (child_ != 0)
            return;
        {
            auto desk = ProjectDesk::open(path, OpenMode::readWrite, "ana", [] { return kBegin; });
            auto pool =
                desk ? LivePool::start(*desk) : Result<LivePool>(tl::unexpected(Problems{}));
            CommandRequest point =
                command("restore-point", {{"name", {"p" + std::to_string(getpid())}}});
            const bool done = pool && pool->tick() && desk->run(point);
            tell(done ? 'y' : 'n');
            for (char c = 0; ::read(asked_[0], &c, 1) == 1 && c == 'l';)
                tell(pool->tick() ? 'y' : 'n');
        }
        _exit(0);
    }
    ~Holder() { end(SIGKILL); }
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    bool begun() { return heard() == 'y'; }
    bool looks() {
        (void)!write(asked_[1], "l", 1);
        return heard() == 'y';
    }
    void closes() {
        (void)!write(asked_[1], "q", 1);
        end(0);
    }
    void end(int signal) {
        if (child_ > 0 && signal != 0)
            kill(child_, signal);
        if (child_ > 0)
            waitpid(child_, nullptr, 0);
        child_ = 0;
    }

private:
    void tell(char c) { (void)!write(told_[1], &c, 1); }
    char heard() {
        char c = 0;
        return ::read(told_[0], &c, 1) == 1 ? c : '\0';
    }
    int asked_[2]{};
    int told_[2]{};
    pid_t child_ = 0;
};

}  // namespace apportion::testing
