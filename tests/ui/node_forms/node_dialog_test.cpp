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
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("nobody is moved")));
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
            if (each->accessibleDescription().contains(QStringLiteral("Take n back")) &&
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
    EXPECT_EQ(dialog->applyButton()->text(), QStringLiteral("Take n back"));
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

TEST(NodeDraftModel, IsAModel) {
    NodeDraftModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    NodeDraft draft;
    using Fate = NodeDraft::Fate;
    draft.leavers.push_back({"a", "q", 800, 360'000'000, 5000, Fate::movesOn, {"n-2"}, 0, 0, {}});
    draft.leavers.push_back({"b", "q", 100, 0, 0, Fate::waits, {}, 0, 0, {}});
    draft.others.push_back({"c", "q", 100, 360'000'000, 0, Fate::waits, {}, 0, 0, evictedFor("d")});
    model.setDraft(draft, View{});
    EXPECT_EQ(model.rowCount(), 3);
    EXPECT_TRUE(model.index(0, 0).data().toString().startsWith(QLatin1Char('b')))
        << "who waits comes first";
    EXPECT_EQ(consequenceOf(draft),
              QStringLiteral("2 wait(s) again · 1 start(s) anew elsewhere · 2.0 GPU-hours lost"));
    model.setDraft({}, View{});
    EXPECT_EQ(model.rowCount(), 0);
}

// The whole sentence would be cut.
TEST(NodeDraftModel, WhoIsEvictedElsewhereIsToldInShortAndInFullByItsToolTip) {
    NodeDraft draft;
    draft.others.push_back(
        {"c", "q", 100, 0, 0, NodeDraft::Fate::waits, {}, 0, 0, evictedFor("serve")});
    NodeDraftModel model;
    model.setDraft(draft, View{});
    const QModelIndex fate = model.index(0, model.columnCount() - 1);
    EXPECT_EQ(fate.data().toString(), QStringLiteral("evicted for serve, waits again"));
    EXPECT_TRUE(fate.data(Qt::ToolTipRole).toString().contains(QStringLiteral("child-level")));
}

// It is the net effect that counts (rule 25): who runs elsewhere afterwards does not wait.
TEST(NodeDraftModel, TheFateOfWhoIsEvictedElsewhereIsTold) {
    using Fate = NodeDraft::Fate;
    NodeDraft draft;
    draft.others.push_back(
        {"c", "q", 100, 0, 0, Fate::movesOn, {"n-3"}, 0, 0, evictedFor("serve")});
    draft.others.push_back({"d", "q", 100, 0, 0, Fate::ends, {}, 0, 0, evictedFor("serve")});
    EXPECT_FALSE(makesWorse(draft));
    EXPECT_EQ(consequenceOf(draft),
              QStringLiteral("1 start(s) anew elsewhere · 1 end(s) before · nothing is lost"));
    draft.others.push_back({"e", "q", 100, 0, 0, Fate::shrinks, {}, 4, 12, evictedFor("serve")});
    EXPECT_TRUE(makesWorse(draft));
    EXPECT_TRUE(consequenceOf(draft).contains(QStringLiteral("1 go(es) on with fewer replicas")));
    NodeDraftModel model;
    model.setDraft(draft, View{});
    const auto fateAt = [&](int row) {
        return model.index(row, NodeDraftModel::fateColumn).data().toString();
    };
    EXPECT_EQ(fateAt(0), QStringLiteral("gives up 4 of 12 replicas to serve, runs on"));
    EXPECT_EQ(fateAt(1), QStringLiteral("gives way to serve, ends by itself before"));
    EXPECT_EQ(fateAt(2), QStringLiteral("evicted for serve, starts anew on n-3"));
}

}  // namespace
}  // namespace apportion::ui
