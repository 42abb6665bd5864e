// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates of starts, made on a thread of their own: to run a crowded pool ahead takes longer than
// the engine thread may be away. One at a time; what asks meanwhile gets its answer.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/plan/draft/estimate.h"
#include "core/plan/draft/past_jobs.h"

namespace apportion {

class Estimator {
public:
    using Answer = std::shared_ptr<const Estimates>;
    using Promise = std::shared_ptr<std::promise<Answer>>;

    // Where the pool is run ahead from, with its past.
    struct Fork {
        Engine engine;
        Instant at = 0;      // of the engine
        Duration shift = 0;  // from its times to the view's
        bool resting = false;
        Alias alias = {};
        // Work that is over and that the engine does not know, and since when all of it is known:
        // at the view's times.
        std::shared_ptr<const std::vector<PastJobs::Job>> ended = {};
        Instant since = 0;
        // Whether who asks may hear of a quota; nothing = of all.
        std::function<bool(const std::string& quota)> reads = {};

        PastJobs past() const;
        bool isHidden(const std::string& quota) const { return reads && !reads(quota); }
    };

    ~Estimator();

    // Answers as of `state`, from memory if it is the one asked for last; else `fork` is called now
    // and run ahead. While one is under way its answer is taken, though it may be of a state
    // before. `done` is called on the other thread: then finish() is due on this one.
    void ask(const std::string& state, const Promise& promise, const std::function<Fork()>& fork,
             const std::function<void()>& done);
    // True if promises were answered.
    bool finish();
    // Another pool was opened: those who ask hear of nothing.
    void forget();

private:
    void answer(const Answer& estimates);

    std::string state_;  // of `last_`
    Answer last_;
    std::string stateUnderWay_;
    std::future<Estimates> underWay_;
    std::vector<Promise> waiting_;
    std::jthread thread_;
};

// When what waits would start, or one workload of it alone: at the view's times, as who asks may
// hear of it. After five seconds the futures that are done count.
Estimates likelyStarts(const Estimator::Fork& fork, const std::stop_token& stop = {},
                       const std::string& workload = {});

}  // namespace apportion
