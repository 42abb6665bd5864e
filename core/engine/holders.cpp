// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/holders.h"

#include <algorithm>
#include <utility>

#include "core/engine/awaited.h"
#include "core/engine/claims.h"
#include "core/engine/kept_back.h"
#include "core/engine/reasons.h"
#include "core/model/words.h"

namespace apportion {
namespace {

const char* takeableCode(VictimClass victimClass) {
    switch (victimClass) {
        case VictimClass::idle:
            return "takeable-idle";
        case VictimClass::elastic:
            return "takeable-elastic";
        case VictimClass::reclaim:
            return "takeable-reclaim";
        case VictimClass::selfLevel:
            return "takeable-self-level";
        case VictimClass::childLevel:
            return "takeable-child-level";
    }
    return "";
}

class Asker {
public:
    Asker(EngineState& state, WorkloadId taker)
        : state_(state),
          taker_(state.jobs[taker]),
          claims_(state, taker),
          reason_(reasonOf(state, taker)),
          // It was asked for victims, in vain.
          askedInVain_(reason_ && reason_->code == ReasonCode::noEligibleVictims) {}

    // What is missing.
    std::string_view resource() const {
        const std::string name = argument("resource");
        return name == "cpu" ? "cpu" : name == "memory" ? "memory" : "gpu";
    }

    // Whether it holds what the reason says to be missing: of a quota's bound what counts there.
    bool counts(const Job& job) const {
        const bool fixedOnly = reason_ && reason_->code == ReasonCode::nonPreemptibleOverQuota;
        const bool ofBound = fixedOnly || (reason_ && (reason_->code == ReasonCode::overLimit ||
                                                       reason_->code == ReasonCode::overQuotaOff));
        if (!ofBound || taker_.idle())
            return true;
        const auto quota = state_.tree.find(argument("quota"));
        const auto& then = reason_->message.then;
        BranchId branch = quota ? state_.tree.branchOf(*quota) : taker_.leaf();
        if (std::find(then.begin(), then.end(), "direct") != then.end())
            branch = state_.tree[branch].ownPart;
        return !job.idle() && state_.tree.contains(branch, job.leaf()) &&
               !(fixedOnly && job.preemptible());
    }

    Holder ask(WorkloadId id) {
        const Job& job = state_.job(id);
        Holder holder;
        holder.workload = state_.name(id);
        holder.quota = state_.tree.quota(job.quota()).name;
        holder.gpu = job.heldGpu();
        NotTakeable why = NotTakeable::outsidePolicy;
        if (job.stopUntil()) {
            // Out of the books, and on its devices still.
            holder.gpu = leavingGpu(job);
            auto arguments = names(job, holder.quota);
            arguments.push_back({"until", Value::ofSeconds(*job.stopUntil())});
            holder.why = {"stopping", std::move(arguments)};
            return holder;
        }
        auto candidate = claims_.classify(id, &why);
        if (const auto extra = state_.extraReplicas(job); !candidate && !extra.empty())
            candidate = claims_.classifyReplica(id, extra.front());
        holder.takeable = candidate.has_value();
        holder.why = candidate ? takeable(job, *candidate) : refusal(job, why);
        return holder;
    }

private:
    std::string argument(std::string_view name) const {
        if (reason_)
            for (const Argument& each : reason_->message.arguments)
                if (each.name == name)
                    return each.value.text;
        return {};
    }

    Gpu leavingGpu(const Job& job) const {
        Gpu gpu = 0;
        for (const Leaving& part : state_.leaving.at(job.id))
            gpu += job.slot().request.gpu * static_cast<Gpu>(part.seats.size());
        return gpu;
    }

    std::vector<Argument> names(const Job& job, const std::string& quota) const {
        return {{"workload", Value::ofText(state_.name(job.id))},
                {"taker", Value::ofText(state_.name(taker_.id))},
                {"quota", Value::ofText(quota)}};
    }

    Message takeable(const Job& job, const Candidate& candidate) const {
        if (askedInVain_) {
            auto arguments = names(job, state_.tree.quota(job.quota()).name);
            arguments.push_back({"requested", Value::ofGpu(taker_.requestGpu())});
            return {"takeable-not-enough", std::move(arguments)};
        }
        if (candidate.victimClass != VictimClass::reclaim)
            return {takeableCode(candidate.victimClass),
                    names(job, state_.tree.quota(candidate.rule).name)};
        auto arguments = names(job, state_.tree.quotaOf(candidate.top).name);
        arguments.push_back({"placed", placed(candidate.top)});
        const Gpu guarantee = state_.tree[candidate.top].guarantee;
        const BranchBook& book = state_.books[candidate.top];
        arguments.push_back(
            {"bound", Value::ofGpu(candidate.deserved
                                       ? guarantee
                                       : std::max(guarantee, state_.shareOf(candidate.top)))});
        if (book.charge <= book.placed.sum())
            return {"takeable-reclaim", std::move(arguments)};
        arguments.push_back({"charge", Value::ofGpu(book.charge)});
        addKeptBack(arguments, state_.tree, keepersAt(state_.tree, state_.books, candidate.top),
                    book.placed.sum(), book.charge);
        return {"takeable-reclaim.kept", std::move(arguments)};
    }

    Value placed(BranchId branch) const { return Value::ofGpu(state_.books[branch].placed.sum()); }

    Message refusal(const Job& job, NotTakeable why) const {
        const std::string& quota = state_.tree.quota(job.quota()).name;
        auto arguments = names(job, quota);
        switch (why) {
            case NotTakeable::sameTakerAgain:
                return {"same-taker-again", std::move(arguments)};
            case NotTakeable::startedNow:
                return {"started-in-this-pass", std::move(arguments)};
            case NotTakeable::minimumRuntime:
                arguments.push_back(
                    {"until", Value::ofSeconds(protectedUntil(state_, taker_, job))});
                return {"minimum-runtime", std::move(arguments)};
            case NotTakeable::couldTakeItBack:
                return {"could-take-it-back", std::move(arguments)};
            case NotTakeable::notPreemptible:
                arguments.push_back({"module", Value::ofText(std::string(word(job.module())))});
                arguments.push_back({"priority", Value::ofCount(job.priority())});
                return {"non-preemptible", std::move(arguments)};
            case NotTakeable::atBound:
                return atBound(job);
            case NotTakeable::noClaim:
                return noClaim(job);
            case NotTakeable::outsidePolicy:
                break;
        }
        return outsidePolicy(job);
    }

    // The highest branch up to the level where both sides meet that would exceed its share.
    Message noClaim(const Job& job) const {
        if (taker_.idle())
            return {"idle-takes-nothing", names(job, state_.tree.quota(taker_.quota()).name)};
        const Tree& tree = state_.tree;
        BranchId at = taker_.leaf();
        Gpu allocated = state_.books[at].placed.sum();
        state_.books.chargesAfter(
            tree, taker_.leaf(), taker_.requestGpu(), [&](BranchId id, Gpu charge) {
                if (charge <= std::max(tree[id].guarantee, state_.shareOf(id)) ||
                    tree.contains(id, job.leaf()))
                    return;
                at = id;
                allocated = charge - taker_.requestGpu();
            });
        auto arguments = names(job, tree.quotaOf(at).name);
        const Gpu guarantee = tree[at].guarantee;
        const Gpu share = state_.shareOf(at);
        const Gpu bound = std::max(guarantee, share);
        arguments.push_back({"placed", Value::ofGpu(allocated)});
        arguments.push_back({"requested", Value::ofGpu(taker_.requestGpu())});
        arguments.push_back({"bound", Value::ofGpu(bound)});
        Message message{taker_.requestGpu() > bound ? "gang-above-share" : "no-claim",
                        std::move(arguments)};
        if (guarantee > share)  // such as while nodes are away
            message.code += ".guarantee";
        if (tree[at].own)
            message.then.emplace_back("direct");
        return message;
    }

    // In the same quota: which part of its policies does not name the two.
    Message outsidePolicy(const Job& job) const {
        const QuotaPolicy& policy = state_.policy(taker_.quota());
        auto arguments = names(job, state_.tree.quota(taker_.quota()).name);
        const auto priority = [&](int of) {
            arguments.push_back({"priority", Value::ofCount(of)});
        };
        const auto range = [&](const PriorityRange& named) {
            arguments.push_back({"from", Value::ofCount(named.from)});
            arguments.push_back({"to", Value::ofCount(named.to)});
        };
        const char* code = "no-policy";
        if (const auto& self = policy.selfPreemption) {
            if (!self->high.contains(taker_.priority())) {
                code = "taker-priority-outside-policy";
                priority(taker_.priority());
                range(self->high);
            } else if (!self->low.contains(job.priority())) {
                code = "priority-outside-policy";
                priority(job.priority());
                range(self->low);
            } else if (!self->modules.test(static_cast<std::size_t>(job.module()))) {
                code = "module-outside-policy";
                std::vector<std::string> modules;
                for (std::size_t i = 0; i < kModules; ++i)
                    if (self->modules.test(i))
                        modules.emplace_back(word(static_cast<Module>(i)));
                arguments.push_back({"module", Value::ofText(std::string(word(job.module())))});
                arguments.push_back({"modules", Value::ofList(std::move(modules))});
            } else {
                code = "scope-outside-policy";
            }
        } else if (policy.priorityPreemption && !job.preemptible()) {
            code = "non-preemptible";
            arguments.push_back({"module", Value::ofText(std::string(word(job.module())))});
            priority(job.priority());
        } else if (policy.priorityPreemption) {
            code = "priority-not-lower";
            priority(job.priority());
        }
        return {code, std::move(arguments)};
    }

    // The lowest branch of the holder that has no more than it may keep, or would have less without
    // it.
    Message atBound(const Job& job) const {
        const Tree& tree = state_.tree;
        const auto say = [&](const char* code, BranchId at, Gpu bound) -> Message {
            auto arguments = names(job, tree.quotaOf(at).name);
            arguments.push_back({"placed", placed(at)});
            arguments.push_back({"bound", Value::ofGpu(bound)});
            return {code, std::move(arguments)};
        };
        std::vector<BranchId> side;
        for (BranchId at = job.leaf(); at != kNoBranch && !tree.contains(at, taker_.leaf());
             at = tree[at].parent)
            side.push_back(at);
        for (const BranchId at : side)
            if (state_.books[at].placed.sum() <= tree[at].guarantee)
                return say("at-or-below-guarantee", at, tree[at].guarantee);
        if (state_.policy(taker_.quota()).selfPreemption)
            for (const BranchId at : side)
                if (state_.books[at].placed.sum() - job.heldGpu() < tree[at].guarantee)
                    return say("sibling-guarantee-kept", at, tree[at].guarantee);
        for (const BranchId at : side)
            if (state_.books[at].placed.sum() <= state_.shareOf(at))
                return say("at-or-below-share", at, state_.shareOf(at));
        return {"no-policy", names(job, tree.quota(taker_.quota()).name)};
    }

    EngineState& state_;
    const Job& taker_;
    Claims claims_;
    std::optional<Reason> reason_;
    bool askedInVain_;
};

Holder holderOf(const EngineState& state, const Job& job, const Job& taker, Gpu gpu,
                const char* code) {
    const std::string& quota = state.tree.quota(job.quota()).name;
    return {state.name(job.id),
            quota,
            gpu,
            false,
            {code,
             {{"workload", Value::ofText(state.name(job.id))},
              {"taker", Value::ofText(state.name(taker.id))},
              {"quota", Value::ofText(quota)}}}};
}

// What a booked workload waits for: who still stops where it is booked. Replicas of one workload
// that stop one by one are one holder until the last of them has left.
std::vector<Holder> stoppingFor(const EngineState& state, const Job& taker) {
    std::vector<Holder> holders;
    WorkloadId last = kNobody;
    for (const auto& [id, part] : awaitedBy(state, taker)) {
        const Job& job = state.job(id);
        const Gpu gpu = job.slot().request.gpu * static_cast<Gpu>(part->seats.size());
        if (id != std::exchange(last, id)) {
            holders.push_back(holderOf(state, job, taker, gpu, "stopping-for-it"));
            holders.back().why.arguments.push_back({"until", Value::ofSeconds(part->until)});
            continue;
        }
        Holder& holder = holders.back();
        holder.gpu += gpu;
        std::int64_t& until = holder.why.arguments.back().value.number;
        until = std::max<std::int64_t>(until, part->until);
    }
    return holders;
}

// Who counts under a cap of a workload that stands at one.
std::vector<Holder> underItsCaps(const EngineState& state, const Job& taker) {
    std::vector<Holder> holders;
    for (const WorkloadId each : state.jobs.living()) {
        const Job& job = state.job(each);
        const bool counts =
            (job.phase == Phase::running || job.phase == Phase::booked) && !job.idle() &&
            std::any_of(job.accounts().begin(), job.accounts().end(), [&](AccountId id) {
                return std::find(taker.accounts().begin(), taker.accounts().end(), id) !=
                       taker.accounts().end();
            });
        if (counts && job.heldGpu() > 0)
            holders.push_back(holderOf(state, job, taker, job.heldGpu(), "under-the-cap"));
    }
    return holders;
}

std::vector<Holder> firstOf(std::vector<Holder> holders, std::size_t most, int& leftOut) {
    std::stable_sort(holders.begin(), holders.end(), standsBefore);
    leftOut = static_cast<int>(holders.size() > most ? holders.size() - most : 0);
    holders.resize(std::min(holders.size(), most));
    return holders;
}

}  // namespace

bool standsBefore(const Holder& a, const Holder& b) {
    if (a.takeable != b.takeable)
        return a.takeable;
    return a.beside && b.beside ? a.beside->number > b.beside->number : a.gpu > b.gpu;
}

std::vector<Holder> holdersOf(EngineState& state, WorkloadId id, std::size_t most, int& leftOut) {
    const Job& taker = state.job(id);
    if (taker.phase == Phase::booked)
        return firstOf(stoppingFor(state, taker), most, leftOut);
    if (taker.phase == Phase::waiting && taker.forbidden)
        return firstOf({}, most, leftOut);
    if (taker.phase == Phase::waiting && taker.atCap)
        return firstOf(underItsCaps(state, taker), most, leftOut);
    std::vector<Holder> holders;
    eachHolder(state, id, [&](Holder&& each) { holders.push_back(std::move(each)); });
    return firstOf(std::move(holders), most, leftOut);
}

void eachHolder(EngineState& state, WorkloadId id, const std::function<void(Holder&&)>& visit) {
    const Job& taker = state.job(id);
    // A pass that is over protects nobody any more.
    const std::uint32_t pass = std::exchange(state.pass, 0);
    Asker asker(state, id);
    const std::string_view resource = asker.resource();
    for (const WorkloadId other : state.jobs.living()) {
        const Job& job = state.job(other);
        const std::int64_t each = amountOf(job.slot().request, resource);
        if (job.phase != Phase::running || job.group() != taker.group() || each == 0 ||
            !asker.counts(job))
            continue;
        const auto& seats = job.stopUntil() ? state.leaving.at(other).front().seats : job.seats();
        const bool usable = std::any_of(seats.begin(), seats.end(), [&](const Seat& seat) {
            return state.fleet.eligible(seat.node, taker.slot());
        });
        if (!usable)
            continue;
        Holder holder = asker.ask(other);
        if (resource != "gpu")
            holder.beside = amountOf(resource, each * static_cast<std::int64_t>(seats.size()));
        visit(std::move(holder));
    }
    state.pass = pass;
}

}  // namespace apportion
