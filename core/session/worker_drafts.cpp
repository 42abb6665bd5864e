// SPDX-License-Identifier: GPL-3.0-or-later
// What is tried on a fork of what is open, told as the person may hear of it.
#include "core/plan/draft/policy_parts.h"
#include "core/plan/draft/scale_visible.h"
#include "core/session/trials/visible_trials.h"
#include "core/session/worker.h"

namespace apportion {

namespace {

template <typename Trial>
void tell(Trial& trial, const Pool::Fork& from) {
    trial.resting = from.resting;
    if (from.alias)
        redactNames(trial, from.alias);
}

template <typename Draft>
void show(Draft& draft, Pool& pool, const Pool::Fork& from) {
    shiftTimes(draft, from.shift);
    if (from.alias)
        keepVisible(
            draft,
            [rights = pool.rights()](const std::string& quota) {
                return rights(Right::readQuota, quota);
            },
            from.alias);
}

}  // namespace

std::optional<NodeDraft> Worker::draftNode(const std::string& node, NodeState state) {
    if (!pool_ || !pool_->rights()(Right::readPool, {}))
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::lookedAt);
    NodeDraft draft = draftNodeState(now.engine, now.at, node, state);
    tell(draft, now);
    return draft;
}

std::optional<Effect> Worker::tryCancel(const std::vector<std::string>& workloads) {
    if (!pool_)
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::lookedAt);
    TrialInputs inputs;
    for (const std::string& name : workloads)
        if (now.engine.findWorkload(name))  // what waits for an approval asks for nothing yet
            inputs.events.emplace_back(CancelEvent{name});
    Effect trial = effectOf(now.engine, now.at, inputs);
    shiftTimes(trial, now.shift);
    tell(trial, now);
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
    show(check, *pool_, now);
    return check;
}

std::optional<ScaleTrial> Worker::draftScale(const ScaleRequest& request) {
    if (!pool_)
        return std::nullopt;
    const Pool::Fork now = pool_->fork(Pool::State::shown);
    ScaleTrial trial = tryScale(now.engine, now.at, request);
    trial.resting = now.resting;
    show(trial, *pool_, now);
    return trial;
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
