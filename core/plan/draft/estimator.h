// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates of starts, made on a thread of their own: to run a crowded pool ahead takes longer than
// the engine thread may be away. One at a time; what asks meanwhile gets its answer.
#pragma once

#include <functional>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "core/plan/draft/estimate.h"

namespace apportion {

class Estimator {
public:
    using Answer = std::shared_ptr<const Estimates>;
    using Promise = std::shared_ptr<std::promise<Answer>>;

    // Where the pool is run ahead from.
    struct Fork {
        Engine engine;
        Instant at = 0;      // of the engine
        Duration shift = 0;  // from its times to the view's
        bool resting = false;
        Alias alias;
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
    Alias alias_;
    std::vector<Promise> waiting_;
    std::jthread thread_;
};

}  // namespace apportion
