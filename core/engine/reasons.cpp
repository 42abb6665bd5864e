// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/reasons.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "core/engine/claims.h"
#include "core/engine/no_victims.h"
#include "core/engine/submission.h"
#include "core/engine/turn.h"
#include "core/model/words.h"

namespace apportion {

Gpu freeFor(const EngineState& state, const Job& job) {
    Gpu free = 0;
    for (const NodeId node : state.fleet.nodesOf(job.group))
        if (state.fleet.eligible(node, job.slot))
            free += state.fleet.use(node).free;
    return free;
}

namespace {

Value amount(const char* resource, std::int64_t value) {
    const std::string name = resource;
    return name == "cpu"      ? Value::ofCpu(value)
           : name == "memory" ? Value::ofMemory(value)
                              : Value::ofGpu(value);
}

class Finder {
public:
    Finder(EngineState& state, WorkloadId id) : state_(state), id_(id), job_(state.jobs[id]) {}

    std::optional<Reason> run() {
        if (job_.phase == Phase::rejected)
            return rejected();
        if (job_.phase == Phase::booked)
            return waitingForVictims();
        if (job_.phase != Phase::waiting)
            return std::nullopt;
        if (job_.fit == Fit::neverFits)
            return neverFits();
        if (job_.fit == Fit::gpuType)
            return gpuType();
        if (job_.atCap)
            return cap();
        if (auto reason = behindHead())
            return reason;
        if (auto reason = bound())
            return reason;
        const Gpu free = freeFor(state_, job_);
        if (free >= job_.requestGpu())
            return fragmented(free);
        return job_.idle() ? noCapacity(free) : noVictims(free);
    }

private:
    const std::string& quotaName() const { return state_.tree.quota(job_.quota).name; }
    Value text(const std::string& value) const { return Value::ofText(value); }

    Reason rejected() const {
        const Workload& spec = *job_.spec;
        if (!forbidden(state_, job_))
            return maxPriority();
        bool listed = false;
        for (const Workspace& workspace : state_.workspaces)
            if (workspace.name == spec.workspace)
                listed = std::find(workspace.quotas.begin(), workspace.quotas.end(), quotaName()) !=
                         workspace.quotas.end();
        return {ReasonCode::forbidden,
                Rule::access,
                {listed ? "forbidden.user" : "forbidden.quota",
                 {{"user", text(spec.user)},
                  {"workspace", text(spec.workspace)},
                  {"quota", text(quotaName())}}}};
    }

    Reason maxPriority() const {
        return {ReasonCode::maxPriority,
                Rule::access,
                {"max-priority",
                 {{"user", text(job_.spec->user)},
                  {"workspace", text(job_.spec->workspace)},
                  {"priority", Value::ofCount(job_.priority())},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"bound", Value::ofGpu(0)}}}};
    }

    // The strictest: under which most is missing, then the smallest, then the first.
    Reason cap() const {
        const auto missing = [this](const Account& account) {
            return account.used + job_.requestGpu() - account.bound;
        };
        const AccountId* strictest = nullptr;
        for (const AccountId& id : job_.accounts) {
            const Account& account = state_.caps[id];
            if (!strictest || missing(account) > missing(state_.caps[*strictest]) ||
                (missing(account) == missing(state_.caps[*strictest]) &&
                 account.bound < state_.caps[*strictest].bound))
                strictest = &id;
        }
        const Account& account = state_.caps[*strictest];
        const auto count =
            std::count_if(job_.accounts.begin(), job_.accounts.end(),
                          [&](AccountId id) { return missing(state_.caps[id]) > 0; });
        const char* code = job_.requestGpu() > account.bound ? "cap.request"
                           : count > 1                       ? "cap.several"
                                                             : "cap";
        return {ReasonCode::cap,
                Rule::access,
                {code,
                 {{"user", text(account.user)},
                  {"workspace", text(job_.spec->workspace)},
                  {"resource", text("gpu")},
                  {"placed", Value::ofGpu(account.used)},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"bound", Value::ofGpu(account.bound)},
                  {"short", Value::ofGpu(missing(account))},
                  {"count", Value::ofCount(count)}}}};
    }

    // Who still stops on the nodes where it is booked.
    Reason waitingForVictims() const {
        std::vector<std::string> victims;
        Instant until = state_.now;
        for (const auto& [id, parts] : state_.leaving)
            for (const Leaving& part : parts) {
                const bool here =
                    std::any_of(part.seats.begin(), part.seats.end(), [&](const Seat& seat) {
                        return std::any_of(job_.seats.begin(), job_.seats.end(),
                                           [&](const Seat& own) { return own.node == seat.node; });
                    });
                if (!here)
                    continue;
                if (victims.empty() || victims.back() != state_.name(id))
                    victims.push_back(state_.name(id));
                until = std::max(until, part.until);
            }
        const auto count = static_cast<int>(victims.size());
        return {ReasonCode::waitingForVictims,
                Rule::noVainEviction,
                {"waiting-for-victims",
                 {{"quota", text(quotaName())},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"victims", Value::ofList(std::move(victims))},
                  {"count", Value::ofCount(count)},
                  {"until", Value::ofSeconds(until)}}}};
    }

    // The limit it could never keep, else the nodes that could never hold it.
    Reason neverFits() const {
        const Resources total = job_.request();
        for (BranchId id = job_.idle() ? kNoBranch : job_.leaf; id != kNoBranch;
             id = state_.tree[id].parent) {
            const Limit& limit = state_.tree[id].limit;
            if (limit.gpu && total.gpu > *limit.gpu)
                return beyondLimit(id, "gpu", total.gpu, *limit.gpu);
            if (limit.cpu && total.cpu > *limit.cpu)
                return beyondLimit(id, "cpu", total.cpu, *limit.cpu);
            if (limit.memory && total.memory > *limit.memory)
                return beyondLimit(id, "memory", total.memory, *limit.memory);
        }
        Slot slot = job_.slot;
        slot.type = kAnyType;
        std::int64_t room = 0;
        for (const NodeId node : state_.fleet.nodesOf(job_.group))
            room += state_.fleet.slotsWhenEmpty(node, slot);
        if (room == 0)
            if (auto reason = noNodeFor(slot.request))
                return *reason;
        if (room > 0) {
            const Gpu bound = room * job_.slot.request.gpu;
            return {ReasonCode::neverFits,
                    Rule::placement,
                    {"never-fits.gang",
                     {{"quota", text(quotaName())},
                      {"resource", text("gpu")},
                      {"requested", Value::ofGpu(total.gpu)},
                      {"replicas", Value::ofCount(job_.least())},
                      {"bound", Value::ofGpu(bound)},
                      {"short", Value::ofGpu(total.gpu - bound)}}}};
        }
        return {ReasonCode::neverFits,
                Rule::placement,
                {"never-fits",
                 {{"quota", text(quotaName())},
                  {"resource", text("gpu")},
                  {"requested", Value::ofGpu(job_.slot.request.gpu)},
                  {"largest", Value::ofGpu(0)}}}};
    }

    // The first dimension in which one replica asks for more than any node has.
    std::optional<Reason> noNodeFor(const Resources& request) const {
        constexpr std::int64_t kUnbound = std::numeric_limits<std::int64_t>::max();
        const auto& nodes = state_.fleet.nodes();
        const auto beyond =
            [&](const char* resource, std::int64_t requested,
                const std::function<std::int64_t(const Node&)>& has) -> std::optional<Reason> {
            const Node* largest = nullptr;
            for (const NodeId node : state_.fleet.nodesOf(job_.group))
                if (const Node& each = nodes[static_cast<std::size_t>(node)];
                    !largest || has(each) > has(*largest))
                    largest = &each;
            if (!largest || has(*largest) >= requested)
                return std::nullopt;
            return Reason{ReasonCode::neverFits,
                          Rule::placement,
                          {"never-fits.node",
                           {{"quota", text(quotaName())},
                            {"resource", text(resource)},
                            {"requested", amount(resource, requested)},
                            {"largest", amount(resource, has(*largest))},
                            {"node", text(largest->name)}}}};
        };
        if (auto reason = beyond("gpu", request.gpu, [](const Node& node) { return node.gpu; }))
            return reason;
        if (auto reason = beyond("cpu", request.cpu,
                                 [&](const Node& node) { return node.cpu.value_or(kUnbound); }))
            return reason;
        return beyond("memory", request.memory,
                      [&](const Node& node) { return node.memory.value_or(kUnbound); });
    }

    Reason beyondLimit(BranchId id, const char* resource, std::int64_t requested,
                       std::int64_t bound) const {
        return {ReasonCode::neverFits,
                Rule::bounds,
                {"never-fits.limit",
                 {{"quota", text(state_.tree.quotaOf(id).name)},
                  {"resource", text(resource)},
                  {"requested", amount(resource, requested)},
                  {"bound", amount(resource, bound)},
                  {"short", amount(resource, requested - bound)}}}};
    }

    Reason gpuType() const {
        std::vector<std::string> known;
        for (const NodeId node : state_.fleet.nodesOf(job_.group)) {
            const std::string& type = state_.fleet.nodes()[static_cast<std::size_t>(node)].gpuType;
            if (!type.empty() && std::find(known.begin(), known.end(), type) == known.end())
                known.push_back(type);
        }
        return {ReasonCode::gpuType,
                Rule::placement,
                {"gpu-type",
                 {{"quota", text(quotaName())},
                  {"gpuType", text(job_.spec->gpuType)},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"known", Value::ofList(std::move(known))}}}};
    }

    std::optional<Reason> behindHead() const {
        if (job_.idle())
            return std::nullopt;  // stands in no queue
        if (Turn(job_.leaf).names(state_, id_))
            return std::nullopt;
        const auto head = state_.queueOf(job_).first(Place::begin());
        if (const auto opens = windowOpens())
            return Reason{ReasonCode::blockedByHead,
                          Rule::order,
                          {"blocked-by-head.balance",
                           {{"quota", text(quotaName())},
                            {"queueing", text(std::string(word(Queueing::balance)))},
                            {"head", text(state_.name(head->id))},
                            {"position", Value::ofCount(state_.queueOf(job_).position(id_))},
                            {"until", Value::ofSeconds(*opens)}}}};
        return Reason{ReasonCode::blockedByHead,
                      Rule::order,
                      {"blocked-by-head",
                       {{"quota", text(quotaName())},
                        {"queueing", text(std::string(word(state_.queueing(job_.leaf))))},
                        {"head", text(state_.name(head->id))},
                        {"position", Value::ofCount(state_.queueOf(job_).position(id_))}}}};
    }

    // When the balance window opens for it, if it is the next.
    std::optional<Instant> windowOpens() const {
        if (state_.queueing(job_.leaf) != Queueing::balance)
            return std::nullopt;
        const auto window = balanceWindow(state_, job_.leaf);
        const Job& last = state_.job(window.back());
        const auto next = state_.queueOf(job_).first(Place::of(last, window.back()).next());
        if (!next || next->id != id_)
            return std::nullopt;
        return last.inWindow.value_or(state_.now) + state_.settings.balanceTimeout;
    }

    std::vector<std::string> holdersAt(BranchId branch, bool fixedOnly) const {
        constexpr std::size_t kMost = 20;
        std::vector<WorkloadId> ids;
        for (BranchId leaf = 0; leaf < state_.tree.size(); ++leaf)
            if (state_.tree.contains(branch, leaf))
                for (const WorkloadId id : state_.runningAt[static_cast<std::size_t>(leaf)])
                    if (!fixedOnly || !state_.job(id).preemptible)
                        ids.push_back(id);
        std::sort(ids.begin(), ids.end());
        std::vector<std::string> names;
        for (const WorkloadId id : ids)
            if (names.size() < kMost)
                names.push_back(state_.name(id));
        return names;
    }

    std::optional<Reason> bound() const {
        std::vector<BrokenBound> broken;
        state_.books.eachBroken(state_.tree, state_.startOf(job_), state_.capacityFor(job_),
                                [&](const BrokenBound& each) { broken.push_back(each); });
        const auto find = [&](BoundKind kind, bool keptBack) -> const BrokenBound* {
            for (const BrokenBound& each : broken)
                if (each.kind == kind && each.keptBack == keptBack)
                    return &each;
            return nullptr;
        };
        if (const auto* limit = find(BoundKind::limit, false))
            return boundReason(ReasonCode::overLimit, "over-limit", *limit, false);
        if (const auto* fixed = find(BoundKind::nonPreemptible, false))
            return boundReason(ReasonCode::nonPreemptibleOverQuota, "non-preemptible-over-quota",
                               *fixed, true);
        if (const auto* off = find(BoundKind::overQuota, false); off && job_.idle())
            return idleOff(*off);
        if (const auto* off = find(BoundKind::overQuota, false))
            return boundReason(ReasonCode::overQuotaOff, "over-quota-off", *off, false);
        if (const auto* limit = find(BoundKind::limit, true))
            return keptBack(limit->branch, limit->requested - (limit->bound - chargedAt(*limit)));
        if (const auto* top = find(BoundKind::capacity, true); top && roomBut(*top))
            return keptBack(kNoBranch, top->placed + top->requested - top->bound);
        return std::nullopt;
    }

    Gpu chargedAt(const BrokenBound& bound) const {
        Gpu charged = 0;
        state_.books.chargesAfter(state_.tree, job_.leaf, job_.requestGpu(),
                                  [&](BranchId id, Gpu charge) {
                                      if (id == bound.branch)
                                          charged = charge - job_.requestGpu();
                                  });
        return charged;
    }

    // Whether the top level had room if nobody held anything back.
    bool roomBut(const BrokenBound& top) const {
        Gpu placed = state_.books.groupIdle(job_.group);
        for (const BranchId root : state_.tree.topLevel(job_.group))
            placed += state_.books[root].placed.sum();
        return placed + top.requested <= top.bound;
    }

    // Who holds back most of what it does not use, at or below a branch or in the whole group.
    Reason keptBack(BranchId below, Gpu missing) const {
        BranchId lender = kNoBranch;
        Gpu most = 0;
        for (BranchId id = 0; id < state_.tree.size(); ++id) {
            const Branch& branch = state_.tree[id];
            const Gpu held = branch.keep - state_.books[id].placed.sum();
            const bool counts = branch.group == job_.group &&
                                (below == kNoBranch || state_.tree.contains(below, id)) &&
                                !state_.tree.contains(id, job_.leaf) && !branch.own;
            if (counts && state_.tree.quotaOf(id).policy.lend && held > most) {
                most = held;
                lender = id;
            }
        }
        if (lender == kNoBranch)
            lender = below == kNoBranch ? state_.tree.topLevel(job_.group).front() : below;
        return {ReasonCode::keptBack,
                Rule::bounds,
                {"kept-back",
                 {{"quota", text(quotaName())},
                  {"lender", text(state_.tree.quotaOf(lender).name)},
                  {"resource", text("gpu")},
                  {"keeps", Value::ofGpu(state_.tree[lender].keep)},
                  {"held", Value::ofGpu(std::min(state_.tree[lender].keep,
                                                 state_.books[lender].placed.sum()))},
                  {"free", Value::ofGpu(freeFor(state_, job_))},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"short", Value::ofGpu(missing)}}}};
    }

    Reason idleOff(const BrokenBound& off) const {
        return {ReasonCode::overQuotaOff,
                Rule::bounds,
                {"over-quota-off.idle",
                 {{"quota", text(state_.tree.quotaOf(off.branch).name)},
                  {"overQuota", text(std::string(word(OverQuota::off)))},
                  {"resource", text("gpu")},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"holders", Value::ofList(holdersAt(off.branch, false))}}}};
    }

    Reason noCapacity(Gpu free) const {
        return {ReasonCode::noCapacity,
                Rule::means,
                {"no-capacity",
                 {{"quota", text(quotaName())},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"free", Value::ofGpu(free)},
                  {"short", Value::ofGpu(job_.requestGpu() - free)}}}};
    }

    Reason boundReason(ReasonCode code, const char* message, const BrokenBound& bound,
                       bool fixedOnly) const {
        std::vector<Argument> arguments{{"quota", text(state_.tree.quotaOf(bound.branch).name)}};
        if (code == ReasonCode::overQuotaOff)
            arguments.push_back(
                {"overQuota",
                 text(std::string(word(state_.tree.quotaOf(bound.branch).policy.overQuota)))});
        arguments.push_back({"resource", text(bound.resource)});
        arguments.push_back({"placed", amount(bound.resource, bound.placed)});
        arguments.push_back({"requested", amount(bound.resource, bound.requested)});
        arguments.push_back({"bound", amount(bound.resource, bound.bound)});
        arguments.push_back(
            {"short", amount(bound.resource, bound.placed + bound.requested - bound.bound)});
        arguments.push_back({"holders", Value::ofList(holdersAt(bound.branch, fixedOnly))});
        return {code, Rule::bounds, {message, std::move(arguments)}};
    }

    Reason fragmented(Gpu free) const {
        std::int64_t slots = 0;
        NodeId largest = -1;
        for (const NodeId node : state_.fleet.nodesOf(job_.group)) {
            if (!state_.fleet.eligible(node, job_.slot))
                continue;
            slots += state_.fleet.slots(node, job_.slot);
            if (largest < 0 || freeTogether(node) > freeTogether(largest))
                largest = node;
        }
        std::vector<Argument> arguments{{"quota", text(quotaName())},
                                        {"resource", text("gpu")},
                                        {"requested", Value::ofGpu(job_.slot.request.gpu)},
                                        {"replicas", Value::ofCount(job_.least())},
                                        {"free", Value::ofGpu(free)}};
        const Gpu most = largest < 0 ? 0 : freeTogether(largest);
        const char* message = "fragmented";
        if (slots > 0) {
            message = "fragmented.gang";
            arguments.push_back({"count", Value::ofCount(slots)});
        } else if (most >= job_.slot.request.gpu || largest < 0) {
            message = "fragmented.other";
        } else {
            arguments.push_back({"largest", Value::ofGpu(most)});
            arguments.push_back(
                {"node", text(state_.fleet.nodes()[static_cast<std::size_t>(largest)].name)});
        }
        return {ReasonCode::fragmented, Rule::placement, {message, std::move(arguments)}};
    }

    // The most that one replica finds in one piece: whole devices, or part of one.
    Gpu freeTogether(NodeId node) const {
        const NodeUse& use = state_.fleet.use(node);
        if (!job_.slot.fraction())
            return use.wholeFree * kOneGpu;
        Gpu most = 0;
        for (const Gpu used : use.used)
            most = std::max(most, kOneGpu - used);
        return most;
    }

    Reason noVictims(Gpu free) const {
        const Claims claims(state_, id_);
        const Gpu guaranteed = state_.tree[job_.leaf].guarantee;
        const Gpu share = state_.shareOf(job_.leaf);
        const Gpu placed = state_.books[job_.leaf].placed.sum();
        const Value holders = Value::ofList(holdersAt(job_.leaf, false));
        if (!claims.anyClaim() && !claims.anyPolicy()) {
            const bool gang = job_.requestGpu() > std::max(share, guaranteed);
            return {
                ReasonCode::aboveFairShare,
                Rule::reclaim,
                {gang ? "above-fair-share.gang" : "above-fair-share",
                 {{"quota", text(quotaName())},
                  {"placed", Value::ofGpu(placed)},
                  {"requested", Value::ofGpu(job_.requestGpu())},
                  {"share", Value::ofGpu(share)},
                  {"guaranteed", Value::ofGpu(guaranteed)},
                  {"short", Value::ofGpu(placed + job_.requestGpu() - std::max(share, guaranteed))},
                  {"holders", holders}}}};
        }
        Message message{"no-eligible-victims",
                        {{"quota", text(quotaName())},
                         {"requested", Value::ofGpu(job_.requestGpu())},
                         {"free", Value::ofGpu(free)},
                         {"short", Value::ofGpu(job_.requestGpu() - free)},
                         {"share", Value::ofGpu(share)},
                         {"guaranteed", Value::ofGpu(guaranteed)},
                         {"holders", holders}}};
        if (const int steps = state_.queueOf(job_).line(job_.shape).unproven; steps > 0) {
            message.code = "no-eligible-victims.unproven";
            message.arguments.push_back({"proven", Value::ofFlag(false)});
            message.arguments.push_back({"steps", Value::ofCount(steps)});
        }
        return {ReasonCode::noEligibleVictims, Rule::reclaim, std::move(message)};
    }

    EngineState& state_;
    WorkloadId id_;
    const Job& job_;
};

}  // namespace

std::optional<Reason> reasonOf(EngineState& state, WorkloadId id) {
    return Finder(state, id).run();
}

std::optional<Reason> fullReasonOf(EngineState& state, WorkloadId id) {
    auto reason = reasonOf(state, id);
    if (reason && reason->code == ReasonCode::noEligibleVictims)
        reason->message = whyNoVictims(state, id, std::move(reason->message.arguments));
    return reason;
}

}  // namespace apportion
