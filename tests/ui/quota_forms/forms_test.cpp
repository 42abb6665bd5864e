// SPDX-License-Identifier: GPL-3.0-or-later
// Deleting and moving GPUs, clicked and typed.
#include <set>

#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QtTest/QSignalSpy>

#include "tests/ui/quota_forms/borrowed_pool.h"
#include "tests/ui/quota_forms/project_fixture.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/blocker_row.h"
#include "ui/quota_forms/delete_dialog.h"
#include "ui/quota_forms/move_dialog.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

class QuotaFormsTest : public ProjectTest {
protected:
    template <typename Dialog>
    void settle(const Dialog& dialog) {
        ASSERT_TRUE(waitFor([&] { return dialog.isUpToDate(); }));
    }
    static QPushButton* button(const QWidget& dialog, const QString& text) {
        QPushButton* found = nullptr;
        // Rows that have just come show with the next events.
        EXPECT_TRUE(QTest::qWaitFor([&] {
            for (QPushButton* each : dialog.findChildren<QPushButton*>())
                if (each->text() == text && each->isVisible())
                    found = each;
            return found != nullptr;
        })) << text.toStdString();
        return found;
    }
    template <typename Field>
    static Field* named(const QWidget& dialog, const char* name) {
        for (Field* each : dialog.findChildren<Field*>())
            if (each->accessibleName() == QLatin1String(name))
                return each;
        ADD_FAILURE() << name;
        return nullptr;
    }
};

TEST_F(QuotaFormsTest, DeletingLeadsThroughWhatStandsInTheWay) {
    make(kPool128);
    ASSERT_EQ(
        run(commandOf("quota.add", {{"name", "below"}, {"parent", "Quota1.1"}, {"gpu", "8"}})), "");
    ASSERT_EQ(run(commandOf(
                  "submit",
                  {{"name", "job"}, {"quota", "Quota1.1"}, {"gpu", "8"}, {"workspace", "space"}})),
              "");
    ASSERT_TRUE(waitFor([this] { return quota("below") && !bridge.view()->waiting.empty(); }));
    DeleteDialog dialog(bridge, runner, Mode::live, *quota("Quota1.1"));
    dialog.show();
    settle(dialog);
    ASSERT_EQ(dialog.blockers().size(), 3U);
    EXPECT_FALSE(button(dialog, QStringLiteral("Delete"))->isEnabled());
    EXPECT_EQ(dialog.consequence(), QStringLiteral("3 thing(s) in the way"));
    QTest::mouseClick(button(dialog, QStringLiteral("Cancel workload")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog.isUpToDate() && dialog.blockers().size() == 2U; }));
    QTest::mouseClick(button(dialog, QStringLiteral("Remove")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog.isUpToDate() && dialog.blockers().size() == 1U; }));
    QSignalSpy wanted(&dialog, &DeleteDialog::quotaWanted);
    QTest::mouseClick(button(dialog, QStringLiteral("Delete it…")), Qt::LeftButton);
    DeleteDialog* child = nullptr;
    ASSERT_TRUE(waitFor([&] {
        child = dialog.findChild<DeleteDialog*>();
        return child && child->isUpToDate() &&
               button(*child, QStringLiteral("Delete"))->isEnabled();
    }));
    QTest::mouseClick(button(*child, QStringLiteral("Delete")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] {
        return dialog.isUpToDate() && dialog.blockers().empty() &&
               button(dialog, QStringLiteral("Delete"))->isEnabled();
    }));
    QSignalSpy deleted(&dialog, &DeleteDialog::deleted);
    QTest::mouseClick(button(dialog, QStringLiteral("Delete")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return deleted.count() == 1; }));
    EXPECT_TRUE(waitFor([this] { return !quota("Quota1.1"); }));
}

// Rule 24: what waits there cannot start then, so it is asked about in place.
TEST_F(QuotaFormsTest, TakingAWorkspaceOutAsksWhereWorkLosesItsRight) {
    make(kPool128);
    for (const char* name : {"one", "two"})
        ASSERT_EQ(
            run(commandOf(
                "submit",
                {{"name", name}, {"quota", "Quota1.1"}, {"gpu", "8"}, {"workspace", "space"}})),
            "");
    ASSERT_TRUE(waitFor([this] { return bridge.view()->waiting.size() == 2; }));
    DeleteDialog dialog(bridge, runner, Mode::live, *quota("Quota1.1"));
    dialog.show();
    settle(dialog);
    ASSERT_EQ(dialog.blockers().size(), 3U);
    const auto* bar = dialog.findChild<MessageBar*>();
    QTest::mouseClick(button(dialog, QStringLiteral("Remove")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return bar->isVisible(); }));
    EXPECT_TRUE(bar->sentence().contains(QStringLiteral("would not start: one, two")))
        << qPrintable(bar->sentence());
    EXPECT_EQ(dialog.blockers().size(), 3U) << "it is asked first";
    QTest::mouseClick(button(*bar, QStringLiteral("Remove")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog.isUpToDate() && dialog.blockers().size() == 2U; }));
    EXPECT_FALSE(bar->isVisible());
}

TEST_F(QuotaFormsTest, AWorkspaceKeepsAQuota) {
    make(kPool128);
    ASSERT_EQ(run(commandOf("workspace.untie", {{"name", "space"}, {"quota", "Quota1.2"}})), "");
    ASSERT_TRUE(
        waitFor([this] { return bridge.view()->workspaces.front().spec.quotas.size() == 1; }));
    DeleteDialog dialog(bridge, runner, Mode::live, *quota("Quota1.1"));
    dialog.show();
    settle(dialog);
    QSignalSpy wanted(&dialog, &DeleteDialog::workspaceWanted);
    QTest::mouseClick(button(dialog, QStringLiteral("Remove")), Qt::LeftButton);
    QTest::mouseClick(button(dialog, QStringLiteral("Quotas of space…")), Qt::LeftButton);
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted.front().front().toString(), QStringLiteral("space"));
    EXPECT_EQ(bridge.view()->workspaces.front().spec.quotas.size(), 1U);
}

TEST_F(QuotaFormsTest, WhomItWouldEvictIsNamedBeforeItIsDone) {
    make(kBorrowed);
    ASSERT_TRUE(waitFor([this] {
        return bridge.view()->running.size() == 2 && bridge.view()->waiting.size() == 1;
    }));
    const QString whom =
        QStringLiteral("As soon as the pool is live: 1 evicted: b-2 · 1 start(s) immediately: a-1");
    MoveDialog move(bridge, runner, Mode::live, QStringLiteral("b"), QStringLiteral("a"));
    move.show();
    named<QSlider>(move, "GPUs to move")->setValue(4);
    settle(move);
    EXPECT_EQ(move.consequence(), whom);
}

// What it guaranteed goes back above, where work waits for it.
TEST_F(QuotaFormsTest, DeletingAnEmptyQuotaSaysWhoBorrowsFromIt) {
    make(R"({"apportion": 1, "name": "lent", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "q", "guaranteed": {"gpu": 16}},
            {"name": "a", "parent": "q", "guaranteed": {"gpu": 8}},
            {"name": "b", "parent": "q", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "a-1", "quota": "a", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "a-2", "quota": "a", "gpu": 8,
   "running": {"since": -5, "placements": [{"node": "n-2", "gpu": 8}]}},
  {"name": "top", "quota": "q", "gpu": 8}]})");
    ASSERT_TRUE(waitFor([this] { return bridge.view()->running.size() == 2; }));
    DeleteDialog dialog(bridge, runner, Mode::live, *quota("b"));
    dialog.show();
    settle(dialog);
    EXPECT_TRUE(dialog.blockers().empty());
    EXPECT_TRUE(button(dialog, QStringLiteral("Delete"))->isEnabled());
    EXPECT_TRUE(dialog.consequence().endsWith(
        QStringLiteral("live: 1 evicted: a-2 · 1 start(s) immediately: top")))
        << qPrintable(dialog.consequence());
    QTest::mouseClick(button(dialog, QStringLiteral("Delete")), Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !quota("b"); }));
}

TEST_F(QuotaFormsTest, EndingRunningWorkSaysWhatIsLostAndItsRowStays) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 16}}],
 "workloads": [{"name": "one", "quota": "left", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "two", "quota": "left", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n-2", "gpu": 8}]}}]})");
    ASSERT_TRUE(waitFor([this] { return bridge.view()->running.size() == 2; }));
    DeleteDialog dialog(bridge, runner, Mode::live, *quota("left"));
    dialog.show();
    settle(dialog);
    const auto rows = dialog.findChildren<BlockerRow*>();
    ASSERT_EQ(rows.size(), 2);
    QPushButton* cancel = nullptr;
    for (auto* each : rows[0]->findChildren<QPushButton*>())
        if (each->text() == QStringLiteral("Cancel workload…"))
            cancel = each;
    ASSERT_NE(cancel, nullptr);
    QTest::mouseClick(cancel, Qt::LeftButton);
    EXPECT_EQ(dialog.blockers().size(), 2U) << "it is asked first";
    bool told = false;
    for (const QLabel* label : rows[0]->findChildren<QLabel*>())
        told = told || label->text().contains(QStringLiteral("would be lost"));
    EXPECT_TRUE(told);
    QTest::mouseClick(cancel, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog.isUpToDate() && dialog.blockers().size() == 1U; }));
    EXPECT_TRUE(rows[0]->isVisible());
    EXPECT_FALSE(cancel->isVisible());
}

TEST_F(QuotaFormsTest, WhatStandsInTheWayStandsInColumns) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 16}},
            {"name": "below", "parent": "left", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "space", "quotas": ["left", "below"],
                 "members": [{"user": "ana", "role": "admin"}]}],
 "workloads": [{"name": "one", "quota": "left", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "a-name-that-is-much-longer-than-the-others", "quota": "left", "gpu": 32}]})");
    ASSERT_TRUE(waitFor([this] { return bridge.view()->running.size() == 1; }));
    DeleteDialog dialog(bridge, runner, Mode::live, *quota("left"));
    dialog.show();
    settle(dialog);
    QApplication::processEvents();
    const auto rows = dialog.findChildren<BlockerRow*>();
    ASSERT_EQ(rows.size(), 4);
    // Badge, name and the last button of each row: where they begin and end.
    std::set<std::pair<int, int>> badges;
    std::set<std::pair<int, int>> names;
    std::set<std::pair<int, int>> buttons;
    const auto span = [](const QWidget* part) { return std::pair(part->x(), part->width()); };
    for (const BlockerRow* row : rows) {
        badges.insert(span(row->findChild<BadgeLabel*>()));
        names.insert(span(row->findChild<TextLabel*>()));
        const QPushButton* last = nullptr;
        for (const QPushButton* each : row->findChildren<QPushButton*>()) {
            if (each->isVisible() && (last == nullptr || each->x() > last->x()))
                last = each;
            EXPECT_TRUE(each->isHidden() || each->width() >= each->sizeHint().width());
        }
        ASSERT_NE(last, nullptr);
        buttons.insert(span(last));
    }
    EXPECT_EQ(badges.size(), 1U);
    EXPECT_EQ(names.size(), 1U);
    EXPECT_EQ(buttons.size(), 1U);
}

TEST_F(QuotaFormsTest, MovingOffersWhatIsIdleAndSetsBothSizesAtOnce) {
    make(kPool128);
    MoveDialog dialog(bridge, runner, Mode::live, QStringLiteral("Quota1.2"));
    dialog.show();
    settle(dialog);
    auto* slider = named<QSlider>(dialog, "GPUs to move");
    EXPECT_EQ(slider->value(), 80);
    auto* amount = named<AmountField>(dialog, "GPUs to move");
    amount->setFocus();
    amount->selectAll();
    QTest::keyClicks(amount, QStringLiteral("8"));
    settle(dialog);
    EXPECT_EQ(slider->value(), 8);
    amount->selectAll();
    QTest::keyClicks(amount, QStringLiteral("999"));
    settle(dialog);
    EXPECT_EQ(amount->amount(), 999 * kOneGpu) << "what was typed stays";
    EXPECT_FALSE(button(dialog, QStringLiteral("Move"))->isEnabled());
    EXPECT_FALSE(dialog.findChild<MistakeLine*>()->sentence().isEmpty());
    amount->selectAll();
    QTest::keyClicks(amount, QStringLiteral("8"));
    settle(dialog);
    EXPECT_TRUE(dialog.findChild<MistakeLine*>()->sentence().isEmpty());
    EXPECT_TRUE(amount->text().endsWith(QStringLiteral("8 GPUs")));
    slider->setValue(1);
    EXPECT_TRUE(amount->text().endsWith(QStringLiteral("1 GPU"))) << qPrintable(amount->text());
    slider->setValue(8);
    EXPECT_TRUE(amount->text().endsWith(QStringLiteral("8 GPUs"))) << qPrintable(amount->text());
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    settle(dialog);
    EXPECT_EQ(dialog.targets(),
              (ScaleTargets{{"Quota1.2", 71 * kOneGpu}, {"Quota1.1", 57 * kOneGpu}}));
    QTest::mouseClick(button(dialog, QStringLiteral("Move")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return sizeOf("Quota1.1") == 57 && sizeOf("Quota1.2") == 71; }));
}

TEST_F(QuotaFormsTest, WhatIsPromisedBelowIsNotCalledBusy) {
    make(R"({"apportion": 1, "name": "nested", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 8}}, {"name": "other", "guaranteed": {"gpu": 8}},
            {"name": "team", "parent": "all", "guaranteed": {"gpu": 8}}]})");
    MoveDialog dialog(bridge, runner, Mode::live, QStringLiteral("all"));
    QStringList said;
    for (const TextLabel* label : dialog.findChildren<TextLabel*>())
        said << label->text();
    EXPECT_TRUE(said.contains(QStringLiteral("all of it is guaranteed to its children")))
        << qPrintable(said.join(QStringLiteral(" | ")));
}

TEST_F(QuotaFormsTest, WhatWorkRunsOnIsMovedByTheWizard) {
    make(R"({"apportion": 1, "name": "full", "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "left", "guaranteed": {"gpu": 8}}, {"name": "right", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "firm", "quota": "left", "gpu": 8, "preemptible": false,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}}]})");
    ASSERT_TRUE(waitFor([this] { return quota("left")->numbers.subtree == 8 * kOneGpu; }));
    MoveDialog dialog(bridge, runner, Mode::live, QStringLiteral("left"));
    dialog.show();
    settle(dialog);
    auto* slider = named<QSlider>(dialog, "GPUs to move");
    EXPECT_EQ(slider->value(), 0);
    EXPECT_FALSE(button(dialog, QStringLiteral("Move"))->isEnabled());
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    settle(dialog);
    QSignalSpy wanted(&dialog, &MoveDialog::scalingWanted);
    ASSERT_NE(button(dialog, QStringLiteral("Open scaling…")), nullptr);
    QTest::mouseClick(button(dialog, QStringLiteral("Open scaling…")), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return wanted.count() == 1; }));
}

}  // namespace
}  // namespace apportion::ui
