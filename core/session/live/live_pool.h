// SPDX-License-Identifier: GPL-3.0-or-later
// The engine on the wall clock: the one process that has the lease of a project follows its
// journal, lets the engine decide, and writes what was decided, an instant a transaction. On the
// thread that calls it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/cluster/backend.h"
#include "core/cluster/consent.h"
#include "core/engine/engine.h"
#include "core/session/live/heard.h"
#include "core/session/live/live_clock.h"

namespace apportion {

class ProjectDesk;

class LivePool {
public:
    // How often the journal of others is looked at.
    static constexpr Duration kLookEvery = 200;

    // The desk must outlive it, and be open for writing. Without a backend nothing runs: work lasts
    // its stated time.
    // Errors: live-held, with who has it; live-held.ahead, if its heartbeat is in the future and
    // not known to change: asked again later, it is known; the refusal of the backend.
    static Result<LivePool> start(ProjectDesk& desk, std::unique_ptr<Backend> backend = {});
    // Gives the lease up.
    ~LivePool();
    LivePool(LivePool&&) noexcept = default;
    LivePool& operator=(LivePool&&) = delete;

    struct Ticked {
        std::vector<JournalEntry> written;
        Problems notes;   // what keeps work from running, when it begins to
        Moment next = 0;  // when to call again at the latest
    };
    // What others wrote since, what is due and what the engine's timers say, up to now.
    Result<Ticked> tick();
    // Until that moment, or until somebody asks or a command ends.
    void wait(Moment until) const;

    // Lets the command of a workload run, which the person who sits here has seen with this digest
    // (approval_digest.h). Errors: not-found, approval-none, approval-changed, approval-no-holder.
    Result<void> approve(const std::string& workload, const std::string& digest);

    // As of the last tick; null after one that failed.
    const Engine* engine() const { return engine_ ? &*engine_ : nullptr; }
    // What does not run yet though it has its place, and why; as of the last tick.
    const std::map<std::string, Message>& awaitingDevices() const { return seen_.awaiting; }
    // Runs of this pool that its file knows nothing of, which are left alone; as last observed.
    const std::vector<ForeignRun>& unknownRuns() const { return seen_.foreign; }
    // GPUs of nodes that others hold, which the engine does not divide; as last observed.
    const std::map<std::string, Gpu>& takenByOthers() const { return seen_.taken; }
    // That a node has fewer GPUs than it declares, as of the last tick.
    const std::optional<Message>& gpusMissing() const { return seen_.missingGpus; }
    // That the clock of this machine was set back, for as long as the pool is ahead of it; as of
    // the last tick.
    std::optional<Message> clockNotice() const;
    // Somebody else runs the engine now, as this one stood still for too long; or whoever runs it
    // may not any more. It decides nothing more.
    bool isLost() const { return lost_ || dismissed_; }
    // The moment at which the engine's times begin.
    Moment base() const { return base_; }

private:
    explicit LivePool(ProjectDesk& desk);

    // The engine anew, of what the file has; its moment 0 is `base`.
    Result<void> reload(Moment base);
    Result<bool> isMostlyOver();
    // Error: live-lost.
    Result<void> checkLease();
    tl::unexpected<Problems> lost();
    void giveUp();
    // Whether who runs it still may. Error: live-dismissed; the lease is then given up.
    Result<void> checkRight();
    // What others wrote since, and the timers that ring before now, each at its own moment.
    Result<void> decideUntil(Moment now, std::vector<JournalEntry>& told);
    // One instant: timers at `at`, and what was heard.
    Result<void> instant(Moment at, const std::optional<Heard>& heard,
                         std::vector<JournalEntry>& told);
    std::vector<Input> inputsOf(const Heard& heard, const Project& project, Moment at);
    Result<std::optional<JournalEntry>> entryOf(Decisions made, Moment at);
    // Whose run has not begun on its place, and has lost it: no eviction.
    std::set<WorkloadId> neverBegan(const Decisions& made) const;
    // When the run ended that ends with this, where its keepers say so.
    std::optional<Moment> countGone(WorkloadId id, WorkloadRun& run, Moment at) const;
    // Reclaims that are decided now, whether or not anybody had to go.
    std::vector<Revision> takeSettled(Moment at);
    // Whose ties are no longer what the file says of them.
    std::set<WorkloadId> retied() const;
    void keepTies(const std::string& name, const WorkloadRun::Ties& ties);

    void nameRecords(WorkloadId id, WorkloadRun& run) const;
    void findRecords(WorkloadId id, const WorkloadRun& run);
    std::string lastRecordOf(const std::string& victim);

    // Runs: what was asked and what ended is written, before the engine hears of it.
    // Obstacles: what keeps the backend from looking after runs.
    Result<void> lookAtRuns(Problems& obstacles, Problems& notes);
    // What the engine has decided, where nothing has kept it from looking at runs.
    Result<void> carryOut(Moment now, Problems& obstacles);
    // Of what was observed at that moment.
    Result<void> writeEnd(const SeenRun& seen, Moment asOf);
    Result<void> writeApproval(const std::string& workload, const std::string& action,
                               const std::string& by);

    // Work whose place others have taken before anything began there; the last to get one goes
    // first.
    std::set<std::string> displaced(const Project& project) const;
    // The project without what others hold, and with what is displaced waiting again.
    Project withoutTaken(Project project) const;

    // Samples of this second, once.
    Result<void> sample(Moment now);

    // A move takes it along: what is left looks after nothing.
    struct NotOwned {
        void operator()(ProjectDesk*) const {}
    };
    // As last observed.
    struct Seen {
        std::vector<std::string> stopped;  // before their grace was over
        std::vector<SeenRun> gone;         // what ended of what is told to stop
        std::vector<ForeignRun> foreign;
        std::map<std::string, Gpu> taken;
        std::set<std::string> unbegun;
        std::map<std::string, Message> awaiting;
        std::optional<Message> missingGpus;
        Problems obstacles;
    };

    std::unique_ptr<ProjectDesk, NotOwned> desk_;
    std::shared_ptr<LiveClock> clock_;  // the desk's, too
    Moment sampled_ = 0;                // the second of the last samples
    Moment tidied_ = 0;
    std::optional<Engine> engine_;
    Moment base_ = 0;        // the engine's moment 0
    Revision followed_ = 0;  // entries up to here are in the engine
    Moment heartbeat_ = 0;
    bool lost_ = false;
    bool dismissed_ = false;
    bool begun_ = false;    // the first instant is done: what waited unattended was asked
    bool differs_ = false;  // the engine refused what the file has
    struct Owed {
        std::vector<ScaleEvent> scales;  // for the first instant after loading
        Revision since = 1;              // before it nothing is owed
    } owed_;
    std::map<Revision, Moment> reclaims_;  // by entry, of which the file says nothing: when due
    std::set<std::string> unseated_;       // who waits again, which the file has not
    struct Others {
        std::map<std::string, Gpu> held;  // by them when the engine was loaded
        std::set<std::string> displaced;  // whose place they took before it began there
    } others_;
    std::map<std::string, WorkloadRun::Ties> tied_;  // of who has any, as the file says
    std::map<std::uint64_t, std::string> stopping_;  // keys of evictions by serial
    std::unique_ptr<Backend> backend_;               // nothing = nothing runs
    Consent* consent_ = nullptr;                     // the backend's; nothing = none is needed
    Seen seen_;
};

}  // namespace apportion
