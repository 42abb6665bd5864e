// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/fuzzed_scenario.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace apportion {
namespace {

constexpr std::array<Gpu, 8> kRequests{0, 25, 40, 50, 100, 200, 300, 400};
constexpr int kUsers = 3;
const std::string kOneType = "A";
const std::string kOtherType = "B";

std::string numbered(const char* word, std::size_t number) {
    return word + std::to_string(number);
}

// What a snapshot has taken of one node.
struct Used {
    std::vector<Gpu> devices;
    Resources sum;
};

class Maker {
public:
    explicit Maker(FuzzedDataProvider& bytes) : bytes_(bytes) {}

    Scenario make() {
        makeSettings();
        makeNodes();
        makeQuotas();
        makeWorkspaces();
        for (int i = from(0, 24); i > 0; --i)
            makeWorkload();
        for (int i = from(0, 8); i > 0; --i)
            made_.events.push_back({seconds(0, 25), action()});
        if (chance(10))
            made_.until = seconds(0, 30);
        return std::move(made_);
    }

private:
    int from(int low, int high) { return bytes_.ConsumeIntegralInRange<int>(low, high); }
    bool chance(int percent) { return from(0, 99) < percent; }
    Duration seconds(int low, int high) { return from(low, high) * kSecond; }
    template <typename E>
    E oneOf(int count) {
        return static_cast<E>(from(0, count - 1));
    }
    const std::string& anyQuota() {
        return made_.quotas[bytes_.ConsumeIntegralInRange<std::size_t>(0, made_.quotas.size() - 1)]
            .name;
    }
    // Sometimes one more than there are: an event may name what is not there.
    std::string anyWorkload() {
        return numbered(
            "w", static_cast<std::size_t>(from(0, static_cast<int>(made_.workloads.size()))));
    }
    ModuleSet modules() { return {static_cast<unsigned long long>(from(1, 7))}; }
    PriorityRange range(int low, int high) {
        const int first = from(low, high);
        return {first, from(first, high)};
    }

    void makeSettings() {
        Settings& settings = made_.settings;
        settings.placement = oneOf<PlacementPolicy>(2);
        settings.consolidation = chance(70);
        settings.balanceTimeout = seconds(0, 8);
        settings.agingInterval = seconds(1, 9);
        if (chance(30))
            settings.gracePeriod = seconds(0, 4);
        if (chance(30))
            settings.minRuntime = seconds(0, 6);
    }

    void makeNodes() {
        for (int i = from(1, 3); i > 0; --i) {
            NodeGroup group;
            group.node.name = numbered("n", made_.nodes.size());
            group.node.gpu = from(1, 4) * kOneGpu;
            group.count = from(1, 2);
            if (chance(40))
                group.node.gpuType = chance(50) ? kOneType : kOtherType;
            if (chance(20))
                group.node.cpu = from(0, 8) * kOneCore;
            if (chance(20))
                group.node.memory = from(0, 8) * kOneGib;
            made_.nodes.push_back(group);
        }
        for (const Node& node : expand(made_.nodes)) {
            used_.push_back({std::vector<Gpu>(static_cast<std::size_t>(node.gpu / kOneGpu)), {}});
            nodes_.push_back(node);
        }
    }

    // What the roots over nodes of one type, or over all others, may still be guaranteed.
    Gpu capacityOf(bool oneType) {
        Gpu sum = 0;
        for (const Node& node : nodes_)
            sum += (node.gpuType == kOneType) == oneType ? node.gpu : 0;
        return sum;
    }

    void makeQuotas() {
        const bool divided = chance(25);  // some roots have the nodes of one type to themselves
        std::map<std::string, Gpu> left{{kOneType, capacityOf(true)}, {"", capacityOf(false)}};
        if (!divided)
            left[""] += left[kOneType];
        for (int i = from(1, 6); i > 0; --i) {
            Quota quota;
            quota.name = numbered("q", made_.quotas.size());
            std::string source;  // where its guarantee comes from
            if (!made_.quotas.empty() && chance(60)) {
                quota.parent = source = anyQuota();
            } else if (divided && chance(50)) {
                source = kOneType;
                quota.policy.nodes = NodeSelector{kOneType, {}};
            }
            // Whole GPUs mostly, sometimes hundredths.
            const auto most = static_cast<int>(left[source]);
            quota.guaranteed.gpu = chance(80) ? from(0, most / 100) * kOneGpu : from(0, most);
            left[source] -= quota.guaranteed.gpu;
            left[quota.name] = quota.guaranteed.gpu;
            makePolicy(quota);
            made_.quotas.push_back(quota);
        }
    }

    SelfPreemption selfPreemption() {
        SelfPreemption policy;
        policy.low = range(1, 8);
        policy.high = range(policy.low.to + 1, 9);
        policy.modules = modules();
        policy.scope = oneOf<PreemptionScope>(3);
        policy.mayTakeGuaranteed = chance(30);
        return policy;
    }

    Limit limitFrom(Gpu gpu) {
        Limit limit;
        if (chance(60))
            limit.gpu = gpu + from(0, 400);
        if (chance(25))
            limit.cpu = from(0, 8) * kOneCore;
        if (chance(25))
            limit.memory = from(0, 8) * kOneGib;
        return limit;
    }

    void makePolicy(Quota& quota) {
        QuotaPolicy& policy = quota.policy;
        policy.queueing = oneOf<Queueing>(4);
        policy.priorityPreemption = chance(30);
        if (chance(30))
            policy.limit = limitFrom(quota.guaranteed.gpu);
        if (chance(30))
            policy.weight = from(0, 4);
        if (chance(30))
            policy.rank = from(-1, 2);
        if (chance(25))
            policy.overQuota = oneOf<OverQuota>(3);
        if (chance(30))
            policy.selfPreemption = selfPreemption();
        if (chance(30))
            policy.childPreemption = ChildPreemption{range(1, 9), modules()};
        if (chance(30))
            policy.lend = from(0, static_cast<int>(quota.guaranteed.gpu));
        if (chance(20))
            policy.minRuntime = seconds(0, 6);
    }

    void makeWorkspaces() {
        for (int i = chance(30) ? from(1, 2) : 0; i > 0; --i) {
            Workspace workspace;
            workspace.name = numbered("s", made_.workspaces.size());
            for (const Quota& quota : made_.quotas)
                if (chance(60))
                    workspace.quotas.push_back(quota.name);
            for (std::size_t user = 0; user < kUsers; ++user)
                if (chance(60))
                    workspace.members.push_back({numbered("u", user), oneOf<Role>(3)});
            for (int caps = from(0, 2); caps > 0; --caps)
                workspace.caps.push_back(cap());
            made_.workspaces.push_back(workspace);
        }
    }

    Cap cap() {
        Cap cap;
        if (chance(30))
            cap.role = oneOf<Role>(3);
        if (chance(30))
            cap.user = numbered("u", static_cast<std::size_t>(from(0, kUsers - 1)));
        if (chance(30))
            cap.priorities = range(1, 9);
        if (chance(30))
            cap.modules = modules();
        cap.gpu = from(0, 8) * 50;
        return cap;
    }

    void makeWorkload() {
        Workload workload;
        workload.name = numbered("w", made_.workloads.size());
        workload.quota = anyQuota();
        workload.module = oneOf<Module>(kModules);
        workload.priority = from(kLowestPriority, kHighestPriority);
        workload.request.gpu = bytes_.PickValueInArray(kRequests);
        if (chance(25))
            workload.request.cpu = from(0, 4) * kOneCore;
        if (chance(25))
            workload.request.memory = from(0, 4) * kOneGib;
        if (chance(30))
            workload.replicas = from(2, 4);
        if (chance(30))
            workload.minReplicas = from(1, workload.replicas);
        if (chance(70))
            workload.duration = seconds(1, 15);
        if (chance(20))
            workload.checkpoint = seconds(1, 5);
        if (chance(40))
            workload.preemptible = chance(60);
        if (chance(15))
            workload.gpuType = chance(70) ? kOneType : kOtherType;
        if (chance(15))
            workload.idle = true;
        if (!made_.workspaces.empty() && chance(50)) {
            workload.workspace = made_.workspaces.front().name;
            workload.user = numbered("u", static_cast<std::size_t>(from(0, kUsers - 1)));
        }
        if (chance(60))
            letRun(workload);
        else
            workload.submit = seconds(0, 20);
        made_.workloads.push_back(workload);
    }

    // As a snapshot, if there is room for all of it.
    void letRun(Workload& workload) {
        RunningSince running;
        running.since = -std::min(seconds(0, 9), workload.duration.value_or(9 * kSecond) - kSecond);
        workload.submit = running.since - seconds(0, 3);
        std::vector<Used> used = used_;
        for (int replica = 0; replica < workload.replicas; ++replica) {
            const auto first = bytes_.ConsumeIntegralInRange<std::size_t>(0, used.size() - 1);
            std::size_t node = first;
            while (!mayUse(workload, nodes_[node]) || !take(used[node], nodes_[node], workload)) {
                node = (node + 1) % used.size();
                if (node == first) {
                    workload.submit = 0;
                    return;
                }
            }
            running.placements.push_back({nodes_[node].name, workload.request.gpu});
        }
        used_ = std::move(used);
        workload.running = running;
    }

    // The nodes of one type belong to the roots that name it, if there are any.
    bool mayUse(const Workload& workload, const Node& node) const {
        const auto named = [](const Quota& quota) { return quota.policy.nodes.has_value(); };
        const auto find = [this](const std::string& name) {
            return std::find_if(made_.quotas.begin(), made_.quotas.end(),
                                [&](const Quota& quota) { return quota.name == name; });
        };
        auto root = find(workload.quota);
        while (!root->parent.empty())
            root = find(root->parent);
        if (std::none_of(made_.quotas.begin(), made_.quotas.end(), named))
            return true;
        return named(*root) == (node.gpuType == kOneType);
    }

    static bool take(Used& used, const Node& node, const Workload& workload) {
        const Resources sum = used.sum + workload.request;
        if ((!workload.gpuType.empty() && workload.gpuType != node.gpuType) ||
            (node.cpu && sum.cpu > *node.cpu) || (node.memory && sum.memory > *node.memory))
            return false;
        Gpu left = workload.request.gpu;
        std::vector<Gpu> devices = used.devices;
        for (Gpu& device : devices) {
            const Gpu part = std::min(left, kOneGpu);
            if (device + part > kOneGpu)
                continue;
            device += part;
            left -= part;
        }
        if (left > 0)
            return false;
        used = {std::move(devices), sum};
        return true;
    }

    EventAction action() {
        switch (from(0, 4)) {
            case 0: {
                ScaleEvent scale;
                for (int i = from(1, 2); i > 0; --i) {
                    Limit target;
                    target.gpu = chance(80) ? from(0, 8) * kOneGpu : from(0, 800);
                    scale.targets.emplace_back(anyQuota(), target);
                }
                scale.mode = oneOf<ScaleMode>(3);
                if (chance(50))
                    scale.after = seconds(0, 5);
                return scale;
            }
            case 1:
                return PolicyEvent{anyQuota(), policyChange()};
            case 2:
                return CancelEvent{anyWorkload()};
            case 3:
                return FinishEvent{anyWorkload()};
            default: {
                const auto at = bytes_.ConsumeIntegralInRange<std::size_t>(0, nodes_.size() - 1);
                return NodeEvent{nodes_[at].name, oneOf<NodeState>(3)};
            }
        }
    }

    // A new value, or back to the default.
    template <typename T>
    void change(std::optional<std::optional<T>>& key, T value) {
        if (chance(25))
            key = chance(75) ? std::optional<T>(std::move(value)) : std::nullopt;
    }

    PolicyChange policyChange() {
        PolicyChange made;
        made.rank = from(-1, 2);  // none at all is an error
        change(made.limit, limitFrom(0));
        change<std::int64_t>(made.weight, from(0, 4));
        change(made.overQuota, oneOf<OverQuota>(3));
        change(made.priorityPreemption, chance(50));
        change(made.queueing, oneOf<Queueing>(4));
        change(made.selfPreemption, selfPreemption());
        change(made.childPreemption, ChildPreemption{range(1, 9), modules()});
        change<Gpu>(made.lend, from(0, 800));
        change(made.minRuntime, seconds(0, 6));
        return made;
    }

    FuzzedDataProvider& bytes_;
    Scenario made_;
    std::vector<Node> nodes_;
    std::vector<Used> used_;  // by node
};

}  // namespace

Scenario fuzzedScenario(FuzzedDataProvider& bytes) {
    return Maker(bytes).make();
}

}  // namespace apportion
