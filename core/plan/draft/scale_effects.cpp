// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_effects.h"

#include <algorithm>
#include <limits>

#include "core/model/message_arguments.h"
#include "core/plan/draft/scale_event.h"
#include "core/sim/wait_numbers.h"
#include "core/view/awaiting_approval.h"
#include "core/view/explain/never_again.h"

namespace apportion {

namespace {

// Finding a reason costs a trial each.
constexpr std::size_t kMostReasons = 300;

using TakenRun = ForkRun::TakenRun;

bool isReplica(const TakenRun& taken) {
    return taken.taken.rule == EvictionRule::elastic;
}

// Of replicas, which go one by one, the first; of the whole run that, whatever went before.
const TakenRun* takenOf(const ForkRun& fork, WorkloadId id) {
    const TakenRun* found = nullptr;
    for (const TakenRun& each : fork.taken())
        if (each.taken.victim == id &&
            (found == nullptr || (isReplica(*found) && !isReplica(each))))
            found = &each;
    return found;
}

ScaleEffect effectOfRule(EvictionRule rule) {
    return rule == EvictionRule::consolidation ? ScaleEffect::moved
           : rule == EvictionRule::elastic     ? ScaleEffect::fewerReplicas
                                               : ScaleEffect::evicted;
}

// Fewer GPUs that are missing, or others that hold them, are the same reason.
bool isSame(const Reason& a, const Reason& b) {
    return a.code == b.code &&
           textArgumentOf(a.message, "quota") == textArgumentOf(b.message, "quota");
}

// The quota on its way up that work alone would be beyond, by rule 3, and is not as things stand.
std::optional<QuotaId> tooSmallFor(const Workload& workload, QuotaId quota, const Engine& before,
                                   const Engine& after) {
    if (workload.idle)
        return std::nullopt;
    const Gpu request = workload.request.gpu * workload.leastReplicas();
    for (std::optional<QuotaId> at = quota; at; at = after.parent(*at)) {
        const Quota& there = after.quota(*at);
        if ((!workload.isPreemptible() || there.policy.overQuota != OverQuota::on) &&
            request > there.guaranteed.gpu && request <= before.quota(*at).guaranteed.gpu)
            return at;
    }
    return std::nullopt;
}

}  // namespace

ScaleEffects::ScaleEffects(const Engine& before, const ForkRun& without, const ForkRun& with)
    : before_(before), without_(without), with_(with) {
    for (WorkloadId id = 0; id < before.workloadCount(); ++id)
        if (before.submitted(id) && (before.state(id) == WorkloadState::pending ||
                                     before.state(id) == WorkloadState::running))
            living_.push_back(id);
}

void ScaleEffects::look() {
    const bool sameMoment = with_.now() == without_.now();
    for (const WorkloadId id : living_) {
        if (reasons_.size() == kMostReasons)
            return;
        if (with_.engine().state(id) != WorkloadState::pending)
            continue;
        auto reason = with_.engine().reason(id);
        if (!reason)
            continue;
        reasons_.emplace(id, std::move(*reason));
        if (!sameMoment || before_.state(id) != WorkloadState::pending ||
            without_.engine().state(id) != WorkloadState::pending)
            continue;
        if (auto without = without_.engine().reason(id))
            reasonsWithout_.emplace(id, std::move(*without));
    }
}

std::vector<ScaleWorkloadEffect> ScaleEffects::all(int& unchanged) const {
    std::vector<ScaleWorkloadEffect> all;
    all.reserve(living_.size());
    for (const WorkloadId id : living_)
        all.push_back(effectOf(id));
    // What can never start stands before all that has its time.
    const auto order = [](const ScaleWorkloadEffect& each) {
        return std::pair(each.effect == ScaleEffect::unchanged     ? 1
                         : each.effect == ScaleEffect::neverStarts ? -1
                                                                   : 0,
                         each.effect == ScaleEffect::unchanged
                             ? 0
                             : each.at.value_or(std::numeric_limits<Instant>::max()));
    };
    std::stable_sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
        return order(a) != order(b) ? order(a) < order(b) : a.effect < b.effect;
    });
    unchanged = static_cast<int>(std::count_if(all.begin(), all.end(), [](const auto& each) {
        return each.effect == ScaleEffect::unchanged;
    }));
    return all;
}

ScaleWorkloadEffect ScaleEffects::effectOf(WorkloadId id) const {
    const Workload workload = before_.workload(id);
    ScaleWorkloadEffect effect;
    effect.workload = workload.name;
    effect.quota = before_.quota(before_.quotaOf(id)).name;
    effect.module = workload.module;
    effect.running = before_.state(id) == WorkloadState::running;
    effect.gpu =
        effect.running ? before_.held(id) : workload.request.gpu * workload.leastReplicas();
    if (effect.running)
        ofRun(id, effect);
    else
        ofStart(id, effect);
    if (effect.effect == ScaleEffect::unchanged)
        comparing(id, effect);
    never(workload, id, effect);
    return effect;
}

// Of what a node or a person stops it would be so as well: it is told of all that runs.
void ScaleEffects::never(const Workload& workload, WorkloadId id,
                         ScaleWorkloadEffect& effect) const {
    const bool taken = effect.effect == ScaleEffect::evicted;
    const bool waits = effect.effect == ScaleEffect::unchanged ||
                       effect.effect == ScaleEffect::waitsOn ||
                       effect.effect == ScaleEffect::otherReason;
    if (!taken && !waits)
        return;
    if (taken)
        effect.neverAgain = neverAgain(with_.engine(), id);
    if (effect.neverAgain)
        return;
    const auto quota = tooSmallFor(workload, before_.quotaOf(id), before_, with_.engine());
    if (!quota)
        return;
    const Quota& there = with_.engine().quota(*quota);
    Message why{std::string(effect.running ? "scale-never-again" : "scale-never-starts") +
                    (workload.isPreemptible() ? ".off" : ""),
                {{"quota", Value::ofText(there.name)},
                 {"requested", Value::ofGpu(workload.request.gpu * workload.leastReplicas())},
                 {"bound", Value::ofGpu(there.guaranteed.gpu)}}};
    if (taken) {
        effect.neverAgain = std::move(why);
        return;
    }
    effect.effect = ScaleEffect::neverStarts;
    effect.at.reset();
    effect.whyWithout.reset();
    effect.why = std::move(why);
    effect.rules = {Rule::bounds};
}

// What is taken from one fork and not from the other.
void ScaleEffects::ofRun(WorkloadId id, ScaleWorkloadEffect& effect) const {
    const TakenRun* with = takenOf(with_, id);
    const TakenRun* without = takenOf(without_, id);
    if ((with == nullptr) == (without == nullptr))
        return;
    const TakenRun& taken = with ? *with : *without;
    effect.effect = with               ? effectOfRule(taken.taken.rule)
                    : isReplica(taken) ? ScaleEffect::keepsReplicas
                                       : ScaleEffect::spared;
    effect.at = taken.record.at;
    effect.gpu = taken.taken.gpu;
    effect.lost = taken.taken.lost;
    if (isReplica(taken))
        ofReplicas(id, with ? with_ : without_, effect);
    effect.why = taken.record.why;
    effect.rules = {ruleOf(taken.taken.rule)};
    if (with)
        effect.record = taken.record;
    if (with && effect.effect == ScaleEffect::evicted)
        effect.rules.push_back(Rule::optimum);
}

void ScaleEffects::ofReplicas(WorkloadId id, const ForkRun& fork,
                              ScaleWorkloadEffect& effect) const {
    effect.gpu = effect.lost = 0;
    for (const TakenRun& each : fork.taken()) {
        if (each.taken.victim != id || !isReplica(each))
            continue;
        effect.gpu += each.taken.gpu;
        effect.lost += each.taken.lost;
        ++effect.replicas;
    }
    effect.of = before_.replicasRunning(id);
}

void ScaleEffects::ofStart(WorkloadId id, ScaleWorkloadEffect& effect) const {
    const ForkRun::Began* with = with_.beganOf(id);
    const ForkRun::Began* without = without_.beganOf(id);
    const bool same = with && without && with->at == without->at;
    if (same && with->at != with_.begin())
        return;
    if (with)
        effect.at = with->at;
    if (same) {
        effect.effect = ScaleEffect::startsAnyway;
    } else if (with && without) {
        effect.by = with->at - without->at;
        effect.effect = *effect.by < 0 ? ScaleEffect::startsEarlier : ScaleEffect::startsLater;
    } else if (with) {
        effect.effect = ScaleEffect::starts;
    } else if (without) {
        effect.effect = ScaleEffect::waitsOn;
        effect.at = without->at;
    }
    if (effect.effect == ScaleEffect::starts || effect.effect == ScaleEffect::startsEarlier ||
        effect.effect == ScaleEffect::startsAnyway)
        starting(id, effect);
    else if (effect.effect != ScaleEffect::unchanged)
        waiting(id, effect);
    // It may have started before anybody asked why it waits.
    if (effect.effect == ScaleEffect::startsLater && !effect.why) {
        effect.why = Message{"scale-starts.later", {{"nodes", Value::ofList(with->nodes)}}};
        effect.rules = {Rule::order};
    }
}

void ScaleEffects::starting(WorkloadId id, ScaleWorkloadEffect& effect) const {
    const ForkRun::Began& began = *with_.beganOf(id);
    std::vector<std::string> victims;
    Gpu gpu = 0;
    for (const TakenRun& each : with_.taken())
        if (each.taken.taker == id && each.record.at <= began.at) {
            victims.push_back(each.record.victim);
            gpu += each.taken.gpu;
            effect.rules = {ruleOf(each.taken.rule)};
        }
    if (!victims.empty()) {
        effect.why = Message{"scale-starts.taking",
                             {{"victims", Value::ofList(std::move(victims))},
                              {"gpu", Value::ofGpu(gpu)},
                              {"nodes", Value::ofList(began.nodes)}}};
        return;
    }
    effect.rules = {Rule::order};
    const auto position = before_.status(id).position;
    effect.why = position
                     ? Message{"scale-starts",
                               {{"position", Value::ofCount(*position)},
                                {"quota", Value::ofText(effect.quota)},
                                {"nodes", Value::ofList(began.nodes)}}}
                     : Message{"scale-starts.outside", {{"nodes", Value::ofList(began.nodes)}}};
}

void ScaleEffects::waiting(WorkloadId id, ScaleWorkloadEffect& effect) const {
    const auto found = reasons_.find(id);
    if (found == reasons_.end())
        return;
    effect.why = found->second.message;
    effect.rules = {found->second.rule};
}

void ScaleEffects::comparing(WorkloadId id, ScaleWorkloadEffect& effect) const {
    waiting(id, effect);
    const auto without = reasonsWithout_.find(id);
    if (without == reasonsWithout_.end() || isSame(without->second, reasons_.at(id)))
        return;
    effect.effect = ScaleEffect::otherReason;
    effect.whyWithout = without->second.message;
}

ScaleWait ScaleEffects::waitOf(const std::string& quota, bool ownPart) const {
    const QuotaId of = *before_.findQuota(quota);
    const auto isIn = [&](WorkloadId id) {
        if (ownPart)
            return before_.quotaOf(id) == of;
        for (std::optional<QuotaId> at = before_.quotaOf(id); at; at = before_.parent(*at))
            if (*at == of)
                return true;
        return false;
    };
    const auto numberOf = [](const ForkRun::Waited& waited) {
        return waited.on ? kScaleHorizon + 1 : waited.whole;
    };
    // The same on both sides: else one who waits a moment more would make the wait look shorter.
    std::vector<Duration> before, after;
    for (const WorkloadId id : living_) {
        const ForkRun::Waited without = without_.waitedOf(id);
        const ForkRun::Waited with = with_.waitedOf(id);
        if (before_.state(id) != WorkloadState::pending && without.whole == 0 && !without.on &&
            with.whole == 0 && !with.on)
            continue;
        // What starts in no case says nothing of how long the others wait.
        const auto reason = without.on && with.on ? before_.reason(id) : std::nullopt;
        if (!isIn(id) || (reason && neverStarts(reason->code)))
            continue;
        before.push_back(numberOf(without));
        after.push_back(numberOf(with));
    }
    ScaleWait wait{quota, ownPart, static_cast<int>(before.size())};
    wait.before = waitNumbers(before).p95;
    wait.after = waitNumbers(after).p95;
    wait.beforeOver = wait.before > kScaleHorizon;
    wait.afterOver = wait.after > kScaleHorizon;
    return wait;
}

}  // namespace apportion
