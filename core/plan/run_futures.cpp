// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/run_futures.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/plan/futures.h"

namespace apportion {

namespace {

SetBands setBands(const std::vector<FutureRow>& rows, std::size_t set) {
    SetBands bands;
    std::vector<RunNumbers> runs, deltas;
    for (const FutureRow& row : rows) {
        if (!row[set])
            continue;
        runs.push_back(*row[set]);
        deltas.push_back(difference(*row[0], *row[set]));
    }
    bands.bands = bandsOf(runs);
    bands.delta = bandsOf(deltas);
    bands.futures = static_cast<std::int64_t>(runs.size());
    bands.refused = static_cast<std::int64_t>(rows.size()) - bands.futures;
    return bands;
}

class FutureRuns {
public:
    FutureRuns(const PlanBase& base, const std::vector<ChangeSet>& sets, const Futures& futures,
               const SweepOptions& options, const BandsSoFar& soFar)
        : base_(base),
          sets_(sets),
          seed_(static_cast<std::uint64_t>(futures.seed)),
          teamsApart_(futures.teamsApart),
          options_(options),
          soFar_(soFar),
          bootstrap_(base.scenario()),
          rows_(static_cast<std::size_t>(futures.count)) {
        for (ChangeSet& set : sets_)
            set.edits.erase(std::remove_if(set.edits.begin(), set.edits.end(), namesWork),
                            set.edits.end());
    }

    std::optional<FutureBands> run() {
        // Of one week all draws are the same.
        const std::size_t different =
            bootstrap_.wholeWeeks() <= 1 ? std::min<std::size_t>(rows_.size(), 1) : rows_.size();
        if (!inParallel(different, options_.threads,
                        [this](std::size_t number) { return runOne(number); }))
            return {};
        for (std::size_t i = different; i < rows_.size(); ++i)
            rows_[i] = rows_[0];
        return bandsOf(rows_);
    }

private:
    bool runOne(std::size_t number) {
        const PlanBase future(
            std::make_shared<const Scenario>(bootstrap_.future(seed_, number, teamsApart_)),
            base_.until());
        FutureRow& row = rows_[number];
        row.resize(sets_.size() + 1);
        std::vector<Applied> applied;
        std::vector<std::size_t> rowOf{0};
        for (std::size_t i = 0; i < sets_.size(); ++i)
            if (Result<Applied> set = applySet(future, sets_[i], "", seed_)) {
                applied.push_back(std::move(*set));
                rowOf.push_back(i + 1);
            }
        const bool whole = sweep(future, applied, optionsOfFuture(options_),
                                 [&](std::size_t run, const SetOutcome& outcome) {
                                     if (!outcome.refused)
                                         row[rowOf[run]] = numbersOf(outcome);
                                     tell();
                                 });
        if (whole && soFar_)
            tellBands(number);
        return whole;
    }

    void tellBands(std::size_t number) {
        const std::lock_guard lock(telling_);
        done_.push_back(number);
        std::vector<FutureRow> rows;
        rows.reserve(done_.size());
        for (const std::size_t each : done_)
            rows.push_back(rows_[each]);
        soFar_(bandsOf(rows));
    }

    void tell() {
        if (!options_.control)
            return;
        const std::lock_guard lock(telling_);
        options_.control->report(
            {++runs_, static_cast<std::int64_t>(rows_.size() * (sets_.size() + 1)), 0});
    }

    const PlanBase& base_;
    std::vector<ChangeSet> sets_;
    const std::uint64_t seed_;
    const bool teamsApart_;
    const SweepOptions options_;
    const BandsSoFar& soFar_;
    const Bootstrap bootstrap_;
    std::vector<FutureRow> rows_;  // by future; each is written by one thread
    std::mutex telling_;           // of all below
    std::int64_t runs_ = 0;
    std::vector<std::size_t> done_;  // futures
};

}  // namespace

bool inParallel(std::size_t count, unsigned threads, const std::function<bool(std::size_t)>& one) {
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> ended = false;
    {
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < std::clamp<std::size_t>(threads, 1, count); ++i)
            workers.emplace_back([&] {
                for (std::size_t number = next++; number < count && !ended; number = next++)
                    if (!one(number))
                        ended = true;
            });
    }
    return !ended;
}

SweepOptions optionsOfFuture(SweepOptions options) {
    options.threads = 1;
    options.detail = Detail::summary;
    options.metricsEvery = 0;
    options.delays = false;
    options.tallies = true;
    options.report = [](const RunProgress&) {};
    return options;
}

bool namesWork(const PlanEdit& edit) {
    const auto* action = std::get_if<EventAction>(&edit.action);
    return action && (std::holds_alternative<CancelEvent>(*action) ||
                      std::holds_alternative<FinishEvent>(*action));
}

FutureBands bandsOf(const std::vector<FutureRow>& rows) {
    FutureBands bands;
    bands.futures = static_cast<std::int64_t>(rows.size());
    std::vector<RunNumbers> all;
    all.reserve(rows.size());
    for (const FutureRow& row : rows)
        all.push_back(*row[0]);
    bands.base = bandsOf(all);
    for (std::size_t set = 1; !rows.empty() && set < rows[0].size(); ++set)
        bands.sets.push_back(setBands(rows, set));
    return bands;
}

std::optional<FutureBands> runFutures(const PlanBase& base, const std::vector<ChangeSet>& sets,
                                      const Futures& futures, const SweepOptions& options,
                                      const BandsSoFar& soFar) {
    return FutureRuns(base, sets, futures, options, soFar).run();
}

}  // namespace apportion
