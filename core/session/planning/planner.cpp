// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/planner.h"

#include <filesystem>
#include <sstream>
#include <thread>

#include "core/io/plan/plan_file_writer.h"
#include "core/plan/draft/plan_place.h"
#include "core/session/planning/advice_results.h"
#include "core/session/planning/base_stamp.h"
#include "core/session/planning/plan_report.h"
#include "core/session/planning/plan_run.h"

namespace apportion {

namespace {

using namespace std::chrono_literals;

constexpr auto kPlanViewInterval = 200ms;  // between views of what goes on

// Which base a plan has, whatever its sets are.
std::string baseKey(Plan plan, const std::string& file) {
    plan.sets.clear();
    plan.futures = {};
    plan.name.clear();
    plan.baseHash.clear();
    plan.advice.clear();
    std::ostringstream text;
    writePlan(text, plan);
    return std::filesystem::path(file).parent_path().string() + '\n' + std::move(text).str();
}

// What a run on another base would write there is no change of the person.
bool isSame(Plan plan, Plan saved) {
    plan.baseHash.clear();
    saved.baseHash.clear();
    return plan == saved;
}

}  // namespace

Planner::Planner(std::function<void()> changed, std::filesystem::path recovery)
    : changed_(std::move(changed)), copy_{Recovery(std::move(recovery))} {}

Planner::~Planner() {
    {
        const std::lock_guard lock(mutex_);
        running_.request_stop();
        comparing_.request_stop();
        forgetAdvice();
    }
    std::promise<void> kept;
    desk_.post([&] {
        keepCopy();
        kept.set_value();
    });
    kept.get_future().wait();
}

std::shared_ptr<const PlanView> Planner::view() const {
    const std::lock_guard lock(mutex_);
    return shown_.view;
}

void Planner::publish() {
    view_.canUndo = !steps_.undo.empty();
    view_.canRedo = !steps_.redo.empty();
    view_.dirty = view_.open && !isSame(view_.draft.plan, steps_.saved.plan);
    shown_ = {std::make_shared<const PlanView>(view_), Clock::now()};
    if (copy_.last != view_.draft) {
        copy_.last = view_.draft;
        desk_.post([this] { keepCopy(); });
    }
    changed_();
}

// Of what is not saved; a copy that cannot be written is written with the next change.
void Planner::keepCopy() {
    Plan plan;
    std::string file;
    bool dirty = false;
    {
        const std::lock_guard lock(mutex_);
        plan = view_.draft.plan;
        file = view_.file;
        dirty = view_.open && !isSame(plan, steps_.saved.plan);
    }
    if (!dirty)
        return copy_.recovery.remove();
    (void)copy_.recovery.write(planName(file), file, [&](const std::string& copy) {
        moveBase(plan, file, copy);
        return savePlan(copy, plan);
    });
}

std::future<std::vector<RecoveredCopy>> Planner::leftBehind() {
    auto promise = std::make_shared<std::promise<std::vector<RecoveredCopy>>>();
    desk_.post([this, promise] {
        promise->set_value(copy_.recovery.leftBehind());
        changed_();
    });
    return promise->get_future();
}

Planner::Done Planner::restore(RecoveredCopy copy) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    desk_.post([this, promise, copy = std::move(copy)] {
        Result<PlanFile> read = readPlan(copy.path.string());
        if (read) {
            const std::filesystem::path here = std::filesystem::current_path() / "plan";
            moveBase(read->plan, copy.path.string(), copy.file.empty() ? here.string() : copy.file);
            read->file = copy.file;
        }
        Result<void> taken =
            read ? take(std::move(*read), false) : tl::unexpected(std::move(read.error()));
        if (taken)
            copy_.recovery.remove(copy);
        promise->set_value(std::move(taken));
        changed_();
    });
    return promise->get_future();
}

void Planner::discard(RecoveredCopy copy) {
    desk_.post([this, copy = std::move(copy)] { copy_.recovery.remove(copy); });
}

Planner::Done Planner::open(std::string file) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    desk_.post([this, promise, file = std::move(file)] {
        Result<PlanFile> read = readPlan(file);
        Result<void> taken =
            read ? take(std::move(*read)) : tl::unexpected(std::move(read.error()));
        promise->set_value(std::move(taken));
        changed_();
    });
    return promise->get_future();
}

Planner::Done Planner::create(std::variant<Plan, NewPlan> wanted) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    desk_.post([this, promise, wanted = std::move(wanted)] {
        const auto* ofFile = std::get_if<NewPlan>(&wanted);
        Result<Plan> plan = ofFile ? planOf(*ofFile) : Result<Plan>(std::get<Plan>(wanted));
        Result<void> taken =
            plan ? take({std::move(*plan), {}, {}}) : tl::unexpected(std::move(plan.error()));
        promise->set_value(std::move(taken));
        changed_();
    });
    return promise->get_future();
}

Result<void> Planner::take(PlanFile plan, bool isSaved) {
    const Result<Known> base = baseOf(plan, true);
    if (!base)
        return tl::unexpected(base.error());
    const std::lock_guard lock(mutex_);
    running_.request_stop();
    forgetAdvice();
    steps_.undo.clear();
    steps_.redo.clear();
    view_ = {};
    view_.open = true;
    view_.file = plan.file;
    if (plan.plan.futures.count == 0)
        plan.plan.futures.count = kEditingFutures;
    view_.draft.plan = std::move(plan.plan);
    view_.draft.muted.resize(view_.draft.plan.sets.size(), false);
    steps_.saved = isSaved ? view_.draft : PlanDraft();
    start(false);
    return {};
}

Planner::Done Planner::save(std::string file) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    desk_.post([this, promise, file = std::move(file)] {
        std::unique_lock lock(mutex_);
        // Of a pool that goes on the hash would be another one with each workload.
        if (view_.results && !std::holds_alternative<ProjectBase>(view_.draft.plan.base))
            view_.draft.plan.baseHash = view_.results->hash;
        PlanDraft draft = view_.draft;
        const std::string from = view_.file;
        lock.unlock();
        moveBase(draft.plan, from, file);
        Result<void> saved = savePlan(file, draft.plan);
        lock.lock();
        if (saved && view_.open) {
            moveBase(view_.draft.plan, from, file);
            for (auto* const kept : {&steps_.undo, &steps_.redo})
                for (PlanDraft& each : *kept)
                    moveBase(each.plan, from, file);
            view_.file = file;
            steps_.saved = draft;
            publish();
            desk_.post([this] { keepCopy(); });
        }
        lock.unlock();
        promise->set_value(std::move(saved));
        changed_();
    });
    return promise->get_future();
}

void Planner::close() {
    const std::lock_guard lock(mutex_);
    running_.request_stop();
    forgetAdvice();
    view_ = {};
    steps_.undo.clear();
    steps_.redo.clear();
    publish();
}

void Planner::keepForUndo(PlanDraft before) {
    constexpr std::size_t kMostUndo = 200;
    steps_.undo.push_back(std::move(before));
    if (steps_.undo.size() > kMostUndo)
        steps_.undo.erase(steps_.undo.begin());
    steps_.redo.clear();
}

void Planner::change(const PlanChange& by) {
    const std::lock_guard lock(mutex_);
    PlanDraft before = view_.draft;
    if (!view_.open || !apportion::change(view_.draft, by))
        return;
    keepForUndo(std::move(before));
    by.kind == PlanChange::Kind::renameSet ? publish() : start(false);
}

void Planner::turn(Turn turn) {
    const std::lock_guard lock(mutex_);
    std::vector<PlanDraft>& from = turn == Turn::undo ? steps_.undo : steps_.redo;
    std::vector<PlanDraft>& to = turn == Turn::undo ? steps_.redo : steps_.undo;
    if (from.empty())
        return;
    to.push_back(std::exchange(view_.draft, std::move(from.back())));
    from.pop_back();
    start(false);
}

void Planner::run(std::int64_t futures) {
    const std::lock_guard lock(mutex_);
    if (!view_.open)
        return;
    if (futures != view_.draft.plan.futures.count) {
        keepForUndo(view_.draft);
        view_.draft.plan.futures.count = futures;
    }
    start(true);
}

void Planner::stop() {
    const std::lock_guard lock(mutex_);
    running_.request_stop();
    view_.running = false;
    publish();
}

void Planner::start(bool anew) {
    running_.request_stop();
    running_ = std::stop_source();
    view_.running = true;
    view_.done = 0;
    view_.problems.clear();
    runs_.post([this, draft = view_.draft, file = view_.file, anew, stop = running_.get_token()] {
        carryOut(draft, file, anew, stop);
    });
    publish();
}

void Planner::tell(const std::stop_token& stop, const std::function<void(PlanView&)>& put,
                   bool soon) {
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested())
        return;
    put(view_);
    if (!soon || Clock::now() - shown_.since >= kPlanViewInterval)
        publish();
}

Result<Planner::Known> Planner::baseOf(const PlanFile& plan, bool anew) {
    const std::string key = baseKey(plan.plan, plan.file);
    Known known;
    std::string stamp;
    {
        const std::lock_guard lock(mutex_);
        if (base_.key == key) {
            known = base_.known;
            stamp = base_.stamp;
        }
    }
    // No file is looked at with the mutex held: who shows the plan would wait for it.
    if (known && (!anew || stampOf(*known) == stamp))
        return known;
    Result<LoadedBase> loaded = loadBase(plan);
    if (!loaded)
        return tl::unexpected(std::move(loaded.error()));
    known = std::make_shared<const LoadedBase>(std::move(*loaded));
    stamp = stampOf(*known);
    const Moment written = writtenOf(*known);
    const std::lock_guard lock(mutex_);
    base_.known = known;
    base_.written = written;
    base_.key = key;
    base_.stamp = stamp;
    // The journal may have grown while the project was read.
    base_.seen = known->revision > 0 ? std::string() : stamp;
    view_.baseMoved = view_.workMoved = false;
    return known;
}

Result<PreparedPlan> Planner::prepared(const PlanDraft& draft, const std::string& file,
                                       std::vector<std::size_t>& places, bool anew) {
    PlanSoFar read;
    read.file.plan = shownPlan(draft, places);
    read.file.file = file;
    read.mayAdd.resize(read.file.plan.sets.size());
    Result<Known> base = baseOf(read.file, anew);
    if (!base)
        return tl::unexpected(std::move(base.error()));
    return preparePlan(std::move(read), **base);
}

void Planner::carryOut(const PlanDraft& draft, const std::string& file, bool anew,
                       const std::stop_token& stop) {
    if (stop.stop_requested())
        return;
    std::vector<std::size_t> places;
    const Result<PreparedPlan> plan = prepared(draft, file, places, anew);
    if (!plan)
        return tell(
            stop,
            [&](PlanView& view) {
                view.running = false;
                view.problems = plan.error();
            },
            false);
    PlanResults results = resultsFor(*plan, std::move(places));
    tell(
        stop,
        [&](PlanView& view) {
            if (view.results && view.results->hash != results.hash)
                view.changes = changesOf(*view.results->scenario, *results.scenario);
            view.scenario = results.scenario;
            view.basePath = plan->inputs.front();
            view.baseWritten = base_.written;
            view.warnings = plan->warnings;
            view.notes = plan->notes;
        },
        false);
    RunControl control(stop);
    KnownRuns::Runs known = known_.of(*plan);
    runPlan(*plan, control, results, known, [&](double done, bool soon) {
        // They are copied without the mutex: who shows the plan would wait for it.
        auto soFar = std::make_shared<const PlanResults>(results);
        tell(
            stop,
            [&](PlanView& view) {
                view.done = done;
                view.running = !soFar->complete;
                view.results = std::move(soFar);
            },
            soon);
    });
    known_.keep(*plan, std::move(known));
    compareAdvice(draft, file, stop);
}

void Planner::compareAdvice(const PlanDraft& draft, const std::string& file,
                            const std::stop_token& stop) {
    std::string pool = poolOf(draft.plan, file);
    if (pool.empty()) {
        const std::lock_guard lock(mutex_);
        pool = base_.open;
    }
    if (draft.plan.advice.empty() || stop.stop_requested())
        return;
    auto came = pool.empty() ? Result<std::vector<AdviceResult>>(std::vector<AdviceResult>())
                             : adviceResults(draft.plan.advice, pool);
    if (!came)
        return;
    tell(
        stop,
        [&](PlanView& view) {
            view.advised = std::move(*came);
            view.advisedBy = pool;
        },
        false);
}

void Planner::compareWith(std::string pool) {
    const std::lock_guard lock(mutex_);
    if (std::exchange(base_.open, pool) == pool || !view_.open || view_.draft.plan.advice.empty())
        return;
    runs_.post([this, draft = view_.draft, file = view_.file, stop = running_.get_token()] {
        compareAdvice(draft, file, stop);
    });
}

void Planner::lookAtBase() {
    desk_.post([this] {
        Known known;
        std::string seen;
        Plan plan;
        {
            const std::lock_guard lock(mutex_);
            if (!view_.open || view_.baseMoved)
                return;
            known = base_.known;
            seen = base_.seen;
            plan.base = view_.draft.plan.base;
        }
        if (!known)
            return;
        const std::string now = stampOf(*known);
        if (now == seen)
            return;
        const BaseMove move = moveOf(plan, *known);
        const std::lock_guard lock(mutex_);
        if (base_.known != known)
            return;
        base_.seen = now;
        const bool other = move == BaseMove::pool || (move == BaseMove::work && !view_.workMoved);
        view_.baseMoved = move == BaseMove::pool;
        view_.workMoved = move != BaseMove::none;
        if (other)
            publish();
    });
}

Planner::Compared Planner::compare(std::size_t set) {
    auto promise = std::make_shared<std::promise<Result<std::shared_ptr<const PlanComparison>>>>();
    std::stop_token stop;
    {
        const std::lock_guard lock(mutex_);
        comparing_.request_stop();
        comparing_ = std::stop_source();
        stop = comparing_.get_token();
    }
    desk_.post([this, promise, set, stop] {
        PlanDraft draft;
        std::string file;
        {
            const std::lock_guard lock(mutex_);
            draft = view_.draft;
            file = view_.file;
        }
        const auto answer = [&]() -> Result<std::shared_ptr<const PlanComparison>> {
            if (set >= draft.plan.sets.size())
                return tl::unexpected(Problems());
            draft.plan.sets = {ChangeSet(draft.plan.sets[set])};
            draft.muted = {false};
            std::vector<std::size_t> places;
            const Result<PreparedPlan> plan = prepared(draft, file, places);
            if (!plan)
                return tl::unexpected(plan.error());
            RunControl control(stop);
            auto compared = std::make_shared<PlanComparison>();
            compared->set = set;
            compared->name = draft.plan.sets[0].name;
            compared->scenario = plan->base->scenario();
            Problems refused;
            const bool whole =
                comparePlan(*plan, sweepWith(control), [&](std::size_t, SetComparison of) {
                    if (of.refused)
                        refused = {{{}, {}, 0, 0, of.refused->reason, false}};
                    compared->comparison = std::move(of.comparison);
                    compared->evictions = std::move(of.evictions);
                });
            if (!whole || !refused.empty())
                return tl::unexpected(refused);
            return compared;
        }();
        promise->set_value(answer);
        changed_();
    });
    return promise->get_future();
}

Planner::Done Planner::report(std::string subject, PlanReportSource source, WriteReport write) {
    auto promise = std::make_shared<std::promise<Result<void>>>();
    desk_.post([this, promise, subject = std::move(subject), source = std::move(source),
                write = std::move(write)] {
        const std::shared_ptr<const PlanView> shown = view();
        const auto answer = [&]() -> Result<void> {
            if (!shown->results || !shown->results->complete)
                return tl::unexpected(Problems());
            std::vector<std::size_t> places;
            const Result<PreparedPlan> plan = prepared(shown->draft, shown->file, places);
            if (!plan)
                return tl::unexpected(plan.error());
            RunControl control{std::stop_token()};
            std::vector<SetComparison> compared;
            comparePlan(*plan, sweepWith(control),
                        [&](std::size_t, SetComparison of) { compared.push_back(std::move(of)); });
            return write(documentOf(plan->plan(), *shown->results, compared, subject, source));
        }();
        promise->set_value(answer);
        changed_();
    });
    return promise->get_future();
}

}  // namespace apportion
