// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/accounts.h"

#include <algorithm>
#include <future>
#include <map>
#include <numeric>
#include <unordered_map>

#include "core/model/words.h"
#include "core/sim/wait_numbers.h"

namespace apportion::report {

namespace {

// Where there are so many, other threads are worth it.
constexpr std::size_t kManyJobs = 10'000;

constexpr Amount kGpuHour = Amount{kOneGpu} * 3600 * kSecond;

std::size_t at(Key key) {
    return static_cast<std::size_t>(key);
}

using RowKey = std::array<std::uint32_t, kKeys>;
struct HashOfKey {
    std::size_t operator()(const RowKey& key) const {
        std::size_t hash = 0;
        for (const std::uint32_t part : key)
            hash = (hash ^ part) * 0x9e3779b97f4a7c15ULL;
        return hash ^ (hash >> 29);
    }
};

// A row while it is being added up.
struct Sum {
    AccountRow row;
    std::vector<Duration> waits;  // of those that started, then of the others
    std::vector<Duration> open;
    Amount cost = 0;  // 1/100 GPU x milliseconds x millionths of the currency an hour
    std::int64_t lastJob = -1;
    bool hides = false;  // it counts quotas whose names are hidden
};

class Adding {
public:
    Adding(const Usage& usage, Accounts& accounts, const Prices& prices)
        : usage_(usage), accounts_(accounts), prices_(prices), by_(accounts.by) {
        // Each period in parts of one price.
        parts_ = accounts.edges;
        for (const Price& price : prices.list)
            if (price.since > parts_.front() && price.since < accounts.edges.back())
                parts_.push_back(price.since);
        std::sort(parts_.begin(), parts_.end());
        parts_.erase(std::unique(parts_.begin(), parts_.end()), parts_.end());
        for (std::size_t i = 0; i + 1 < parts_.size(); ++i)
            bucketOf_.push_back(static_cast<std::size_t>(
                std::upper_bound(accounts.edges.begin(), accounts.edges.end(), parts_[i]) -
                accounts.edges.begin() - 1));
        rates_.resize(usage.gpuTypes.size());
        for (std::size_t type = 0; type < usage.gpuTypes.size(); ++type)
            for (std::size_t i = 0; i + 1 < parts_.size(); ++i)
                rates_[type].push_back(prices.at(usage.gpuTypes[type], parts_[i]));
        rateGroups();
        nameTeams();
    }

    void addJobs() {
        for (std::size_t i = 0; i < usage_.jobs.size(); ++i)
            addJob(static_cast<std::uint32_t>(i), usage_.jobs[i]);
    }

    void addEvictions() {
        const auto& edges = accounts_.edges;
        for (const UsageEviction& each : usage_.evictions) {
            if (each.at < edges.front() || each.at >= edges.back())
                continue;
            const std::size_t bucket = bucketAt(each.at);
            if (each.victim != kNone) {
                AccountRow& row = sumOf(usage_.jobs[each.victim], typeOf(each.victim), bucket).row;
                row.lost += each.lost;
                row.evictions += each.moved ? 0 : 1;
            }
            if (each.preemptor != kNone) {
                AccountRow& row =
                    sumOf(usage_.jobs[each.preemptor], typeOf(each.preemptor), bucket).row;
                row.caused += each.lost;
                row.evictionsCaused += each.moved ? 0 : 1;
            }
        }
    }

    // On other threads, as it takes longer than all else.
    void startSweeps() {
        const auto& edges = accounts_.edges;
        timeline_.emplace(usage_, edges.front(), edges.back());
        const auto policy =
            usage_.jobs.size() < kManyJobs ? std::launch::deferred : std::launch::async;
        swept_ = std::async(
            policy, [this] { return timeline_->sweep(inParts() ? parts_ : accounts_.edges); });
        if (!by_.isOfQuotas() || !by_.has(Key::quota) || by_.has(Key::team))
            return;
        for (const UsageQuota& quota : usage_.quotas) {
            if (quota.hidden || quota.parent == kNone)
                continue;
            const int depth = depthOf(usage_, quota.parent);
            if (!sweptAt_.contains(depth))
                sweptAt_.emplace(depth, std::async(policy, [this, depth] {
                                     return timeline_->sweepAt(accounts_.edges, depth);
                                 }));
        }
    }

    void addQuotas() {
        const bool parts = inParts();
        const Swept swept = swept_.get();
        accounts_.capacity.resize(accounts_.edges.size() - 1);
        for (std::size_t i = 0; i < swept.capacity.size(); ++i) {
            const std::size_t bucket = parts ? bucketOf_[i] : i;
            accounts_.capacity[bucket] += swept.capacity[i];
            if (!by_.isOfQuotas())
                continue;
            for (std::uint32_t quota = 0; quota < usage_.quotas.size(); ++quota) {
                const QuotaColumns& columns = swept.quotas[i][quota];
                if (columns.guaranteed == 0 && columns.within + columns.borrowed == 0 &&
                    columns.entitled == 0)
                    continue;
                Sum& sum = sumAt(keyOfQuota(quota, bucket), usage_.quotas[quota].hidden);
                (sum.row.quota ? *sum.row.quota : sum.row.quota.emplace()) += columns;
                if (parts)
                    sum.cost += costOf(columns, quota, i);
            }
        }
    }

    void finish() {
        std::vector<Sum> sums;
        sums.reserve(sums_.size());
        for (auto& [key, sum] : sums_)
            sums.push_back(std::move(sum));
        sums_.clear();
        if (by_.has(Key::quota))
            addSubtotals(sums);
        Sum total;
        total.row.key.fill(kNone);
        for (const Sum& sum : sums)
            if (!sum.row.subtotal)
                add(total, sum);
        total.row.jobs = jobs_;
        accounts_.total = rowOf(std::move(total));
        accounts_.rows.reserve(sums.size());
        for (Sum& sum : sums)
            accounts_.rows.push_back(rowOf(std::move(sum)));
        sort();
    }

private:
    bool inParts() const { return prices_.by != CostBy::use && !prices_.empty(); }

    // A guarantee names no type: it costs the mean of its group's nodes over each part.
    void rateGroups() {
        const std::size_t parts = parts_.size() - 1;
        std::vector<std::vector<Amount>> gpus(usage_.groups, std::vector<Amount>(parts, 0));
        std::vector<std::vector<Amount>> priced = gpus;
        std::map<std::pair<std::uint32_t, std::uint32_t>, const UsageTypeStep*> last;
        const auto close = [&](const UsageTypeStep& step, Moment end) {
            for (std::size_t part = 0; part < parts; ++part) {
                const Duration time =
                    std::min(end, parts_[part + 1]) - std::max(step.at, parts_[part]);
                if (time <= 0)
                    continue;
                gpus[step.group][part] += Amount{step.gpu} * time;
                priced[step.group][part] += Amount{step.gpu} * time * rates_[step.gpuType][part];
            }
        };
        for (const UsageTypeStep& step : usage_.types) {
            const UsageTypeStep*& before = last[{step.group, step.gpuType}];
            if (before != nullptr)
                close(*before, step.at);
            before = &step;
        }
        for (const auto& [key, step] : last)
            close(*step, parts_.back());
        groupRates_ = std::vector<std::vector<std::int64_t>>(usage_.groups, rates_[0]);
        for (std::size_t group = 0; group < groupRates_.size(); ++group)
            for (std::size_t part = 0; part < parts; ++part)
                if (const Amount all = gpus[group][part]; all > 0)
                    groupRates_[group][part] =
                        static_cast<std::int64_t>((2 * priced[group][part] + all) / (2 * all));
    }

    void nameTeams() {
        std::unordered_map<std::string_view, std::uint32_t> first;
        for (std::uint32_t i = 0; i < usage_.quotas.size(); ++i) {
            const UsageQuota& quota = usage_.quotas[i];
            quotaKey_.push_back(quota.hidden ? kOthers : i);
            teamKey_.push_back(quota.hidden ? kOthers
                                            : first.try_emplace(quota.team, i).first->second);
        }
    }

    std::size_t bucketAt(Moment moment) const {
        const auto& edges = accounts_.edges;
        return static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), moment) -
                                        edges.begin() - 1);
    }

    std::uint32_t typeOf(std::uint32_t job) const {
        const UsageJob& each = usage_.jobs[job];
        return each.runs == 0 ? 0 : usage_.runs[each.firstRun].gpuType;
    }

    RowKey keyOfQuota(std::uint32_t quota, std::size_t bucket) const {
        RowKey key;
        key.fill(kNone);
        for (const Key each : by_.keys)
            key[at(each)] = each == Key::quota  ? quotaKey_[quota]
                            : each == Key::team ? teamKey_[quota]
                                                : static_cast<std::uint32_t>(bucket);
        return key;
    }

    Sum& sumOf(const UsageJob& job, std::uint32_t gpuType, std::size_t bucket) {
        RowKey key;
        key.fill(kNone);
        for (const Key each : by_.keys)
            switch (each) {
                case Key::quota:
                    key[at(each)] = quotaKey_[job.quota];
                    break;
                case Key::workspace:
                    key[at(each)] = job.workspace;
                    break;
                case Key::team:
                    key[at(each)] = teamKey_[job.quota];
                    break;
                case Key::user:
                    key[at(each)] = job.user;
                    break;
                case Key::module:
                    key[at(each)] = static_cast<std::uint32_t>(job.module);
                    break;
                case Key::gpuType:
                    key[at(each)] = gpuType;
                    break;
                case Key::period:
                    key[at(each)] = static_cast<std::uint32_t>(bucket);
                    break;
            }
        return sumAt(key, usage_.quotas[job.quota].hidden);
    }

    Sum& sumAt(const RowKey& key, bool hidden) {
        Sum& sum = sums_[key];
        sum.hides |= hidden;
        sum.row.key = key;
        return sum;
    }

    void addJob(std::uint32_t number, const UsageJob& job) {
        const auto& edges = accounts_.edges;
        const Moment end = std::min({job.left, usage_.to, edges.back()});
        if (job.submit >= edges.back() || job.left < edges.front())
            return;
        bool counted = false;
        const bool once = edges.size() == 2 && !by_.has(Key::gpuType);
        Sum* only = once ? &sumOf(job, 0, 0) : nullptr;
        const auto sumIn = [&](std::uint32_t type, std::size_t bucket) -> Sum& {
            Sum& sum = only != nullptr ? *only : sumOf(job, type, bucket);
            if (sum.lastJob != number) {
                sum.lastJob = number;
                ++sum.row.jobs;
                counted = true;
            }
            return sum;
        };
        for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i)
            addRun(usage_.runs[i], sumIn);
        addWait(job, typeOf(number), end, sumIn);
        jobs_ += counted ? 1 : 0;
    }

    template <typename SumIn>
    void addRun(const UsageRun& run, const SumIn& sumIn) {
        const Moment start = std::max(run.start, parts_.front());
        const Moment end = std::min(run.end, parts_.back());
        if (start >= end)
            return;
        auto part = static_cast<std::size_t>(std::upper_bound(parts_.begin(), parts_.end(), start) -
                                             parts_.begin() - 1);
        for (Moment from = start; from < end; ++part) {
            const Moment to = std::min(end, parts_[part + 1]);
            const Amount used = Amount{run.gpu} * (to - from);
            Sum& sum = sumIn(run.gpuType, bucketOf_[part]);
            sum.row.used += used;
            if (run.how == RunEnd::failed || run.how == RunEnd::cancelled)
                sum.row.failed += used;
            if (prices_.by == CostBy::use)
                sum.cost += used * rates_[run.gpuType][part];
            from = to;
        }
    }

    // It counts where it starts, and at the end of each period through which it waits.
    template <typename SumIn>
    void addWait(const UsageJob& job, std::uint32_t type, Moment end, const SumIn& sumIn) {
        const auto& edges = accounts_.edges;
        const Moment start = job.runs == 0 ? kStays : usage_.runs[job.firstRun].start;
        if (start < edges.front())
            return;
        for (std::size_t bucket = bucketAt(std::max(job.submit, edges.front()));
             bucket + 1 < edges.size() && edges[bucket] < std::max(end, job.submit + 1); ++bucket) {
            Sum& sum = sumIn(type, bucket);
            if (start < edges[bucket + 1]) {
                ++sum.row.started;
                sum.waits.push_back(std::max<Duration>(0, start - job.submit));
                return;
            }
            const Moment until = std::min(end, edges[bucket + 1]);
            sum.open.push_back(std::max<Duration>(0, until - job.submit));
            sum.row.waiting += job.left > until ? 1 : 0;
        }
    }

    Amount costOf(const QuotaColumns& columns, std::uint32_t quota, std::size_t part) const {
        const std::int64_t rate = groupRates_[usage_.quotas[quota].group][part];
        Amount charged = columns.guaranteed * rate;
        if (prices_.by == CostBy::guaranteeAndBorrowed)
            charged += columns.borrowed * rate * prices_.borrowedPercent / 100;
        return charged;
    }

    static void add(Sum& sum, const Sum& other) {
        AccountRow& row = sum.row;
        const AccountRow& more = other.row;
        row.used += more.used;
        if (more.quota)
            (row.quota ? *row.quota : row.quota.emplace()) += *more.quota;
        row.lost += more.lost;
        row.caused += more.caused;
        row.failed += more.failed;
        row.jobs += more.jobs;
        row.started += more.started;
        row.waiting += more.waiting;
        row.evictions += more.evictions;
        row.evictionsCaused += more.evictionsCaused;
        sum.cost += other.cost;
        sum.hides |= other.hides;
        sum.waits.insert(sum.waits.end(), other.waits.begin(), other.waits.end());
        sum.open.insert(sum.open.end(), other.open.begin(), other.open.end());
    }

    void addSubtotals(std::vector<Sum>& sums) {
        std::vector<bool> parent(usage_.quotas.size(), false);
        for (const UsageQuota& quota : usage_.quotas)
            if (quota.parent != kNone && !quota.hidden)
                parent[quota.parent] = true;
        std::unordered_map<RowKey, Sum, HashOfKey> subtotals;
        for (const Sum& sum : sums) {
            RowKey key = sum.row.key;
            std::uint32_t& quota = key[at(Key::quota)];
            for (; quota < usage_.quotas.size(); quota = usage_.quotas[quota].parent) {
                if (!parent[quota] || usage_.quotas[quota].hidden)
                    continue;
                Sum& subtotal = subtotals[key];
                subtotal.row.key = key;
                subtotal.row.subtotal = true;
                add(subtotal, sum);
            }
        }
        std::erase_if(sums, [&](const Sum& sum) {
            return sum.row.jobs == 0 && sum.row.used == 0 && sum.row.quota &&
                   sum.row.quota->guaranteed == 0 && sum.row.quota->entitled == 0 &&
                   subtotals.contains(sum.row.key);
        });
        if (!sweptAt_.empty())
            boundSubtotals(subtotals);
        for (auto& [key, sum] : subtotals)
            sums.push_back(std::move(sum));
    }

    void boundSubtotals(std::unordered_map<RowKey, Sum, HashOfKey>& subtotals) {
        for (auto& [key, sum] : subtotals) {
            const std::uint32_t quota = key[at(Key::quota)];
            bool hides = false;
            for (std::uint32_t each = 0; each < usage_.quotas.size(); ++each)
                hides |= usage_.quotas[each].hidden && usage_.isAtOrBelow(each, quota);
            if (hides)
                continue;
            const Swept& swept = sweptAt_.at(depthOf(usage_, quota)).get();
            const QuotaColumns parts = sum.row.quota.value_or(QuotaColumns());
            QuotaColumns& own = sum.row.quota.emplace();
            for (std::size_t bucket = 0; bucket + 1 < accounts_.edges.size(); ++bucket)
                if (!by_.has(Key::period) || key[at(Key::period)] == bucket)
                    own += swept.quotas[bucket][quota];
            std::tie(own.entitled, own.known, own.compared) =
                std::tie(parts.entitled, parts.known, parts.compared);
        }
    }

    AccountRow rowOf(Sum sum) const {
        AccountRow row = sum.row;
        row.wait = waitNumbers(sum.waits);
        sum.waits.insert(sum.waits.end(), sum.open.begin(), sum.open.end());
        row.waitAll = waitNumbers(sum.waits);
        row.waitAll.atLeast = static_cast<int>(sum.open.size());
        if (by_.isOfQuotas() && !row.quota)
            row.quota.emplace();
        const bool can = prices_.by == CostBy::use || by_.isOfQuotas();
        if (!prices_.empty() && can && !sum.hides) {
            const Amount unit = kGpuHour * 10'000;  // millionths to hundredths
            row.cost = static_cast<std::int64_t>((2 * sum.cost + unit) / (2 * unit));
        }
        return row;
    }

    void sort() {
        const std::vector<std::uint32_t> order = treeOrder();
        const auto named = [](const std::vector<std::string>& names) {
            std::vector<std::uint32_t> places(names.size());
            std::vector<std::uint32_t> byName(names.size());
            std::iota(byName.begin(), byName.end(), 0U);
            std::sort(byName.begin(), byName.end(),
                      [&](std::uint32_t a, std::uint32_t b) { return names[a] < names[b]; });
            for (std::uint32_t place = 0; place < byName.size(); ++place)
                places[byName[place]] = place;
            return places;
        };
        const auto workspaces = named(usage_.workspaces);
        const auto users = named(usage_.users);
        const auto types = named(usage_.gpuTypes);
        const auto placeOf = [&](const RowKey& key, Key each) -> std::uint32_t {
            const std::uint32_t part = key[at(each)];
            if (part >= kOthers)
                return part;
            return each == Key::quota || each == Key::team ? order[part]
                   : each == Key::workspace                ? workspaces[part]
                   : each == Key::user                     ? users[part]
                   : each == Key::gpuType                  ? types[part]
                                                           : part;
        };
        std::sort(accounts_.rows.begin(), accounts_.rows.end(),
                  [&](const AccountRow& a, const AccountRow& b) {
                      for (const Key each : by_.keys)
                          if (a.key[at(each)] != b.key[at(each)])
                              return placeOf(a.key, each) < placeOf(b.key, each);
                      return a.subtotal && !b.subtotal;
                  });
    }

    // The place of each quota when children stand below their parents.
    std::vector<std::uint32_t> treeOrder() const {
        const auto& quotas = usage_.quotas;
        std::vector<std::vector<std::uint32_t>> below(quotas.size());
        std::vector<std::uint32_t> stack;
        for (auto i = static_cast<std::uint32_t>(quotas.size()); i-- > 0;)
            (quotas[i].parent == kNone ? stack : below[quotas[i].parent]).push_back(i);
        std::vector<std::uint32_t> order(quotas.size());
        for (std::uint32_t place = 0; !stack.empty(); ++place) {
            const std::uint32_t quota = stack.back();
            stack.pop_back();
            order[quota] = place;
            stack.insert(stack.end(), below[quota].begin(), below[quota].end());
        }
        return order;
    }

    const Usage& usage_;
    Accounts& accounts_;
    const Prices& prices_;
    const Grouping& by_;
    std::vector<Moment> parts_;
    std::vector<std::size_t> bucketOf_;
    std::vector<std::vector<std::int64_t>> rates_;       // by GPU type and part
    std::vector<std::vector<std::int64_t>> groupRates_;  // by group and part
    std::vector<std::uint32_t> quotaKey_, teamKey_;
    std::unordered_map<RowKey, Sum, HashOfKey> sums_;
    std::int64_t jobs_ = 0;
    std::optional<Timeline> timeline_;
    std::future<Swept> swept_;
    std::map<int, std::shared_future<Swept>> sweptAt_;  // by depth
};

}  // namespace

CapacityColumns Accounts::capacityInAll() const {
    CapacityColumns sum;
    for (const CapacityColumns& each : capacity)
        sum += each;
    return sum;
}

Accounts account(const Usage& usage, const Grouping& by, std::vector<Moment> edges,
                 const Prices& prices, Counting counting) {
    Accounts accounts;
    accounts.by = by;
    accounts.edges = std::move(edges);
    Adding adding(usage, accounts, prices);
    if (counting == Counting::capacity)
        adding.startSweeps();
    adding.addJobs();
    adding.addEvictions();
    if (counting == Counting::capacity)
        adding.addQuotas();
    adding.finish();
    return accounts;
}

std::string nameOf(const Usage& usage, const Accounts& accounts, const AccountRow& row, Key key,
                   const Calendar& calendar) {
    const std::uint32_t part = row.key[at(key)];
    if (part >= kOthers)
        return {};
    switch (key) {
        case Key::quota:
            return usage.quotas[part].name;
        case Key::team:
            return usage.quotas[part].team;
        case Key::workspace:
            return usage.workspaces[part];
        case Key::user:
            return usage.users[part];
        case Key::module:
            return std::string(word(static_cast<Module>(part)));
        case Key::gpuType:
            return usage.gpuTypes[part];
        case Key::period:
            break;
    }
    return calendar.containing(accounts.edges[part], *accounts.by.unit).text;
}

std::vector<std::pair<Moment, Moment>> gapsIn(const Usage& usage, Moment from, Moment to) {
    std::vector<std::pair<Moment, Moment>> gaps;
    Moment reached = from;
    const auto add = [&](Moment start, Moment end) {
        start = std::max(start, reached);
        end = std::min(end, to);
        if (start >= end)
            return;
        if (!gaps.empty() && gaps.back().second == start)
            gaps.back().second = end;
        else
            gaps.emplace_back(start, end);
        reached = end;
    };
    add(from, usage.from);
    for (const auto& [start, end] : usage.gaps)
        add(start, end);
    add(usage.to, to);
    return gaps;
}

std::int64_t coverage(const Usage& usage, Moment from, Moment to) {
    Duration missing = 0;
    for (const auto& [start, end] : gapsIn(usage, from, to))
        missing += end - start;
    return to > from ? mulDivHalfUp(to - from - missing, 1'000'000, to - from) : 1'000'000;
}

std::int64_t hours(Amount amount, int places) {
    Amount scale = 1;
    for (int i = 0; i < places; ++i)
        scale *= 10;
    return static_cast<std::int64_t>((2 * amount * scale + kGpuHour) / (2 * kGpuHour));
}

std::vector<std::int64_t> hoursThatAddUp(std::span<const Amount> amounts, int places) {
    std::vector<std::int64_t> rounded;
    rounded.reserve(amounts.size());
    Amount sum = 0;
    std::int64_t given = 0;
    for (const Amount amount : amounts) {
        sum += amount;
        const std::int64_t reached = hours(sum, places);
        rounded.push_back(reached - given);
        given = reached;
    }
    return rounded;
}

}  // namespace apportion::report
