// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/levers.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

#include "core/model/bounds.h"

namespace apportion {

namespace {

constexpr std::int64_t kMostWeightDoublings = 3;
constexpr std::int64_t kMostCapDoublings = 3;  // the last one takes the cap away
constexpr int kMostNewNodes = 8;
constexpr Duration kOneHour = 3600 * kSecond;

std::int64_t priceOf(Lever lever) {
    return std::find_if(kLevers.begin(), kLevers.end(),
                        [&](const LeverInfo& info) { return info.lever == lever; })
        ->price;
}

class Options {
public:
    explicit Options(const Scenario& scenario) : scenario_(scenario) {
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
        if (lever == Lever::nodes)
            return addNodes(path);
        if (lever == Lever::caps)
            return addCaps(path);
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
            put({"nodes",
                 priceOf(Lever::nodes) * count,
                 {{0, std::move(add)}},
                 {{path.front()->name, count * largest->node.gpu}}});
        }
    }

    // Higher caps, or none, where users of the quota have some; lower ones in workspaces of its
    // siblings and of theirs above.
    void addCaps(const Path& path) {
        std::set<std::string> own, others;
        for (const Quota* quota : path) {
            own.insert(quota->name);
            for (const Quota* sibling : children_.at(quota->parent))
                if (sibling != quota)
                    others.insert(sibling->name);
        }
        const auto isOf = [](const Workspace& workspace, const std::set<std::string>& quotas) {
            return std::any_of(workspace.quotas.begin(), workspace.quotas.end(),
                               [&](const std::string& each) { return quotas.contains(each); });
        };
        for (const Workspace& workspace : scenario_.workspaces) {
            const bool isOwn = isOf(workspace, own);
            if (!isOwn && !isOf(workspace, others))
                continue;
            for (std::size_t i = 0; i < workspace.caps.size(); ++i)
                for (std::int64_t times = 1; times <= kMostCapDoublings; ++times) {
                    ChangeCaps change{workspace.name, workspace.caps};
                    Gpu& gpu = change.caps[i].gpu;
                    const Gpu before = gpu;
                    gpu = isOwn ? gpu << times : (gpu >> times) / kOneGpu * kOneGpu;
                    if (isOwn && times == kMostCapDoublings)
                        change.caps.erase(change.caps.begin() + static_cast<std::ptrdiff_t>(i));
                    else if (gpu == before || gpu == 0)
                        continue;
                    put({"caps " + workspace.name, priceOf(Lever::caps) * times, {{0, change}}});
                }
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
            case Lever::caps:
            case Lever::nodes:
                break;
        }
    }

    // Two quotas may ask for the same.
    void put(LeverOption option) {
        const bool there =
            std::any_of(options_.begin(), options_.end(), [&](const LeverOption& each) {
                return each.key == option.key && each.edits == option.edits &&
                       each.sizes == option.sizes;
            });
        if (!there)
            options_.push_back(std::move(option));
    }

    const Scenario& scenario_;
    std::unordered_map<std::string, const Quota*> byName_;
    std::unordered_map<std::string, std::vector<const Quota*>> children_;
    std::vector<LeverOption> options_;
};

}  // namespace

LeverOption sizesOption(SizeChanges changes) {
    const std::int64_t price = priceOf(Lever::sizes) * (movedBy(changes) / kOneGpu);
    return {kSizesKey, price, {}, std::move(changes)};
}

std::int64_t priceOf(const std::vector<LeverOption>& options) {
    std::int64_t price = 0;
    for (const LeverOption& option : options)
        price += option.price;
    return price;
}

std::vector<PlanEdit> editsOf(const Scenario& scenario, const std::vector<LeverOption>& options) {
    std::vector<PlanEdit> edits;
    SizeChanges sizes;
    for (const LeverOption& option : options) {
        edits.insert(edits.end(), option.edits.begin(), option.edits.end());
        sizes.insert(sizes.end(), option.sizes.begin(), option.sizes.end());
    }
    if (ScaleEvent scale = scaleOf(scenario, sizes); !scale.targets.empty())
        edits.push_back({0, EventAction{std::move(scale)}});
    return edits;
}

LeverOptions optionsFor(const Scenario& scenario, const std::vector<std::string>& quotas,
                        const std::vector<Lever>& levers, std::size_t mostMoves) {
    LeverOptions result{Options(scenario).take(quotas, levers)};
    if (std::find(levers.begin(), levers.end(), Lever::sizes) == levers.end())
        return result;
    const SizeMoves sizes(scenario, quotas);
    std::optional<std::vector<SizeChanges>> moves = sizes.all(kOneGpu, mostMoves);
    if (!moves) {
        for (const NodeGroup& group : scenario.nodes)
            result.step = std::max(result.step, group.node.gpu);
        moves = sizes.all(result.step, mostMoves);
        if (!moves)
            moves = sizes.pairs(result.step);
    }
    for (SizeChanges& each : *moves)
        result.options.push_back(sizesOption(std::move(each)));
    return result;
}

bool Combinations::Entry::operator>(const Entry& other) const {
    if (price != other.price)
        return price > other.price;
    if (keys.size() != other.keys.size())
        return keys.size() > other.keys.size();
    return std::tie(keys, options) > std::tie(other.keys, other.options);
}

Combinations::Combinations(std::vector<LeverOption> options) {
    std::stable_sort(options.begin(), options.end(),
                     [](const auto& a, const auto& b) { return a.price < b.price; });
    std::unordered_map<std::string, std::size_t> places;
    for (LeverOption& option : options) {
        const auto [found, isNew] = places.emplace(option.key, byKey_.size());
        if (isNew)
            byKey_.emplace_back();
        byKey_[found->second].push_back(std::move(option));
    }
    if (!byKey_.empty())
        push({0}, {0});
}

void Combinations::push(std::vector<std::size_t> keys, std::vector<std::size_t> options) {
    Entry entry{0, std::move(keys), std::move(options)};
    for (std::size_t i = 0; i < entry.keys.size(); ++i)
        entry.price += byKey_[entry.keys[i]][entry.options[i]].price;
    queue_.push(std::move(entry));
}

// From the first options of the keys {…, k} come those of {…, k + 1} and {…, k, k + 1}. An option
// is followed by the next of its key, up to the last key of which it is not the first: each set
// once, none before a cheaper one.
std::optional<std::vector<LeverOption>> Combinations::next() {
    if (queue_.empty())
        return {};
    const Entry entry = queue_.top();
    queue_.pop();
    const std::size_t size = entry.keys.size();
    std::size_t from = size;
    while (from > 0 && entry.options[from - 1] == 0)
        --from;
    if (from == 0 && entry.keys.back() + 1 < byKey_.size()) {
        std::vector<std::size_t> keys = entry.keys;
        ++keys.back();
        push(keys, entry.options);
        if (size < kMostLevers) {
            keys = entry.keys;
            keys.push_back(entry.keys.back() + 1);
            push(std::move(keys), std::vector<std::size_t>(size + 1, 0));
        }
    }
    for (std::size_t i = from == 0 ? 0 : from - 1; i < size; ++i)
        if (entry.options[i] + 1 < byKey_[entry.keys[i]].size()) {
            std::vector<std::size_t> options = entry.options;
            ++options[i];
            push(entry.keys, std::move(options));
        }
    std::vector<LeverOption> chosen;
    chosen.reserve(size);
    for (std::size_t i = 0; i < size; ++i)
        chosen.push_back(byKey_[entry.keys[i]][entry.options[i]]);
    return chosen;
}

const LeverOption* Combinations::cheaperThan(const LeverOption& option) const {
    const LeverOption* dearest = nullptr;
    for (const auto& ofKey : byKey_)
        for (const LeverOption& each : ofKey)
            if (each.key == option.key && each.price < option.price &&
                (!dearest || each.price > dearest->price))
                dearest = &each;
    return dearest;
}

}  // namespace apportion
