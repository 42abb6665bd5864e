// SPDX-License-Identifier: GPL-3.0-or-later
// Several rows chosen by mouse and keyboard, and what is then done to all of them.
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/inspector/quota_inspector.h"
#include "ui/main_window/centre.h"
#include "ui/new_pool/new_pool_dialog.h"
#include "ui/pages/actions.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/start/action_card.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class SelectionTest : public ProjectConsole {
protected:
    QuotaPane& quotas() { return *window->findChild<QuotaPane*>(); }
    WorkloadTable& table() { return *window->findChild<WorkloadsPage*>()->table(); }

    static void click(TreeView& view, const QModelIndex& row, Qt::KeyboardModifiers keys = {}) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, keys,
                          view.visualRect(row.siblingAtColumn(0)).center());
    }
    QModelIndex rowOf(const QString& workload) {
        return table().model()->index(table().workloads().rowOf(workload), 0);
    }
    void submit(const QString& name) {
        window->commands().run(
            commandOf("submit", {{"name", name.toStdString()}, {"quota", "A"}, {"gpu", "1"}}));
        ASSERT_TRUE(waitFor([&] { return work(name) != nullptr; }));
    }
};

TEST_F(SelectionTest, CtrlAddsQuotasThatAreNoNeighbours) {
    open(sample("pool-128.json"));
    TreeView& tree = *quotas().tree();
    const QModelIndex root = tree.model()->index(0, 0);
    click(tree, root);
    click(tree, tree.indexBelow(tree.indexBelow(root)), Qt::ControlModifier);
    EXPECT_EQ(quotas().selectedAll(),
              QStringList({QStringLiteral("Quota1"), QStringLiteral("Quota1.2")}));
    EXPECT_EQ(quotas().selected(), QStringLiteral("Quota1.2"));
    // Ctrl+Space takes the current one out and adds it.
    QTest::keyClick(&tree, Qt::Key_Space, Qt::ControlModifier);
    EXPECT_EQ(quotas().selectedAll(), QStringList(QStringLiteral("Quota1")));
    EXPECT_EQ(quotas().selected(), QStringLiteral("Quota1.2"));
    QTest::keyClick(&tree, Qt::Key_Space, Qt::ControlModifier);
    EXPECT_EQ(quotas().selectedAll().size(), 2);
    click(tree, root);
    EXPECT_EQ(quotas().selectedAll(), QStringList(QStringLiteral("Quota1")));
}

TEST_F(SelectionTest, AQuotaThatTheFilterHidesIsNotExplained) {
    open(sample("pool-128.json"));
    window->selectQuota(QStringLiteral("Quota1.2"));
    const auto* explained = window->findChild<QuotaInspector*>();
    ASSERT_TRUE(explained->isVisible());
    auto* filter = quotas().findChild<SearchField*>();
    const auto type = [&](const char* text) {
        filter->setText(QString::fromLatin1(text));
        QTest::qWait(300);  // it searches once the keys rest
    };
    type(".2");
    EXPECT_TRUE(explained->isVisible()) << "its row is still shown";
    type("1.1");
    EXPECT_FALSE(explained->isVisible());
    type("");
    EXPECT_FALSE(explained->isVisible()) << "it is chosen again by hand";
    EXPECT_TRUE(quotas().selected().isEmpty());
}

TEST_F(SelectionTest, WhatIsDoneToAQuotaNeedsOne) {
    makePool();
    submit(QStringLiteral("one"));
    const auto ready = [this](bool wanted) {
        for (const char* id : {ActionId::newQuota, ActionId::editSize, ActionId::selfPreemption,
                               ActionId::childPreemption, ActionId::editQuotas,
                               ActionId::renameQuota, ActionId::deleteQuota, ActionId::moveGpus}) {
            EXPECT_EQ(action(id)->isEnabled(), wanted) << action(id)->text().toStdString();
            EXPECT_EQ(window->actions().whyNot(id),
                      wanted ? QString() : QStringLiteral("Select a quota"))
                << action(id)->text().toStdString();
        }
        const auto buttons = quotas().findChildren<IconButton*>();
        const auto add = std::find_if(buttons.begin(), buttons.end(), [](const IconButton* each) {
            return each->accessibleName() == QStringLiteral("New child quota");
        });
        ASSERT_NE(add, buttons.end());
        EXPECT_EQ((*add)->toolTip(),
                  wanted ? QStringLiteral("New child quota") : QStringLiteral("New root quota"));
    };
    window->selectQuota(QStringLiteral("A"));
    ready(true);
    window->selectWorkload(QStringLiteral("one"));
    ASSERT_TRUE(waitFor([this] { return quotas().selected().isEmpty(); }));
    ready(false);
    for (IconButton* each : quotas().findChildren<IconButton*>())
        if (each->toolTip() == QStringLiteral("New root quota"))
            each->click();
    DialogFrame* dialog = nullptr;
    ASSERT_TRUE(waitFor([&] { return (dialog = window->findChild<DialogFrame*>()) != nullptr; }));
    EXPECT_EQ(dialog->windowTitle(), QStringLiteral("New root quota"));
    dialog->reject();
}

TEST_F(SelectionTest, AWorkloadIsSelectedAgainAfterACrash) {
    makePool();
    submit(QStringLiteral("one"));
    submit(QStringLiteral("two"));
    const auto again = [this] {
        window.reset();  // the window goes without being closed
        window = std::make_unique<MainWindow>(settings, consolePages());
        window->show();
        open(file);
    };
    window->selectWorkload(QStringLiteral("two"));
    again();
    EXPECT_TRUE(waitFor([this] { return table().selected() == QStringLiteral("two"); }));
    EXPECT_TRUE(quotas().selected().isEmpty());
    window->selectQuota(QStringLiteral("B"));
    again();
    EXPECT_TRUE(waitFor([this] { return quotas().selected() == QStringLiteral("B"); }));
    EXPECT_TRUE(table().selected().isEmpty());
}

TEST_F(SelectionTest, AllSelectedWorkIsCancelledAfterOneQuestion) {
    makePool();
    for (const char* name : {"one", "two", "three", "four"})
        submit(QString::fromLatin1(name));
    window->centre().setCurrent(1);
    click(table(), rowOf(QStringLiteral("one")));
    click(table(), rowOf(QStringLiteral("three")), Qt::ControlModifier);
    click(table(), rowOf(QStringLiteral("four")), Qt::ControlModifier);
    EXPECT_EQ(table().selectedAll().size(), 3);
    action(ActionId::cancelWork)->trigger();
    ASSERT_TRUE(waitFor([this] { return !window->notices().buttons().empty(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("3 workload(s)")))
        << window->notices().text().toStdString();
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    for (const char* name : {"one", "three", "four"})
        EXPECT_TRUE(waitFor([&] {
            return is(QString::fromLatin1(name), WorkloadState::cancelled);
        })) << name;
    EXPECT_TRUE(is(QStringLiteral("two"), WorkloadState::pending));
}

// What is seen goes on from where it stood, not from the first row.
TEST_F(SelectionTest, TheArrowKeysGoOnWhereARowWentAway) {
    makePool();
    for (const char* name : {"one", "two", "three", "four"})
        submit(QString::fromLatin1(name));
    window->centre().setCurrent(1);
    table().setFilter(WorkloadModel::Group::waiting, {});
    click(table(), rowOf(QStringLiteral("two")));
    const int place = table().currentIndex().row();
    window->commands().run(commandOf("cancel", {{"name", "two"}}));
    ASSERT_TRUE(waitFor([&] { return table().workloads().rowOf(QStringLiteral("two")) < 0; }));
    EXPECT_EQ(table().currentIndex().row(), place);
    EXPECT_TRUE(table().selectedAll().isEmpty()) << "nothing that nobody chose";
    QTest::keyClick(&table(), Qt::Key_Down);
    EXPECT_EQ(table().selected(), QStringLiteral("four"));
}

// A live pool brings a view each second, which goes back to the row that is selected: who stood at
// the head of a group for longer got no further.
TEST_F(SelectionTest, TheArrowKeysStepOverTheHeadsOfGroups) {
    makePool();
    for (const char* name : {"one", "two"})
        submit(QString::fromLatin1(name));
    window->centre().setCurrent(1);
    window->commands().run(commandOf("cancel", {{"name", "two"}}));
    ASSERT_TRUE(waitFor([this] { return is(QStringLiteral("two"), WorkloadState::cancelled); }));
    ASSERT_EQ(rowOf(QStringLiteral("two")).row() - rowOf(QStringLiteral("one")).row(), 2);
    click(table(), rowOf(QStringLiteral("one")));
    QTest::keyClick(&table(), Qt::Key_Down);
    EXPECT_EQ(table().selectedAll(), QStringList{QStringLiteral("two")});
    QTest::keyClick(&table(), Qt::Key_Up);
    EXPECT_EQ(table().selectedAll(), QStringList{QStringLiteral("one")});
    QTest::keyClick(&table(), Qt::Key_Up);
    EXPECT_EQ(table().selectedAll(), QStringList{QStringLiteral("one")});
    QTest::keyClick(&table(), Qt::Key_End);
    QTest::keyClick(&table(), Qt::Key_Home);
    EXPECT_EQ(table().selectedAll(), QStringList{QStringLiteral("one")});
}

TEST_F(SelectionTest, EnterPressesACardAsSpaceDoes) {
    ActionCard* card = nullptr;
    for (auto* each : window->findChildren<ActionCard*>())
        if (each->accessibleName().startsWith(QStringLiteral("New pool")))
            card = each;
    ASSERT_NE(card, nullptr);
    card->setFocus(Qt::TabFocusReason);
    QTest::keyClick(card, Qt::Key_Return);
    auto* dialog = shown<NewPoolDialog>();
    ASSERT_NE(dialog, nullptr);
    dialog->reject();
}

}  // namespace
}  // namespace apportion::ui
