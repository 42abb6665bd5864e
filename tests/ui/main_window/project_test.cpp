// SPDX-License-Identifier: GPL-3.0-or-later
// The console on a project file: its guide, and what it says of refusals and of recorded runs.
#include <QApplication>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QtTest/QSignalSpy>

#include "core/cluster/local/local_machine.h"
#include "core/view/new_pool.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/new_pool/new_pool_dialog.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

class ProjectTest : public ProjectConsole {};

TEST_F(ProjectTest, TheGuideMakesAPool) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    ASSERT_NE(dialog, nullptr);
    control<QDoubleSpinBox>(dialog, QStringLiteral("Nodes"))->setValue(2);
    QPushButton* create = nullptr;
    for (QPushButton* button : dialog->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Create…"))
            create = button;
    ASSERT_NE(create, nullptr);
    EXPECT_TRUE(create->isEnabled()) << "its teams go with it";
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 1"))->setValue(48);
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 2"))->setValue(80);
    EXPECT_FALSE(create->isEnabled()) << "128 promised of 16";
    EXPECT_FALSE(dialog->consequence().isEmpty());
    const auto isMarked = [&](const char* field) {
        return control<QWidget>(dialog, QString::fromLatin1(field))->property("error").toBool();
    };
    EXPECT_TRUE(isMarked("GPUs of quota 1"));
    EXPECT_TRUE(isMarked("GPUs of quota 2"));
    EXPECT_FALSE(isMarked("Name of quota 1"));
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 1"))->setValue(4);
    control<QDoubleSpinBox>(dialog, QStringLiteral("GPUs of quota 2"))->setValue(8);
    EXPECT_TRUE(create->isEnabled());
    const NewPool wanted = dialog->wanted();
    EXPECT_EQ(unassignedOf(wanted), 4 * kOneGpu);
    ASSERT_TRUE(poolOf(wanted));
    EXPECT_EQ(poolOf(wanted)->quotas.size(), 3U);
    control<QLineEdit>(dialog, QStringLiteral("Name of quota 2"))
        ->setText(QStringLiteral("Team A"));
    EXPECT_FALSE(create->isEnabled()) << "a name twice";
    EXPECT_TRUE(isMarked("Name of quota 2"));
    EXPECT_FALSE(isMarked("Name of quota 1"));
    EXPECT_FALSE(isMarked("GPUs of quota 1")) << "it is mended";
    const auto says = [&](const QString& text) {
        for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
            if (line->isVisible() && line->sentence().contains(text))
                return true;
        return false;
    };
    EXPECT_TRUE(says(QStringLiteral("Team A")));
    control<QLineEdit>(dialog, QStringLiteral("GPU type"))->setText(QStringLiteral("a\tb"));
    EXPECT_TRUE(isMarked("GPU type"));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("2 problem")))
        << qPrintable(dialog->consequence());
    control<QLineEdit>(dialog, QStringLiteral("GPU type"))->clear();
    control<QLineEdit>(dialog, QStringLiteral("Name of the pool"))->clear();
    EXPECT_TRUE(isMarked("Name of the pool"));
    control<QLineEdit>(dialog, QStringLiteral("Name of the pool"))->setText(QStringLiteral("P"));
    EXPECT_FALSE(isMarked("Name of the pool"));
    press(dialog, QStringLiteral("Another team"));
    QTest::mouseClick(control<QAbstractButton>(dialog, QStringLiteral("Remove quota 2")),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return dialog->wanted().teams.size() == 2; }));
    EXPECT_EQ(dialog->wanted().teams[1].name, "Team C");
    EXPECT_TRUE(create->isEnabled());
    dialog->reject();
}

TEST_F(ProjectTest, TabGoesThroughTheGuideInItsOrder) {
    auto* dialog = opened<NewPoolDialog>(ActionId::newPool);
    QApplication::setActiveWindow(dialog);
    ASSERT_TRUE(waitFor([&] { return dialog->isActiveWindow(); }));
    auto* name = control<QLineEdit>(dialog, QStringLiteral("Name of the pool"));
    name->setFocus();
    QStringList order;
    for (int i = 0; i < 20; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QWidget* at = QApplication::focusWidget();
        if (at == name)
            break;
        const auto* button = qobject_cast<QAbstractButton*>(at);
        order << (button && at->accessibleName().isEmpty() ? button->text() : at->accessibleName());
    }
    EXPECT_EQ(order,
              (QStringList{QStringLiteral("Other nodes"), QStringLiteral("Nodes"),
                           QStringLiteral("GPUs of a node"), QStringLiteral("GPU type"),
                           QStringLiteral("Name of the nodes"),
                           QStringLiteral("One is this machine, ") + qt(machineName()),
                           QStringLiteral("Name of quota 1"), QStringLiteral("GPUs of quota 1"),
                           QStringLiteral("Remove quota 1"), QStringLiteral("Name of quota 2"),
                           QStringLiteral("GPUs of quota 2"), QStringLiteral("Remove quota 2"),
                           QStringLiteral("Another team"), QStringLiteral("Cancel"),
                           QStringLiteral("Create…")}))
        << qPrintable(order.join(QStringLiteral(", ")));
    dialog->reject();
}

// What is over leaves nothing to mend: it stands behind what does, and goes once it was read.
TEST_F(ProjectTest, TheNoteOfAnUncleanEndCanBeDismissed) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("A")) == 6; }));
    // As a program leaves it that is killed.
    const QString left = profile.filePath(QStringLiteral("left.apportion"));
    for (const char* part : {"", "-wal"})
        ASSERT_TRUE(QFile::copy(file + QLatin1String(part), left + QLatin1String(part)));
    open(left);
    ASSERT_TRUE(window->showView(QStringLiteral("issues")));
    TreeView* table = window->issues().table();
    const auto* model = qobject_cast<const IssueModel*>(table->model());
    const auto rowOfNote = [model] {
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->issue(row).passed)
                return row;
        return -1;
    };
    ASSERT_TRUE(waitFor([&] { return rowOfNote() >= 0; }));
    EXPECT_EQ(rowOfNote(), model->rowCount() - 1);
    EXPECT_EQ(model->issue(rowOfNote()).severity, Severity::hint);
    const int before = model->rowCount();
    const QWidget* room = table->indexWidget(model->index(rowOfNote(), IssueModel::fixColumn));
    ASSERT_NE(room, nullptr);
    QTest::mouseClick(room->findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(rowOfNote(), -1);
    EXPECT_EQ(model->rowCount(), before - 1);
    window->commands().run(commandOf("scale", {{"sizes", "A=7"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("A")) == 7; }));
    EXPECT_EQ(rowOfNote(), -1) << "it does not come back by itself";
}

TEST_F(ProjectTest, ARefusalIsToldWithItsRemedy) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=16"}}));
    ASSERT_TRUE(waitFor([this] { return !window->notices().text().isEmpty(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("16")))
        << qPrintable(window->notices().text());
    EXPECT_EQ(guarantee(QStringLiteral("A")), 8);
}

TEST_F(ProjectTest, ARecordedRunSaysThatItTakesNoWork) {
    open(sample("four-teams.json"));
    EXPECT_FALSE(action(ActionId::submitWork)->isEnabled());
    EXPECT_TRUE(action(ActionId::submitWork)->toolTip().contains(QStringLiteral("project")));
    EXPECT_FALSE(action(ActionId::goLive)->isEnabled());
    EXPECT_TRUE(action(ActionId::makeProject)->isEnabled());
}

TEST_F(ProjectTest, EmptyPagesOfARecordedRunOfferToMakeAProject) {
    open(sample("four-teams.json"));
    QSignalSpy wanted(action(ActionId::makeProject), &QAction::triggered);
    QObject::disconnect(action(ActionId::makeProject), nullptr, window.get(), nullptr);
    for (const char* page : {"history", "workspaces"}) {
        ASSERT_TRUE(window->showView(QString::fromLatin1(page)));
        const EmptyState* empty = nullptr;
        for (EmptyState* each : window->findChildren<EmptyState*>())
            if (each->isVisible() && window->centre().isAncestorOf(each))
                empty = each;
        ASSERT_NE(empty, nullptr) << page;
        QPushButton* make = nullptr;
        for (QPushButton* each : empty->findChildren<QPushButton*>())
            if (each->isVisible())
                make = each;
        ASSERT_NE(make, nullptr) << page;
        EXPECT_EQ(make->text(), QStringLiteral("Make a project of it…"));
        const auto before = wanted.count();
        QTest::mouseClick(make, Qt::LeftButton);
        EXPECT_EQ(wanted.count(), before + 1) << page;
    }
}

}  // namespace
}  // namespace apportion::ui
