// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/size_moves.h"

#include <algorithm>
#include <set>

namespace apportion {

Gpu movedBy(const SizeChanges& changes) {
    Gpu moved = 0;
    for (const auto& [quota, change] : changes)
        moved += std::max<Gpu>(change, 0);
    return moved;
}

SizeMoves::SizeMoves(const Scenario& scenario, const std::vector<std::string>& takers) {
    std::unordered_map<std::string, Gpu> own;
    std::unordered_map<std::string, std::string> parents;
    for (const NodeGroup& group : scenario.nodes)
        own[""] += group.node.gpu * group.count;
    for (const Quota& quota : scenario.quotas) {
        own[quota.name] += quota.guaranteed.gpu;
        own[quota.parent] -= quota.guaranteed.gpu;
        parents[quota.name] = quota.parent;
    }
    const std::set<std::string> taking(takers.begin(), takers.end());
    // What is below a taker is the taker's already.
    const auto isBelow = [&](std::string quota) {
        while (!(quota = parents[quota]).empty())
            if (taking.count(quota) > 0)
                return true;
        return false;
    };
    for (const Quota& quota : scenario.quotas) {
        const bool takes = taking.count(quota.name) > 0;
        if (takes || (own[quota.name] > 0 && !isBelow(quota.name)))
            parts_.push_back({quota.name, std::max<Gpu>(own[quota.name], 0), takes});
    }
    if (own[""] > 0)
        parts_.push_back({"", own[""], false});
}

// Shares one amount out among the parts, in their order.
class SizeMoves::Ways {
public:
    Ways(const std::vector<Part>& parts, Gpu step, std::size_t most)
        : parts_(parts), step_(step), most_(most), left_(parts.size() + 1, 0) {
        for (std::size_t i = parts.size(); i-- > 0;)
            left_[i] = left_[i + 1] + parts[i].most / step * step;
    }

    // False if there are too many.
    bool of(Gpu amount) {
        const auto first = static_cast<std::ptrdiff_t>(found_.size());
        const bool few = from(0, amount, amount);
        std::stable_sort(found_.begin() + first, found_.end(),
                         [](const auto& a, const auto& b) { return a.size() < b.size(); });
        return few;
    }
    Gpu most() const { return left_[0]; }
    std::vector<SizeChanges> take() { return std::move(found_); }

private:
    bool from(std::size_t i, Gpu toGive, Gpu toTake) {
        if (toGive > left_[i])
            return true;
        if (i == parts_.size()) {
            if (toTake > 0)
                return true;
            found_.push_back(now_);
            return found_.size() <= most_;
        }
        if (!from(i + 1, toGive, toTake))
            return false;
        const Part& part = parts_[i];
        for (Gpu given = step_; given <= std::min(part.most, toGive); given += step_)
            if (!with(i, -given, toGive - given, toTake))
                return false;
        for (Gpu taken = step_; part.takes && taken <= toTake; taken += step_)
            if (!with(i, taken, toGive, toTake - taken))
                return false;
        return true;
    }
    bool with(std::size_t i, Gpu change, Gpu toGive, Gpu toTake) {
        now_.emplace_back(parts_[i].quota, change);
        const bool few = from(i + 1, toGive, toTake);
        now_.pop_back();
        return few;
    }

    const std::vector<Part>& parts_;
    const Gpu step_;
    const std::size_t most_;
    std::vector<Gpu> left_;  // that the parts from here on can give
    SizeChanges now_;
    std::vector<SizeChanges> found_;
};

std::optional<std::vector<SizeChanges>> SizeMoves::all(Gpu step, std::size_t most) const {
    Ways ways(parts_, step, most);
    for (Gpu amount = step; amount <= ways.most(); amount += step)
        if (!ways.of(amount))
            return {};
    return ways.take();
}

std::vector<SizeChanges> SizeMoves::pairs(Gpu step) const {
    std::vector<SizeChanges> pairs;
    for (const Part& taker : parts_)
        for (const Part& giver : parts_)
            for (Gpu moved = step; taker.takes && giver.quota != taker.quota && moved <= giver.most;
                 moved += step)
                pairs.push_back({{taker.quota, moved}, {giver.quota, -moved}});
    return pairs;
}

ScaleEvent scaleOf(const Scenario& scenario, const SizeChanges& changes) {
    std::unordered_map<std::string, std::string> parents;
    for (const Quota& quota : scenario.quotas)
        parents[quota.name] = quota.parent;
    std::unordered_map<std::string, Gpu> sum;
    for (const auto& [quota, change] : changes)
        for (std::string at = quota; !at.empty(); at = parents[at])
            sum[at] += change;
    ScaleEvent scale;
    for (const Quota& quota : scenario.quotas)
        if (const Gpu change = sum[quota.name]; change != 0)
            scale.targets.emplace_back(quota.name, Limit{quota.guaranteed.gpu + change, {}, {}});
    return scale;
}

}  // namespace apportion
