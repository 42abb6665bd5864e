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
               const SweepOptions& options, const BandsSoFar& soFar,
               std::vector<FutureColumn>& columns)
        : base_(base),
          sets_(sets),
          seed_(static_cast<std::uint64_t>(futures.seed)),
          teamsApart_(futures.teamsApart),
          options_(options),
          soFar_(soFar),
          columns_(columns),
          bootstrap_(base.scenario()),
          rows_(static_cast<std::size_t>(futures.count)) {
        for (ChangeSet& set : sets_)
            set.edits.erase(std::remove_if(set.edits.begin(), set.edits.end(), namesWork),
                            set.edits.end());
        columns_.resize(sets_.size() + 1);
        for (FutureColumn& column : columns_)
            column.resize(std::max(column.size(), rows_.size()));
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
        std::vector<std::size_t> missing;
        for (std::size_t run = 0; run < columns_.size(); ++run)
            if (!columns_[run][number])
                missing.push_back(run);
        if (!missing.empty() && !runMissing(number, missing))
            return false;
        FutureRow& row = rows_[number];
        row.clear();
        for (const FutureColumn& column : columns_)
            row.push_back(*column[number]);
        if (soFar_)
            tellBands(number);
        return true;
    }

    bool isStopped() const { return options_.control && options_.control->stopped(); }

    bool runMissing(std::size_t number, const std::vector<std::size_t>& missing) {
        if (isStopped())
            return false;
        const PlanBase future(
            std::make_shared<const Scenario>(bootstrap_.future(seed_, number, teamsApart_)),
            base_.until());
        const bool withBase = missing.front() == 0;
        std::vector<Applied> applied;
        std::vector<std::size_t> runOf;
        for (const std::size_t run : missing) {
            if (run == 0)
                continue;
            if (isStopped())
                return false;
            Result<Applied> set = applySet(future, sets_[run - 1], "", seed_);
            if (!set) {
                columns_[run][number].emplace();
                continue;
            }
            applied.push_back(std::move(*set));
            runOf.push_back(run);
        }
        const SweepOptions options = optionsOfFuture(options_);
        const auto keep = [&](std::size_t run, const SetOutcome& outcome) {
            auto& cell = columns_[run][number].emplace();
            if (!outcome.refused)
                cell = numbersOf(outcome);
            tell();
        };
        if (withBase)
            return sweep(future, applied, options, [&](std::size_t run, const SetOutcome& outcome) {
                keep(run == 0 ? 0 : runOf[run - 1], outcome);
            });
        for (std::size_t i = 0; i < applied.size(); ++i) {
            const std::optional<SetOutcome> outcome = runSet(applied[i], options);
            if (!outcome)
                return false;
            keep(runOf[i], *outcome);
        }
        return true;
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
    std::vector<FutureColumn>& columns_;  // each future of them is written by one thread
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
                                      const BandsSoFar& soFar, std::vector<FutureColumn>* known) {
    std::vector<FutureColumn> columns;
    return FutureRuns(base, sets, futures, options, soFar, known ? *known : columns).run();
}

}  // namespace apportion
