// SPDX-License-Identifier: GPL-3.0-or-later
// A project whose disk has changed it: said where nobody overlooks it.
#include <cstdio>

#include <SQLiteCpp/Database.h>

#include <QFileDialog>
#include <QFileInfo>
#include <QLabel>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/files/notice_bar.h"
#include "ui/history_page/history_page.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/issues_strip.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

class DamagedTest : public ProjectConsole {
protected:
    // Under the name that is proposed.
    void recoverByTheBar() const {
        ASSERT_EQ(window->notices().buttons().size(), 1U);
        auto* button = qobject_cast<QPushButton*>(window->notices().buttons().front());
        EXPECT_EQ(button->text(), QStringLiteral("Recover into a new file…"));
        QTest::mouseClick(button, Qt::LeftButton);
        auto* dialog = window->findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        emit dialog->fileSelected(dialog->selectedFiles().value(0));
        dialog->reject();
    }
    QString copied() {
        QString left = profile.filePath(QStringLiteral("left.apportion"));
        for (const char* part : {"", "-wal"})
            EXPECT_TRUE(QFile::copy(file + QLatin1String(part), left + QLatin1String(part)));
        return left;
    }
    // It is shown, and nothing is written to it.
    void openWithAWrongHash() {
        const QString left = copied();
        SQLite::Database(left.toStdString(), SQLite::OPEN_READWRITE)
            .exec("UPDATE journal SET hash = 'none' WHERE n = (SELECT max(n) FROM journal)");
        open(left);
    }
    // Of a pool whose journal is gone: it is not opened.
    QString refused() {
        makePool();
        QString left = copied();
        action(ActionId::closeFile)->trigger();
        EXPECT_TRUE(waitFor([this] { return !view().document.open; }));
        SQLite::Database(left.toStdString(), SQLite::OPEN_READWRITE)
            .exec("ALTER TABLE journal RENAME TO elsewhere");
        window->files().open(left);
        EXPECT_TRUE(waitFor([this] { return window->notices().buttons().size() == 1; }));
        return left;
    }
    // Whatever opens the dialog, it is closed with Esc.
    template <typename Open>
    void giveUp(Open open) const {
        open();
        auto* dialog = window->findChild<QFileDialog*>();
        ASSERT_NE(dialog, nullptr);
        EXPECT_TRUE(dialog->selectedFiles().value(0).endsWith("left-recovered.apportion"))
            << qPrintable(dialog->selectedFiles().value(0));
        dialog->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        ASSERT_EQ(window->findChild<QFileDialog*>(), nullptr);
    }
};

bool says(const QWidget* part, const QString& words) {
    for (const QLabel* label : part->findChildren<QLabel*>())
        if (label->isVisible() && label->text().contains(words))
            return true;
    return false;
}

TEST_F(DamagedTest, IsToldInABarAndNotAsSaved) {
    makePool();
    const auto* strip = window->findChild<IssuesStrip*>();
    const auto* notice = window->findChild<NoticeBar*>();
    EXPECT_TRUE(says(strip, QStringLiteral("Saved automatically")));
    EXPECT_FALSE(notice->isVisible());

    openWithAWrongHash();
    EXPECT_TRUE(waitFor([&] { return says(strip, QStringLiteral("no longer written")); }));
    EXPECT_TRUE(waitFor([&] { return notice->isVisible(); }));
    EXPECT_TRUE(says(notice, QStringLiteral("damaged")));
    EXPECT_FALSE(says(strip, QStringLiteral("Saved automatically")));
    // Whatever else is told meanwhile, it lasts.
    window->notices().present({Tone::info, QStringLiteral("Something else"), {}, {}});
    EXPECT_FALSE(says(notice, QStringLiteral("damaged")));
    window->notices().dismiss();
    EXPECT_TRUE(says(notice, QStringLiteral("damaged")));

    open(file);
    EXPECT_TRUE(waitFor([&] { return says(strip, QStringLiteral("Saved automatically")); }));
    EXPECT_FALSE(notice->isVisible());
}

TEST_F(DamagedTest, IsRecoveredIntoANewFileFromTheStartPage) {
    makePool();
    const QString left = copied();
    action(ActionId::closeFile)->trigger();
    ASSERT_TRUE(waitFor([this] { return !view().document.open; }));
    SQLite::Database(left.toStdString(), SQLite::OPEN_READWRITE)
        .exec("ALTER TABLE journal RENAME TO elsewhere");
    window->files().open(left);
    ASSERT_TRUE(waitFor([this] { return window->notices().text().contains("backup"); }))
        << "what mends it, in full: " << qPrintable(window->notices().text());
    recoverByTheBar();
    EXPECT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_EQ(view().document.file, profile.filePath("left-recovered.apportion").toStdString());
    EXPECT_TRUE(waitFor([this] { return window->notices().text().contains("is recovered from"); }))
        << qPrintable(window->notices().text());
    EXPECT_EQ(guarantee(QStringLiteral("A")), 8);
    EXPECT_EQ(view().document.name, "Pool");
    // A file that is there is left as it is.
    window->files().recoverInto(left, file);
    EXPECT_TRUE(waitFor([this] { return window->notices().text().contains("was not recovered"); }))
        << qPrintable(window->notices().text());
}

// A notice has room for three.
TEST_F(DamagedTest, WhatElseIsLostIsAButtonAway) {
    makePool();
    for (int i = 0; i < 9; ++i)
        window->commands().run(commandOf(
            "submit", {{"name", "a-" + std::to_string(i)}, {"quota", "A"}, {"gpu", "1"}}));
    ASSERT_TRUE(waitFor([this] { return view().key.waiting == 9; }));
    const QString left = copied();
    SQLite::Database(left.toStdString(), SQLite::OPEN_READWRITE)
        .exec("DELETE FROM journal WHERE n IN (2, 4, 6, 8)");
    window->files().open(left);
    ASSERT_TRUE(waitFor([this] { return window->notices().buttons().size() == 1; }));
    recoverByTheBar();
    ASSERT_TRUE(waitFor([this] {
        return window->notices().text().contains(QStringLiteral("The history has"));
    })) << qPrintable(window->notices().text());
    ASSERT_EQ(window->notices().buttons().size(), 1U);
    auto* button = qobject_cast<QPushButton*>(window->notices().buttons().front());
    EXPECT_EQ(button->text(), QStringLiteral("Show them in the history"));
    QTest::mouseClick(button, Qt::LeftButton);
    const auto* history = window->findChild<HistoryPage*>();
    EXPECT_TRUE(waitFor([&] { return history->isVisible(); }));
    EXPECT_TRUE(window->notices().text().isEmpty()) << qPrintable(window->notices().text());
}

TEST_F(DamagedTest, IsRecoveredFromTheMenuOnceTheBarIsClosed) {
    makePool();
    QAction* recover = action(ActionId::recoverFile);
    EXPECT_FALSE(recover->isEnabled());
    EXPECT_TRUE(recover->toolTip().contains(QStringLiteral("The open file is not damaged")))
        << qPrintable(recover->toolTip());
    openWithAWrongHash();
    ASSERT_TRUE(waitFor([recover] { return recover->isEnabled(); }));
    window->notices().dismiss();
    recover->trigger();
    auto* dialog = window->findChild<QFileDialog*>();
    ASSERT_NE(dialog, nullptr);
    emit dialog->fileSelected(dialog->selectedFiles().value(0));
    dialog->reject();
    EXPECT_TRUE(waitFor([this] {
        return view().document.file == profile.filePath("left-recovered.apportion").toStdString();
    }));
    EXPECT_TRUE(waitFor([recover] { return !recover->isEnabled(); })) << "it is whole";
}

TEST_F(DamagedTest, AfterARecoveryTheFocusIsInTheQuotas) {
    makePool();
    openWithAWrongHash();
    ASSERT_TRUE(waitFor([this] { return window->notices().buttons().size() == 1; }));
    window->notices().buttons().front()->setFocus();
    recoverByTheBar();
    ASSERT_TRUE(waitFor([this] {
        return view().document.file == profile.filePath("left-recovered.apportion").toStdString();
    }));
    ASSERT_TRUE(waitFor([this] { return window->focusWidget() != nullptr; })) << "nowhere";
    EXPECT_TRUE(window->focusWidget()->isVisibleTo(window.get()));
    EXPECT_EQ(window->focusWidget(), window->quotas().tree());
}

TEST_F(DamagedTest, TheWayOutStaysAfterAMisstep) {
    const QString left = refused();
    EXPECT_FALSE(window->notices().text().contains(QStringLiteral("apportionctl")))
        << qPrintable(window->notices().text());
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("“Recover into a new file…”")));
    const auto inTheBar = [this] {
        const auto buttons = window->notices().buttons();
        const auto* first = buttons.empty() ? nullptr : qobject_cast<QPushButton*>(buttons.front());
        return !window->notices().text().isEmpty() && first != nullptr &&
               first->text() == QStringLiteral("Recover into a new file…");
    };
    giveUp([this] {
        QTest::mouseClick(qobject_cast<QPushButton*>(window->notices().buttons().front()),
                          Qt::LeftButton);
    });
    EXPECT_TRUE(inTheBar()) << "after Esc in the dialog";
    // Under a name that something has.
    window->files().recoverInto(left, file);
    ASSERT_TRUE(waitFor([this] { return window->notices().text().contains("was not recovered"); }));
    EXPECT_TRUE(inTheBar());
    // Closed, it is in the list and among the actions.
    window->notices().dismiss();
    ASSERT_TRUE(action(ActionId::recoverFile)->isEnabled());
    giveUp([this] { action(ActionId::recoverFile)->trigger(); });
    const QModelIndex row = window->issues().table()->model()->index(0, IssueModel::fixColumn);
    auto* fix = window->issues().table()->indexWidget(row)->findChild<QPushButton*>();
    ASSERT_NE(fix, nullptr);
    EXPECT_EQ(fix->text(), QStringLiteral("Recover into a new file…"));
    giveUp([fix] { fix->click(); });
    open(file);
    EXPECT_TRUE(waitFor([this] { return !action(ActionId::recoverFile)->isEnabled(); }));
}

// In a window as low as it may be.
TEST_F(DamagedTest, TheStartPageStaysWhereItIsUnderTheMessage) {
    refused();
    window->resize(window->minimumSize());
    const auto top = [this] {
        for (const QLabel* label : window->findChildren<QLabel*>())
            if (label->text() == QStringLiteral("Apportion") && label->isVisible())
                return label->parentWidget()->mapTo(window.get(), QPoint()).y();
        return -1;
    };
    QTest::qWait(100);
    const NoticeBar& bar = window->notices();
    ASSERT_TRUE(bar.isVisible());
    const int before = top();
    ASSERT_GE(before, 24);
    EXPECT_GT(bar.mapTo(window.get(), QPoint()).y(), before) << "it lies at the bottom";
    window->notices().dismiss();
    QTest::qWait(100);
    EXPECT_EQ(top(), before);
}

TEST_F(DamagedTest, AStopThatWasAskedForIsNoErrorAndCanBeTakenUpAgain) {
    const QString left = refused();
    Problem stopped;
    stopped.message = {"recover-stopped",
                       {{"name", Value::ofText(QFileInfo(left).fileName().toStdString())}}};
    emit window->files().notRecovered(left, {stopped});
    EXPECT_EQ(window->notices().tone(), Tone::info);
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("was stopped")));
    recoverByTheBar();
    EXPECT_TRUE(waitFor([this] { return view().document.open; }));
}

// Its engine stands still then, whatever it said of itself a moment ago.
class StandstillTest : public DamagedTest {
protected:
    StandstillTest() {
        qputenv("XDG_STATE_HOME", profile.filePath(QStringLiteral("state")).toUtf8());
    }
    ~StandstillTest() override {
        window.reset();
        qunsetenv("XDG_STATE_HOME");
    }
    void goLive() {
        makePool(1);
        press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
        ASSERT_TRUE(waitFor([this] { return view().document.isLive(); }));
        ASSERT_EQ(pill()->mode(), Mode::live);
    }
    const ModePill* pill() const { return window->findChild<ModePill*>(); }
    const NoticeBar* notice() const { return window->findChild<NoticeBar*>(); }
    bool tells(const char* words) const { return notice()->text().contains(QLatin1String(words)); }
};

TEST_F(StandstillTest, OfALivePoolWhoseFileIsDamagedUnderIt) {
    goLive();
    SQLite::Database(file.toStdString(), SQLite::OPEN_READWRITE, 5000)
        .exec("ALTER TABLE journal RENAME TO elsewhere");
    ASSERT_TRUE(waitFor([this] { return pill()->mode() == Mode::halted; }));
    for (const char* part :
         {"damaged", "Scheduling halted at", "Running commands continue", "Recover"})
        EXPECT_TRUE(waitFor([&] { return tells(part); })) << part << "\n"
                                                          << qPrintable(notice()->text());
    EXPECT_FALSE(tells("automatic")) << "no longer written to it any more";
    EXPECT_EQ(view().document.name, "Pool") << "it is the one that was opened";
    recoverByTheBar();
    EXPECT_TRUE(waitFor([this] { return pill()->mode() != Mode::halted; }));
    EXPECT_EQ(view().document.file, profile.filePath("pool-recovered.apportion").toStdString());
    EXPECT_EQ(guarantee(QStringLiteral("A")), 4);
}

TEST_F(StandstillTest, OfALivePoolWhoseFileWasReplacedNothingGoesOnByItself) {
    goLive();
    const QString other = profile.filePath("other.apportion");
    ASSERT_TRUE(QFile::copy(file, other));
    ASSERT_EQ(std::rename(other.toLocal8Bit().constData(), file.toLocal8Bit().constData()), 0);
    ASSERT_TRUE(waitFor([this] { return pill()->mode() == Mode::halted; }));
    for (const char* part : {"was replaced by another file", "open the new file"})
        EXPECT_TRUE(waitFor([&] { return tells(part); })) << qPrintable(notice()->text());
    EXPECT_FALSE(tells("automatic")) << qPrintable(notice()->text());
}

TEST_F(StandstillTest, GoesOnByItselfWhereTheFileCanBeWrittenAgain) {
    goLive();
    SQLite::Database other(file.toStdString(), SQLite::OPEN_READWRITE, 5000);
    other.exec("BEGIN IMMEDIATE");
    ASSERT_TRUE(waitFor([this] { return pill()->mode() == Mode::halted; }));
    EXPECT_TRUE(waitFor([this] { return tells("automatic"); })) << qPrintable(notice()->text());
    other.exec("ROLLBACK");
    EXPECT_TRUE(waitFor([this] { return pill()->mode() == Mode::live; }));
    EXPECT_TRUE(waitFor([this] { return !notice()->isVisible(); })) << qPrintable(notice()->text());
}

}  // namespace
}  // namespace apportion::ui
