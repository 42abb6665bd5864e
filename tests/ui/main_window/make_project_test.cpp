// SPDX-License-Identifier: GPL-3.0-or-later
// Projects of recorded runs.
#include <QAbstractButton>
#include <QFileDialog>
#include <QtTest/QSignalSpy>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/command_runner.h"
#include "ui/main_window/undo_verbs.h"
#include "ui/texts.h"

namespace apportion::ui {
namespace {

TEST_F(ConsoleTest, AProjectOfARunTakesItOverAsItIsShownAndAsksBeforeAnythingIsUnsaved) {
    const QString scenario = copyOf("four-teams.json");
    open(scenario);
    const auto running = view().running.size();
    ASSERT_GT(running, 0U);
    window->commands().run(commandOf("policy", {{"quota", "team-d"}, {"set", R"({"rank":2})"}}));
    ASSERT_TRUE(waitFor([this] { return view().document.dirty && view().play.complete; }));
    action(ActionId::makeProject)->trigger();
    EXPECT_EQ(window->findChild<QFileDialog*>(), nullptr) << "it asks first";
    ASSERT_EQ(window->notices().buttons().size(), 3U);
    QTest::mouseClick(qobject_cast<QAbstractButton*>(window->notices().buttons()[1]),
                      Qt::LeftButton);
    auto* dialog = window->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    dialog->reject();
    EXPECT_TRUE(view().document.dirty);

    ASSERT_TRUE(waitFor([this] { return action(ActionId::toStart)->isEnabled(); }));
    action(ActionId::toStart)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock == 0 && !view().play.waiting; }))
        << view().clock << " " << view().play.waiting;
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock > 0 && !view().play.waiting; }));
    window->files().makeProjectAt(profile.filePath(QStringLiteral("made.apportion")));
    ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    EXPECT_EQ(view().running.size(), running);
    EXPECT_EQ(view().quotas[3].policy.rank, 2);
}

TEST_F(ConsoleTest, AnUndoInARunSaysWhatItUndid) {
    open(copyOf("four-teams.json"));
    QSignalSpy said(window->findChild<UndoVerbs*>(), &UndoVerbs::said);
    window->commands().run(commandOf("policy", {{"quota", "team-d"}, {"set", R"({"rank":2})"}}));
    ASSERT_TRUE(waitFor([this] { return action(ActionId::undo)->isEnabled(); }));
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([&] { return said.count() == 1; }));
    EXPECT_EQ(said.takeFirst().front().toString(), QStringLiteral("Undone: team-d"));
    ASSERT_TRUE(waitFor([this] { return action(ActionId::redo)->isEnabled(); }));
    action(ActionId::redo)->trigger();
    ASSERT_TRUE(waitFor([&] { return said.count() == 1; }));
    EXPECT_EQ(said.takeFirst().front().toString(), QStringLiteral("Redone: team-d"));
}

TEST_F(ConsoleTest, WhatAProjectOfARunLeavesOutIsTold) {
    open(sample("four-teams.json"));
    action(ActionId::toStart)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock == 0 && !view().play.waiting; }));
    window->files().makeProjectAt(profile.filePath(QStringLiteral("made.apportion")));
    ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("Skipped")))
        << qPrintable(window->notices().text());
}

}  // namespace
}  // namespace apportion::ui
