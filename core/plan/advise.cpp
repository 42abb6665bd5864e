// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/advise.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/model/findings.h"
#include "core/plan/advice_search.h"
#include "core/plan/apply.h"
#include "core/plan/verdict.h"

namespace apportion {

namespace {

constexpr std::int64_t kMillion = 1'000'000;
constexpr int kTenths = 10;
// A base of so many workloads or fewer is drawn once for all runs.
constexpr std::size_t kSmallBase = 5'000;
// With more ways to share sizes out than this, they move by nodes first.
constexpr std::size_t kMostMoves = 2'000;
// Of a goal that a refused change misses, and the most of any.
constexpr std::int64_t kWholeMiss = 1'000'000 * kMillion;

// The quotas that a goal would help, from which its options come.
std::vector<std::string> takersOf(const Scenario& scenario, const std::vector<Goal>& goals) {
    std::vector<std::string> takers;
    const auto add = [&](const std::string& name) {
        if (std::find(takers.begin(), takers.end(), name) == takers.end())
            takers.push_back(name);
    };
    for (const Goal& goal : goals)
        if (goal.of == Goal::Of::quota)
            add(goal.quota);
        else
            for (const std::string& team : teamsOf(scenario))
                add(team);
    return takers;
}

// At or below the quotas of the goals.
std::set<std::string> helped(const Scenario& scenario, const std::vector<Goal>& goals) {
    std::map<std::string, std::string> parents;
    for (const Quota& quota : scenario.quotas)
        parents[quota.name] = quota.parent;
    std::set<std::string> names;
    for (const Quota& quota : scenario.quotas)
        for (std::string at = quota.name; !at.empty(); at = parents[at])
            for (const Goal& goal : goals)
                if (goal.of != Goal::Of::quota || goal.quota == at)
                    names.insert(quota.name);
    return names;
}

std::int64_t valueOf(GoalMetric metric, const RunNumbers::Part& part) {
    switch (metric) {
        case GoalMetric::p95Wait:
            return part.p95WaitAll;
        case GoalMetric::meanWait:
            return part.meanWaitAll;
        case GoalMetric::evictions:
            return part.evictions;
        case GoalMetric::neverStarted:
            return part.stillWaiting;
        case GoalMetric::shareKept:
            return part.shareKept;
    }
    return 0;
}

}  // namespace

const RunNumbers::Part* partOf(const RunNumbers& run, const std::string& quota) {
    for (const auto& [name, part] : run.byQuota)
        if (name == quota)
            return &part;
    return nullptr;
}

Advisor::Search::Search(const PlanBase& base, AdviceRequest request, const Futures& futures,
                        const SweepOptions& options)
    : base_(base),
      request_(std::move(request)),
      futures_(futures),
      options_(options),
      bootstrap_(base.scenario()),
      teams_(teamsOf(*base.scenario())),
      combinations_({}) {
    const std::set<std::string> own = helped(*base.scenario(), request_.goals);
    for (const std::string& team : teams_)
        if (own.count(team) == 0)
            others_.push_back(team);
    LeverOptions all = optionsFor(*base.scenario(), takersOf(*base.scenario(), request_.goals),
                                  request_.levers, kMostMoves);
    step_ = all.step;
    combinations_ = Combinations(std::move(all.options));
}

bool Advisor::Search::search(std::int64_t most, const std::function<void(const Progress&)>& told) {
    if (!runBase())
        return false;
    for (; most > 0 && !isOver(); --most) {
        if (!under_)
            under_ = combinations_.next();
        if (!under_) {
            tried_.all = true;
            break;
        }
        if (!tryOut(*under_))
            return false;
        under_.reset();
        if (told)
            told({tried_.count,
                  found_.empty() ? std::nullopt : std::optional(found_.front().price)});
    }
    return true;
}

bool Advisor::Search::isOver() const {
    return tried_.all || found_.size() >= kMostAnswers ||
           (!found_.empty() && (others_.empty() || found_.back().harm <= 0));
}

Advisor::Search::Candidate Advisor::Search::candidateOf(std::vector<LeverOption> options) const {
    Candidate candidate{std::move(options), {}, 0};
    candidate.edits = editsOf(*base_.scenario(), candidate.options);
    candidate.price = priceOf(candidate.options);
    candidate.held.resize(goals(), 0);
    return candidate;
}

std::shared_ptr<const PlanBase> Advisor::Search::future(std::int64_t number) {
    const auto draw = [&] {
        return std::make_shared<const PlanBase>(
            std::make_shared<const Scenario>(
                bootstrap_.future(static_cast<std::uint64_t>(futures_.seed),
                                  static_cast<std::uint64_t>(number), futures_.teamsApart)),
            base_.until());
    };
    if (base_.scenario()->workloads.size() > kSmallBase)
        return draw();
    {
        const std::lock_guard lock(drawn_.mutex);
        if (const auto found = drawn_.futures.find(number); found != drawn_.futures.end())
            return found->second;
    }
    auto made = draw();
    const std::lock_guard lock(drawn_.mutex);
    return drawn_.futures.emplace(number, std::move(made)).first->second;
}

bool Advisor::Search::run(const std::vector<PlanEdit>& edits, std::int64_t number, RunIf& result) {
    const std::shared_ptr<const PlanBase> base = future(number);
    ChangeSet set{"", edits};
    Result<Applied> applied =
        edits.empty() ? Result<Applied>(baseItself(*base))
                      : applySet(*base, set, "", static_cast<std::uint64_t>(futures_.seed));
    result.reset();
    if (!applied)
        return true;
    SweepOptions options = optionsOfFuture(options_);
    options.shareKept =
        std::any_of(request_.goals.begin(), request_.goals.end(),
                    [](const Goal& goal) { return goal.metric == GoalMetric::shareKept; });
    const std::optional<SetOutcome> outcome = runSet(*applied, options);
    if (!outcome)
        return false;
    if (!outcome->refused)
        result = numbersOf(*outcome);
    return true;
}

bool Advisor::Search::runMany(const std::vector<PlanEdit>& edits, std::int64_t first,
                              std::vector<RunIf>& runs) {
    return inParallel(runs.size(), options_.threads, [&](std::size_t i) {
        return run(edits, first + static_cast<std::int64_t>(i), runs[i]);
    });
}

bool Advisor::Search::runBase() {
    if (!searchBase_.empty())
        return true;
    std::vector<RunIf> runs(kAdviceFutures);
    if (!runMany({}, 0, runs))
        return false;
    searchBase_ = std::move(runs);
    // Where nothing has to change the answer is nothing.
    Candidate nothing;
    for (std::size_t goal = 0; goal < goals(); ++goal)
        nothing.held.push_back(static_cast<int>(
            std::count_if(searchBase_.begin(), searchBase_.end(),
                          [&](const RunIf& run) { return reached(goal, *run, run); })));
    bool all = true;
    for (std::size_t goal = 0; goal < goals(); ++goal)
        all = all && nothing.held[goal] >= needed(goal);
    if (all)
        found_.push_back(std::move(nothing));
    return true;
}

std::int64_t Advisor::Search::value(const Goal& goal, const RunNumbers& run) const {
    if (goal.of == Goal::Of::pool && goal.metric != GoalMetric::shareKept)
        return valueOf(goal.metric, run.all);
    if (goal.of == Goal::Of::quota) {
        const RunNumbers::Part* part = partOf(run, goal.quota);
        return part ? valueOf(goal.metric, *part) : 0;
    }
    std::optional<std::int64_t> worst;
    for (const std::string& team : teams_)
        if (const RunNumbers::Part* part = partOf(run, team)) {
            const std::int64_t each = valueOf(goal.metric, *part);
            const bool worse =
                !worst || (goal.metric == GoalMetric::shareKept ? each < *worst : each > *worst);
            if (worse)
                worst = each;
        }
    return worst.value_or(0);
}

std::int64_t Advisor::Search::harm(const RunNumbers& before, const RunNumbers& after) const {
    std::int64_t worst = others_.empty() ? 0 : -kMillion;
    for (const std::string& other : others_) {
        const RunNumbers::Part *was = partOf(before, other), *is = partOf(after, other);
        if (!was || !is)
            continue;
        const Duration longer = is->p95WaitAll - was->p95WaitAll;
        const std::int64_t part =
            longer > -kNoLonger && longer < kNoLonger
                ? 0
                : longer * kMillion / std::max<Duration>(was->p95WaitAll, kNoLonger);
        worst = std::max(worst, part);
    }
    return worst;
}

bool Advisor::Search::reached(std::size_t goal, const RunNumbers& before,
                              const RunIf& after) const {
    if (!after)
        return false;
    if (goal == request_.goals.size())
        return harm(before, *after) <= *request_.othersAtMost * (kMillion / 100);
    return request_.goals[goal].reached(value(request_.goals[goal], *after));
}

std::int64_t Advisor::Search::miss(const RunNumbers& before, const RunIf& after) const {
    if (!after)
        return kWholeMiss;
    std::int64_t worst = 0;
    for (std::size_t i = 0; i < request_.goals.size(); ++i) {
        if (reached(i, before, after))
            continue;
        const Goal& goal = request_.goals[i];
        const bool isWait =
            goal.metric == GoalMetric::p95Wait || goal.metric == GoalMetric::meanWait;
        const std::int64_t off = std::abs(value(goal, *after) - goal.bound);
        worst =
            std::max(worst, std::min(off, kWholeMiss) * 1'000 /
                                std::max<std::int64_t>(goal.bound, isWait ? kNoLonger : 1) * 1'000);
    }
    if (request_.othersAtMost)
        worst = std::max(worst, harm(before, *after) - *request_.othersAtMost * (kMillion / 100));
    return std::min(worst, kWholeMiss);
}

std::optional<bool> Advisor::Search::reaches(Candidate& candidate) {
    std::vector<std::int64_t> harms;
    std::int64_t misses = 0;
    const auto isPossible = [&](std::size_t goal) {
        return candidate.held[goal] + static_cast<int>(searchBase_.size() - candidate.runs) >=
               needed(goal);
    };
    bool possible = true;
    while (possible && candidate.runs < searchBase_.size()) {
        std::vector<RunIf> more(std::min<std::size_t>(std::max(1U, options_.threads),
                                                      searchBase_.size() - candidate.runs));
        if (!runMany(candidate.edits, static_cast<std::int64_t>(candidate.runs), more))
            return {};
        for (const RunIf& each : more) {
            const RunNumbers& before = *searchBase_[candidate.runs++];
            for (std::size_t goal = 0; goal < goals(); ++goal)
                candidate.held[goal] += reached(goal, before, each) ? 1 : 0;
            if (each)
                harms.push_back(harm(before, *each));
            misses += miss(before, each);
        }
        // A change that is refused in one future is refused for the same cause in the others.
        possible = !harms.empty();
        for (std::size_t goal = 0; goal < goals(); ++goal)
            possible = possible && isPossible(goal);
    }
    ++tried_.count;
    candidate.miss = misses / static_cast<std::int64_t>(std::max<std::size_t>(candidate.runs, 1));
    if (harms.empty())
        return possible;
    candidate.harm = bandOf(std::move(harms)).p50;
    const auto ran = static_cast<int>(candidate.runs);
    bool own = true;
    bool holds = true;
    for (std::size_t goal = 0; goal < request_.goals.size(); ++goal) {
        own = own && isPossible(goal);
        holds = holds && candidate.held[goal] * kTenths >= ofTen(goal) * ran;
    }
    tried_.points.push_back({candidate.price, candidate.harm, holds});
    if (!possible)
        nearest_.harmOnly = nearest_.harmOnly || own;
    return possible;
}

bool Advisor::Search::tryOut(std::vector<LeverOption> options) {
    Candidate candidate = candidateOf(std::move(options));
    const std::optional<bool> reached = reaches(candidate);
    if (!reached)
        return false;
    if (!*reached) {
        keepNearest(std::move(candidate));
        return true;
    }
    if (!found_.empty() && candidate.harm >= found_.back().harm)
        return true;
    if (!found_.empty() && candidate.price == found_.back().price)
        found_.pop_back();
    found_.push_back(std::move(candidate));
    return true;
}

void Advisor::Search::keepNearest(Candidate candidate) {
    std::int64_t share = kMillion;
    for (std::size_t goal = 0; goal < goals(); ++goal)
        share = std::min(
            share, candidate.held[goal] * kMillion / static_cast<std::int64_t>(candidate.runs));
    if (nearest_.candidate &&
        std::pair(share, -candidate.miss) <= std::pair(nearest_.share, -nearest_.candidate->miss))
        return;
    nearest_.share = share;
    nearest_.candidate = std::move(candidate);
}

void Advisor::Search::refine(Candidate& candidate) {
    for (bool better = true; better;) {
        better = false;
        const std::vector<LeverOption> from = candidate.options;
        for (Gpu less = kOneGpu; less < step_; less += kOneGpu)
            for (std::vector<LeverOption>& smaller : movedLess(from, less)) {
                Candidate each = candidateOf(std::move(smaller));
                if (each.price >= candidate.price)
                    continue;
                const std::optional<bool> reached = reaches(each);
                if (!reached)
                    return;
                better = better || *reached;
                if (*reached)
                    candidate = std::move(each);
            }
    }
}

std::vector<std::vector<LeverOption>> Advisor::Search::movedLess(
    const std::vector<LeverOption>& options, Gpu less) const {
    std::vector<std::vector<LeverOption>> ways;
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (options[i].key != kSizesKey)
            continue;
        const SizeChanges& sizes = options[i].sizes;
        for (std::size_t taker = 0; taker < sizes.size(); ++taker)
            for (std::size_t giver = 0; giver < sizes.size(); ++giver) {
                if (sizes[taker].second <= 0 || sizes[giver].second >= 0)
                    continue;
                SizeChanges smaller = sizes;
                smaller[taker].second -= less;
                smaller[giver].second += less;
                if (smaller[taker].second < 0 || smaller[giver].second > 0 || movedBy(smaller) == 0)
                    continue;
                ways.push_back(options);
                ways.back()[i] = sizesOption(std::move(smaller));
            }
    }
    return ways;
}

Problems whyNoAdvice(const PlanBase& base, const AdviceRequest& request) {
    Findings findings;
    const Scenario& scenario = *base.scenario();
    const std::int64_t weeks = Bootstrap(base.scenario()).wholeWeeks();
    if (weeks < kLeastAdviceWeeks)
        findings.error("/base", "advice-weeks", {{"weeks", Value::ofCount(weeks)}});
    // Of each team that a goal is about; one without work is never the worst.
    const auto check = [&](const std::string& quota, std::int64_t least) {
        const std::vector<bool> below = submittedBelow(scenario, scenario.workloads, quota);
        const auto jobs = std::count(below.begin(), below.end(), true);
        if (jobs >= least && jobs < kLeastAdviceJobs)
            findings.error("/goal", "advice-jobs",
                           {{"name", Value::ofText(quota)}, {"count", Value::ofCount(jobs)}});
    };
    for (const Goal& goal : request.goals) {
        if (goal.of == Goal::Of::worst)
            for (const std::string& team : teamsOf(scenario))
                check(team, 1);
        if (goal.of != Goal::Of::quota)
            continue;
        if (std::none_of(scenario.quotas.begin(), scenario.quotas.end(),
                         [&](const Quota& quota) { return quota.name == goal.quota; }))
            findings.error("/goal", "advice-no-quota", {{"name", Value::ofText(goal.quota)}});
        else
            check(goal.quota, 0);
    }
    if (const auto jobs = static_cast<std::int64_t>(scenario.workloads.size());
        jobs < kLeastAdviceJobs && !findings.hasErrors())
        findings.error("/base", "advice-jobs-pool", {{"count", Value::ofCount(jobs)}});
    return findings.take();
}

Advisor::Advisor(const PlanBase& base, AdviceRequest request, const Futures& futures,
                 const SweepOptions& options)
    : search_(std::make_unique<Search>(base, std::move(request), futures, options)) {}

Advisor::~Advisor() = default;

bool Advisor::search(std::int64_t most, const std::function<void(const Progress&)>& told) {
    return search_->search(most, told);
}

void Advisor::watchWith(RunControl* control) {
    search_->watchWith(control);
}

const std::vector<TriedPoint>& Advisor::points() const {
    return search_->points();
}

bool Advisor::isOver() const {
    return search_->isOver();
}

AdviceAnswer Advisor::answer() {
    return search_->answer();
}

}  // namespace apportion
