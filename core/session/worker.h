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
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_check.h"
#include "core/plan/draft/scale_trial.h"
#include "core/session/document.h"
#include "core/session/pool.h"
#include "core/session/project_opening.h"
#include "core/session/project_pool.h"
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

    Recovery& recovery() { return recovery_; }
    // A project with a crowd of work is read on another thread: its quotas are shown meanwhile, and
    // what else is to be done waits until it is there.
    using Opened = std::shared_ptr<std::promise<Result<void>>>;
    void open(const std::filesystem::path& file, const Opened& opened);
    // Asked on a thread of its own; what is opened or closed meanwhile ends that.
    void openCluster(const std::string& name, const Opened& opened);
    Result<void> take(Result<Document> opened);
    Result<void> take(Result<std::unique_ptr<Pool>> opened);
    // Null = nothing is open, and likewise the facets of what is.
    Pool* pool() { return pool_.get(); }
    Journal* journal() { return pool_ ? pool_->journal() : nullptr; }
    LiveControl* live() { return pool_ ? pool_->live() : nullptr; }
    // A new project of what is open, as it stands at the clock; the project is open then. Answers
    // with what was left out.
    Result<Problems> makeProject(const std::filesystem::path& file);
    Result<void> close();
    Result<void> recover(const RecoveredCopy& copy);
    // Of a project one after the other, on another thread.
    using WorkPromise = std::shared_ptr<std::promise<std::optional<WorkExplanation>>>;
    void explainWorkload(const std::string& name, const WorkPromise& promise);
    std::optional<QuotaExplanation> explainQuota(const std::string& name);
    std::optional<PolicyAnswer> draftPolicy(const PolicyDraft& draft);
    // Forms of quotas, and drafts of a scale, of what the person may see.
    std::optional<QuotaDraftCheck> checkQuota(const QuotaDraft& draft);
    std::optional<QuotaDraft> firstQuota(const std::string& parent);
    std::optional<ScaleCheck> checkScale(const ScaleTargets& targets);
    std::optional<Effect> draftScale(const ScaleRequest& request);
    ScaleTargets suggestScale();
    std::optional<Effect> tryEvents(const std::vector<EventAction>& events);
    using LiveStartPromise = std::shared_ptr<std::promise<Result<LiveStart>>>;
    // A newer question ends the one before: then that has an error without a problem.
    void tryLiveStart(const LiveStartPromise& promise);
    void estimateStarts(const Estimator::Promise& promise);
    // Of each kind a newer question ends the one before, which has no answer.
    using LookPromise = std::shared_ptr<std::promise<std::shared_ptr<const WorkspaceLook>>>;
    void lookAtWorkspace(const std::string& workspace, const LookPromise& promise);
    using RunPromise = std::shared_ptr<std::promise<std::shared_ptr<const RunAnswer>>>;
    void couldRun(const Workload& work, const RunPromise& promise);
    void findWork(const std::string& typed, std::size_t most, const WorkFinder::Promise& promise);
    using UsesPromise = std::shared_ptr<std::promise<DeviceUses>>;
    void readDevices(const UsesPromise& promise);
    void whenSettled(Settled promise);
    void answered();

private:
    using Clock = std::chrono::steady_clock;

    using Commands = std::deque<std::pair<Command, Kind>>;

    void run(const std::stop_token& stop);
    void carryOut(Commands&& commands);
    void finishOpening();
    Commands waitForWork(const std::stop_token& stop);
    void follow();
    void put(std::unique_ptr<Pool> pool);
    void finishMove();
    void publish();
    std::shared_ptr<const View> buildView();
    void freeViews();
    bool isAsking() const;
    void explainNext();
    void finishExplaining(int of);
    // `work` on that thread, its answer for the promise; null where it was stopped.
    template <typename Answer, typename Work>
    void beside(std::jthread& thread,
                const std::shared_ptr<std::promise<std::shared_ptr<const Answer>>>& promise,
                Work work);

    struct Opening {
        std::shared_ptr<const View> shown;  // what is there already
        Opened opened;
        std::unique_ptr<Pool> before;  // is open again where this fails
        Commands later;
        ProjectOpening reading;
    };

    SessionObserver* observer_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    Commands queue_;  // guarded by mutex_

    Recovery recovery_;
    std::unique_ptr<Pool> pool_;
    Problems trouble_;                // of the last follow()
    std::optional<Opening> opening_;  // then nothing else is open
    Clock::time_point looked_{};
    std::vector<Settled> settled_;
    std::stop_token stop_;
    Commands patient_;
    std::jthread liveStart_;
    std::jthread looking_;
    std::jthread trying_;
    std::deque<std::pair<std::string, WorkPromise>> toExplain_;  // the first is under way
    std::optional<Pool::Explaining> explained_;                  // of the first
    std::jthread explaining_;
    std::jthread clusterOpening_;
    Estimator estimator_;
    WorkFinder finder_;
    DeviceReader devices_;
    int opened_ = 0;  // pools so far: another one is another state of things
    // Of a crowd it takes as long as drawing one: whoever draws is to let go of it and not more.
    std::vector<std::shared_ptr<const View>> given_;
    bool changed_ = false;  // since the last view
    Clock::time_point published_{};
    Clock::duration interval_{};  // between two views
    std::jthread thread_;         // last: starts when all else is there
};

}  // namespace apportion
