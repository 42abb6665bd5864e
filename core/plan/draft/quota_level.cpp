// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_level.h"

#include <algorithm>
#include <numeric>

#include "core/change/refuse.h"
#include "core/model/number_text.h"
#include "core/model/validation/pools.h"
#include "core/plan/draft/policy_parts.h"

namespace apportion {

namespace {

constexpr std::size_t kMostInRatio = 5;

const Quota* rootOf(const Project& project, const Quota* quota) {
    // A valid pool has no circles; the count guards against one that is not.
    for (std::size_t i = 0; quota && !quota->parent.empty() && i < project.pool.quotas.size(); ++i)
        quota = findQuota(project, quota->parent);
    return quota;
}

// What a root with that selector divides beside the roots there are.
NodeChoice divided(const Project& project, const std::optional<NodeSelector>& selector,
                   std::vector<const Quota*>* siblings) {
    std::vector<Quota> quotas = project.pool.quotas;
    Quota added;
    added.policy.nodes = selector;
    quotas.push_back(std::move(added));
    const std::vector<Node> nodes = expand(project.pool.nodes);
    const validation::Pools pools = validation::divide(quotas, nodes);
    const auto& pool = pools.pools[*pools.poolOf(quotas.size() - 1)];
    if (siblings)
        for (const std::size_t root : pool.roots)
            if (root < project.pool.quotas.size())
                siblings->push_back(&project.pool.quotas[root]);
    return {selector.value_or(NodeSelector{}), static_cast<int>(pool.nodes.size()), pool.capacity};
}

std::int64_t weightOf(const QuotaPolicy& policy, Gpu guaranteed) {
    return policy.weight ? *policy.weight * kOneGpu : guaranteed;
}

bool isEdited(const QuotaDraft& draft, const Quota& quota) {
    return std::find(draft.edits.begin(), draft.edits.end(), quota.name) != draft.edits.end();
}

}  // namespace

QuotaLevel levelOf(const Project& project, const QuotaDraft& draft) {
    QuotaLevel level;
    if (draft.parent.empty()) {
        level.nodes = divided(project, draft.policy.nodes, &level.siblings);
        std::erase_if(level.siblings, [&](const Quota* root) { return isEdited(draft, *root); });
        return level;
    }
    level.parent = findQuota(project, draft.parent);
    for (const Quota& quota : project.pool.quotas)
        if (quota.parent == draft.parent && !isEdited(draft, quota))
            level.siblings.push_back(&quota);
    if (const Quota* root = rootOf(project, level.parent))
        level.nodes = divided(project, root->policy.nodes, nullptr);
    return level;
}

QuotaRoom roomOf(const QuotaLevel& level, const QuotaDraft& draft) {
    QuotaRoom room;
    room.parent = draft.parent;
    room.whole = level.parent ? level.parent->guaranteed.gpu : level.nodes.gpu;
    room.wanted = draft.guaranteed;
    room.parts.reserve(level.siblings.size());
    for (const Quota* sibling : level.siblings) {
        const auto given =
            std::find_if(draft.take.begin(), draft.take.end(),
                         [&](const auto& each) { return each.first == sibling->name; });
        const Gpu gives = given == draft.take.end() ? 0 : given->second;
        const bool gets = draft.give && draft.give->first == sibling->name;
        room.parts.push_back(
            {sibling->name, gets ? draft.give->second : sibling->guaranteed.gpu - gives, gives});
    }
    return room;
}

std::vector<std::int64_t> weightsOf(const QuotaLevel& level, const QuotaDraft& draft) {
    const QuotaRoom room = roomOf(level, draft);
    std::vector<std::int64_t> weights{weightOf(draft.policy, draft.guaranteed)};
    for (std::size_t i = 0; i < level.siblings.size(); ++i) {
        const QuotaPolicy& policy = level.siblings[i]->policy;
        if (policy.rank == draft.policy.rank && policy.overQuota == OverQuota::on)
            weights.push_back(weightOf(policy, room.parts[i].guaranteed));
    }
    const Gpu own = level.parent ? room.unassigned() - draft.guaranteed : 0;
    if (own > 0 && draft.policy.rank == 0)
        weights.push_back(own);
    return weights;
}

std::pair<Gpu, std::string> limitAbove(const Project& project, const QuotaLevel& level) {
    const Quota* at = level.parent;
    for (std::size_t i = 0; at && i < project.pool.quotas.size(); ++i) {
        if (at->policy.limit.gpu)
            return {*at->policy.limit.gpu, at->name};
        at = findQuota(project, at->parent);
    }
    return {level.nodes.gpu, {}};
}

namespace {

// A valid pool has no circles; the count guards against one that is not.
template <typename Each>
void eachFrom(const Project& project, const Quota* at, Each each) {
    for (std::size_t i = 0; at && i < project.pool.quotas.size(); ++i) {
        each(*at);
        at = findQuota(project, at->parent);
    }
}

// What comes of it beside the quotas above, of which `off` bars idle work from all below; nothing
// else but the nodes bounds that.
OverQuota overQuotaOf(const Project& project, const QuotaLevel& level, const QuotaDraft& draft,
                      Gpu most) {
    if (draft.policy.overQuota == OverQuota::on && most > draft.guaranteed)
        return OverQuota::on;
    bool idleMay = draft.policy.overQuota != OverQuota::off && draft.guaranteed < level.nodes.gpu;
    eachFrom(project, level.parent, [&](const Quota& above) {
        idleMay = idleMay && above.policy.overQuota != OverQuota::off;
    });
    return idleMay ? OverQuota::idleOnly : OverQuota::off;
}

}  // namespace

Gpu mostOf(const Project& project, const QuotaLevel& level, const QuotaDraft& draft) {
    Gpu most = std::min(level.nodes.gpu, draft.policy.limit.gpu.value_or(level.nodes.gpu));
    eachFrom(project, level.parent, [&](const Quota& above) {
        most = std::min(most, above.policy.limit.gpu.value_or(most));
        if (above.policy.overQuota != OverQuota::on)
            most = std::min(most, above.guaranteed.gpu);
    });
    return most;
}

std::vector<NodeChoice> nodeChoices(const Project& project) {
    std::vector<NodeChoice> choices;
    const auto add = [&](NodeSelector selector, const NodeGroup& group) {
        auto found = std::find_if(choices.begin(), choices.end(), [&](const NodeChoice& choice) {
            return choice.selector == selector;
        });
        if (found == choices.end())
            found = choices.insert(choices.end(), {std::move(selector), 0, 0});
        found->nodes += group.count;
        found->gpu += group.node.gpu * group.count;
    };
    for (const NodeGroup& group : project.pool.nodes)
        if (!group.node.gpuType.empty())
            add({group.node.gpuType, {}}, group);
    for (const NodeGroup& group : project.pool.nodes)
        for (const auto& [key, value] : group.node.labels)
            add({std::nullopt, {{key, value}}}, group);
    return choices;
}

namespace {

Message readsOf(const QuotaLevel& level, const QuotaDraft& draft, Gpu most, OverQuota overQuota) {
    const Argument quota = textArgument("quota", draft.name);
    const Argument guaranteed{"guaranteed", Value::ofGpu(draft.guaranteed)};
    const Argument more{"more", Value::ofGpu(std::max<Gpu>(0, most - draft.guaranteed))};
    const bool none = draft.guaranteed == 0;
    switch (overQuota) {
        case OverQuota::off:
            if (none)
                return {"quota-reads.nothing", {quota}};
            return {draft.policy.lend == 0 ? "quota-reads.fixed" : "quota-reads.never-more",
                    {quota, guaranteed}};
        case OverQuota::idleOnly:
            return none ? Message{"quota-reads.idle-only", {quota}}
                        : Message{"quota-reads.idle", {quota, guaranteed}};
        case OverQuota::on:
            break;
    }
    const std::vector<std::int64_t> weights = weightsOf(level, draft);
    const auto all = std::accumulate(weights.begin(), weights.end(), std::int64_t{0});
    if (none && weights.front() == 0)
        return {"quota-reads.left-over", {quota, more}};
    if (none)
        return {"quota-reads.weight-only",
                {quota, more, textArgument("weight", gpuText(weights.front())),
                 textArgument("weights", gpuText(all))}};
    if (weights.front() == 0)
        return {"quota-reads.unclaimed", {quota, guaranteed, more}};
    if (weights.size() == 1)
        return {"quota-reads.alone", {quota, guaranteed, more}};
    if (weights.size() > kMostInRatio)
        return {"quota-reads.weight",
                {quota, guaranteed, more, textArgument("weight", gpuText(weights.front())),
                 textArgument("weights", gpuText(all))}};
    std::string ratio;
    for (const std::int64_t weight : weights)
        ratio += (ratio.empty() ? "" : " : ") + gpuText(weight);
    return {"quota-reads", {quota, guaranteed, more, textArgument("ratio", ratio)}};
}

// Who has a part in the surplus before it and after it (rule 6).
void addRanks(const QuotaLevel& level, const QuotaDraft& draft, std::vector<Message>& sentences) {
    if (weightOf(draft.policy, draft.guaranteed) == 0)
        return;
    std::int64_t higher = 0;
    std::int64_t lower = 0;
    for (const Quota* sibling : level.siblings) {
        const QuotaPolicy& policy = sibling->policy;
        if (policy.overQuota != OverQuota::on || weightOf(policy, sibling->guaranteed.gpu) == 0)
            continue;
        higher += policy.rank > draft.policy.rank ? 1 : 0;
        lower += policy.rank < draft.policy.rank ? 1 : 0;
    }
    if (higher > 0)
        sentences.push_back({"quota-reads.after", {{"count", Value::ofCount(higher)}}});
    if (lower > 0)
        sentences.push_back({"quota-reads.before", {{"count", Value::ofCount(lower)}}});
}

}  // namespace

std::vector<Message> sentencesOf(const Project& project, const QuotaLevel& level,
                                 const QuotaDraft& draft) {
    const Gpu most = mostOf(project, level, draft);
    const OverQuota overQuota = overQuotaOf(project, level, draft, most);
    std::vector<Message> sentences{readsOf(level, draft, most, overQuota)};
    if (overQuota == OverQuota::on)
        addRanks(level, draft, sentences);
    const auto& lend = draft.policy.lend;
    if (lend && *lend < draft.guaranteed && sentences.front().code != "quota-reads.fixed")
        sentences.push_back(*lend == 0
                                ? Message{"quota-reads.keeps", {}}
                                : Message{"quota-reads.lends", {{"lend", Value::ofGpu(*lend)}}});
    if (level.parent && level.parent->policy.childPreemption) {  // rule 16
        const ChildPreemption& policy = *level.parent->policy.childPreemption;
        sentences.push_back(
            {"quota-reads.parent-takes",
             {textArgument("parent", level.parent->name), textArgument("quota", draft.name),
              modulesArgument(policy.modules), rangeArgument("priorities", policy.priorities)}});
    }
    for (const auto& [sibling, gpu] : draft.take)
        sentences.push_back(
            {"quota-reads.takes", {textArgument("sibling", sibling), {"gpu", Value::ofGpu(gpu)}}});
    if (draft.parent.empty())
        sentences.push_back({"quota-reads.nodes",
                             {{"nodes", Value::ofCount(level.nodes.nodes)},
                              {"gpu", Value::ofGpu(level.nodes.gpu)}}});
    return sentences;
}

}  // namespace apportion
