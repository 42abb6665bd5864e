// SPDX-License-Identifier: GPL-3.0-or-later
// A pool's own past, to draw from: how long work ran, and what was submitted. One value, shared
// between threads.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/model/workload.h"

namespace apportion {

class Engine;

class PastJobs {
public:
    struct Job {
        Workload spec;                // of a quota that is there now
        Instant submit = 0;           // on any clock, the same for all
        std::optional<Duration> ran;  // nothing = it runs or waits, or ended without a run
    };
    // What was submitted after `from` and before `to`. What stood there at `from` came with the
    // pool: it tells of durations alone.
    PastJobs(Instant from, Instant to, std::vector<Job> jobs);
    PastJobs() : PastJobs(0, 0, {}) {}

    Duration length() const { return to_ - from_; }
    std::size_t runs() const { return runs_; }

    // One of the durations beyond `over` of work of that quota and module; where those are fewer
    // than kEnough, of that module in all quotas, or of all work. `number` says which, however
    // large it is. Nothing = none was so long.
    std::optional<Duration> durationBeyond(const std::string& quota, Module module, Duration over,
                                           std::uint64_t number) const;
    // Half of that work ran no longer. Nothing = none ran.
    std::optional<Duration> typical(const std::string& quota, Module module) const;

    struct Arrival {
        Duration after = 0;  // from now on
        std::size_t job = 0;
    };
    // What might come within the horizon, by time: what came from a moment of the past on, which
    // begins anew behind its end. From two days on that moment has the time of day of now.
    std::vector<Arrival> arrivals(std::uint64_t number, Duration horizon) const;
    const Job& job(std::size_t index) const { return jobs_[index]; }

    static constexpr std::size_t kEnough = 5;

private:
    using Durations = std::vector<Duration>;  // ascending
    std::array<const Durations*, 3> levels(const std::string& quota, Module module) const;

    Instant from_ = 0;
    Instant to_ = 0;
    std::vector<Job> jobs_;  // by submit
    std::size_t runs_ = 0;
    std::map<std::pair<std::string, Module>, Durations> byQuota_;
    std::map<Module, Durations> byModule_;
    Durations all_;
};

// With the work that the engine knows, as far as it was submitted by `to`, on the clock that shows
// `shift` more than the engine. `ended`: what it does not know.
PastJobs pastOf(const Engine& engine, Instant from, Instant to, Duration shift,
                std::vector<PastJobs::Job> ended);

}  // namespace apportion
