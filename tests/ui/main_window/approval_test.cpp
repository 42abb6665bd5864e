// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that wait for somebody to let them run: looked at, approved, declined.
#include <QApplication>
#include <QContextMenuEvent>

#include "core/session/project/desk.h"
#include "core/store/project_file.h"
#include "tests/ui/main_window/live_console.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/live_verbs.h"
#include "ui/main_window/palette_entries.h"
#include "ui/widgets/argument_list.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/work_forms/approval_dialog.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class ApprovalTest : public LiveConsole {};

TEST_F(ApprovalTest, WhatWaitsIsApprovedAfterItWasSeen) {
    makePool(1);
    EXPECT_FALSE(action(ActionId::approveWork)->isEnabled());
    wish(QStringLiteral("work"), QStringLiteral("echo ran > ran"));
    EXPECT_EQ(view().key.waiting, 1);
    // At rest one may look, and nobody can approve.
    auto* dialog = opened<ApprovalDialog>(ActionId::approveWork);
    EXPECT_FALSE(button(dialog, QStringLiteral("Approve command"))->isEnabled());
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("Go live")));
    dialog->reject();
    expectGone<ApprovalDialog>();
    goLive();
    QTest::qWait(300);
    EXPECT_TRUE(textOf("ran").isEmpty()) << "going live approves nothing";
    dialog = opened<ApprovalDialog>(ActionId::approveWork);
    EXPECT_EQ(control<ArgumentList>(dialog, QStringLiteral("Program and arguments"))->shown(),
              (QStringList{QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                           QStringLiteral("echo ran > ran")}));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    expectGone<ApprovalDialog>();
    QTest::qWait(300);
    ASSERT_TRUE(textOf("ran").isEmpty()) << "nobody approves by Enter alone";
    dialog = opened<ApprovalDialog>(ActionId::approveWork);
    press(dialog, QStringLiteral("Approve command"));
    EXPECT_TRUE(waitFor([&] { return textOf("ran") == QStringLiteral("ran\n"); }));
    EXPECT_TRUE(waitFor([&] { return !action(ActionId::approveWork)->isEnabled(); }));
}

// Its button is gone then; the next in turn would be one that stops the engine.
TEST_F(ApprovalTest, WhoApprovesInTheInspectorReadsOnThere) {
    makePool(1);
    goLive();
    for (const char* name : {"first", "second"}) {
        wish(QString::fromLatin1(name), QStringLiteral("true"));
        window->selectWorkload(QString::fromLatin1(name));
        ASSERT_TRUE(waitFor([&] { return shownButton(QStringLiteral("Look at it…")) != nullptr; }));
        auto* look = shownButton(QStringLiteral("Look at it…"));
        look->setFocus(Qt::TabFocusReason);
        if (name == std::string_view("first"))
            QTest::keyClick(look, Qt::Key_Space);
        else
            QTest::mouseClick(look, Qt::LeftButton);
        auto* dialog = window->findChild<ApprovalDialog*>();
        ASSERT_NE(dialog, nullptr);
        press(dialog, QStringLiteral("Approve command"));
        ASSERT_TRUE(
            waitFor([&] { return !is(QString::fromLatin1(name), WorkloadState::pending); }));
        ASSERT_TRUE(waitFor([&] { return shownButton(QStringLiteral("Look at it…")) == nullptr; }));
        expectGone<ApprovalDialog>();
        window->activateWindow();
        ASSERT_TRUE(QTest::qWaitForWindowActive(window.get()));
        const QWidget* focus = window->focusWidget();
        ASSERT_NE(focus, nullptr);
        EXPECT_EQ(focus->accessibleName(), QStringLiteral("Selected workload"));
        EXPECT_TRUE(hasKeyboardFocus(*focus)) << "the ring tells where it went: " << name;
    }
}

TEST_F(ApprovalTest, WhoApprovesIsToldWhatIsNotThere) {
    makePool(1);
    goLive();
    wish(QStringLiteral("work"), QStringLiteral("true"), "/nonexistent/dir");
    auto* dialog = opened<ApprovalDialog>(ActionId::approveWork);
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("Folder /nonexistent/dir does not")))
        << qPrintable(dialog->consequence());
    EXPECT_TRUE(button(dialog, QStringLiteral("Approve command"))->isEnabled())
        << "it may still come";
    dialog->reject();
}

TEST_F(ApprovalTest, WhatWaitsIsDeclinedWithAReason) {
    makePool(1);
    goLive();
    wish(QStringLiteral("first"), QStringLiteral("echo ran > ran"));
    wish(QStringLiteral("second"), QStringLiteral("echo ran > ran"));
    window->selectWorkload(QStringLiteral("second"));
    auto* dialog = opened<ApprovalDialog>(ActionId::approveWork);
    EXPECT_TRUE(dialog->windowTitle().contains(QStringLiteral("second"))) << "the selected one";
    control<QLineEdit>(dialog, QStringLiteral("Reason for declining"))
        ->setText(QStringLiteral("not here"));
    QTest::keyClick(control<QLineEdit>(dialog, QStringLiteral("Reason for declining")),
                    Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return is(QStringLiteral("second"), WorkloadState::rejected); }));
    EXPECT_EQ(view().journal.front().why, "not here");
    EXPECT_TRUE(is(QStringLiteral("first"), WorkloadState::pending));
    EXPECT_TRUE(waitFor([&] { return !action(ActionId::approveWork)->isEnabled(); }))
        << "not of another one than the selected one";
    window->selectWorkload(QStringLiteral("first"));
    EXPECT_TRUE(action(ActionId::approveWork)->isEnabled());
    EXPECT_TRUE(textOf("ran").isEmpty());
}

// One after the other, in the order of the rows; what needs no approval is left out.
TEST_F(ApprovalTest, SeveralThatAreChosenAreAskedAboutOneAfterTheOther) {
    makePool(1);
    goLive();
    for (const char* name : {"one", "two", "three", "four"})
        wish(QString::fromLatin1(name), QStringLiteral("echo %1 >> ran").arg(name));
    window->centre().setCurrent(1);
    auto* table = window->findChild<WorkloadsPage*>()->table();
    const auto click = [&](const char* name, Qt::KeyboardModifiers keys) {
        const auto row =
            table->model()->index(table->workloads().rowOf(QString::fromLatin1(name)), 0);
        table->scrollTo(row);
        QTest::mouseClick(table->viewport(), Qt::LeftButton, keys, table->visualRect(row).center());
    };
    click("one", {});
    for (const char* name : {"three", "four"})
        click(name, Qt::ControlModifier);
    ASSERT_EQ(table->selectedAll().size(), 3);
    const auto isAbout = [&](const char* words) {
        return waitFor([&] {
            auto* dialog = shown<ApprovalDialog>();
            return dialog != nullptr &&
                   (dialog->windowTitle() + dialog->accessibleDescription()).contains(words) &&
                   dialog->isUpToDate();
        });
    };
    auto* dialog = opened<ApprovalDialog>(ActionId::approveWork);
    ASSERT_TRUE(isAbout("one") && isAbout("1 of 3"));
    ASSERT_TRUE(
        waitFor([&] { return button(dialog, QStringLiteral("Approve command"))->isEnabled(); }));
    press(dialog, QStringLiteral("Approve command"));
    ASSERT_TRUE(isAbout("2 of 3"));
    dialog = shown<ApprovalDialog>();
    auto* approve = button(dialog, QStringLiteral("Approve command"));
    EXPECT_FALSE(approve->isEnabled()) << "a double click is one answer";
    EXPECT_TRUE(waitFor([&] { return approve->isEnabled(); }));
    const QString skipped = dialog->windowTitle().section(QLatin1Char(' '), -1).chopped(1);
    press(dialog, QStringLiteral("Skip"));
    ASSERT_TRUE(isAbout("3 of 3"));
    dialog = shown<ApprovalDialog>();
    const QString last = dialog->windowTitle().section(QLatin1Char(' '), -1).chopped(1);
    ASSERT_TRUE(
        waitFor([&] { return button(dialog, QStringLiteral("Approve command"))->isEnabled(); }));
    press(dialog, QStringLiteral("Approve command"));
    ASSERT_TRUE(waitFor([&] { return textOf("ran").count(QLatin1Char('\n')) == 2; }));
    EXPECT_TRUE(textOf("ran").contains(QStringLiteral("one")));
    EXPECT_TRUE(textOf("ran").contains(last));
    EXPECT_TRUE(is(skipped, WorkloadState::pending));
    EXPECT_TRUE(is(QStringLiteral("two"), WorkloadState::pending)) << "it was not chosen";
    expectGone<ApprovalDialog>();
}

// Whoever pressed the button while it was replaced under the pointer would approve what they have
// not read: it stays, cannot be approved or declined, and what waits now is shown when they ask for
// it.
TEST_F(ApprovalTest, WhatReplacedItIsNotApprovedUnread) {
    makePool(1);
    goLive();
    const QString work = QStringLiteral("work");
    wish(work, QStringLiteral("echo good > ran"));
    auto* dialog = opened<ApprovalDialog>(ActionId::approveWork);
    const auto shows = [&](const char* script) {
        return control<ArgumentList>(dialog, QStringLiteral("Program and arguments"))
            ->shown()
            .contains(QString::fromLatin1(script));
    };
    ASSERT_TRUE(waitFor([&] { return shows("echo good > ran"); }));
    auto* approve = button(dialog, QStringLiteral("Approve command"));
    ASSERT_TRUE(waitFor([&] { return approve->isEnabled(); }));
    {
        auto desk = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(desk);
        ASSERT_TRUE(desk->run(commandOf("cancel", {{"name", "work"}})));
    }
    wish(work, QStringLiteral("echo other > ran"));
    ASSERT_TRUE(waitFor([&] {
        return dialog->consequence().contains(QStringLiteral("has changed"));
    })) << qPrintable(dialog->consequence());
    EXPECT_TRUE(shows("echo good > ran")) << "what one reads stays";
    EXPECT_FALSE(approve->isEnabled());
    EXPECT_FALSE(button(dialog, QStringLiteral("Decline"))->isEnabled());
    press(dialog, QStringLiteral("Show what waits now"));
    EXPECT_TRUE(shows("echo other > ran"));
    EXPECT_TRUE(textOf("ran").isEmpty());
    press(dialog, QStringLiteral("Approve command"));
    EXPECT_TRUE(waitFor([&] { return textOf("ran") == QStringLiteral("other\n"); }));
}

TEST_F(ApprovalTest, InspectorPaletteAndMenuLeadToTheApproval) {
    makePool(1);
    goLive();
    wish(QStringLiteral("work"), QStringLiteral("true"));
    window->selectWorkload(QStringLiteral("work"));
    ASSERT_TRUE(waitFor([&] { return section()->isVisible() && section()->isUpToDate(); }));
    QPushButton* look = nullptr;
    ASSERT_TRUE(waitFor([&] {
        for (auto* each : section()->findChildren<QPushButton*>())
            if (each->text() == QStringLiteral("Look at it…") && each->isVisible())
                look = each;
        return look != nullptr;
    }));
    QTest::mouseClick(look, Qt::LeftButton);
    auto* dialog = shown<ApprovalDialog>();
    ASSERT_NE(dialog, nullptr);
    dialog->reject();
    expectGone<ApprovalDialog>();
    // So does the issue, in the same words.
    ASSERT_TRUE(window->showView(QStringLiteral("issues")));
    QPushButton* fix = nullptr;
    ASSERT_TRUE(waitFor([&] {
        for (auto* each : window->issues().findChildren<QPushButton*>())
            if (each->text() == look->text())
                fix = each;
        return fix != nullptr;
    }));
    QTest::mouseClick(fix, Qt::LeftButton);
    dialog = shown<ApprovalDialog>();
    ASSERT_NE(dialog, nullptr);
    dialog->reject();
    expectGone<ApprovalDialog>();
    QStringList asked;
    PaletteTargets targets;
    targets.approve = [&](const QString& workload) { asked << workload; };
    for (const PaletteItem& item : paletteEntries(view(), window->actions(), targets))
        if (item.title.contains(QStringLiteral("command of work")))
            item.run();
    EXPECT_EQ(asked, QStringList{QStringLiteral("work")});
}

}  // namespace
}  // namespace apportion::ui
