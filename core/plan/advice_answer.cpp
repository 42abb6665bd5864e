// SPDX-License-Identifier: GPL-3.0-or-later
// What an answer of the advisor tells, on futures that its search has not seen.
#include <algorithm>

#include "core/plan/advice_search.h"

namespace apportion {

namespace {

constexpr std::size_t kMostNeighbors = 4;
// From here on the pool is full.
constexpr std::int64_t kFullMillionths = 800'000;

}  // namespace

AdviceAnswer Advisor::Search::answer() {
    AdviceAnswer answer;
    std::vector<Candidate> candidates = found_;
    if (step_ > kOneGpu)
        for (Candidate& each : candidates)
            refine(each);
    const bool none = candidates.empty() && nearest_.candidate;
    if (none)
        candidates.push_back(*nearest_.candidate);
    for (const Candidate& each : candidates)
        answer.answers.push_back(adviceOf(each, !none));
    answer.tried = tried_.count;
    if (tried_.all)
        answer.all = tried_.count;
    return answer;
}

Advice Advisor::Search::adviceOf(const Candidate& candidate, bool reaches) {
    Advice advice;
    advice.edits = candidate.edits;
    advice.price = candidate.price;
    advice.harm = candidate.harm;
    advice.reaches = reaches;
    advice.seal = !reaches ? tried_.all && step_ == kOneGpu ? Seal::notReachable : Seal::bestOfTried
                  : step_ == kOneGpu ? Seal::provenSmallest
                                     : Seal::bestOfTried;
    std::vector<RunIf> before(kAdviceFutures), after(kAdviceFutures);
    if (!runMany({}, kAdviceFutures, before) || !runMany(candidate.edits, kAdviceFutures, after))
        return advice;
    for (std::size_t goal = 0; goal < goals(); ++goal)
        advice.goals.push_back(outcomeOf(goal, before, after));
    advice.pays = payers(before, after);
    if (reaches)
        advice.neighbors = neighborsOf(candidate);
    else
        advice.limits = limitsOf(after);
    return advice;
}

GoalOutcome Advisor::Search::outcomeOf(std::size_t goal, const std::vector<RunIf>& before,
                                       const std::vector<RunIf>& after) const {
    GoalOutcome outcome;
    std::vector<std::int64_t> was, is;
    for (std::size_t i = 0; i < after.size(); ++i) {
        ++outcome.futures;
        outcome.held += reached(goal, *before[i], after[i]) ? 1 : 0;
        if (goal == request_.goals.size()) {
            if (after[i])
                is.push_back(harm(*before[i], *after[i]));
            continue;
        }
        was.push_back(value(request_.goals[goal], *before[i]));
        if (after[i])
            is.push_back(value(request_.goals[goal], *after[i]));
    }
    outcome.before = bandOf(std::move(was));
    outcome.after = bandOf(std::move(is));
    return outcome;
}

std::vector<Payer> Advisor::Search::payers(const std::vector<RunIf>& before,
                                           const std::vector<RunIf>& after) const {
    std::vector<Payer> payers;
    for (const std::string& other : others_) {
        std::vector<std::int64_t> was, is;
        for (std::size_t i = 0; i < after.size(); ++i) {
            const RunNumbers::Part* part = after[i] ? partOf(*after[i], other) : nullptr;
            const RunNumbers::Part* first = partOf(*before[i], other);
            if (part && first) {
                was.push_back(first->p95WaitAll);
                is.push_back(part->p95WaitAll);
            }
        }
        const Payer payer{other, bandOf(std::move(was)).p50, bandOf(std::move(is)).p50};
        if (payer.after - payer.before >= kNoLonger)
            payers.push_back(payer);
    }
    std::stable_sort(payers.begin(), payers.end(), [](const Payer& a, const Payer& b) {
        return a.after - a.before > b.after - b.before;
    });
    return payers;
}

std::vector<std::vector<LeverOption>> Advisor::Search::cheaperOnes(
    const Candidate& candidate) const {
    std::vector<std::vector<LeverOption>> cheaper = movedLess(candidate.options, kOneGpu);
    for (std::size_t i = 0; i < candidate.options.size(); ++i) {
        const LeverOption& option = candidate.options[i];
        const LeverOption* next = combinations_.cheaperThan(option);
        if (option.key != kSizesKey && next) {
            cheaper.push_back(candidate.options);
            cheaper.back()[i] = *next;
        }
        if (candidate.options.size() > 1) {
            cheaper.push_back(candidate.options);
            cheaper.back().erase(cheaper.back().begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
    cheaper.resize(std::min(cheaper.size(), kMostNeighbors));
    return cheaper;
}

std::vector<Neighbor> Advisor::Search::neighborsOf(const Candidate& candidate) {
    std::vector<Neighbor> neighbors;
    for (std::vector<LeverOption>& options : cheaperOnes(candidate)) {
        Neighbor neighbor{editsOf(*base_.scenario(), options), priceOf(options),
                          std::vector<int>(goals(), 0)};
        std::vector<RunIf> runs(searchBase_.size());
        if (!runMany(neighbor.edits, 0, runs))
            break;
        bool misses = false;
        for (std::size_t goal = 0; goal < goals(); ++goal) {
            for (std::size_t i = 0; i < runs.size(); ++i)
                neighbor.held[goal] += reached(goal, *searchBase_[i], runs[i]) ? 1 : 0;
            misses = misses || neighbor.held[goal] < needed(goal);
        }
        // One that reaches them is a cheaper answer, with more harm.
        if (misses)
            neighbors.push_back(std::move(neighbor));
    }
    return neighbors;
}

std::vector<Message> Advisor::Search::limitsOf(const std::vector<RunIf>& after) const {
    std::vector<std::int64_t> used, waiting;
    for (const RunIf& run : after)
        if (run) {
            used.push_back(run->utilizationMillionths);
            waiting.push_back(run->all.stillWaiting);
        }
    std::vector<Message> limits;
    if (used.empty())
        return {{"advice-limit-refused", {}}};
    const std::int64_t use = bandOf(std::move(used)).p50;
    if (nearest_.harmOnly)
        limits.push_back({"advice-limit-others",
                          {{"percent", Value::ofCount(request_.othersAtMost.value_or(0))}}});
    else if (use < kFullMillionths)
        limits.push_back({"advice-limit-levers", {}});
    if (use >= kFullMillionths)
        limits.push_back({"advice-limit-use", {{"percent", Value::ofCount(use / 10'000)}}});
    if (const std::int64_t count = bandOf(std::move(waiting)).p50; count > 0)
        limits.push_back({"advice-limit-waiting", {{"count", Value::ofCount(count)}}});
    return limits;
}

TakenAdvice takenOf(const AdviceRequest& request, const Advice& advice, Duration period,
                    std::int64_t now) {
    TakenAdvice taken;
    taken.taken = now;
    taken.period = period;
    taken.edits = advice.edits;
    // Of an answer that was stopped no goal was tested.
    const std::size_t tested = std::min(request.goals.size(), advice.goals.size());
    for (std::size_t i = 0; i < tested; ++i)
        taken.goals.push_back({request.goals[i], advice.goals[i].before.p50,
                               advice.goals[i].after.p10, advice.goals[i].after.p90});
    return taken;
}

}  // namespace apportion
