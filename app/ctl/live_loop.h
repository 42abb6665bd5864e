// SPDX-License-Identifier: GPL-3.0-or-later
// The live engine without a screen: it looks and decides until a signal or its time ends it.
#pragma once

#include <functional>
#include <memory>
#include <ostream>
#include <stop_token>
#include <string>

#include "core/session/live/live_pool.h"

namespace apportion::ctl {

struct LiveLoop {
    std::string file;
    double seconds = 0;  // 0 = until it is ended
    bool once = false;   // until a look asks for no other at once
    std::function<std::unique_ptr<Backend>()> backend;
    std::function<void(const std::stop_token&)> beside = {};  // on a thread of its own
    // After each look: for how long nothing is to be looked at, 0 = nothing waits. It can write
    // lines. An error ends the loop. Without it the pool says when.
    std::function<Result<Duration>(LivePool&, std::ostream&)> looked = {};
};
// The exit code.
int runLive(ProjectDesk& desk, const LiveLoop& loop);

}  // namespace apportion::ctl
