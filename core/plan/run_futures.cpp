// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/run_futures.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/plan/bands.h"
#include "core/plan/futures.h"

namespace apportion {

namespace {

// Of one future: the base and the sets; nothing where a set was refused.
using Row = std::vector<std::optional<RunNumbers>>;

class FutureRuns {
public:
    FutureRuns(const PlanBase& base, const std::vector<ChangeSet>& sets, const Futures& futures,
               const SweepOptions& options)
        : base_(base),
          sets_(sets),
          seed_(static_cast<std::uint64_t>(futures.seed)),
          teamsApart_(futures.teamsApart),
          options_(options),
          bootstrap_(base.scenario()),
          rows_(static_cast<std::size_t>(futures.count)) {
        for (ChangeSet& set : sets_)
            set.edits.erase(std::remove_if(set.edits.begin(), set.edits.end(), namesWork),
                            set.edits.end());
    }

    std::optional<FutureBands> run() {
        if (!inParallel(rows_.size(), options_.threads,
                        [this](std::size_t number) { return runOne(number); }))
            return {};
        FutureBands bands;
        std::vector<RunNumbers> all;
        for (const Row& row : rows_)
            all.push_back(*row[0]);
        bands.base = bandsOf(all);
        for (std::size_t set = 1; set <= sets_.size(); ++set)
            bands.sets.push_back(setBands(set));
        return bands;
    }

private:
    bool runOne(std::size_t number) {
        const PlanBase future(
            std::make_shared<const Scenario>(bootstrap_.future(seed_, number, teamsApart_)),
            base_.until());
        Row& row = rows_[number];
        row.resize(sets_.size() + 1);
        std::vector<Applied> applied;
        std::vector<std::size_t> rowOf{0};
        for (std::size_t i = 0; i < sets_.size(); ++i)
            if (Result<Applied> set = applySet(future, sets_[i], "", seed_)) {
                applied.push_back(std::move(*set));
                rowOf.push_back(i + 1);
            }
        SweepOptions options = options_;
        options.threads = 1;
        options.detail = Detail::summary;
        options.metricsEvery = 0;
        options.delays = false;
        options.tallies = true;
        options.report = [](const RunProgress&) {};
        return sweep(future, applied, options, [&](std::size_t run, const SetOutcome& outcome) {
            if (!outcome.refused)
                row[rowOf[run]] = numbersOf(outcome);
            tell();
        });
    }

    void tell() {
        if (!options_.control)
            return;
        const std::lock_guard lock(telling_);
        options_.control->report(
            {++done_, static_cast<std::int64_t>(rows_.size() * (sets_.size() + 1)), 0});
    }

    SetBands setBands(std::size_t set) const {
        SetBands bands;
        std::vector<RunNumbers> runs, deltas;
        for (const Row& row : rows_) {
            if (!row[set])
                continue;
            runs.push_back(*row[set]);
            deltas.push_back(difference(*row[0], *row[set]));
        }
        bands.bands = bandsOf(runs);
        bands.delta = bandsOf(deltas);
        bands.futures = static_cast<std::int64_t>(runs.size());
        bands.refused = static_cast<std::int64_t>(rows_.size()) - bands.futures;
        return bands;
    }

    const PlanBase& base_;
    std::vector<ChangeSet> sets_;
    const std::uint64_t seed_;
    const bool teamsApart_;
    const SweepOptions options_;
    const Bootstrap bootstrap_;
    std::vector<Row> rows_;  // by future; each is written by one thread
    std::mutex telling_;
    std::int64_t done_ = 0;
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

bool namesWork(const PlanEdit& edit) {
    const auto* action = std::get_if<EventAction>(&edit.action);
    return action && (std::holds_alternative<CancelEvent>(*action) ||
                      std::holds_alternative<FinishEvent>(*action));
}

std::optional<FutureBands> runFutures(const PlanBase& base, const std::vector<ChangeSet>& sets,
                                      const Futures& futures, const SweepOptions& options) {
    return FutureRuns(base, sets, futures, options).run();
}

}  // namespace apportion
