// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/sweep.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "core/plan/set_run.h"

namespace apportion {

namespace {

class Sweep {
public:
    Sweep(const PlanBase& base, std::span<const Applied> sets, const SweepOptions& options)
        : base_(baseItself(base)), sets_(sets), options_(options), tasks_(sets.size() + 1) {
        chooseSnapshots();
        progress_.resize(tasks_.size());
        for (std::size_t i = 0; i < tasks_.size(); ++i)
            progress_[i].all = 2 * static_cast<std::int64_t>(applied(i).workloads);
    }

    bool run(const std::function<void(std::size_t, SetOutcome)>& deliver) {
        const std::size_t threads = std::clamp<std::size_t>(options_.threads, 1, tasks_.size());
        window_ = options_.detail == Detail::full ? 2 * threads + 2 : tasks_.size();
        std::vector<std::jthread> workers;
        for (std::size_t i = 0; i < threads; ++i)
            workers.emplace_back([this] { work(); });
        for (std::size_t i = 0; i < tasks_.size(); ++i) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [&] { return tasks_[i].outcome.has_value() || ended_; });
            if (!tasks_[i].outcome)
                return false;
            SetOutcome outcome = std::move(*tasks_[i].outcome);
            tasks_[i].outcome.reset();
            delivered_ = i + 1;
            lock.unlock();
            changed_.notify_all();
            deliver(i, std::move(outcome));
        }
        return true;
    }

private:
    struct Task {
        bool taken = false;
        std::size_t snapshot = kNone;  // it goes on from there
        std::optional<SetOutcome> outcome;
    };
    struct Snapshot {
        Instant before = 0;  // it has not stepped to this moment
        std::size_t users = 0;
        std::unique_ptr<SetRun> run;  // once the base came by, until the last user has it
    };
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    const Applied& applied(std::size_t task) const { return task == 0 ? base_ : sets_[task - 1]; }

    // It has the base's nodes, quotas and work, so it may go on from a snapshot, be it of moment 0:
    // copying a run costs less than loading a scenario.
    bool branchesOff(const Applied& set) const {
        return options_.fromSnapshots && set.scenario == base_.scenario;
    }

    // Of all moments at which sets depart from the base as many as may be kept, evenly chosen and
    // with the first; each set goes on from the last one that is not too late.
    void chooseSnapshots() {
        std::vector<Instant> moments;
        for (const Applied& set : sets_)
            if (branchesOff(set))
                moments.push_back(set.from);
        std::sort(moments.begin(), moments.end());
        moments.erase(std::unique(moments.begin(), moments.end()), moments.end());
        const std::size_t count = std::min(moments.size(), kMostSnapshots);
        for (std::size_t i = 0; i < count; ++i)
            snapshots_.push_back({moments[i * moments.size() / count], 0, nullptr});
        for (std::size_t i = 1; i < tasks_.size(); ++i) {
            if (!branchesOff(applied(i)))
                continue;
            std::size_t last = snapshots_.size() - 1;
            while (snapshots_[last].before > applied(i).from)
                --last;
            tasks_[i].snapshot = last;
            ++snapshots_[last].users;
        }
    }

    void work() {
        while (const auto task = next()) {
            const bool done = *task == 0 ? runBase() : runOther(*task);
            if (done)
                continue;
            const std::lock_guard lock(mutex_);
            ended_ = true;
            changed_.notify_all();
            return;
        }
    }

    // The first task that can begin; waits for one. Nothing = all are taken.
    std::optional<std::size_t> next() {
        std::unique_lock lock(mutex_);
        for (;;) {
            bool left = false;
            for (std::size_t i = 0; i < tasks_.size(); ++i) {
                if (tasks_[i].taken)
                    continue;
                left = true;
                if (!ready(i) || i >= delivered_ + window_)
                    continue;
                tasks_[i].taken = true;
                return i;
            }
            if (!left || ended_)
                return {};
            changed_.wait(lock);
        }
    }

    bool ready(std::size_t task) const {
        if (options_.delays && task > 0 && !starts_)
            return false;
        const std::size_t snapshot = tasks_[task].snapshot;
        return snapshot == kNone || snapshots_[snapshot].run;
    }

    bool runBase() {
        SetRun run(base_, options_);
        std::size_t snapshot = 0;
        const auto keep = [&](Instant next) {
            for (; snapshot < snapshots_.size() && snapshots_[snapshot].before <= next;
                 ++snapshot) {
                auto copy = std::make_unique<SetRun>(run);
                const std::lock_guard lock(mutex_);
                snapshots_[snapshot].run = std::move(copy);
                changed_.notify_all();
            }
        };
        if (!runOn(0, run, keep))
            return false;
        keep(kNever);
        if (options_.delays) {
            Starts starts = run.starts();
            const std::lock_guard lock(mutex_);
            starts_ = std::move(starts);
        }
        return store(0, run.finish());
    }

    bool runOther(std::size_t task) {
        const Applied& set = applied(task);
        std::optional<SetRun> run;
        if (tasks_[task].snapshot == kNone) {
            run.emplace(set, options_);
        } else {
            // The last one that needs it takes it; the others copy it under the lock.
            Snapshot& snapshot = snapshots_[tasks_[task].snapshot];
            const std::lock_guard lock(mutex_);
            if (--snapshot.users > 0)
                run.emplace(*snapshot.run);
            else
                run.emplace(std::move(*std::exchange(snapshot.run, nullptr)));
            run->goOnAs(set);
        }
        if (starts_)
            run->compareWith(*starts_);
        if (!runOn(task, *run, [](Instant) {}))
            return false;
        return store(task, run->finish());
    }

    template <typename Keep>
    bool runOn(std::size_t task, SetRun& run, Keep&& keep) {
        RunControl* control = options_.control;
        std::int64_t steps = 0;
        for (auto next = run.simulation().next(); next && !run.isOver();
             next = run.simulation().next()) {
            if (control && !control->proceed())
                return false;
            keep(*next);
            run.before(*next);
            run.step();
            if (control && ++steps % kStepsBetweenReports == 0)
                tell(task, progressOf(run.simulation()));
        }
        if (control)
            tell(task, {progress_[task].all, progress_[task].all, run.simulation().now()});
        return true;
    }

    void tell(std::size_t task, const RunProgress& progress) {
        const std::lock_guard lock(telling_);
        progress_[task].done = progress.done;
        RunProgress sum;
        for (const RunProgress& each : progress_) {
            sum.done += each.done;
            sum.all += each.all;
        }
        if (options_.report)
            options_.report(sum);
        else
            options_.control->report(sum);
    }

    bool store(std::size_t task, SetOutcome outcome) {
        const std::lock_guard lock(mutex_);
        tasks_[task].outcome = std::move(outcome);
        changed_.notify_all();
        return true;
    }

    const Applied base_;
    const std::span<const Applied> sets_;
    const SweepOptions options_;
    std::mutex mutex_;  // of all below
    std::condition_variable changed_;
    std::vector<Task> tasks_;
    std::vector<Snapshot> snapshots_;
    std::optional<Starts> starts_;  // of the base, once it has run
    std::size_t delivered_ = 0;
    // How far runs may be ahead of what is delivered: whole outcomes are large.
    std::size_t window_ = 0;
    bool ended_ = false;
    std::mutex telling_;
    std::vector<RunProgress> progress_;
};

}  // namespace

Applied baseItself(const PlanBase& base) {
    Applied applied;
    applied.scenario = base.scenario();
    applied.workloads = base.scenario()->workloads.size();
    applied.course = {courseOf(base.scenario()).events, base.until(), {}, {}};
    applied.editOf.resize(applied.course.events->size(), kNoEdit);
    return applied;
}

bool sweep(const PlanBase& base, std::span<const Applied> sets, const SweepOptions& options,
           const std::function<void(std::size_t, SetOutcome)>& deliver) {
    return Sweep(base, sets, options).run(deliver);
}

std::optional<SetOutcome> runSet(const Applied& applied, const SweepOptions& options,
                                 const Starts* starts) {
    SetRun run(applied, options);
    if (starts)
        run.compareWith(*starts);
    for (auto next = run.simulation().next(); next && !run.isOver();
         next = run.simulation().next()) {
        if (options.control && !options.control->proceed())
            return {};
        run.before(*next);
        run.step();
    }
    return run.finish();
}

}  // namespace apportion
