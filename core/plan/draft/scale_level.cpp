// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_level.h"

#include <algorithm>
#include <cstdlib>
#include <unordered_map>

#include "core/engine/engine.h"
#include "core/plan/draft/scale_event.h"

namespace apportion {

namespace {

constexpr Gpu kRoundNumber = 8 * kOneGpu;

Gpu targetOf(const ScaleTargets& targets, const Quota& quota) {
    for (const auto& [name, gpu] : targets)
        if (name == quota.name)
            return gpu;
    return quota.guaranteed.gpu;
}

class Levels {
public:
    Levels(const Engine& engine, const ScaleTargets& targets) : engine_(engine), targets_(targets) {
        below_.resize(engine.quotaCount());
        children_.resize(engine.quotaCount());
        for (QuotaId id = 0; id < engine.quotaCount(); ++id)
            if (const auto parent = engine.parent(id)) {
                below_[*parent].push_back(id);
                children_[*parent] += targetOf(targets, engine.quota(id));
            }
    }

    std::vector<ScaleLevel> all() {
        for (QuotaId id = 0; id < engine_.quotaCount(); ++id)
            if (!engine_.parent(id))
                root(id);
        for (QuotaId parent = 0; parent < engine_.quotaCount(); ++parent)
            children(parent);
        return std::move(levels_);
    }

private:
    // Roots with equal selectors share their nodes.
    void root(QuotaId id) {
        const auto& nodes = engine_.quota(id).policy.nodes;
        for (std::size_t i = 0; i < groups_.size(); ++i)
            if (engine_.quota(groups_[i]).policy.nodes == nodes) {
                levels_[i].rows.push_back(row(id));
                return;
            }
        groups_.push_back(id);
        levels_.push_back({{}, capacityBelow(engine_, id), {row(id)}});
    }

    void children(QuotaId parent) {
        ScaleLevel level;
        level.parent = engine_.quota(parent).name;
        level.whole = targetOf(targets_, engine_.quota(parent));
        for (const QuotaId id : below_[parent])
            level.rows.push_back(row(id));
        if (!level.rows.empty())
            levels_.push_back(std::move(level));
    }

    ScaleRow row(QuotaId id) const {
        const Quota& quota = engine_.quota(id);
        ScaleRow row;
        row.quota = quota.name;
        row.now = quota.guaranteed.gpu;
        row.target = targetOf(targets_, quota);
        row.numbers = engine_.numbers(id);
        row.children = children_[id];
        row.least = std::max(row.children, quota.policy.lend.value_or(0));
        row.most = quota.policy.limit.gpu;
        for (std::optional<QuotaId> at = id; at && row.limitOf.empty(); at = engine_.parent(*at))
            if (engine_.quota(*at).policy.limit.gpu)
                row.limitOf = engine_.quota(*at).name;
        return row;
    }

    const Engine& engine_;
    const ScaleTargets& targets_;
    std::vector<std::vector<QuotaId>> below_;  // by quota, file order
    std::vector<Gpu> children_;                // by quota: what its children would be given
    std::vector<QuotaId> groups_;              // the first root of each level of roots
    std::vector<ScaleLevel> levels_;
};

Gpu mayGive(const ScaleRow& row) {
    return std::max<Gpu>(0, row.target - row.least);
}

// Without work there that stands on it, or would.
Gpu mayGiveIdle(const ScaleRow& row) {
    const Gpu busy = row.numbers.subtree + row.numbers.pending;
    return std::clamp<Gpu>(row.target - busy, 0, mayGive(row));
}

Gpu mayTake(const ScaleRow& row, Gpu wanted) {
    return row.most ? std::clamp<Gpu>(*row.most - row.target, 0, wanted) : wanted;
}

}  // namespace

Gpu ScaleLevel::assigned() const {
    Gpu sum = 0;
    for (const ScaleRow& row : rows)
        sum += row.target;
    return sum;
}

std::vector<ScaleLevel> scaleLevels(const Engine& engine, const ScaleTargets& targets) {
    return Levels(engine, targets).all();
}

std::optional<std::size_t> levelOf(const std::vector<ScaleLevel>& levels, std::string_view quota) {
    const auto index = [&](const auto& isIt) -> std::optional<std::size_t> {
        const auto found = std::find_if(levels.begin(), levels.end(), isIt);
        return found == levels.end() ? std::nullopt
                                     : std::optional<std::size_t>(found - levels.begin());
    };
    if (quota.empty())
        return std::nullopt;
    if (const auto below = index([&](const ScaleLevel& each) { return each.parent == quota; }))
        return below;
    return index([&](const ScaleLevel& each) {
        return std::any_of(each.rows.begin(), each.rows.end(),
                           [&](const ScaleRow& row) { return row.quota == quota; });
    });
}

void moveDivider(ScaleLevel& level, std::size_t row, Gpu size) {
    ScaleRow& left = level.rows[row];
    ScaleRow* right = row + 1 < level.rows.size() ? &level.rows[row + 1] : nullptr;
    const Gpu wanted = size - left.target;
    if (wanted > 0) {
        const Gpu given = right ? mayGive(*right) : std::max<Gpu>(0, level.unassigned());
        const Gpu moved = mayTake(left, std::min(wanted, given));
        left.target += moved;
        if (right)
            right->target -= moved;
        return;
    }
    const Gpu given = std::min(-wanted, mayGive(left));
    const Gpu moved = right ? mayTake(*right, given) : given;
    left.target -= moved;
    if (right)
        right->target += moved;
}

void setTarget(ScaleLevel& level, std::size_t row, Gpu size, bool keepSum) {
    Gpu wanted = size - level.rows[row].target;
    level.rows[row].target = size;
    if (!keepSum)
        return;
    const auto others = [&](auto moves) {
        for (std::size_t step = 1; step < level.rows.size() && wanted != 0; ++step) {
            ScaleRow& other = level.rows[(row + step) % level.rows.size()];
            const Gpu moved = moves(other);
            other.target += moved;
            wanted += moved;
        }
    };
    if (wanted < 0)
        return others([&](const ScaleRow& other) { return mayTake(other, -wanted); });
    others([&](const ScaleRow& other) { return -std::min(wanted, mayGiveIdle(other)); });
    others([&](const ScaleRow& other) { return -std::min(wanted, mayGive(other)); });
}

ScaleSums sumsOf(const std::vector<ScaleLevel>& levels) {
    std::unordered_map<std::string_view, Gpu> ofChildren;
    for (const ScaleLevel& level : levels)
        for (const ScaleRow& row : level.rows)
            ofChildren[level.parent] += row.target - row.now;
    ScaleSums sums;
    for (const ScaleLevel& level : levels)
        for (const ScaleRow& row : level.rows) {
            if (row.target == row.now)
                continue;
            const auto below = ofChildren.find(row.quota);
            const Gpu own = row.target - row.now - (below == ofChildren.end() ? 0 : below->second);
            (own > 0 ? sums.more : sums.less) += std::abs(own);
        }
    return sums;
}

ScaleTargets changesOf(ScaleTargets targets, const ScaleLevel& level) {
    for (const ScaleRow& row : level.rows) {
        const auto found = std::find_if(targets.begin(), targets.end(),
                                        [&](const auto& each) { return each.first == row.quota; });
        if (row.target == row.now && found != targets.end())
            targets.erase(found);
        else if (row.target != row.now && found == targets.end())
            targets.emplace_back(row.quota, row.target);
        else if (row.target != row.now)
            found->second = row.target;
    }
    return targets;
}

ScaleTargets targetsOf(const ScaleEvent& event) {
    ScaleTargets targets;
    targets.reserve(event.targets.size());
    for (const auto& [quota, size] : event.targets)
        if (size.gpu)
            targets.emplace_back(quota, *size.gpu);
    return targets;
}

namespace {

// A round number of GPUs from whichever row of the level has most and may give any; empty = none
// may, or this one may take none.
ScaleTargets moveTo(std::size_t needy, ScaleLevel level) {
    std::vector<std::size_t> givers;
    for (std::size_t i = 0; i < level.rows.size(); ++i)
        if (i != needy)
            givers.push_back(i);
    std::stable_sort(givers.begin(), givers.end(), [&](std::size_t a, std::size_t b) {
        return level.rows[a].now > level.rows[b].now;
    });
    for (const std::size_t giver : givers) {
        const Gpu round = level.rows[giver].now >= 2 * kRoundNumber ? kRoundNumber : kOneGpu;
        const Gpu moved = mayTake(level.rows[needy], std::min(mayGive(level.rows[giver]), round));
        if (moved <= 0)
            continue;
        level.rows[needy].target += moved;
        level.rows[giver].target -= moved;
        return changesOf({}, level);
    }
    return {};
}

}  // namespace

ScaleTargets suggestedTargets(const Engine& engine) {
    struct Needy {
        const ScaleLevel* level;
        std::size_t row;
        Gpu pending;
    };
    const std::vector<ScaleLevel> levels = scaleLevels(engine, {});
    std::vector<Needy> waiting, content;
    for (const ScaleLevel& level : levels)
        for (std::size_t row = 0; row < level.rows.size(); ++row)
            if (const Gpu pending = level.rows[row].numbers.pending; level.rows.size() > 1)
                (pending > 0 ? waiting : content).push_back({&level, row, pending});
    // Deeper levels come later: where the work itself waits.
    std::reverse(waiting.begin(), waiting.end());
    std::stable_sort(waiting.begin(), waiting.end(),
                     [](const Needy& a, const Needy& b) { return a.pending > b.pending; });
    for (const auto* list : {&waiting, &content})
        for (const Needy& each : *list)
            if (ScaleTargets targets = moveTo(each.row, *each.level); !targets.empty())
                return targets;
    return {};
}

}  // namespace apportion
