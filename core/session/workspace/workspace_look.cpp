// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/workspace/workspace_look.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/access/redaction.h"

namespace apportion {

namespace {

// Whoever looks at a queue waits no longer than this.
constexpr auto kLongestLook = std::chrono::seconds(5);

std::function<bool()> enoughAfter(const std::stop_token& stop) {
    return [stop, until = std::chrono::steady_clock::now() + kLongestLook] {
        return stop.stop_requested() || std::chrono::steady_clock::now() >= until;
    };
}

// Those of the quotas that are below none of the others.
std::vector<QuotaId> topsOf(const Engine& engine, const std::vector<std::string>& quotas) {
    std::vector<QuotaId> tops;
    for (const std::string& name : quotas)
        if (const auto id = engine.findQuota(name)) {
            bool below = false;
            for (auto above = engine.parent(*id); above; above = engine.parent(*above))
                below = below || std::find(quotas.begin(), quotas.end(),
                                           engine.quota(*above).name) != quotas.end();
            if (!below)
                tops.push_back(*id);
        }
    return tops;
}

bool anyDown(const Engine& engine, const std::vector<QuotaId>& tops) {
    for (std::size_t i = 0; i < engine.nodes().size(); ++i)
        if (engine.nodeState(i) == NodeState::down &&
            std::any_of(tops.begin(), tops.end(),
                        [&](QuotaId id) { return engine.groupOf(id) == engine.nodeGroup(i); }))
            return true;
    return false;
}

Message whyEntitled(const WorkspaceLook& look, const QuotaNumbers& sum, bool anyDown) {
    const auto gpus = [](const char* name, Gpu gpu) { return Argument{name, Value::ofGpu(gpu)}; };
    if (look.entitled > look.guaranteed)
        return {"entitled-surplus",
                {gpus("guaranteed", look.guaranteed),
                 gpus("surplus", look.entitled - look.guaranteed)}};
    if (sum.limit && look.entitled == *sum.limit)
        return {"entitled-limit", {gpus("limit", *sum.limit)}};
    const Argument guaranteed = gpus("guaranteed", look.guaranteed);
    if (look.entitled < look.guaranteed)
        return look.running + sum.pending <= look.entitled
                   ? Message{"entitled-demand", {guaranteed}}
               : sum.above > 0
                   ? Message{"entitled-above", {guaranteed, gpus("above", sum.above)}}
                   : Message{anyDown ? "entitled-down" : "entitled-requests", {guaranteed}};
    return {sum.pending > 0 ? "entitled-no-surplus" : "entitled-guarantee", {}};
}

void takeNumbers(const Engine& engine, const std::vector<QuotaId>& tops, WorkspaceLook& look) {
    QuotaNumbers sum;
    bool bounded = !tops.empty();
    Gpu limit = 0;
    for (const QuotaId id : tops) {
        const QuotaNumbers numbers = engine.numbers(id);
        look.running += numbers.subtree;
        look.entitled += numbers.fairShare;
        look.guaranteed += numbers.guaranteed;
        sum.pending += numbers.pending;
        sum.above += numbers.above;
        bounded = bounded && numbers.limit;
        limit += numbers.limit.value_or(0);
    }
    if (bounded)
        sum.limit = limit;
    look.entitledWhy = whyEntitled(look, sum, anyDown(engine, tops));
}

// On whole nodes of the largest size, within the limit, or the guarantee where it may not borrow.
void takeLargest(const Engine& engine, const std::vector<QuotaId>& tops, WorkspaceLook& look) {
    for (const QuotaId id : tops) {
        const int group = engine.groupOf(id);
        Gpu largest = 0;
        Gpu capacity = 0;
        for (std::size_t i = 0; i < engine.nodes().size(); ++i)
            if (engine.nodeGroup(i) == group && engine.nodeState(i) == NodeState::ready) {
                largest = std::max(largest, engine.nodes()[i].gpu);
                capacity += engine.nodes()[i].gpu;
            }
        look.largestNode = std::max(look.largestNode, largest);
        if (largest == 0)
            continue;
        const QuotaNumbers numbers = engine.numbers(id);
        Gpu most = std::min(capacity, numbers.limit.value_or(capacity));
        for (std::optional<QuotaId> each = id; each; each = engine.parent(*each))
            if (engine.quota(*each).policy.overQuota != OverQuota::on)
                most = std::min(most, engine.numbers(*each).guaranteed);
        std::int64_t whole = 0;
        for (std::size_t i = 0; i < engine.nodes().size(); ++i)
            whole += engine.nodeGroup(i) == group && engine.nodeState(i) == NodeState::ready &&
                             engine.nodes()[i].gpu == largest
                         ? 1
                         : 0;
        const std::int64_t count = std::min(whole, most / largest);
        const Gpu work = count > 0 ? count * largest : most;
        if (work <= look.largestWork)
            continue;
        look.largestWork = work;
        look.largestNodes = static_cast<int>(std::max<std::int64_t>(count, 1));
    }
}

// Others are told by what they are, and not by whom.
void redactNames(RunOption& option, const Estimator::Fork& source, const Alias& alias) {
    if (option.submitted.reason)
        redact(option.submitted.reason->message, alias);
    for (auto* hits : {&option.evicted, &option.moved})
        for (Effect::Hit& hit : *hits) {
            redact(hit.workload, alias);
            redact(hit.preemptor, alias);
            redact(hit.why, alias);
            // Its reason tells what its quota held.
            if (source.isHidden(hit.quota)) {
                hit.quota.clear();
                hit.why = {};
            }
        }
    if (!option.range)
        return;
    std::erase_if(option.range->ask, [&](const std::string& name) {
        return alias(name) && ++option.range->askMore > 0;
    });
    if (option.range->when)
        redact(*option.range->when, alias);
}

}  // namespace

WorkspaceLook lookAt(const WorkspaceSource& source, const std::stop_token& stop) {
    const Estimator::Fork& now = source.ahead;
    const Engine& engine = now.engine;
    WorkspaceLook look;
    look.workspace = source.workspace;
    look.at = now.at + now.shift;
    look.zero = source.zero;
    const std::vector<QuotaId> tops = topsOf(engine, source.quotas);
    takeNumbers(engine, tops, look);
    takeLargest(engine, tops, look);
    look.exposure = exposureOf(engine, now.at, source.quotas, source.workspace);
    shift(look.exposure, now.shift);
    for (ExposedPart& part : look.exposure.parts)
        if (now.isHidden(part.quota))
            part.quota.clear();
    const auto waiting = waitingIn(engine, source.quotas, source.workspace);
    look.ranges = now.resting ? noRanges(engine, waiting)
                              : startRanges(engine, now.at, now.past(), waiting, enoughAfter(stop));
    shift(look.ranges, now.shift);
    if (now.alias)
        redact(look.ranges, now.alias);
    const report::Calendar calendar(source.zone);
    const Moment clock = source.clock;
    auto used = source.used(report::workspaceFrom(calendar, clock), clock, stop);
    if (used)
        look.usage =
            report::workspaceUsage(*used, source.workspace, source.quotas, calendar, clock);
    else
        look.unread = std::move(used.error());
    return look;
}

RunAnswer couldRun(const Estimator::Fork& now, const Workload& work, const std::stop_token& stop) {
    RunAnswer answer = couldRun(now.engine, now.at, work, now.past(), enoughAfter(stop));
    answer.resting = now.resting;
    shift(answer, now.shift);
    if (!now.alias)
        return answer;
    const Alias alias = {
        [&](std::string_view name) { return name == work.name ? std::nullopt : now.alias(name); },
        [&](std::string_view name) { return now.alias.ofQuota(name); }};
    for (auto* option : {&answer.asked, answer.smaller ? &*answer.smaller : nullptr,
                         answer.higher ? &*answer.higher : nullptr})
        if (option != nullptr)
            redactNames(*option, now, alias);
    return answer;
}

}  // namespace apportion
