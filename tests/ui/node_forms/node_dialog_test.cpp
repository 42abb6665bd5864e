// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/node_dialog.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "tests/ui/main_window/console_fixture.h"
#include "tests/ui/nodes/node_fixture.h"
#include "ui/hours_text.h"
#include "ui/inspector/node_inspector.h"
#include "ui/inspector/workload_inspector.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/trial_model.h"
#include "ui/node_forms/node_draft_model.h"
#include "ui/nodes/node_map.h"
#include "ui/nodes/nodes_page.h"
#include "ui/palette/palette.h"
#include "ui/widgets/fact_list.h"

namespace apportion::ui {
namespace {

class NodeDialogTest : public ConsoleTest {
protected:
    QString fileOf(const char* json) {
        QString path = profile.filePath(QStringLiteral("nodes.json"));
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(json);
        return path;
    }
    NodeState stateOf(const char* name) const {
        for (const NodeRow& node : view().nodes.rows)
            if (node.name == name)
                return node.state;
        return NodeState::down;
    }
};

TEST_F(NodeDialogTest, ShowsWhoIsHitAndDrains) {
    open(fileOf(kFourNodes));
    NodeDialog* dialog = openNodeDialog(QStringLiteral("n-1"), NodeState::draining);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    ASSERT_EQ(dialog->model()->rowCount(), 1);
    EXPECT_EQ(dialog->model()->index(0, 0).data().toString(), QStringLiteral("wide (a)"));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 wait(s) again")))
        << dialog->consequence().toStdString();
    EXPECT_EQ(stateOf("n-1"), NodeState::ready) << "nothing is done yet";
    ASSERT_TRUE(dialog->applyButton()->isEnabled());
    QTest::keyClick(dialog, Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return stateOf("n-1") == NodeState::draining; }));
    EXPECT_EQ(view().key.waiting, 1);
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([&] { return stateOf("n-1") == NodeState::ready; }));
}

TEST_F(NodeDialogTest, AnEmptyNodeHitsNobody) {
    open(fileOf(kFourNodes));
    NodeDialog* dialog = openNodeDialog(QStringLiteral("n-3"), NodeState::down);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_EQ(dialog->model()->rowCount(), 0);
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("No workload runs there")));
    QTest::keyClick(dialog, Qt::Key_Escape);
    EXPECT_TRUE(dialog->isHidden());
    EXPECT_EQ(stateOf("n-3"), NodeState::cordoned);
}

TEST_F(NodeDialogTest, IsDrawnWithoutBeingAskedForANode) {
    open(fileOf(kFourNodes));
    EXPECT_TRUE(window->showView(QStringLiteral("dialog:drain")));
    ASSERT_TRUE(waitFor([&] { return window->isSettled(); }));
    auto* dialog = qobject_cast<NodeDialog*>(window->shownView());
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Drain n-1"));
    dialog->close();
    EXPECT_TRUE(window->showView(QStringLiteral("dialog:drain:n-2")));
    dialog = qobject_cast<NodeDialog*>(window->shownView());
    ASSERT_NE(dialog, nullptr);
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Drain n-2"));
    ASSERT_TRUE(waitFor([&] { return window->isSettled(); }));
    dialog->close();
    EXPECT_FALSE(window->showView(QStringLiteral("dialog:drain:n-9"))) << "there is none";
}

TEST_F(NodeDialogTest, CordonsAtOnceFromTheMap) {
    open(fileOf(kFourNodes));
    EXPECT_TRUE(window->showView(QStringLiteral("nodes")));
    emit nodes().nodeStateWanted(QStringLiteral("n-2"), NodeState::cordoned);
    ASSERT_TRUE(waitFor([&] { return stateOf("n-2") == NodeState::cordoned; }));
    emit nodes().nodeStateWanted(QStringLiteral("n-2"), NodeState::ready);
    ASSERT_TRUE(waitFor([&] { return stateOf("n-2") == NodeState::ready; }));
}

// The palette offers what the node's menu does.
TEST_F(NodeDialogTest, ThePaletteCordonsAndDrains) {
    open(fileOf(kFourNodes));
    const auto type = [this](const char* what) {
        QTest::keyClick(window.get(), Qt::Key_K, Qt::ControlModifier);
        auto* palette = window->findChild<Palette*>();
        ASSERT_TRUE(palette->isVisible());
        QTest::keyClicks(palette->findChild<QLineEdit*>(), QString::fromLatin1(what));
        QTest::keyClick(palette->findChild<QLineEdit*>(), Qt::Key_Return);
    };
    type("cordon n-2");
    ASSERT_TRUE(waitFor([&] { return stateOf("n-2") == NodeState::cordoned; }));
    type("uncordon n-2");
    ASSERT_TRUE(waitFor([&] { return stateOf("n-2") == NodeState::ready; }));
    type("drain n-1");
    NodeDialog* dialog = nullptr;
    ASSERT_TRUE(waitFor([&] { return (dialog = window->findChild<NodeDialog*>()) != nullptr; }));
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("Drain n-1"));
    dialog->close();
}

TEST_F(NodeDialogTest, AFreeDeviceSaysWhatWouldFitAndWhatCanBeDone) {
    open(fileOf(kFourNodes));
    ASSERT_TRUE(window->showView(QStringLiteral("nodes")));
    NodeMapView* map = nodes().map();
    nodes().reveal({ObjectKind::node, QStringLiteral("n-2"), 6});
    QTest::keyClick(map, Qt::Key_Right);  // the person comes to device 7
    auto* inspector = window->findChild<NodeInspector*>();
    ASSERT_TRUE(waitFor([&] { return inspector->isVisible(); }));
    auto* facts = inspector->findChild<FactList*>();
    const QString said = facts->accessibleDescription();
    EXPECT_TRUE(said.contains(QStringLiteral("Free on this device: 1 GPU"))) << qPrintable(said);
    EXPECT_TRUE(said.contains(QStringLiteral("Largest replica that fits: 5 GPUs")))
        << qPrintable(said);
    for (int y = 0; y < facts->height(); y += 8)
        EXPECT_FALSE(facts->aboutAt(y).isEmpty()) << y;
    QLabel* cordon = nullptr;
    for (QLabel* each : inspector->findChildren<QLabel*>())
        if (each->accessibleName() == QStringLiteral("Cordon n-2"))
            cordon = each;
    ASSERT_NE(cordon, nullptr);
    QTest::mouseClick(cordon, Qt::LeftButton, {}, QPoint(12, cordon->height() / 2));
    ASSERT_TRUE(waitFor([&] { return stateOf("n-2") == NodeState::cordoned; }));
    EXPECT_TRUE(waitFor([&] {
        return facts->accessibleDescription().contains(
            QStringLiteral("Largest replica that fits: none"));
    })) << "it takes nothing new";
}

TEST_F(NodeDialogTest, WhatWaitsForANodeThatIsDownOffersToTakeItBack) {
    open(fileOf(R"({"apportion": 1, "name": "down", "nodes": [{"name": "n", "count": 1, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 4, "submit": 20}],
 "events": [{"at": 10, "do": "node", "node": "n", "state": "down"}], "until": 100})"));
    action(ActionId::toEnd)->trigger();
    window->selectWorkload(QStringLiteral("w"));
    QPushButton* take = nullptr;
    ASSERT_TRUE(waitFor([&] {
        for (auto* each : window->findChild<WorkloadInspector*>()->findChildren<QPushButton*>())
            if (each->accessibleDescription().contains(QStringLiteral("Return n to service")) &&
                each->isVisible())
                take = each;
        return take != nullptr;
    }));
    QTest::mouseClick(take, Qt::LeftButton);
    CommandDialog* dialog = nullptr;
    ASSERT_TRUE(waitFor([&] {
        dialog = window->findChild<CommandDialog*>();
        return dialog != nullptr && dialog->isUpToDate();
    }));
    EXPECT_EQ(stateOf("n"), NodeState::down) << "first it is told what it does";
    ASSERT_EQ(dialog->model()->rowCount(), 1);
    EXPECT_EQ(dialog->applyButton()->text(), QStringLiteral("Return n to service"));
    QTest::mouseClick(dialog->applyButton(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return view().key.running == 1; })) << "it starts at once";
    EXPECT_EQ(stateOf("n"), NodeState::ready);
}

Message evictedFor(const char* taker) {
    return {"evicted-child-level",
            {{"victim", Value::ofText("c")},
             {"taker", Value::ofText(taker)},
             {"quota", Value::ofText("root")},
             {"gpu", Value::ofGpu(100)}}};
}

Effect::Hit hitOf(const char* name, Effect::Hit::Fate fate, const char* taker = "") {
    Effect::Hit hit;
    hit.workload = name;
    hit.quota = "q";
    hit.gpu = 100;
    hit.rule = *taker == 0 ? EvictionRule::node : EvictionRule::childLevel;
    hit.preemptor = taker;
    if (*taker != 0)
        hit.why = evictedFor(taker);
    hit.fate = fate;
    return hit;
}

TEST(NodeDraftModel, IsAModel) {
    NodeDraftModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    Effect effect;
    using Fate = Effect::Hit::Fate;
    effect.evicted = {hitOf("a", Fate::runsOn), hitOf("b", Fate::waits),
                      hitOf("c", Fate::waits, "d")};
    effect.evicted[0].stopsAfter = 5000;
    effect.evicted[0].nodes = {"n-2"};
    effect.evicted[0].lost = effect.evicted[2].lost = 360'000'000;
    effect.neverAgain.push_back({NeverAgain::Work::evicted, "b", {"scale-too-long", {}}});
    model.setEffect(effect, View{});
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_TRUE(model.index(0, 0).data().toString().startsWith(QLatin1Char('b')))
        << "who waits comes first";
    EXPECT_TRUE(model.index(0, NodeDraftModel::fateColumn)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("waits again. ")))
        << "and why it cannot start again";
    EXPECT_EQ(consequenceOf(effect),
              QStringLiteral("2 wait(s) again · 1 restart(s) elsewhere · 2.0 GPU hours lost"));
    model.setEffect({}, View{});
    EXPECT_EQ(model.rowCount(), 0);
}

// The whole sentence would be cut.
TEST(NodeDraftModel, WhoIsEvictedElsewhereIsToldInShortAndInFullByItsToolTip) {
    Effect effect;
    effect.evicted = {hitOf("c", Effect::Hit::Fate::waits, "serve")};
    NodeDraftModel model;
    model.setEffect(effect, View{});
    const QModelIndex fate = model.index(0, model.columnCount() - 1);
    EXPECT_EQ(fate.data().toString(), QStringLiteral("evicted for serve, waits again"));
    EXPECT_TRUE(fate.data(Qt::ToolTipRole).toString().contains(QStringLiteral("child-level")));
}

// It is the net effect that counts (rule 25): who runs elsewhere afterwards does not wait.
TEST(NodeDraftModel, TheFateOfWhoIsEvictedElsewhereIsTold) {
    using Fate = Effect::Hit::Fate;
    Effect effect;
    effect.evicted = {hitOf("c", Fate::runsOn, "serve"), hitOf("d", Fate::ends, "serve")};
    effect.evicted[0].nodes = {"n-3"};
    EXPECT_FALSE(makesWorse(effect));
    EXPECT_EQ(consequenceOf(effect),
              QStringLiteral("1 restart(s) elsewhere · 1 end(s) before · nothing is lost"));
    effect.evicted.push_back(hitOf("e", Fate::shrinks, "serve"));
    effect.evicted.back().replicas = 4;
    effect.evicted.back().of = 12;
    EXPECT_TRUE(makesWorse(effect));
    EXPECT_TRUE(consequenceOf(effect).contains(QStringLiteral("1 with fewer replicas")));
    NodeDraftModel model;
    model.setEffect(effect, View{});
    const auto fateAt = [&](int row) {
        return model.index(row, NodeDraftModel::fateColumn).data().toString();
    };
    EXPECT_EQ(fateAt(0), QStringLiteral("releases 4 of 12 replicas to serve, continues"));
    EXPECT_EQ(fateAt(1), QStringLiteral("stops for serve, ends before"));
    EXPECT_EQ(fateAt(2), QStringLiteral("evicted for serve, restarts on n-3"));
}

// A move makes room and is none of the node's own: it is told, too.
TEST(NodeDraftModel, WhatIsMovedToMakeRoomIsToldAsMoved) {
    Effect effect;
    effect.moved = {hitOf("m", Effect::Hit::Fate::runsOn)};
    effect.moved[0].rule = EvictionRule::consolidation;
    effect.moved[0].nodes = {"n-4"};
    NodeDraftModel model;
    model.setEffect(effect, View{});
    ASSERT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.index(0, NodeDraftModel::fateColumn).data().toString(),
              QStringLiteral("restarts on n-4"));
    EXPECT_FALSE(makesWorse(effect));
}

}  // namespace
}  // namespace apportion::ui
