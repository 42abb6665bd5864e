// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/run_control.h"

#include "core/sim/recorder.h"

namespace apportion {

RunProgress progressOf(const Simulation& simulation) {
    RunProgress progress;
    progress.done = simulation.recorder().submittedCount() + simulation.recorder().finishedCount();
    progress.all = 2 * static_cast<std::int64_t>(simulation.engine().workloadCount());
    progress.at = simulation.now();
    return progress;
}

std::optional<Duration> timeLeft(const RunProgress& first, const RunProgress& now,
                                 Duration elapsed) {
    const std::int64_t done = now.done - first.done;
    if (done <= 0)
        return {};
    return elapsed * (now.all - now.done) / done;
}

RunControl::RunControl(std::stop_token stop, Report report)
    : stop_(std::move(stop)), report_(std::move(report)) {}

bool RunControl::proceed() {
    if (stop_.stop_requested())
        return false;
    if (!paused_.load(std::memory_order_relaxed))
        return true;
    std::unique_lock lock(mutex_);
    changed_.wait(lock, stop_, [this] { return !paused_ || granted_ > 0; });
    if (stop_.stop_requested())
        return false;
    if (paused_)
        --granted_;
    return true;
}

void RunControl::report(const RunProgress& progress) const {
    if (report_)
        report_(progress);
}

void RunControl::pause() {
    const std::lock_guard lock(mutex_);
    paused_ = true;
    granted_ = 0;
}

void RunControl::resume() {
    const std::lock_guard lock(mutex_);
    paused_ = false;
    changed_.notify_all();
}

void RunControl::step(int count) {
    const std::lock_guard lock(mutex_);
    granted_ += count;
    changed_.notify_all();
}

}  // namespace apportion
