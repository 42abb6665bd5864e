// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen shows of a run at one moment: an immutable value, shared between threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/journal.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"
#include "core/model/quota.h"
#include "core/model/settings.h"
#include "core/model/workload.h"
#include "core/model/workspace.h"
#include "core/view/issues/issue.h"
#include "core/view/nodes/node_rows.h"

namespace apportion {

// Who owns a line of the charts and a colour: the roots and, where there is room for it, the
// children of roots. Colours are given by creation order and never move (ui/widgets/theme).
struct TeamInfo {
    std::string quota;
    std::string name;  // display name
    int colour = 0;    // index from 0
    int above = -1;    // the team of the root above it; -1 = it is a root
    friend bool operator==(const TeamInfo&, const TeamInfo&) = default;
};

// Running work beyond a new size of its quota, which is taken back then (rule 21).
struct ReclaimAhead {
    Instant at = 0;       // while nobody decides it may be over
    Gpu gpu = 0;          // whole workloads go, so it may be more
    bool bySize = false;  // a guarantee larger by that much would keep them
    friend bool operator==(const ReclaimAhead&, const ReclaimAhead&) = default;
};

struct QuotaRow {
    std::string name;
    std::string team;  // display name; the quota's own name where none is given
    int parent = -1;   // row of the parent, -1 = a root
    int depth = 0;
    int colour = 0;
    Gpu childrenGuaranteed = 0;
    QuotaNumbers numbers;
    int unapproved = 0;  // at or below: they wait for an approval beside the queue
    QuotaPolicy policy;  // as of the clock
    std::optional<ReclaimAhead> reclaim;
    friend bool operator==(const QuotaRow&, const QuotaRow&) = default;
};

// What a quota above uses of a guarantee, for people: it is divided in proportion, so that parts of
// a GPU say nothing.
inline Gpu usedFromAbove(const QuotaNumbers& numbers) {
    const Gpu whole = (numbers.above + kOneGpu / 2) / kOneGpu * kOneGpu;
    return whole > 0 ? whole : numbers.above;
}

// What was submitted, whatever of it runs.
struct AskedWork {
    Gpu gpu = 0;  // of one replica
    int replicas = 1;
    int least = 1;  // below `replicas` = elastic
    friend bool operator==(const AskedWork&, const AskedWork&) = default;
};

struct WorkloadRow {
    std::string name;     // unique in the view
    std::string records;  // what it was submitted with, where a later one bears it; empty = `name`
    std::string quota;
    std::string team;
    std::string user;
    std::string workspace;  // empty = none
    int colour = 0;
    Module module = Module::training;
    int priority = 5;
    Gpu gpu = 0;  // held while running, else needed to start
    int replicas = 1;
    AskedWork asked;
    bool preemptible = true;
    bool idle = false;
    Instant submit = 0;
    std::optional<Duration> duration;  // stated; nothing = it runs until it is ended
    std::optional<Instant> ends;       // while it runs: by what is stated
    WorkloadOutcome status;
    bool unasked = false;  // it waits, and nobody has looked why: without a reason it may have one
    friend bool operator==(const WorkloadRow&, const WorkloadRow&) = default;
};

// Who works with which quotas, and what they have there now.
struct WorkspaceRow {
    struct Work {
        int running = 0;
        Gpu held = 0;
        int waiting = 0;  // with those that wait for an approval beside the queue
        Gpu asked = 0;    // by them
        friend bool operator==(const Work&, const Work&) = default;
    };
    struct User {
        std::string name;          // empty = work that nobody's name stands on
        std::optional<Role> role;  // nothing = no member
        Work work;
        friend bool operator==(const User&, const User&) = default;
    };
    Workspace spec;
    Work work;
    std::vector<User> users;  // its members, then who else has work there
    // What the person at the console may do with it.
    bool submits = true;
    bool manages = true;  // members and caps
    bool ties = true;     // which quotas it uses, and whether it is there
    friend bool operator==(const WorkspaceRow&, const WorkspaceRow&) = default;
};

struct EvictionRow {
    // Whose work it is: empty where that is not known, or not for the reader.
    struct Side {
        std::string quota;
        std::string team;
        std::string user;
        std::string workspace;
        friend bool operator==(const Side&, const Side&) = default;
    };
    Eviction record;  // names the workloads as the view does
    Side victim;
    Side preemptor;
    int colour = 0;  // of the victim, as the rest
    Module module = Module::training;
    std::optional<int> priority;  // nothing = of another team
    friend bool operator==(const EvictionRow&, const EvictionRow&) = default;
};

// Something a person would look for on the time axis. Everything of one kind at one instant is one
// mark.
struct Mark {
    enum class Kind { preemption, node, scale, policy, ended };
    Instant at = 0;
    Kind kind = Kind::preemption;
    std::string subject;  // taker, node, quota or workload; empty = several
    std::string from;     // quota that gave, or in which work ended; empty = several
    Gpu gpu = 0;          // taken
    int count = 1;        // workloads, quotas or nodes concerned
    bool applied = true;  // false = the event was refused
    NodeState nodeState = NodeState::ready;
    friend bool operator==(const Mark&, const Mark&) = default;
};

// The whole run as far as it has been simulated; values hold from their time to the next.
struct History {
    static constexpr int kUnknown = -1;  // in every column of amounts: nobody was there to say
    static constexpr Instant kNobody = std::numeric_limits<Instant>::max();
    std::vector<Instant> times;
    std::vector<std::vector<Gpu>> teams;    // [team][time]: GPUs held, without those of other teams
    std::vector<std::vector<Gpu>> subtree;  // [team][time]: GPUs held at or below
    std::vector<std::vector<Gpu>> fairShare;   // [team][time]: at or below
    std::vector<std::vector<Gpu>> guaranteed;  // [team][time]; a file keeps none of it
    std::vector<int> waiting;                  // workloads
    // Since when the one that has waited longest waits: its wait grows from there on. What it had
    // waited before an earlier start is put in front.
    std::vector<Instant> waitsSince;
    std::vector<Gpu> capacity;
    std::vector<Gpu> gone;  // held by roots that were removed since
    std::vector<Mark> marks;
    // From here on every change is there; before it, of a project, what its file kept, summed up.
    Instant exactSince = std::numeric_limits<Instant>::min();
    friend bool operator==(const History&, const History&) = default;
};

struct KeyNumbers {
    Gpu capacity = 0;
    Gpu used = 0;
    Gpu borrowed = 0;  // by own work of quotas, above their guarantees
    Gpu fromChildren = 0;
    int waiting = 0;  // with those that wait for an approval beside the queue
    Gpu waitingGpu = 0;
    // So long at most half of them, and 9 in 10, have waited, without those beside the queue.
    Duration waitingP50 = 0;
    Duration waitingP90 = 0;
    int unapproved = 0;  // of them
    Gpu unapprovedGpu = 0;
    // What asks, as quotas count it: without those beside the queue.
    int asking() const { return waiting - unapproved; }
    Gpu askingGpu() const { return waitingGpu - unapprovedGpu; }
    int running = 0;
    int ended = 0;      // finished, cancelled or rejected
    int evictions = 0;  // moves aside
    GpuTime lost = 0;
    int started = 0;
    Duration waitP95 = 0;
    friend bool operator==(const KeyNumbers&, const KeyNumbers&) = default;
};

// What a pool can do, asked in place of what kind it is.
struct Capabilities {
    bool play = false;     // its clock is moved by whoever looks
    bool journal = false;  // each change is kept at once: by whom, when and why
    bool goLive = false;   // an engine may run on the wall clock
    friend bool operator==(const Capabilities&, const Capabilities&) = default;
};

// Where the engine of the pool runs on the wall clock: in no process, in this one or in another.
enum class EngineAt { nowhere, here, elsewhere };

// An entry of a project's journal, for people.
struct JournalRow {
    Revision n = 0;
    Moment at = 0;
    std::string who;
    std::string action;
    std::string subject;
    std::string why;
    NodeState nodeState = NodeState::ready;  // of a node whose state was changed: the new one
    bool undone = false;
    std::optional<Message> notUndoable;   // as the next; nothing = it can be
    std::optional<Revision> turned = {};  // by an undo or redo: that entry
    // Of a scale, the first of those it set; nothing where the person may not see all of it.
    std::vector<std::pair<std::string, Gpu>> sizes = {};
    std::size_t moreSizes = 0;  // of further quotas
    bool forATime = false;      // it goes back by itself
    friend bool operator==(const JournalRow&, const JournalRow&) = default;
};

struct DocumentState {
    std::string name;   // of the scenario
    std::string file;   // empty = never saved, or a sample
    std::string epoch;  // ISO 8601, empty = elapsed time is shown
    bool open = false;
    bool dirty = false;
    Capabilities can;
    EngineAt engine = EngineAt::nowhere;
    bool readOnly = false;    // a project that this user cannot write to
    std::string who;          // sits at the project, as the operating system says
    std::string holder;       // who runs its engine
    bool holderHere = false;  // by another program on this machine
    std::string machine;      // the name of this one
    std::string nodeHere;     // the node that is this machine; empty = none
    bool remembered = false;  // this user said that it goes live when it is opened
    bool inPart = false;      // `who` may not see the whole pool: figures are of what he may see
    Revision revision = 0;    // of the project
    // Workloads of a project that are still being read: until then nothing is known of what is used
    // and waits, and nothing can be changed.
    std::int64_t reading = 0;
    std::vector<std::string> allowed;  // commands of the table that `who` may run on something
    std::optional<std::string> undo;   // what the next undo changes: a quota, a name
    std::optional<std::string> redo;
    Problems warnings;
    Problems trouble;  // the file cannot be followed for now: what is shown is as of the clock
    int nodes = 0;
    std::vector<std::string> gpuTypes;
    Settings settings;  // of a project or a recorded run
    // Whether the person at the console may run a command on something. A recorded run takes those
    // that are events.
    bool offers(std::string_view command) const {
        const auto isIn = [&](const auto& commands) {
            return std::find(commands.begin(), commands.end(), command) != commands.end();
        };
        return open && (can.journal ? isIn(allowed) : isIn(kEventCommands));
    }
    bool isLive() const { return engine == EngineAt::here; }
    bool isElsewhere() const { return engine == EngineAt::elsewhere; }
    // It could decide, and no engine does.
    bool rests() const { return can.goLive && engine == EngineAt::nowhere; }
    static constexpr std::array<std::string_view, 5> kEventCommands{
        "scale", "policy", "nodes.state", "cancel", "finish"};
    friend bool operator==(const DocumentState&, const DocumentState&) = default;
};

struct PlayState {
    Instant end = 0;  // of the run, as far as known
    bool playing = false;
    int speed = 1;              // scenario seconds a second
    bool complete = false;      // the run has been simulated to its end
    bool stopped = false;       // looking ahead was cancelled
    bool waiting = false;       // the clock is on its way to where it was sent
    Instant reached = 0;        // how far looking ahead has come
    std::int64_t instants = 0;  // at which something happens, as far as known
    friend bool operator==(const PlayState&, const PlayState&) = default;
};

struct View {
    DocumentState document;
    PlayState play;
    Instant clock = 0;
    KeyNumbers key;
    std::vector<TeamInfo> teams;
    std::vector<QuotaRow> quotas;  // parents before children, else file order
    std::uint64_t quotaTree = 0;   // equal = the same names in the same places; 0 = not told
    std::vector<WorkspaceRow> workspaces;  // file order
    std::vector<WorkloadRow> waiting;      // by submit time; at most kMostRows of each
    std::vector<WorkloadRow> running;      // file order
    std::vector<WorkloadRow> ended;        // rejected too; latest first
    std::vector<EvictionRow> evictions;    // latest first
    std::vector<JournalRow> journal;       // of a project, latest first; at most kMostEntries
    std::shared_ptr<const History> history;
    NodeMap nodes;
    std::vector<Issue> issues;  // of the run; those of the file are the document's warnings

    static constexpr std::size_t kMostRows = 5000;
    static constexpr std::size_t kMostEntries = 200;
};

}  // namespace apportion
