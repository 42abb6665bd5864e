// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 3: which bound stops it, or who keeps back what it needs.
#include <algorithm>
#include <utility>

#include "core/engine/reason_finder.h"
#include "core/model/words.h"

namespace apportion {

std::optional<Reason> ReasonFinder::bound() const {
    std::vector<BrokenBound> broken;
    state_.books.eachBroken(state_.tree, state_.startOf(job_), state_.capacityFor(job_),
                            [&](const BrokenBound& each) { broken.push_back(each); });
    // From the leaf upwards: the first bound of the highest branch that breaks one.
    const auto find = [&](BoundKind kind, bool keptBack) {
        const BrokenBound* highest = nullptr;
        for (const BrokenBound& each : broken)
            if (each.kind == kind && each.keptBack == keptBack &&
                (!highest || highest->branch != each.branch))
                highest = &each;
        return highest;
    };
    if (const auto* limit = find(BoundKind::limit, false))
        return boundReason(ReasonCode::overLimit, *limit);
    if (const auto* fixed = find(BoundKind::nonPreemptible, false))
        return boundReason(ReasonCode::nonPreemptibleOverQuota, *fixed);
    if (const auto* off = find(BoundKind::overQuota, false); off && job_.idle())
        return idleOff(*off);
    if (const auto* off = find(BoundKind::overQuota, false))
        return boundReason(ReasonCode::overQuotaOff, *off);
    if (const auto* limit = find(BoundKind::limit, true))
        return keptBack(limit->branch, limit->requested - (limit->bound - chargedAt(*limit)));
    if (const auto* top = find(BoundKind::capacity, true); top && roomBut(*top))
        return keptBack(kNoBranch, top->placed + topRaise() - top->bound);
    return std::nullopt;
}

Reason ReasonFinder::boundReason(ReasonCode code, const BrokenBound& bound) const {
    const Branch& branch = state_.tree[bound.branch];
    const Quota& quota = state_.tree.quota(branch.quota);
    const bool fixedOnly = code == ReasonCode::nonPreemptibleOverQuota;
    Message message{std::string(codeText(code)), {{"quota", text(quota.name)}}};
    const auto add = [&](const char* name, std::int64_t value) {
        message.arguments.push_back({name, amountOf(bound.resource, value)});
    };
    if (code == ReasonCode::overQuotaOff)
        message.arguments.push_back({"overQuota", text(std::string(word(quota.policy.overQuota)))});
    message.arguments.push_back({"resource", text(bound.resource)});
    add("placed", bound.placed);
    add("requested", bound.requested);
    add("bound", bound.bound);
    add("short", bound.placed + bound.requested - bound.bound);
    message.arguments.push_back({"holders", holdersAt(bound.branch, fixedOnly, bound.resource)});
    // The request alone is beyond it: no end of others makes room for that.
    if (bound.requested > bound.bound)
        add("least", bound.requested - bound.bound);
    if (branch.own)
        message.then.emplace_back("direct");
    // A bound that was lowered: above it already.
    if (bound.placed > bound.bound && code != ReasonCode::overQuotaOff)
        message.code += ".above";
    return {code, Rule::bounds, std::move(message)};
}

Gpu ReasonFinder::chargedAt(const BrokenBound& bound) const {
    Gpu charged = 0;
    state_.books.chargesAfter(state_.tree, job_.leaf(), job_.requestGpu(),
                              [&](BranchId id, Gpu charge) {
                                  if (id == bound.branch)
                                      charged = charge - job_.requestGpu();
                              });
    return charged;
}

Gpu ReasonFinder::topRaise() const {
    if (job_.idle())
        return job_.requestGpu();
    Gpu raise = 0;
    state_.books.chargesAfter(
        state_.tree, job_.leaf(), job_.requestGpu(),
        [&](BranchId id, Gpu charge) { raise = charge - state_.books[id].charge; });
    return raise;
}

bool ReasonFinder::roomBut(const BrokenBound& top) const {
    return memo_.placed(state_, job_.group()) + top.requested <= top.bound;
}

Reason ReasonFinder::keptBack(BranchId below, Gpu missing) const {
    // Idle work uses nobody's guarantee, so that its own quota may keep from it what it needs.
    std::vector<BranchId> lenders =
        memo_.lenders(state_, job_.group(), below, job_.idle() ? kNoBranch : job_.leaf(), missing);
    if (lenders.empty())
        lenders.push_back(below == kNoBranch ? state_.tree.topLevel(job_.group()).front() : below);
    Gpu keeps = 0;
    Gpu held = 0;
    std::vector<std::string> names;
    for (const BranchId lender : lenders) {
        const Gpu kept = state_.tree[lender].keep;
        keeps += kept;
        held += std::min(kept, state_.books[lender].placed.sum());
        names.push_back(state_.tree.quotaOf(lender).name);
    }
    Message message{"kept-back",
                    {{"quota", text(quotaName())},
                     {"lender", text(names.front())},
                     {"resource", text("gpu")},
                     {"keeps", Value::ofGpu(keeps)},
                     {"held", Value::ofGpu(held)},
                     {"free", Value::ofGpu(memo_.room(state_, job_).free)},
                     {"requested", Value::ofGpu(job_.requestGpu())},
                     {"short", Value::ofGpu(missing)}}};
    if (names.size() > 1) {
        message.code += ".several";
        message.arguments.push_back({"lenders", Value::ofList(std::move(names))});
    }
    return {ReasonCode::keptBack, Rule::bounds, std::move(message)};
}

Reason ReasonFinder::idleOff(const BrokenBound& off) const {
    return {ReasonCode::overQuotaOff,
            Rule::bounds,
            {"over-quota-off.idle",
             {{"quota", text(state_.tree.quotaOf(off.branch).name)},
              {"overQuota", text(std::string(word(OverQuota::off)))},
              {"resource", text("gpu")},
              {"requested", Value::ofGpu(job_.requestGpu())},
              {"holders", holdersAt(off.branch)}}}};
}

}  // namespace apportion
