// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/check.h"

#include <algorithm>
#include <array>
#include <memory>
#include <mutex>

#include "core/plan/bands.h"
#include "core/plan/futures.h"
#include "core/plan/run_futures.h"
#include "core/sim/recorder.h"
#include "core/sim/simulation.h"
#include "core/sim/wait_numbers.h"

namespace apportion {

namespace {

// Of the work that is submitted in a week; evictions of those that happen in it.
struct WeekNumbers {
    std::int64_t jobs = 0;
    GpuTime submitted = 0;
    Duration meanWait = 0, p95Wait = 0;
    std::int64_t evictions = 0;
};

// By held-back week, then 0 = the whole pool, then the quotas.
using Weeks = std::vector<std::vector<WeekNumbers>>;

struct Metric {
    const char* name;
    std::int64_t (*of)(const WeekNumbers&);
    bool ofJobs;  // says nothing where no work came
};
constexpr std::array kMetrics{
    Metric{"gpuHours", [](const WeekNumbers& week) { return week.submitted; }, false},
    Metric{"meanWait", [](const WeekNumbers& week) { return week.meanWait; }, true},
    Metric{"p95Wait", [](const WeekNumbers& week) { return week.p95Wait; }, true},
    Metric{"evictions", [](const WeekNumbers& week) { return week.evictions; }, false}};

class Check {
public:
    Check(const PlanBase& base, const Futures& futures, const SweepOptions& options)
        : scenario_(base.scenario()), futures_(futures), options_(options) {
        if (futures_.count == 0)
            futures_.count = kCheckFutures;
        weeks_ = weeksToCheck(base);
        check_.heldWeeks = weeks_ / 3;
        check_.baseWeeks = weeks_ - check_.heldWeeks;
    }

    std::optional<PlanCheck> run() {
        const auto count = static_cast<std::size_t>(futures_.count);
        const Bootstrap bootstrap(scenario_, check_.baseWeeks, weeks_);
        std::vector<Weeks> runs(count + 1);  // the last one is what came
        const auto one = [&](std::size_t number) {
            Scenario scenario = number == count
                                    ? *scenario_
                                    : bootstrap.future(static_cast<std::uint64_t>(futures_.seed),
                                                       number, futures_.teamsApart);
            scenario.until = weeks_ * kWeek;
            return simulate(std::make_shared<const Scenario>(std::move(scenario)), runs[number]);
        };
        if (!inParallel(count + 1, options_.threads, one))
            return {};
        const Weeks came = std::move(runs.back());
        runs.pop_back();
        // The only root is the whole pool, which is counted already.
        const auto roots = std::count_if(scenario_->quotas.begin(), scenario_->quotas.end(),
                                         [](const Quota& each) { return each.parent.empty(); });
        for (const Metric& metric : kMetrics)
            for (std::size_t of = 0; of <= scenario_->quotas.size(); ++of)
                if (of == 0 || roots > 1 || !scenario_->quotas[of - 1].parent.empty())
                    compare(runs, came, metric, of);
        measureDrift();
        return std::move(check_);
    }

private:
    bool simulate(const std::shared_ptr<const Scenario>& scenario, Weeks& weeks) {
        Simulation simulation(scenario, {.evictions = true, .runs = false, .losses = false});
        while (simulation.step())
            if (options_.control && !options_.control->proceed())
                return false;
        weeks = numbersOf(simulation);
        if (options_.control) {
            const std::lock_guard lock(telling_);
            options_.control->report({++done_, futures_.count + 1, 0});
        }
        return true;
    }

    Weeks numbersOf(const Simulation& simulation) const {
        const Engine& engine = simulation.engine();
        const std::vector<Workload>& jobs = simulation.scenario().workloads;
        const std::size_t parts = engine.quotaCount() + 1;
        const auto held = static_cast<std::size_t>(check_.heldWeeks);
        Weeks weeks(held, std::vector<WeekNumbers>(parts));
        std::vector<std::vector<std::vector<Duration>>> waits(
            held, std::vector<std::vector<Duration>>(parts));
        // Calls use(week, part) for the pool, and for each quota on the path of the workload.
        const auto count = [&](WorkloadId id, Instant at, auto&& use) {
            const std::int64_t week = at / kWeek - check_.baseWeeks;
            if (week < 0 || week >= check_.heldWeeks)
                return;
            use(static_cast<std::size_t>(week), 0);
            for (std::optional<QuotaId> q = engine.quotaOf(id); q; q = engine.parent(*q))
                use(static_cast<std::size_t>(week), static_cast<std::size_t>(*q) + 1);
        };
        for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
            const Workload& job = jobs[id];
            if (job.running || !engine.submitted(id))
                continue;
            const Instant start = simulation.recorder().firstStart(id);
            const Duration wait =
                (start == kNeverStarted ? weeks_ * kWeek : start) - engine.waitsSince(id);
            const GpuTime submitted = job.request.gpu * job.replicas * job.duration.value_or(0);
            count(id, job.submit, [&](std::size_t week, std::size_t part) {
                ++weeks[week][part].jobs;
                weeks[week][part].submitted += submitted;
                waits[week][part].push_back(wait);
            });
        }
        for (const Eviction& eviction : simulation.recorder().evictions())
            if (const auto id = engine.findWorkload(eviction.victim))
                count(*id, eviction.at,
                      [&](std::size_t week, std::size_t part) { ++weeks[week][part].evictions; });
        for (std::size_t week = 0; week < held; ++week)
            for (std::size_t part = 0; part < parts; ++part) {
                const WaitNumbers numbers = waitNumbers(waits[week][part]);
                weeks[week][part].meanWait = numbers.mean;
                weeks[week][part].p95Wait = numbers.p95;
            }
        return weeks;
    }

    // A number that is 0 in each future and came as 0 is no forecast, and is not counted.
    void compare(const std::vector<Weeks>& runs, const Weeks& came, const Metric& metric,
                 std::size_t of) {
        CheckedBand checked{metric.name, of == 0 ? "" : scenario_->quotas[of - 1].name, 0, 0};
        for (std::size_t week = 0; week < came.size(); ++week) {
            const WeekNumbers& there = came[week][of];
            if (metric.ofJobs && there.jobs == 0)
                continue;
            std::vector<std::int64_t> values;
            for (const Weeks& run : runs)
                if (!metric.ofJobs || run[week][of].jobs > 0)
                    values.push_back(metric.of(run[week][of]));
            const Band band = bandOf(std::move(values));
            const std::int64_t value = metric.of(there);
            if (value == 0 && band.lower + band.higher == 0)
                continue;
            ++checked.times;
            checked.held += band.p10 <= value && value <= band.p90 ? 1 : 0;
        }
        if (checked.times > 0)
            check_.bands.push_back(std::move(checked));
    }

    void measureDrift() {
        GpuTime before = 0, held = 0;
        for (const Workload& job : scenario_->workloads) {
            const GpuTime submitted = job.request.gpu * job.replicas * job.duration.value_or(0);
            const std::int64_t week = std::max<Instant>(job.submit, 0) / kWeek;
            if (!job.running && week < weeks_)
                (week < check_.baseWeeks ? before : held) += submitted;
        }
        check_.submittedBefore = before / check_.baseWeeks;
        check_.submittedHeld = held / check_.heldWeeks;
    }

    std::shared_ptr<const Scenario> scenario_;
    Futures futures_;
    const SweepOptions& options_;
    std::int64_t weeks_ = 0;
    PlanCheck check_;
    std::mutex telling_;
    std::int64_t done_ = 0;
};

}  // namespace

std::int64_t weeksToCheck(const PlanBase& base) {
    const std::int64_t weeks = Bootstrap(base.scenario()).wholeWeeks();
    return base.until() ? std::min(weeks, *base.until() / kWeek) : weeks;
}

std::optional<PlanCheck> checkBands(const PlanBase& base, const Futures& futures,
                                    const SweepOptions& options) {
    return Check(base, futures, options).run();
}

}  // namespace apportion
