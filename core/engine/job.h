// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine knows of one workload while it lives: of what it says about itself only what is
// asked at every step (EngineState::specOf() has the rest). Much work may wait at the same time, so
// that a job itself has only what tells it from others like it (JobKind), and of runs (JobRuns)
// only a place.
#pragma once

#include <limits>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/engine/decision.h"
#include "core/engine/fleet.h"
#include "core/engine/job_kind.h"
#include "core/engine/tree.h"
#include "core/model/workload.h"

namespace apportion {

// `booked`: it waits for the end of its victims' grace; its seats count in the books, nothing runs
// there yet (rule 11).
enum class Phase : std::uint8_t { known, waiting, booked, running, rejected };

// Whether any node or limit could ever hold it; if not it stands outside the queue.
enum class Fit : std::uint8_t { possible, neverFits, gpuType };

using ShapeId = std::int32_t;

// One replica of an elastic workload: its number, and since when it runs.
struct ReplicaMark {
    int place = 0;
    Instant since = 0;
};

// All of a workload, where one of its replicas could be meant.
inline constexpr int kWhole = -1;

// Of work that runs until it is ended.
inline constexpr Duration kEndless = std::numeric_limits<Duration>::max();

// An instant or none, in the room of an instant.
class MaybeInstant {
public:
    MaybeInstant() = default;
    MaybeInstant(Instant at) : at_(at) {}
    MaybeInstant(std::optional<Instant> at) : at_(at.value_or(kNone)) {}
    bool has_value() const { return at_ != kNone; }
    explicit operator bool() const { return has_value(); }
    Instant operator*() const { return at_; }
    Instant value_or(Instant other) const { return has_value() ? at_ : other; }
    operator std::optional<Instant>() const {
        return has_value() ? std::optional(at_) : std::nullopt;
    }
    void reset() { at_ = kNone; }

private:
    static constexpr Instant kNone = std::numeric_limits<Instant>::min();
    Instant at_ = kNone;
};

// Numbers alone, so that they are forgotten at the price of a copy.
struct JobRunNumbers {
    std::optional<Instant> start;      // of the current or last run
    std::optional<Instant> stopUntil;  // it runs on until then, out of the books (rule 11)
    Duration waited = 0;               // before waitingSince
    Duration done = 0;                 // work kept by checkpoints of earlier runs
    int preemptions = 0;
    WorkloadId lastTaker = kNobody;   // of the last eviction by 14 to 16 (rule 26)
    int runningVictims = 0;           // how many run now whose lastTaker is this workload
    std::uint32_t startedInPass = 0;  // or moved; number of the pass, 0 = never
    std::uint32_t evictedInPass = 0;
};
static_assert(std::is_trivially_copyable_v<JobRunNumbers>);

// What only work has that was started once, or is booked to be.
struct JobRuns : JobRunNumbers {
    std::vector<Seat> seats;         // one a replica, while running or booked
    std::vector<ReplicaMark> marks;  // beside `seats`, of an elastic workload only

    // Nothing is known any more; the memory of the lists is kept.
    void forget() {
        static constexpr JobRunNumbers kNone;
        static_cast<JobRunNumbers&>(*this) = kNone;
        seats.clear();
        marks.clear();
    }
};

// The runs of one job. Where it has none they read as those of work that never ran.
class RunsOfJob {
public:
    RunsOfJob() = default;
    RunsOfJob(const RunsOfJob& other) : runs_(other.any() ? new JobRuns(*other.runs_) : &kNone) {}
    RunsOfJob(RunsOfJob&& other) noexcept : runs_(std::exchange(other.runs_, &kNone)) {}
    RunsOfJob& operator=(RunsOfJob other) noexcept {
        std::swap(runs_, other.runs_);
        return *this;
    }
    ~RunsOfJob() {
        if (any())
            delete runs_;
    }

    bool any() const { return runs_ != &kNone; }
    const JobRuns& operator*() const { return *runs_; }
    // Only where there are any.
    JobRuns& change() { return const_cast<JobRuns&>(*runs_); }
    void put(std::unique_ptr<JobRuns> runs) { runs_ = runs.release(); }
    std::unique_ptr<JobRuns> take() {
        return std::unique_ptr<JobRuns>(const_cast<JobRuns*>(std::exchange(runs_, &kNone)));
    }

private:
    static const JobRuns kNone;
    const JobRuns* runs_ = &kNone;
};
inline const JobRuns RunsOfJob::kNone;

struct JobNumbers {
    const JobKind* kind = nullptr;
    Duration duration = kEndless;
    Instant submit = 0;        // a snapshot's: no later than its start
    Instant waitingSince = 0;  // while waiting
    MaybeInstant inWindow;     // balance: since when, while waiting
    Gpu wanted = 0;            // what it counts in the shares beyond its seats (rule 5)
    WorkloadId id = kNobody;
    ShapeId shape = -1;
    std::uint32_t shapedAsOf = 0;  // number of the nodes and limits that shape and fit are of
    int line = -1;                 // of its queue, while it stands there
    std::uint32_t askedInRound = 0;
    std::uint32_t timer = 0;  // serial of the end timer that counts
    int effective = 0;        // effective priority (rule 9, intelligent)
    Phase phase = Phase::known;
    Fit fit = Fit::possible;
    // While waiting (rule 24): a cap keeps it out of its queue, or its workspace does.
    bool atCap = false;
    bool forbidden = false;
};
static_assert(std::is_trivially_copyable_v<JobNumbers>);

struct Job : JobNumbers {
    RunsOfJob runs;

    const Slot& slot() const { return kind->slot; }
    QuotaId quota() const { return kind->quota; }
    BranchId leaf() const { return kind->leaf; }
    GroupId group() const { return kind->group; }
    int priority() const { return kind->priority; }
    int replicas() const { return kind->replicas; }
    int least() const { return kind->toStart; }
    Module module() const { return kind->module; }
    bool preemptible() const { return kind->preemptible; }
    bool idle() const { return kind->idle; }
    Duration checkpoint() const { return kind->checkpoint; }
    const std::vector<AccountId>& accounts() const { return kind->accounts; }
    bool elastic() const { return least() < replicas(); }
    // Of waiting work: it can start as soon as there is room and it is its turn.
    bool startable() const { return fit == Fit::possible && !atCap && !forbidden; }

    const std::vector<Seat>& seats() const { return (*runs).seats; }
    const std::vector<ReplicaMark>& marks() const { return (*runs).marks; }
    const std::optional<Instant>& start() const { return (*runs).start; }
    const std::optional<Instant>& stopUntil() const { return (*runs).stopUntil; }
    Duration waited() const { return (*runs).waited; }
    Duration done() const { return (*runs).done; }
    int preemptions() const { return (*runs).preemptions; }
    WorkloadId lastTaker() const { return (*runs).lastTaker; }
    int runningVictims() const { return (*runs).runningVictims; }
    std::uint32_t startedInPass() const { return (*runs).startedInPass; }
    std::uint32_t evictedInPass() const { return (*runs).evictedInPass; }

    // What it asks for to start.
    Resources request() const { return slot().request * least(); }
    Gpu requestGpu() const { return slot().request.gpu * least(); }
    // What its seats hold.
    Resources held() const { return slot().request * static_cast<int>(seats().size()); }
    Gpu heldGpu() const { return slot().request.gpu * static_cast<Gpu>(seats().size()); }
};
static_assert(sizeof(Job) == 88);

}  // namespace apportion
