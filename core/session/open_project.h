// SPDX-License-Identifier: GPL-3.0-or-later
// A project file that the console holds open: what others write to it is followed, and after
// goLive() its engine runs here. A value of the engine thread.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plan/draft/estimator.h"
#include "core/plan/draft/policy_draft.h"
#include "core/session/history/pool_history.h"
#include "core/session/live/live_consent.h"
#include "core/session/live/live_pool.h"
#include "core/session/live/live_start.h"
#include "core/session/live/work_runs.h"
#include "core/session/project/background_check.h"
#include "core/session/project/desk.h"
#include "core/session/turn.h"
#include "core/sim/simulation.h"
#include "core/view/crowd_look.h"
#include "core/view/earlier_work.h"
#include "core/view/explain/quota_explanation.h"
#include "core/view/explain/work_asked.h"
#include "core/view/explain/work_explanation.h"
#include "core/view/history/entry_changes.h"
#include "core/view/issues/issue_ages.h"
#include "core/view/pool_source.h"
#include "core/view/stopwatch.h"
#include "core/view/team_colours.h"
#include "core/view/view.h"
#include "core/view/work_finder.h"

namespace apportion {

class OpenProject {
public:
    // What is done on the way with what is there already.
    struct OnTheWay {
        ProjectDesk::AtFirst atFirst = {};
        std::function<void(ProjectDesk& desk)> whenRead = {};  // before the engine is made
        std::stop_token stop = {};  // nobody waits for it any more: an error without a problem
        store::FirstLook firstLook = {};
    };
    // For writing where that is possible, else for reading only.
    static Result<std::unique_ptr<OpenProject>> open(const std::filesystem::path& file,
                                                     const std::optional<std::string>& who,
                                                     const WallClock& clock,
                                                     const OnTheWay& onTheWay);
    static Result<std::unique_ptr<OpenProject>> open(const std::filesystem::path& file,
                                                     const std::optional<std::string>& who = {},
                                                     const WallClock& clock = systemClock());
    // A new file of what a scenario says of moment 0. Errors: project-exists, those of the
    // scenario.
    static Result<std::unique_ptr<OpenProject>> create(const std::filesystem::path& file,
                                                       const Scenario& scenario,
                                                       const WallClock& clock = systemClock());
    // Of a recorded run as it stands at a moment; what is left out of it is told.
    static Result<std::unique_ptr<OpenProject>> create(const std::filesystem::path& file,
                                                       const Simulation& run, Instant at,
                                                       Problems& notes,
                                                       const WallClock& clock = systemClock());

    static constexpr Duration kLookEvery = LivePool::kLookEvery;

    // Takes in what others wrote, and lets the live engine decide. True if a view would differ.
    // An error does not close the project: the next look tries again.
    Result<bool> look();
    View view();
    // A workload that stands in the rows of views, however many come before it.
    void show(std::string workload) { shown_ = std::move(workload); }
    // The pool as it stands, to be run ahead, and what says that it stands otherwise.
    Estimator::Fork estimateFork();
    WorkToSearch searchFork();
    std::string searchState() const;
    Instant clock() const { return at_ - epoch_; }  // of the views
    std::string estimateState() const;

    // The charts show this part of time, on the view's axis.
    void lookAtPast(Instant from, Instant to);
    // What the file kept of it is still being read, with each look.
    bool isReading() const { return history_ && history_->isReading(); }
    // Of a crowd it is still being found why it waits: until then no reason stands in a view.
    bool isAsking() const { return asking_.isUnderWay(); }
    // The pool now, as if everything that waits had been looked at.
    const Engine& engine();
    // The pool as the file has it, which is what is shown of a project at rest.
    const Engine& standing();
    // A fork of one of these for what is tried out ahead: commands end when somebody said so.
    Engine foresight(const Engine& engine) const;
    // No engine runs, here or elsewhere: nothing is decided until the pool goes live.
    bool isResting() const { return !live_ && !holder_; }
    Moment begin() const { return epoch_; }
    // From that engine's times to those of the view.
    Duration shift() const { return base_ - epoch_; }

    Result<CommandAnswer> run(const CommandRequest& request);
    Result<CommandAnswer> turn(const TurnRequest& turn, bool dryRun = false);
    Result<std::vector<JournalRow>> history(std::size_t most, std::optional<Revision> before);
    Result<EntryChanges> changesOf(Revision entry);
    std::map<Revision, ChangeTexts> changeTexts();

    // Lets the command of a workload run, which the person has seen with this digest
    // (live/ask_approval.h). Errors: approval-….
    Result<void> approve(const std::string& workload, const std::string& digest);
    // Session::endUnknownRun().
    Result<void> endUnknownRun(const std::string& workload);

    // The command of a workload and its runs on this machine.
    WorkRuns runsOf(const std::string& workload);

    // What is told before it goes live, and what is tried to tell what would become of the work.
    Result<LiveConsent> consent();
    Result<LiveStartTrial> liveStart();
    // An explicit act of the person; whoever may not is told why. Error: live-held.
    Result<void> goLive();
    // That it goes live when it is opened, by whoever opens it with goLive().
    Result<void> remember(bool live);
    void lookAtMemory();  // of that, after it was forgotten elsewhere
    void rest();
    bool isLive() const { return live_.has_value(); }
    // The node that is this machine; empty = none is.
    const std::string& ownNode() const { return nodeHere_; }

    std::optional<WorkExplanation> explainWorkload(const std::string& name);
    bool isInQueue(const std::string& name);
    // Its parts: answered on another thread. Nothing = there is no such work for this person.
    std::optional<WorkAsked> askAbout(const std::string& name);
    std::optional<WorkExplanation> explanationOf(const std::string& name, WorkAsked::Answer answer);
    // `halted`: the last look at the file failed.
    std::optional<QuotaExplanation> explainQuota(const std::string& name, bool halted = false);

    // For who may see the quota; the work of others goes by module and quota.
    std::optional<PolicyAnswer> draftPolicy(const PolicyDraft& draft);

    ProjectDesk& desk() { return *desk_; }

private:
    template <typename Command>
    auto missingHere(const Command& command) const;
    void sayInheritedThen(EntryChanges& changes, Revision entry);
    explicit OpenProject(std::unique_ptr<ProjectDesk> desk) : desk_(std::move(desk)) {}

    static Result<std::unique_ptr<OpenProject>> hold(Result<ProjectDesk> desk);
    void beginCheck();
    void lookAtCheck(bool& changed);
    Result<void> load();
    void makeEngines(const Project& project);
    void bringEnginesUpToDate();
    bool enginesAreOld() const;
    // Waits for it where it is still being made.
    const Engine& asked();
    Result<void> loadPast();
    // Those between others are not for this person.
    void keepOwnEvictions(PastWork over);
    Alias alias() const { return desk_->alias(nullptr, over_); }
    const WorkloadRow* endedNamed(const std::string& name) const;
    Result<WorkQuestion> question(const std::string& name);
    void takePast(const std::vector<ProjectWorkload>& over, const Project& project);
    void loadTeams(Revision after);
    // Whether they are those of before, under the names that entries after that one gave them.
    bool areRenamed(const std::vector<TeamInfo>& teams, Revision after);
    void loadSizes(const Project& project, Revision after);
    void addToHistory(const Project& project);
    // True if it is another one.
    Result<bool> findHolder();
    void describe(DocumentState& state) const;
    void addUnapproved(View& view, const ProjectWorkload& work, bool readable) const;
    // Commands of this pool that its file knows nothing of, for who could go live.
    std::vector<RunElsewhere> unknownRuns(const Project& project);
    void findUnapproved(const Project& project);
    void findNodeChanges(const Project& project);
    // No node is this machine, as far as it is this machine that would run commands.
    bool runsNothing() const { return (!holder_ || isHolderHere()) && nodeHere_.empty(); }
    bool isHolderHere() const;
    std::vector<Mark> marksOfEvictions(const Project& project) const;
    // Right after loading a crowd nobody has asked why it waits.
    PoolSource source();
    PoolSource askedSource();
    // What a scale takes back later, which only the engine of whoever is live knows.
    void findReclaims(const Project& project);
    std::vector<PendingReclaim> reclaimsAhead(const Engine* live) const;

    std::unique_ptr<ProjectDesk> desk_;  // the live pool keeps its place
    std::string shown_;
    Moment epoch_ = 0;
    std::vector<SizeChange> sizes_;  // ascending in time
    Moment at_ = 0;                  // what is shown is of this moment
    Moment base_ = 0;                // moment 0 of the engines below
    bool enginesDue_ = false;        // while live nobody needs them, until somebody does
    Duration loading_ = 0;           // how long making them took
    Duration viewing_ = 0;           // and the last view
    Revision loaded_ = -1;
    std::int64_t pastLoaded_ = -1;
    std::optional<Engine> engine_;  // the state as the file has it
    std::optional<Engine> asked_;   // the same, after it has looked at what waits
    CrowdLook asking_;              // that becomes it
    Stopwatch making_;              // since both are being made
    std::vector<TeamInfo> teams_;
    TeamColours colours_;
    IssueAges ages_;
    std::optional<PoolHistory> history_;
    std::vector<Eviction> evictions_;
    bool everRan() const;  // as far as the last entries and what is kept say
    std::vector<FirstStart> starts_;
    EarlierWork earlier_;  // of `ended_`
    std::vector<WorkloadRow> ended_;
    bool olderEnded_ = false;               // more is over than that
    std::shared_ptr<const PastWork> over_;  // null where all may be seen
    std::vector<PoolSource::Unapproved> unapproved_;
    std::vector<PendingReclaim> reclaims_;  // of another's engine or of nobody's; times since 1970
    Revision reclaimsOf_ = -1;
    std::vector<RunElsewhere> unknown_;  // while nobody runs the pool
    Revision unknownOf_ = -1;
    std::vector<JournalRow> journal_;
    NodeChanges nodeChanges_;
    ProjectDesk::Turns turns_;
    Problems turnsUnread_;
    std::string name_;  // of the pool, as it was last read
    std::optional<store::Lease> holder_;
    std::vector<std::string> allowed_;
    const std::string machine_ = machineName();
    std::string nodeHere_;
    bool remembered_ = false;
    Problems liveNotes_;  // what keeps commands from running
    bool checkDue_ = false;
    BackgroundCheck check_;         // of all that opening did not look at
    Problems found_;                // by it
    std::optional<LivePool> live_;  // last: gives its lease up first
};

}  // namespace apportion
