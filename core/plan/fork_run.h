// SPDX-License-Identifier: GPL-3.0-or-later
// An engine run ahead on a fork, with what happened on the way. What people will do is not known:
// nothing is submitted meanwhile but what is drawn of it (comes()).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/engine/engine.h"

namespace apportion {

// How far ahead is looked at most, in time and in instants.
inline constexpr Duration kScaleHorizon = 24 * 3600 * kSecond;
inline constexpr int kMostForkSteps = 3000;

// Where a fork can begin that is told to begin at `at`.
Instant firstMoment(const Engine& engine, Instant at);

class ForkRun {
public:
    struct Began {
        Instant at = 0;
        std::vector<std::string> nodes;
    };
    struct TakenRun {
        Taken taken;
        Eviction record;
    };

    ForkRun(const Engine& engine, Instant at);

    void keepRunnerUp(bool keep) { engine_.keepRunnerUp(keep); }
    // Work that is submitted with apply().
    WorkloadId add(const Workload& workload);
    // Work that is submitted later, at its submit time; each no earlier than the one before, and
    // none before the fork.
    WorkloadId comes(const Workload& workload);
    // As Engine::endsAfter(), of work that has no end.
    void endsAfter(WorkloadId id, Duration duration) { engine_.endsAfter(id, duration); }
    // At the moment of the fork, first of all. Without inputs the instant is only looked at.
    const Decisions& apply(const std::vector<Input>& inputs);
    // The same, where the engine has made these decisions already.
    void applied(const Decisions& made);
    // One further instant, if it lies within the horizon; false at the end.
    bool step();
    // All instants up to `at`. False if there are too many of them.
    bool runTo(Instant at);

    // To where all that were told to stop so far have stopped. As runTo().
    bool runGraceOut();

    const Engine& engine() const { return engine_; }
    Instant begin() const { return begin_; }
    Instant now() const { return now_; }
    // All that happens up to the horizon has happened.
    bool atEnd() const { return !next(); }
    bool tooLong() const { return steps_ >= kMostForkSteps; }
    const Decisions& decisions() const { return decisions_; }

    // The first start at or after the beginning; nothing = none so far.
    const Began* beganOf(WorkloadId id) const;
    // How long it has waited since the beginning in all, after evictions too.
    struct Waited {
        Duration whole = 0;
        bool on = false;  // it waits at this moment
    };
    Waited waitedOf(WorkloadId id) const;
    const std::vector<TakenRun>& taken() const { return taken_; }
    const std::map<WorkloadId, Began>& began() const { return began_; }

private:
    std::optional<Instant> next() const;
    // Submits what is due by then, into `inputs`.
    void submitDue(Instant at, std::vector<Input>& inputs);
    void note();
    void noteWait(WorkloadId id);

    Engine engine_;
    Instant begin_;
    Instant now_;
    int steps_ = 0;
    Decisions decisions_;
    std::map<WorkloadId, Began> began_;
    struct Wait {
        Duration past = 0;
        std::optional<Instant> since;
    };
    std::vector<Wait> waits_;  // by workload
    std::vector<TakenRun> taken_;
    std::vector<std::pair<Instant, WorkloadId>> coming_;
    std::size_t came_ = 0;
};

// Names of what runs in it without saying for how long.
std::vector<std::string> runningWithoutEnd(const Engine& engine);

}  // namespace apportion
