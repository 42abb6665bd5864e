// SPDX-License-Identifier: GPL-3.0-or-later
// Accounting against a count of every millisecond, on random pools.
#include "core/report/accounts.h"

#include <algorithm>
#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace apportion::report {
namespace {

constexpr Moment kEnd = 240;

// Three quotas below a root, and one of another group; times in single milliseconds.
Usage randomPool(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](int bound) {
        return static_cast<std::int64_t>(random() % static_cast<unsigned>(bound));
    };
    Usage usage;
    usage.from = 0;
    usage.to = kEnd;
    usage.groups = 2;
    usage.gpuTypes = {"", "A"};
    usage.users = {"ana", "bo"};
    usage.workspaces = {"w"};
    usage.quotas = {{"root", "root", kNone, 0},
                    {"a", "a", 0, 0},
                    {"b", "b", 0, 0},
                    {"c", "c", 0, 0},
                    {"other", "other", kNone, 1}};
    for (std::uint32_t quota = 0; quota < 5; ++quota) {
        usage.guarantees.push_back({0, quota, below(5) * 100});
        if (below(2) == 0)
            usage.guarantees.push_back({below(kEnd), quota, below(6) * 100});
        if (below(3) == 0)
            usage.kept.push_back({below(kEnd), quota, 100});
        Moment at = below(40);
        for (; at < kEnd; at += 1 + below(70))
            usage.entitled.push_back({at, quota, below(4) == 0 ? -1 : below(9) * 100});
    }
    for (std::uint32_t group = 0; group < 2; ++group) {
        usage.capacity.push_back({0, group, 1200});
        usage.capacity.push_back({below(kEnd), group, 800 + below(8) * 100});
        usage.down.push_back({below(kEnd), group, below(4) * 100});
    }
    usage.gaps.emplace_back(50, 50 + below(30));
    for (int i = 0; i < 40; ++i) {
        UsageJob job;
        job.submit = below(kEnd);
        job.quota = static_cast<std::uint32_t>(below(5));
        job.user = static_cast<std::uint32_t>(below(3));
        job.user = job.user == 2 ? kNone : job.user;
        job.module = static_cast<Module>(below(3));
        job.background = below(6) == 0;
        job.firstRun = static_cast<std::uint32_t>(usage.runs.size());
        Moment at = job.submit + below(20);
        for (std::int64_t run = below(4); run > 0; --run) {
            const Moment end = at + 1 + below(60);
            const RunEnd how = run > 1 ? RunEnd::evicted : static_cast<RunEnd>(below(4));
            usage.runs.push_back(
                {at, end, 25 + below(8) * 50, static_cast<std::uint32_t>(below(2)), how});
            ++job.runs;
            job.left = end;
            if (how == RunEnd::evicted)
                usage.evictions.push_back({end, static_cast<std::uint32_t>(i),
                                           static_cast<std::uint32_t>(below(i + 1)), below(1000)});
            at = end + below(30);
        }
        if (job.runs == 0 && below(2) == 0)
            job.left = job.submit + below(50);
        if (job.runs > 0 && below(4) == 0)
            job.left = kStays;
        usage.jobs.push_back(job);
    }
    return usage;
}

std::int64_t valueAt(const std::vector<UsageStep>& steps, std::uint32_t subject, Moment at,
                     std::int64_t value = 0) {
    Moment since = -1;
    for (const UsageStep& step : steps)
        if (step.subject == subject && step.at <= at && step.at >= since) {
            value = step.value;
            since = step.at;
        }
    return value;
}

struct Counted {
    std::vector<QuotaColumns> quotas = std::vector<QuotaColumns>(5);
    std::vector<double> lent = std::vector<double>(5), waited = lent, calm = lent;
    CapacityColumns capacity;
};

// Each millisecond by itself, from what holds then.
Counted count(const Usage& usage, Moment from, Moment to) {
    Counted all;
    for (Moment at = from; at < to; ++at)
        for (std::uint32_t group = 0; group < 2; ++group) {
            std::vector<std::int64_t> held(5), beside(5);
            std::vector<bool> waits(5);
            for (const UsageJob& job : usage.jobs) {
                bool runs = false;
                for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i) {
                    const UsageRun& run = usage.runs[i];
                    if (at < run.start || at >= run.end)
                        continue;
                    runs = true;
                    (job.background ? beside : held)[job.quota] += run.gpu;
                }
                if (!runs && !job.background && at >= job.submit && at < job.left)
                    waits[job.quota] = true;
            }
            std::int64_t used = 0, guaranteed = 0, borrowed = 0, lendable = 0, keeps = 0;
            std::int64_t waiting = 0;
            std::vector<std::int64_t> spare(5), kept(5);
            for (std::uint32_t i = 0; i < 5; ++i) {
                if (usage.quotas[i].group != group)
                    continue;
                const std::int64_t g = valueAt(usage.guarantees, i, at);
                const std::int64_t keep = valueAt(usage.kept, i, at);
                const std::int64_t within = std::min(g, held[i]);
                all.quotas[i].guaranteed += g;
                all.quotas[i].within += within;
                all.quotas[i].borrowed += held[i] + beside[i] - within;
                if (valueAt(usage.entitled, i, at, -1) >= 0) {
                    all.quotas[i].known += 1;
                    all.quotas[i].compared += held[i] + beside[i];
                }
                used += held[i] + beside[i];
                guaranteed += g;
                borrowed += held[i] + beside[i] - within;
                spare[i] = std::max<std::int64_t>(0, g - std::max(held[i], keep));
                kept[i] = g - within - spare[i];
                lendable += spare[i];
                keeps += kept[i];
                waiting += waits[i] ? 1 : 0;
            }
            const std::int64_t total = std::max(valueAt(usage.capacity, group, at), used);
            const std::int64_t down = std::min(valueAt(usage.down, group, at), total - used);
            const bool gap = at >= usage.gaps[0].first && at < usage.gaps[0].second;
            const std::int64_t rest = total - used - down;
            all.capacity +=
                {total, used, gap ? 0 : rest, down, gap ? rest : 0, !gap && waiting > 0 ? rest : 0};
            const std::int64_t unassigned = std::max<std::int64_t>(0, total - down - guaranteed);
            const std::int64_t lent =
                std::min(lendable + keeps, std::max<std::int64_t>(0, borrowed - unassigned));
            const std::int64_t idle = std::min(lendable + keeps - lent, gap ? 0 : rest);
            const std::int64_t first = std::min(lent, lendable);
            for (std::uint32_t i = 0; i < 5; ++i) {
                if (usage.quotas[i].group != group || spare[i] + kept[i] == 0)
                    continue;
                const double mine =
                    (lendable ? double(spare[i]) * double(first) / double(lendable) : 0) +
                    (keeps ? double(kept[i]) * double(lent - first) / double(keeps) : 0);
                all.lent[i] += mine;
                const std::int64_t left = lendable + keeps - lent;
                const double free =
                    left ? (double(spare[i] + kept[i]) - mine) * double(idle) / double(left) : 0;
                (waiting - (waits[i] ? 1 : 0) > 0 ? all.waited : all.calm)[i] += free;
            }
        }
    return all;
}

Grouping by(const std::string& words) {
    auto grouping = groupingOf(words);
    EXPECT_TRUE(grouping) << words;
    return *grouping;
}

TEST(Accounts, capacity_is_used_free_down_and_unknown_to_the_last_unit) {
    for (unsigned seed = 0; seed < 60; ++seed) {
        const Usage usage = randomPool(seed);
        const std::vector<Moment> edges{17, 90, 171, kEnd - 11};
        const Accounts accounts = account(usage, by("quota"), {17, kEnd - 11});
        const Swept swept = sweep(usage, edges);
        CapacityColumns sum;
        for (std::size_t bucket = 0; bucket < 3; ++bucket) {
            const Counted counted = count(usage, edges[bucket], edges[bucket + 1]);
            EXPECT_TRUE(swept.capacity[bucket] == counted.capacity) << seed;
            sum += swept.capacity[bucket];
            for (std::size_t i = 0; i < 5; ++i) {
                const QuotaColumns& quota = swept.quotas[bucket][i];
                EXPECT_TRUE(quota.guaranteed == counted.quotas[i].guaranteed &&
                            quota.within == counted.quotas[i].within &&
                            quota.borrowed == counted.quotas[i].borrowed &&
                            quota.known == counted.quotas[i].known &&
                            quota.compared == counted.quotas[i].compared)
                    << seed << " " << i;
                EXPECT_NEAR(double(quota.lent), counted.lent[i], 200) << seed << " " << i;
                EXPECT_NEAR(double(quota.idleWaited), counted.waited[i], 200) << seed << " " << i;
                EXPECT_NEAR(double(quota.idleCalm), counted.calm[i], 200) << seed << " " << i;
                EXPECT_TRUE(quota.guaranteed == quota.within + quota.lent + quota.idleWaited +
                                                    quota.idleCalm + quota.out);
                EXPECT_GE(std::int64_t(quota.out), 0) << seed;
            }
        }
        EXPECT_TRUE(sum == accounts.capacityInAll());
        EXPECT_TRUE(sum.total == sum.used + sum.free + sum.down + sum.unknown);
        Amount used = 0;
        for (const AccountRow& row : accounts.rows)
            used += row.subtotal ? 0 : row.used;
        EXPECT_TRUE(used == sum.used) << seed;
        EXPECT_TRUE(accounts.total.used == sum.used) << seed;
    }
}

// Jobs before the period make no difference but of the way.
TEST(Accounts, sweeps_on_several_threads_say_what_one_thread_says) {
    Usage usage = randomPool(3);
    const Accounts one = account(usage, by("quota"), {17, 90, kEnd});
    UsageJob before;
    before.submit = -2;
    before.left = -1;
    usage.jobs.resize(20'000, before);
    const Accounts several = account(usage, by("quota"), {17, 90, kEnd});
    EXPECT_EQ(several.capacity, one.capacity);
    ASSERT_EQ(several.rows.size(), one.rows.size());
    for (std::size_t i = 0; i < one.rows.size(); ++i) {
        ASSERT_TRUE(several.rows[i].key == one.rows[i].key) << i;
        EXPECT_TRUE(several.rows[i].used == one.rows[i].used) << i;
        EXPECT_TRUE(several.rows[i].quota->within == one.rows[i].quota->within) << i;
        EXPECT_TRUE(several.rows[i].quota->lent == one.rows[i].quota->lent) << i;
    }
}

// What is lent in all is exact: no quota's rounding shows in the sum.
TEST(Accounts, what_is_borrowed_beyond_what_is_unassigned_is_lent) {
    for (unsigned seed = 0; seed < 30; ++seed) {
        const Usage usage = randomPool(seed);
        const Swept swept = sweep(usage, std::vector<Moment>{0, kEnd});
        const Counted counted = count(usage, 0, kEnd);
        Amount lent = 0, idle = 0;
        double wanted = 0, free = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            lent += swept.quotas[0][i].lent;
            idle += swept.quotas[0][i].idleWaited + swept.quotas[0][i].idleCalm;
            wanted += counted.lent[i];
            free += counted.waited[i] + counted.calm[i];
        }
        EXPECT_EQ(std::int64_t(lent), std::llround(wanted)) << seed;
        EXPECT_EQ(std::int64_t(idle), std::llround(free)) << seed;
    }
}

TEST(Accounts, rows_of_every_grouping_add_up_to_what_was_used) {
    const Usage usage = randomPool(7);
    for (const char* words : {"team", "user", "workspace,user", "module,gpuType", "gpuType",
                              "quota,user,module,gpuType"}) {
        const Accounts accounts = account(usage, by(words), {0, 100, kEnd});
        Amount used = 0;
        std::int64_t evictions = 0;
        for (const AccountRow& row : accounts.rows)
            if (!row.subtotal) {
                used += row.used;
                evictions += row.evictions;
            }
        EXPECT_TRUE(used == accounts.capacityInAll().used) << words;
        EXPECT_EQ(evictions, accounts.total.evictions) << words;
    }
}

TEST(Accounts, a_parent_has_a_subtotal_over_its_own_part_and_its_children) {
    const Usage usage = randomPool(3);
    const Accounts accounts = account(usage, by("quota"), {0, kEnd});
    Amount parts = 0;
    const AccountRow* subtotal = nullptr;
    for (const AccountRow& row : accounts.rows) {
        if (row.subtotal)
            subtotal = &row;
        else if (row.key[0] < 4)
            parts += row.used;
    }
    ASSERT_NE(subtotal, nullptr);
    EXPECT_EQ(subtotal->key[0], 0U);
    EXPECT_TRUE(subtotal->used == parts);
    EXPECT_EQ(&accounts.rows.front(), subtotal);  // its parts stand below it
}

// What the children lend each other is not borrowed by the parent, nor lent by it.
TEST(Accounts, a_subtotal_borrows_what_is_above_its_own_guarantee) {
    std::int64_t between = 0;
    for (unsigned seed = 0; seed < 60; ++seed) {
        const Usage usage = randomPool(seed);
        const Accounts accounts = account(usage, by("quota"), {0, kEnd});
        const AccountRow& subtotal = accounts.rows.front();
        ASSERT_TRUE(subtotal.subtotal && subtotal.quota);
        const QuotaColumns& quota = *subtotal.quota;
        Amount borrowed = 0, within = 0, guaranteed = 0, ofParts = 0;
        for (Moment at = 0; at < kEnd; ++at) {
            Gpu held = 0, beside = 0, guarantee = 0;
            for (const UsageJob& job : usage.jobs)
                for (std::uint32_t i = job.firstRun; i < job.firstRun + job.runs; ++i)
                    if (job.quota < 4 && at >= usage.runs[i].start && at < usage.runs[i].end)
                        (job.background ? beside : held) += usage.runs[i].gpu;
            for (std::uint32_t i = 0; i < 4; ++i)
                guarantee += valueAt(usage.guarantees, i, at);
            guaranteed += guarantee;
            within += std::min(held, guarantee);
            borrowed += std::max<Gpu>(0, held - guarantee) + beside;
        }
        for (const AccountRow& row : accounts.rows)
            if (!row.subtotal && row.key[0] < 4)
                ofParts += row.quota->borrowed;
        EXPECT_TRUE(quota.borrowed == borrowed) << seed;
        EXPECT_TRUE(quota.within == within) << seed;
        EXPECT_TRUE(quota.guaranteed == guaranteed) << seed;
        EXPECT_TRUE(quota.within + quota.borrowed == subtotal.used) << seed;
        EXPECT_TRUE(quota.guaranteed ==
                    quota.within + quota.lent + quota.idleWaited + quota.idleCalm + quota.out)
            << seed;
        EXPECT_GE(std::int64_t(quota.lent), 0) << seed;
        EXPECT_GE(std::int64_t(quota.out), 0) << seed;
        between += std::int64_t(ofParts - quota.borrowed);
    }
    EXPECT_GT(between, 0) << "children did lend each other something";
}

Usage oneQuota(std::vector<UsageRun> runs, Moment submit) {
    Usage usage;
    usage.to = 1000;
    usage.quotas = {{"a", "a", kNone, 0}};
    usage.runs = std::move(runs);
    UsageJob job;
    job.submit = submit;
    job.runs = static_cast<std::uint32_t>(usage.runs.size());
    usage.jobs = {job};
    return usage;
}

TEST(Accounts, a_requeued_job_is_one_job_and_all_its_runs_count) {
    Usage usage =
        oneQuota({{100, 200, 100, 0, RunEnd::evicted}, {300, 350, 100, 0, RunEnd::finished}}, 60);
    usage.jobs[0].left = 350;
    usage.evictions = {{200, 0, kNone, 5000}};
    const Accounts accounts = account(usage, by("team"), {0, 1000});
    ASSERT_EQ(accounts.rows.size(), 1U);
    EXPECT_EQ(std::int64_t(accounts.rows[0].used), 15'000);
    EXPECT_EQ(accounts.rows[0].jobs, 1);
    EXPECT_EQ(accounts.rows[0].started, 1);
    EXPECT_EQ(accounts.rows[0].evictions, 1);
    EXPECT_EQ(std::int64_t(accounts.rows[0].lost), 5000);
    EXPECT_EQ(accounts.rows[0].wait.mean, 40);
}

TEST(Accounts, a_job_that_still_waits_counts_with_its_wait_so_far) {
    const Accounts accounts = account(oneQuota({}, 600), by("team"), {0, 1000});
    ASSERT_EQ(accounts.rows.size(), 1U);
    EXPECT_EQ(accounts.rows[0].waiting, 1);
    EXPECT_EQ(accounts.rows[0].started, 0);
    EXPECT_EQ(accounts.rows[0].wait.mean, 0);
    EXPECT_EQ(accounts.rows[0].waitAll.mean, 400);
    EXPECT_EQ(accounts.rows[0].waitAll.atLeast, 1);
}

TEST(Accounts, a_million_gpus_for_ten_years_do_not_overflow) {
    constexpr Moment kTenYears = 10LL * 365 * 24 * 3600 * kSecond;
    Usage usage = oneQuota({{0, kTenYears, 1'000'000 * kOneGpu, 0, RunEnd::goesOn}}, 0);
    usage.to = kTenYears;
    const Accounts accounts = account(usage, by("team"), {0, kTenYears});
    EXPECT_EQ(hours(accounts.rows[0].used, 0), 87'600'000'000);
}

TEST(Accounts, rounded_hours_add_up_to_their_rounded_sum) {
    const std::vector<Amount> thirds(7, Amount{120'000'000});  // a third of an hour each
    const auto rounded = hoursThatAddUp(thirds, 0);
    std::int64_t sum = 0;
    for (const std::int64_t each : rounded)
        sum += each;
    EXPECT_EQ(sum, hours(Amount{840'000'000}, 0));
    EXPECT_EQ(sum, 2);
}

TEST(Accounts, prices_hold_from_their_day_on_and_by_type) {
    constexpr Duration kHour = 3600 * kSecond;
    Usage usage = oneQuota({{0, 4 * kHour, 2 * kOneGpu, 1, RunEnd::finished}}, 0);
    usage.to = 4 * kHour;
    usage.gpuTypes = {"", "H100"};
    usage.guarantees = {{0, 0, kOneGpu}};
    usage.types = {{0, 0, 1, 4 * kOneGpu}};
    usage.capacity = {{0, 0, 4 * kOneGpu}};
    Prices prices;
    prices.list = {{"", 1'000'000, -1}, {"H100", 2'100'000, 0}, {"H100", 3'000'000, kHour}};
    Accounts accounts = account(usage, by("team"), {0, 4 * kHour}, prices);
    EXPECT_EQ(accounts.rows[0].cost, 2 * 210 + 6 * 300);
    EXPECT_EQ(accounts.total.cost, 2 * 210 + 6 * 300);
    prices.by = CostBy::guaranteeAndBorrowed;
    prices.borrowedPercent = 50;
    accounts = account(usage, by("team"), {0, 4 * kHour}, prices);
    EXPECT_EQ(accounts.rows[0].cost, 210 + 3 * 300 + (210 + 3 * 300) / 2);
}

}  // namespace
}  // namespace apportion::report
