// SPDX-License-Identifier: GPL-3.0-or-later
// What is tried on a fork of what is open, told as the person may hear of it.
#include "core/plan/draft/policy_parts.h"
#include "core/plan/draft/scale_visible.h"
#include "core/session/trials/visible_trials.h"
#include "core/session/worker.h"

namespace apportion {

namespace {

MayReadQuota readableIn(Pool& pool) {
    return [rights = pool.rights()](const std::string& quota) {
        return rights(Right::readQuota, quota);
    };
}

}  // namespace

std::optional<Effect> Worker::tryEvents(const std::vector<EventAction>& events) {
    if (!pool_)
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::lookedAt);
    TrialInputs inputs;
    for (const EventAction& each : events) {
        const auto* cancel = std::get_if<CancelEvent>(&each);
        // What waits for an approval asks for nothing yet.
        if (cancel == nullptr || now.engine.findWorkload(cancel->workload))
            inputs.events.push_back(each);
    }
    Effect trial = effectOf(now.engine, now.at, inputs);
    shiftTimes(trial, now.shift);
    trial.resting = now.resting;
    if (now.alias)
        redactNames(trial, now.alias);
    return trial;
}

std::optional<PolicyAnswer> Worker::draftPolicy(const PolicyDraft& draft) {
    if (!pool_)
        return std::nullopt;
    const auto rights = pool_->rights();
    if (!rights(Right::readQuota, draft.quota))
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::lookedAt);
    auto answer = apportion::draftPolicy(now.engine, draft, now.at);
    if (answer)
        shiftTimes(*answer, now.shift);
    // The work of others goes by module and quota.
    if (answer && !rights(Right::readPool, {}))
        redactNames(*answer, now.alias);
    return answer;
}

std::optional<QuotaDraftCheck> Worker::checkQuota(const QuotaDraft& draft) {
    std::optional<QuotaDraftCheck> check;
    if (pool_)
        pool_->withSurroundings(
            [&](const DraftSurroundings& around) { check = checkDraft(around, draft); });
    return check;
}

std::optional<QuotaDraft> Worker::firstQuota(const std::string& parent) {
    std::optional<QuotaDraft> draft;
    if (pool_)
        pool_->withSurroundings(
            [&](const DraftSurroundings& around) { draft = firstDraft(around, parent); });
    return draft;
}

// The state that is shown and that a command is checked against; nobody has decided on it.
std::optional<ScaleCheck> Worker::checkScale(const ScaleTargets& targets) {
    if (!pool_)
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::shown);
    ScaleCheck check = apportion::checkScale(now.engine, now.at, targets);
    shiftTimes(check, now.shift);
    if (now.alias)
        keepVisible(check, readableIn(*pool_), now.alias);
    return check;
}

std::optional<Effect> Worker::draftScale(const ScaleRequest& request) {
    if (!pool_)
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::shown);
    Effect effect = tryScale(now.engine, now.at, request);
    effect.resting = now.resting;
    shiftTimes(effect, now.shift);
    if (now.alias)
        redactNames(effect, now.alias);
    if (now.alias && effect.outlook)
        keepVisible(*effect.outlook, readableIn(*pool_), now.alias);
    return effect;
}

ScaleTargets Worker::suggestScale() {
    if (!pool_)
        return {};
    ScaleTargets targets = suggestedTargets(pool_->fork(Pool::State::shown).engine);
    const auto rights = pool_->rights();
    for (const auto& [quota, gpu] : targets)
        if (!rights(Right::resizeQuota, quota))
            return {};
    return targets;
}

}  // namespace apportion
