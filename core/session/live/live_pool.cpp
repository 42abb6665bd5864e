// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/live_pool.h"

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "core/access/access.h"
#include "core/change/entry_inputs.h"
#include "core/change/refuse.h"
#include "core/change/run_facts.h"
#include "core/change/temporary.h"
#include "core/session/live/decision_subject.h"
#include "core/session/live/reclaims_owed.h"
#include "core/session/live/samples.h"
#include "core/session/project/desk.h"
#include "core/sim/eviction_message.h"
#include "core/store/project_values.h"
#include "core/store/unseated.h"
#include "core/view/run_now.h"
#include "core/view/snapshot.h"

namespace apportion {

Result<LivePool> LivePool::start(ProjectDesk& desk, std::unique_ptr<Backend> backend) {
    // Whoever runs the engine decides about everybody's work.
    auto project = desk.project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    if (auto refusal = Roster(**project).refusal(desk.who(), Right::administer))
        return refuse(std::move(*refusal));
    auto taken = desk.file().takeLease(desk.who(), desk.now(), desk.clock().steady());
    if (!taken)
        return tl::unexpected(std::move(taken.error()));
    if (!*taken) {
        const auto lease = desk.file().lease(desk.clock().steady());
        const bool known = lease && *lease;
        const bool ahead =
            known && !(*lease)->beats && (*lease)->heartbeat - desk.now() > store::kHeartbeat;
        return refuse(ahead ? "live-held.ahead" : "live-held",
                      {textArgument("user", known ? (*lease)->who : std::string()),
                       {"process", Value::ofCount(known ? (*lease)->holder.pid : 0)}});
    }
    LivePool pool(desk);
    pool.heartbeat_ = desk.now();
    if (backend) {
        BackendFacts facts = backend->facts(**project);
        if (facts.refusal)
            return refuse(std::move(*facts.refusal));
        pool.consent_ = facts.consent;
        pool.backend_ = std::move(backend);
    }
    if (auto loaded = pool.reload(desk.now()); !loaded)
        return tl::unexpected(std::move(loaded.error()));
    return pool;
}

LivePool::LivePool(ProjectDesk& desk)
    : desk_(&desk), clock_(std::make_shared<LiveClock>(desk.clock())) {
    desk.setClock({[clock = clock_] { return clock->now(); },
                   [clock = clock_] { return clock->wall().steady(); }});
}

LivePool::~LivePool() {
    if (!desk_)
        return;
    backend_.reset();  // its door belongs to whoever has the lease
    if (!isLost())
        giveUp();
    desk_->setClock(clock_->wall());
}

void LivePool::giveUp() {
    desk_->file().stopHistory(desk_->now());
    desk_->file().giveUpLease();
}

tl::unexpected<Problems> LivePool::lost() {
    lost_ = true;
    const auto lease = desk_->file().lease(desk_->clock().steady());
    if (!lease || !*lease)
        return refuse("live-lost.over");
    return refuse("live-lost", {textArgument("user", (*lease)->who),
                                {"process", Value::ofCount((*lease)->holder.pid)}});
}

Result<void> LivePool::checkLease() {
    const auto holds = desk_->file().holdsLease();
    if (!holds)
        return tl::unexpected(holds.error());
    if (!*holds)
        return lost();
    return {};
}

Result<void> LivePool::checkRight() {
    const auto revision = desk_->file().revision();
    if (!revision)
        return tl::unexpected(revision.error());
    if (*revision == followed_ && !dismissed_)
        return {};
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    if (!dismissed_ && !Roster(**project).refusal(desk_->who(), Right::administer))
        return {};
    if (!std::exchange(dismissed_, true))
        giveUp();
    return refuse("live-dismissed", {textArgument("user", desk_->who())});
}

Result<void> LivePool::reload(Moment base) {
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    base_ = base;
    auto owed = reclaimsOwed(desk_->file(), **project, base_, owed_.since);
    if (!owed)
        return tl::unexpected(std::move(owed.error()));
    owed_.since = owed->since;
    const Project& before = owed->beginsWith(**project);
    others_.held = seen_.taken;
    others_.displaced = displaced(before);
    std::optional<Project> left;
    if (!others_.held.empty())
        left = withoutTaken(before);
    engine_ = engineOf(left ? *left : before, base_);
    reclaims_.clear();
    for (std::size_t i = 0; i < owed->entries.size(); ++i)
        reclaims_[owed->entries[i]] = base_ + owed->scales[i].after;
    owed_.scales = std::move(owed->scales);
    unseated_ = store::unseated(left ? *left : before);
    unseated_.insert(others_.displaced.begin(), others_.displaced.end());
    followed_ = (*project)->revision;
    stopping_.clear();
    for (const ProjectWorkload& each : before.work)
        if (const auto id = engine_->findWorkload(each.spec.name))
            findRecords(*id, each.run);
    tied_.clear();
    for (const ProjectWorkload& each : (*project)->work)
        keepTies(each.spec.name, each.run.ties);
    begun_ = differs_ = false;
    return {};
}

// An engine keeps the work that is over. Loaded anew it has what is alive, at a price that is small
// beside what ended since.
Result<bool> LivePool::isMostlyOver() {
    constexpr std::size_t kMostOver = 500;
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    // What others wrote since is of a later moment.
    return engine_ && (*project)->revision == followed_ &&
           engine_->workloadCount() > 2 * (*project)->work.size() + kMostOver;
}

namespace {

// Everybody whose run the step may have changed.
std::set<WorkloadId> touchedBy(const Decisions& made) {
    std::set<WorkloadId> touched;
    for (const Ended& each : made.ended)
        touched.insert(each.workload);
    for (const Stopped& each : made.stopped)
        touched.insert(each.workload);
    for (const Taken& each : made.taken)
        touched.insert(each.victim);
    for (const auto* list : {&made.started, &made.booked, &made.grown, &made.rejected})
        touched.insert(list->begin(), list->end());
    return touched;
}

// Looks up so many names; an index is worth it for a crowd.
class WorkLookup {
public:
    WorkLookup(const Project& project, std::size_t names) : project_(project) {
        constexpr std::size_t kCrowd = 8;
        if (names > kCrowd)
            for (const ProjectWorkload& each : project.work)
                index_.emplace(each.spec.name, &each);
    }
    const ProjectWorkload* operator()(std::string_view name) const {
        if (index_.empty())
            return findWork(project_, name);
        const auto found = index_.find(name);
        return found == index_.end() ? nullptr : found->second;
    }

private:
    const Project& project_;
    std::unordered_map<std::string_view, const ProjectWorkload*> index_;
};

}  // namespace

// Replicas that are told to stop: by which eviction.
void LivePool::nameRecords(WorkloadId id, WorkloadRun& run) const {
    const auto stops = [](const WorkloadRun::Replica& each) { return each.stopping.has_value(); };
    if (std::none_of(run.replicas.begin(), run.replicas.end(), stops))
        return;
    const Past past = engine_->past(id);
    for (std::size_t i = 0; i < run.replicas.size(); ++i)
        if (const auto found = stopping_.find(past.replicas[i].record); found != stopping_.end())
            run.replicas[i].eviction = found->second;
}

void LivePool::findRecords(WorkloadId id, const WorkloadRun& run) {
    const auto named = [](const WorkloadRun::Replica& each) { return !each.eviction.empty(); };
    if (std::none_of(run.replicas.begin(), run.replicas.end(), named))
        return;
    const Past past = engine_->past(id);
    for (std::size_t i = 0; i < run.replicas.size() && i < past.replicas.size(); ++i)
        if (past.replicas[i].record != 0)
            stopping_[past.replicas[i].record] = run.replicas[i].eviction;
}

// Key of the eviction for which it was told to stop before the engine was loaded.
std::string LivePool::lastRecordOf(const std::string& victim) {
    constexpr std::size_t kMost = 1000;  // a grace period is short
    const auto records = desk_->file().latest(ObjectKind::eviction, kMost);
    if (records)
        for (const auto& [key, object] : *records)
            if (const auto eviction = store::evictionFrom(object.body);
                eviction && eviction->victim == victim)
                return key;
    return {};
}

// What it uses is counted until its keepers say that it stopped, as what it loses is: once, when it
// leaves.
std::optional<Moment> LivePool::countGone(WorkloadId id, WorkloadRun& run, Moment at) const {
    if (run.state != WorkloadState::running || run.counted == 0)
        return {};
    const WorkloadOutcome status = engine_->status(id);
    const std::vector<Past::Replica> replicas = engine_->past(id).replicas;
    const bool same = status.state == WorkloadState::running && status.start && run.start &&
                      *status.start + base_ == *run.start;
    const auto stops = [](const auto& all, int place) {
        return std::any_of(all.begin(), all.end(), [place](const auto& replica) {
            return replica.place == place && replica.stopping.has_value();
        });
    };
    const auto leaves = [&](const SeenRun& each) {
        return each.place
                   ? stops(run.replicas, *each.place) && !(same && stops(replicas, *each.place))
                   : !same;
    };
    const Workload spec = engine_->workload(id);
    std::optional<Moment> end;
    for (const SeenRun& each : seen_.gone) {
        if (each.workload != spec.name || !leaves(each))
            continue;
        run.used -=
            (each.place ? spec.request.gpu : heldBy(run)) * std::max<Duration>(0, at - *each.ended);
        // What never had a process held its place until now.
        if (!each.place && run.start && *each.ended > *run.start)
            end = std::min(*each.ended, at);
    }
    return end;
}

std::set<WorkloadId> LivePool::neverBegan(const Decisions& made) const {
    std::set<WorkloadId> victims;
    for (const Taken& each : made.taken)
        if (!each.stopping && each.rule != EvictionRule::consolidation &&
            seen_.unbegun.contains(engine_->name(each.victim)))
            victims.insert(each.victim);
    return victims;
}

Result<std::optional<JournalEntry>> LivePool::entryOf(Decisions made, Moment at) {
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    std::set<WorkloadId> touched = touchedBy(made);
    const std::set<WorkloadId> unbegun = neverBegan(made);
    std::erase_if(made.taken, [&](const Taken& each) { return unbegun.contains(each.victim); });
    const store::Objects& objects = desk_->objects();
    JournalEntry entry;
    entry.at = at;
    entry.who = "engine";
    entry.action = "instant";
    Arguments arguments;
    arguments.set("holder", desk_->who());
    const std::vector<Revision> settled = takeSettled(at);
    if (!settled.empty())
        arguments.set(kSettled, settledText(settled));
    entry.arguments = arguments.json();

    std::map<std::string, GpuTime> lost;
    std::int64_t number = 0;
    for (const Taken& each : made.taken) {
        const Eviction eviction = evictionRecord(*engine_, each, made.at);
        const std::string key =
            std::to_string((*project)->revision + 1) + "-" + std::to_string(++number);
        entry.facts.push_back({ObjectKind::eviction, key, number, {}, store::bodyOf(eviction, at)});
        lost[engine_->workload(each.victim).name] += each.lost;  // a replica has a name beside it
        if (each.stopping)
            stopping_[each.serial] = key;
    }
    for (const Stopped& each : made.stopped) {
        lost[engine_->workload(each.workload).name] += each.lost;
        const auto found = stopping_.find(each.serial);
        const std::string key = found != stopping_.end()
                                    ? found->second
                                    : lastRecordOf(engine_->workload(each.workload).name);
        if (key.empty())
            continue;
        // The loss is known now: the record of its decision is completed.
        auto object = desk_->file().object(ObjectKind::eviction, key);
        if (object && *object)
            if (auto eviction = store::evictionFrom((*object)->body)) {
                eviction->lost += each.lost;
                entry.facts.push_back({ObjectKind::eviction, key, (*object)->place, (*object)->body,
                                       store::bodyOf(*eviction, eviction->at)});
            }
        stopping_.erase(each.serial);
    }
    touched.merge(retied());
    const std::set<std::string> elsewhere = std::exchange(others_.displaced, {});
    for (const std::string& name : std::exchange(unseated_, {}))
        if (const auto id = engine_->findWorkload(name))
            touched.insert(*id);
    const WorkLookup find(**project, touched.size());
    for (const WorkloadId id : touched) {
        const ProjectWorkload* work = find(engine_->workload(id).name);
        if (work == nullptr)
            continue;  // somebody ended it, in an entry of its own
        ProjectWorkload now = *work;
        if (const auto found = lost.find(now.spec.name); found != lost.end())
            now.run.lost += found->second;
        const WorkloadState state = engine_->state(id);
        if (state == WorkloadState::pending || state == WorkloadState::running) {
            const auto end = countGone(id, now.run, at);
            const bool never = unbegun.contains(id);
            if (never || elsewhere.contains(now.spec.name))
                neverStarted(now.run, at);
            const Duration waited = now.run.waited;
            now.run = runNow(*engine_, id, now.run, base_, at);
            if (never) {
                // The engine counts it, and takes it from the file.
                now.run.preemptions = work->run.preemptions;
                now.run.waited = waited;
                if (state == WorkloadState::pending)
                    now.run.start.reset();
                differs_ = true;
            }
            if (work->run.state == WorkloadState::running || state == WorkloadState::running)
                now.run.end = end;
            nameRecords(id, now.run);
            now.run.ties = tiesOf(*engine_, id, base_);
            keepTies(now.spec.name, now.run.ties);
            const auto facts = runFacts(objects, now.spec.name, now.run);
            entry.facts.insert(entry.facts.end(), facts.begin(), facts.end());
            continue;
        }
        if (state == WorkloadState::rejected) {
            now.run = runNow(*engine_, id, now.run, base_, at);
            if (const auto reason = engine_->reason(id))
                now.run.reason = reason->message;
        }
        tied_.erase(now.spec.name);
        const auto facts = endedFacts(objects, std::move(now), state, at);
        entry.facts.insert(entry.facts.end(), facts.begin(), facts.end());
    }
    if (entry.facts.empty() && settled.empty())
        return std::nullopt;
    entry.subject = subjectOf(made, *engine_);
    if (entry.subject.empty() && !settled.empty())
        entry.subject = kNobodyTaken;
    return entry;
}

// Else whoever loads the file would find them owed, and judge anew what runs by then.
std::vector<Revision> LivePool::takeSettled(Moment at) {
    if (reclaims_.empty())
        return {};
    const std::vector<Instant> ahead = engine_->judgedAt();
    std::vector<Revision> settled;
    for (auto each = reclaims_.begin(); each != reclaims_.end();)
        if (each->second <= at ||
            std::find(ahead.begin(), ahead.end(), each->second - base_) == ahead.end()) {
            settled.push_back(each->first);
            each = reclaims_.erase(each);
        } else {
            ++each;
        }
    return settled;
}

std::vector<Input> LivePool::inputsOf(const Heard& heard, const Project& project, Moment at) {
    std::vector<Input> inputs;
    std::set<std::string> submitted;  // once, whatever the entries say
    for (const Heard::Asked& asked : heard.asked) {
        for (EventAction event : asked.inputs.events) {
            // A delay begins with the command.
            if (auto* scale = std::get_if<ScaleEvent>(&event)) {
                const Moment due = asked.at + scale->after;
                if (scale->mode == ScaleMode::reclaim)
                    reclaims_[asked.n] = due;
                scale->after = std::max<Duration>(0, due - at);
            }
            inputs.emplace_back(std::move(event));
        }
        for (const std::string& name : asked.inputs.submitted) {
            const ProjectWorkload* work = findWork(project, name);
            // Cancelled meanwhile, or not asking yet; a later one of that name has its own entry.
            if (work == nullptr || work->needsApproval() || work->run.submitted > asked.at ||
                !submitted.insert(name).second)
                continue;
            Workload spec = engineSpec(*work);
            spec.submit = work->run.submitted - base_;
            inputs.emplace_back(Submit{engine_->add(std::move(spec))});
        }
    }
    return inputs;
}

Result<void> LivePool::instant(Moment at, const std::optional<Heard>& heard,
                               std::vector<JournalEntry>& told) {
    auto written = desk_->file().write([&]() -> Result<std::optional<JournalEntry>> {
        if (auto held = checkLease(); !held)
            return tl::unexpected(std::move(held.error()));
        auto project = desk_->project();
        if (!project)
            return tl::unexpected(std::move(project.error()));
        const bool anew = heard && std::any_of(heard->asked.begin(), heard->asked.end(),
                                               [](const auto& each) { return each.inputs.reload; });
        if (anew)
            if (auto loaded = reload(desk_->now()); !loaded)
                return tl::unexpected(std::move(loaded.error()));
        std::vector<Input> inputs;
        const Instant time = std::max(engine_->now(), at - base_);
        for (ScaleEvent& scale : std::exchange(owed_.scales, {})) {
            scale.after = std::max<Duration>(0, scale.after - time);
            inputs.emplace_back(EventAction(std::move(scale)));
        }
        if (heard && !anew) {
            std::vector<Input> asked = inputsOf(*heard, **project, at);
            std::move(asked.begin(), asked.end(), std::back_inserter(inputs));
            followed_ = heard->upTo;
        }
        if (heard && !heard->submissions)
            for (const std::string& name : std::exchange(seen_.stopped, {}))
                if (const auto id = engine_->findWorkload(name))
                    inputs.emplace_back(StoppedEarly{*id});
        for (const SeenRun& each : seen_.gone)
            if (const auto id = engine_->findWorkload(each.workload))
                engine_->ranUntil(*id, each.place, *each.ended - base_);
        const Decisions made = engine_->step(time, inputs);
        // What was allowed when it was written may be refused where work started since: the file
        // has it all the same, so the engine takes it from there.
        for (const auto& refusal : made.events)
            differs_ = differs_ || refusal.has_value();
        return entryOf(made, base_ + time);
    });
    if (!written) {
        // The engine has gone on, the file has not.
        engine_.reset();
        return tl::unexpected(std::move(written.error()));
    }
    if (!*written)
        return {};
    // There may be entries of others before this one.
    if ((*written)->n == followed_ + 1)
        followed_ = (*written)->n;
    told.push_back(std::move(**written));
    return {};
}

Result<void> LivePool::decideUntil(Moment now, std::vector<JournalEntry>& told) {
    const auto timersBefore = [&](Moment moment) -> Result<void> {
        while (engine_) {
            const auto timer = engine_->nextTimer();
            if (!timer || base_ + *timer >= moment)
                break;
            if (auto done = instant(base_ + *timer, {}, told); !done)
                return done;
        }
        return {};
    };
    const auto revision = desk_->file().revision();
    if (!revision)
        return tl::unexpected(revision.error());
    if (*revision > followed_) {
        const auto entries = desk_->file().entriesFrom(
            followed_ + 1, static_cast<std::size_t>(*revision - followed_));
        if (!entries)
            return tl::unexpected(entries.error());
        for (const Heard& each : heardIn(*entries, desk_->now())) {
            if (auto done = timersBefore(each.at); !done)
                return done;
            if (auto done = instant(each.at, each, told); !done)
                return done;
        }
    }
    return timersBefore(now);
}

Result<void> LivePool::sample(Moment now) {
    constexpr Duration kTidyEvery = 10 * kSecond;
    if (now / kSecond == sampled_ / kSecond)
        return {};
    auto project = desk_->project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    sampled_ = now;
    if (auto recorded = desk_->file().recordHistory(now, samplesOf(*engine_, **project, now));
        !recorded)
        return recorded;
    if (now - tidied_ < kTidyEvery)
        return {};
    auto more = desk_->file().tidyHistory(now);
    if (!more)
        return tl::unexpected(std::move(more.error()));
    if (!*more)
        tidied_ = now;
    return {};
}

std::optional<Message> LivePool::clockNotice() const {
    if (clock_->ahead() == 0)
        return {};
    // Without what the two clocks differ by from look to look.
    const Duration ahead = (clock_->ahead() + kSecond / 2) / kSecond * kSecond;
    return Message{"clock-set-back", {{"by", Value::ofSeconds(ahead)}}};
}

Result<LivePool::Ticked> LivePool::tick() {
    Ticked ticked;
    if (Problems damage = desk_->file().provenDamage(); !damage.empty())
        return tl::unexpected(std::move(damage));
    if (auto allowed = checkRight(); !allowed)
        return tl::unexpected(std::move(allowed.error()));
    const Moment now = desk_->now();
    if (now - heartbeat_ >= store::kHeartbeat || lost_) {
        auto renewed = desk_->file().renewLease(now);
        if (!renewed)
            return tl::unexpected(std::move(renewed.error()));
        if (!*renewed)
            return lost();
        lost_ = false;
        heartbeat_ = now;
    }
    Problems obstacles;
    if (auto looked = lookAtRuns(obstacles, ticked.notes); !looked)
        return tl::unexpected(std::move(looked.error()));
    if (const Duration forward = clock_->takeForward(); forward > 0)
        ticked.notes.push_back(
            {{}, {}, 0, 0, {"clock-set-forward", {{"by", Value::ofSeconds(forward)}}}, true});
    if (!engine_ || differs_ || others_.held != seen_.taken)
        if (auto loaded = reload(desk_->now()); !loaded)
            return tl::unexpected(std::move(loaded.error()));
    // What was just written is not ahead of it.
    const Moment present = desk_->now();
    if (auto decided = decideUntil(present, ticked.written); !decided)
        return tl::unexpected(std::move(decided.error()));
    if (auto due = desk_->doWhatIsDue(); !due)
        return tl::unexpected(std::move(due.error()));
    if (auto decided = decideUntil(present, ticked.written); !decided)
        return tl::unexpected(std::move(decided.error()));
    const auto timer = engine_->nextTimer();
    if ((timer && base_ + *timer <= present) || !begun_ || !seen_.stopped.empty())
        if (auto done = instant(present, Heard{{}, present, followed_, false}, ticked.written);
            !done)
            return tl::unexpected(std::move(done.error()));
    begun_ = true;
    if (auto carried = carryOut(present, obstacles); !carried)
        return tl::unexpected(std::move(carried.error()));
    if (seen_.obstacles.empty())
        ticked.notes.insert(ticked.notes.end(), obstacles.begin(), obstacles.end());
    seen_.obstacles = std::move(obstacles);
    if (auto sampled = sample(present); !sampled)
        return tl::unexpected(std::move(sampled.error()));
    // All that is due until then is done, so that nothing is late.
    if (auto mostly = isMostlyOver(); !mostly)
        return tl::unexpected(std::move(mostly.error()));
    else if (*mostly)
        if (auto loaded = reload(present); !loaded)
            return tl::unexpected(std::move(loaded.error()));
    ticked.next = present + kLookEvery;
    if (engine_)
        if (const auto next = engine_->nextTimer())
            ticked.next = std::min(ticked.next, base_ + *next);
    return ticked;
}

}  // namespace apportion
