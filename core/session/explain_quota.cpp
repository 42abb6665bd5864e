// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/explain_quota.h"

#include <algorithm>
#include <set>

#include "core/model/number_text.h"
#include "core/session/eviction_policy.h"

namespace apportion {

namespace {

using Fact = QuotaFact::Kind;
using Change = QuotaChange::Kind;

constexpr std::size_t kMostNames = 4;
constexpr std::size_t kMostChanges = 3;
constexpr std::size_t kMostTried = 8;         // ends of work, each on a fork
constexpr std::size_t kMostCopied = 200'000;  // workloads, by all these forks
constexpr std::size_t kMostLookedAt = 16;     // of one queue: each asks the engine for a reason

class Explainer {
public:
    Explainer(const PoolSource& pool, QuotaId self)
        : pool_(pool), engine_(pool.engine), self_(self) {}

    QuotaExplanation explain() {
        const Quota& quota = engine_.quota(self_);
        numbers_ = engine_.numbers(self_);
        if (pool_.resting)
            resting();
        answer_.time = pool_.clock;
        answer_.quota = quota.name;
        answer_.numbers = numbers_;
        unapproved();
        if (numbers_.subtree < numbers_.guaranteed)
            below();
        else if (numbers_.subtree > numbers_.guaranteed)
            beyond();
        else
            exactly();
        return std::move(answer_);
    }

private:
    void fact(Fact kind, std::vector<Argument> arguments, std::optional<Rule> rule = {},
              std::optional<Instant> at = {}) {
        answer_.facts.push_back({kind, at, std::move(arguments), rule});
    }

    void change(Change kind, std::string subject, bool isQuota, std::vector<Argument> arguments) {
        if (answer_.changes.size() < kMostChanges)
            answer_.changes.push_back({kind, std::move(arguments), std::move(subject), isQuota});
    }

    bool isBelow(QuotaId quota, QuotaId ancestor) const {
        for (std::optional<QuotaId> at = quota; at; at = engine_.parent(*at))
            if (*at == ancestor)
                return true;
        return false;
    }

    std::optional<QuotaId> quotaOfWorkload(const std::string& name) const {
        const auto id = engine_.findWorkload(name);
        if (!id)
            return std::nullopt;
        return engine_.quotaOf(*id);
    }

    // Whoever took it has it still, or is to have it after a grace period: in the same run, for a
    // later one may have taken from others.
    bool lasts(const Eviction& record) const {
        const auto taker = engine_.findWorkload(record.preemptor);
        if (!taker || engine_.seats(*taker).empty())
            return false;
        const auto start = engine_.status(*taker).start;
        return !start || *start <= record.at + engine_.settings().gracePeriod;
    }

    // The latest taking that lasts and that `wanted` accepts: all records of one taker and instant.
    template <typename Wanted>
    std::vector<const Eviction*> latest(Wanted wanted) const {
        std::vector<const Eviction*> found;
        const auto& all = pool_.evictions;
        for (auto it = all.rbegin(); it != all.rend(); ++it) {
            if (it->at > pool_.clock || it->preemptor.empty() ||
                it->rule == EvictionRule::consolidation)
                continue;
            if (!found.empty() && (it->at != found[0]->at || it->preemptor != found[0]->preemptor))
                break;
            if (lasts(*it) && wanted(*it))
                found.push_back(&*it);
        }
        std::reverse(found.begin(), found.end());
        return found;
    }

    // Somebody took from here: who, by which right, and what was taken.
    bool lost() {
        const auto taken = latest([&](const Eviction& record) {
            const auto victim = quotaOfWorkload(record.victim);
            const auto taker = quotaOfWorkload(record.preemptor);
            return victim && taker && isBelow(*victim, self_) &&
                   (!isBelow(*taker, self_) || *taker == self_);
        });
        if (taken.empty())
            return false;
        const Eviction& first = *taken.front();
        const WorkloadId taker = engine_.findWorkload(first.preemptor).value_or(0);
        const Workload& workload = engine_.workload(taker);
        const std::string& from = engine_.quota(engine_.quotaOf(taker)).name;
        fact(Fact::takenBy,
             {{"taker", Value::ofText(first.preemptor)},
              {"quota", Value::ofText(from)},
              {"priority", Value::ofCount(workload.priority)},
              {"gpu", Value::ofGpu(workload.request.gpu * workload.leastReplicas())}},
             {}, first.at);
        right(first);
        victims(taken);
        return true;
    }

    void right(const Eviction& record) {
        const auto where = engine_.findQuota(record.quota);
        if (!where)
            return;
        const QuotaPolicy& policy = engine_.quota(*where).policy;
        if (auto kept = policyFact(record, &policy))
            return answer_.facts.push_back(std::move(*kept));
        const Argument quota{"quota", Value::ofText(record.quota)};
        const auto victim = engine_.findWorkload(record.victim);
        const auto taker = engine_.findWorkload(record.preemptor);
        if (!victim || !taker)
            return;
        const Workload& from = engine_.workload(*victim);
        const auto taken = static_cast<std::size_t>(from.module);
        // An older record keeps no policy: one that would not allow it has been another then.
        if (record.rule == EvictionRule::childLevel) {
            const auto& child = policy.childPreemption;
            std::vector<Argument> arguments{quota};
            if (child && child->priorities.contains(from.priority) && child->modules.test(taken))
                tellPolicy(arguments, *child);
            fact(Fact::childPolicy, std::move(arguments), Rule::childLevel);
        } else if (record.rule == EvictionRule::selfLevel &&
                   record.why.code.find(".priority") == std::string::npos) {
            const auto& self = policy.selfPreemption;
            std::vector<Argument> arguments{quota};
            if (self && self->high.contains(engine_.workload(*taker).priority) &&
                self->low.contains(from.priority) && self->modules.test(taken))
                tellPolicy(arguments, *self);
            fact(Fact::selfPolicy, std::move(arguments), Rule::selfLevel);
        } else if (record.rule == EvictionRule::reclaim) {
            const QuotaNumbers numbers = engine_.numbers(*where);
            std::vector<Argument> arguments{quota,
                                            {"guaranteed", Value::ofGpu(numbers.guaranteed)},
                                            {"share", Value::ofGpu(numbers.fairShare)}};
            arguments.push_back(
                {"claim",
                 Value::ofText(record.why.code.ends_with(".share") ? claim::kShare : claim::kOwn)});
            // What counted at that time is in its record.
            for (const Argument& each : record.why.arguments)
                if (each.name == "from" || each.name == "placed" || each.name == "bound")
                    arguments.push_back(each);
            fact(Fact::reclaimRight, std::move(arguments), Rule::reclaim);
        }
    }

    void victims(const std::vector<const Eviction*>& taken) {
        std::vector<std::string> names;
        Gpu gpu = 0;
        GpuTime lost = 0;
        for (const Eviction* record : taken) {
            if (names.size() < kMostNames)
                names.push_back(record->victim);
            gpu += record->gpu;
            lost += record->lost;
        }
        const Eviction& first = *taken.front();
        std::vector<Argument> arguments{
            {"victims", Value::ofList(names)},
            {"count", Value::ofCount(static_cast<std::int64_t>(taken.size()))},
            {"gpu", Value::ofGpu(gpu)},
            {"lost", Value::ofCount(lost)},  // GpuTime, to the last part
            {"runnerUp", Value::ofList(first.runnerUp)},
            {"worseBy", Value::ofText(first.worseBy)}};
        fact(Fact::victims, std::move(arguments), Rule::optimum);
    }

    // This quota took from others.
    bool took() {
        const auto taken = latest([&](const Eviction& record) {
            const auto victim = quotaOfWorkload(record.victim);
            const auto taker = quotaOfWorkload(record.preemptor);
            return victim && taker && isBelow(*taker, self_) && !isBelow(*victim, self_);
        });
        if (taken.empty())
            return false;
        std::vector<std::string> names;
        std::vector<std::string> quotas;
        Gpu gpu = 0;
        for (const Eviction* record : taken) {
            if (names.size() < kMostNames)
                names.push_back(record->victim);
            const std::string& from = engine_.quota(*quotaOfWorkload(record->victim)).name;
            if (std::find(quotas.begin(), quotas.end(), from) == quotas.end())
                quotas.push_back(from);
            gpu += record->gpu;
        }
        fact(Fact::took,
             {{"taker", Value::ofText(taken.front()->preemptor)},
              {"quotas", Value::ofList(quotas)},
              {"victims", Value::ofList(names)},
              {"gpu", Value::ofGpu(gpu)}},
             ruleOf(taken.front()->rule), taken.front()->at);
        return true;
    }

    std::vector<QuotaId> level() const {
        std::vector<QuotaId> level;
        for (QuotaId id = 0; id < engine_.quotaCount(); ++id)
            if (engine_.parent(id) == engine_.parent(self_) &&
                engine_.groupOf(id) == engine_.groupOf(self_))
                level.push_back(id);
        return level;
    }

    // Who leaves guaranteed GPUs to others.
    void lenders() {
        std::vector<std::string> names;
        Gpu gpu = 0;
        Gpu guaranteed = 0;
        for (const QuotaId id : level()) {
            const QuotaNumbers numbers = engine_.numbers(id);
            const Gpu idle = numbers.guaranteed - numbers.subtree;
            if (id == self_ || idle <= 0 || numbers.pending > 0)
                continue;
            if (names.size() < kMostNames)
                names.push_back(engine_.quota(id).name);
            gpu += idle;
            guaranteed += numbers.guaranteed;
            change(Change::lenderSubmits, engine_.quota(id).name, true,
                   {{"quota", Value::ofText(engine_.quota(id).name)},
                    {"gpu", Value::ofGpu(std::min(idle, numbers_.subtree - numbers_.guaranteed))}});
        }
        if (!names.empty())
            fact(Fact::lendersIdle, {{"quotas", Value::ofList(names)},
                                     {"gpu", Value::ofGpu(gpu)},
                                     {"guaranteed", Value::ofGpu(guaranteed)}});
    }

    // Who is given what is to spare, of the lowest rank, where none of it is left for this quota.
    std::optional<QuotaId> outrankedBy() const {
        if (numbers_.pendingWorkloads == 0 || numbers_.fairShare > numbers_.guaranteed)
            return std::nullopt;
        const auto rank = [this](QuotaId id) { return engine_.quota(id).policy.rank; };
        std::optional<QuotaId> lowest;
        for (const QuotaId id : level()) {
            const QuotaNumbers numbers = engine_.numbers(id);
            if (numbers.fairShare > numbers.guaranteed && (!lowest || rank(id) < rank(*lowest)))
                lowest = id;
        }
        return lowest && rank(*lowest) > rank(self_) ? lowest : std::nullopt;
    }

    // How what nobody claims by guarantee was divided; `by`, `rank` and `ownRank` where higher
    // ranks left nothing of it.
    void surplus() {
        std::vector<std::string> names;
        std::vector<std::string> weights;
        std::vector<std::string> shares;
        std::vector<std::string> ranks;
        std::set<int> ranksHere;  // of those that may borrow, if the ranks before left anything
        Gpu spare = 0;
        for (const QuotaId id : level()) {
            const QuotaNumbers numbers = engine_.numbers(id);
            if (const QuotaPolicy& policy = engine_.quota(id).policy;
                policy.overQuota == OverQuota::on && policy.weight.value_or(numbers.guaranteed) > 0)
                ranksHere.insert(policy.rank);
            if (numbers.fairShare <= numbers.guaranteed)
                continue;
            const Quota& quota = engine_.quota(id);
            spare += numbers.fairShare - numbers.guaranteed;
            if (names.size() < 2 * kMostNames) {
                names.push_back(quota.name);
                weights.push_back(
                    std::to_string(quota.policy.weight.value_or(numbers.guaranteed / kOneGpu)));
                shares.push_back(gpuText(numbers.fairShare));
                ranks.push_back(std::to_string(quota.policy.rank));
            }
        }
        if (names.empty())
            return;
        std::vector<Argument> arguments{{"gpu", Value::ofGpu(spare)},
                                        {"quotas", Value::ofList(names)},
                                        {"weights", Value::ofList(weights)},
                                        {"shares", Value::ofList(shares)},
                                        {"share", Value::ofGpu(numbers_.fairShare)}};
        if (ranksHere.size() > 1)
            arguments.push_back({"ranks", Value::ofList(ranks)});
        if (const auto by = outrankedBy()) {
            arguments.push_back({"by", Value::ofText(engine_.quota(*by).name)});
            arguments.push_back({"rank", Value::ofCount(engine_.quota(*by).policy.rank)});
            arguments.push_back({"quota", Value::ofText(engine_.quota(self_).name)});
            arguments.push_back({"ownRank", Value::ofCount(engine_.quota(self_).policy.rank)});
        }
        fact(Fact::surplus, std::move(arguments), Rule::surplus);
    }

    static bool neverStarts(const Reason& reason) {
        return reason.code == ReasonCode::neverFits || reason.code == ReasonCode::gpuType;
    }

    // What can never start waits for nobody to let it go live.
    void resting() {
        int count = numbers_.pendingWorkloads;
        Gpu gpu = numbers_.pending;
        for (QuotaId id = 0; count > 0 && id < engine_.quotaCount(); ++id) {
            if (!isBelow(id, self_))
                continue;
            const auto queue = engine_.waiting(id);
            for (std::size_t i = 0; i < std::min(queue.size(), kMostLookedAt); ++i) {
                const auto reason = pool_.asked.reason(queue[i]);
                if (!reason || !neverStarts(*reason))
                    continue;
                const Workload workload = engine_.workload(queue[i]);
                --count;
                gpu -= workload.idle ? 0 : workload.request.gpu * workload.leastReplicas();
            }
        }
        if (count > 0)
            fact(Fact::resting, {{"count", Value::ofCount(count)}, {"gpu", Value::ofGpu(gpu)}});
    }

    void unapproved() {
        int count = 0;
        Gpu gpu = 0;
        for (const PoolSource::Unapproved& each : pool_.unapproved) {
            const auto quota = engine_.findQuota(each.quota);
            if (!quota || !isBelow(*quota, self_))
                continue;
            ++count;
            gpu += each.gpu;
        }
        unapproved_ = count > 0;
        if (unapproved_)
            fact(Fact::unapproved, {{"count", Value::ofCount(count)}, {"gpu", Value::ofGpu(gpu)}},
                 Rule::access);
    }

    void waiting() {
        if (numbers_.pendingWorkloads == 0) {
            if (unapproved_)
                return;
            fact(Fact::queueEmpty, {{"used", Value::ofGpu(numbers_.subtree)}});
            return;
        }
        // Whoever can never start is not in turn; it is told where nobody else waits.
        std::optional<WorkloadId> never;
        for (QuotaId id = 0; id < engine_.quotaCount(); ++id) {
            if (!isBelow(id, self_))
                continue;
            const auto queue = engine_.waiting(id);
            for (std::size_t i = 0; i < std::min(queue.size(), kMostLookedAt); ++i) {
                const auto reason = pool_.asked.reason(queue[i]);
                if (!reason)
                    continue;
                if (!neverStarts(*reason))
                    return nextInTurn(queue[i], *reason);
                if (!never)
                    never = queue[i];
            }
        }
        if (never)
            nextInTurn(*never, *pool_.asked.reason(*never));
    }

    void nextInTurn(WorkloadId id, const Reason& reason) {
        fact(Fact::stillWaiting,
             {{"workload", Value::ofText(engine_.workload(id).name)},
              {"count", Value::ofCount(numbers_.pendingWorkloads)},
              {"gpu", Value::ofGpu(numbers_.pending)},
              {"code", Value::ofText(std::string(codeText(reason.code)))}},
             reason.rule);
    }

    // What the quota would hold more, at once, if some work ended: others may be in turn first.
    Gpu gainedByTheEndOf(const std::string& workload) const {
        Engine ahead = engine_;
        ahead.keepRunnerUp(false);
        const Instant at = std::max(
            std::min(pool_.clock, engine_.nextTimer().value_or(pool_.clock)), engine_.now());
        ahead.step(at, std::vector<Input>{EventAction{FinishEvent{workload}}});
        return ahead.numbers(self_).subtree - numbers_.subtree;
    }

    // Work of a quota above that stands on this quota's guarantee.
    void takersEnd() {
        std::size_t tried = 0;
        for (auto above = engine_.parent(self_); above; above = engine_.parent(*above))
            for (const WorkloadId id : engine_.running()) {
                if (engine_.quotaOf(id) != *above)
                    continue;
                if (++tried > kMostTried || tried * engine_.workloadCount() > kMostCopied ||
                    answer_.changes.size() == kMostChanges)
                    return;
                const std::string workload = engine_.workload(id).name;
                if (const Gpu gained = gainedByTheEndOf(workload); gained > 0)
                    change(Change::takerEnds, workload, false,
                           {{"workload", Value::ofText(workload)}, {"gpu", Value::ofGpu(gained)}});
            }
    }

    void below() {
        if (numbers_.above > 0 && numbers_.pendingWorkloads > 0) {
            if (!lost())
                fact(Fact::shareShort, {{"gpu", Value::ofGpu(numbers_.above)}}, Rule::counters);
            takersEnd();
        } else if (numbers_.pendingWorkloads > 0) {
            lost();
            waiting();
        } else if (numbers_.subtree == 0 && !unapproved_ && !everAsked()) {
            fact(Fact::nothingAsked, {{"guaranteed", Value::ofGpu(numbers_.guaranteed)}});
        } else {
            waiting();
        }
        // What work above uses is told as that.
        if (const Gpu lent = numbers_.lent - numbers_.above; lent > 0)
            within(lent, Rule::overhang);
    }

    // Rule 18, as those beside it meet it.
    Duration minRuntime() const {
        for (std::optional<QuotaId> at = self_; at; at = engine_.parent(*at))
            if (const auto& said = engine_.quota(*at).policy.minRuntime)
                return *said;
        return engine_.settings().minRuntime;
    }

    bool anyoneBesideIsShort() const {
        const auto all = level();
        return std::any_of(all.begin(), all.end(), [this](QuotaId id) {
            const QuotaNumbers numbers = engine_.numbers(id);
            return id != self_ && numbers.pending > 0 &&
                   numbers.subtree < std::max(numbers.guaranteed, numbers.fairShare);
        });
    }

    // It holds what others have a claim on, for they may not take it yet: `count` of what runs are
    // protected, the first for `left` more.
    void protectedBeyondShare() {
        const Gpu bound = std::max(numbers_.guaranteed, numbers_.fairShare);
        const Duration protection = minRuntime();
        if (numbers_.subtree <= bound || protection <= 0 || !anyoneBesideIsShort())
            return;
        int count = 0;
        Duration first = protection;
        for (const WorkloadId id : engine_.running()) {
            const auto start = engine_.status(id).start;
            if (!start || !isBelow(engine_.quotaOf(id), self_) || engine_.workload(id).idle ||
                !engine_.workload(id).isPreemptible())
                continue;
            const Duration left = *start + protection - (pool_.clock - pool_.shift);
            if (left <= 0)
                continue;
            ++count;
            first = std::min(first, left);
        }
        if (count > 0)
            fact(Fact::within,
                 {{"used", Value::ofGpu(numbers_.subtree)},
                  {"share", Value::ofGpu(bound)},
                  {"count", Value::ofCount(count)},
                  {"time", Value::ofSeconds(protection)},
                  {"left", Value::ofSeconds((first + kSecond - 1) / kSecond * kSecond)}},
                 Rule::minimumRuntime);
    }

    void beyond() {
        if (!drains()) {
            protectedBeyondShare();
            lenders();
            surplus();
        }
        waiting();
    }

    // Running work below a quota that is not preemptible; without idle work, as rule 3 counts.
    Gpu firmBelow(QuotaId quota) const {
        Gpu gpu = 0;
        for (const WorkloadId id : engine_.running())
            if (isBelow(engine_.quotaOf(id), quota))
                if (const Workload& work = engine_.workload(id);
                    !work.isPreemptible() && !work.idle)
                    gpu += engine_.held(id);
        return gpu;
    }

    // Above a bound, its own or of a quota above, nothing is borrowed: it was made smaller, or may
    // borrow no more.
    bool drains() {
        for (std::optional<QuotaId> at = self_; at; at = engine_.parent(*at)) {
            const QuotaPolicy& policy = engine_.quota(*at).policy;
            const QuotaNumbers numbers = engine_.numbers(*at);
            const auto over = [&](Gpu used, Gpu bound, const char* by) {
                if (used <= bound)
                    return false;
                fact(Fact::drains,
                     {{"quota", Value::ofText(engine_.quota(*at).name)},
                      {"used", Value::ofGpu(used)},
                      {"bound", Value::ofGpu(bound)},
                      {"by", Value::ofText(by)}},
                     Rule::bounds);
                return true;
            };
            if ((policy.overQuota != OverQuota::on &&
                 over(numbers.subtree, numbers.guaranteed, drain_bound::kSize)) ||
                (policy.limit.gpu &&
                 over(numbers.subtree, *policy.limit.gpu, drain_bound::kLimit)) ||
                over(firmBelow(*at), numbers.guaranteed, drain_bound::kFirm))
                return true;
        }
        return false;
    }

    void exactly() {
        if (!took() && !lost())
            within(0, Rule::entitlement);
        if (outrankedBy())
            surplus();
        waiting();
    }

    void within(Gpu lent, Rule rule) {
        fact(Fact::within,
             {{"used", Value::ofGpu(numbers_.subtree)},
              {"guaranteed", Value::ofGpu(numbers_.guaranteed)},
              {"lent", Value::ofGpu(lent)},
              {"pending", Value::ofGpu(numbers_.pending)}},
             rule);
    }

    bool everAsked() const {
        for (WorkloadId id = 0; id < engine_.workloadCount(); ++id)
            if (engine_.submitted(id) && isBelow(engine_.quotaOf(id), self_))
                return true;
        if (pool_.ended == nullptr)
            return false;
        return std::any_of(pool_.ended->begin(), pool_.ended->end(), [&](const WorkloadRow& row) {
            const auto quota = engine_.findQuota(row.quota);
            return quota && isBelow(*quota, self_);
        });
    }

    const PoolSource& pool_;
    const Engine& engine_;
    QuotaId self_;
    QuotaNumbers numbers_;
    bool unapproved_ = false;
    QuotaExplanation answer_;
};

}  // namespace

std::optional<QuotaExplanation> explainQuota(const PoolSource& pool, std::string_view name) {
    const auto id = pool.engine.findQuota(name);
    if (!id)
        return std::nullopt;
    return Explainer(pool, *id).explain();
}

}  // namespace apportion
