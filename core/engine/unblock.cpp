// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/unblock.h"

#include <algorithm>
#include <functional>

#include "core/engine/instant.h"
#include "core/model/words.h"

namespace apportion {
namespace {

// Forks are full copies: on very large states the search stops after so many workloads copied.
constexpr std::size_t kMostCopied = 4'000'000;

class Finder {
public:
    Finder(const EngineState& state, WorkloadId id) : state_(state), id_(id), job_(state.job(id)) {}

    std::vector<Unblock> run(std::size_t most) {
        if (job_.phase != Phase::waiting)
            return {};
        for (BranchId id = job_.leaf; id != kNoBranch; id = state_.tree[id].parent)
            if (!state_.tree[id].own)
                path_.push_back(state_.tree[id].quota);
        if (state_.tree[job_.leaf].own)
            path_.insert(path_.begin(), job_.quota);
        path_.erase(std::unique(path_.begin(), path_.end()), path_.end());
        raiseFromUnassigned();
        moveFromSiblings();
        addNode();
        widenBounds();
        childPreemption();
        selfPreemption();
        changeQueueing();
        endOne();
        std::stable_sort(found_.begin(), found_.end(), [](const Unblock& a, const Unblock& b) {
            return a.evicts.size() < b.evicts.size();
        });
        if (found_.size() > most)
            found_.erase(found_.begin() + static_cast<std::ptrdiff_t>(most), found_.end());
        return std::move(found_);
    }

private:
    static Value text(const std::string& value) { return Value::ofText(value); }
    const Quota& quota(QuotaId id) const { return state_.tree.quota(id); }

    // Whether the workload starts in the instant of the edit; who is evicted for it.
    bool starts(const std::function<bool(EngineState&)>& edit, std::vector<std::string>& evicts) {
        copied_ += state_.jobs.size() + 1;
        if (copied_ > kMostCopied)
            return false;
        EngineState fork = state_;
        fork.keepRunnerUp = false;
        if (!edit(fork))
            return false;
        const Decisions made = runInstant(fork, fork.now, {});
        if (std::find(made.started.begin(), made.started.end(), id_) == made.started.end())
            return false;
        for (const Taken& taken : made.taken)
            if (taken.rule != EvictionRule::consolidation)
                evicts.push_back(state_.name(taken.victim));
        return true;
    }

    bool tryEvent(EventAction action, Message message) {
        Unblock unblock;
        Decisions made;
        if (!starts([&](EngineState& fork) { return !applyEvent(fork, action, made); },
                    unblock.evicts))
            return false;
        unblock.change = Event{state_.now, std::move(action)};
        unblock.message = std::move(message);
        found_.push_back(std::move(unblock));
        return true;
    }

    static Limit gpus(Gpu gpu) {
        Limit limit;
        limit.gpu = gpu;
        return limit;
    }

    void raiseFromUnassigned() {
        for (const QuotaId id : path_) {
            const auto above = state_.tree.parent(id);
            Gpu unassigned = 0;
            if (above) {
                unassigned = state_.tree[state_.tree[state_.tree.branchOf(*above)].ownPart].weight;
            } else {
                unassigned = state_.fleet.capacity(job_.group);
                for (const BranchId root : state_.tree.topLevel(job_.group))
                    unassigned -= state_.tree.quotaOf(root).guaranteed.gpu;
            }
            const Gpu from = quota(id).guaranteed.gpu;
            for (Gpu more = kOneGpu; more <= unassigned; more += kOneGpu) {
                ScaleEvent scale;
                scale.targets = {{quota(id).name, gpus(from + more)}};
                std::vector<Argument> arguments{{"quota", text(quota(id).name)},
                                                {"gpu", Value::ofGpu(more)},
                                                {"from", Value::ofGpu(from)},
                                                {"to", Value::ofGpu(from + more)}};
                if (above)
                    arguments.push_back({"parent", text(quota(*above).name)});
                if (tryEvent(scale,
                             {above ? "raise-quota" : "raise-quota.root", std::move(arguments)}))
                    break;
            }
        }
    }

    void moveFromSiblings() {
        for (const QuotaId id : path_)
            for (const BranchId branch : state_.tree.levelOf(state_.tree.branchOf(id))) {
                const QuotaId other = state_.tree[branch].quota;
                if (state_.tree[branch].own || other == id)
                    continue;
                const Gpu from = quota(id).guaranteed.gpu;
                const Gpu siblingFrom = quota(other).guaranteed.gpu;
                for (Gpu more = kOneGpu; more <= siblingFrom; more += kOneGpu) {
                    ScaleEvent scale;
                    scale.targets = {{quota(id).name, gpus(from + more)},
                                     {quota(other).name, gpus(siblingFrom - more)}};
                    if (tryEvent(scale, {"move-from-sibling",
                                         {{"quota", text(quota(id).name)},
                                          {"sibling", text(quota(other).name)},
                                          {"gpu", Value::ofGpu(more)},
                                          {"from", Value::ofGpu(from)},
                                          {"to", Value::ofGpu(from + more)},
                                          {"siblingFrom", Value::ofGpu(siblingFrom)},
                                          {"siblingTo", Value::ofGpu(siblingFrom - more)}}}))
                        break;
                }
            }
    }

    void addNode() {
        Node node;
        node.name = "added";
        node.gpuType = job_.spec->gpuType;
        for (const NodeId each : state_.fleet.nodesOf(job_.group))
            if (node.gpuType.empty() || state_.fleet.eligible(each, job_.slot)) {
                // Like the pool's other nodes, so that the root's selector takes it.
                node.gpuType = state_.fleet.nodes()[static_cast<std::size_t>(each)].gpuType;
                node.labels = state_.fleet.nodes()[static_cast<std::size_t>(each)].labels;
                break;
            }
        const Gpu most = (job_.requestGpu() + kOneGpu - 1) / kOneGpu * kOneGpu;
        for (Gpu gpu = kOneGpu; gpu <= most; gpu += kOneGpu) {
            node.gpu = gpu;
            Unblock unblock;
            if (!starts(
                    [&](EngineState& fork) {
                        fork.fleet.add(node);
                        fork.assignNodes();
                        fork.refresh();
                        return true;
                    },
                    unblock.evicts))
                continue;
            std::vector<Argument> arguments{{"gpu", Value::ofGpu(gpu)}, {"name", text(node.name)}};
            if (!node.gpuType.empty())
                arguments.push_back({"gpuType", text(node.gpuType)});
            unblock.message = {node.gpuType.empty() ? "add-node" : "add-node.type",
                               std::move(arguments)};
            unblock.change = NodesToAdd{node, 1};
            found_.push_back(std::move(unblock));
            return;
        }
    }

    void widenBounds() {
        for (const QuotaId id : path_) {
            const QuotaPolicy& policy = quota(id).policy;
            if (policy.limit.gpu) {
                for (Gpu more = kOneGpu; more <= job_.requestGpu() + kOneGpu; more += kOneGpu) {
                    Limit limit = policy.limit;
                    limit.gpu = *policy.limit.gpu + more;
                    PolicyEvent event{quota(id).name, {}};
                    event.change.limit = std::optional<Limit>(limit);
                    if (tryEvent(event, {"raise-limit",
                                         {{"quota", text(quota(id).name)},
                                          {"resource", text("gpu")},
                                          {"from", Value::ofGpu(*policy.limit.gpu)},
                                          {"to", Value::ofGpu(*limit.gpu)}}}))
                        break;
                }
            }
            if (policy.overQuota != OverQuota::on) {
                PolicyEvent event{quota(id).name, {}};
                event.change.overQuota = std::optional<OverQuota>(OverQuota::on);
                tryEvent(event, {"over-quota-on",
                                 {{"quota", text(quota(id).name)},
                                  {"overQuota", text(std::string(word(policy.overQuota)))}}});
            }
        }
    }

    static std::vector<std::string> names(const ModuleSet& modules) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < kModules; ++i)
            if (modules.test(i))
                names.emplace_back(word(static_cast<Module>(i)));
        return names;
    }

    // One step: turned on for the lowest priority and training, or one priority more, or one module
    // more.
    void childPreemption() {
        if (!state_.tree[job_.leaf].own)
            return;
        const auto& present = quota(job_.quota).policy.childPreemption;
        std::vector<ChildPreemption> steps;
        if (!present) {
            for (std::size_t module = 0; module < kModules; ++module)
                for (int to = kLowestPriority; to <= kHighestPriority; ++to) {
                    ChildPreemption policy;
                    policy.priorities = {kLowestPriority, to};
                    policy.modules.set(module);
                    steps.push_back(policy);
                }
        } else {
            if (present->priorities.to < kHighestPriority) {
                steps.push_back(*present);
                ++steps.back().priorities.to;
            }
            if (present->priorities.from > kLowestPriority) {
                steps.push_back(*present);
                --steps.back().priorities.from;
            }
            for (std::size_t module = 0; module < kModules; ++module)
                if (!present->modules.test(module)) {
                    steps.push_back(*present);
                    steps.back().modules.set(module);
                }
        }
        for (const ChildPreemption& policy : steps) {
            PolicyEvent event{quota(job_.quota).name, {}};
            event.change.childPreemption = std::optional<ChildPreemption>(policy);
            if (tryEvent(event, {present ? "widen-child-preemption" : "turn-on-child-preemption",
                                 {{"quota", text(quota(job_.quota).name)},
                                  {"from", Value::ofCount(policy.priorities.from)},
                                  {"to", Value::ofCount(policy.priorities.to)},
                                  {"modules", Value::ofList(names(policy.modules))}}}))
                return;
        }
    }

    void selfPreemption() {
        const auto& present = quota(job_.quota).policy.selfPreemption;
        std::vector<SelfPreemption> steps;
        const int priority = job_.priority();
        if (!present) {
            for (std::size_t module = 0; module < kModules && priority > kLowestPriority; ++module)
                for (int from = priority - 1; from >= kLowestPriority; --from) {
                    SelfPreemption policy;
                    policy.high = {priority, kHighestPriority};
                    policy.low = {from, priority - 1};
                    policy.modules.set(module);
                    steps.push_back(policy);
                }
        } else {
            const auto add = [&](const SelfPreemption& policy) {
                if (policy.low.to < policy.high.from && policy.low.from >= kLowestPriority &&
                    policy.high.to <= kHighestPriority)
                    steps.push_back(policy);
            };
            SelfPreemption step = *present;
            ++step.low.to;
            add(step);
            step = *present;
            --step.low.from;
            add(step);
            step = *present;
            --step.high.from;
            add(step);
            step = *present;
            ++step.high.to;
            add(step);
            for (std::size_t module = 0; module < kModules; ++module)
                if (!present->modules.test(module)) {
                    step = *present;
                    step.modules.set(module);
                    add(step);
                }
        }
        for (const SelfPreemption& policy : steps) {
            PolicyEvent event{quota(job_.quota).name, {}};
            event.change.selfPreemption = std::optional<SelfPreemption>(policy);
            if (tryEvent(event, {present ? "widen-self-preemption" : "turn-on-self-preemption",
                                 {{"quota", text(quota(job_.quota).name)},
                                  {"highFrom", Value::ofCount(policy.high.from)},
                                  {"highTo", Value::ofCount(policy.high.to)},
                                  {"from", Value::ofCount(policy.low.from)},
                                  {"to", Value::ofCount(policy.low.to)},
                                  {"modules", Value::ofList(names(policy.modules))}}}))
                return;
        }
    }

    void changeQueueing() {
        const Queueing present = state_.queueing(job_.leaf);
        for (const Queueing queueing :
             {Queueing::fifo, Queueing::roundRobin, Queueing::balance, Queueing::intelligent}) {
            if (queueing == present)
                continue;
            PolicyEvent event{quota(job_.quota).name, {}};
            event.change.queueing = std::optional<Queueing>(queueing);
            if (tryEvent(event, {"change-queueing",
                                 {{"quota", text(quota(job_.quota).name)},
                                  {"from", text(std::string(word(present)))},
                                  {"to", text(std::string(word(queueing)))}}}))
                return;
        }
    }

    void endOne() {
        for (WorkloadId other = 0; other < state_.jobs.size(); ++other) {
            const Job& job = state_.job(other);
            if (job.phase != Phase::running || job.group != job_.group)
                continue;
            tryEvent(FinishEvent{job.spec->name}, {"end-workload",
                                                   {{"workload", text(job.spec->name)},
                                                    {"quota", text(quota(job.quota).name)},
                                                    {"gpu", Value::ofGpu(job.heldGpu())}}});
        }
    }

    const EngineState& state_;
    WorkloadId id_;
    const Job& job_;
    std::vector<QuotaId> path_;  // from the workload's quota upwards
    std::vector<Unblock> found_;
    std::size_t copied_ = 0;
};

}  // namespace

std::vector<Unblock> unblockOf(const EngineState& state, WorkloadId id, std::size_t most) {
    return Finder(state, id).run(most);
}

}  // namespace apportion
