// SPDX-License-Identifier: GPL-3.0-or-later
// What is open, asked on one thread: the engine thread of a session, or the only one of a command
// line. What a pool cannot do it has no facet for.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/access/access.h"
#include "core/plan/draft/estimator.h"
#include "core/plan/draft/scale_plan.h"
#include "core/view/explain/work_explanation.h"
#include "core/view/history/recording.h"
#include "core/view/view.h"

namespace apportion {

class Player;
class Pool;
struct ChangeTexts;
struct CommandAnswer;
struct CommandRequest;
struct DeviceReading;
struct DeviceUses;
struct DraftSurroundings;
struct Effect;
struct EntryChanges;
struct LiveConsent;
struct LiveStartTrial;
struct QuotaExplanation;
struct ReportSource;
struct ReturnTrials;
struct TurnRequest;
struct TurnTrial;
struct WorkRuns;
struct WorkToSearch;
struct WorkspaceSource;

// A clock that can be moved.
class Playback {
public:
    virtual ~Playback() = default;
    virtual Player& player() = 0;
    // A project of what is shown; what is left out of it is told.
    virtual Result<std::unique_ptr<Pool>> makeProject(const std::filesystem::path& file,
                                                      Problems& notes) = 0;
};

// A journal of what was done.
class Journal {
public:
    virtual ~Journal() = default;
    // Latest first, those before an entry.
    virtual Result<std::vector<JournalRow>> history(std::size_t most,
                                                    std::optional<Revision> before) = 0;
    // What an entry changed, as far as the person may see it.
    virtual Result<EntryChanges> changesOf(Revision entry) = 0;
    virtual std::map<Revision, ChangeTexts> changeTexts() = 0;
    virtual TurnTrial tryTurn(const TurnRequest& turn) = 0;
    // Nothing = the command is refused.
    virtual std::optional<ReturnTrials> tryReturns(CommandRequest request) = 0;
    // The charts show this part of time, on the view's axis.
    virtual void lookAtPast(Instant from, Instant to) = 0;
};

// An engine on the wall clock, and the commands that it starts.
class LiveControl {
public:
    virtual ~LiveControl() = default;
    virtual bool isLive() const = 0;
    // An explicit act of the person; whoever may not is told why. Error: live-held.
    virtual Result<void> goLive() = 0;
    virtual void rest() = 0;
    // What is told before it goes live, and what is tried to tell what would become of the work.
    virtual Result<LiveConsent> consent() = 0;
    virtual Result<LiveStartTrial> liveStart() = 0;
    // That it goes live when it is opened, by whoever opens it with goLive().
    virtual Result<void> remember(bool live) = 0;
    virtual void lookAtMemory() = 0;  // of that, after it was forgotten elsewhere
    // Session::approve(), endUnknownRun() and runsOf().
    virtual Result<void> approve(const std::string& workload, const std::string& digest) = 0;
    virtual Result<void> endUnknownRun(const std::string& workload) = 0;
    virtual WorkRuns runsOf(const std::string& workload) = 0;
    // Of what the driver said; of no node while it is not live.
    virtual DeviceUses usesOf(const std::vector<DeviceReading>& readings) const = 0;
};

class Pool {
public:
    virtual ~Pool() = default;

    // What happens without a command.
    struct Progress {
        enum class Pace { still, moves, simulates } pace = Pace::still;
        // It is being found why everything waits: until then no reason stands in a view.
        bool asking = false;
        bool settled = true;  // nothing more is found out before the next change
    };
    virtual Progress progress() const = 0;
    // Goes on with the simulation, until the deadline.
    virtual void work(Deadline) {}
    // What others did and what is due, up to now. True if a view would differ. After an error all
    // is as it was, and the next call tries again.
    virtual Result<bool> follow() = 0;
    virtual View view() = 0;
    virtual Instant clock() const = 0;  // of the views
    // A workload that stands in the rows of views, however many come before it.
    virtual void show(std::string workload) = 0;

    virtual Result<CommandAnswer> run(const CommandRequest& request) = 0;
    virtual Result<void> turn(const TurnRequest& turn) = 0;
    // To where it was opened, or to another file: of a project a copy.
    virtual Result<void> save(const std::optional<std::filesystem::path>& file) = 0;

    // To try things on: at the moment of now.
    using Fork = Estimator::Fork;
    // As it is shown, or as if everything that waits had been looked at.
    enum class State { shown, lookedAt };
    virtual Fork fork(State state) = 0;
    // Whether the person has a right: on a quota, or on the pool where that is empty.
    using Rights = std::function<bool(Right right, const std::string& quota)>;
    virtual Rights rights() = 0;
    // What a plan starts from.
    struct Base {
        std::filesystem::path file;
        PlanBaseKind kind = PlanBaseKind::scenario;
        Instant at = 0;  // of the scenario
    };
    virtual Base base() const = 0;
    // To account for it, and to see who is below the fair share.
    virtual ReportSource reporting() = 0;
    // Each as if those before it had been done; what is refused is passed over.
    virtual Effect tryCommand(std::vector<CommandRequest> requests) = 0;
    virtual void withSurroundings(const std::function<void(const DraftSurroundings&)>& use) = 0;
    // Session::kept().
    virtual Project kept() = 0;

    // A question about a workload: `work` on any thread, then `tell` on the pool's. Without `work`
    // it cannot be answered before it is known why everything waits.
    struct Explaining {
        std::function<void(const std::stop_token&)> work;
        std::function<std::optional<WorkExplanation>()> tell;
    };
    // Nothing = there is no such work for this person.
    virtual std::optional<Explaining> explainWorkload(const std::string& name) = 0;
    // `halted`: the last follow() failed.
    virtual std::optional<QuotaExplanation> explainQuota(const std::string& name, bool halted) = 0;

    // The pool to be run ahead or searched on another thread, with its past, and what says that it
    // is another one.
    virtual Fork ahead() = 0;
    virtual std::string estimateState() const = 0;
    // Nothing = there is no such workspace for this person.
    virtual std::optional<WorkspaceSource> workspace(const std::string& name) = 0;
    virtual WorkToSearch searchFork() = 0;
    virtual std::string searchState() const = 0;

    virtual Playback* playback() { return nullptr; }
    virtual Journal* journal() { return nullptr; }
    virtual LiveControl* live() { return nullptr; }
};

}  // namespace apportion
