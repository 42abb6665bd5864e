// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/start_ranges.h"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/plan/draw.h"
#include "core/plan/fork_run.h"

namespace apportion {

namespace {

constexpr std::uint64_t kRangeSeed = 1;
constexpr std::size_t kMostAsked = 3;
constexpr Duration kHour = 3600 * kSecond;
constexpr Instant kLater = std::numeric_limits<Instant>::max();

// Of a name: engines of the same pool may number their work differently. FNV-1a.
std::uint64_t seedOf(std::string_view name) {
    std::uint64_t seed = 0xCBF29CE484222325U;
    for (const char each : name)
        seed = (seed ^ static_cast<unsigned char>(each)) * 0x100000001B3U;
    return seed;
}

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
            if (const auto length = duration(id, drawnAt(seed, seedOf(engine_.name(id)))))
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
    std::map<WorkloadId, StartRange*> queued;
    std::set<QuotaId> quotas;
    for (std::size_t i = 0; i < wanted.size(); ++i)
        if (engine.status(wanted[i]).position) {
            queued.emplace(wanted[i], &ranges.waiting[i]);
            quotas.insert(engine.quotaOf(wanted[i]));
        }
    for (const QuotaId quota : quotas) {
        StartRange sum;
        for (const WorkloadId id : engine.waiting(quota)) {
            if (const auto found = queued.find(id); found != queued.end()) {
                found->second->ahead = sum.ahead;
                found->second->aheadGpu = sum.aheadGpu;
                found->second->aheadTime = sum.aheadTime;
                found->second->aheadTimeWhole = sum.aheadTimeWhole;
            }
            const Workload spec = engine.workload(id);
            const Gpu gpu = spec.request.gpu * spec.leastReplicas();
            const auto length =
                spec.duration ? spec.duration : past.typical(spec.quota, spec.module);
            ++sum.ahead;
            sum.aheadGpu += gpu;
            sum.aheadTime += gpu * length.value_or(0);
            sum.aheadTimeWhole = sum.aheadTimeWhole && length;
        }
    }
}

// What is known without a past, to begin with.
void takePlain(const Engine& engine, Instant at, const std::function<bool()>& enough,
               StartRanges& ranges) {
    Estimates estimates = estimateStarts(engine, at, kMostEstimateSteps, enough);
    std::unordered_map<std::string, StartEstimate*> named;
    for (StartEstimate& each : estimates.waiting)
        named.emplace(each.workload, &each);
    for (StartRange& range : ranges.waiting)
        if (const auto found = named.find(range.workload); found != named.end())
            static_cast<StartEstimate&>(range) = std::move(*found->second);
}

// The phrase of a range. Where the futures know no more than the stated durations, it is theirs.
void tellRange(StartRange& range, Duration horizon) {
    const auto later = [&] {
        range.unknown.reset();
        range.when = Message{"start-later", {{"hours", Value::ofCount(horizon / kHour)}}};
    };
    const auto likely = [&](const char* code) {
        range.unknown.reset();
        range.when = Message{code, {}};
        if (!range.to || *range.to != *range.from)
            range.when->arguments.push_back({"earliest", Value::ofSeconds(*range.from)});
        if (range.to)
            range.when->arguments.push_back({"until", Value::ofSeconds(*range.to)});
    };
    const bool waitsForEnds = !range.ask.empty() || range.askMore > 0;
    if (range.from && !range.to)
        likely("start-likely.open");
    else if (range.from && *range.from != *range.to)
        likely("start-likely");
    else if (range.from && (range.start != range.from || !range.when))
        likely("start-likely.one");
    else if (!range.from && !range.unknown && (range.start || !waitsForEnds))
        later();
    if (range.wait && (range.from != range.start || range.to != range.start))
        range.wait.reset();  // the range says it
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
    takePlain(engine, at, enough, ranges);
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
        if (range.never) {
            range.unknown = Message{"estimate-no-start", {}};
            range.start.reset();
            range.when.reset();
        }
        if (range.never || ranges.futures == 0)
            continue;
        range.alone = alone[i].at(1);
        RangeStarts& starts = arrives ? all[i] : alone[i];
        range.from = starts.at(1);
        range.to = starts.at(9);
        for (std::size_t each = 0; !range.to && each < std::min(open.size(), kMostAsked); ++each)
            range.ask.push_back(engine.name(open[each]));
        range.askMore = range.to ? 0 : static_cast<int>(open.size() - range.ask.size());
        tellRange(range, ranges.horizon);
    }
    return ranges;
}

StartRanges noRanges(const Engine& engine, std::span<const WorkloadId> wanted) {
    StartRanges ranges = namesOf(engine, wanted);
    ranges.resting = true;
    for (StartRange& each : ranges.waiting)
        each.unknown = Message{"estimate-not-live", {}};
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
    for (StartRange& each : ranges.waiting) {
        shift(static_cast<StartEstimate&>(each), by);
        if (each.alone)
            *each.alone += by;
    }
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
