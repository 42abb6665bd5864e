// SPDX-License-Identifier: GPL-3.0-or-later
// The prices that a project keeps, and what its reports make of them.
#include <gmock/gmock.h>

#include "core/change/entry_inputs.h"
#include "core/session/commands/report.h"
#include "core/store/price_values.h"
#include "core/store/schema.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ProjectPrices : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }
    PriceSetting kept() {
        EXPECT_TRUE(desk_->project());
        return store::pricesOf(desk_->objects());
    }
    report::Prices ofReport(const std::vector<std::string>& given = {},
                            const std::string& cost = {}) {
        report::ReportTexts texts;
        texts.prices = given;
        texts.cost = cost;
        auto made = reportOf(*desk_, texts);
        EXPECT_TRUE(made) << allOf(made.error());
        return made ? made->prices : report::Prices();
    }
};

TEST_F(ProjectPrices, AreThoseOfItsReportsUnlessOthersAreGiven) {
    EXPECT_TRUE(ofReport().empty());
    ASSERT_EQ(run("prices", {{"prices", "2.10"},
                             {"prices", "H100=2.50@2026-10-01"},
                             {"currency", "USD"},
                             {"cost", "guarantee+borrowed:50"}}),
              "");
    reopen();
    const report::Prices prices = ofReport();
    ASSERT_EQ(prices.list.size(), 2U);
    EXPECT_EQ(prices.list[0].perHour, 2'100'000);
    EXPECT_EQ(prices.list[1].gpuType, "H100");
    EXPECT_EQ(prices.currency, "USD");
    EXPECT_EQ(prices.by, report::CostBy::guaranteeAndBorrowed);
    EXPECT_EQ(prices.borrowedPercent, 50);
    EXPECT_EQ(ofReport({}, "use").by, report::CostBy::use) << "of the same prices";
    const report::Prices others = ofReport({"3"});
    ASSERT_EQ(others.list.size(), 1U);
    EXPECT_EQ(others.list[0].perHour, 3'000'000);
    EXPECT_EQ(others.currency, "USD") << "not given, so it is the project's";
    EXPECT_TRUE(ofReport({"none"}).empty());
}

// One that knows no prices would take them for damage, or lose them with the next setting.
TEST_F(ProjectPrices, AreInNoFileThatAnOlderProgramReads) {
    ASSERT_EQ(run("prices", {{"prices", "2.10"}}), "");
    desk_.reset();
    SQLite::Database raw(path_, SQLite::OPEN_READONLY);
    EXPECT_EQ(store::readableFrom(raw), store::kSchema);
    EXPECT_GE(store::kSchema, 4);
}

TEST_F(ProjectPrices, AreAnEntryOfTheJournalThatCanBeUndone) {
    ASSERT_EQ(run("prices", {{"prices", "2.10"}, {"currency", "USD"}}), "");
    const auto entries = desk_->history(1);
    ASSERT_TRUE(entries && !entries->empty());
    EXPECT_EQ(entries->front().entry.action, "prices");
    ASSERT_EQ(entries->front().entry.facts.size(), 1U);
    EXPECT_FALSE(inputsOf(entries->front().entry).reload) << "no scheduler knows prices";
    ASSERT_EQ(run("prices", {{"prices", "3"}}), "");
    EXPECT_EQ(kept().currency, "USD") << "not given, so it stays";
    ASSERT_EQ(undo(), "");
    EXPECT_THAT(kept().prices, ElementsAre("2.10"));
    ASSERT_EQ(undo(), "");
    EXPECT_EQ(kept(), PriceSetting());
}

TEST_F(ProjectPrices, StayWhereTheSettingsOfThePoolChange) {
    ASSERT_EQ(run("prices", {{"prices", "2.10"}, {"cost", "guarantee"}}), "");
    ASSERT_EQ(run("settings", {{"settings", R"({"gracePeriod": 30})"}}), "");
    EXPECT_THAT(kept().prices, ElementsAre("2.10"));
    EXPECT_EQ(kept().cost, "guarantee");
    EXPECT_EQ(project().pool.settings.gracePeriod, 30 * kSecond);
    reopen();
    EXPECT_EQ(project().pool.settings.gracePeriod, 30 * kSecond);
    EXPECT_THAT(kept().prices, ElementsAre("2.10"));
    ASSERT_EQ(run("prices", {{"prices", "none"}}), "");
    EXPECT_EQ(kept(), PriceSetting());
    EXPECT_EQ(project().pool.settings.gracePeriod, 30 * kSecond);
}

TEST_F(ProjectPrices, AreRefusedWhereTheyAreNone) {
    const auto refused = [&](const std::string& price) {
        return run("prices", {{"prices", price}});
    };
    EXPECT_EQ(refused("cheap"), "report-price");
    EXPECT_EQ(refused("H100=-1"), "report-price");
    EXPECT_EQ(refused("1@2026-13-01"), "report-price");
    EXPECT_EQ(refused("1@2026-W47"), "report-price");
    EXPECT_EQ(run("prices", {{"prices", "none"}, {"prices", "1"}}), "report-price");
    const auto cheap = desk_->run(command("prices", {{"prices", "H100=cheap"}}));
    ASSERT_FALSE(cheap);
    EXPECT_EQ(render(cheap.error().front().message), "'H100=cheap' is not a price.");
    EXPECT_NE(renderRemedy(cheap.error().front().message), "");
    EXPECT_EQ(run("prices", {{"prices", "1"}, {"prices", "2"}}), "report-price.twice");
    EXPECT_EQ(run("prices", {{"prices", "1"}, {"cost", "idle"}}), "report-cost");
    EXPECT_THAT(kept().prices, IsEmpty());
}

}  // namespace
}  // namespace apportion::testing
