// SPDX-License-Identifier: GPL-3.0-or-later
// How far a run is and how long it will take, on standard error, where that is a terminal.
#pragma once

#include <chrono>
#include <string>

#include "core/session/commands/commands.h"

namespace apportion::ctl {

class Progress {
public:
    explicit Progress(std::string what);
    ~Progress();  // wipes the line
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // To be given to a run; empty if nobody would see it.
    std::function<void(const RunProgress&)> callback();

private:
    using Clock = std::chrono::steady_clock;
    void show(const RunProgress& progress);

    std::string what_;
    bool visible_;
    bool shown_ = false;
    Clock::time_point begin_;  // of what the estimate is made from: loading is not part of it
    Clock::time_point last_;
    std::optional<RunProgress> first_;
};

}  // namespace apportion::ctl
