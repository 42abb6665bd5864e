// SPDX-License-Identifier: GPL-3.0-or-later
// A plan that is open beside the pool. Every function can be called on any thread and returns
// immediately: reading, running and advising have threads of their own, and what they find is in
// the next view.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

#include "core/io/plan/plan_reader.h"
#include "core/session/commands/plan.h"
#include "core/session/planning/known_runs.h"
#include "core/session/planning/new_plan.h"
#include "core/session/planning/plan_report.h"
#include "core/session/planning/plan_view.h"
#include "core/session/planning/task_thread.h"
#include "core/session/recovery.h"

namespace apportion {

inline constexpr std::int64_t kThoroughFutures = 39;

class Planner {
public:
    using Done = std::future<Result<void>>;
    using Compared = std::future<Result<std::shared_ptr<const PlanComparison>>>;

    // `changed`: there is another view, or a future is ready. On any thread.
    // What is not saved is copied into the folder; empty = nowhere.
    explicit Planner(std::function<void()> changed, std::filesystem::path recovery = {});
    ~Planner();

    // Reads the plan and its base. An error leaves the plan that is open. It runs then.
    Done open(std::string file);
    // A plan without variants; its paths are those from the working directory.
    Done create(std::variant<Plan, NewPlan> wanted);
    // The base stays the same file, also where the plan moves to another folder.
    Done save(std::string file);
    void close();

    // Copies of plans that other programs did not save, latest first.
    std::future<std::vector<RecoveredCopy>> leftBehind();
    // Opens the copy as it was, unsaved.
    Done restore(RecoveredCopy copy);
    void discard(RecoveredCopy copy);

    // Undoable. It runs then.
    void change(const PlanChange& by);
    enum class Turn { undo, redo };
    void turn(Turn turn);

    // Again, with the base as it is now; of as many futures, which the plan keeps.
    void run(std::int64_t futures);
    void stop();
    // Whether the base has changed; it is seen in the next view.
    void lookAtBase();

    // The project that is open: where the base is none, advice that was taken is compared with what
    // came there. Empty = none is open.
    void compareWith(std::string pool);

    Compared compare(std::size_t set);
    // Of results that are complete. `write` is called on a thread of the planner.
    using WriteReport = std::function<Result<void>(const report::Document&)>;
    Done report(std::string subject, PlanReportSource source, WriteReport write);

    void advise(AdviceRequest request);
    // What was found stays, and is answered; the search goes on from there.
    enum class Advice { stop, goOn };
    void advise(Advice what);

    std::shared_ptr<const PlanView> view() const;

private:
    using Clock = std::chrono::steady_clock;
    using Known = std::shared_ptr<const LoadedBase>;
    struct Advising;

    // All below with the mutex held.
    // `anew`: the base is read again if its files are not those that were read.
    void start(bool anew);
    void publish();
    void keepForUndo(PlanDraft before);
    void forgetAdvice();

    // Of a run, on its thread.
    void carryOut(const PlanDraft& draft, const std::string& file, bool anew,
                  const std::stop_token& stop);
    void tell(const std::stop_token& stop, const std::function<void(PlanView&)>& put, bool soon);
    Result<Known> baseOf(const PlanFile& plan, bool anew);
    Result<PreparedPlan> prepared(const PlanDraft& draft, const std::string& file,
                                  std::vector<std::size_t>& places, bool anew = false);
    Result<void> take(PlanFile plan, bool isSaved = true);
    void keepCopy();
    void search(const std::stop_token& stop);
    void compareAdvice(const PlanDraft& draft, const std::string& file,
                       const std::stop_token& stop);

    const std::function<void()> changed_;
    mutable std::mutex mutex_;
    PlanView view_;  // guarded by mutex_, as all below
    struct Shown {
        std::shared_ptr<const PlanView> view = std::make_shared<const PlanView>();
        Clock::time_point since{};
    };
    Shown shown_;
    struct Steps {
        std::vector<PlanDraft> undo, redo;
        PlanDraft saved;
    };
    Steps steps_;
    struct Copy {
        Recovery recovery;    // of the thread of `desk_`
        PlanDraft last = {};  // that was copied, or is to be
    };
    Copy copy_;
    std::stop_source running_, comparing_, advising_;
    struct Base {
        Known known;
        std::string key;    // of a plan: which base that is
        std::string stamp;  // of its files when they were read
        std::string seen;   // the same when they were looked at
        Moment written = 0;
        std::string open;  // the project that advice is compared with where the base is none
    };
    Base base_;
    std::shared_ptr<Advising> advice_;
    KnownRuns known_;  // of the thread of `runs_`
    // Last: nothing of the rest goes before them.
    TaskThread desk_, runs_, advisor_;
};

}  // namespace apportion
