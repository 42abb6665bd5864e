// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scope.h"

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

TEST(ReportScope, a_user_is_named_alone) {
    const std::string html = htmlOf(documentOf(reportAbout("user:kim")));
    EXPECT_TRUE(says(html, "kim"));
    for (const char* name : {"olga", "tom"})
        EXPECT_FALSE(says(html, name)) << name;
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
