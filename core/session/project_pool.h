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

#include "core/plan/draft/past_jobs.h"
#include "core/session/history/pool_history.h"
#include "core/session/live/live_pool.h"
#include "core/session/live/live_start.h"
#include "core/session/local/live_consent.h"
#include "core/session/local/work_runs.h"
#include "core/session/pool.h"
#include "core/session/project/background_check.h"
#include "core/session/project/desk.h"
#include "core/session/trials/return_trial.h"
#include "core/session/turn.h"
#include "core/session/workspace/budget_watch.h"
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

class ProjectPool : public Pool, public Journal, public LiveControl {
public:
    // What is done on the way with what is there already.
    struct OnTheWay {
        ProjectDesk::AtFirst atFirst = {};
        std::function<void(ProjectDesk& desk)> whenRead = {};  // before the engine is made
        std::stop_token stop = {};  // nobody waits for it any more: an error without a problem
        store::FirstLook firstLook = {};
    };
    // For writing where that is possible, else for reading only.
    static Result<std::unique_ptr<ProjectPool>> open(const std::filesystem::path& file,
                                                     const std::optional<std::string>& who,
                                                     const WallClock& clock,
                                                     const OnTheWay& onTheWay);
    static Result<std::unique_ptr<ProjectPool>> open(const std::filesystem::path& file,
                                                     const std::optional<std::string>& who = {},
                                                     const WallClock& clock = systemClock());
    // For one command or question: nothing is read or made before it is asked for, and nobody goes
    // live here.
    static Result<std::unique_ptr<ProjectPool>> forCommand(Result<ProjectDesk> desk);
    // A new file of what a scenario says of moment 0. Errors: project-exists, those of the
    // scenario.
    static Result<std::unique_ptr<ProjectPool>> create(const std::filesystem::path& file,
                                                       const Scenario& scenario,
                                                       const WallClock& clock = systemClock());
    // Of a recorded run as it stands at a moment; what is left out of it is told.
    static Result<std::unique_ptr<ProjectPool>> create(const std::filesystem::path& file,
                                                       const Simulation& run, Instant at,
                                                       Problems& notes,
                                                       const WallClock& clock = systemClock());

    static constexpr Duration kLookEvery = LivePool::kLookEvery;

    // Takes in what others wrote, and lets the live engine decide. True if a view would differ.
    // An error does not close the project: the next look tries again.
    Result<bool> follow() override;
    View view() override;
    Instant clock() const override { return at_ - epoch_; }
    void show(std::string workload) override { shown_ = std::move(workload); }
    // Of a pool that is live here its engine, else of one that has looked at all that waits.
    Fork ahead() override;
    std::string searchState() const override;
    std::string estimateState() const override;

    void lookAtPast(Instant from, Instant to) override;
    // What the file kept of it is still being read, with each look.
    bool isReading() const { return history_ && history_->isReading(); }
    bool isAsking() const { return asking_.isUnderWay(); }
    // The pool now, as if everything that waits had been looked at.
    const Engine& engine();
    // The pool as the file has it, which is what is shown of a project at rest.
    const Engine& standing();
    // No engine runs, here or elsewhere: nothing is decided until the pool goes live.
    bool isResting() const { return !live_ && !holder_; }
    Moment begin() const { return epoch_; }
    // From that engine's times to those of the view.
    Duration shift() const { return base_ - epoch_; }

    Result<CommandAnswer> run(const CommandRequest& request) override;
    Result<void> turn(const TurnRequest& turn) override;
    Result<CommandAnswer> turn(const TurnRequest& turn, bool dryRun);
    // As ProjectDesk::explain(), with when it would start.
    Result<Explanation> explain(const std::string& workload);
    Result<std::vector<JournalRow>> history(std::size_t most,
                                            std::optional<Revision> before) override;
    Result<EntryChanges> changesOf(Revision entry) override;
    std::map<Revision, ChangeTexts> changeTexts() override;
    Result<void> approve(const std::string& workload, const std::string& digest) override;
    WorkRuns runsOf(const std::string& workload) override;
    Result<LiveConsent> consent() override;
    Result<LiveStartTrial> liveStart() override;
    Result<void> goLive() override;
    Result<void> remember(bool live) override;
    void rest() override;
    bool isLive() const override { return live_.has_value(); }

    std::optional<QuotaExplanation> explainQuota(const std::string& name, bool halted) override;

    // Of an entry that would be written, as its person may hear of it: what it does, and the ends
    // of the temporary changes that it begins.
    Effect effectOf(const JournalEntry& entry);
    Effect effectOf(std::span<const JournalEntry> entries);
    std::vector<ReturnTrial> returnsOf(const JournalEntry& entry);
    Effect tryCommand(std::vector<CommandRequest> requests) override;
    std::optional<ReturnTrials> tryReturns(CommandRequest request) override;
    TurnTrial tryTurn(const TurnRequest& turn) override;

    ProjectDesk& desk() { return *desk_; }

private:
    std::vector<Result<CommandAnswer>> dryRuns(std::vector<CommandRequest> requests);
    Progress progress() const override {
        return {Progress::Pace::moves, isAsking(), !isReading() && !isAsking()};
    }
    Result<void> save(const std::optional<std::filesystem::path>& file) override;
    Fork fork(State state) override;
    Rights rights() override;
    Base base() const override;
    ReportSource reporting() override;
    void withSurroundings(const std::function<void(const DraftSurroundings&)>& use) override;
    Project kept() override;
    std::optional<Explaining> explainWorkload(const std::string& name) override;
    std::optional<WorkspaceSource> workspace(const std::string& name) override;
    WorkToSearch searchFork() override;
    Journal* journal() override { return this; }
    LiveControl* live() override { return this; }
    void lookAtMemory() override;
    Result<void> endUnknownRun(const std::string& workload) override;
    DeviceUses usesOf(const std::vector<DeviceReading>& readings) const override;

    bool isInQueue(const std::string& name);
    // Its parts: answered on another thread. Nothing = there is no such work for this person.
    std::optional<WorkAsked> askAbout(const std::string& name);
    std::optional<WorkExplanation> explanationOf(const std::string& name, WorkAsked::Answer answer);
    // The engine that what is tried starts from.
    const Engine& undecided();
    // A fork of an engine for what is tried out ahead: commands end when somebody said so.
    Engine foresight(const Engine& engine) const;

    template <typename Command>
    auto missingHere(const Command& command) const;
    void sayInheritedThen(EntryChanges& changes, Revision entry);
    explicit ProjectPool(std::unique_ptr<ProjectDesk> desk) : desk_(std::move(desk)) {}

    // Of a file that is open: its beginning, who runs its engine and which node is this machine.
    static Result<std::unique_ptr<ProjectPool>> held(Result<ProjectDesk> desk);
    static Result<std::unique_ptr<ProjectPool>> hold(Result<ProjectDesk> desk);
    void beginCheck();
    void lookAtCheck(bool& changed);
    void findNodeHere(const Project& project);
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
    std::vector<ForeignRun> unknownRuns(const Project& project);
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
    bool olderEnded_ = false;  // more is over than that
    // All that is over, whoever may read it: to draw from. On the views' clock.
    struct {
        std::shared_ptr<const std::vector<PastJobs::Job>> ended;
        Instant since = 0;
    } drawn_;
    BudgetWatch budgets_;
    std::shared_ptr<const PastWork> over_;  // null where all may be seen
    std::vector<PoolSource::Unapproved> unapproved_;
    std::vector<PendingReclaim> reclaims_;  // of another's engine or of nobody's; times since 1970
    Revision reclaimsOf_ = -1;
    struct {
        std::vector<ForeignRun> runs;
        Revision of = -1;
    } unknown_;  // while nobody runs the pool
    std::vector<JournalRow> journal_;
    NodeChanges nodeChanges_;
    ProjectDesk::Turns turns_;
    Problems turnsUnread_;
    std::string name_;  // of the pool, as it was last read
    std::optional<store::Lease> holder_;
    std::vector<std::string> allowed_;
    const std::string machine_ = machineName();
    bool forCommand_ = false;
    std::string nodeHere_;
    bool remembered_ = false;
    Problems liveNotes_;  // what keeps commands from running
    bool checkDue_ = false;
    BackgroundCheck check_;         // of all that opening did not look at
    Problems found_;                // by it
    std::optional<LivePool> live_;  // last: gives its lease up first
};

}  // namespace apportion
