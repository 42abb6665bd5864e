// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scope.h"

#include <cmath>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "core/report/document.h"
#include "core/report/report.h"
#include "core/report/sources.h"

namespace apportion::report {
namespace {

constexpr const char* kScoped = R"({"apportion": 1, "name": "scoped",
 "nodes": [{"name": "n", "count": 4, "gpu": 8}],
 "quotas": [{"name": "root", "guaranteed": {"gpu": 32}},
            {"name": "ours", "parent": "root", "guaranteed": {"gpu": 16}},
            {"name": "kid", "parent": "ours", "guaranteed": {"gpu": 8}},
            {"name": "theirs", "parent": "root", "guaranteed": {"gpu": 16}}],
 "workloads": [
   {"name": "o", "quota": "ours", "user": "olga", "gpu": 8, "duration": 3600},
   {"name": "k", "quota": "kid", "user": "kim", "gpu": 8, "duration": 1800},
   {"name": "t", "quota": "theirs", "user": "tom", "gpu": 8, "duration": 7200}]})";

Usage scopedUsage() {
    auto read = parseScenario(kScoped, "test");
    EXPECT_TRUE(read);
    return usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), std::nullopt, 0);
}

Report reportAbout(const std::string& scope) {
    ReportTexts texts;
    texts.scope = scope;
    auto made = reportOf(scopedUsage(), *askedOf(texts, "UTC"));
    EXPECT_TRUE(made) << scope;
    return std::move(*made);
}

bool says(const std::string& html, const char* name) {
    return html.find('>' + std::string(name) + '<') != std::string::npos;
}

TEST(ReportScope, a_quota_is_named_with_all_below_it_and_the_rest_stays_as_totals) {
    const Report whole = reportAbout({});
    const Report part = reportAbout("quota:ours");
    const auto grouping = *groupingOf("quota");
    EXPECT_EQ(part.accounts(grouping).total.used, whole.accounts(grouping).total.used);
    EXPECT_EQ(part.accounts(grouping).capacityInAll(), whole.accounts(grouping).capacityInAll());
    const std::string html = htmlOf(documentOf(part));
    for (const char* name : {"ours", "kid", "olga", "kim"})
        EXPECT_TRUE(says(html, name)) << name;
    for (const char* name : {"theirs", "tom", "t"})
        EXPECT_FALSE(says(html, name)) << name;
    EXPECT_NE(html.find("Only quota ours by name."), std::string::npos);
    EXPECT_TRUE(says(htmlOf(documentOf(whole)), "theirs"));
}

TEST(ReportScope, a_team_has_its_colour_of_the_charts_and_a_quota_below_it_has_it_too) {
    const Usage usage = scopedUsage();
    std::vector<int> colours;
    for (const UsageQuota& quota : usage.quotas)
        colours.push_back(quota.colour);
    EXPECT_EQ(colours, (std::vector<int>{0, 1, 1, 2})) << "root, ours, kid below ours, theirs";
}

TEST(ReportScope, a_user_is_named_alone) {
    const std::string html = htmlOf(documentOf(reportAbout("user:kim")));
    EXPECT_TRUE(says(html, "kim"));
    for (const char* name : {"olga", "tom"})
        EXPECT_FALSE(says(html, name)) << name;
}

// Idle all the time, and but for the first minute while others wait.
TEST(ReportScope, no_part_of_an_idle_guarantee_is_printed_larger_than_it) {
    std::string pool = R"({"apportion": 1, "name": "thirds",
 "nodes": [{"name": "n", "count": 40, "gpu": 8}], "quotas": [)";
    std::string work = R"("workloads": [)";
    for (int i = 0; i < 12; ++i) {
        const std::string n = std::to_string(i);
        pool += R"({"name": "q)" + n + R"(", "guaranteed": {"gpu": 16}},)";
        work += R"({"name": "w)" + n + R"(", "quota": "q)" + n + R"(", "gpu": )" +
                std::to_string(5 + i % 3) + R"(, "submit": 0, "duration": )" +
                std::to_string(14'000 + 731 * i) + "},";
    }
    // It waits all the time, as no node has so many.
    work += R"({"name": "wide", "quota": "q0", "gpu": 8, "replicas": 41, "submit": )";
    auto read = parseScenario(
        pool + R"({"name": "rest", "guaranteed": {"gpu": 128}}],)" + work + "60}]}", "test");
    ASSERT_TRUE(read);
    const Usage usage =
        usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), 40'000 * kSecond, 0);
    const auto made = reportOf(usage, *askedOf({}, "UTC"));
    ASSERT_TRUE(made);
    const Document document = documentOf(*made);
    const DocumentTable& teams = document.tables.front();
    std::map<std::string, std::size_t> at;
    for (std::size_t i = 0; i < teams.columns.size(); ++i)
        at[teams.columns[i].title] = i;
    const auto hoursIn = [](const DocumentCell& cell) {
        std::string digits = cell.text;
        std::erase(digits, ',');
        return std::stod(digits);
    };
    double sum = 0, total = 0;
    for (const DocumentRow& row : teams.rows) {
        if (row.kind == DocumentRow::Kind::rest)
            continue;
        const auto of = [&](const char* title) { return hoursIn(row.cells[at.at(title)]); };
        const double part = of("Wanted");
        EXPECT_LE(part, of("Idle")) << row.cells.front().text;
        (row.kind == DocumentRow::Kind::total ? total : sum) += part;
    }
    EXPECT_GT(total, 0);
    EXPECT_EQ(sum, total) << "the rows add up all the same";
}

// Two teams of three quotas each, a day of 10 to 60 GPU hours, in single milliseconds.
Usage randomDay(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&](Moment bound) { return static_cast<Moment>(random()) % bound; };
    Usage usage;
    usage.to = 24 * 3600 * kSecond;
    usage.quotas = {{"root", "root"}};
    usage.capacity = {{0, 0, 200 + below(200)}};
    for (std::uint32_t quota = 1; quota < 9; ++quota) {
        const std::string name = "q" + std::to_string(quota);
        usage.quotas.push_back({name, name, quota % 4 == 1 ? 0 : quota - 1 - (quota - 2) % 4});
        usage.guarantees.push_back({0, quota, below(50)});
        for (int run = 0; run < 3 && quota % 4 != 1; ++run) {
            UsageJob& job = usage.jobs.emplace_back();
            job.submit = below(usage.to);
            job.quota = quota;
            job.firstRun = static_cast<std::uint32_t>(usage.runs.size());
            job.runs = 1;
            const Moment start = job.submit + below(usage.to - job.submit);
            job.left = start + 1 + below(usage.to - start);
            usage.runs.push_back({start, job.left, 1 + below(40), 0, RunEnd::finished});
        }
    }
    return usage;
}

TEST(ReportScope, what_a_row_says_of_a_team_fits_together) {
    for (unsigned seed = 0; seed < 300; ++seed) {
        const auto made = reportOf(randomDay(seed), *askedOf({}, "UTC"));
        ASSERT_TRUE(made);
        const Document document = documentOf(*made);
        const DocumentTable& teams = document.tables.front();
        std::map<std::string, std::size_t> at;
        for (std::size_t i = 0; i < teams.columns.size(); ++i)
            at[teams.columns[i].title] = i;
        std::map<std::string, std::int64_t> sums;
        for (const DocumentRow& row : teams.rows) {
            // In hundredths.
            const auto of = [&](const char* title) {
                const std::string& text = row.cells[at.at(title)].text;
                return text.empty() ? 0 : std::llround(std::stod(text) * 100);
            };
            const std::string where =
                "seed " + std::to_string(seed) + ", " + row.cells.front().text;
            const bool total = row.kind == DocumentRow::Kind::total;
            for (const char* title : {"Guaranteed", "Within", "Borrowed", "Lent", "Idle"})
                if (total) {
                    EXPECT_EQ(sums[title], of(title)) << where << ", " << title;
                } else if (row.kind == DocumentRow::Kind::plain)
                    sums[title] += of(title);
            if (row.kind == DocumentRow::Kind::rest)
                continue;
            EXPECT_LE(of("Within") + of("Lent") + of("Idle"), of("Guaranteed")) << where;
            EXPECT_LE(of("Wanted"), of("Idle")) << where;
            if (!total) {
                EXPECT_EQ(of("Within") + of("Borrowed"), of("Used")) << where;
            }
        }
    }
}

// 10 GPUs; the last six minutes are not recorded. 7.75 + 17.25 + 1 GPU hours.
TEST(ReportScope, a_number_is_printed_alike_wherever_it_stands) {
    auto read = parseScenario(R"({"apportion": 1, "name": "odd", "epoch": "2026-11-20T09:00:00Z",
 "nodes": [{"name": "n", "count": 2, "gpu": 5}],
 "quotas": [{"name": "q", "guaranteed": {"gpu": 10}}],
 "workloads": [{"name": "w", "quota": "q", "gpu": 5, "duration": 5580}]})",
                              "test");
    ASSERT_TRUE(read);
    Usage usage =
        usageOf(std::make_shared<const Scenario>(std::move(read->scenario)), 9360 * kSecond, 0);
    usage.gaps = {{usage.to - 360 * kSecond, usage.to}};
    const auto made = reportOf(usage, *askedOf({}, "UTC"));
    ASSERT_TRUE(made);
    const Document document = documentOf(*made);
    ASSERT_EQ(document.figures.size(), 5U);
    EXPECT_EQ(document.figures[0].hours + " + " + document.figures[1].hours + " + " +
                  document.figures[3].hours,
              "7.8 + 17.2 + 1.0");
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    has(document.tables.front().foot, "free " + document.figures[1].hours);
    has(document.tables.front().foot, "unknown " + document.figures[3].hours);
    has(document.sentences.back(), ' ' + document.figures[1].hours + " GPU hours were free");
    std::string coverage;
    for (const std::string& each : document.coverage)
        coverage += each + ' ';
    has(coverage, "The " + document.figures[3].hours + " GPU hours");
}

TEST(ReportScope, what_the_report_does_not_have_is_refused) {
    for (const char* scope : {"quota:none", "user:none", "quota:", "team:ours", "ours"}) {
        ReportTexts texts;
        texts.scope = scope;
        const auto made = reportOf(scopedUsage(), *askedOf(texts, "UTC"));
        ASSERT_FALSE(made) << scope;
        EXPECT_EQ(made.error().front().message.code, "report-scope");
    }
    Usage hidden = scopedUsage();
    hidden.quotas[3].hidden = true;
    EXPECT_FALSE(narrow(hidden, "quota:theirs")) << "its name is not for the reader";
    EXPECT_TRUE(narrow(hidden, "user:tom"));
    for (UsageJob& job : hidden.jobs)
        if (hidden.quotas[job.quota].hidden)
            takeNamesOut(job);
    EXPECT_FALSE(narrow(hidden, "user:tom")) << "that the user exists is not for the reader";
}

}  // namespace
}  // namespace apportion::report
