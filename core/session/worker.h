// SPDX-License-Identifier: GPL-3.0-or-later
// The engine thread of a session. Everything but post() and withPlayer() runs on it.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "core/cluster/local/device_reader.h"
#include "core/plan/draft/estimator.h"
#include "core/plan/draft/node_draft.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_check.h"
#include "core/plan/draft/scale_trial.h"
#include "core/session/document.h"
#include "core/session/open_project.h"
#include "core/session/player.h"
#include "core/session/project_opening.h"
#include "core/session/recovery.h"
#include "core/session/session.h"
#include "core/session/trials/return_trial.h"
#include "core/view/explain/explain_quota.h"
#include "core/view/view_builder.h"
#include "core/view/work_finder.h"

namespace apportion {

class Worker {
public:
    using Command = std::function<void(Worker&)>;
    using Settled = std::shared_ptr<std::promise<std::shared_ptr<const View>>>;

    Worker(SessionObserver* observer, std::filesystem::path recovery);
    ~Worker();

    // From any thread. A question changes nothing: no view follows it. A patient one waits until it
    // is known why everything waits, and keeps nobody else waiting meanwhile.
    enum class Kind { change, question, patient };
    void post(Command command, Kind kind = Kind::change);
    void withPlayer(std::function<void(Player&)> function);

    Document& document() { return document_; }
    Recovery& recovery() { return recovery_; }
    // A project with a crowd of work is read on another thread: its quotas are shown meanwhile, and
    // what else is to be done waits until it is there.
    using Opened = std::shared_ptr<std::promise<Result<void>>>;
    void open(const std::filesystem::path& file, const Opened& opened);
    Result<void> take(Result<Document> opened);
    Result<void> take(Result<std::unique_ptr<OpenProject>> opened);
    // Null = what is open is no project.
    OpenProject* project() { return project_.get(); }
    // A new project of what is open, as it stands at the clock; the project is open then. Answers
    // with what was left out.
    Result<Problems> makeProject(const std::filesystem::path& file);
    Result<CommandAnswer> runCommand(const CommandRequest& request);
    Result<void> turn(const TurnRequest& turn);
    // The pool as it stands; null = nothing is open.
    const Engine* engine() const;
    const Engine* standing();
    Result<void> saveAs(const std::filesystem::path& file);
    Result<void> close();
    Result<void> recover(const RecoveredCopy& copy);
    // After an edit: the run starts anew. An error = there is no copy of it in the recovery folder.
    Result<void> changed();
    // Of a project one after the other, on another thread.
    using WorkPromise = std::shared_ptr<std::promise<std::optional<WorkExplanation>>>;
    void explainWorkload(const std::string& name, const WorkPromise& promise);
    std::optional<QuotaExplanation> explainQuota(const std::string& name);
    std::optional<PolicyAnswer> draftPolicy(const PolicyDraft& draft);
    // Forms of quotas, of what the person at a project may see.
    std::optional<QuotaDraftCheck> checkQuota(const QuotaDraft& draft);
    std::optional<QuotaDraft> firstQuota(const std::string& parent);
    // Drafts of a scale, of what the person at a project may see.
    std::optional<ScaleCheck> checkScale(const ScaleTargets& targets);
    std::optional<ScaleTrial> draftScale(const ScaleRequest& request);
    ScaleTargets suggestScale();
    Result<void> saveScaleAsPlan(const ScaleRequest& request, const std::filesystem::path& file);
    std::optional<Effect> tryCommand(CommandRequest request);
    std::optional<Effect> tryCancel(const std::vector<std::string>& workloads);
    std::optional<ReturnTrials> tryReturns(CommandRequest request);
    std::optional<TurnTrial> tryTurn(const TurnRequest& turn);
    std::vector<NodeGroup> nodeGroups();
    std::optional<NodeDraft> draftNode(const std::string& node, NodeState state);
    using LiveStartPromise = std::shared_ptr<std::promise<Result<LiveStart>>>;
    // A newer question ends the one before: then that has an error without a problem.
    void tryLiveStart(const LiveStartPromise& promise);
    void estimateStarts(const Estimator::Promise& promise);
    void findWork(const std::string& typed, std::size_t most, const WorkFinder::Promise& promise);
    void keepShown(const std::string& workload);
    using UsesPromise = std::shared_ptr<std::promise<DeviceUses>>;
    void readDevices(const UsesPromise& promise);
    void whenSettled(Settled promise);
    void answered();

private:
    using Clock = std::chrono::steady_clock;

    using Commands = std::deque<std::pair<Command, Kind>>;

    void run(const std::stop_token& stop);
    void carryOut(Commands&& commands);
    void play(Clock::time_point now);
    void finishOpening();
    Commands waitForWork(const std::stop_token& stop);
    void startRun();
    void lookAtProject();
    void finishMove();
    void publish();
    std::shared_ptr<const View> buildView();
    void freeViews();
    bool isAsking() const;
    void explainNext();
    void finishExplaining(int of);

    struct Opening {
        std::shared_ptr<const View> shown;  // what is there already
        Opened opened;
        // What was open: it is again where this fails.
        Document document;
        std::unique_ptr<Player> player;
        std::unique_ptr<OpenProject> project;
        Commands later;
        ProjectOpening reading;
    };

    SessionObserver* observer_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    Commands queue_;  // guarded by mutex_

    Document document_;
    Recovery recovery_;
    std::unique_ptr<Player> player_;
    std::unique_ptr<OpenProject> project_;  // then there is no document
    Problems trouble_;                      // of the last look at the project
    std::optional<Opening> opening_;        // then nothing else is open
    Clock::time_point looked_{};
    std::vector<Settled> settled_;
    std::string shown_;  // of a recorded run, as OpenProject::show()
    std::stop_token stop_;
    Commands patient_;
    std::jthread liveStart_;
    std::deque<std::pair<std::string, WorkPromise>> toExplain_;  // the first is under way
    std::future<WorkAsked::Answer> explained_;
    std::jthread explaining_;
    Estimator estimator_;
    WorkFinder finder_;
    DeviceReader devices_;
    int opened_ = 0;  // runs so far: another one is another state of things
    // Of a crowd it takes as long as drawing one: whoever draws is to let go of it and not more.
    std::vector<std::shared_ptr<const View>> given_;
    bool changed_ = false;  // since the last view
    Clock::time_point published_{};
    Clock::duration interval_{};  // between two views
    Clock::time_point played_{};  // how far real time has been used up
    std::jthread thread_;         // last: starts when all else is there
};

}  // namespace apportion
