// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/holders.h"

#include <algorithm>

#include "core/engine/claims.h"
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
        : state_(state), taker_(state.jobs[taker]), claims_(state, taker) {}

    Holder ask(WorkloadId id) {
        const Job& job = state_.job(id);
        Holder holder;
        holder.workload = job.spec->name;
        holder.quota = state_.tree.quota(job.quota).name;
        holder.gpu = job.heldGpu();
        NotTakeable why = NotTakeable::outsidePolicy;
        if (job.stopUntil) {
            auto arguments = names(job, holder.quota);
            arguments.push_back({"until", Value::ofSeconds(*job.stopUntil)});
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
    std::vector<Argument> names(const Job& job, const std::string& quota) const {
        return {{"workload", Value::ofText(job.spec->name)},
                {"taker", Value::ofText(taker_.spec->name)},
                {"quota", Value::ofText(quota)}};
    }

    Message takeable(const Job& job, const Candidate& candidate) const {
        if (candidate.victimClass != VictimClass::reclaim)
            return {takeableCode(candidate.victimClass),
                    names(job, state_.tree.quota(candidate.rule).name)};
        auto arguments = names(job, state_.tree.quotaOf(candidate.top).name);
        arguments.push_back({"placed", placed(candidate.top)});
        const Gpu guarantee = state_.tree[candidate.top].guarantee;
        arguments.push_back(
            {"bound", Value::ofGpu(candidate.deserved
                                       ? guarantee
                                       : std::max(guarantee, state_.shareOf(candidate.top)))});
        return {"takeable-reclaim", std::move(arguments)};
    }

    Value placed(BranchId branch) const { return Value::ofGpu(state_.books[branch].placed.sum()); }

    Message refusal(const Job& job, NotTakeable why) const {
        const std::string& quota = state_.tree.quota(job.quota).name;
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
            case NotTakeable::noClaim: {
                arguments = names(job, state_.tree.quota(taker_.quota).name);
                arguments.push_back({"placed", placed(taker_.leaf)});
                arguments.push_back({"requested", Value::ofGpu(taker_.requestGpu())});
                arguments.push_back(
                    {"bound", Value::ofGpu(std::max(state_.tree[taker_.leaf].guarantee,
                                                    state_.shareOf(taker_.leaf)))});
                return {"no-claim", std::move(arguments)};
            }
            case NotTakeable::outsidePolicy:
                break;
        }
        return {"no-policy", std::move(arguments)};
    }

    // The lowest branch of the holder that has no more than it may keep.
    Message atBound(const Job& job) const {
        BranchId at = job.leaf;
        while (state_.tree[at].parent != kNoBranch && !state_.tree.contains(at, taker_.leaf) &&
               state_.books[at].placed.sum() > state_.tree[at].guarantee)
            at = state_.tree[at].parent;
        auto arguments = names(job, state_.tree.quotaOf(at).name);
        const bool guarantee = state_.books[at].placed.sum() <= state_.tree[at].guarantee;
        arguments.push_back({"placed", placed(at)});
        arguments.push_back(
            {"bound", Value::ofGpu(guarantee ? state_.tree[at].guarantee : state_.shareOf(at))});
        return {guarantee ? "at-or-below-guarantee" : "at-or-below-share", std::move(arguments)};
    }

    EngineState& state_;
    const Job& taker_;
    Claims claims_;
};

}  // namespace

std::vector<Holder> holdersOf(EngineState& state, WorkloadId id, std::size_t most, int& leftOut) {
    // A pass that is over protects nobody any more.
    const std::uint32_t pass = std::exchange(state.pass, 0);
    Asker asker(state, id);
    std::vector<Holder> holders;
    const Job& taker = state.job(id);
    for (WorkloadId other = 0; other < state.jobs.size(); ++other) {
        const Job& job = state.job(other);
        if (job.phase != Phase::running || job.group != taker.group || job.slot.request.gpu == 0)
            continue;
        const auto& seats = job.stopUntil ? state.leaving.at(other).front().seats : job.seats;
        const bool usable = std::any_of(seats.begin(), seats.end(), [&](const Seat& seat) {
            return state.fleet.eligible(seat.node, taker.slot);
        });
        if (usable)
            holders.push_back(asker.ask(other));
    }
    state.pass = pass;
    std::stable_sort(holders.begin(), holders.end(), [](const Holder& a, const Holder& b) {
        return a.takeable != b.takeable ? a.takeable : a.gpu > b.gpu;
    });
    leftOut = static_cast<int>(holders.size() > most ? holders.size() - most : 0);
    holders.resize(std::min(holders.size(), most));
    return holders;
}

}  // namespace apportion
