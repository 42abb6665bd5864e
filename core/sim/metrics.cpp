// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/metrics.h"

#include <algorithm>
#include <utility>

#include "core/sim/int128.h"
#include "core/sim/recorder.h"

namespace apportion {

namespace {

constexpr std::int64_t kMillion = 1'000'000;

std::optional<std::int64_t> jainMillionths(const Engine& engine,
                                           const std::vector<QuotaId>& leaves) {
    std::int64_t count = 0;
    Int128 sum = 0, squares = 0;
    for (const QuotaId id : leaves) {
        const QuotaNumbers numbers = engine.numbers(id);
        if (numbers.fairShare <= 0 || (numbers.subtree == 0 && numbers.pending == 0))
            continue;
        const Int128 part = static_cast<Int128>(numbers.subtree) * kMillion / numbers.fairShare;
        ++count;
        sum += part;
        squares += part * part;
    }
    if (squares == 0)
        return {};
    const Int128 below = count * squares;
    return static_cast<std::int64_t>((2 * sum * sum * kMillion + below) / (2 * below));
}

}  // namespace

MetricsCollector::MetricsCollector(const Simulation& simulation, Duration every) {
    series_.every = every;
    takeQuotas(simulation.engine());
}

void MetricsCollector::takeQuotas(const Engine& engine) {
    quotas_ = engine.quotaCount();
    roots_.clear();
    leaves_.clear();
    std::vector<bool> isParent(engine.quotaCount(), false);
    for (QuotaId id = 0; id < engine.quotaCount(); ++id) {
        if (const auto parent = engine.parent(id))
            isParent[*parent] = true;
        else
            roots_.push_back(id);
    }
    for (QuotaId id = 0; id < engine.quotaCount(); ++id)
        if (!isParent[id])
            leaves_.push_back(id);
}

void MetricsCollector::before(const Simulation& simulation, Instant next) {
    for (Instant end = begin_ + series_.every; end <= next; end += series_.every)
        closeBucket(simulation, end);
}

void MetricsCollector::after(const Simulation& simulation) {
    if (quotas_ != simulation.engine().quotaCount())
        takeQuotas(simulation.engine());
    pendingUntil(simulation.now());
    pending_ = 0;
    for (const QuotaId root : roots_)
        pending_ += simulation.engine().pending(root);
    countStarts(simulation);
}

// One that is taken again at once may start twice in an instant.
void MetricsCollector::countStarts(const Simulation& simulation) {
    std::vector<WorkloadId> first;
    for (const WorkloadId id : simulation.decisions().started)
        if (simulation.recorder().firstStart(id) == simulation.now())
            first.push_back(id);
    std::sort(first.begin(), first.end());
    first.erase(std::unique(first.begin(), first.end()), first.end());
    for (const WorkloadId id : first) {
        const Duration wait = simulation.now() - simulation.engine().waitsSince(id);
        ++started_;
        waitSum_ += wait;
        longestWait_ = std::max(longestWait_, wait);
    }
}

void MetricsCollector::pendingUntil(Instant at) {
    pendingSum_ += pending_ * (at - pendingSince_);
    pendingSince_ = at;
}

void MetricsCollector::closeBucket(const Simulation& simulation, Instant end) {
    const Recorder& recorder = simulation.recorder();
    pendingUntil(end);
    const Int128 held = recorder.gpuTime().total(end);
    const Int128 room = recorder.gpuTime().capacity(end);
    MetricBucket& bucket = series_.buckets.emplace_back();
    bucket.at = begin_;
    if (room > roomBefore_)
        bucket.utilizationMillionths =
            mulDivHalfUp(held - heldBefore_, kMillion, room - roomBefore_);
    if (end > begin_)
        bucket.pending = mulDivHalfUp(pendingSum_, 1, end - begin_);
    bucket.evictions = recorder.evictionCount() - evictionsBefore_;
    bucket.moves = recorder.moveCount() - movesBefore_;
    bucket.started = std::exchange(started_, 0);
    if (bucket.started > 0)
        bucket.meanWait = mulDivHalfUp(std::exchange(waitSum_, 0), 1, bucket.started);
    bucket.longestWait = std::exchange(longestWait_, 0);
    bucket.wasted = recorder.lostInAll() - wastedBefore_;
    bucket.fairnessMillionths = jainMillionths(simulation.engine(), leaves_);
    begin_ = end;
    pendingSum_ = 0;
    heldBefore_ = held;
    roomBefore_ = room;
    evictionsBefore_ = recorder.evictionCount();
    movesBefore_ = recorder.moveCount();
    wastedBefore_ = recorder.lostInAll();
}

MetricSeries MetricsCollector::finish(const Simulation& simulation) {
    const Instant end = simulation.outcomeTime();
    before(simulation, end);
    const Recorder& recorder = simulation.recorder();
    const bool something = recorder.evictionCount() != evictionsBefore_ ||
                           recorder.lostInAll() != wastedBefore_ || started_ > 0 ||
                           series_.buckets.empty();
    if (begin_ < end || something)
        closeBucket(simulation, std::max(begin_, end));
    // Timers that rang for nothing after the last change.
    while (series_.buckets.size() > 1 && series_.buckets.back().at > end)
        series_.buckets.pop_back();
    return std::move(series_);
}

}  // namespace apportion
