// SPDX-License-Identifier: GPL-3.0-or-later
// Waiting for what programs beside a test do to a pool that is live.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <thread>

#include "tests/app/program.h"

namespace apportion::testing {

inline bool comesTrue(const std::function<bool()>& condition) {
    using namespace std::chrono;
    const auto until = steady_clock::now() + seconds(20);
    while (steady_clock::now() < until) {
        if (condition())
            return true;
        std::this_thread::sleep_for(milliseconds(20));
    }
    return condition();
}

// No run of a pool whose state is kept in this folder goes on.
inline bool nothingRuns(const std::string& state) {
    return shell("grep -lE '\"running\"' " + state + "/apportion/pools/*/runs/*/*/status").code !=
           0;
}

}  // namespace apportion::testing
