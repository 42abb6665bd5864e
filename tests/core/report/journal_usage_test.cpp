// SPDX-License-Identifier: GPL-3.0-or-later
// What a project's file tells was used, against its work and its entries counted by themselves.
#include <algorithm>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/change/run_facts.h"
#include "core/report/document.h"
#include "core/report/report_json.h"
#include "core/session/commands/report.h"
#include "core/store/project_values.h"
#include "core/view/history/recording.h"
#include "tests/core/session/live/live_rig.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace report;

constexpr Duration kMinuteLong = 60 * kSecond;

constexpr const char* kReportPool = R"({"apportion": 1, "name": "report",
 "nodes": [{"name": "n", "count": 2, "gpu": 4}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}},
            {"name": "left", "parent": "all", "guaranteed": {"gpu": 4}},
            {"name": "right", "parent": "all", "guaranteed": {"gpu": 4}}],
 "workspaces": [{"name": "left-space", "quotas": ["left"],
                 "members": [{"user": "ana", "role": "admin"},
                             {"user": "lea", "role": "admin"}]},
                {"name": "right-space", "quotas": ["right"],
                 "members": [{"user": "ana", "role": "admin"},
                             {"user": "rita", "role": "member"}]}]})";

// The same on one node of each of two types.
const std::string kTwoTypes = [] {
    std::string pool = kReportPool;
    const std::string nodes = R"({"name": "n", "count": 2, "gpu": 4})";
    return pool.replace(pool.find(nodes), nodes.size(),
                        R"({"name": "h", "gpu": 4, "gpuType": "H100"},
                           {"name": "a", "gpu": 4, "gpuType": "A100"})");
}();

class JournalUsage : public LiveProject {
protected:
    void begin(const std::string& pool = kReportPool) {
        make(pool);
        epoch_ = now();
        goLive();
    }
    void submit(const std::string& name, const std::string& quota, const std::string& gpu,
                const Given& more = {}) {
        Given given{
            {"name", name}, {"quota", quota}, {"workspace", quota + "-space"}, {"gpu", gpu}};
        given.insert(given.end(), more.begin(), more.end());
        ASSERT_EQ(run("submit", given), "");
        tick();
    }
    // It is looked at all the time: a silence of half a minute is a gap.
    void lives(Duration time) {
        for (Duration passed = 0; passed < time; passed += 15 * kSecond)
            tickAfter(15 * kSecond);
    }
    // By type what the placements of running work hold, looked at every fifteen seconds.
    std::map<std::string, GpuTime> countedByType(Duration time) {
        std::map<std::string, GpuTime> counted;
        for (Duration passed = 0; passed < time; passed += 15 * kSecond) {
            for (const ProjectWorkload& work : project().work)
                for (const Placement& placement : work.run.placements)
                    counted[placement.node == "h" ? "H100" : "A100"] +=
                        placement.gpu * 15 * kSecond;
            tickAfter(15 * kSecond);
        }
        return counted;
    }
    // Fairness as JSON, `after` the beginning, or now.
    nlohmann::json fairness(std::optional<Duration> after, const std::string& who = "ana") {
        auto desk = open(who);
        auto made = apportion::fairnessOf(
            *desk, after ? std::optional(epoch_ + *after) : std::nullopt, false);
        EXPECT_TRUE(made) << allOf(made.error());
        std::ostringstream json;
        writeFairness(json, made->usage, made->fairness, nullptr, made->zero);
        return nlohmann::json::parse(json.str());
    }
    // Six minutes: an eviction, one that ends, one that is cancelled, one that waits.
    void live() {
        begin();
        submit("first", "left", "4");
        lives(kMinuteLong);
        submit("second", "left", "4", {{"checkpoint", "50s"}});
        lives(kMinuteLong);
        submit("asked", "right", "4", {{"duration", "60s"}});
        lives(kMinuteLong / 2);
        submit("more", "left", "2");
        lives(kMinuteLong + kMinuteLong / 2);
        ASSERT_EQ(run("cancel", {{"name", "first"}}), "");
        tick();
        lives(2 * kMinuteLong);
    }
    Report reported(const std::string& by = "quota", const std::string& who = "ana") {
        ReportTexts texts;
        texts.by = by;
        texts.zone = "UTC";
        texts.period = "2026-11-20";
        auto desk = open(who);
        auto made = apportion::reportOf(*desk, texts);
        EXPECT_TRUE(made) << allOf(made.error());
        return std::move(*made);
    }
    // Of all work, as its records and the present count it.
    GpuTime usedByRecords() {
        GpuTime used = 0;
        auto over = desk_->file().latest(ObjectKind::ended, 1000);
        for (const auto& [key, object] : *over)
            used += store::endedFrom(object.body)->run.used;
        for (const ProjectWorkload& work : project().work) {
            WorkloadRun run = work.run;
            countUse(run, now());
            used += run.used;
        }
        return used;
    }
};

TEST_F(JournalUsage, all_runs_add_up_to_what_the_records_of_work_say) {
    live();
    const Report report = reported();
    const Accounts accounts = report.accounts(report.by);
    EXPECT_EQ(std::int64_t(accounts.total.used), usedByRecords());
    EXPECT_EQ(accounts.total.used, accounts.capacityInAll().used);
    EXPECT_EQ(accounts.total.evictions, 1);
    EXPECT_EQ(accounts.total.jobs, 4);
    // 8 GPUs from 9:00 on, when the file began.
    const CapacityColumns capacity = accounts.capacityInAll();
    EXPECT_EQ(hours(capacity.total, 0), 8 * 15);
    EXPECT_EQ(capacity.total, capacity.used + capacity.free + capacity.down + capacity.unknown);
    EXPECT_NEAR(double(coverage(report.usage, report.period.from, report.period.to)),
                6 * 1'000'000 / 1440, 1);
}

TEST_F(JournalUsage, an_evicted_workload_has_a_run_before_and_one_after_the_eviction) {
    live();
    const Report report = reported();
    for (const UsageJob& job : report.usage.jobs)
        if (report.usage.nameOf(job) == "second") {
            ASSERT_EQ(job.runs, 2U);
            const UsageRun& before = report.usage.runs[job.firstRun];
            const UsageRun& after = report.usage.runs[job.firstRun + 1];
            EXPECT_EQ(before.end - before.start, kMinuteLong);
            EXPECT_EQ(before.how, RunEnd::evicted);
            EXPECT_EQ(after.start - before.end, kMinuteLong);
            return;
        }
    FAIL() << "no such job";
}

TEST_F(JournalUsage, an_id_that_comes_again_is_another_job) {
    begin();
    submit("again", "left", "1", {{"duration", "30s"}});
    lives(kMinuteLong);
    submit("again", "left", "2", {{"duration", "30s"}});
    lives(kMinuteLong);
    const Report report = reported();
    ASSERT_EQ(report.usage.jobs.size(), 2U);
    EXPECT_EQ(std::int64_t(report.accounts(report.by).total.used), 3 * 30 * 100'000);
}

TEST_F(JournalUsage, sizes_hold_from_their_change_on_and_are_listed_with_their_reason) {
    begin();
    lives(kMinuteLong);
    CommandRequest scale = command("scale", {{"sizes", "left=2"}, {"sizes", "right=6"}});
    scale.why = "deadline";
    ASSERT_EQ(codeOf(desk_->run(scale)), "");
    tick();
    lives(kMinuteLong);
    const Report report = reported();
    const Accounts accounts = report.accounts(*groupingOf("quota"));
    for (const AccountRow& row : accounts.rows)
        if (!row.subtotal && report.usage.quotas[row.key[0]].name == "left") {
            // From 9:00 to the end of the day: a minute of 4 GPUs, then 2.
            EXPECT_EQ(std::int64_t(row.quota->guaranteed),
                      kOneGpu * (4 * kMinuteLong + 2 * (15 * 60 - 1) * kMinuteLong));
        }
    ASSERT_EQ(report.usage.changes.size(), 1U);
    EXPECT_EQ(report.usage.changes[0].why, "deadline");
}

TEST_F(JournalUsage, time_in_which_nobody_ran_the_pool_is_a_gap_and_never_free) {
    begin();
    submit("work", "left", "4");
    lives(kMinuteLong);
    live_.reset();
    passes(2 * kMinuteLong);
    goLive();
    lives(kMinuteLong);
    const Report report = reported();
    // Before the first entry, the two hours, and the rest of the day.
    const auto gaps = gapsIn(report.usage, report.period.from, report.period.to);
    ASSERT_EQ(gaps.size(), 3U);
    EXPECT_NEAR(double(gaps[1].second - gaps[1].first), double(2 * kMinuteLong), 1000);
    const CapacityColumns capacity = report.accounts(report.by).capacityInAll();
    EXPECT_EQ(std::int64_t(capacity.used), 4 * 4 * 60 * 100'000) << "its run is known";
    EXPECT_NEAR(double(capacity.free), 4 * 2 * 60 * 100'000, 4 * 100'000);
}

// Rights: of others nothing but their sum.
TEST_F(JournalUsage, a_lead_reads_no_name_of_another_team_in_any_form) {
    live();
    for (const char* by : {"team", "user", "workspace", "quota,user", "team,user,module"}) {
        const Report report = reported(by, "rita");
        const Accounts accounts = report.accounts(report.by);
        std::ostringstream json;
        writeReport(json, report, accounts);
        const Document document = documentOf(report);
        std::string all = json.str() + htmlOf(document) + csvOf(report, accounts, CsvCells::safe);
        for (const auto& [name, text] : csvOf(document, CsvCells::safe))
            all += text;
        for (const char* secret : {">left<", "\"left\"", "left,", "left-space", ">lea<", "\"lea\"",
                                   "lea,", ">first<", "\"first\"", ">second<", "\"second\""})
            EXPECT_THAT(all, Not(HasSubstr(secret))) << by;
        // What explains a wait is there: the sum.
        EXPECT_EQ(accounts.total.used, accounts.capacityInAll().used);
    }
    const Report own = reported("team", "rita");
    EXPECT_THAT(htmlOf(documentOf(own)), HasSubstr("asked"));
    auto desk = open("rita");
    auto fairness = fairnessOf(*desk, std::nullopt, false);
    ASSERT_TRUE(fairness) << allOf(fairness.error());
    std::ostringstream json;
    writeFairness(json, fairness->usage, fairness->fairness, nullptr, fairness->zero);
    EXPECT_THAT(json.str(), Not(HasSubstr("left")));
    EXPECT_THAT(json.str(), Not(HasSubstr("all")));
    EXPECT_THAT(json.str(), HasSubstr("right"));
    const auto entitled = [](const Fairness& of) {
        Gpu sum = 0;
        for (const FairTeam& team : of.teams)
            sum += team.entitled.value_or(0);
        return sum;
    };
    const auto whole = fairnessOf(*open("ana"), std::nullopt, false);
    ASSERT_TRUE(whole);
    EXPECT_EQ(entitled(fairness->fairness), entitled(whole->fairness))
        << "other teams have theirs together";
    EXPECT_GT(fairness->fairness.teams.back().entitled, 0);
}

TEST_F(JournalUsage, fairness_now_says_who_has_what) {
    live();
    auto fairness = fairnessOf(*desk_, std::nullopt, false);
    ASSERT_TRUE(fairness) << allOf(fairness.error());
    Gpu used = fairness->fairness.free;
    for (const FairTeam& team : fairness->fairness.teams)
        used += team.used;
    EXPECT_EQ(used, 8 * kOneGpu);
}

TEST_F(JournalUsage, gpu_hours_are_of_the_type_of_their_nodes_and_cost_its_price) {
    begin(kTwoTypes);
    submit("wide", "left", "4", {{"replicas", "2"}, {"duration", "60s"}});
    auto counted = countedByType(kMinuteLong + kMinuteLong / 2);
    submit("one", "left", "3", {{"duration", "60s"}});
    submit("other", "right", "4");
    submit("named", "left", "1", {{"gpu-type", "A100"}});
    for (const auto& [type, used] : countedByType(2 * kMinuteLong))
        counted[type] += used;
    ASSERT_EQ(counted.size(), 2U);
    Report report = reported("gpuType");
    report.prices.list = {{"H100", 2'000'000, 0}, {"A100", 500'000, 0}};
    const Accounts accounts = report.accounts(report.by);
    std::map<std::string, GpuTime> used;
    for (const AccountRow& row : accounts.rows)
        if (row.used > 0)  // what waits has no type yet
            used[nameOf(report.usage, accounts, row, Key::gpuType, report.calendar)] =
                std::int64_t(row.used);
    EXPECT_EQ(used, counted);
    EXPECT_EQ(std::int64_t(accounts.total.used), usedByRecords());
    EXPECT_EQ(accounts.total.cost, (counted["H100"] * 4 + counted["A100"] + 3'600'000) / 7'200'000);
    // A guarantee is of no type: the mean of the pool's. From 9:00 to the end of the day.
    report.prices.by = CostBy::guarantee;
    for (const AccountRow& row : report.accounts(*groupingOf("team")).rows)
        EXPECT_EQ(row.cost, row.quota->guaranteed > 0 ? 100 * 15 * 4 * 5 / 4 : 0);
}

// Also of a week before the file began, in which there was no node.
TEST_F(JournalUsage, a_price_of_a_type_that_the_pool_has_is_no_mistake_in_any_period) {
    begin(kTwoTypes);
    lives(kMinuteLong);
    for (const char* period : {"2026-11-20", "2026-11-13"}) {
        ReportTexts texts;
        texts.zone = "UTC";
        texts.period = period;
        texts.prices = {"H100=2.10", "A100=1", "B200=4"};
        auto desk = open("ana");
        const auto made = apportion::reportOf(*desk, texts);
        ASSERT_TRUE(made) << allOf(made.error());
        const Problems found = priceWarnings(*made);
        ASSERT_EQ(found.size(), 1U) << period << "\n" << allOf(found);
        EXPECT_THAT(render(found[0].message), HasSubstr("B200"));
        const Document document = documentOf(*made);
        EXPECT_EQ(document.sentences.front() ==
                      "No part of this period was recorded. The record is from Fri 20 Nov 2026 to "
                      "Fri 20 Nov 2026.",
                  period == std::string("2026-11-13"))
            << document.sentences.front();
    }
}

TEST_F(JournalUsage, a_team_has_the_colour_that_the_console_gives_it) {
    begin();
    ASSERT_EQ(run("quota.add", {{"name", "left-1"}, {"gpu", "1"}, {"parent", "left"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "third"}, {"gpu", "0"}, {"parent", "all"}}), "");
    std::map<std::string, int> colours;
    const Report report = reported();
    for (const UsageQuota& quota : report.usage.quotas)
        colours.emplace(quota.name, quota.colour);
    for (const TeamInfo& team : teamsOf(project().pool.quotas))
        EXPECT_EQ(colours.at(team.quota), team.colour) << team.quota;
    EXPECT_EQ(colours.at("left-1"), colours.at("left"));
}

TEST_F(JournalUsage, a_lead_sees_by_the_prices_of_the_project_what_the_own_team_costs) {
    live();
    ASSERT_EQ(run("prices", {{"prices", "2"}, {"currency", "USD"}}), "");
    EXPECT_EQ(codeOf(open("rita")->run(command("prices", {{"prices", "1"}}))),
              "not-allowed.administer");
    const Report whole = reported("team");
    EXPECT_TRUE(whole.accounts(whole.by).total.cost);
    for (const char* by : {"team", "user", "quota", "gpuType"}) {
        const Report report = reported(by, "rita");
        EXPECT_EQ(report.prices.currency, "USD");
        const Accounts accounts = report.accounts(report.by);
        EXPECT_FALSE(accounts.total.cost) << "it counts others, too";
        int priced = 0;
        for (const AccountRow& row : accounts.rows) {
            if (!row.cost)
                continue;
            ++priced;
            const std::string name =
                nameOf(report.usage, accounts, row, report.by.keys.front(), report.calendar);
            EXPECT_TRUE(name == "right" || name == "rita" || name == "ana") << by << " " << name;
            EXPECT_EQ(*row.cost, (std::int64_t(row.used) * 4 + 3'600'000) / 7'200'000);
        }
        EXPECT_EQ(priced, by == std::string("gpuType") ? 0 : 1) << by;
    }
}

// Its own count of the evictions of a pool of two types.
TEST_F(JournalUsage, each_run_of_evicted_work_is_of_the_type_of_its_own_node) {
    begin(kTwoTypes);
    submit("first", "left", "4");
    auto counted = countedByType(kMinuteLong);
    submit("second", "left", "4");
    for (const char* asked : {"asked", "again"}) {
        for (const auto& [type, used] : countedByType(kMinuteLong))
            counted[type] += used;
        submit(asked, "right", "4", {{"duration", "30s"}});
    }
    for (const auto& [type, used] : countedByType(2 * kMinuteLong))
        counted[type] += used;
    const Report report = reported("gpuType");
    const Accounts accounts = report.accounts(report.by);
    EXPECT_GT(accounts.total.evictions, 0);
    for (const AccountRow& row : accounts.rows)
        EXPECT_EQ(std::int64_t(row.used),
                  counted[nameOf(report.usage, accounts, row, Key::gpuType, report.calendar)]);
}

TEST_F(JournalUsage, without_a_scheduler_work_ends_as_stated_and_the_rest_is_unknown) {
    begin();
    submit("stated", "left", "2", {{"duration", "120s"}});
    submit("open", "right", "4");
    lives(kMinuteLong);
    live_.reset();
    passes(60 * kMinuteLong);
    const Report report = reported();
    const CapacityColumns capacity = report.accounts(report.by).capacityInAll();
    // The second in which it ended counts as recorded.
    EXPECT_NEAR(double(capacity.used), (2 * 120 + 4 * 60) * 100'000, 4 * 100'000);
    EXPECT_NEAR(double(capacity.free), 2 * 60 * 100'000, 2 * 100'000);
    EXPECT_EQ(hours(capacity.unknown, 0), 8 * 15);
    // What holds now is what the file says.
    EXPECT_EQ(fairness(std::nullopt)["free"], 2.0);
    goLive();
    lives(kMinuteLong);
    const Report later = reported();
    EXPECT_EQ(std::int64_t(later.accounts(later.by).total.used), usedByRecords());
}

TEST_F(JournalUsage, use_is_compared_with_the_fair_share_where_both_are_known) {
    begin();
    submit("work", "left", "4");
    submit("half", "right", "2");
    tickAfter(kSecond);  // shares are recorded once a second
    lives(kMinuteLong);
    live_.reset();
    passes(2 * kMinuteLong);
    goLive();
    lives(kMinuteLong);
    const Document document = documentOf(reported("team"));
    const auto table = std::find_if(document.tables.begin(), document.tables.end(),
                                    [](const DocumentTable& each) { return each.id == "service"; });
    ASSERT_NE(table, document.tables.end());
    ASSERT_EQ(table->columns.back().title, "Of fair share");
    int compared = 0;
    for (const DocumentRow& row : table->rows)
        if (row.cells.front().text == "left" || row.cells.front().text == "right") {
            ++compared;
            EXPECT_NEAR(std::stod(row.cells.back().text), 100, 1) << row.cells.front().text;
        }
    EXPECT_EQ(compared, 2);
}

TEST_F(JournalUsage, a_guarantee_is_idle_since_its_last_work_ended) {
    begin();
    lives(kMinuteLong);
    submit("done", "left", "4", {{"duration", "60s"}});
    lives(5 * kMinuteLong);
    for (const std::optional<Duration> after : {std::optional<Duration>(), {4 * kMinuteLong}}) {
        int found = 0;
        const auto answer = fairness(after);
        for (const auto& idle : answer["idleGuarantees"])
            if (idle["quota"] == "left") {
                ++found;
                EXPECT_EQ(idle["since"], 120.0);
                EXPECT_EQ(idle["gpu"], 4.0);
            }
        EXPECT_EQ(found, 1);
    }
}

TEST_F(JournalUsage, a_fair_share_that_nobody_recorded_is_not_zero) {
    begin();
    submit("work", "left", "4");
    submit("waits", "right", "8", {{"preemptible", "no"}});
    lives(kMinuteLong);
    live_.reset();
    passes(10 * kMinuteLong);
    const auto past = fairness(5 * kMinuteLong);
    ASSERT_FALSE(past["teams"].empty());
    for (const auto& team : past["teams"]) {
        EXPECT_TRUE(team["entitled"].is_null()) << past.dump();
        EXPECT_TRUE(team["saturation"].is_null());
    }
    EXPECT_TRUE(past["pairs"].empty());
    const auto recorded = fairness(kMinuteLong / 2);
    for (const auto& team : recorded["teams"])
        EXPECT_TRUE(team["entitled"].is_number()) << recorded.dump();
}

}  // namespace
}  // namespace apportion::testing
