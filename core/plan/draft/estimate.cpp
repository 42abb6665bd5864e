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
                    booked_.insert(id);
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
    // In the first instant this one ends; one that waits, a moment after it has started.
    void finish(WorkloadId id) {
        if (engine_.state(id) == WorkloadState::running)
            ends_ = FinishEvent{engine_.workload(id).name};
        else
            engine_.endsAfter(id, kSecond);
    }

    bool allStarted() const { return starts_.size() == waiting_.size(); }
    const std::vector<WorkloadId>& waiting() const { return waiting_; }
    bool isOpen() const { return !endless_.empty(); }
    // Ran without an end at some time.
    const std::set<WorkloadId>& everEndless() const { return everEndless_; }
    std::optional<Instant> startOf(WorkloadId id) const {
        const auto found = starts_.find(id);
        return found == starts_.end() ? std::nullopt : std::optional<Instant>(found->second);
    }
    // It waits for what is told to stop.
    bool isCertain(WorkloadId id) const { return booked_.contains(id); }
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
        if (*due == begin_)
            booked_.insert(made.booked.begin(), made.booked.end());
        for (const WorkloadId id : made.started) {
            if (std::binary_search(waiting_.begin(), waiting_.end(), id))
                starts_.try_emplace(id, *due);
            note(id);
        }
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
        if (engine_.endOf(id))
            return;
        endless_.insert(id);
        everEndless_.insert(id);
    }

    Engine engine_;
    Instant begin_;
    bool begun_ = false;
    std::optional<FinishEvent> ends_;
    std::vector<WorkloadId> waiting_;  // ascending
    std::vector<Instant> since_;       // of each, with what it had waited before put in front
    std::set<WorkloadId> endless_;     // running without an end that is known
    std::set<WorkloadId> everEndless_;
    // Rule 11: however long others run, it starts when its victims' grace is over.
    std::set<WorkloadId> booked_;
    std::map<WorkloadId, Instant> starts_;
};

// Whose end alone brings starts forward, each tried on a run of its own.
class Sooner {
public:
    void look(const Engine& engine, Instant at, const Ahead& plain, int steps,
              const std::function<bool()>& enough) {
        if (!plain.allStarted() && plain.isOpen()) {
            Ahead ahead(engine, at);
            ahead.finishAll();
            int left = steps;
            if (ahead.run(left, enough))
                for (const WorkloadId waiting : plain.waiting())
                    if (!ahead.startOf(waiting))
                        never_.insert(waiting);
        }
        // The largest free the most.
        std::vector<WorkloadId> ends(plain.everEndless().begin(), plain.everEndless().end());
        std::stable_sort(ends.begin(), ends.end(), [&](WorkloadId a, WorkloadId b) {
            return engine.held(a) > engine.held(b);
        });
        triedAll_ = ends.size() <= kMostTried;
        ends.resize(std::min(ends.size(), kMostTried));
        int left = kMostRuns * std::min(steps, kMostEstimateSteps);
        for (const WorkloadId id : ends) {
            Ahead ahead(engine, at);
            ahead.finish(id);
            triedAll_ = ahead.run(left, enough) && triedAll_;
            for (const WorkloadId waiting : plain.waiting()) {
                const auto before = plain.startOf(waiting);
                const auto now = ahead.startOf(waiting);
                if (now && (!before || *now < *before))
                    helps_[waiting].push_back({id, *now});
            }
            if (left <= 0 || (enough && enough())) {
                triedAll_ = triedAll_ && id == ends.back();
                break;
            }
        }
    }

    // Whatever ends: a limit keeps it, or it fits nowhere.
    bool neverStarts(WorkloadId waiting) const { return never_.contains(waiting); }
    bool triedAll() const { return triedAll_; }
    // In file order: of a start that is known those that help most, else all that bring one.
    std::vector<WorkloadId> ofUse(WorkloadId waiting, bool known) const {
        std::vector<WorkloadId> ends;
        const auto found = helps_.find(waiting);
        if (found == helps_.end())
            return ends;
        Instant earliest = found->second.front().start;
        for (const Help& each : found->second)
            earliest = std::min(earliest, each.start);
        for (const Help& each : found->second)
            if (!known || each.start == earliest)
                ends.push_back(each.ends);
        std::sort(ends.begin(), ends.end());
        return ends;
    }

private:
    struct Help {
        WorkloadId ends = 0;
        Instant start = 0;
    };
    static constexpr std::size_t kMostTried = 64;
    static constexpr int kMostRuns = 16;  // the steps of so many, for all together
    std::map<WorkloadId, std::vector<Help>> helps_;
    std::set<WorkloadId> never_;
    bool triedAll_ = false;
};

// "by 12:42", "by 12:42, earlier if serve ends", "not before serve ends".
Message whenOf(const Engine& engine, std::optional<Instant> start,
               const std::vector<WorkloadId>& ends, bool triedAll) {
    Message when{start ? "start-by" : "start-not-before", {}};
    if (start)
        when.arguments.push_back({"until", Value::ofSeconds(*start)});
    if (ends.empty()) {
        when.code += start ? "" : triedAll ? ".several" : ".others";
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
        const auto start = ahead.startOf(id);
        if (!start && (!whole || !ahead.isOpen() || sooner.neverStarts(id))) {
            estimate.unknown = Message{whole ? "estimate-no-start" : "estimate-too-far", {}};
        } else {
            if (start) {
                estimate.start = start;
                estimate.wait = ahead.waitOf(i, *start);
            }
            std::vector<WorkloadId> ends;
            // "Not before" is said of all that would do, and only where no other was left out.
            if (start ? !ahead.isCertain(id) : sooner.triedAll())
                ends = sooner.ofUse(id, start.has_value());
            estimate.when = whenOf(engine, estimate.start, ends, sooner.triedAll());
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
    const auto first = [](const StartEstimate& each) { return each.from ? each.from : each.start; };
    return first(a) && (!first(b) || *first(a) < *first(b));
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

void shift(StartEstimate& estimate, Duration by) {
    for (auto* moment : {&estimate.start, &estimate.from, &estimate.to})
        if (*moment)
            **moment += by;
    if (estimate.when)
        shiftMoments(*estimate.when, by);
}

void shift(Estimates& estimates, Duration by) {
    for (StartEstimate& each : estimates.waiting)
        shift(each, by);
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
    Sooner sooner;
    if (naming == Naming::whatHelps)
        sooner.look(engine, at, ahead, mostSteps, enough);
    return answerOf(engine, ahead, sooner, whole);
}

}  // namespace apportion
