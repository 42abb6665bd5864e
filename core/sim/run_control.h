// SPDX-License-Identifier: GPL-3.0-or-later
// How a run is watched and held while it goes on: progress, pause, single steps, cancel.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/model/quantity.h"
#include "core/sim/simulation.h"

namespace apportion {

struct RunProgress {
    std::int64_t done = 0;  // of `all`, both counted in submissions and ends of workloads
    std::int64_t all = 0;   // not 0 once a run has begun, if it has any work
    Instant at = 0;         // where the clock stands; 0 where several runs are told together
};

RunProgress progressOf(const Simulation& simulation);

// How long the rest takes, after `elapsed` milliseconds between two looks by the caller's clock.
// Nothing while that cannot be told.
std::optional<Duration> timeLeft(const RunProgress& first, const RunProgress& now,
                                 Duration elapsed);

// One may hold several runs on several threads. Thread-safe.
class RunControl {
public:
    using Report = std::function<void(const RunProgress&)>;
    // `report` is called every thousand steps or four times a second, on the thread of the run.
    explicit RunControl(std::stop_token stop = {}, Report report = {});

    // The run calls this before each step; it waits here while paused. False = end where you are.
    bool proceed();
    void report(const RunProgress& progress) const;
    bool isWatched() const { return report_ != nullptr; }
    bool stopped() const { return stop_.stop_requested(); }

    // From any thread.
    void pause();
    void resume();
    void step(int count = 1);  // so many steps while paused

private:
    std::stop_token stop_;
    Report report_;
    std::mutex mutex_;
    std::condition_variable_any changed_;
    std::atomic<bool> paused_ = false;
    int granted_ = 0;
};

inline constexpr std::int64_t kStepsBetweenReports = 1024;
// Or sooner, where single steps take long.
inline constexpr std::chrono::milliseconds kTimeBetweenReports{250};

// Steps to the end; `before(next)` and `after()` are called around each step. False if the control
// ended it earlier. Without a control nothing holds it.
template <typename Before, typename After>
bool runUnder(RunControl* control, Simulation& simulation, Before&& before, After&& after) {
    using Clock = std::chrono::steady_clock;
    std::int64_t steps = 0;
    Clock::time_point reported = Clock::now();
    for (auto next = simulation.next(); next; next = simulation.next()) {
        if (control && !control->proceed())
            return false;
        before(*next);
        simulation.step();
        after();
        if (!control || !control->isWatched())
            continue;
        const bool often = ++steps % kStepsBetweenReports == 0;
        if (const Clock::time_point now = Clock::now();
            often || now - reported >= kTimeBetweenReports) {
            control->report(progressOf(simulation));
            reported = now;
        }
    }
    return true;
}

}  // namespace apportion
