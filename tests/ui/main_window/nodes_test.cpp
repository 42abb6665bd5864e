// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes that come to a project and leave it, by mouse and keyboard.
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/live/live_dialog.h"
#include "ui/node_forms/add_nodes_dialog.h"
#include "ui/node_forms/edit_nodes_dialog.h"
#include "ui/node_forms/remove_nodes_dialog.h"
#include "ui/nodes/nodes_page.h"
#include "ui/texts.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

class NodesTest : public ProjectConsole {
protected:
    // Of a pool with three nodes of one group beside two of another.
    RemoveNodesDialog* openRemoval() {
        makePool();
        window->commands().run(
            commandOf("nodes.add", {{"nodes", R"({"name": "fast", "count": 3, "gpu": 4})"}}));
        EXPECT_TRUE(waitFor([this] { return view().nodes.rows.size() == 5; }));
        return opened<RemoveNodesDialog>(ActionId::removeNodes);
    }
    static QComboBox* groupOf(RemoveNodesDialog* dialog) {
        return control<QComboBox>(dialog, QStringLiteral("Node or group of nodes"));
    }
};

// In a language with longer words nothing of the head is drawn over its neighbour.
TEST_F(NodesTest, TheHeadHasASecondRowWhereItsWordsAreLong) {
    makePool();
    ASSERT_TRUE(window->showView(QStringLiteral("nodes")));
    NodesPage& page = nodes();
    auto* switches = page.findChild<Segmented*>();
    auto* filter = page.findChild<SearchField*>();
    auto* head = page.findChild<SectionHead*>();
    const auto place = [&](QWidget* part) {
        return QRect(part->mapTo(&page, QPoint()), part->size());
    };
    const auto expectApart = [&] {
        QCoreApplication::processEvents();
        QList<QWidget*> parts{switches, filter};
        for (QPushButton* each : head->findChildren<QPushButton*>())
            if (each->isVisible())
                parts << each;
        for (qsizetype a = 0; a < parts.size(); ++a)
            for (qsizetype b = 0; b < a; ++b)
                EXPECT_FALSE(place(parts[a]).intersects(place(parts[b])))
                    << qPrintable(parts[a]->accessibleName()) << " and "
                    << qPrintable(parts[b]->accessibleName());
        EXPECT_LE(place(switches).right(), page.width());
        EXPECT_GE(switches->width(), switches->minimumSizeHint().width());
    };
    page.setParent(nullptr);
    page.resize(1000, 500);
    page.show();
    expectApart();
    EXPECT_TRUE(head->isAncestorOf(switches));
    page.setMinimumWidth(1);
    page.resize(420, 500);
    expectApart();
    EXPECT_GE(place(switches).top(), place(head).bottom());
    page.resize(1000, 500);
    expectApart();
    EXPECT_TRUE(place(head).contains(place(switches)));
    page.setParent(window.get());
}

TEST_F(NodesTest, NodesAreAddedAndTakenBack) {
    makePool();
    const std::size_t before = view().nodes.rows.size();
    auto* form = opened<AddNodesDialog>(ActionId::addNodes);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    auto* name = control<QLineEdit>(form, QStringLiteral("Name"));
    EXPECT_EQ(name->text(), QStringLiteral("node-3")) << "after node-2";
    auto* count = control<QDoubleSpinBox>(form, QStringLiteral("Nodes"));
    count->setValue(4);
    EXPECT_EQ(name->text(), QStringLiteral("node2")) << "of several each has a number";
    count->setValue(1);
    EXPECT_EQ(name->text(), QStringLiteral("node-3"));
    QPushButton* add = nullptr;
    for (QPushButton* button : form->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Add"))
            add = button;
    ASSERT_NE(add, nullptr);
    name->setText(QStringLiteral("node"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_FALSE(add->isEnabled()) << "a name twice";
    name->setText(QStringLiteral("fast"));
    count->setValue(3);
    EXPECT_EQ(name->text(), QStringLiteral("fast")) << "what was typed stays";
    control<QDoubleSpinBox>(form, QStringLiteral("Memory each"))->setValue(512);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    ASSERT_TRUE(add->isEnabled());
    EXPECT_EQ(form->wanted().node.memory, 512 * kOneGib);
    QTest::mouseClick(add, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return view().nodes.rows.size() == before + 3; }));
    EXPECT_EQ(view().nodes.rows.back().name, "fast-3");
    EXPECT_EQ(view().nodes.rows.back().devices, view().nodes.rows.front().devices);
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([&] { return view().nodes.rows.size() == before; }));
}

// The line under a field that tells what is wrong with it; null while it tells nothing.
const MistakeLine* mistakeUnder(const QWidget* form, const QWidget* field) {
    const MistakeLine* nearest = nullptr;
    const auto top = [form](const QWidget* part) { return part->mapTo(form, QPoint()).y(); };
    for (const auto* line : form->findChildren<MistakeLine*>())
        if (!line->sentence().isEmpty() && top(line) > top(field) &&
            (nearest == nullptr || top(line) < top(nearest)))
            nearest = line;
    constexpr int kNear = 60;
    return nearest != nullptr && top(nearest) - top(field) < kNear ? nearest : nullptr;
}

int mistakesIn(const QWidget* form) {
    int count = 0;
    for (const auto* line : form->findChildren<MistakeLine*>())
        count += line->sentence().isEmpty() ? 0 : 1;
    return count;
}

// What the core refuses stands at its field, too.
TEST_F(NodesTest, WhatIsRefusedIsToldAtItsField) {
    makePool();
    auto* form = opened<AddNodesDialog>(ActionId::addNodes);
    auto* name = control<QLineEdit>(form, QStringLiteral("Name"));
    name->setText(qt(view().nodes.rows.front().name));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_NE(mistakeUnder(form, name), nullptr) << "there is such a node";
    EXPECT_TRUE(name->property("error").toBool());
    auto* count = control<QDoubleSpinBox>(form, QStringLiteral("Nodes"));
    count->selectAll();
    QTest::keyClicks(count, QStringLiteral("none"));
    name->clear();
    EXPECT_EQ(mistakesIn(form), 2) << "each at its own field";
    EXPECT_NE(mistakeUnder(form, count), nullptr);
    EXPECT_TRUE(form->consequence().isEmpty()) << "nothing is foretold";
    for (const QLabel* each : form->findChildren<QLabel*>())
        EXPECT_FALSE(each->text().contains(QStringLiteral("in total")))
            << "of the number before it";
}

// Nobody has to wait for what a whole pool answers.
TEST_F(NodesTest, ANameThatIsTakenIsToldWhileOneTypes) {
    makePool();
    auto* form = opened<AddNodesDialog>(ActionId::addNodes);
    auto* name = control<QLineEdit>(form, QStringLiteral("Name"));
    ASSERT_TRUE(waitFor([&] { return button(form, QStringLiteral("Add"))->isEnabled(); }));
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("node-2"));
    const MistakeLine* said = mistakeUnder(form, name);
    ASSERT_NE(said, nullptr) << "immediately";
    EXPECT_TRUE(said->sentence().contains(QStringLiteral("node-2 already")))
        << qPrintable(said->sentence());
    EXPECT_TRUE(form->consequence().isEmpty()) << qPrintable(form->consequence());
    EXPECT_FALSE(button(form, QStringLiteral("Add"))->isEnabled());
    // The name of a group, of which no node is called so: the core says it, at the same place.
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("node"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_TRUE(waitFor([&] { return mistakeUnder(form, name) != nullptr; }));
    EXPECT_TRUE(form->consequence().isEmpty()) << qPrintable(form->consequence());
}

TEST_F(NodesTest, WhatIsNoNumberAddsNoNodes) {
    makePool();
    auto* form = opened<AddNodesDialog>(ActionId::addNodes);
    QApplication::setActiveWindow(form);
    ASSERT_TRUE(waitFor([form] { return form->isActiveWindow(); }));
    for (const char* name : {"Nodes", "GPUs each", "CPU each", "Memory each"}) {
        auto* box = control<QDoubleSpinBox>(form, QString::fromLatin1(name));
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("2o"));
        EXPECT_EQ(mistakesIn(form), 0) << name << ": whoever types is told nothing";
        ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
        EXPECT_FALSE(button(form, QStringLiteral("Add"))->isEnabled()) << name;
        EXPECT_TRUE(waitFor([&] { return mistakeUnder(form, box) != nullptr; })) << name;
        EXPECT_TRUE(box->property("error").toBool()) << name;
        const MistakeLine* mistake = mistakeUnder(form, box);
        ASSERT_NE(mistake, nullptr) << name;
        EXPECT_TRUE(mistake->sentence().contains(QStringLiteral("2o"))) << name;
        EXPECT_EQ(mistakesIn(form), 1) << name << ": nothing is told at another field";
        EXPECT_FALSE(control<QLineEdit>(form, QStringLiteral("Name"))->property("error").toBool());
        box->selectAll();
        QTest::keyClicks(box, QStringLiteral("2"));
        EXPECT_TRUE(waitFor([&] { return button(form, QStringLiteral("Add"))->isEnabled(); }))
            << name;
    }
    EXPECT_EQ(form->wanted().node.cpu, 2 * kOneCore);
}

// Of a large pool too the head says how many there are, in a window of usual size.
TEST_F(NodesTest, HowManyThereAreIsReadWhole) {
    makePool(950);
    action("nodes")->trigger();
    const auto* head = nodes().findChild<SectionHead*>();
    const TextLabel* count = nullptr;
    ASSERT_TRUE(waitFor([&] {
        for (const auto* label : head->findChildren<TextLabel*>())
            if (label->text().contains(QStringLiteral("950")))
                count = label;
        return count != nullptr && count->isVisible();
    }));
    for (const int width : {1440, 1360, 1280}) {
        window->resize(width, 800);
        QCoreApplication::processEvents();
        EXPECT_LE(count->fontMetrics().horizontalAdvance(count->text()),
                  count->contentsRect().width())
            << width;
    }
}

// Who only looked at other nodes has changed nothing that could be lost.
TEST_F(NodesTest, AfterALookAtOtherNodesTheRemovalIsLeftUnasked) {
    auto* dialog = openRemoval();
    ASSERT_NE(dialog, nullptr);
    auto* group = groupOf(dialog);
    ASSERT_GT(group->count(), 1);
    group->setFocus();
    const int before = group->currentIndex();
    QTest::keyClick(group, before > 0 ? Qt::Key_Up : Qt::Key_Down);
    ASSERT_NE(group->currentIndex(), before);
    QTest::keyClick(dialog, Qt::Key_Escape);
    expectGone<RemoveNodesDialog>();
}

TEST_F(NodesTest, GroupsOfNodesAreRemovedUnlessWorkRunsThere) {
    auto* dialog = openRemoval();
    ASSERT_NE(dialog, nullptr);
    auto* group = groupOf(dialog);
    EXPECT_TRUE(group->currentText().startsWith(QStringLiteral("fast"))) << "the one added last";
    ASSERT_TRUE(waitFor([&] { return dialog->removeButton()->isEnabled(); }));
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("Guarantees do not change")));
    press(dialog, QStringLiteral("Remove"));
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 2; }));
    expectGone<RemoveNodesDialog>();
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 5; }));

    ASSERT_TRUE(window->showView(QStringLiteral("dialog:remove-nodes:fast-2")));
    dialog = shown<RemoveNodesDialog>();
    ASSERT_NE(dialog, nullptr);
    group = groupOf(dialog);
    EXPECT_TRUE(group->currentText().startsWith(QStringLiteral("fast-2 "))) << "the one asked for";
    ASSERT_TRUE(waitFor([&] { return dialog->removeButton()->isEnabled(); }));
    press(dialog, QStringLiteral("Remove"));
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 4; }));
    EXPECT_EQ(view().nodes.rows[2].name, "fast-1");
    EXPECT_EQ(view().nodes.rows[3].name, "fast-3");
    expectGone<RemoveNodesDialog>();
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 5; }));

    window->commands().run(commandOf("submit", {{"name", "a-1"}, {"quota", "A"}, {"gpu", "8"}}));
    ASSERT_TRUE(waitFor([this] { return work(QStringLiteral("a-1")) != nullptr; }));
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 1; }));
    ASSERT_TRUE(window->showView(QStringLiteral("dialog:remove-nodes:node-1")));
    dialog = shown<RemoveNodesDialog>();
    ASSERT_NE(dialog, nullptr);
    groupOf(dialog)->setCurrentIndex(1);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    EXPECT_FALSE(dialog->removeButton()->isEnabled());
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 workload(s) run there")))
        << qPrintable(dialog->consequence());
    press(dialog, QStringLiteral("Cordon them"));
    ASSERT_TRUE(waitFor([this] {
        const auto& rows = view().nodes.rows;
        return rows[0].state == NodeState::cordoned && rows[1].state == NodeState::cordoned;
    }));
    window->commands().run(commandOf("cancel", {{"name", "a-1"}}));
    EXPECT_TRUE(waitFor([&] {
        return dialog->isUpToDate() && !dialog->consequence().contains(QStringLiteral("run there"));
    })) << qPrintable(dialog->consequence());
    EXPECT_FALSE(dialog->removeButton()->isEnabled()) << "more is guaranteed than would be left";
    dialog->reject();
}

TEST_F(NodesTest, WhatANodeHasIsChangedAndTakenBack) {
    makePool();
    auto* form = opened<EditNodesDialog>(ActionId::editNodes);
    ASSERT_NE(form, nullptr);
    auto* gpus = control<QDoubleSpinBox>(form, QStringLiteral("GPUs each"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate() && gpus->value() == 8; }));
    QPushButton* change = button(form, QStringLiteral("Change"));
    EXPECT_FALSE(change->isEnabled()) << "nothing is changed";
    gpus->setValue(2);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate() && !form->consequence().isEmpty(); }));
    EXPECT_FALSE(change->isEnabled()) << "less than is guaranteed";
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("1o"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    EXPECT_FALSE(change->isEnabled());
    ASSERT_NE(mistakeUnder(form, gpus), nullptr);
    EXPECT_TRUE(mistakeUnder(form, gpus)->sentence().contains(QStringLiteral("1o")));
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("12"));
    ASSERT_TRUE(waitFor([&] { return change->isEnabled(); }));
    EXPECT_EQ(mistakesIn(form), 0);
    press(form, QStringLiteral("Change"));
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.back().devices == 12; }));
    EXPECT_EQ(view().nodes.rows.front().devices, 12) << "the group as a whole";
    expectGone<EditNodesDialog>();
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.back().devices == 8; }));

    ASSERT_TRUE(window->showView(QStringLiteral("dialog:edit-nodes:node-1")));
    form = shown<EditNodesDialog>();
    ASSERT_NE(form, nullptr);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    control<QDoubleSpinBox>(form, QStringLiteral("GPUs each"))->setValue(16);
    ASSERT_TRUE(waitFor([&] { return button(form, QStringLiteral("Change"))->isEnabled(); }));
    press(form, QStringLiteral("Change"));
    ASSERT_TRUE(waitFor([this] {
        int devices = 0;
        for (const NodeRow& row : view().nodes.rows)
            devices += row.devices;
        return devices == 24;
    })) << "the one that was asked for";
}

// A key in the list of the nodes, or another one of them, is no edit.
TEST_F(NodesTest, NothingThatWouldChangeIsLeftByEscAtOnce) {
    makePool();
    window->commands().run(
        commandOf("nodes.add", {{"nodes", R"({"name": "fast", "count": 3, "gpu": 4})"}}));
    ASSERT_TRUE(waitFor([this] { return view().nodes.rows.size() == 5; }));
    const auto list = [](QWidget* form) {
        auto* box = control<QComboBox>(form, QStringLiteral("Node or group of nodes"));
        box->setFocus();
        return box;
    };
    auto* form = opened<EditNodesDialog>(ActionId::editNodes);
    ASSERT_NE(form, nullptr);
    QTest::keyClicks(list(form), QStringLiteral("x"));
    QTest::keyClick(list(form), Qt::Key_Up);
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate(); }));
    QTest::keyClick(form, Qt::Key_Escape);
    EXPECT_FALSE(form->isVisible());
    expectGone<EditNodesDialog>();
    form = opened<EditNodesDialog>(ActionId::editNodes);
    auto* gpus = control<QDoubleSpinBox>(form, QStringLiteral("GPUs each"));
    ASSERT_TRUE(waitFor([&] { return form->isUpToDate() && gpus->value() == 4; }));
    gpus->setFocus();
    gpus->selectAll();
    QTest::keyClicks(gpus, QStringLiteral("6"));
    QTest::keyClick(gpus, Qt::Key_Escape);
    EXPECT_TRUE(form->isVisible()) << "what would change is asked about";
    form->reject();
    expectGone<EditNodesDialog>();

    auto* removal = opened<RemoveNodesDialog>(ActionId::removeNodes);
    ASSERT_NE(removal, nullptr);
    QComboBox* nodes = list(removal);
    QTest::keyClick(nodes, Qt::Key_Space);
    nodes->hidePopup();
    QTest::keyClick(nodes, Qt::Key_Escape);
    EXPECT_FALSE(removal->isVisible());
    expectGone<RemoveNodesDialog>();
}

}  // namespace
}  // namespace apportion::ui
