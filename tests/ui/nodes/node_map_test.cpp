// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map by mouse and by keyboard.
#include "ui/nodes/node_map.h"

#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QPicture>
#include <QScrollBar>
#include <QToolTip>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include "tests/ui/nodes/node_fixture.h"
#include "ui/nodes/node_texts.h"
#include "ui/nodes/nodes_page.h"
#include "ui/overview/key_figures.h"
#include "ui/texts.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

class NodeMapTest : public ::testing::Test {
protected:
    void show(const std::string& json, double seconds, const QSize& size = {760, 500}) {
        page.resize(size);
        page.setView(viewOfPool(json, seconds));
        page.show();
        map = page.map();
        map->setFocus();
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&page));
    }
    QString currentName() const {
        return map->currentNode() ? qt(map->currentNode()->name) : QString();
    }
    QPoint middle(int node, int device) const { return map->rectOf({node, device}).center(); }

    NodesPage page;
    NodeMapView* map = nullptr;
};

TEST_F(NodeMapTest, APoolWithoutNodesSaysSoAndWhatIsNext) {
    show(R"({"apportion": 1, "nodes": [], "quotas": [], "workloads": []})", 0);
    const auto* empty = page.findChild<EmptyState*>();
    ASSERT_TRUE(empty->isVisible());
    bool said = false;
    for (const QLabel* label : empty->findChildren<QLabel*>()) {
        EXPECT_FALSE(label->text().contains(QStringLiteral("filter")))
            << "there is nothing to hide";
        said = said || label->text().contains(QStringLiteral("to the shown file"));
    }
    EXPECT_TRUE(said);
    const auto view = viewOfPool(R"({"apportion": 1, "nodes": [], "quotas": []})", 0);
    EXPECT_EQ(nodeFigures(*view, TimeText())[1].note, QStringLiteral("the pool has no nodes"));
    EXPECT_EQ(nodeFigures(*view, TimeText())[2].note, QStringLiteral("the pool has no nodes"));
    EXPECT_EQ(nodeFigures(*view, TimeText())[2].noteRole, Role::text2) << "nothing is wrong";
    EXPECT_EQ(keyFigures(*view)[0].note, QStringLiteral("the pool has no nodes"));
    const auto nobodys =
        viewOfPool(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}], "quotas": []})", 0);
    const QString divides = QStringLiteral("no quota divides them yet");
    EXPECT_EQ(nodeFigures(*nobodys, TimeText())[2].note, divides) << "all are free";
    EXPECT_EQ(nodeFigures(*nobodys, TimeText())[2].noteRole, Role::text2);
    EXPECT_EQ(keyFigures(*nobodys)[0].note, divides) << "the node is ready";
}

TEST_F(NodeMapTest, TheDevicesKeepTheirPlacesWhenANodeIsClosed) {
    show(kFourNodes, 0);
    const View before = *viewOfPool(kFourNodes, 0);
    QRect at;
    for (const NodeState state : {NodeState::ready, NodeState::cordoned, NodeState::draining,
                                  NodeState::down, NodeState::ready}) {
        View view = before;
        for (NodeRow& node : view.nodes.rows)
            node.state = NodeState::ready;
        view.nodes.rows.front().state = state;
        page.setView(std::make_shared<const View>(view));
        if (at.isNull())
            at = map->rectOf({1, 0});
        EXPECT_EQ(map->rectOf({1, 0}), at) << static_cast<int>(state);
    }
}

TEST_F(NodeMapTest, ArrowsMoveAmongDevicesAndNodes) {
    show(kFourNodes, 50);
    EXPECT_EQ(currentName(), QStringLiteral("n-1"));
    QTest::keyClick(map, Qt::Key_Right);
    QTest::keyClick(map, Qt::Key_Down);
    EXPECT_EQ(currentName(), QStringLiteral("n-2"));
    EXPECT_EQ(map->currentDevice(), 1);
    QTest::keyClick(map, Qt::Key_End);
    EXPECT_EQ(map->currentDevice(), 7);
    QTest::keyClick(map, Qt::Key_Right);
    EXPECT_EQ(map->currentDevice(), 7) << "the row ends there";
    QTest::keyClick(map, Qt::Key_Home);
    EXPECT_EQ(map->currentDevice(), 0);
    QTest::keyClick(map, Qt::Key_End, Qt::ControlModifier);
    EXPECT_EQ(currentName(), QStringLiteral("n-4"));
    QTest::keyClick(map, Qt::Key_Down);
    EXPECT_EQ(currentName(), QStringLiteral("n-4"));
    QTest::keyClick(map, Qt::Key_Home, Qt::ControlModifier);
    EXPECT_EQ(currentName(), QStringLiteral("n-1"));
}

TEST_F(NodeMapTest, EnterAndDoubleClickAskForTheWorkload) {
    show(kFourNodes, 50);
    QSignalSpy chosen(&page, &NodesPage::workloadChosen);
    QTest::keyClick(map, Qt::Key_Return);
    ASSERT_EQ(chosen.count(), 1);
    EXPECT_EQ(chosen.back().front().toString(), QStringLiteral("wide"));
    QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, middle(1, 2));
    EXPECT_EQ(currentName(), QStringLiteral("n-2"));
    EXPECT_EQ(map->currentWorkload(), QStringLiteral("pair"));
    ASSERT_EQ(chosen.count(), 2) << "what is selected is explained";
    EXPECT_EQ(chosen.back().front().toString(), QStringLiteral("pair"));
    QTest::mouseDClick(map->viewport(), Qt::LeftButton, {}, middle(1, 0));
    EXPECT_EQ(chosen.back().front().toString(), QStringLiteral("part"));
    const auto before = chosen.count();
    QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, middle(2, 0));
    QTest::keyClick(map, Qt::Key_Return);
    EXPECT_EQ(chosen.count(), before) << "nobody is there";
}

TEST_F(NodeMapTest, SaysWhoseADeviceIsAndSinceWhen) {
    show(kFourNodes, 50);
    QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, middle(1, 0));
    const QString said = map->accessibleDescription();
    for (const char* part : {"n-2, device 0", "part (b) has 0.5", "0.5 GPUs free"})
        EXPECT_TRUE(said.contains(QLatin1String(part))) << said.toStdString();
    QHelpEvent help(QEvent::ToolTip, middle(0, 3), map->viewport()->mapToGlobal(middle(0, 3)));
    QApplication::sendEvent(map->viewport(), &help);
    EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("wide (a) has 8 GPUs since")))
        << QToolTip::text().toStdString();
    QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, middle(2, 0));
    EXPECT_TRUE(map->accessibleDescription().contains(QStringLiteral("cordoned")));
    QTest::mouseClick(map->viewport(), Qt::LeftButton, {}, middle(3, 0));
    EXPECT_TRUE(map->accessibleDescription().endsWith(QStringLiteral("down")));
}

QMenu* openMenu(NodesPage& page) {
    for (auto* menu : page.findChildren<QMenu*>(QStringLiteral("nodeVerbs")))
        if (menu->isVisible())
            return menu;
    return nullptr;
}

QAction* verb(QMenu* menu, const QString& text) {
    for (QAction* action : menu->actions())
        if (action->text() == text)
            return action;
    return nullptr;
}

TEST_F(NodeMapTest, TheMenuKeyOffersWhatTheStateAllows) {
    show(kFourNodes, 50);
    QSignalSpy wanted(&page, &NodesPage::nodeStateWanted);
    QSignalSpy preview(&page, &NodesPage::previewWanted);
    QContextMenuEvent key(QContextMenuEvent::Keyboard, {}, {});
    QApplication::sendEvent(map, &key);
    QMenu* menu = openMenu(page);
    ASSERT_NE(menu, nullptr);
    ASSERT_NE(verb(menu, QStringLiteral("Cordon n-1")), nullptr);
    EXPECT_EQ(verb(menu, QStringLiteral("Uncordon n-1")), nullptr);
    verb(menu, QStringLiteral("Cordon n-1"))->trigger();
    ASSERT_EQ(wanted.count(), 1);
    EXPECT_EQ(wanted.front().at(0).toString(), QStringLiteral("n-1"));
    EXPECT_EQ(wanted.front().at(1).value<NodeState>(), NodeState::cordoned);
    verb(menu, QStringLiteral("Drain n-1…"))->trigger();
    ASSERT_EQ(preview.count(), 1);
    EXPECT_EQ(preview.front().at(1).value<NodeState>(), NodeState::draining);
    menu->close();
    QTest::qWait(1);

    QTest::keyClick(map, Qt::Key_End, Qt::ControlModifier);
    QApplication::sendEvent(map, &key);
    menu = openMenu(page);
    ASSERT_NE(menu, nullptr);
    EXPECT_NE(verb(menu, QStringLiteral("Return n-4 to service")), nullptr);
    EXPECT_EQ(verb(menu, QStringLiteral("Drain n-4…")), nullptr);
}

TEST_F(NodeMapTest, HowBusyADeviceIsIsDrawnAndToldWhereItIsKnown) {
    show(kFourNodes, 50);
    // The ink of the gauge, at the end of what it may fill.
    const auto isFull = [this](int node, int device) {
        const QRectF gauge = map->arrangement().gauge(node, device);
        const QImage drawn = map->viewport()->grab().toImage();
        return drawn.pixelColor(qRound(gauge.right() - 3), qRound(gauge.center().y())) ==
               color(Role::text);
    };
    EXPECT_FALSE(isFull(0, 2));
    DeviceUses uses;
    uses.node = "n-1";
    uses.at = 50'000;
    uses.percent = {0, 50, 100};
    page.setUses(uses);
    EXPECT_FALSE(isFull(0, 1)) << "half of it";
    EXPECT_TRUE(isFull(0, 2));
    EXPECT_FALSE(isFull(1, 2)) << "of another node nothing is known";
    map->selectNode(QStringLiteral("n-1"), 1);
    EXPECT_TRUE(map->accessibleDescription().contains(QStringLiteral("Utilization 50 %")))
        << map->accessibleDescription().toStdString();
    map->selectNode(QStringLiteral("n-1"), 3);
    EXPECT_FALSE(map->accessibleDescription().contains(QStringLiteral("Utilization")));
}

TEST_F(NodeMapTest, TheFilterKeepsWhatMatches) {
    show(poolOf(200), 5);
    EXPECT_EQ(map->shownCount(), 200);
    map->setFilter(QStringLiteral("N-19"));
    EXPECT_EQ(map->shownCount(), 11);
    EXPECT_EQ(map->arrangement().shape(), NodeLayout::Shape::compact);
    map->setFilter(QStringLiteral("nothing"));
    EXPECT_EQ(map->shownCount(), 0);
    EXPECT_EQ(map->currentNode(), nullptr);
    QTest::keyClick(map, Qt::Key_Down);
    map->setFilter({});
    EXPECT_EQ(map->shownCount(), 200);
}

TEST_F(NodeMapTest, TheCurrentNodeStaysInSightAndThroughViews) {
    show(poolOf(1500), 5);
    EXPECT_EQ(map->arrangement().shape(), NodeLayout::Shape::tiles);
    map->selectNode(QStringLiteral("n-1400"));
    EXPECT_TRUE(map->viewport()->rect().contains(middle(1399, 0)));
    EXPECT_GT(map->verticalScrollBar()->value(), 0);
    page.setView(viewOfPool(poolOf(1500), 6));
    EXPECT_EQ(currentName(), QStringLiteral("n-1400"));
    QTest::keyClick(map, Qt::Key_Right);
    EXPECT_EQ(currentName(), QStringLiteral("n-1401"));
    QTest::keyClick(map, Qt::Key_Home);
    EXPECT_EQ(currentName(), QStringLiteral("n-1"));
}

TEST_F(NodeMapTest, PaintsWhatIsInSightAlone) {
    // Bytes of what the painter was told to do.
    const auto ordersFor = [this](int nodes) {
        show(poolOf(nodes), 5);
        EXPECT_EQ(map->arrangement().shape(), NodeLayout::Shape::tiles);
        QPicture picture;
        map->viewport()->render(&picture);
        return picture.size();
    };
    const auto some = ordersFor(1500);
    EXPECT_GT(some, 10'000U);
    EXPECT_LT(ordersFor(4000), some + some / 10);
}

TEST_F(NodeMapTest, ASmallPoolFitsWithoutScrolling) {
    show(poolOf(1), 5);
    EXPECT_EQ(map->verticalScrollBar()->maximum(), 0);
    QTest::keyClick(map, Qt::Key_PageDown);
    QTest::keyClick(map, Qt::Key_Up);
    EXPECT_EQ(currentName(), QStringLiteral("n"));
}

}  // namespace
}  // namespace apportion::ui
