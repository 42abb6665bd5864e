// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/estimate.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

namespace apportion {

namespace {

StartEstimate named(const Engine& engine, WorkloadId id) {
    return {engine.workload(id).name, engine.quota(engine.quotaOf(id)).name, {}, {}, {}};
}

class Ahead {
public:
    Ahead(const Engine& engine, Instant at)
        : engine_(engine),
          begin_(std::max(std::min(at, engine.nextTimer().value_or(at)), engine.now())) {
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

    bool allStarted() const { return starts_.size() == waiting_.size(); }

    // What happens now, and then at each timer. False at the end.
    bool step() {
        const std::optional<Instant> due = begun_ ? engine_.nextTimer() : begin_;
        if (!due)
            return false;
        begun_ = true;
        const Decisions made = engine_.step(*due, {});
        // What starts at once needs no time to pass.
        const bool sure = endless_.empty() || *due == begin_;
        if (sure)
            certain_.insert(made.booked.begin(), made.booked.end());
        for (const WorkloadId id : made.started) {
            if (waits(id) && starts_.find(id) == starts_.end())
                starts_.emplace(
                    id, Start{*due, sure || certain_.contains(id) ? std::nullopt
                                                                  : std::optional(whyNot())});
        }
        for (const WorkloadId id : made.started)
            note(id);
        std::erase_if(endless_, [this](WorkloadId id) {
            return engine_.state(id) != WorkloadState::running;
        });
        return true;
    }

    Estimates answer(bool tooFar) const {
        Estimates estimates;
        estimates.waiting.reserve(waiting_.size());
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            const WorkloadId id = waiting_[i];
            StartEstimate estimate = named(engine_, id);
            const auto start = starts_.find(id);
            if (start == starts_.end())
                estimate.unknown = !endless_.empty() ? whyNot()
                                   : tooFar          ? Message{"estimate-too-far", {}}
                                                     : Message{"estimate-no-start", {}};
            else if (start->second.unknown)
                estimate.unknown = start->second.unknown;
            else {
                estimate.start = start->second.at;
                estimate.wait = start->second.at - since_[i];
            }
            estimates.waiting.push_back(std::move(estimate));
        }
        estimates.findFirst();
        return estimates;
    }

private:
    struct Start {
        Instant at = 0;
        std::optional<Message> unknown;
    };

    bool waits(WorkloadId id) const {
        return std::binary_search(waiting_.begin(), waiting_.end(), id);
    }
    void note(WorkloadId id) {
        if (!engine_.ends(id))
            endless_.push_back(id);
    }
    Message whyNot() const {
        constexpr std::size_t kMostNames = 3;
        std::vector<std::string> names;
        names.reserve(kMostNames);
        for (std::size_t i = 0; i < endless_.size() && i < kMostNames; ++i)
            names.push_back(engine_.workload(endless_[i]).name);
        if (endless_.size() <= kMostNames)
            return {"estimate-no-duration", {{"workloads", Value::ofList(std::move(names))}}};
        return {"estimate-no-duration.many",
                {{"workloads", Value::ofList(std::move(names))},
                 {"count", Value::ofCount(static_cast<std::int64_t>(endless_.size()))}}};
    }

    Engine engine_;
    Instant begin_;
    bool begun_ = false;
    std::vector<WorkloadId> waiting_;  // ascending
    std::vector<Instant> since_;       // of each, with what it had waited before put in front
    std::vector<WorkloadId> endless_;  // running, for nobody knows how long
    // Booked (rule 11): however long others run, it starts when its victims' grace is over.
    std::set<WorkloadId> certain_;
    std::map<WorkloadId, Start> starts_;
};

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
        if (each.start)
            *each.start += by;
}

void redact(Estimates& estimates, const Alias& alias) {
    std::erase_if(estimates.waiting,
                  [&](const StartEstimate& each) { return alias(each.workload).has_value(); });
    for (StartEstimate& each : estimates.waiting)
        if (each.unknown)
            redact(*each.unknown, alias);
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
                         const std::function<bool()>& enough) {
    Ahead ahead(engine, at);
    int steps = 0;
    while (!ahead.allStarted() && steps < mostSteps && !(enough && enough())) {
        if (!ahead.step())
            return ahead.answer(false);
        ++steps;
    }
    return ahead.answer(true);
}

}  // namespace apportion
