// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 3: which bound stops it, or who keeps back what it needs.
#include <algorithm>
#include <utility>

#include "core/engine/reason_finder.h"
#include "core/engine/reasons.h"
#include "core/model/words.h"

namespace apportion {

std::vector<std::string> ReasonFinder::holdersAt(BranchId branch, bool fixedOnly) const {
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

std::optional<Reason> ReasonFinder::bound() const {
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

Reason ReasonFinder::boundReason(ReasonCode code, const char* message, const BrokenBound& bound,
                                 bool fixedOnly) const {
    std::vector<Argument> arguments{{"quota", text(state_.tree.quotaOf(bound.branch).name)}};
    if (code == ReasonCode::overQuotaOff)
        arguments.push_back(
            {"overQuota",
             text(std::string(word(state_.tree.quotaOf(bound.branch).policy.overQuota)))});
    arguments.push_back({"resource", text(bound.resource)});
    arguments.push_back({"placed", amountOf(bound.resource, bound.placed)});
    arguments.push_back({"requested", amountOf(bound.resource, bound.requested)});
    arguments.push_back({"bound", amountOf(bound.resource, bound.bound)});
    arguments.push_back(
        {"short", amountOf(bound.resource, bound.placed + bound.requested - bound.bound)});
    arguments.push_back({"holders", Value::ofList(holdersAt(bound.branch, fixedOnly))});
    return {code, Rule::bounds, {message, std::move(arguments)}};
}

Gpu ReasonFinder::chargedAt(const BrokenBound& bound) const {
    Gpu charged = 0;
    state_.books.chargesAfter(state_.tree, job_.leaf, job_.requestGpu(),
                              [&](BranchId id, Gpu charge) {
                                  if (id == bound.branch)
                                      charged = charge - job_.requestGpu();
                              });
    return charged;
}

bool ReasonFinder::roomBut(const BrokenBound& top) const {
    Gpu placed = state_.books.groupIdle(job_.group);
    for (const BranchId root : state_.tree.topLevel(job_.group))
        placed += state_.books[root].placed.sum();
    return placed + top.requested <= top.bound;
}

Reason ReasonFinder::keptBack(BranchId below, Gpu missing) const {
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
              {"held",
               Value::ofGpu(std::min(state_.tree[lender].keep, state_.books[lender].placed.sum()))},
              {"free", Value::ofGpu(freeFor(state_, job_))},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"short", Value::ofGpu(missing)}}}};
}

Reason ReasonFinder::idleOff(const BrokenBound& off) const {
    return {ReasonCode::overQuotaOff,
            Rule::bounds,
            {"over-quota-off.idle",
             {{"quota", text(state_.tree.quotaOf(off.branch).name)},
              {"overQuota", text(std::string(word(OverQuota::off)))},
              {"resource", text("gpu")},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"holders", Value::ofList(holdersAt(off.branch, false))}}}};
}

}  // namespace apportion
