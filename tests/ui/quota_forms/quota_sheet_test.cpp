// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet of a quota, new or there: what it proposes, does and leads to.
#include <QAbstractButton>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QtTest/QSignalSpy>

#include "tests/ui/quota_forms/borrowed_pool.h"
#include "tests/ui/quota_forms/quota_sheet_fixture.h"
#include "ui/quota_forms/room_bar.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {
namespace {

TEST_F(QuotaSheetTest, WhatIsTypedFirstIsTheName) {
    make(kPool128);
    open(QStringLiteral("Quota1"));
    auto* name = named<QLineEdit>("Name");
    ASSERT_EQ(dialog->focusWidget(), name);
    QTest::keyClicks(name, QStringLiteral("new"));
    EXPECT_EQ(name->text(), QStringLiteral("new")) << "in place of the one that was proposed";
}

TEST_F(QuotaSheetTest, MendsTooMuchByTakingFromASiblingInOneEntry) {
    make(kPool128);
    open(QStringLiteral("Quota1"));
    EXPECT_EQ(dialog->draft().name, "Quota1.3");
    EXPECT_EQ(named<QLineEdit>("Name")->text(), QStringLiteral("Quota1.3"));
    EXPECT_TRUE(button("Create")->isEnabled());
    type(named<AmountField>("Guarantee"), "8");
    EXPECT_FALSE(button("Create")->isEnabled());
    EXPECT_EQ(dialog->consequence(),
              QStringLiteral("1 problem(s) to fix before it can be created"));
    ASSERT_NE(button("Take 8 from Quota1.2"), nullptr);
    EXPECT_TRUE(named<AmountField>("Guarantee")->property("error").toBool());
    QTest::mouseClick(button("Take 8 from Quota1.2"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return dialog->isUpToDate() && button("Create")->isEnabled(); }));
    EXPECT_TRUE(reads().contains(QStringLiteral("Quota1.3 would always get 8 GPUs")));
    EXPECT_TRUE(reads().contains(QStringLiteral("Quota1.2 gives 8 GPUs of guarantee to it.")));
    QSignalSpy created(dialog.get(), &QuotaSheet::created);
    QTest::keyClick(dialog.get(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return created.count() == 1 && sizeOf("Quota1.3") == 8; }));
    EXPECT_EQ(sizeOf("Quota1.2"), 72);
    EXPECT_FALSE(dialog->isVisible());
    bridge.session().undo();
    EXPECT_TRUE(waitFor([&] { return sizeOf("Quota1.3") == -1 && sizeOf("Quota1.2") == 80; }));
}

TEST_F(QuotaSheetTest, PresetsFillTheFormAndEveryFieldStaysEditable) {
    make(kPool128);
    open(QStringLiteral("Quota1.2"));
    EXPECT_EQ(named<AmountField>("Guarantee")->amount(), 8 * kOneGpu);
    EXPECT_EQ(named<AmountField>("Limit")->amount(), std::nullopt);
    // In the words of the fields below.
    for (const char* card :
         {"Guarantee and fair surplus", "Fixed size, no borrowing", "Background only"})
        EXPECT_TRUE(named<QAbstractButton>(card)->toolTip().contains(QStringLiteral("borrowing")))
            << card;
    auto* fixed = named<QAbstractButton>("Fixed size, no borrowing");
    QTest::mouseClick(fixed, Qt::LeftButton);
    settle();
    EXPECT_TRUE(fixed->isChecked());
    EXPECT_EQ(named<AmountField>("Lending")->amount(), 0);
    EXPECT_TRUE(reads().contains(QStringLiteral("get exactly")));
    // One word changed: no preset any more, and nothing else moved.
    type(named<AmountField>("Lending"), "3");
    EXPECT_FALSE(fixed->isChecked());
    EXPECT_EQ(dialog->draft().policy.overQuota, OverQuota::off);
    // Emptied, it holds what holds by itself again.
    auto* lends = named<AmountField>("Lending");
    lends->selectAll();
    QTest::keyClick(lends, Qt::Key_Delete);
    settle();
    EXPECT_EQ(dialog->draft().policy.lend, std::nullopt);
    QTest::mouseClick(named<QAbstractButton>("Background only"), Qt::LeftButton);
    settle();
    EXPECT_EQ(dialog->draft().guaranteed, 0);
    EXPECT_EQ(dialog->draft().policy.overQuota, OverQuota::idleOnly);
}

TEST_F(QuotaSheetTest, MakesAWorkspaceOrTiesOneThatIsThere) {
    make(kPool128);
    open(QStringLiteral("Quota1.1"));
    auto* workspace = named<QComboBox>("Workspace");
    ASSERT_EQ(workspace->count(), 3);
    EXPECT_EQ(workspace->itemText(1), QStringLiteral("space"));
    EXPECT_EQ(workspace->itemText(2), QStringLiteral("Quota1.1.1 (new)"));
    workspace->setFocus();
    QTest::keyClick(workspace, Qt::Key_End);
    settle();
    EXPECT_EQ(dialog->draft().workspace, "Quota1.1.1");
    // It takes the name along.
    auto* name = named<QLineEdit>("Name");
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("team"));
    settle();
    EXPECT_EQ(workspace->currentText(), QStringLiteral("team (new)"));
    QTest::mouseClick(button("Create"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return sizeOf("team") == 8; }));
    // A quota that a workspace uses cannot be deleted.
    EXPECT_EQ(run(commandOf("quota.delete", {{"name", "team"}})), "quota-blocked.workspaces");
}

TEST_F(QuotaSheetTest, TellsWhatIsWrongInItsPlaceAndAsksForPoliciesAfterwards) {
    make(kPool128);
    open(QStringLiteral("Quota1.1"));
    auto* name = named<QLineEdit>("Name");
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("Quota1.2"));
    settle();
    EXPECT_TRUE(name->property("error").toBool());
    ASSERT_NE(button("Call it Quota1.1.1"), nullptr);
    QTest::mouseClick(button("Call it Quota1.1.1"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return name->text() == QStringLiteral("Quota1.1.1"); }));
    settle();
    EXPECT_FALSE(name->property("error").toBool());
    QTest::mouseClick(button("Child-level…"), Qt::LeftButton);
    QSignalSpy policies(dialog.get(), &QuotaSheet::policyWanted);
    QTest::mouseClick(button("Create"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return policies.count() == 1; }));
    EXPECT_EQ(policies[0].at(0).toString(), QStringLiteral("Quota1.1.1"));
    EXPECT_FALSE(policies[0].at(1).toBool());
}

TEST_F(QuotaSheetTest, AsksWhatItIsShownAsAndItsRank) {
    make(kPool128);
    open(QStringLiteral("Quota1.1"));
    auto* shown = named<QLineEdit>("Team");
    QTest::mouseClick(shown, Qt::LeftButton);
    QTest::keyClicks(shown, QStringLiteral("Vision"));
    auto* rank = named<QDoubleSpinBox>("Rank");
    QTest::mouseClick(rank, Qt::LeftButton);
    rank->selectAll();
    QTest::keyClicks(rank, QStringLiteral("2"));
    settle();
    // A preset is about neither.
    QTest::mouseClick(named<QAbstractButton>("Fixed size, no borrowing"), Qt::LeftButton);
    settle();
    EXPECT_EQ(shown->text(), QStringLiteral("Vision"));
    EXPECT_EQ(rank->value(), 2);
    QTest::mouseClick(button("Create"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return sizeOf("Quota1.1.1") == 8; }));
    EXPECT_EQ(quota("Quota1.1.1")->policy.team, "Vision");
    EXPECT_EQ(quota("Quota1.1.1")->policy.rank, 2);
    EXPECT_EQ(quota("Quota1.1.1")->policy.overQuota, OverQuota::off);
}

TEST_F(QuotaSheetTest, ARootChoosesItsNodes) {
    make(R"({"apportion": 1, "name": "two",
 "nodes": [{"name": "h", "count": 3, "gpu": 8, "gpuType": "H100"},
           {"name": "a", "count": 2, "gpu": 4, "gpuType": "A100"}],
 "quotas": [{"name": "fast", "guaranteed": {"gpu": 16}, "nodes": {"gpuType": "H100"}}]})");
    open({});
    auto* nodes = named<QComboBox>("Nodes");
    ASSERT_EQ(nodes->count(), 3);
    EXPECT_EQ(nodes->itemText(2), QStringLiteral("A100 · 2 node(s), 8 GPUs"));
    EXPECT_TRUE(reads().contains(QStringLiteral("It divides 2 nodes with 8 GPUs.")));
    nodes->setFocus();
    QTest::keyClick(nodes, Qt::Key_Down);
    settle();
    EXPECT_TRUE(reads().contains(QStringLiteral("It divides 3 nodes with 24 GPUs.")));
    QTest::mouseClick(button("Create"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return sizeOf("Quota1") == 8; }));
    EXPECT_EQ(quota("Quota1")->policy.nodes->gpuType, "H100");
}

TEST_F(QuotaSheetTest, ALoneRootHasNobodyToShareTheSurplusWith) {
    make(R"({"apportion": 1, "name": "bare", "nodes": [{"name": "n", "gpu": 8}], "quotas": []})");
    open({});
    bool told = false;
    for (const QLabel* label : dialog->findChildren<QLabel*>()) {
        told = told || label->text() == QStringLiteral("all of its rank's surplus");
        EXPECT_FALSE(label->text().contains(QStringLiteral("100 %"))) << qPrintable(label->text());
    }
    EXPECT_TRUE(told);
}

TEST_F(QuotaSheetTest, WhatChangesIsMarkedCountedAndAppliedInOneStep) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    EXPECT_EQ(dialog->consequence(), QStringLiteral("No field has changed."));
    EXPECT_FALSE(button("Apply")->isEnabled());
    type(named<AmountField>("Guarantee"), "72");
    type(named<AmountField>("Lending"), "16");
    EXPECT_TRUE(named<AmountField>("Guarantee")->property("changed").toBool());
    EXPECT_FALSE(named<AmountField>("Limit")->property("changed").toBool());
    ASSERT_NE(button("was 80"), nullptr);
    ASSERT_NE(button("was all idle GPUs"), nullptr);
    EXPECT_EQ(dialog->consequence(),
              QStringLiteral("2 field(s) change, in one step. You can undo this change."));
    EXPECT_TRUE(shown().contains(QStringLiteral("Guarantee 80 → 72 GPUs"))) << qPrintable(shown());
    EXPECT_TRUE(shown().contains(QStringLiteral("No guarantee covers 8 GPUs of Quota1.")))
        << qPrintable(shown());
    QTest::mouseClick(button("Apply 2 change(s)"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return sizeOf("Quota1.2") == 72; }));
    EXPECT_EQ(quota("Quota1.2")->policy.lend, 16 * kOneGpu);
    bridge.session().undo();
    EXPECT_TRUE(
        waitFor([&] { return sizeOf("Quota1.2") == 80 && !quota("Quota1.2")->policy.lend; }));
}

TEST_F(QuotaSheetTest, ANewNameTakesEverythingAlongInAStepOfItsOwn) {
    make(kPool128);
    edit({QStringLiteral("Quota1.1")});
    auto* name = named<QLineEdit>("Name");
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("Quota1.2"));
    settle();
    EXPECT_FALSE(button("Apply 1 change(s)")->isEnabled());
    EXPECT_TRUE(name->property("error").toBool());
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("vision"));
    QTest::keyClicks(named<QLineEdit>("Team"), QStringLiteral("Vision lab"));
    settle();
    QSignalSpy renamed(dialog.get(), &QuotaSheet::renamed);
    QTest::keyClick(dialog.get(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([this] { return quota("vision") != nullptr; }));
    EXPECT_EQ(quota("vision")->team, "Vision lab");
    EXPECT_TRUE(waitFor([&] { return renamed.count() == 1; }));
    // The workspace followed.
    EXPECT_EQ(run(commandOf("quota.delete", {{"name", "vision"}})), "quota-blocked.workspaces");
    bridge.session().undo();
    EXPECT_TRUE(waitFor([this] { return quota("Quota1.1") && !quota("vision"); }));
}

TEST_F(QuotaSheetTest, WhomItWouldEvictIsNamedInAmberBeforeItIsDone) {
    make(kBorrowed);
    ASSERT_TRUE(waitFor([this] {
        return bridge.view()->running.size() == 2 && bridge.view()->waiting.size() == 1;
    }));
    edit({QStringLiteral("a")});
    named<Segmented>("Borrowing")->setCurrentIndex(0);
    settle();
    EXPECT_EQ(dialog->changed(), std::vector{QuotaField::overQuota});
    EXPECT_TRUE(dialog->effect().warns());
    EXPECT_TRUE(shown().contains(QStringLiteral("As soon as the pool is live")));
    EXPECT_TRUE(shown().contains(QStringLiteral("Would evict b-2"))) << qPrintable(shown());
    EXPECT_TRUE(shown().contains(QStringLiteral("a-1"))) << qPrintable(shown());
}

TEST_F(QuotaSheetTest, AGuaranteeBelowWhatRunsOffersToWait) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 8}}, {"name": "right", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "firm", "quota": "left", "gpu": 8, "preemptible": false,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}}]})");
    ASSERT_TRUE(waitFor([this] { return quota("left")->numbers.subtree == 8 * kOneGpu; }));
    edit({QStringLiteral("left")});
    type(named<AmountField>("Guarantee"), "4");
    ASSERT_NE(button("Wait until workloads end"), nullptr);
    QTest::mouseClick(button("Wait until workloads end"), Qt::LeftButton);
    settle();
    ASSERT_TRUE(waitFor([this] { return button("Apply 1 change(s)")->isEnabled(); }));
    QTest::mouseClick(button("Apply 1 change(s)"), Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return sizeOf("left") == 4; }));
}

TEST_F(QuotaSheetTest, PoliciesAndWorkspacesLeadToTheirDialogs) {
    make(kPool128);
    edit({QStringLiteral("Quota1.1")});
    QSignalSpy policies(dialog.get(), &QuotaSheet::policyWanted);
    for (QPushButton* each : dialog->findChildren<QPushButton*>())
        if (each->accessibleName() == QStringLiteral("Self-level…"))
            QTest::mouseClick(each, Qt::LeftButton);
    ASSERT_EQ(policies.count(), 1);
    EXPECT_TRUE(policies[0].at(1).toBool());
    QSignalSpy workspaces(dialog.get(), &QuotaSheet::workspaceWanted);
    QTest::mouseClick(button("space"), Qt::LeftButton);
    ASSERT_EQ(workspaces.count(), 1);
    EXPECT_EQ(workspaces[0].at(0).toString(), QStringLiteral("space"));
}

TEST_F(QuotaSheetTest, WhatASmallerGuaranteeLeavesOverGoesToASiblingInOneStep) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    EXPECT_EQ(button("Give to Quota1.1"), nullptr) << "nothing is left over yet";
    type(named<AmountField>("Guarantee"), "72");
    ASSERT_NE(button("Give to Quota1.1"), nullptr);
    QTest::mouseClick(button("Give to Quota1.1"), Qt::LeftButton);
    settle();
    EXPECT_TRUE(shown().contains(QStringLiteral("Guarantees of others: Quota1.1 48 → 56 GPUs")))
        << qPrintable(shown());
    EXPECT_FALSE(shown().contains(QStringLiteral("Fair shares of others: Quota1.1")))
        << "it has no workloads: " << qPrintable(shown());
    EXPECT_FALSE(shown().contains(QStringLiteral("No guarantee covers")));
    EXPECT_EQ(button("Give to Quota1.1"), nullptr);
    const auto* bar = dialog->findChild<RoomBar*>();
    EXPECT_TRUE(bar->accessibleName().contains(QStringLiteral("0 GPUs would be left")))
        << qPrintable(bar->accessibleName());
    EXPECT_EQ(dialog->consequence(),
              QStringLiteral("2 field(s) change, in one step. You can undo this change."));
    QTest::mouseClick(button("Apply 2 change(s)"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return sizeOf("Quota1.2") == 72 && sizeOf("Quota1.1") == 56; }));
    bridge.session().undo();
    EXPECT_TRUE(waitFor([&] { return sizeOf("Quota1.2") == 80 && sizeOf("Quota1.1") == 48; }));
}

TEST_F(QuotaSheetTest, AnotherSizeTakesBackWhatASiblingWouldGet) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    type(named<AmountField>("Guarantee"), "72");
    QTest::mouseClick(button("Give to Quota1.1"), Qt::LeftButton);
    settle();
    ASSERT_TRUE(dialog->draft().give.has_value());
    type(named<AmountField>("Guarantee"), "64");
    EXPECT_FALSE(dialog->draft().give.has_value());
    ASSERT_NE(button("Give to Quota1.1"), nullptr);
    QTest::mouseClick(button("Give to Quota1.1"), Qt::LeftButton);
    settle();
    EXPECT_EQ(dialog->draft().give->second, 64 * kOneGpu);
}

TEST_F(QuotaSheetTest, ABudgetIsAFieldWithItsPeriodAndAPartOfTheEffect) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    auto* budget = named<AmountField>("Budget");
    EXPECT_EQ(budget->amount(), std::nullopt);
    type(budget, "13440");
    auto* period = named<QComboBox>("Period of the budget");
    period->setFocus();
    QTest::keyClick(period, Qt::Key_Home);
    settle();
    EXPECT_EQ(dialog->changed(), std::vector{QuotaField::budget});
    ASSERT_NE(button("was none"), nullptr);
    EXPECT_TRUE(shown().contains(QStringLiteral("Budget none → 13440 GPU h a week")))
        << qPrintable(shown());
    EXPECT_TRUE(shown().contains(QStringLiteral("Evicts no workload.")));
    QTest::mouseClick(button("Apply 1 change(s)"), Qt::LeftButton);
    const Budget wanted{1'344'000, BudgetPeriod::week};
    ASSERT_TRUE(waitFor([&] { return quota("Quota1.2")->policy.budget == wanted; }));
    edit({QStringLiteral("Quota1.2")});
    EXPECT_EQ(named<AmountField>("Budget")->amount(), 1'344'000);
    EXPECT_EQ(named<QComboBox>("Period of the budget")->currentIndex(), 0);
    // Emptied, there is none.
    budget = named<AmountField>("Budget");
    budget->setFocus();
    budget->selectAll();
    QTest::keyClick(budget, Qt::Key_Delete);
    settle();
    QTest::mouseClick(button("Apply 1 change(s)"), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return !quota("Quota1.2")->policy.budget; }));
}

TEST_F(QuotaSheetTest, HowLongWorkloadsWaitInTheDayAheadStandsInTheEffectOfASize) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    type(named<AmountField>("Guarantee"), "72");
    EXPECT_TRUE(waitFor([&] { return shown().contains(QStringLiteral("Wait p95, next 24 h")); }))
        << qPrintable(shown());
    // Of a policy it is not known.
    type(named<AmountField>("Weight"), "3");
    EXPECT_FALSE(shown().contains(QStringLiteral("Wait p95")));
}

}  // namespace
}  // namespace apportion::ui
