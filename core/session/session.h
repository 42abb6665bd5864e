// SPDX-License-Identifier: GPL-3.0-or-later
// What a console holds open: a recorded run with its unsaved changes, or a project file, which is
// saved with every change. The one door of ui/ and
// app/ to the core. All functions may be called from any thread and return at once: they queue a
// command for the engine thread, which does all reading, writing and simulating.
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "core/model/event.h"
#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/plan/draft/scale_level.h"

namespace apportion {

class Worker;
struct ChangeTexts;
struct CommandAnswer;
struct CommandRequest;
struct Effect;
struct DeviceUses;
struct EntryChanges;
struct Estimates;
struct FoundWork;
struct JournalRow;
struct LiveConsent;
struct LiveStart;
struct LogTail;
struct MachineGpus;
struct PolicyAnswer;
struct PolicyDraft;
struct QuotaDraft;
struct QuotaDraftCheck;
struct QuotaExplanation;
struct QuotaOrder;
struct QuotaQuery;
struct Recovered;
struct RecoveredCopy;
struct RememberedPool;
struct ReportSource;
struct ReturnTrials;
struct RunAnswer;
struct ScaleCheck;
struct ScaleRequest;
struct Scenario;
struct TurnRequest;
struct TurnTrial;
struct View;
struct WorkExplanation;
struct WorkRuns;
struct WorkspaceLook;

// Called on the engine thread.
class SessionObserver {
public:
    virtual ~SessionObserver() = default;
    // At most five times a second.
    virtual void viewChanged(std::shared_ptr<const View> view) = 0;
    // A future that one of the functions below gave out is ready.
    virtual void answerReady() = 0;
};

class Session {
public:
    using Done = std::future<Result<void>>;

    // The observer must outlive the session. An empty folder = no recovery copies.
    explicit Session(SessionObserver* observer = nullptr, std::filesystem::path recovery = {});
    // Unsaved changes stay in the recovery folder.
    ~Session();
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    // An error leaves what is open as it is. The clock goes to the end of the run.
    Done open(std::filesystem::path file);
    Done openText(std::string text, std::string name);
    Done save();  // where it was opened
    Done saveAs(std::filesystem::path file);
    // Gives up unsaved changes, with their recovery copy.
    Done close();

    // A command of the table: on a project an entry of its journal, on a recorded run events at the
    // clock, with which the run starts anew. Undoable.
    std::future<Result<CommandAnswer>> run(CommandRequest request);
    Done turn(TurnRequest turn);
    Done undo();
    Done redo();

    // A project of the recorded run as it stands at the clock, with the changes that nobody saved;
    // it is open then. What is left out of it is told.
    std::future<Result<Problems>> makeProject(std::filesystem::path file);
    // What can be read of a damaged project, into a new file; what is open stays. Nothing is
    // written over. On a thread of its own: all else is answered meanwhile. Where it is stopped, as
    // it is with the session, it leaves nothing.
    std::future<Result<Recovered>> recoverInto(const std::filesystem::path& damaged,
                                               const std::filesystem::path& file);
    void stopRecovering();
    Done newProject(std::filesystem::path file, Scenario pool);
    // The engine of the open project runs in this process until rest() or the end.
    Done goLive();
    // What is told before it does; an error where no project is open.
    std::future<Result<LiveConsent>> consent();
    // What would become of the work of the pool then; of a crowd it takes long to find. A newer
    // question ends the one before, which has an error without a problem.
    std::future<Result<LiveStart>> liveStart();
    // That the open project goes live when it is opened, by an act of the console for which this
    // user has said so. Opening alone never does.
    Done remember(bool live);
    std::future<std::vector<RememberedPool>> rememberedPools();
    void forget(RememberedPool pool);
    // Lets the command of a workload run, which the person has seen with this digest. Errors:
    // approval-….
    Done approve(std::string workload, std::string digest);
    // A command of this workload that runs here though the file knows nothing of it, and all of its
    // replicas: told to stop, and killed when the grace period is over.
    Done endUnknownRun(std::string workload);
    // The command of a workload and its runs on this machine.
    std::future<WorkRuns> runsOf(std::string workload);
    // The end of what one of these runs wrote.
    std::future<LogTail> logTail(std::string folder, std::size_t most);
    std::future<MachineGpus> machineGpus();
    // Now, of the devices that the open pool has here while it is live; else of no node.
    std::future<DeviceUses> deviceUses();
    void rest();
    // Entries before that one, latest first; empty = there are none.
    std::future<Result<std::vector<JournalRow>>> history(Revision before);
    // What that one changed, as far as the person may see it.
    std::future<Result<EntryChanges>> changesOf(Revision entry);
    // The same of all of them, as a table has it.
    std::future<std::map<Revision, ChangeTexts>> changeTexts();
    // The nodes as they were added; of a project also users with their roles, temporary changes,
    // timetables and restore points, as far as the person may see them. Nothing else of it is told.
    std::future<Project> kept();

    std::future<std::vector<RecoveredCopy>> recoverable();
    Done recover(RecoveredCopy copy);
    void discardRecovered(RecoveredCopy copy);

    void play();
    void pause();
    void togglePlay();
    void setSpeed(int speed);
    void stepForward();
    void stepBack();
    void nextEvent();
    void seek(Instant at);
    void toStart();
    void toEnd();
    void stopLookingAhead();

    // As of the clock. Nothing = there is no such workload (yet) or quota.
    std::future<std::optional<WorkExplanation>> explainWorkload(std::string name);
    std::future<std::optional<QuotaExplanation>> explainQuota(std::string name);

    // What is to be said of a preemption policy before it is set, as things stand at the clock.
    // Nothing = there is no such quota.
    std::future<std::optional<PolicyAnswer>> draftPolicy(PolicyDraft draft);
    // A quota that is still being filled in; nothing = nothing is open.
    std::future<std::optional<QuotaDraftCheck>> checkQuota(QuotaDraft draft);
    // What its form begins with, below `parent`; empty = a root.
    std::future<std::optional<QuotaDraft>> firstQuota(std::string parent);

    // The rows of a crowd of quotas, filtered and sorted.
    std::future<QuotaOrder> orderQuotas(std::shared_ptr<const View> view, QuotaQuery query);

    // What a command would do to the work of the pool now, tried on a fork. Nothing = nothing is
    // open.
    std::future<std::optional<Effect>> tryCommand(CommandRequest request);
    // Of several, each as if those before it had been done.
    std::future<std::optional<Effect>> tryCommand(std::vector<CommandRequest> requests);
    // Of events, whoever may make them; the end of what is over is passed over.
    std::future<std::optional<Effect>> tryEvents(std::vector<EventAction> events);
    // What the ends of temporary changes that it begins would do. Nothing where no project is open,
    // or it is refused.
    std::future<std::optional<ReturnTrials>> tryReturns(CommandRequest request);
    // Nothing where no project is open.
    std::future<std::optional<TurnTrial>> tryTurn(TurnRequest turn);

    // What a scale would meet and do, as of the clock; nothing = nothing is open.
    std::future<std::optional<ScaleCheck>> checkScale(ScaleTargets targets);
    std::future<std::optional<Effect>> draftScale(ScaleRequest request);
    std::future<ScaleTargets> suggestScale();
    // As a plan file that starts from what is open.
    Done saveScaleAsPlan(ScaleRequest request, std::filesystem::path file);

    // When what waits would start, if nobody does anything. Run ahead on a thread of its own; what
    // is said of an unchanged pool is said again at once. Null = nothing is open any more.
    std::future<std::shared_ptr<const Estimates>> estimateStarts();

    // Usage reports and fairness of the pool, for another thread; nothing = nothing is open.
    std::future<std::optional<ReportSource>> reporting();

    // One workspace as its lead looks at it; on a thread of its own. Null = there is none of that
    // name for this person, or a newer question came.
    std::future<std::shared_ptr<const WorkspaceLook>> lookAtWorkspace(std::string workspace);
    // Whether work could run that this person would submit, and when; likewise.
    std::future<std::shared_ptr<const RunAnswer>> couldRun(Workload work);

    // The charts show this part of time: of a project, the views to come have in detail what its
    // file kept of it.
    void lookAtPast(Instant from, Instant to);

    // All the work there is, by what is typed of its name; on a thread of its own. A newer question
    // ends the search of the one before.
    std::future<FoundWork> findWork(std::string typed, std::size_t most);
    // The views to come have this workload in their rows, however many come before it.
    void show(std::string workload);

    // The view once the run is known to its end and the clock stands where it was sent.
    std::future<std::shared_ptr<const View>> settled();

private:
    std::unique_ptr<Worker> worker_;
    std::vector<std::jthread> recovering_;  // end before the worker
};

// The run of a scenario at `at` (nothing = its end), without a session: for pictures of samples.
// Once asked to stop it fails without a problem.
Result<std::shared_ptr<const View>> viewOfText(const std::string& text, const std::string& name,
                                               std::optional<Instant> at = {},
                                               const std::stop_token& stop = {});

}  // namespace apportion
