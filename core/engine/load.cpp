// SPDX-License-Identifier: GPL-3.0-or-later
// From a scenario to a state, and what must be derived anew when sizes, policies or nodes change.
#include <algorithm>
#include <map>
#include <utility>

#include "core/engine/state.h"
#include "core/model/device_packing.h"

namespace apportion {
namespace {

// One group for each different selector among the roots, in order of the first root.
std::vector<GroupId> groupsOf(const std::vector<Quota>& quotas) {
    std::vector<std::optional<NodeSelector>> selectors;
    std::vector<GroupId> groups(quotas.size(), 0);
    for (std::size_t i = 0; i < quotas.size(); ++i) {
        if (!quotas[i].parent.empty())
            continue;
        const auto& selector = quotas[i].policy.nodes;
        auto it = std::find(selectors.begin(), selectors.end(), selector);
        if (it == selectors.end())
            it = selectors.insert(selectors.end(), selector);
        groups[i] = static_cast<GroupId>(it - selectors.begin());
    }
    return groups;
}

}  // namespace

EngineState::EngineState(std::shared_ptr<const Scenario> source)
    : settings(source->settings),
      workspaces(source->workspaces),
      fleet(expand(source->nodes), source->settings.placement),
      scenario_(std::move(source)) {
    const Scenario& scenario = *scenario_;
    plant(scenario.quotas);
    notePolicies();
    assignNodes();
    idleRunning.assign(static_cast<std::size_t>(tree.groups()), 0);
    fractionsRunning.assign(static_cast<std::size_t>(tree.groups()), 0);
    jobs.expect(scenario.workloadCount());
    seatSnapshot();
    divideShares();
}

void EngineState::plant(std::vector<Quota> quotas) {
    const std::vector<GroupId> groups = groupsOf(quotas);
    tree = Tree(std::move(quotas), groups);
    books = Books(tree);
    const auto branches = static_cast<std::size_t>(tree.size());
    const auto count = static_cast<std::size_t>(tree.groups());
    queues.assign(branches, {});
    outside.assign(branches, {});
    idleWaiting = QueuesByLeaf(branches);
    idleInVain.assign(count, 0);
    moveBounds.assign(count, {});
    runningAt.assign(branches, {});
    hungry = PlacesByLeaf(branches);
    windows = BalanceWindows(branches);
    overtaking = Overtaking(branches);
    entitlement = Entitlement(tree);
    turns.clear();
    for (BranchId id = 0; id < tree.size(); ++id)
        turns.emplace_back(id);
    order = AskOrder(tree);
    sleep = Sleep(branches, count);
}

// Each replica on the node that the file names; which device is for validate() and here to agree
// on.
void EngineState::seatSnapshot() {
    struct Part {
        WorkloadId id;
        std::size_t replica;
    };
    std::map<NodeId, std::vector<Part>> parts;
    std::map<NodeId, std::vector<Gpu>> sizes;
    for (WorkloadId id = 0; id < scenario_->workloads.size(); ++id) {
        if (!scenario_->workloads[id].running)
            continue;
        Job& job = enlist(id);
        const auto& placements = scenario_->workloads[id].running->placements;
        std::vector<Seat>& seats = jobs.runsOf(job).seats;
        seats.resize(placements.size());
        for (std::size_t replica = 0; replica < placements.size(); ++replica)
            if (const auto node = fleet.find(placements[replica].node)) {
                parts[*node].push_back({id, replica});
                sizes[*node].push_back(job.slot().request.gpu);
            }
    }
    for (const auto& [node, here] : parts) {
        const int devices =
            static_cast<int>(fleet.nodes()[static_cast<std::size_t>(node)].gpu / kOneGpu);
        const auto packed = packDevices(sizes[node], devices);
        for (std::size_t i = 0; packed && i < here.size(); ++i) {
            Job& job = jobs[here[i].id];
            Seat& seat = jobs.runsOf(job).seats[here[i].replica];
            seat.node = node;
            seat.devices.assign((*packed)[i].begin(), (*packed)[i].end());
            fleet.retake(seat, job.slot());
        }
    }
    for (const WorkloadId id : jobs.living()) {
        Job& job = jobs[id];
        const Instant since = scenario_->workloads[id].running->since;
        job.submit = std::min(job.submit, since);
        JobRuns& runs = jobs.runsOf(job);
        runs.waited = since - job.submit;
        runs.start = since;
        job.phase = Phase::running;
        shape(job);
        books.place(tree, placedBy(job), +1);
        mark(job);
        registerRunning(id);
        updateWanted(job);
        chargeCaps(job, job.heldGpu());
    }
}

WorkloadId EngineState::add(Workload workload) {
    added_.push_back(std::make_shared<const Workload>(std::move(workload)));
    jobs.expect(1);
    return static_cast<WorkloadId>(jobs.size() - 1);
}

const Workload* EngineState::keptSpec(WorkloadId id) const {
    const std::vector<Workload>& listed = scenario_->workloads;
    if (id < listed.size())
        return &listed[id];
    const std::size_t count = scenario_->workloadCount();
    return id < count ? nullptr : added_[id - count].get();
}

std::shared_ptr<const Workload> EngineState::specOf(WorkloadId id) const {
    // Owned by the scenario or the state, which stay: a copy counts nothing.
    if (const Workload* kept = keptSpec(id))
        return {std::shared_ptr<const Workload>(), kept};
    return std::make_shared<const Workload>(
        scenario_->recorded->at(id - scenario_->workloads.size()));
}

std::string EngineState::name(WorkloadId id) const {
    const Workload* kept = keptSpec(id);
    return kept != nullptr ? kept->name
                           : scenario_->recorded->nameOf(id - scenario_->workloads.size());
}

bool EngineState::namedBefore(WorkloadId a, WorkloadId b) const {
    const Workload* left = keptSpec(a);
    const Workload* right = keptSpec(b);
    return left != nullptr && right != nullptr ? left->name < right->name : name(a) < name(b);
}

Instant EngineState::submitOf(WorkloadId id) const {
    const std::size_t listed = scenario_->workloads.size();
    if (id >= listed && id < scenario_->workloadCount())
        return scenario_->recorded->submitOf(id - listed);
    return specOf(id)->submit;
}

Instant EngineState::waitsSince(WorkloadId id) const {
    return id < scenario_->workloads.size() ? scenario_->workloads[id].waitsSince() : submitOf(id);
}

std::optional<WorkloadId> EngineState::find(std::string_view name) const {
    // A name that is given again, where work is live, is that of the latest.
    for (; named_ < jobs.size(); ++named_)
        byName_[specOf(named_)->name] = named_;
    const auto found = byName_.find(std::string(name));
    return found == byName_.end() ? std::nullopt : std::optional(found->second);
}

QuotaId EngineState::quotaOf(const Workload& workload) const {
    const std::string* quota = &workload.quota;
    if (quota->empty())
        for (const Workspace& workspace : workspaces)
            if (workspace.name == workload.workspace && !workspace.quotas.empty())
                quota = &workspace.quotas.front();
    if (tree.quota(lastQuota_).name != *quota)
        lastQuota_ = tree.find(*quota).value_or(0);
    return lastQuota_;
}

Job& EngineState::enlist(WorkloadId id) {
    if (jobs.alive(id))
        return jobs[id];
    if (const Workload* kept = keptSpec(id))
        return enlist(id, kindOf(*kept), kept->submit, kept->duration);
    const RecordedWork& recorded = *scenario_->recorded;
    const std::size_t index = id - scenario_->workloads.size();
    const auto kind = [&]() -> const JobKind& { return kindOf(recorded.at(index)); };
    return enlist(id, workspaces.empty() ? recordedKind(recorded.kindOf(index), kind) : kind(),
                  recorded.submitOf(index), recorded.durationOf(index));
}

template <typename Make>
const JobKind& EngineState::recordedKind(std::uint32_t number, Make&& make) {
    if (number >= recordedKinds_.size())
        recordedKinds_.resize(number + 1, nullptr);
    if (recordedKinds_[number] == nullptr)
        recordedKinds_[number] = &make();
    return *recordedKinds_[number];
}

const JobKind& EngineState::kindOf(const Workload& workload) {
    JobKind kind;
    kind.slot = {workload.request, fleet.typeOf(workload.gpuType)};
    kind.quota = quotaOf(workload);
    kind.leaf = tree.leafOf(kind.quota);
    kind.group = tree[kind.leaf].group;
    kind.priority = workload.priority;
    kind.replicas = workload.replicas;
    kind.toStart = workload.leastReplicas();
    kind.module = workload.module;
    kind.preemptible = workload.isPreemptible();
    kind.idle = workload.idle;
    kind.checkpoint = workload.checkpoint.value_or(0);
    if (!workspaces.empty())
        kind.accounts = caps.accountsOf(workload, workspaces);
    return jobs.sameKind(kind);
}

Job& EngineState::enlist(WorkloadId id, const JobKind& kind, Instant submit,
                         std::optional<Duration> duration) {
    Job& job = jobs.begin(id, kind);
    job.duration = duration.value_or(kEndless);
    job.submit = submit;
    shape(job);
    return job;
}

void EngineState::add(const Node& node, int count) {
    for (int i = 1; i <= count; ++i) {
        Node each = node;
        if (count > 1)
            each.name += "-" + std::to_string(i);
        fleet.add(std::move(each));
    }
    assignNodes();
    renewTypes();
}

void EngineState::expect(Node node) {
    const auto id = static_cast<NodeId>(fleet.nodes().size());
    fleet.add(std::move(node));
    fleet.setState(id, NodeState::down);
    nodeSince[id] = 0;
    elsewhere.insert(id);
    renewTypes();
}

// The pool may have been without the type of a node that is new to it.
void EngineState::renewTypes() {
    recordedKinds_.clear();
    for (const WorkloadId id : jobs.living()) {
        JobKind kind = *jobs[id].kind;
        kind.slot.type = fleet.typeOf(specOf(id)->gpuType);
        jobs[id].kind = &jobs.sameKind(kind);
    }
}

void EngineState::retire(WorkloadId id, bool cancelled) {
    const Job& job = jobs[id];
    EndedJob ended{job.start().value_or(EndedJob::kNever), now, job.waited(), job.preemptions(), 0};
    ended.set(job.quota(), cancelled);
    jobs.end(id, ended);
}

Fit EngineState::fitOf(const Job& job) const {
    const Resources total = job.request();
    // Limits do not hold idle work.
    for (BranchId id = job.idle() ? kNoBranch : job.leaf(); id != kNoBranch; id = tree[id].parent) {
        const Limit& limit = tree[id].limit;
        if ((limit.gpu && total.gpu > *limit.gpu) || (limit.cpu && total.cpu > *limit.cpu) ||
            (limit.memory && total.memory > *limit.memory))
            return Fit::neverFits;
    }
    Slot anyType = job.slot();
    anyType.type = kAnyType;
    std::int64_t any = 0;
    std::int64_t typed = 0;
    for (const NodeId node : fleet.nodesOf(job.group())) {
        any += fleet.slotsWhenEmpty(node, anyType);
        typed += fleet.slotsWhenEmpty(node, job.slot());
        if (typed >= job.least())  // then any type has as many: large fleets are not walked
            return Fit::possible;
    }
    return any < job.least() ? Fit::neverFits : Fit::gpuType;
}

void EngineState::notePolicies() {
    const auto& quotas = tree.quotas();
    preempts = std::any_of(quotas.begin(), quotas.end(), [](const Quota& quota) {
        return quota.policy.childPreemption || quota.policy.selfPreemption ||
               quota.policy.priorityPreemption;
    });
    protects = settings.minRuntime > 0 ||
               std::any_of(quotas.begin(), quotas.end(), [](const Quota& quota) {
                   return quota.policy.minRuntime.value_or(0) > 0;
               });
    const auto limits = [&quotas](auto&& names) {
        return std::any_of(quotas.begin(), quotas.end(),
                           [&](const Quota& quota) { return names(quota.policy.limit); });
    };
    const auto nodes = [this](auto&& names) {
        return std::any_of(fleet.nodes().begin(), fleet.nodes().end(), names);
    };
    cpuMatters = limits([](const Limit& limit) { return limit.cpu.has_value(); }) ||
                 nodes([](const Node& node) { return node.cpu.has_value(); });
    memoryMatters = limits([](const Limit& limit) { return limit.memory.has_value(); }) ||
                    nodes([](const Node& node) { return node.memory.has_value(); });
}

void EngineState::assignNodes() {
    std::vector<GroupId> groupOfNode(fleet.nodes().size(), -1);
    for (std::size_t i = 0; i < groupOfNode.size(); ++i) {
        GroupId others = -1;  // of the roots without a selector
        for (GroupId group = 0; group < tree.groups(); ++group) {
            const auto& selector = tree.quotaOf(tree.topLevel(group).front()).policy.nodes;
            if (!selector)
                others = group;
            else if (selector->matches(fleet.nodes()[i]))
                groupOfNode[i] = group;
        }
        if (groupOfNode[i] < 0)
            groupOfNode[i] = others;
    }
    for (const NodeId node : elsewhere)
        groupOfNode[static_cast<std::size_t>(node)] = -1;
    fleet.assign(groupOfNode, tree.groups());
}

void EngineState::refresh() {
    ++nodesAndLimits_;
    books.recharge(tree);
    notePolicies();
    ++places;
    entitlement.forgetAll();
    sleep.wakeAll(*this);
    for (const WorkloadId id : jobs.living()) {
        Job& job = jobs[id];
        const bool waiting = job.phase == Phase::waiting;
        const bool running = job.phase == Phase::running;
        if (waiting)
            unfile(id);
        const bool grows = running && hungry.erase(job.leaf(), Place::of(job, id));
        shape(job);
        if (waiting)
            file(id);
        if (grows)
            hungry.insert(job.leaf(), Place::of(job, id));
        if (running)
            setProtectionTimers(id);
        updateWanted(job);
    }
}

}  // namespace apportion
