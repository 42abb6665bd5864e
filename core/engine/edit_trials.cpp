// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/edit_trials.h"

#include <algorithm>
#include <iterator>
#include <numeric>

#include "core/engine/awaited.h"
#include "core/engine/consolidation.h"
#include "core/engine/instant.h"
#include "core/engine/reasons.h"
#include "core/engine/runs_on.h"
#include "core/engine/victim_search.h"

namespace apportion {
namespace {

constexpr std::size_t kMostTrials = 5000;
constexpr std::size_t kMostCopied = 4'000'000;  // workloads
constexpr std::size_t kFewestTrials = 50;
constexpr std::int64_t kMostSearched = 6'000'000;  // steps

// Each kind of edit with sizes may use so much of the trials; the rest is for the ends of
// workloads.
constexpr int kShareOfAKind = 10;

// Tried of each kind of edit beyond the bound: enough, the most, and some between; more of those
// for which steps are kept.
constexpr int kMostBeyond = 3;
constexpr int kMostBeyondKept = 9;
constexpr int kMostBeside = 32;

// The size that is as many times the one as the other is of it, rounded down.
std::int64_t between(std::int64_t low, std::int64_t high) {
    std::int64_t from = low;
    std::int64_t to = high;
    while (to - from > 1) {
        const std::int64_t middle = from + (to - from) / 2;
        (middle <= low * high / middle ? from : to) = middle;
    }
    return from;
}

}  // namespace

EditTrials::EditTrials(const EngineState& state, WorkloadId id, std::size_t most, Instant at)
    : state_(state), id_(id), most_(most), at_(at) {
    for (auto quota = std::optional<QuotaId>(job().quota()); quota;
         quota = state.tree.parent(*quota))
        path_.push_back(*quota);
    mostTrials_ = static_cast<int>(
        std::clamp(kMostCopied / (state.jobs.size() + 1), kFewestTrials, kMostTrials));
    measure();
}

void EditTrials::measure() {
    const auto divide = [](std::int64_t& step, std::int64_t size) { step = std::gcd(step, size); };
    const auto divideBy = [&](const Limit& limit) {
        divide(gpuStep_, limit.gpu.value_or(0));
        divide(cpuStep_, limit.cpu.value_or(0));
        divide(memoryStep_, limit.memory.value_or(0));
    };
    for (const Quota& quota : state_.tree.quotas()) {
        divide(gpuStep_, quota.guaranteed.gpu);
        divide(gpuStep_, quota.policy.lend.value_or(0));
        divideBy(quota.policy.limit);
    }
    for (const Workspace& workspace : state_.workspaces)
        for (const Cap& cap : workspace.caps)
            divide(gpuStep_, cap.gpu);
    const auto divideByRequest = [&](const Resources& request) {
        divide(gpuStep_, request.gpu);
        divide(cpuStep_, request.cpu);
        divide(memoryStep_, request.memory);
    };
    for (WorkloadId id = 0; id < state_.jobs.size(); ++id)
        if (state_.jobs.toCome(id))
            divideByRequest(state_.specOf(id)->request);
    for (const WorkloadId each : state_.jobs.living()) {
        const Job& job = state_.job(each);
        divideByRequest(job.slot().request);
        if (job.phase != Phase::rejected)
            all_ += job.slot().request * job.replicas();
    }
}

void EditTrials::begin(int kept, int later, std::size_t beside) {
    kind_.beside = beside > 0 ? found_.size() + beside : 0;
    kind_.besideLeft = kMostBeside;
    constexpr std::int64_t kPart = kMostSearched / kParts;
    const std::int64_t left = kMostSearched - searched_ - later * kPart;
    kind_.beyondLeft = kept > 0 ? kMostBeyondKept : kMostBeyond;
    mayReach_ = searched_ + std::max(kept * kPart, later > 0 ? left / 2 : left);
}

bool EditTrials::mayTry() {
    if (done())
        return false;
    const bool enough = harmless_ >= most_;
    if (enough)
        --kind_.besideLeft;
    if (!beyond_ && (trials_ >= mostTrials_ || searched_ >= mayReach_)) {
        proven_ = proven_ && enough;
        cut_ = true;
        return false;
    }
    if (beyond_ && kind_.beyondLeft-- <= 0)
        return false;
    ++trials_;
    return true;
}

bool EditTrials::verify(const std::function<bool(EngineState&)>& edit,
                        std::variant<Event, NodesToAdd, CapToSet> change, Message message) {
    if (!mayTry())
        return false;
    EngineState fork = state_;
    fork.keepRunnerUp = false;
    fork.now = at_;
    if (!edit(fork))
        return false;
    const Decisions made = runInstant(fork, at_, {});
    const auto copied = static_cast<std::int64_t>(state_.jobs.size());  // a step each
    searched_ += fork.searched - state_.searched + copied;
    const auto among = [this](const std::vector<WorkloadId>& ids) {
        return std::find(ids.begin(), ids.end(), id_) != ids.end();
    };
    // What is booked already must start to be helped.
    if (!among(made.started) && (job().phase == Phase::booked || !among(made.booked))) {
        noteUnproven(fork);
        return false;
    }
    std::vector<WorkloadId> evicted;
    for (const Taken& taken : made.taken)
        if (taken.rule != EvictionRule::consolidation)
            evicted.push_back(taken.victim);
    std::sort(evicted.begin(), evicted.end());
    evicted.erase(std::unique(evicted.begin(), evicted.end()), evicted.end());
    Unblock found{std::move(change), {}, std::move(message), {}};
    for (const WorkloadId victim : evicted)
        found.evicts.push_back(state_.name(victim));
    found.runsOn = runsOnAfter(
        made.taken, [this](WorkloadId victim) { return state_.name(victim); },
        [this](WorkloadId victim) { return static_cast<int>(state_.job(victim).seats().size()); });
    found.grace = among(made.started) ? 0 : untilClear(fork);
    harmless_ += found.evicts.empty() ? 1 : 0;
    found_.push_back(std::move(found));
    return true;
}

// Others may have been told to stop before: of their grace only the rest is left.
Duration EditTrials::untilClear(const EngineState& fork) const {
    Instant clear = at_;
    for (const Awaited& each : awaitedBy(fork, fork.job(id_)))
        clear = std::max(clear, each.part->until);
    return clear - at_;
}

// It may be that moves or a set of victims would do that the search in the trial did not reach.
void EditTrials::noteUnproven(EngineState& fork) {
    if (!proven_)
        return;
    fork.pass = 0;  // it is over, and protects nobody
    const auto reason = reasonOf(fork, id_);
    // Only who was asked, and in vain: others may have room.
    if (reason && reason->code > ReasonCode::cap && reason->code != ReasonCode::waitingForVictims &&
        reason->code != ReasonCode::noCapacity) {
        const std::int64_t before = fork.searched;
        proven_ = !movesUnproven(fork, fork.job(id_)) && chooseVictims(fork, id_).proven;
        searched_ += fork.searched - before;
    }
}

bool EditTrials::event(const EventAction& action, Message message, std::optional<EndedWork> ends) {
    const bool starts = verify(
        [&](EngineState& fork) {
            Decisions made;
            return !applyEvent(fork, action, made);
        },
        Event{at_, action}, std::move(message));
    if (starts)
        found_.back().ends = std::move(ends);
    return starts;
}

bool EditTrials::cap(std::size_t workspace, std::size_t index, Gpu gpu, Message message) {
    CapToSet change{state_.workspaces[workspace].name, index,
                    state_.workspaces[workspace].caps[index]};
    change.cap.gpu = gpu;
    return verify(
        [&](EngineState& fork) {
            fork.workspaces[workspace].caps[index].gpu = gpu;
            fork.caps.setBound(workspace, index, gpu);
            fork.refresh();
            return true;
        },
        change, std::move(message));
}

bool EditTrials::nodes(const NodesToAdd& change, Message message) {
    return verify(
        [&](EngineState& fork) {
            fork.add(change.node, change.count);
            fork.refresh();
            return true;
        },
        change, std::move(message));
}

bool EditTrials::least(std::int64_t step, std::int64_t most, std::size_t searches,
                       std::int64_t enough, const Attempt& attempt) {
    const std::int64_t steps = most / step;
    const std::int64_t share =
        std::max<std::int64_t>(8, mostTrials_ / kShareOfAKind / static_cast<int>(searches));
    const std::int64_t one = std::min(steps, share / 2);
    const auto tryOne = [&](std::int64_t count) { return attempt(count * step); };
    cut_ = false;
    if (leastBetween(0, one, share, tryOne) || leastBetween(one, steps, share / 2, tryOne))
        return true;
    return cut_ && steps > 0 && telling((enough + step - 1) / step, steps, tryOne);
}

bool EditTrials::telling(std::int64_t enough, std::int64_t most, const Attempt& attempt) {
    const auto beyond = [&](std::int64_t count) {
        beyond_ = true;
        const bool does = attempt(count);
        beyond_ = false;
        return does;
    };
    if (enough > 0 && enough < most && beyond(enough))
        return true;
    std::int64_t high = most;
    if (!beyond(high))
        return false;
    // Sizes differ by orders of magnitude.
    std::int64_t low = std::clamp<std::int64_t>(enough, 1, most);
    while (kind_.beyondLeft > 0 && high > low + 1) {
        const std::int64_t middle = std::max(between(low, high), low + 1);
        const bool does = inPlaceOf(found_.size() - 1, [&] { return beyond(middle); });
        (does ? high : low) = middle;
    }
    return true;
}

// A smaller one of its kind is kept instead, if there is one.
bool EditTrials::inPlaceOf(std::size_t kept, const std::function<bool()>& smaller) {
    const bool harmless = found_[kept].evicts.empty();
    harmless_ -= harmless ? 1 : 0;
    if (smaller()) {
        found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(kept));
        return true;
    }
    harmless_ += harmless ? 1 : 0;
    return false;
}

// Above `from`, up to `to`.
bool EditTrials::leastBetween(std::int64_t from, std::int64_t to, std::int64_t share,
                              const Attempt& attempt) {
    const std::int64_t stride = std::max<std::int64_t>(1, (to - from + share - 1) / share);
    if (stride > 1) {  // what lies between is not tried
        proven_ = false;
        cut_ = true;
    }
    for (std::int64_t at = from; at < to && !done(); at += stride) {
        const std::int64_t end = std::min(at + stride, to);
        if (!attempt(end))
            continue;
        if (stride == 1)
            return true;
        inPlaceOf(found_.size() - 1, [&] { return leastBetween(at, end - 1, share, attempt); });
        return true;
    }
    return false;
}

UnblockAnswer EditTrials::answer() {
    UnblockAnswer answer;
    std::stable_sort(found_.begin(), found_.end(), [](const Unblock& a, const Unblock& b) {
        return a.evicts.size() < b.evicts.size();
    });
    const auto most = static_cast<std::ptrdiff_t>(std::min(most_, found_.size()));
    answer.behind.assign(std::make_move_iterator(found_.begin() + most),
                         std::make_move_iterator(found_.end()));
    found_.resize(static_cast<std::size_t>(most));
    answer.edits = std::move(found_);
    answer.proven = proven_;
    answer.trials = trials_;
    return answer;
}

}  // namespace apportion
