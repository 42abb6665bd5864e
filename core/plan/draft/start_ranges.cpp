// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/start_ranges.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/plan/draft/estimate.h"
#include "core/plan/draw.h"
#include "core/plan/fork_run.h"

namespace apportion {

namespace {

constexpr std::uint64_t kRangeSeed = 1;
constexpr std::size_t kMostAsked = 3;
constexpr Instant kLater = std::numeric_limits<Instant>::max();

// Its starts in the futures so far.
class RangeStarts {
public:
    void add(std::optional<Instant> start) { all_.push_back(start.value_or(kLater)); }

    // Order statistics: of 19 the second and the last but one hold 8 of 10.
    std::optional<Instant> at(int tenths) {
        std::sort(all_.begin(), all_.end());
        const std::size_t ranks = all_.size() + 1;
        const std::size_t rank =
            std::clamp<std::size_t>(ranks * static_cast<std::size_t>(tenths) / 10, 1, all_.size());
        const Instant found = all_.empty() ? kLater : all_[rank - 1];
        return found == kLater ? std::nullopt : std::optional(found);
    }

private:
    std::vector<Instant> all_;
};

class RangeFutures {
public:
    RangeFutures(const Engine& engine, Instant at, const PastJobs& past,
                 std::span<const WorkloadId> wanted, const std::function<bool()>& enough)
        : engine_(engine),
          at_(firstMoment(engine, at)),
          past_(past),
          wanted_(wanted),
          enough_(enough) {
        for (WorkloadId id = 0; id < engine.workloadCount(); ++id)
            if (engine.submitted(id) && !engine.endOf(id) &&
                (engine.state(id) == WorkloadState::pending ||
                 engine.state(id) == WorkloadState::running))
                endless_.push_back(id);
    }

    // Nothing can differ between two futures.
    bool isCertain() const { return endless_.empty() || past_.runs() == 0; }
    // Nobody has stated how long these run, and the past has no work that ran so long.
    std::vector<WorkloadId> unknown() const {
        std::vector<WorkloadId> open;
        for (const WorkloadId id : endless_)
            if (engine_.state(id) == WorkloadState::running && !duration(id, 0))
                open.push_back(id);
        return open;
    }
    Instant begin() const { return at_; }

    // False if it was enough before its end; then it does not count.
    bool run(int future, bool arrivals, std::vector<RangeStarts>& into) const {
        const std::uint64_t seed = drawnAt(kRangeSeed, static_cast<std::uint64_t>(future));
        ForkRun fork(engine_, at_);
        fork.keepRunnerUp(false);
        for (const WorkloadId id : endless_)
            if (const auto length = duration(id, drawnAt(seed, id)))
                fork.endsAfter(id, *length);
        if (arrivals)
            submit(fork, seed);
        fork.apply({});
        while (!allStarted(fork)) {
            if (enough_ && enough_())
                return false;
            if (!fork.step())
                break;
        }
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
            const auto* began = fork.beganOf(wanted_[i]);
            into[i].add(began != nullptr ? std::optional(began->at) : std::nullopt);
        }
        return true;
    }

private:
    std::optional<Duration> duration(WorkloadId id, std::uint64_t number) const {
        const Workload spec = engine_.workload(id);
        const WorkloadOutcome status = engine_.status(id);
        const bool runs = status.state == WorkloadState::running && status.start;
        return past_.durationBeyond(spec.quota, spec.module,
                                    runs ? at_ - *status.start : Duration{-1}, number);
    }

    void submit(ForkRun& fork, std::uint64_t seed) const {
        const std::uint64_t begin = drawnAt(seed, std::numeric_limits<std::uint64_t>::max() / 2);
        std::uint64_t number = 0;
        for (const PastJobs::Arrival& each : past_.arrivals(begin, kScaleHorizon)) {
            const PastJobs::Job& job = past_.job(each.job);
            Workload spec = job.spec;
            spec.name = "future~" + std::to_string(++number);
            spec.submit = at_ + each.after;
            spec.running.reset();
            if (job.ran)
                spec.duration = std::max<Duration>(*job.ran, 1);
            else if (!spec.duration)
                spec.duration =
                    past_.durationBeyond(spec.quota, spec.module, 0, drawnAt(begin, number));
            fork.comes(spec);
        }
    }

    bool allStarted(const ForkRun& fork) const {
        return std::all_of(wanted_.begin(), wanted_.end(),
                           [&](WorkloadId id) { return fork.beganOf(id) != nullptr; });
    }

    const Engine& engine_;
    Instant at_;
    const PastJobs& past_;
    std::span<const WorkloadId> wanted_;
    const std::function<bool()>& enough_;
    std::vector<WorkloadId> endless_;  // alive, without a stated end
};

bool hasNoStart(const Engine& engine, WorkloadId id) {
    const auto reason = engine.reason(id);
    return reason && neverStarts(reason->code);
}

// What stands before each in its queue.
void findAhead(const Engine& engine, const PastJobs& past, std::span<const WorkloadId> wanted,
               StartRanges& ranges) {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        StartRange& range = ranges.waiting[i];
        if (!engine.status(wanted[i]).position)
            continue;
        for (const WorkloadId id : engine.waiting(engine.quotaOf(wanted[i]))) {
            if (id == wanted[i])
                break;
            const Workload spec = engine.workload(id);
            const Gpu gpu = spec.request.gpu * spec.leastReplicas();
            const auto length =
                spec.duration ? spec.duration : past.typical(spec.quota, spec.module);
            ++range.ahead;
            range.aheadGpu += gpu;
            range.aheadTime += gpu * length.value_or(0);
            range.aheadTimeWhole = range.aheadTimeWhole && length;
        }
    }
}

// Of those that start in no future, whose end they wait for; of all by when they start if nothing
// else is submitted.
void findWhen(const Engine& engine, Instant at, const std::function<bool()>& enough,
              StartRanges& ranges) {
    const auto isOpen = [](const StartRange& each) {
        return !each.from && (!each.ask.empty() || each.askMore > 0);
    };
    const bool open = std::any_of(ranges.waiting.begin(), ranges.waiting.end(), isOpen);
    const Estimates estimates = estimateStarts(engine, at, kMostEstimateSteps, enough,
                                               open ? Naming::whatHelps : Naming::all);
    for (StartRange& each : ranges.waiting) {
        const auto* estimate = each.never ? nullptr : estimates.of(each.workload);
        if (estimate == nullptr)
            continue;
        each.by = estimate->start;
        if (isOpen(each) && !estimate->start)
            each.when = estimate->when;
    }
}

StartRanges namesOf(const Engine& engine, std::span<const WorkloadId> wanted) {
    StartRanges ranges;
    ranges.waiting.reserve(wanted.size());
    for (const WorkloadId id : wanted) {
        StartRange& range = ranges.waiting.emplace_back();
        range.workload = engine.name(id);
        range.quota = engine.quota(engine.quotaOf(id)).name;
    }
    return ranges;
}

}  // namespace

const StartRange* StartRanges::of(std::string_view workload) const {
    const auto found = std::find_if(waiting.begin(), waiting.end(), [&](const StartRange& each) {
        return each.workload == workload;
    });
    return found == waiting.end() ? nullptr : &*found;
}

const StartRange* StartRanges::next() const {
    const StartRange* first = nullptr;
    for (const StartRange& each : waiting)
        if (each.from && (first == nullptr || *each.from < *first->from))
            first = &each;
    return first;
}

StartRanges startRanges(const Engine& engine, Instant at, const PastJobs& past,
                        std::span<const WorkloadId> wanted, const std::function<bool()>& enough) {
    StartRanges ranges = namesOf(engine, wanted);
    ranges.horizon = kScaleHorizon;
    ranges.past = past.length();
    findAhead(engine, past, wanted, ranges);
    const RangeFutures futures(engine, at, past, wanted, enough);
    const bool arrives = !past.arrivals(0, kScaleHorizon).empty();
    std::vector<RangeStarts> alone(wanted.size());
    std::vector<RangeStarts> all(wanted.size());
    const int own = futures.isCertain() ? 1 : kStartFutures;
    for (int i = 0; i < kStartFutures; ++i) {
        if (i < own && !futures.run(i, false, alone))
            break;
        // Where nothing is submitted in any of them, they are the same.
        if (arrives && !futures.run(i, true, all))
            break;
        if (arrives || i < own)
            ++ranges.futures;
    }
    const std::vector<WorkloadId> open = futures.unknown();
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        StartRange& range = ranges.waiting[i];
        range.never = hasNoStart(engine, wanted[i]);
        if (range.never)
            continue;
        range.alone = alone[i].at(1);
        RangeStarts& starts = arrives ? all[i] : alone[i];
        range.from = starts.at(1);
        range.to = starts.at(9);
        if (range.to)
            continue;
        for (std::size_t each = 0; each < open.size() && each < kMostAsked; ++each)
            range.ask.push_back(engine.name(open[each]));
        range.askMore = static_cast<int>(open.size() - range.ask.size());
    }
    findWhen(engine, at, enough, ranges);
    return ranges;
}

StartRanges noRanges(const Engine& engine, std::span<const WorkloadId> wanted) {
    StartRanges ranges = namesOf(engine, wanted);
    ranges.resting = true;
    return ranges;
}

std::vector<WorkloadId> waitingIn(const Engine& engine, std::span<const std::string> quotas,
                                  const std::string& workspace) {
    std::vector<WorkloadId> found;
    for (const std::string& quota : quotas)
        if (const auto id = engine.findQuota(quota))
            for (const WorkloadId each : engine.waiting(*id))
                if (workspace.empty() || engine.workload(each).workspace == workspace)
                    found.push_back(each);
    return found;
}

void shift(StartRanges& ranges, Duration by) {
    for (StartRange& each : ranges.waiting)
        for (auto* moment : {&each.from, &each.to, &each.alone, &each.by})
            if (*moment)
                **moment += by;
}

void redact(StartRanges& ranges, const Alias& alias) {
    std::erase_if(ranges.waiting,
                  [&](const StartRange& each) { return alias(each.workload).has_value(); });
    for (StartRange& each : ranges.waiting) {
        const std::size_t named = each.ask.size();
        std::erase_if(each.ask, [&](const std::string& name) { return alias(name).has_value(); });
        each.askMore += static_cast<int>(named - each.ask.size());
        if (each.when)
            redact(*each.when, alias);
    }
}

}  // namespace apportion
