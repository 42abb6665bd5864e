// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/estimate.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "core/model/message_moments.h"
#include "core/plan/fork_run.h"

namespace apportion {

namespace {

// Named in one estimate; of more it is told how many there are.
constexpr std::size_t kMostNames = 3;

StartEstimate named(const Engine& engine, WorkloadId id) {
    return {engine.workload(id).name, engine.quota(engine.quotaOf(id)).name, {}, {}, {}, {}};
}

// The pool run ahead, what states no duration without an end.
class Ahead {
public:
    struct Start {
        Instant at = 0;
        std::vector<WorkloadId> beside;  // running then without an end, ascending
    };

    Ahead(const Engine& engine, Instant at) : engine_(engine), begin_(firstMoment(engine, at)) {
        engine_.keepRunnerUp(false);
        for (WorkloadId id = 0; id < engine_.workloadCount(); ++id) {
            if (!engine_.submitted(id))
                continue;
            if (engine_.state(id) == WorkloadState::pending) {
                const Past past = engine_.past(id);
                waiting_.push_back(id);
                since_.push_back(past.waitingSince.value_or(begin_) - past.waited);
                if (!past.booked.empty())
                    certain_.insert(id);
            } else if (engine_.state(id) == WorkloadState::running)
                note(id);
        }
    }

    // All that states no duration ends, a moment after it has started.
    void finishAll() {
        for (WorkloadId id = 0; id < engine_.workloadCount(); ++id)
            if (engine_.submitted(id) && !engine_.endOf(id))
                engine_.endsAfter(id, kSecond);
        endless_.clear();
    }
    // In the first instant this one ends.
    void finish(WorkloadId id) { ends_ = FinishEvent{engine_.workload(id).name}; }

    bool allStarted() const { return starts_.size() == waiting_.size(); }
    const std::vector<WorkloadId>& waiting() const { return waiting_; }
    const std::set<WorkloadId>& endless() const { return endless_; }
    const Start* startOf(WorkloadId id) const {
        const auto found = starts_.find(id);
        return found == starts_.end() ? nullptr : &found->second;
    }
    Duration waitOf(std::size_t waiting, Instant start) const { return start - since_[waiting]; }

    // What happens now, and then at each timer. False at the end.
    bool step() {
        const std::optional<Instant> due = begun_ ? engine_.nextTimer() : begin_;
        if (!due)
            return false;
        std::vector<Input> inputs;
        if (!begun_ && ends_)
            inputs.emplace_back(EventAction{*ends_});
        begun_ = true;
        const Decisions made = engine_.step(*due, inputs);
        // What starts in the first instant needs no time to pass.
        const bool sure = endless_.empty() || *due == begin_;
        if (sure)
            certain_.insert(made.booked.begin(), made.booked.end());
        for (const WorkloadId id : made.started)
            if (std::binary_search(waiting_.begin(), waiting_.end(), id))
                starts_.try_emplace(id, Start{*due, sure || certain_.contains(id)
                                                        ? std::vector<WorkloadId>{}
                                                        : std::vector<WorkloadId>(endless_.begin(),
                                                                                  endless_.end())});
        for (const WorkloadId id : made.started)
            note(id);
        std::erase_if(endless_, [this](WorkloadId id) {
            return engine_.state(id) != WorkloadState::running;
        });
        return true;
    }

    // Until all have started, or it is enough. True if there is no more to come.
    bool run(int& steps, const std::function<bool()>& enough) {
        while (!allStarted()) {
            if (steps <= 0 || (enough && enough()))
                return false;
            if (!step())
                return true;
            --steps;
        }
        return true;
    }

private:
    void note(WorkloadId id) {
        if (!engine_.endOf(id))
            endless_.insert(id);
    }

    Engine engine_;
    Instant begin_;
    bool begun_ = false;
    std::optional<FinishEvent> ends_;
    std::vector<WorkloadId> waiting_;  // ascending
    std::vector<Instant> since_;       // of each, with what it had waited before put in front
    std::set<WorkloadId> endless_;     // running without an end that is known
    // Booked (rule 11): however long others run, it starts when its victims' grace is over.
    std::set<WorkloadId> certain_;
    std::map<WorkloadId, Start> starts_;
};

// Whose end alone brings starts forward, each tried on a run of its own.
class Sooner {
public:
    Sooner(const Engine& engine, Instant at, const Ahead& plain) {
        const auto add = [&](const auto& ids) { tried_.insert(ids.begin(), ids.end()); };
        add(plain.endless());
        for (const WorkloadId id : plain.waiting())
            if (const auto* start = plain.startOf(id))
                add(start->beside);
        std::erase_if(tried_, [&](WorkloadId id) {
            return engine.state(id) != WorkloadState::running;  // it starts only later
        });
        if (tried_.size() > kMostTried)
            tried_.clear();
        engine_ = &engine;
        at_ = at;
    }

    void look(const Ahead& plain, int steps, const std::function<bool()>& enough) {
        if (!plain.allStarted() && !plain.endless().empty()) {
            Ahead ahead(*engine_, at_);
            ahead.finishAll();
            if (ahead.run(steps, enough))
                for (const WorkloadId waiting : plain.waiting())
                    if (ahead.startOf(waiting) == nullptr)
                        never_.insert(waiting);
        }
        for (const WorkloadId id : std::exchange(tried_, {})) {
            Ahead ahead(*engine_, at_);
            ahead.finish(id);
            const bool whole = ahead.run(steps, enough);
            std::set<WorkloadId>& helped = helps_[id];
            for (const WorkloadId waiting : plain.waiting()) {
                const auto* before = plain.startOf(waiting);
                const auto* now = ahead.startOf(waiting);
                if (now != nullptr ? before == nullptr || now->at < before->at : !whole)
                    helped.insert(waiting);
            }
        }
    }

    // Whatever ends: a limit keeps it, or it fits nowhere.
    bool neverStarts(WorkloadId waiting) const { return never_.contains(waiting); }
    // What was not tried might.
    bool mayHelp(WorkloadId ends, WorkloadId waiting) const {
        const auto found = helps_.find(ends);
        return found == helps_.end() || found->second.contains(waiting);
    }

private:
    static constexpr std::size_t kMostTried = 16;
    const Engine* engine_ = nullptr;
    Instant at_ = 0;
    std::set<WorkloadId> tried_;
    std::map<WorkloadId, std::set<WorkloadId>> helps_;
    std::set<WorkloadId> never_;
};

// "by 12:42", "by 12:42, earlier if serve ends", "not before serve ends".
Message whenOf(const Engine& engine, std::optional<Instant> start,
               const std::vector<WorkloadId>& ends) {
    Message when{start ? "start-by" : "start-not-before", {}};
    if (start)
        when.arguments.push_back({"until", Value::ofSeconds(*start)});
    if (ends.empty()) {
        when.code += start ? "" : ".several";
        return when;
    }
    const std::string code = start ? ".earlier" : "";
    if (ends.size() == 1) {
        when.code += code;
        when.arguments.push_back({"workload", Value::ofText(engine.workload(ends[0]).name)});
    } else if (ends.size() <= kMostNames) {
        std::vector<std::string> names;
        names.reserve(ends.size());
        for (const WorkloadId id : ends)
            names.push_back(engine.workload(id).name);
        when.code += code + (start ? "-any" : ".any");
        when.arguments.push_back({"workloads", Value::ofList(std::move(names))});
    } else {
        when.code += code + (start ? "-many" : ".many");
        when.arguments.push_back({"count", Value::ofCount(static_cast<std::int64_t>(ends.size()))});
    }
    return when;
}

Estimates answerOf(const Engine& engine, const Ahead& ahead, const Sooner& sooner, bool whole) {
    Estimates estimates;
    estimates.waiting.reserve(ahead.waiting().size());
    for (std::size_t i = 0; i < ahead.waiting().size(); ++i) {
        const WorkloadId id = ahead.waiting()[i];
        StartEstimate estimate = named(engine, id);
        const auto* start = ahead.startOf(id);
        if (start == nullptr && (!whole || ahead.endless().empty() || sooner.neverStarts(id))) {
            estimate.unknown = Message{whole ? "estimate-no-start" : "estimate-too-far", {}};
        } else {
            std::vector<WorkloadId> ends(
                start != nullptr
                    ? start->beside
                    : std::vector<WorkloadId>(ahead.endless().begin(), ahead.endless().end()));
            std::erase_if(ends, [&](WorkloadId each) { return !sooner.mayHelp(each, id); });
            if (start != nullptr) {
                estimate.start = start->at;
                estimate.wait = ahead.waitOf(i, start->at);
            }
            estimate.when = whenOf(engine, estimate.start, ends);
        }
        estimates.waiting.push_back(std::move(estimate));
    }
    estimates.findFirst();
    return estimates;
}

}  // namespace

const StartEstimate* Estimates::of(std::string_view workload) const {
    const auto found = std::find_if(waiting.begin(), waiting.end(), [&](const StartEstimate& each) {
        return each.workload == workload;
    });
    return found == waiting.end() ? nullptr : &*found;
}

namespace {

bool isSooner(const StartEstimate& a, const StartEstimate& b) {
    return a.start && (!b.start || *a.start < *b.start);
}

}  // namespace

void Estimates::findFirst() {
    first_.clear();
    for (std::size_t i = 0; i < waiting.size(); ++i)
        if (const auto [known, fresh] = first_.try_emplace(waiting[i].quota, i);
            !fresh && isSooner(waiting[i], waiting[known->second]))
            known->second = i;
}

const StartEstimate* Estimates::next(const std::vector<std::string_view>& quotas) const {
    const StartEstimate* first = nullptr;
    for (const std::string_view quota : quotas) {
        const auto found = first_.find(std::string(quota));
        if (found == first_.end())
            continue;
        const StartEstimate* each = &waiting[found->second];
        if (first == nullptr || isSooner(*each, *first) ||
            (!isSooner(*first, *each) && each < first))
            first = each;
    }
    return first;
}

void shift(Estimates& estimates, Duration by) {
    for (StartEstimate& each : estimates.waiting)
        if (each.start) {
            *each.start += by;
            shiftMoments(*each.when, by);
        }
}

void tellWhenItStarts(const Estimates& estimates, Explanation& explanation) {
    if (const StartEstimate* estimate = estimates.of(explanation.workload)) {
        explanation.startsBy = estimate->start;
        explanation.starts = estimate->when;
    }
}

void redact(Estimates& estimates, const Alias& alias) {
    std::erase_if(estimates.waiting,
                  [&](const StartEstimate& each) { return alias(each.workload).has_value(); });
    for (StartEstimate& each : estimates.waiting)
        if (each.when)
            redact(*each.when, alias);
    estimates.findFirst();
}

Estimates noEstimates(const Engine& engine) {
    Estimates estimates;
    estimates.waiting.reserve(engine.workloadCount());
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
        if (engine.submitted(id) && engine.state(id) == WorkloadState::pending) {
            estimates.waiting.push_back(named(engine, id));
            estimates.waiting.back().unknown = Message{"estimate-not-live", {}};
        }
    estimates.findFirst();
    return estimates;
}

Estimates estimateStarts(const Engine& engine, Instant at, int mostSteps,
                         const std::function<bool()>& enough, Naming naming) {
    Ahead ahead(engine, at);
    int steps = mostSteps;
    const bool whole = ahead.run(steps, enough);
    Sooner sooner(engine, at, ahead);
    if (naming == Naming::whatHelps)
        sooner.look(ahead, mostSteps, enough);
    return answerOf(engine, ahead, sooner, whole);
}

}  // namespace apportion
