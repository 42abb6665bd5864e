// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/estimator.h"

#include <chrono>
#include <utility>

namespace apportion {

namespace {

// Whoever looks at a queue waits no longer than this.
constexpr auto kLongest = std::chrono::seconds(5);

Estimates estimatesOf(const Estimator::Fork& fork, const std::stop_token& stop) {
    const auto until = std::chrono::steady_clock::now() + kLongest;
    Estimates estimates =
        fork.resting
            ? noEstimates(fork.engine)
            : estimateStarts(fork.engine, fork.at, kMostEstimateSteps, [&] {
                  return stop.stop_requested() || std::chrono::steady_clock::now() >= until;
              });
    shift(estimates, fork.shift);
    return estimates;
}

}  // namespace

Estimator::~Estimator() {
    forget();
}

void Estimator::ask(const std::string& state, const Promise& promise,
                    const std::function<Fork()>& fork, const std::function<void()>& done) {
    if (last_ && state == state_) {
        promise->set_value(last_);
        return;
    }
    waiting_.push_back(promise);
    if (underWay_.valid())
        return;
    stateUnderWay_ = state;
    auto begin = std::make_shared<Fork>(fork());
    alias_ = begin->alias;
    std::packaged_task<Estimates(std::stop_token)> task(
        [begin](const std::stop_token& stop) { return estimatesOf(*begin, stop); });
    underWay_ = task.get_future();
    thread_ = std::jthread([task = std::move(task), done](const std::stop_token& stop) mutable {
        task(stop);
        done();
    });
}

bool Estimator::finish() {
    if (!underWay_.valid() ||
        underWay_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return false;
    Estimates made = underWay_.get();
    // Whose work somebody may not know is left out of what they hear.
    if (alias_)
        redact(made, alias_);
    state_ = std::exchange(stateUnderWay_, {});
    last_ = std::make_shared<const Estimates>(std::move(made));
    answer(last_);
    return true;
}

void Estimator::forget() {
    thread_ = {};
    underWay_ = {};
    last_.reset();
    answer(nullptr);
}

void Estimator::answer(const Answer& estimates) {
    for (const Promise& promise : std::exchange(waiting_, {}))
        promise->set_value(estimates);
}

}  // namespace apportion
