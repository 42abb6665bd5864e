// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/could_run.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/model/message_moments.h"
#include "core/plan/fork_run.h"

namespace apportion {

namespace {

class RunTrials {
public:
    RunTrials(const Engine& engine, Instant at, const PastJobs& past,
              const std::function<bool()>& enough)
        : engine_(engine), at_(firstMoment(engine, at)), past_(past), enough_(enough) {}

    RunOption now(const Workload& work) const {
        TrialInputs inputs;
        inputs.submitted.push_back(work);
        Effect effect = effectOf(engine_, at_, inputs, Horizon::grace);
        RunOption option{work.request.gpu, work.replicas, work.priority, {}, {}, {}, {}};
        option.submitted = std::move(effect.submitted.front());
        option.evicted = std::move(effect.evicted);
        option.moved = std::move(effect.moved);
        return option;
    }

    // When it would start, where it waits.
    void lookAhead(RunOption& option, Workload work) const {
        if (option.submitted.fate != Effect::Submitted::Fate::waits)
            return;
        Engine fork = engine_;
        work.submit = at_;
        const WorkloadId id = fork.add(work);
        const std::array<Input, 1> inputs{Submit{id}};
        fork.step(at_, inputs);
        const std::array<WorkloadId, 1> wanted{id};
        option.range = startRanges(fork, at_, past_, wanted, enough_).waiting.front();
    }

    bool isEnough() const { return enough_ && enough_(); }

private:
    const Engine& engine_;
    Instant at_;
    const PastJobs& past_;
    const std::function<bool()>& enough_;
};

// Half of its replicas, or of the GPUs of its only one. False = there is no less.
bool halveWork(Workload& work) {
    if (work.replicas > 1) {
        work.replicas = (work.replicas + 1) / 2;
        if (work.minReplicas)
            work.minReplicas = std::min(*work.minReplicas, work.replicas);
        return true;
    }
    if (work.request.gpu < 2 * kOneGpu)
        return false;
    work.request.gpu = work.request.gpu / 2 / kOneGpu * kOneGpu;
    return true;
}

bool isSoonerThan(const RunOption& option, const RunOption& than) {
    if (option.starts())
        return true;
    if (!option.range || !option.range->from)
        return false;
    return !than.range || !than.range->from || *option.range->from < *than.range->from;
}

}  // namespace

RunAnswer couldRun(const Engine& engine, Instant at, const Workload& asked, const PastJobs& past,
                   const std::function<bool()>& enough) {
    const RunTrials trials(engine, at, past, enough);
    Workload work = asked;
    work.running.reset();
    RunAnswer answer;
    answer.grace = engine.settings().gracePeriod;
    answer.asked = trials.now(work);
    if (answer.asked.starts())
        return answer;
    for (Workload other = work; ++other.priority <= kHighestPriority && !trials.isEnough();)
        if (RunOption higher = trials.now(other); higher.starts()) {
            answer.higher = std::move(higher);
            break;
        }
    trials.lookAhead(answer.asked, work);
    std::vector<std::pair<RunOption, Workload>> tried;
    for (Workload other = work; halveWork(other) && !trials.isEnough();) {
        RunOption smaller = trials.now(other);
        if (smaller.starts()) {
            answer.smaller = std::move(smaller);
            break;
        }
        tried.emplace_back(std::move(smaller), other);
    }
    // Of those that wait, too, only the largest is run ahead.
    if (!answer.smaller && !tried.empty() && !trials.isEnough()) {
        auto& [smaller, other] = tried.front();
        trials.lookAhead(smaller, other);
        if (isSoonerThan(smaller, answer.asked))
            answer.smaller = std::move(smaller);
    }
    return answer;
}

void shift(RunAnswer& answer, Duration by) {
    const auto one = [by](RunOption& option) {
        if (option.submitted.reason)
            shiftMoments(option.submitted.reason->message, by);
        for (auto* hits : {&option.evicted, &option.moved})
            for (Effect::Hit& hit : *hits)
                shiftMoments(hit.why, by);
        if (!option.range)
            return;
        shift(static_cast<StartEstimate&>(*option.range), by);
        if (option.range->alone)
            *option.range->alone += by;
    };
    one(answer.asked);
    if (answer.smaller)
        one(*answer.smaller);
    if (answer.higher)
        one(*answer.higher);
}

}  // namespace apportion
