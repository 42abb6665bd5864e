// SPDX-License-Identifier: GPL-3.0-or-later
// What a change does to a pool, before it is made: tried on a fork of the engine and compared with
// what would happen anyway. Dry runs and the console's forms show this one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/event.h"
#include "core/model/journal.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/model/workload.h"
#include "core/view/explain/never_again.h"
#include "core/view/history/entry_changes.h"
#include "core/view/nodes/node_rows.h"

namespace apportion {

class Engine;
struct Decisions;

struct Effect {
    // Of the configuration, that are told; a bulk edit has as many as there are quotas.
    static constexpr std::size_t kMostChanges = 4;

    struct Hit {
        std::string workload;
        std::string quota;
        Gpu gpu = 0;
        GpuTime lost = 0;
        int replicas = 0;  // that an elastic one gives up, to run on with the others; 0 = all stops
        int of = 0;        // that it ran with
        Message why;
        friend bool operator==(const Hit&, const Hit&) = default;
    };
    struct Shift {  // of the estimated start of what waits
        std::string workload;
        std::string quota;
        Duration by = 0;  // later; negative = earlier
        friend bool operator==(const Shift&, const Shift&) = default;
    };
    // What becomes of work that is submitted.
    struct Submitted {
        enum class Fate { starts, startsAfterGrace, waits, rejected } fate = Fate::waits;
        std::string workload;
        std::string quota;
        std::vector<std::string> nodes;  // each once
        std::optional<Reason> reason;    // while it waits or is rejected
        std::optional<int> position;     // in its queue, from 1
    };
    struct Numbers {  // of a quota that has others
        std::string quota;
        QuotaNumbers before;
        QuotaNumbers after;
    };
    Problems refusal;  // nothing else is said then
    // Of several commands tried together, one entry a command; empty = that one can be done. What
    // is refused counts as not asked for.
    std::vector<Problems> refusals;
    EntryChanges changes;         // of the configuration, what it writes
    bool resting = false;         // nobody decides now: it is so as soon as the pool is live
    Duration delay = 0;           // it is so when this has passed, if all else stays
    std::vector<Numbers> quotas;  // file order
    std::vector<Hit> evicted;
    std::vector<NeverAgain> neverAgain;  // file order
    std::vector<std::string> moved;      // to make room, and run on elsewhere
    std::vector<std::string> rejected;   // for good
    std::vector<std::string> started;    // that would not start in this instant otherwise
    // Of these, who is booked (rule 11): they start when what they displace has stopped, `grace`
    // later at most, and so does what is submitted with `startsAfterGrace`.
    std::vector<std::string> booked;
    Duration grace = 0;
    std::vector<std::string> waitsOn;  // that would
    std::vector<Shift> shifted;        // of what still waits, where both starts are known
    std::vector<Submitted> submitted;  // in the order of the commands
    // Why its command would fail where it starts, for all that is seen now (live/command_place.h).
    std::optional<Message> missing;
    Gpu capacityBefore = 0;
    Gpu capacityAfter = 0;
    PoolRoom before;
    PoolRoom after;

    // Somebody loses a run by it, or the right to start.
    bool hitsAnybody() const { return !evicted.empty() || !neverAgain.empty(); }
    bool touchesOthers() const {
        return hitsAnybody() || !moved.empty() || !started.empty() || !waitsOn.empty() ||
               !shifted.empty();
    }
    // GPU time of evicted runs that is lost.
    GpuTime lost() const;
};

// Of `started`, without `booked`.
std::vector<std::string> startedNow(const Effect& effect);

// Nothing is left to do of several commands.
bool allRefused(const std::vector<Problems>& refusals);

// From the times of the engine that it was tried on to a clock that shows `by` more.
void shiftTimes(Effect& trial, Duration by);

// What a command would tell an engine.
struct TrialInputs {
    std::vector<EventAction> events;
    std::vector<Workload> submitted;
};

// Of the entry that a command would write, where the engine has events for all of it.
TrialInputs trialInputsOf(const JournalEntry& entry);
// Of several entries, one after the other.
TrialInputs trialInputsOf(std::span<const JournalEntry> entries);

// `at` no earlier than engine.now() and no later than its next timer. What a delay puts off is told
// as of its end.
Effect effectOf(const Engine& engine, Instant at, const TrialInputs& inputs);

// Of what an engine decided at an instant, against nothing being decided: as a pool goes live.
// Nothing is said of later starts.
Effect effectOfInstant(const Engine& before, const Engine& after, const Decisions& made);

// Of going from one state of the pool to another, with the same work.
Effect effectBetween(const Project& before, const Project& after, Moment now);

}  // namespace apportion
