// SPDX-License-Identifier: GPL-3.0-or-later
// What a project answers: the present state, charts, the journal. Times of the
// answers are counted from the project's first entry.
#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <map>
#include <unordered_map>

#include "core/access/redaction.h"
#include "core/change/aliases.h"
#include "core/change/or_without.h"
#include "core/change/refuse.h"
#include "core/change/run_facts.h"
#include "core/change/temporary.h"
#include "core/model/message_moments.h"
#include "core/session/live/reclaims_owed.h"
#include "core/session/project/desk.h"
#include "core/sim/int128.h"
#include "core/sim/wait_numbers.h"
#include "core/store/project_values.h"
#include "core/view/earlier_work.h"
#include "core/view/issues/reclaim_issues.h"
#include "core/view/rest_reasons.h"
#include "core/view/run_now.h"
#include "core/view/snapshot.h"

namespace apportion {

namespace {

constexpr std::size_t kMostEvictions = 10'000;

// Those that started, and those that never did.
struct Waits {
    void add(const WorkloadRun& run, Moment now) {
        if (run.firstStart) {
            started.push_back(*run.firstStart - run.submitted);
        } else if (run.state == WorkloadState::pending) {
            others.push_back(now - run.submitted);
            ++stillWait;
        } else if (run.state == WorkloadState::cancelled && run.end) {
            others.push_back(*run.end - run.submitted);
        }
    }
    WaitNumbers ofStarted() { return waitNumbers(started); }
    WaitNumbers ofAll() {
        others.insert(others.end(), started.begin(), started.end());
        WaitNumbers all = waitNumbers(others);
        all.atLeast = stillWait;
        return all;
    }

    std::vector<Duration> started, others;
    int stillWait = 0;
};

// Everything that is over and everything that is not, as summary() needs it. The totals are of what
// is `readable`, the parts of quotas of all that is in them.
Summary summaryOf(const Project& project, const std::vector<ProjectWorkload>& ended, Moment epoch,
                  Moment now, std::int64_t evictions, Gpu capacity,
                  const std::function<bool(const Workload&)>& readable) {
    Summary summary;
    Waits waits;
    std::unordered_map<std::string_view, const Quota*> quotas;
    for (const Quota& quota : project.pool.quotas)
        quotas.emplace(quota.name, &quota);
    const auto find = [&](const std::string& name) {
        const auto found = quotas.find(name);
        return found == quotas.end() ? nullptr : found->second;
    };
    std::unordered_map<std::string_view, std::pair<GpuTime, Waits>> byQuota;
    const auto count = [&](const ProjectWorkload& work) {
        WorkloadRun run = work.run;
        countUse(run, now);
        if (readable(work.spec)) {
            ++summary.workloads;
            summary.finished += run.state == WorkloadState::finished ? 1 : 0;
            summary.gpuTime += run.used;
            summary.wastedGpuTime += run.lost;
            const bool runs = run.state == WorkloadState::running;
            if (runs || (run.end && run.start))
                summary.makespan = std::max(summary.makespan, (runs ? now : *run.end) - epoch);
            waits.add(run, now);
        }
        // At or below, up to the root; a quota that was deleted since counts nowhere.
        const Quota* quota = find(work.spec.quota);
        for (std::size_t steps = 0; quota != nullptr && steps <= project.pool.quotas.size();
             ++steps) {
            auto& sums = byQuota[quota->name];
            sums.first += run.used;
            sums.second.add(run, now);
            quota = quota->parent.empty() ? nullptr : find(quota->parent);
        }
    };
    std::for_each(ended.begin(), ended.end(), count);
    std::for_each(project.work.begin(), project.work.end(), count);
    summary.evictions = evictions;
    summary.wait = waits.ofStarted();
    summary.waitAll = waits.ofAll();
    // Of the capacity as it is now: how it was before stands in the history.
    if (capacity > 0 && summary.makespan > 0)
        summary.utilizationMillionths =
            static_cast<std::int64_t>(static_cast<Int128>(summary.gpuTime) * 1'000'000 /
                                      (static_cast<Int128>(capacity) * summary.makespan));
    for (const Quota& quota : project.pool.quotas) {
        QuotaSummary part;
        if (const auto found = byQuota.find(quota.name); found != byQuota.end()) {
            auto& [used, list] = found->second;
            part.gpuTime = used;
            part.wait = list.ofStarted();
            part.waitAll = list.ofAll();
        }
        summary.byQuota.emplace_back(quota.name, part);
    }
    return summary;
}

// Entry and number within it, of the key of an eviction: "17-2".
std::pair<std::int64_t, std::int64_t> decisionOf(const std::string& key) {
    std::pair<std::int64_t, std::int64_t> decision;
    const auto dash = std::min(key.find('-'), key.size());
    std::from_chars(key.data(), key.data() + dash, decision.first);
    if (dash < key.size())
        std::from_chars(key.data() + dash + 1, key.data() + key.size(), decision.second);
    return decision;
}

// Each quota behind the one above it, else in the order of creation.
std::vector<std::string> inTreeOrder(const std::vector<Quota>& quotas) {
    std::map<std::string_view, std::vector<const Quota*>> below;
    for (const Quota& quota : quotas)
        below[quota.parent].push_back(&quota);
    std::vector<std::string> names;
    std::vector<const Quota*> open(below[""].rbegin(), below[""].rend());
    while (!open.empty()) {
        const Quota* quota = open.back();
        open.pop_back();
        names.push_back(quota->name);
        const auto& children = below[quota->name];
        open.insert(open.end(), children.rbegin(), children.rend());
    }
    return names;
}

void shift(std::optional<Instant>& time, Moment by) {
    if (time)
        *time += by;
}

WorkloadOutcome outcomeOf(const ProjectWorkload& work, Moment epoch) {
    WorkloadOutcome outcome;
    outcome.state = work.run.state;
    outcome.start = work.run.start;
    if (!isAlive(work.run.state))
        outcome.end = work.run.end;
    shift(outcome.start, -epoch);
    shift(outcome.end, -epoch);
    outcome.preemptions = work.run.preemptions;
    outcome.waited = work.run.waited + work.run.besideQueue;
    outcome.reason = endReason(work);
    return outcome;
}

}  // namespace

Result<Moment> ProjectDesk::begin() {
    if (!begun_) {
        auto first = file_->begun();
        if (!first)
            return tl::unexpected(std::move(first.error()));
        begun_ = *first;
    }
    return begun_.value_or(now());
}

Result<std::optional<store::Lease>> ProjectDesk::holder() {
    auto lease = file_->lease(clock_.steady());
    if (lease && *lease && !store::isLive(**lease, now()))
        lease->reset();
    return lease;
}

Result<ProjectDesk::Shown> ProjectDesk::show() {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    const Roster roster(project_);
    auto first = begin();
    auto ended = file_->latest(ObjectKind::ended, static_cast<std::size_t>(-1) / 2);
    auto evictions = file_->latest(ObjectKind::eviction, kMostEvictions);
    auto holder = this->holder();
    if (!first || !ended || !evictions || !holder)
        return tl::unexpected(!first       ? first.error()
                              : !ended     ? ended.error()
                              : !evictions ? evictions.error()
                                           : holder.error());
    const Moment epoch = *first;
    const Moment at = now();
    const Engine engine = engineOf(project_, at);
    // Why something waits is asked of an engine that has looked at it: nobody may be live to do so.
    Engine asked = nextDue(project_, at) ? engineOf(afterWhatIsDue(project_, at), at) : engine;
    asked.keepRunnerUp(false);
    asked.step(0, {});

    Shown shown;
    shown.revision = project_.revision;
    shown.inPart = !roster.may(who_, Right::readPool);
    shown.holder = std::move(*holder);
    Outcome& outcome = shown.outcome;
    outcome.time = at - epoch;
    const Alias present = alias();
    const auto readable = [&](const Workload& spec) {
        return roster.may(who_, Right::readWorkload, {spec.quota, spec.workspace, spec.user});
    };
    for (const std::string& name : inTreeOrder(project_.pool.quotas))
        if (const auto id = engine.findQuota(name);
            id && roster.may(who_, Right::readQuota, {name}))
            outcome.quotas.emplace_back(name, engine.numbers(*id));
    const auto reclaims = orWithout(reclaimsAhead(*file_, project_, at), *file_, notices_);
    if (!reclaims)
        return tl::unexpected(reclaims.error());
    for (const PendingReclaim& each : *reclaims)
        if (const std::string& name = engine.quota(each.quota).name;
            roster.may(who_, Right::readQuota, {name}))
            shown.reclaims.push_back(
                reclaimMessage(name, each.gpu, each.at, !shown.holder.has_value()));
    std::vector<ProjectWorkload> over;
    const QuotaNames& names = quotaNames();
    for (const auto& [key, object] : *ended) {
        auto work = store::endedFrom(object.body);
        if (!work)
            return tl::unexpected(
                store::damageOf(work.error(), ObjectKind::ended, key, file_->path()));
        names.nameNow(*work);
        over.push_back(std::move(*work));
    }
    std::reverse(over.begin(), over.end());
    // Who has work here sees it, in whatever quota.
    const auto theirs = [&](const ProjectWorkload& work) { return readable(work.spec); };
    if (outcome.quotas.empty() && !project_.pool.quotas.empty() &&
        std::none_of(project_.work.begin(), project_.work.end(), theirs) &&
        std::none_of(over.begin(), over.end(), theirs))
        return refuse(
            roster.refusal(who_, Right::readPool).value_or(Message{"not-allowed.read-pool", {}}));
    const EarlierWork earlier(over, project_.work, readable);
    for (std::size_t i = 0; i < over.size(); ++i) {
        if (!readable(over[i].spec))
            continue;
        outcome.workloads.emplace_back(earlier.nameOf(i), outcomeOf(over[i], epoch));
        if (auto& reason = outcome.workloads.back().second.reason)
            redact(reason->message, present);
    }
    std::map<std::string_view, Duration> besideQueue;
    for (const ProjectWorkload& work : project_.work)
        if (work.run.besideQueue != 0)
            besideQueue.emplace(work.spec.name, work.run.besideQueue);
    for (WorkloadId id = 0; id < engine.workloadCount(); ++id) {
        if (!readable(engine.workload(id)))
            continue;
        WorkloadOutcome status = engine.status(id);
        if (const auto found = besideQueue.find(engine.workload(id).name);
            found != besideQueue.end())
            status.waited += found->second;
        shift(status.start, at - epoch);
        shift(status.end, at - epoch);
        shift(status.stopping, at - epoch);
        if (status.state == WorkloadState::pending) {
            if (asked.state(id) == WorkloadState::pending)
                status.reason = asked.fullReason(id);
            if (!shown.holder)
                status.reason = reasonAtRest(std::move(status.reason), engine, asked, id);
            if (status.reason) {
                shiftMoments(status.reason->message, at - epoch);
                redact(status.reason->message, present);
            }
        }
        outcome.workloads.emplace_back(engine.workload(id).name, std::move(status));
    }
    for (const ProjectWorkload& work : project_.work) {
        if (!work.needsApproval() || !readable(work.spec))
            continue;
        WorkloadOutcome status = outcomeOf(work, epoch);
        status.reason = approvalReason(work.spec);
        status.waited += at - work.run.waitingSince.value_or(at);
        outcome.workloads.emplace_back(work.spec.name, std::move(status));
    }
    auto past = std::make_shared<PastWork>();
    if (shown.inPart)
        for (std::size_t i = 0; i < over.size(); ++i)
            past->insert_or_assign(earlier.nameOf(i), over[i].spec);
    const Alias hide = alias(nullptr, std::move(past));
    // A record that was completed when its grace period ended stands where it was decided.
    std::sort(evictions->begin(), evictions->end(), [](const auto& a, const auto& b) {
        return decisionOf(a.first) < decisionOf(b.first);
    });
    for (const auto& [key, object] : *evictions) {
        auto eviction = store::evictionFrom(object.body);
        if (!eviction)
            return tl::unexpected(
                store::damageOf(eviction.error(), ObjectKind::eviction, key, file_->path()));
        earlier.rename(*eviction);
        if (hide(eviction->victim) && (eviction->preemptor.empty() || hide(eviction->preemptor)))
            continue;  // between others
        redact(*eviction, hide);
        eviction->at -= epoch;
        outcome.evictions.push_back(std::move(*eviction));
    }
    outcome.summary =
        summaryOf(project_, over, epoch, at, static_cast<std::int64_t>(outcome.evictions.size()),
                  engine.capacity(), readable);
    auto& parts = outcome.summary.byQuota;
    parts.erase(std::remove_if(parts.begin(), parts.end(),
                               [&](const auto& part) {
                                   return !roster.may(who_, Right::readQuota, {part.first});
                               }),
                parts.end());
    return shown;
}

Result<store::HistoryChart> ProjectDesk::chart(const ProjectFile::HistorySample& of, Moment from,
                                               Moment to, int mostPoints) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    const Roster roster(project_);
    // How large the pool is everybody sees.
    const auto refusal =
        of.kind == store::SubjectKind::pool
            ? (of.measure == store::Measure::capacity ? std::nullopt
                                                      : roster.refusal(who_, Right::readPool))
        : of.kind == store::SubjectKind::quota
            ? roster.refusal(who_, Right::readQuota, {of.name})
            : roster.refusal(who_, Right::readWorkspace, {{}, of.name});
    if (refusal)
        return refuse(*refusal);
    const auto holder = this->holder();
    if (!holder)
        return tl::unexpected(holder.error());
    // After a pool has come to rest nothing holds on.
    return file_->chart(of, from, to, mostPoints, *holder ? to : 0);
}

Result<const Project*> ProjectDesk::readAll() {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    if (auto refusal = Roster(project_).refusal(who_, Right::readPool))
        return refuse(std::move(*refusal));
    return &project_;
}

Alias ProjectDesk::alias(const JournalEntry* planned, std::shared_ptr<const PastWork> over) const {
    std::vector<std::string> brought;
    if (planned != nullptr)
        for (const Fact& fact : planned->facts)
            if (fact.kind == ObjectKind::workload && fact.before.empty())
                brought.push_back(fact.key);
    auto aliases = std::make_shared<Aliases>(project_, who_, std::move(over));
    return {[aliases, brought = std::move(brought)](std::string_view name) {
                return std::find(brought.begin(), brought.end(), name) != brought.end()
                           ? std::nullopt
                           : aliases->ofWork(name);
            },
            [aliases](std::string_view name) { return aliases->ofQuota(name); }};
}

Result<ProjectDesk::Audit> ProjectDesk::audit(bool verify) {
    if (auto fresh = refresh(); !fresh)
        return tl::unexpected(std::move(fresh.error()));
    if (auto refusal = Roster(project_).refusal(who_, Right::readPool))
        return refuse(std::move(*refusal));
    Audit audit;
    audit.entries = objects_.revision;
    audit.head = file_->headHash();
    if (verify) {
        audit.problems = file_->verify();
        audit.verified = std::all_of(audit.problems.begin(), audit.problems.end(),
                                     [](const Problem& problem) { return problem.warning; });
    }
    return audit;
}

}  // namespace apportion
