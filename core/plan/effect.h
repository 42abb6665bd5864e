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
#include "core/plan/outlook.h"
#include "core/view/explain/never_again.h"
#include "core/view/history/entry_changes.h"
#include "core/view/nodes/node_rows.h"

namespace apportion {

class Engine;
struct Decisions;

struct Effect {
    // Of the configuration, that are told; a bulk edit has as many as there are quotas.
    static constexpr std::size_t kMostChanges = 4;

    // A run that is taken.
    struct Hit {
        // What has become of it at the end of the grace period.
        enum class Fate {
            waits,    // back in its queue
            runsOn,   // again, from the beginning or its last checkpoint
            shrinks,  // with fewer replicas
            ends      // done before it had to stop
        };
        std::string workload;
        std::string quota;
        Gpu gpu = 0;
        GpuTime lost = 0;  // up to the moment it stops
        int replicas = 0;  // that an elastic one gives up, to run on with the others; 0 = all stops
        int of = 0;        // that it ran with
        Message why;
        EvictionRule rule = EvictionRule::reclaim;
        std::string preemptor;  // empty = none, as for a scale or a node
        Fate fate = Fate::waits;
        Duration stopsAfter = 0;         // its grace period
        std::vector<std::string> nodes;  // of one that runs on, each once
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
        Gpu gpu = 0;                     // that it holds, or asks for
        std::vector<std::string> nodes;  // each once
        std::optional<Reason> reason;    // while it waits or is rejected
        std::optional<int> position;     // in its queue, from 1
    };
    struct PoolNumbers {
        Gpu capacity = 0;
        Gpu used = 0;
        int waiting = 0;  // workloads
        Gpu waitingGpu = 0;
        PoolRoom room;
        friend bool operator==(const PoolNumbers&, const PoolNumbers&) = default;
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
    EntryChanges changes;                // of the configuration, what it writes
    bool resting = false;                // nobody decides now: it is so as soon as the pool is live
    Duration delay = 0;                  // it is so when this has passed, if all else stays
    std::vector<Numbers> quotas;         // file order
    std::vector<Hit> evicted;            // in the order of decision
    std::vector<NeverAgain> neverAgain;  // file order
    std::vector<Hit> moved;              // to make room, and run on elsewhere
    std::vector<std::string> rejected;   // for good
    std::vector<std::string> started;    // that would not start by then otherwise
    // Of these, who starts later than now (rule 11): when what has to stop first has stopped,
    // `grace` later at most, as what is submitted with `startsAfterGrace` does.
    std::vector<std::string> booked;
    Duration grace = 0;
    std::vector<std::string> waitsOn;  // that would
    std::vector<Shift> shifted;        // of what still waits, where both starts are known
    std::vector<Submitted> submitted;  // in the order of the commands
    // Why its command would fail where it starts, for all that is seen now (live/command_place.h).
    std::optional<Message> missing;
    PoolNumbers before;
    PoolNumbers after;
    std::optional<Outlook> outlook;  // of a scale that is asked about alone

    // Somebody loses a run by it, or the right to start.
    bool hitsAnybody() const { return !evicted.empty() || !neverAgain.empty(); }
    bool touchesOthers() const {
        return hitsAnybody() || !moved.empty() || !started.empty() || !waitsOn.empty() ||
               !shifted.empty();
    }
    // GPU time of evicted runs that is lost.
    GpuTime lost() const;
};

GpuTime lostIn(const std::vector<Effect::Hit>& hits);
std::vector<std::string> namesIn(const std::vector<Effect::Hit>& hits);
// Of `started`, without `booked`.
std::vector<std::string> startedNow(const Effect& effect);
// Who loses a whole run and begins another, as elastic work does that finds room for fewer
// replicas: two decisions of the engine, and one thing that becomes of it.
std::vector<std::string> restartedIn(const Effect& effect);
// Of `started`, without these.
std::vector<std::string> startedAnew(const Effect& effect);

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

// How far ahead is looked: until all who are told to stop have stopped, or to the starts of what
// waits as well.
enum class Horizon { grace, starts };

// `at` no earlier than engine.now() and no later than its next timer. What a delay puts off is told
// as of its end.
Effect effectOf(const Engine& engine, Instant at, const TrialInputs& inputs,
                Horizon horizon = Horizon::starts);

// Of what an engine decided at an instant, against nothing being decided: as a pool goes live.
// Nothing is said of later starts.
Effect effectOfInstant(const Engine& before, const Engine& after, const Decisions& made);

// Of going from one state of the pool to another, with the same work.
Effect effectBetween(const Project& before, const Project& after, Moment now);

}  // namespace apportion
