// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/worker.h"

#include <algorithm>

#include "core/change/refuse.h"
#include "core/cluster/local/command_place.h"
#include "core/session/history/journal_rows.h"
#include "core/session/recorded_command.h"
#include "core/session/trials/entry_effect.h"
#include "core/session/trials/visible_trials.h"
#include "core/store/project_file.h"
#include "core/view/explain/inherited_values.h"
#include "core/view/visible_rows.h"

namespace apportion {

namespace {

using namespace std::chrono_literals;

// Five views a second, and fewer where making them would take more than this part of the time.
constexpr auto kViewInterval = 200ms;
constexpr int kViewShare = 5;
// How long simulating may keep a command waiting.
constexpr auto kSlice = 8ms;
// That a preview tells; a bulk edit has as many as there are quotas.
constexpr std::size_t kMostChanges = 4;

}  // namespace

Worker::Worker(SessionObserver* observer, std::filesystem::path recovery)
    : observer_(observer),
      recovery_(std::move(recovery)),
      thread_([this](const std::stop_token& stop) { run(stop); }) {}

Worker::~Worker() {
    thread_.request_stop();
    wake_.notify_all();
    thread_.join();
}

void Worker::post(Command command, Kind kind) {
    {
        const std::lock_guard lock(mutex_);
        queue_.emplace_back(std::move(command), kind);
    }
    wake_.notify_all();
}

void Worker::withPlayer(std::function<void(Player&)> function) {
    post([function = std::move(function)](Worker& self) {
        if (self.player_)
            function(*self.player_);
    });
}

Worker::Commands Worker::waitForWork(const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    const bool playing = player_ && player_->state().playing;
    const auto woken = [this] { return !queue_.empty(); };
    if (player_ && player_->busy())
        ;
    else if (project_)
        wake_.wait_until(lock, stop,
                         changed_ ? std::min(published_ + interval_, looked_ + kViewInterval)
                                  : looked_ + kViewInterval,
                         woken);
    else if (changed_ || playing)
        wake_.wait_until(lock, stop, published_ + interval_, woken);
    else
        wake_.wait(lock, stop, woken);
    return std::exchange(queue_, {});
}

void Worker::run(const std::stop_token& stop) {
    stop_ = stop;
    while (!stop.stop_requested()) {
        auto commands = waitForWork(stop);
        const auto now = Clock::now();
        play(now);
        carryOut(std::move(commands));
        finishOpening();
        if (!patient_.empty() && !isAsking())
            carryOut(std::exchange(patient_, {}));
        if (player_ && player_->busy()) {
            player_->work(now + kSlice);
            changed_ = true;
        }
        if (project_)
            lookAtProject();
        finishMove();
        if (changed_ && Clock::now() - published_ >= interval_)
            publish();
        freeViews();
        finder_.forgetUnused();
    }
}

void Worker::play(Clock::time_point now) {
    if (!player_)
        return;
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(now - played_);
    if (!player_->state().playing) {
        played_ = now;
    } else if (passed > 0ms) {
        changed_ = true;
        player_->advance(passed.count());
        played_ += passed;
    }
}

void Worker::carryOut(Commands&& commands) {
    for (auto& [command, kind] : commands) {
        if (kind == Kind::change && opening_) {
            opening_->later.emplace_back(std::move(command), kind);
            continue;
        }
        if (kind == Kind::patient && isAsking()) {
            patient_.emplace_back(std::move(command), kind);
            continue;
        }
        // Whoever leaves hears no answers.
        if (kind != Kind::change && stop_.stop_requested())
            continue;
        command(*this);
        if (kind != Kind::change)
            continue;
        changed_ = true;
        interval_ = kViewInterval;  // somebody waits to see what it did
    }
}

void Worker::finishOpening() {
    const auto isThere = [](const auto& future) {
        return future.valid() && future.wait_for(0s) == std::future_status::ready;
    };
    if (opening_ && isThere(opening_->reading.listing))
        if (auto view = opening_->reading.listing.get()) {
            opening_->shown = std::move(view);
            changed_ = true;
        }
    while (opening_ && isThere(opening_->reading.project)) {
        Opening done = std::move(*opening_);
        opening_.reset();
        document_ = std::move(done.document);
        player_ = std::move(done.player);
        project_ = std::move(done.project);
        played_ = Clock::now();
        done.opened->set_value(take(done.reading.project.get()));
        answered();
        changed_ = true;
        interval_ = kViewInterval;
        carryOut(std::move(done.later));
    }
}

void Worker::lookAtProject() {
    const auto now = Clock::now();
    if (now - looked_ < kViewInterval)
        return;
    looked_ = now;
    auto seen = project_->look();
    Problems trouble;
    if (!seen)
        trouble = std::move(seen.error());
    changed_ = changed_ || trouble != trouble_ || (seen && *seen);
    trouble_ = std::move(trouble);
}

void Worker::finishMove() {
    if (settled_.empty() || opening_ || (player_ && player_->busy()) ||
        (project_ && project_->isReading()) || isAsking())
        return;
    const auto view = buildView();
    for (const Settled& promise : std::exchange(settled_, {}))
        promise->set_value(view);
    answered();
}

std::shared_ptr<const View> Worker::buildView() {
    if (opening_)
        return opening_->shown;
    View view = project_ ? project_->view() : player_ ? viewOf(*player_, shown_) : View{};
    if (!project_)
        document_.describe(view.document);
    view.document.trouble = trouble_;
    return std::make_shared<const View>(std::move(view));
}

void Worker::publish() {
    changed_ = false;
    published_ = Clock::now();
    if (observer_) {
        given_.push_back(buildView());
        observer_->viewChanged(given_.back());
    }
    interval_ = std::max<Clock::duration>(kViewInterval, (Clock::now() - published_) * kViewShare);
}

void Worker::freeViews() {
    std::erase_if(given_, [](const auto& view) { return view.use_count() == 1; });
}

void Worker::answered() {
    if (observer_)
        observer_->answerReady();
}

bool Worker::isAsking() const {
    return project_ && project_->isAsking();
}

void Worker::keepShown(const std::string& workload) {
    shown_ = workload;
    if (project_)
        project_->show(workload);
}

void Worker::whenSettled(Settled promise) {
    settled_.push_back(std::move(promise));
}

void Worker::startRun() {
    ++opened_;
    estimator_.forget();
    finder_.forget();
    const int speed = player_ ? player_->state().speed : 0;
    player_ = document_.isOpen() ? std::make_unique<Player>(document_.scenario()) : nullptr;
    if (player_ && speed > 0)
        player_->setSpeed(speed);
    played_ = Clock::now();
}

Result<void> Worker::take(Result<Document> opened) {
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    recovery_.remove();
    project_.reset();
    trouble_.clear();
    document_ = std::move(*opened);
    startRun();
    player_->toEnd();
    return {};
}

Result<void> Worker::take(Result<std::unique_ptr<OpenProject>> opened) {
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    if (auto closed = close(); !closed)
        return closed;
    ++opened_;
    project_ = std::move(*opened);
    looked_ = {};
    return {};
}

void Worker::open(const std::filesystem::path& file, const Opened& opened) {
    const auto finish = [&](Result<void> done) {
        opened->set_value(std::move(done));
        answered();
    };
    if (!isProjectFile(file.string()))
        return finish(take(Document::open(file)));
    ProjectOpening opening = openBeside(file, [this] { post([](Worker&) {}, Kind::question); });
    auto outline = opening.outline.get();
    if (outline == nullptr)
        return finish(take(opening.project.get()));
    opening_ = Opening{std::move(outline),
                       opened,
                       std::exchange(document_, {}),
                       std::move(player_),
                       std::move(project_),
                       {},
                       std::move(opening)};
    publish();
}

Result<Problems> Worker::makeProject(const std::filesystem::path& file) {
    Problems notes;
    if (!player_)
        return notes;
    if (auto taken = take(OpenProject::create(file, player_->here(), player_->clock(), notes));
        !taken)
        return tl::unexpected(std::move(taken.error()));
    return notes;
}

Result<CommandAnswer> Worker::runCommand(const CommandRequest& request) {
    if (project_)
        return project_->run(request);
    if (!player_)
        return refuse("nothing-open");
    auto recorded = eventsOf(request, *document_.scenario(), player_->here().engine());
    if (!recorded)
        return tl::unexpected(std::move(recorded.error()));
    AddEvents edit;
    edit.events.reserve(recorded->events.size());
    for (EventAction& action : recorded->events)
        edit.events.push_back({player_->clock(), std::move(action)});
    if (request.dryRun || edit.events.empty())
        return CommandAnswer{};
    document_.apply(edit);
    if (auto kept = changed(); !kept)
        return tl::unexpected(std::move(kept.error()));
    return CommandAnswer{};
}

Result<void> Worker::turn(const TurnRequest& turn) {
    if (!project_) {
        turn.undo ? document_.undo() : document_.redo();
        return changed();
    }
    auto turned = project_->turn(turn, false);
    if (!turned)
        return tl::unexpected(std::move(turned.error()));
    return {};
}

const Engine* Worker::engine() const {
    if (project_)
        return &project_->engine();
    return player_ ? &player_->here().engine() : nullptr;
}

Result<void> Worker::saveAs(const std::filesystem::path& file) {
    // A project is saved with every change; what is asked for is a copy.
    if (project_)
        return project_->desk().backup(file.string(), true);
    if (!document_.isOpen())
        return refuse("nothing-open");
    auto saved = document_.saveAs(file);
    if (saved)
        recovery_.remove();
    return saved;
}

Result<void> Worker::close() {
    recovery_.remove();
    document_ = {};
    player_.reset();
    project_.reset();
    trouble_.clear();
    estimator_.forget();
    finder_.forget();
    return {};
}

Result<void> Worker::recover(const RecoveredCopy& copy) {
    auto opened = Document::open(copy.path);
    if (!opened)
        return tl::unexpected(std::move(opened.error()));
    Document document(*opened->scenario(), copy.file, {});
    document.markUnsaved();
    auto taken = take(std::move(document));
    auto written = recovery_.write(*document_.scenario(), document_.file());
    if (!written)
        return written;
    recovery_.remove(copy);
    return taken;
}

Result<void> Worker::changed() {
    const Instant clock = player_ ? player_->clock() : 0;
    const bool atEnd =
        player_ && player_->recording().complete() && clock >= player_->recording().end();
    startRun();
    if (player_)
        atEnd ? player_->toEnd() : player_->seek(clock);
    if (!document_.isDirty()) {
        recovery_.remove();
        return {};
    }
    // Without a copy the edit still holds; the screen says that it is not safe yet.
    return recovery_.write(*document_.scenario(), document_.file());
}

std::optional<NodeDraft> Worker::draftNode(const std::string& node, NodeState state) {
    const Engine* now = engine();
    if (now == nullptr || (project_ && !project_->desk().list(ObjectKind::nodes)))
        return std::nullopt;
    const Instant at = player_ ? std::max(now->now(), player_->clock()) : now->now();
    NodeDraft draft = project_ ? draftNodeState(project_->foresight(*now), at, node, state)
                               : draftNodeState(*now, at, node, state);
    if (project_) {
        draft.resting = project_->isResting();
        redactNames(draft, project_->desk().alias());
    }
    return draft;
}

std::optional<Effect> Worker::tryCommand(CommandRequest request) {
    const Engine* now = engine();
    if (now == nullptr)
        return std::nullopt;
    const auto refused = [](Problems& why) {
        Effect trial;
        trial.refusal = std::move(why);
        return trial;
    };
    request.dryRun = true;
    if (project_) {
        auto answer = project_->run(request);
        if (!answer)
            return refused(answer.error());
        const std::optional<JournalEntry> planned = std::move(answer->entry);
        const Engine ahead = project_->foresight(*now);
        Effect trial = planned ? effectOfEntry(project_->desk(), ahead, *planned)
                               : effectOf(ahead, ahead.now(), TrialInputs());
        shiftTimes(trial, project_->shift());
        trial.resting = project_->isResting();
        const Problems& notes = answer->notes;
        if (const auto note = std::find_if(notes.begin(), notes.end(), isOfMissing);
            note != notes.end())
            trial.missing = note->message;
        if (planned)
            trial.changes = apportion::changesOf(*planned, kMostChanges);
        sayInherited(trial.changes, *now);
        redactNames(trial, project_->desk().alias(planned ? &*planned : nullptr));
        return trial;
    }
    auto recorded = eventsOf(request, *document_.scenario(), *now);
    if (!recorded)
        return refused(recorded.error());
    Effect trial = effectOf(*now, player_ ? std::max(now->now(), player_->clock()) : now->now(),
                            {std::move(recorded->events), {}});
    trial.changes = apportion::changesOf(recorded->entry, kMostChanges);
    sayInherited(trial.changes, *now);
    return trial;
}

std::optional<Effect> Worker::tryCancel(const std::vector<std::string>& workloads) {
    const Engine* now = engine();
    if (now == nullptr)
        return std::nullopt;
    TrialInputs inputs;
    for (const std::string& name : workloads)
        if (now->findWorkload(name))  // what waits for an approval asks for nothing yet
            inputs.events.emplace_back(CancelEvent{name});
    Effect trial = project_ ? effectOf(project_->foresight(*now), now->now(), inputs)
                            : effectOf(*now, std::max(now->now(), player_->clock()), inputs);
    if (project_) {
        shiftTimes(trial, project_->shift());
        trial.resting = project_->isResting();
        redactNames(trial, project_->desk().alias());
    }
    return trial;
}

std::optional<ReturnTrials> Worker::tryReturns(CommandRequest request) {
    if (!project_)
        return std::nullopt;
    request.dryRun = true;
    auto answer = project_->run(request);
    if (!answer || !answer->entry)
        return std::nullopt;
    const Engine& now = project_->engine();
    ReturnTrials trials;
    trials.resting = project_->isResting();
    trials.notes = std::move(answer->notes);
    trials.returns = apportion::tryReturns(project_->desk(), project_->foresight(now),
                                           project_->begin() + project_->shift(), *answer->entry);
    redactNames(trials, project_->desk().alias(&*answer->entry));
    return trials;
}

std::optional<TurnTrial> Worker::tryTurn(const TurnRequest& turn) {
    if (!project_)
        return std::nullopt;
    TurnTrial tried;
    auto answer = project_->turn(turn, true);
    if (!answer) {
        tried.trial.refusal = std::move(answer.error());
        return tried;
    }
    if (answer->entry) {
        tried.row = rowOf(*answer->entry);
        tried.entry = answer->entry->undoes;
        tried.trial = effectOfEntry(project_->desk(), project_->foresight(project_->engine()),
                                    *answer->entry);
        shiftTimes(tried.trial, project_->shift());
        tried.trial.resting = project_->isResting();
        tried.notes = std::move(answer->notes);
        const Alias alias = project_->desk().alias();
        redactNames(tried.trial, alias);
        for (Problem& note : tried.notes)
            redact(note.message, alias);
    }
    return tried;
}

std::vector<NodeGroup> Worker::nodeGroups() {
    if (!project_)
        return player_ ? document_.scenario()->nodes : std::vector<NodeGroup>();
    const auto listed = project_->desk().list(ObjectKind::nodes);
    return listed ? listed->pool.nodes : std::vector<NodeGroup>();
}

std::optional<QuotaExplanation> Worker::explainQuota(const std::string& name) {
    if (project_)
        return project_->explainQuota(name, !trouble_.empty());
    if (!player_)
        return std::nullopt;
    return apportion::explainQuota(sourceOf(*player_), name);
}

std::optional<PolicyAnswer> Worker::draftPolicy(const PolicyDraft& draft) {
    if (project_)
        return project_->draftPolicy(draft);
    if (!player_)
        return std::nullopt;
    return apportion::draftPolicy(player_->here().engine(), draft, player_->clock());
}

}  // namespace apportion
