// SPDX-License-Identifier: GPL-3.0-or-later
// What is told of others' work before something is done, and of what cannot be done why.
#include <QLineEdit>

#include "core/plan/effect.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/form_trial.h"
#include "ui/live/live_dialog.h"
#include "ui/node_forms/node_dialog.h"
#include "ui/pages/actions.h"
#include "ui/palette/palette.h"
#include "ui/palette/palette_list.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/scale_texts.h"
#include "ui/scaling/scale_wizard.h"

namespace apportion::ui {
namespace {

class ForesightTest : public ProjectConsole {
protected:
    void submit(const char* name, const char* quota, const char* gpu) {
        window->commands().run(
            commandOf("submit", {{"name", name}, {"quota", quota}, {"gpu", gpu}}));
        ASSERT_TRUE(waitFor([&] { return work(QString::fromLatin1(name)) != nullptr; }));
    }
    void goLive(int running) {
        press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
        ASSERT_TRUE(waitFor([&] { return view().key.running == running; }));
    }
    QString asked() {
        EXPECT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
        return window->notices().text();
    }
    // Every action that cannot be used says why.
    void expectReasons(const char* when) {
        for (const ActionRow& row : window->actions().rows())
            if (!action(row.name)->isEnabled()) {
                EXPECT_FALSE(window->actions().whyNot(row.name).isEmpty()) << when << row.name;
                EXPECT_EQ(action(row.name)->toolTip(), window->actions().whyNot(row.name))
                    << row.name;
            }
    }
};

// What cancelling frees, others may take.
TEST_F(ForesightTest, CancellingSaysWhoStartsByIt) {
    makePool();
    for (const char* name : {"b-1", "b-2", "b-3"})
        submit(name, "B", "8");
    goLive(2);
    window->selectWorkload(QStringLiteral("b-1"));
    action(ActionId::cancelWork)->trigger();
    EXPECT_TRUE(asked().contains(QStringLiteral("Would start immediately: b-3")))
        << qPrintable(asked());
    EXPECT_TRUE(is(QStringLiteral("b-1"), WorkloadState::running)) << "nothing is done yet";
    window->notices().dismiss();
    rest();
    window->selectWorkload(QStringLiteral("b-1"));
    action(ActionId::cancelWork)->trigger();
    EXPECT_TRUE(asked().contains(QStringLiteral("once the pool is live: b-3")))
        << qPrintable(asked());
}

TEST_F(ForesightTest, ANodeOfAPoolAtRestIsSpokenOfSo) {
    makePool();
    submit("a-1", "A", "8");
    goLive(1);
    const auto nodeOf = [this] {
        for (const NodeRow& node : view().nodes.rows)
            if (!node.blocks.empty())
                return qt(node.name);
        return QString();
    };
    ASSERT_TRUE(waitFor([&] { return !nodeOf().isEmpty(); }));
    NodeDialog* dialog = openNodeDialog(nodeOf(), NodeState::draining);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_FALSE(dialog->consequence().contains(QStringLiteral("As soon as the pool is live")));
    dialog->reject();
    rest();
    dialog = openNodeDialog(nodeOf(), NodeState::draining);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("As soon as the pool is live: ")))
        << qPrintable(dialog->consequence());
    dialog->reject();
}

TEST_F(ForesightTest, AScaleOfAPoolAtRestIsSpokenOfSo) {
    Effect effect;
    Outlook& trial = effect.outlook.emplace();
    EXPECT_EQ(effectsText(effect), QStringLiteral("No workload runs or waits"));
    trial.workloads.emplace_back().effect = ScaleEffect::evicted;
    EXPECT_EQ(effectsText(effect), QStringLiteral("1 evicted"));
    for (int i = 0; i < 2; ++i)
        trial.workloads.emplace_back().effect = ScaleEffect::startsAnyway;
    EXPECT_EQ(effectsText(effect), QStringLiteral("1 evicted, 2 start(s) anyway"));
    makePool();
    submit("a-1", "A", "8");
    submit("a-2", "A", "8");
    const auto tried =
        window->bridge().session().draftScale({{{"A", 12 * kOneGpu}, {"B", 4 * kOneGpu}}}).get();
    ASSERT_TRUE(tried);
    EXPECT_TRUE(effectsText(*tried).startsWith(QStringLiteral("As soon as the pool is live: ")))
        << qPrintable(effectsText(*tried));
}

// What is right at one moment of a recorded run may be refused at another.
TEST_F(ForesightTest, AFormOfARecordedRunFollowsItsClock) {
    open(sample("four-teams.json"));
    int told = 0;
    FormTrial trial(
        window->commands(),
        []() -> std::optional<Change> {
            return ScaleQuotas{{QuotaSize("team-a", kOneGpu)}, ScaleMode::drain};
        },
        [&told](const Effect&) { ++told; }, nullptr);
    trial.changed();
    ASSERT_TRUE(waitFor([&] { return told == 1 && trial.isUpToDate(); }));
    window->bridge().session().toStart();
    EXPECT_TRUE(waitFor([&] { return told == 2; }));
}

TEST_F(ForesightTest, WhatCannotBeUsedSaysWhy) {
    expectReasons("nothing open");
    open(sample("four-teams.json"));
    expectReasons("recorded, at its end");
    window->bridge().session().toStart();
    ASSERT_TRUE(waitFor([this] { return view().clock == 0; }));
    expectReasons("recorded, at its start");
    makePool();
    expectReasons("project");
    submit("a-1", "A", "8");
    goLive(1);
    expectReasons("live");
}

TEST_F(ForesightTest, ThePaletteSaysWhyInItsRow) {
    action(ActionId::palette)->trigger();
    auto* palette = window->findChild<Palette*>();
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("submit workload"));
    const QAbstractItemModel* list = palette->findChild<PaletteList*>()->model();
    ASSERT_EQ(list->rowCount(), 4) << "a head, it, submitting again, and submitting to a quota";
    const QModelIndex row = list->index(1, 0);
    EXPECT_FALSE(row.flags() & Qt::ItemIsEnabled);
    EXPECT_TRUE(
        row.data(Qt::AccessibleTextRole).toString().endsWith(QStringLiteral(", Nothing is open")))
        << qPrintable(row.data(Qt::AccessibleTextRole).toString());
    EXPECT_EQ(row.data(Qt::ToolTipRole).toString(), QStringLiteral("Nothing is open"));
    // It can be gone to, to be read aloud, but not run.
    auto* shown = palette->findChild<PaletteList*>();
    ASSERT_NE(shown->current(), nullptr);
    EXPECT_EQ(shown->currentIndex(), row);
    QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    EXPECT_TRUE(palette->isVisible());
    // The reason is no name to be found by.
    palette->findChild<QLineEdit*>()->clear();
    QTest::keyClicks(palette->findChild<QLineEdit*>(), QStringLiteral("nothing is open"));
    EXPECT_EQ(list->rowCount(), 0);
}

}  // namespace
}  // namespace apportion::ui
