// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/session.h"

#include "core/change/refuse.h"
#include "core/cluster/local/machine_gpus.h"
#include "core/cluster/local/pool_folder.h"
#include "core/plan/draft/policy_draft.h"
#include "core/plan/draft/quota_draft.h"
#include "core/plan/draft/scale_trial.h"
#include "core/session/commands/project_preview.h"
#include "core/session/commands/report.h"
#include "core/session/local/run_logs.h"
#include "core/session/player.h"
#include "core/session/worker.h"
#include "core/session/workspace/workspace_look.h"
#include "core/view/quota_order.h"
#include "core/view/work_finder.h"

namespace apportion {

namespace {

// Posts a function of the worker and gives out its answer.
template <typename Function>
auto ask(Worker& worker, Function function, Worker::Kind kind = Worker::Kind::change) {
    using Answer = std::invoke_result_t<Function, Worker&>;
    auto promise = std::make_shared<std::promise<Answer>>();
    auto future = promise->get_future();
    worker.post(
        [promise, function = std::move(function)](Worker& self) mutable {
            promise->set_value(function(self));
            self.answered();
        },
        kind);
    return future;
}

template <typename Function>
auto question(Worker& worker, Function function) {
    return ask(worker, std::move(function), Worker::Kind::question);
}

// What the pool answers, or `otherwise` where nothing is open or it has no such facet.
template <typename Facet, typename Function>
auto on(Facet* (Worker::*facet)(), Function function,
        std::invoke_result_t<Function, Facet&> otherwise = {}) {
    return [facet, function = std::move(function),
            otherwise = std::move(otherwise)](Worker& worker) mutable {
        Facet* of = (worker.*facet)();
        return of != nullptr ? function(*of) : std::move(otherwise);
    };
}

// Of the pool as if everything that waits had been looked at.
template <typename Function>
auto patientQuestion(Worker& worker, Function function) {
    return ask(worker, std::move(function), Worker::Kind::patient);
}

}  // namespace

Session::Session(SessionObserver* observer, std::filesystem::path recovery)
    : worker_(std::make_unique<Worker>(observer, std::move(recovery))) {}

Session::~Session() = default;

Session::Done Session::open(std::filesystem::path file) {
    auto opened = std::make_shared<std::promise<Result<void>>>();
    auto done = opened->get_future();
    worker_->post([file = std::move(file), opened](Worker& worker) { worker.open(file, opened); });
    return done;
}

Session::Done Session::openText(std::string text, std::string name) {
    return ask(*worker_, [text = std::move(text), name = std::move(name)](Worker& worker) {
        return worker.take(Document::fromText(text, name));
    });
}

Session::Done Session::save() {
    return ask(*worker_, on(
                             &Worker::pool, [](Pool& pool) { return pool.save({}); },
                             refuse("nothing-open")));
}

Session::Done Session::saveAs(std::filesystem::path file) {
    return ask(*worker_,
               on(
                   &Worker::pool, [file = std::move(file)](Pool& pool) { return pool.save(file); },
                   refuse("nothing-open")));
}

std::future<Result<Problems>> Session::makeProject(std::filesystem::path file) {
    return ask(*worker_,
               [file = std::move(file)](Worker& worker) { return worker.makeProject(file); });
}

std::future<Result<Recovered>> Session::recoverInto(const std::filesystem::path& damaged,
                                                    const std::filesystem::path& file) {
    auto promise = std::make_shared<std::promise<Result<Recovered>>>();
    auto future = promise->get_future();
    recovering_.emplace_back([promise, worker = worker_.get(), damaged = damaged.string(),
                              file = file.string()](const std::stop_token& stop) {
        promise->set_value(apportion::recoverInto(damaged, file, store::systemUser(), stop));
        worker->post([](Worker& self) { self.answered(); }, Worker::Kind::question);
    });
    return future;
}

void Session::stopRecovering() {
    for (std::jthread& each : recovering_)
        each.request_stop();
}

Session::Done Session::newProject(std::filesystem::path file, Scenario pool) {
    return ask(*worker_, [file = std::move(file), pool = std::move(pool)](Worker& worker) {
        return worker.take(ProjectPool::create(file, pool));
    });
}

Session::Done Session::goLive() {
    return ask(*worker_, on(&Worker::live, [](LiveControl& live) { return live.goLive(); }));
}

std::future<Result<LiveConsent>> Session::consent() {
    return question(*worker_, on(
                                  &Worker::live, [](LiveControl& live) { return live.consent(); },
                                  refuse("nothing-open")));
}

std::future<Result<LiveStart>> Session::liveStart() {
    auto promise = std::make_shared<std::promise<Result<LiveStart>>>();
    auto future = promise->get_future();
    worker_->post([promise](Worker& worker) { worker.tryLiveStart(promise); },
                  Worker::Kind::question);
    return future;
}

Session::Done Session::remember(bool live) {
    return ask(*worker_,
               on(&Worker::live, [live](LiveControl& control) { return control.remember(live); }));
}

std::future<std::vector<RememberedPool>> Session::rememberedPools() {
    return question(*worker_, [](Worker&) { return apportion::rememberedPools(); });
}

std::future<MachineGpus> Session::machineGpus() {
    return question(*worker_, [](Worker&) { return gpusOfMachine(); });
}

std::future<DeviceUses> Session::deviceUses() {
    auto promise = std::make_shared<std::promise<DeviceUses>>();
    auto future = promise->get_future();
    worker_->post([promise](Worker& worker) { worker.readDevices(promise); },
                  Worker::Kind::question);
    return future;
}

void Session::forget(RememberedPool pool) {
    worker_->post([pool = std::move(pool)](Worker& worker) {
        forgetLive(pool);
        if (LiveControl* live = worker.live())
            live->lookAtMemory();
    });
}

Session::Done Session::approve(std::string workload, std::string digest) {
    return ask(*worker_, on(
                             &Worker::live,
                             [workload = std::move(workload), digest = std::move(digest)](
                                 LiveControl& live) { return live.approve(workload, digest); },
                             refuse("nothing-open")));
}

Session::Done Session::endUnknownRun(std::string workload) {
    return ask(*worker_, on(
                             &Worker::live,
                             [workload = std::move(workload)](LiveControl& live) {
                                 return live.endUnknownRun(workload);
                             },
                             refuse("nothing-open")));
}

std::future<WorkRuns> Session::runsOf(std::string workload) {
    return question(*worker_,
                    on(&Worker::live, [workload = std::move(workload)](LiveControl& live) {
                        return live.runsOf(workload);
                    }));
}

std::future<LogTail> Session::logTail(std::string folder, std::size_t most) {
    return question(*worker_, [folder = std::move(folder), most](Worker&) {
        return apportion::logTail(folder, most);
    });
}

void Session::rest() {
    worker_->post([](Worker& worker) {
        if (LiveControl* live = worker.live())
            live->rest();
    });
}

std::future<Result<CommandAnswer>> Session::run(CommandRequest request) {
    return ask(
        *worker_,
        on(
            &Worker::pool, [request = std::move(request)](Pool& pool) { return pool.run(request); },
            refuse("nothing-open")));
}

std::future<Result<std::vector<JournalRow>>> Session::history(Revision before) {
    return question(*worker_, on(&Worker::journal, [before](Journal& journal) {
        return journal.history(View::kMostEntries, before);
    }));
}

std::future<Project> Session::kept() {
    return question(*worker_, on(&Worker::pool, [](Pool& pool) { return pool.kept(); }));
}

std::future<std::map<Revision, ChangeTexts>> Session::changeTexts() {
    return question(*worker_,
                    on(&Worker::journal, [](Journal& journal) { return journal.changeTexts(); }));
}

std::future<Result<EntryChanges>> Session::changesOf(Revision entry) {
    return question(*worker_, on(&Worker::journal,
                                 [entry](Journal& journal) { return journal.changesOf(entry); }));
}

Session::Done Session::close() {
    return ask(*worker_, [](Worker& worker) { return worker.close(); });
}

Session::Done Session::turn(TurnRequest turn) {
    return ask(*worker_, on(&Worker::pool, [turn](Pool& pool) { return pool.turn(turn); }));
}

Session::Done Session::undo() {
    return turn({true, {}});
}

Session::Done Session::redo() {
    return turn({false, {}});
}

std::future<std::vector<RecoveredCopy>> Session::recoverable() {
    return question(*worker_, [](Worker& worker) { return worker.recovery().leftBehind(); });
}

Session::Done Session::recover(RecoveredCopy copy) {
    return ask(*worker_, [copy = std::move(copy)](Worker& worker) { return worker.recover(copy); });
}

void Session::discardRecovered(RecoveredCopy copy) {
    worker_->post([copy = std::move(copy)](Worker& worker) { worker.recovery().remove(copy); });
}

void Session::play() {
    worker_->withPlayer([](Player& player) { player.play(); });
}

void Session::pause() {
    worker_->withPlayer([](Player& player) { player.pause(); });
}

void Session::togglePlay() {
    worker_->withPlayer(
        [](Player& player) { player.state().playing ? player.pause() : player.play(); });
}

void Session::setSpeed(int speed) {
    worker_->withPlayer([speed](Player& player) { player.setSpeed(speed); });
}

void Session::stepForward() {
    worker_->withPlayer([](Player& player) { player.stepForward(); });
}

void Session::stepBack() {
    worker_->withPlayer([](Player& player) { player.stepBack(); });
}

void Session::nextEvent() {
    worker_->withPlayer([](Player& player) { player.nextEvent(); });
}

void Session::seek(Instant at) {
    worker_->withPlayer([at](Player& player) { player.seek(at); });
}

void Session::toStart() {
    seek(0);
}

void Session::toEnd() {
    worker_->withPlayer([](Player& player) { player.toEnd(); });
}

void Session::stopLookingAhead() {
    worker_->withPlayer([](Player& player) { player.stopLookingAhead(); });
}

std::future<std::optional<WorkExplanation>> Session::explainWorkload(std::string name) {
    auto promise = std::make_shared<std::promise<std::optional<WorkExplanation>>>();
    auto future = promise->get_future();
    worker_->post([promise, name = std::move(name)](
                      Worker& worker) { worker.explainWorkload(name, promise); },
                  Worker::Kind::question);
    return future;
}

std::future<std::optional<QuotaExplanation>> Session::explainQuota(std::string name) {
    return patientQuestion(
        *worker_, [name = std::move(name)](Worker& worker) { return worker.explainQuota(name); });
}

std::future<std::optional<PolicyAnswer>> Session::draftPolicy(PolicyDraft draft) {
    return patientQuestion(
        *worker_, [draft = std::move(draft)](Worker& worker) { return worker.draftPolicy(draft); });
}

std::future<std::optional<QuotaDraftCheck>> Session::checkQuota(QuotaDraft draft) {
    return patientQuestion(
        *worker_, [draft = std::move(draft)](Worker& worker) { return worker.checkQuota(draft); });
}

std::future<std::optional<QuotaDraft>> Session::firstQuota(std::string parent) {
    return patientQuestion(*worker_, [parent = std::move(parent)](Worker& worker) {
        return worker.firstQuota(parent);
    });
}

std::future<QuotaOrder> Session::orderQuotas(std::shared_ptr<const View> view, QuotaQuery query) {
    return question(*worker_, [view = std::move(view), query = std::move(query)](Worker&) {
        return apportion::orderQuotas(view->quotas, query);
    });
}

std::future<std::optional<ScaleCheck>> Session::checkScale(ScaleTargets targets) {
    return question(*worker_, [targets = std::move(targets)](Worker& worker) {
        return worker.checkScale(targets);
    });
}

std::future<std::optional<Effect>> Session::draftScale(ScaleRequest request) {
    return question(*worker_, [request = std::move(request)](Worker& worker) {
        return worker.draftScale(request);
    });
}

std::future<ScaleTargets> Session::suggestScale() {
    return question(*worker_, [](Worker& worker) { return worker.suggestScale(); });
}

Session::Done Session::saveScaleAsPlan(ScaleRequest request, std::filesystem::path file) {
    return question(*worker_,
                    on(
                        &Worker::pool,
                        [request = std::move(request), file = std::move(file)](Pool& pool) {
                            const Pool::Base base = pool.base();
                            return saveScalePlan(request, base.at, base.file, base.kind, file);
                        },
                        refuse("nothing-open")));
}

std::future<std::optional<Effect>> Session::tryCommand(CommandRequest request) {
    return tryCommand(std::vector{std::move(request)});
}

std::future<std::optional<Effect>> Session::tryCommand(std::vector<CommandRequest> requests) {
    return patientQuestion(*worker_,
                           on(&Worker::pool, [requests = std::move(requests)](Pool& pool) {
                               return std::optional(pool.tryCommand(requests));
                           }));
}

std::future<std::optional<Effect>> Session::tryEvents(std::vector<EventAction> events) {
    return patientQuestion(*worker_, [events = std::move(events)](Worker& worker) {
        return worker.tryEvents(events);
    });
}

std::future<std::optional<ReturnTrials>> Session::tryReturns(CommandRequest request) {
    return patientQuestion(*worker_,
                           on(&Worker::journal, [request = std::move(request)](Journal& journal) {
                               return journal.tryReturns(request);
                           }));
}

std::future<std::optional<TurnTrial>> Session::tryTurn(TurnRequest turn) {
    return patientQuestion(*worker_, on(&Worker::journal, [turn](Journal& journal) {
        return std::optional(journal.tryTurn(turn));
    }));
}

std::future<std::optional<ReportSource>> Session::reporting() {
    return question(*worker_, on(&Worker::pool, [](Pool& pool) {
        return std::optional<ReportSource>(pool.reporting());
    }));
}

std::future<std::shared_ptr<const WorkspaceLook>> Session::lookAtWorkspace(std::string workspace) {
    auto promise = std::make_shared<std::promise<std::shared_ptr<const WorkspaceLook>>>();
    auto future = promise->get_future();
    worker_->post([promise, workspace = std::move(workspace)](
                      Worker& worker) { worker.lookAtWorkspace(workspace, promise); },
                  Worker::Kind::patient);
    return future;
}

std::future<std::shared_ptr<const RunAnswer>> Session::couldRun(Workload work) {
    auto promise = std::make_shared<std::promise<std::shared_ptr<const RunAnswer>>>();
    auto future = promise->get_future();
    worker_->post(
        [promise, work = std::move(work)](Worker& worker) { worker.couldRun(work, promise); },
        Worker::Kind::patient);
    return future;
}

std::future<std::shared_ptr<const Estimates>> Session::estimateStarts() {
    auto promise = std::make_shared<std::promise<std::shared_ptr<const Estimates>>>();
    auto future = promise->get_future();
    worker_->post([promise](Worker& worker) { worker.estimateStarts(promise); });
    return future;
}

std::future<FoundWork> Session::findWork(std::string typed, std::size_t most) {
    auto promise = std::make_shared<std::promise<FoundWork>>();
    auto future = promise->get_future();
    worker_->post([promise, typed = std::move(typed),
                   most](Worker& worker) { worker.findWork(typed, most, promise); },
                  Worker::Kind::question);
    return future;
}

void Session::show(std::string workload) {
    worker_->post([workload = std::move(workload)](Worker& worker) {
        if (Pool* pool = worker.pool())
            pool->show(workload);
    });
}

void Session::lookAtPast(Instant from, Instant to) {
    worker_->post([from, to](Worker& worker) {
        if (Journal* journal = worker.journal())
            journal->lookAtPast(from, to);
    });
}

std::future<std::shared_ptr<const View>> Session::settled() {
    auto promise = std::make_shared<std::promise<std::shared_ptr<const View>>>();
    auto future = promise->get_future();
    worker_->post([promise](Worker& worker) { worker.whenSettled(promise); },
                  Worker::Kind::question);
    return future;
}

Result<std::shared_ptr<const View>> viewOfText(const std::string& text, const std::string& name,
                                               std::optional<Instant> at,
                                               const std::stop_token& stop) {
    auto document = Document::fromText(text, name);
    if (!document)
        return tl::unexpected(std::move(document.error()));
    Player player(document->scenario());
    const auto rests = [&] {
        constexpr std::chrono::milliseconds kSlice(20);
        while (player.busy() && !stop.stop_requested())
            player.work(std::chrono::steady_clock::now() + kSlice);
        return !stop.stop_requested();
    };
    if (!rests())
        return tl::unexpected(Problems());
    at ? player.seek(*at) : player.toEnd();
    if (!rests())
        return tl::unexpected(Problems());
    View view = viewOf(player);
    document->describe(view.document);
    return std::make_shared<const View>(std::move(view));
}

}  // namespace apportion
