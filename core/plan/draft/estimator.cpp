// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/estimator.h"

#include <chrono>
#include <iterator>
#include <utility>

#include "core/plan/draft/start_ranges.h"

namespace apportion {

namespace {

// Whoever looks at a queue waits no longer than this.
constexpr auto kLongest = std::chrono::seconds(5);

}  // namespace

PastJobs Estimator::Fork::past() const {
    return pastOf(engine, since, at + shift, shift,
                  ended != nullptr ? *ended : std::vector<PastJobs::Job>());
}

Estimates likelyStarts(const Estimator::Fork& fork, const std::stop_token& stop,
                       const std::string& workload) {
    const auto enough = [&stop, until = std::chrono::steady_clock::now() + kLongest] {
        return stop.stop_requested() || std::chrono::steady_clock::now() >= until;
    };
    const Engine& engine = fork.engine;
    std::vector<WorkloadId> wanted;
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (engine.submitted(id) && engine.state(id) == WorkloadState::pending &&
            (workload.empty() || engine.name(id) == workload))
            wanted.push_back(id);
    StartRanges ranges = fork.resting ? noRanges(engine, wanted)
                                      : startRanges(engine, fork.at, fork.past(), wanted, enough);
    Estimates estimates;
    estimates.waiting.assign(std::make_move_iterator(ranges.waiting.begin()),
                             std::make_move_iterator(ranges.waiting.end()));
    shift(estimates, fork.shift);
    if (fork.alias)
        redact(estimates, fork.alias);
    estimates.findFirst();
    return estimates;
}

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
    std::packaged_task<Estimates(std::stop_token)> task(
        [begin](const std::stop_token& stop) { return likelyStarts(*begin, stop); });
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
    state_ = std::exchange(stateUnderWay_, {});
    last_ = std::make_shared<const Estimates>(underWay_.get());
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
