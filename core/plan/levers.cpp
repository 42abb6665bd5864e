// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/levers.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "core/model/bounds.h"

namespace apportion {

namespace {

constexpr std::int64_t kMostWeightDoublings = 3;
constexpr int kMostNewNodes = 8;
constexpr Duration kOneHour = 3600 * kSecond;

std::int64_t priceOf(Lever lever) {
    return std::find_if(kLevers.begin(), kLevers.end(),
                        [&](const LeverInfo& info) { return info.lever == lever; })
        ->price;
}

class Options {
public:
    Options(const Scenario& scenario, Gpu step) : scenario_(scenario), step_(step) {
        for (const Quota& quota : scenario.quotas) {
            byName_.emplace(quota.name, &quota);
            children_[quota.parent].push_back(&quota);
        }
    }

    std::vector<LeverOption> take(const std::vector<std::string>& quotas,
                                  const std::vector<Lever>& levers) {
        for (const Lever lever : levers)
            for (const std::string& name : quotas)
                if (const auto found = byName_.find(name); found != byName_.end())
                    add(lever, pathOf(*found->second));
        return std::move(options_);
    }

private:
    using Path = std::vector<const Quota*>;  // the quota itself first, its root last

    Path pathOf(const Quota& quota) const {
        Path path{&quota};
        while (!path.back()->parent.empty())
            path.push_back(byName_.at(path.back()->parent));
        return path;
    }

    void add(Lever lever, const Path& path) {
        switch (lever) {
            case Lever::sizes:
                return addSizes(path);
            case Lever::nodes:
                return addNodes(path);
            default:
                break;
        }
        // Its own, those above it, and their siblings.
        for (const Quota* quota : path) {
            if (quota->parent.empty())
                continue;
            forQuota(lever, *quota, quota == path.front(), false);
            for (const Quota* sibling : children_.at(quota->parent))
                if (sibling != quota)
                    forQuota(lever, *sibling, false, true);
        }
        if (path.size() == 1)
            forQuota(lever, *path.front(), true, false);
    }

    void addScale(const std::string& key, const std::vector<std::pair<const Quota*, Gpu>>& targets,
                  Gpu moved) {
        ScaleEvent scale;
        scale.targets.reserve(targets.size());
        for (const auto& [quota, change] : targets)
            scale.targets.emplace_back(quota->name, Limit{quota->guaranteed.gpu + change, {}, {}});
        put({key,
             priceOf(Lever::sizes) * (moved / kOneGpu),
             {{0, EventAction{std::move(scale)}}},
             moved});
    }

    Gpu unassigned(const Quota& quota) const {
        Gpu rest = quota.guaranteed.gpu;
        if (const auto found = children_.find(quota.name); found != children_.end())
            for (const Quota* child : found->second)
                rest -= child->guaranteed.gpu;
        else
            return rest;  // all of it may go
        return rest;
    }

    void addSizes(const Path& path) {
        std::vector<std::pair<const Quota*, Gpu>> takers;
        for (std::size_t level = 0; level + 1 < path.size(); ++level) {
            takers.emplace_back(path[level], 0);
            const auto move = [&](const Quota* donor, Gpu most) {
                for (Gpu moved = step_; moved <= most; moved += step_) {
                    auto targets = takers;
                    for (auto& [quota, change] : targets)
                        change = moved;
                    std::reverse(targets.begin(), targets.end());
                    if (donor)
                        targets.emplace_back(donor, -moved);
                    addScale("sizes", targets, moved);
                }
            };
            move(nullptr, unassigned(*path[level + 1]));
            for (const Quota* sibling : children_.at(path[level]->parent))
                if (sibling != path[level])
                    move(sibling, unassigned(*sibling));
        }
    }

    // As the largest that is there; the quota gets what they have.
    void addNodes(const Path& path) {
        const NodeGroup* largest = nullptr;
        for (const NodeGroup& group : scenario_.nodes)
            if (group.node.gpu > 0 && (!largest || group.node.gpu > largest->node.gpu))
                largest = &group;
        if (!largest)
            return;
        for (int count = 1; count <= kMostNewNodes; ++count) {
            AddNodes add{{largest->node, count}};
            add.group.node.name = freeNodeName();
            ScaleEvent scale;
            for (auto quota = path.rbegin(); quota != path.rend(); ++quota)
                scale.targets.emplace_back(
                    (*quota)->name,
                    Limit{(*quota)->guaranteed.gpu + count * largest->node.gpu, {}, {}});
            put({"nodes",
                 priceOf(Lever::nodes) * count,
                 {{0, std::move(add)}, {0, EventAction{std::move(scale)}}}});
        }
    }

    std::string freeNodeName() const {
        std::set<std::string> taken;
        for (const Node& node : expand(scenario_.nodes))
            taken.insert(node.name);
        std::string name = "new";
        while (taken.count(name) > 0 || taken.count(name + "-1") > 0)
            name += "-node";
        return name;
    }

    // `own` = the quota that is to get more; `other` = one that is to give.
    void forQuota(Lever lever, const Quota& quota, bool own, bool other) {
        const QuotaPolicy& policy = quota.policy;
        const auto change = [&](std::int64_t times, auto&& set) {
            PolicyEvent event;
            event.quota = quota.name;
            set(event.change);
            const auto info =
                std::find_if(kLevers.begin(), kLevers.end(),
                             [&](const LeverInfo& each) { return each.lever == lever; });
            put({std::string(info->word) + " " + quota.name,
                 priceOf(lever) * times,
                 {{0, EventAction{std::move(event)}}}});
        };
        switch (lever) {
            case Lever::weight: {
                const std::int64_t weight = policy.weight.value_or(quota.guaranteed.gpu / kOneGpu);
                for (std::int64_t times = 1; times <= kMostWeightDoublings; ++times) {
                    const std::int64_t changed = other ? weight >> times : weight << times;
                    if (changed > 0 && changed != weight)
                        change(times, [&](PolicyChange& to) { to.weight = changed; });
                }
                break;
            }
            case Lever::borrowing:
                for (const OverQuota value : {OverQuota::on, OverQuota::idleOnly, OverQuota::off})
                    if (value != policy.overQuota && (other == (value > policy.overQuota)))
                        change(1, [&](PolicyChange& to) { to.overQuota = value; });
                break;
            case Lever::lending:
                if (other && policy.lend)
                    change(1, [](PolicyChange& to) { to.lend.emplace(std::nullopt); });
                if (!other && policy.lend != Gpu{0})
                    change(1, [](PolicyChange& to) { to.lend = Gpu{0}; });
                break;
            case Lever::limit:
                if (other && policy.limit.gpu.value_or(kMostGpu) > quota.guaranteed.gpu)
                    change(1, [&](PolicyChange& to) {
                        to.limit =
                            Limit{quota.guaranteed.gpu, policy.limit.cpu, policy.limit.memory};
                    });
                if (!other && policy.limit.gpu)
                    change(1, [&](PolicyChange& to) {
                        Limit limit = policy.limit;
                        limit.gpu.reset();
                        if (limit == Limit{})
                            to.limit.emplace(std::nullopt);
                        else
                            to.limit = limit;
                    });
                break;
            case Lever::queueing:
                if (own)
                    for (const Queueing value : {Queueing::fifo, Queueing::roundRobin,
                                                 Queueing::balance, Queueing::intelligent})
                        if (value != policy.queueing)
                            change(1, [&](PolicyChange& to) { to.queueing = value; });
                break;
            case Lever::preemption:
                if (!own)
                    break;
                if (!policy.priorityPreemption)
                    change(1, [](PolicyChange& to) { to.priorityPreemption = true; });
                for (const int from : {4, 6, 8}) {
                    SelfPreemption self;
                    self.high = {from, 9};
                    self.low = {1, from - 1};
                    self.modules.set();
                    if (policy.selfPreemption != self)
                        change(1, [&](PolicyChange& to) { to.selfPreemption = self; });
                }
                break;
            case Lever::minRuntime:
                if (other && policy.minRuntime)
                    change(1, [](PolicyChange& to) { to.minRuntime.emplace(std::nullopt); });
                if (!other)
                    for (const Duration least : {kOneHour, 4 * kOneHour})
                        if (policy.minRuntime.value_or(0) < least)
                            change(1, [&](PolicyChange& to) { to.minRuntime = least; });
                break;
            case Lever::sizes:
            case Lever::nodes:
                break;
        }
    }

    // Two quotas may ask for the same.
    void put(LeverOption option) {
        const bool there =
            std::any_of(options_.begin(), options_.end(), [&](const LeverOption& each) {
                return each.key == option.key && each.edits == option.edits;
            });
        if (!there)
            options_.push_back(std::move(option));
    }

    const Scenario& scenario_;
    const Gpu step_;
    std::unordered_map<std::string, const Quota*> byName_;
    std::unordered_map<std::string, std::vector<const Quota*>> children_;
    std::vector<LeverOption> options_;
};

}  // namespace

std::vector<LeverOption> optionsFor(const Scenario& scenario,
                                    const std::vector<std::string>& quotas,
                                    const std::vector<Lever>& levers, Gpu step) {
    return Options(scenario, step).take(quotas, levers);
}

bool Combinations::Entry::operator>(const Entry& other) const {
    if (price != other.price)
        return price > other.price;
    if (places.size() != other.places.size())
        return places.size() > other.places.size();
    return places > other.places;
}

Combinations::Combinations(std::vector<LeverOption> options) : options_(std::move(options)) {
    std::stable_sort(options_.begin(), options_.end(),
                     [](const auto& a, const auto& b) { return a.price < b.price; });
    if (!options_.empty())
        push({0});
}

void Combinations::push(std::vector<std::size_t> places) {
    std::int64_t price = 0;
    for (const std::size_t place : places)
        price += options_[place].price;
    queue_.push({price, std::move(places)});
}

// From {…, k} come {…, k + 1} and {…, k, k + 1}: each set once, none before a cheaper one.
std::optional<std::vector<std::size_t>> Combinations::next() {
    while (!queue_.empty()) {
        const std::vector<std::size_t> places = queue_.top().places;
        queue_.pop();
        if (places.back() + 1 < options_.size()) {
            std::vector<std::size_t> other = places;
            ++other.back();
            push(other);
            if (places.size() < kMostLevers) {
                other = places;
                other.push_back(places.back() + 1);
                push(std::move(other));
            }
        }
        std::set<std::string_view> keys;
        for (const std::size_t place : places)
            keys.insert(options_[place].key);
        if (keys.size() == places.size())
            return places;
    }
    return {};
}

}  // namespace apportion
