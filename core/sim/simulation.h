// SPDX-License-Identifier: GPL-3.0-or-later
// Drives the engine with the recorded inputs of a scenario and keeps what came of it. Opens no
// file. Copying is a snapshot: a copy goes on from where it was made.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/engine/engine.h"
#include "core/model/explanation.h"
#include "core/model/job_row.h"
#include "core/model/outcome.h"
#include "core/model/scenario.h"
#include "core/sim/course.h"

namespace apportion {

// What to keep besides the numbers of the summary.
struct Keep {
    bool evictions = true;  // every record, with its runner-up
    bool runs = true;       // every run of every workload, for explanations
    bool losses = true;     // what each workload lost
};

// How much an outcome holds: a summary leaves out workloads, evictions and events.
enum class Detail { summary, full };

class Recorder;

class Simulation {
public:
    explicit Simulation(const std::shared_ptr<const Scenario>& scenario, Keep keep = {});
    // Takes another course than the scenario's own.
    Simulation(std::shared_ptr<const Scenario> scenario, Course course, Keep keep = {});
    Simulation(const Simulation& other);
    Simulation& operator=(const Simulation& other);
    Simulation(Simulation&&) noexcept;
    Simulation& operator=(Simulation&&) noexcept;
    ~Simulation();

    // Takes another course from here on. Its events up to now() must be the same, in the same
    // order; the nodes to join those of before, and maybe more; the quotas those that have joined,
    // and maybe some from now() on.
    void takeCourse(Course course);

    // The next instant at which anything happens: an event, a submission or a timer; moment 0 comes
    // first, whatever happens there. Nothing = the end, or beyond `until` of the course.
    std::optional<Instant> next() const;
    // Steps to next(); false at the end.
    bool step();
    // Steps while next() <= at; the clock then stands at `at`.
    void runTo(Instant at);
    void runToEnd();

    Instant now() const;
    const Scenario& scenario() const;
    const Course& course() const;
    // Which events of the course were handed in so far, in that order: they answer to
    // recorder().events() one by one.
    std::span<const std::size_t> eventsDone() const;
    const Engine& engine() const;
    // What the last step decided.
    const Decisions& decisions() const;
    const Recorder& recorder() const;

    // The moment that an outcome is about: where the clock stands; at the end of the run the
    // course's `until`, else the last moment at which anything changed.
    Instant outcomeTime() const;
    Outcome outcome(Detail detail = Detail::full) const;
    // Of what was submitted.
    std::int64_t neverStarted() const;
    std::int64_t stillRunning() const;
    // Of a submitted workload.
    JobRow jobRow(WorkloadId id) const;
    // Nothing if no submitted workload has that name.
    std::optional<Explanation> explain(std::string_view workload) const;

private:
    // When the next is submitted, listed or recorded; kNever = no more.
    static constexpr Instant kNever = std::numeric_limits<Instant>::max();
    Instant nextListed() const;
    Instant nextRecorded() const;
    Instant nextJoining() const;
    Instant upcoming() const;  // also beyond the end of the course
    void joinQuotas(Instant at);
    // As of outcomeTime().
    const Engine& engineThen() const;
    // From when on a change takes effect on what the answer tells.
    Instant changeTime() const;
    WorkloadOutcome workloadOutcome(WorkloadId id, Instant at) const;

    void expectNodes(const std::vector<Node>& nodes, std::size_t from);

    std::shared_ptr<const Scenario> scenario_;
    Course course_;
    Engine engine_;
    std::unique_ptr<Recorder> recorder_;
    // Listed workloads by submit time, ties in file order.
    std::shared_ptr<const std::vector<WorkloadId>> arrivals_;
    std::vector<std::size_t> events_;  // by time, ties in file order
    std::size_t nextQuota_ = 0;        // of the course that joins
    // What came with those that have joined and is to be submitted, the first last.
    std::vector<std::pair<Instant, WorkloadId>> joined_;
    std::size_t nextArrival_ = 0;
    std::size_t nextRecorded_ = 0;
    Instant listedAt_ = kNever;
    Instant recordedAt_ = kNever;
    std::size_t nextEvent_ = 0;
    Instant now_ = 0;
    bool begun_ = false;         // moment 0 is done
    bool clockSet_ = false;      // runTo() put it there
    std::vector<Input> inputs_;  // of the step under way, kept for its memory
    Decisions decisions_;
    mutable std::unique_ptr<Engine> then_;  // where it differs from engine_, once it was asked for
};

}  // namespace apportion
