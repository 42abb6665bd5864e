// SPDX-License-Identifier: GPL-3.0-or-later
// The console and commands that really run: submitted, asked about, approved, followed by log.
#include <cstdlib>

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include "core/cluster/local/keeper/keeper.h"
#include "core/plan/draft/quota_draft.h"
#include "core/session/live/live_pool.h"
#include "core/session/local/local_pool.h"
#include "core/session/local/run_logs.h"
#include "core/session/project/desk.h"
#include "tests/ui/main_window/live_console.h"
#include "ui/command_runner.h"
#include "ui/files/notice_bar.h"
#include "ui/inspector/inspector.h"
#include "ui/inspector/run_section.h"
#include "ui/inspector/workload_inspector.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/live_verbs.h"
#include "ui/main_window/palette_entries.h"
#include "ui/main_window/render.h"
#include "ui/preferences/settings_dialog.h"
#include "ui/visible_text.h"
#include "ui/widgets/argument_list.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/theme.h"
#include "ui/work_forms/approval_dialog.h"
#include "ui/work_forms/submit_dialog.h"

namespace apportion::ui {
namespace {

class LiveTest : public LiveConsole {};

TEST_F(LiveTest, ACommandIsReadBackWordByWordAndRuns) {
    makePool(1);
    goLive();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    auto* command = control<QLineEdit>(dialog, QStringLiteral("Command"));
    auto* words = control<ArgumentList>(dialog, QStringLiteral("Program and arguments"));
    EXPECT_FALSE(words->isVisible());
    QTest::keyClicks(command, QStringLiteral("sh -c 'echo \"$1\" > out' x \"a  b\""));
    EXPECT_EQ(words->shown(), (QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
                                           QStringLiteral("echo \"$1\" > out"), QStringLiteral("x"),
                                           QStringLiteral("a  b")}));
    EXPECT_EQ(control<QLineEdit>(dialog, QStringLiteral("Folder of the command"))->text(),
              profile.path());
    ASSERT_TRUE(waitFor([&] {
        return dialog->consequence().contains(QStringLiteral("uns on this machine"));
    })) << qPrintable(dialog->consequence());
    // Half a quotation is no command.
    command->setText(QStringLiteral("sh -c 'echo"));
    ASSERT_TRUE(waitFor([&] { return !button(dialog, QStringLiteral("Submit"))->isEnabled(); }));
    EXPECT_TRUE(command->property("error").toBool());
    command->setText(QStringLiteral("sh -c 'echo \"$1\" > out' x \"a  b\""));
    press(dialog, QStringLiteral("Submit"));
    EXPECT_TRUE(waitFor([&] { return textOf("out") == QStringLiteral("a  b\n"); }));
    EXPECT_TRUE(waitFor([&] { return view().key.ended == 1; }));
}

// Nobody agrees to what was true a minute ago.
TEST_F(LiveTest, TheQuestionFollowsTheFileWhileItIsOpen) {
    makePool(1);
    auto* dialog = opened<LiveDialog>(ActionId::goLive);
    const auto says = [&](const QString& text) {
        for (const QLabel* label : dialog->findChildren<QLabel*>())
            if (label->text().contains(text))
                return true;
        return false;
    };
    EXPECT_TRUE(says(QStringLiteral("No workload has a command yet")));
    wish(QStringLiteral("wished"), QStringLiteral("true"));
    EXPECT_TRUE(waitFor([&] { return says(QStringLiteral("Not approved: 1")); }));
    QPushButton* go = button(dialog, QStringLiteral("Go live"));
    EXPECT_TRUE(go->isEnabled());
    {
        auto other = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(other);
        Problems notes;
        auto taken = LivePool::start(*other, localBackend(*other, LocalMachine::present(notes)));
        ASSERT_TRUE(taken) << taken.error().front().message.code;
        EXPECT_TRUE(waitFor([&] { return !go->isEnabled(); }));
        EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("Another program")))
            << qPrintable(dialog->consequence());
    }
    EXPECT_TRUE(waitFor([&] { return go->isEnabled(); })) << "it was given back";
    press(dialog, QStringLiteral("Go live"));
    EXPECT_TRUE(waitFor([this] { return view().document.isLive(); }));
}

TEST_F(LiveTest, GoingLiveAsksOnceAndIsForgottenInTheSettings) {
    makePool();
    EXPECT_TRUE(action(ActionId::goLive)->text().endsWith(QStringLiteral("…"))) << "it asks";
    auto* dialog = opened<LiveDialog>(ActionId::goLive);
    QString all;
    for (const QLabel* label : dialog->findChildren<QLabel*>())
        all += label->text() + QLatin1Char('\n');
    EXPECT_TRUE(all.contains(QStringLiteral("None of the 2 nodes is this machine")))
        << qPrintable(all);
    EXPECT_TRUE(all.contains(qt(view().document.machine)));
    EXPECT_TRUE(all.contains(qt(view().document.who)));
    dialog->reject();
    EXPECT_TRUE(view().document.rests()) << "asking starts nothing";
    expectGone<LiveDialog>();

    dialog = opened<LiveDialog>(ActionId::goLive);
    auto* remember = dialog->findChild<QCheckBox*>();
    EXPECT_FALSE(remember->isChecked()) << "nobody says it by doing nothing";
    remember->setChecked(true);
    press(dialog, QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().document.isLive() && view().document.remembered; }));
    expectGone<LiveDialog>();
    rest();
    action(ActionId::goLive)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().document.isLive(); })) << "the second time at once";
    EXPECT_EQ(window->findChild<LiveDialog*>(), nullptr);

    auto* form = opened<SettingsDialog>(ActionId::settings);
    const QString name = QStringLiteral("Forget %1").arg(file);
    const auto forget = [&]() -> QPushButton* {
        for (auto* each : form->findChildren<QPushButton*>())
            if (each->accessibleName() == name)
                return each;
        return nullptr;
    };
    ASSERT_TRUE(waitFor([&] { return forget() != nullptr; })) << qPrintable(name);
    QTest::mouseClick(forget(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !view().document.remembered; }));
    EXPECT_TRUE(waitFor([&] { return forget() == nullptr; }));
    EXPECT_TRUE(view().document.isLive()) << "it is about the next time";
    form->accept();
}

TEST_F(LiveTest, OpeningGoesLiveOnlyWhereThisUserSaidSo) {
    makePool();
    const auto openAgain = [&](bool remember) {
        ASSERT_TRUE(window->bridge().session().remember(remember).get());
        window = std::make_unique<MainWindow>(settings, consolePages());
        window->show();
        window->letRememberedGoLive();
        window->files().open(file);
        ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    };
    openAgain(false);
    QTest::qWait(600);
    EXPECT_TRUE(view().document.rests());
    openAgain(true);
    ASSERT_TRUE(waitFor([this] { return view().document.isLive(); }));
    ASSERT_EQ(window->notices().buttons().size(), 2U);
    QTest::mouseClick(window->notices().buttons().back(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !view().document.remembered; })) << "ask again";
    window->bridge().session().rest();
    // A picture, or a test, never does.
    ASSERT_TRUE(window->bridge().session().remember(true).get());
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->files().open(file);
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    QTest::qWait(600);
    EXPECT_TRUE(view().document.rests());
}

// Where no node is this machine nothing is promised.
TEST_F(LiveTest, TheFormPromisesNoCommandThatIsNotRun) {
    makePool();
    goLive();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    control<QComboBox>(dialog, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("A"));
    ASSERT_TRUE(waitFor([&] {
        return dialog->effect().contains(QStringLiteral("Starts immediately"));
    })) << qPrintable(dialog->effect());
    control<QLineEdit>(dialog, QStringLiteral("Command"))->setText(QStringLiteral("true"));
    ASSERT_TRUE(waitFor([&] {
        return dialog->effect().contains(QStringLiteral("rejected once it is approved"));
    })) << qPrintable(dialog->effect());
    EXPECT_FALSE(dialog->effect().contains(QStringLiteral("Starts")));
    EXPECT_TRUE(waitFor([&] { return dialog->consequence().isEmpty(); }))
        << "said once, and nothing else promised: " << qPrintable(dialog->consequence());
    // What mends the program that is not there stands below, so it is named.
    control<QLineEdit>(dialog, QStringLiteral("Command"))->setText(QStringLiteral("/no/prog"));
    EXPECT_TRUE(waitFor([&] {
        return dialog->effect().contains(QStringLiteral("/no/prog does not exist")) &&
               dialog->consequence().contains(QStringLiteral("Correct it"));
    })) << qPrintable(dialog->effect());
    EXPECT_TRUE(dialog->effect().contains(QStringLiteral("rejected once it is approved")));
    dialog->reject();
}

// Nor where its program or its folder is not there, which is no refusal: it may still come.
TEST_F(LiveTest, TheFormSaysWhatIsNotThere) {
    makePool(1);
    goLive();
    auto* dialog = opened<SubmitDialog>(ActionId::submitWork);
    control<QComboBox>(dialog, QStringLiteral("Quota"))->setCurrentText(QStringLiteral("A"));
    auto* command = control<QLineEdit>(dialog, QStringLiteral("Command"));
    auto* folder = control<QLineEdit>(dialog, QStringLiteral("Folder of the command"));
    const auto says = [&](const char* text) {
        return waitFor([&] { return dialog->effect().contains(QString::fromLatin1(text)); });
    };
    command->setText(QStringLiteral("nosuchprog --x"));
    ASSERT_TRUE(says("Program nosuchprog was not found")) << qPrintable(dialog->effect());
    EXPECT_FALSE(dialog->effect().contains(QStringLiteral("Starts")));
    EXPECT_TRUE(waitFor([&] {
        return dialog->consequence().contains(QStringLiteral("name it with its folder")) &&
               button(dialog, QStringLiteral("Submit"))->isEnabled();
    })) << qPrintable(dialog->consequence());
    command->setText(QStringLiteral("true"));
    EXPECT_TRUE(says("Starts immediately")) << qPrintable(dialog->effect());
    folder->setText(QStringLiteral("/nonexistent/dir"));
    EXPECT_TRUE(says("Folder /nonexistent/dir does not exist")) << qPrintable(dialog->effect());
    dialog->reject();
}

TEST_F(LiveTest, WhatCouldNotBeStartedIsNamedAndFound) {
    makePool(1);
    goLive();
    submit(QStringLiteral("typo"), QStringLiteral("nosuchprog --x"));
    auto* notice = window->findChild<NoticeBar*>();
    ASSERT_TRUE(waitFor([&] {
        return notice->text().contains(
            QStringLiteral("nosuchprog could not be started: No such file"));
    })) << qPrintable(notice->text());
    EXPECT_FALSE(notice->text().contains(QStringLiteral("apportionctl")));
    ASSERT_EQ(notice->buttons().size(), 1U);
    auto* show = qobject_cast<QPushButton*>(notice->buttons().front());
    ASSERT_NE(show, nullptr);
    EXPECT_EQ(show->text(), QStringLiteral("Show typo"));
    QTest::mouseClick(show, Qt::LeftButton);
    EXPECT_EQ(window->centre().current(), window->centre().indexOf(QStringLiteral("workloads")));
    EXPECT_TRUE(waitFor([&] { return section() != nullptr && section()->isVisible(); }));
}

// And who submits it all the same is told that it was thrown out, and why.
TEST_F(LiveTest, ACommandThatIsRejectedAtOnceIsToldInTheMessageBar) {
    makePool();
    goLive();
    submit(QStringLiteral("thrown"), QStringLiteral("true"));
    const auto* notice = window->findChild<NoticeBar*>();
    ASSERT_NE(notice, nullptr);
    EXPECT_TRUE(waitFor([&] {
        return notice->isVisible() &&
               notice->text().contains(QStringLiteral("was not run, because no node"));
    })) << qPrintable(notice->text());
}

TEST_F(LiveTest, TheInspectorFollowsTheLogAndSaysHowItEnded) {
    makePool(1);
    goLive();
    submit(QStringLiteral("job"),
           QStringLiteral("sh -c 'echo begun; while ! [ -e go ]; do sleep 0.01; done; "
                          "echo later; exit 3'"));
    window->selectWorkload(QStringLiteral("job"));
    EXPECT_TRUE(waitFor([&] { return section()->logText() == QStringLiteral("begun\n"); }))
        << qPrintable(section()->logText());
    QFile go(profile.filePath(QStringLiteral("go")));
    ASSERT_TRUE(go.open(QIODevice::WriteOnly));
    go.close();
    EXPECT_TRUE(waitFor([&] { return section()->logText() == QStringLiteral("begun\nlater\n"); }));
    EXPECT_TRUE(waitFor([&] {
        for (const QLabel* label : section()->findChildren<QLabel*>())
            if (label->text().contains(QStringLiteral("exit code 3")))
                return true;
        return false;
    }));
    ASSERT_TRUE(waitFor([&] { return is(QStringLiteral("job"), WorkloadState::failed); }));
    EXPECT_TRUE(section()->isVisible()) << "also when it is over";
    EXPECT_EQ(
        control<ArgumentList>(section(), QStringLiteral("Program and arguments"))->shown().size(),
        3);
    // Another one has other runs.
    submit(QStringLiteral("plain"), {});
    window->selectWorkload(QStringLiteral("plain"));
    EXPECT_TRUE(waitFor([&] { return section()->isUpToDate() && !section()->isVisible(); }));
}

TEST_F(LiveTest, TheReasonStandsBeforeTheCommandOfWhatWaits) {
    makePool(1);
    goLive();
    submit(QStringLiteral("runs"), QStringLiteral("sleep 600"), 8);
    ASSERT_TRUE(waitFor([&] { return is(QStringLiteral("runs"), WorkloadState::running); }));
    submit(QStringLiteral("waits"), QStringLiteral("sleep 600"));
    const auto* inspector = window->findChild<WorkloadInspector*>();
    const auto* facts = inspector->findChild<FactList*>();
    const auto* why = inspector->findChild<ExplanationRail*>(QString(), Qt::FindDirectChildrenOnly);
    const auto top = [](const QWidget* part) { return part->mapToGlobal(QPoint()).y(); };
    window->selectWorkload(QStringLiteral("waits"));
    EXPECT_TRUE(waitFor(
        [&] { return section()->isVisible() && why->isVisible() && top(why) < top(section()); }));
    window->selectWorkload(QStringLiteral("runs"));
    EXPECT_TRUE(waitFor([&] {
        return section()->isVisible() && !why->isVisible() && top(facts) < top(section());
    }));
}

// With a crowd the answer as of now takes seconds.
TEST_F(LiveTest, WhatWasToldAtRestIsNotToldBesideALivePool) {
    makePool(1);
    submit(QStringLiteral("all"), {}, 8);
    submit(QStringLiteral("more"), {});
    window->selectWorkload(QStringLiteral("more"));
    const auto* inspector = window->findChild<WorkloadInspector*>();
    const auto* why = inspector->findChild<ExplanationRail*>(QString(), Qt::FindDirectChildrenOnly);
    ASSERT_TRUE(waitFor([&] { return why->isVisible() && window->isSettled(); }));
    const auto says = [why] {
        QStringList texts;
        for (const QLabel* label : why->findChildren<QLabel*>())
            texts << label->text();
        return texts;
    };
    const QStringList atRest = says();
    ASSERT_FALSE(atRest.isEmpty());
    // The answer as of now may be there at once.
    std::optional<bool> told;
    const QObject here;
    QObject::connect(&window->bridge(), &SessionBridge::changed, &here, [&](const ViewPtr& now) {
        if (!told && now->document.isLive())
            told = why->isVisible() && says() == atRest;
    });
    goLive();
    EXPECT_EQ(told, std::optional(false)) << "that nobody runs the pool";
    EXPECT_TRUE(waitFor([&] { return window->isSettled(); }));
}

TEST_F(LiveTest, ItsDialogsAreDrawnAndEveryControlHasAName) {
    makePool();
    wish(QStringLiteral("work"), QStringLiteral("true"));
    for (const QString& name : projectViewNames()) {
        for (const Theme::Choice theme : {Theme::Light, Theme::Dark}) {
            Theme::apply(theme);
            ASSERT_TRUE(window->showView(name)) << qPrintable(name);
            auto* dialog = qobject_cast<DialogFrame*>(window->shownView());
            ASSERT_NE(dialog, nullptr);
            ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
            const QImage image = dialog->grab().toImage();
            EXPECT_EQ(qGray(image.pixel(image.width() / 2, 8)) < 128, theme == Theme::Dark);
            for (const QLineEdit* each : dialog->findChildren<QLineEdit*>())
                EXPECT_FALSE(each->accessibleName().isEmpty()) << qPrintable(name);
            dialog->close();
        }
    }
}

TEST(ArgumentListTest, ShowsWhatIsNotToBeSeen) {
    EXPECT_EQ(visibleWord(QStringLiteral("plain é 中")), QStringLiteral("plain é 中"));
    EXPECT_EQ(visibleWord(QStringLiteral("a\nb")), QStringLiteral("a\\nb"));
    EXPECT_EQ(visibleWord(QString(QChar(0x202e)) + QStringLiteral("x")), QStringLiteral("\\u202Ex"))
        << "it would turn the letters round";
    EXPECT_EQ(visibleWord(QString(QChar(0x00a0))), QStringLiteral("\\u00A0"));
    ArgumentList list;
    list.setArguments({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    const int all = list.heightForWidth(300);
    list.setMost(1);
    EXPECT_LT(list.heightForWidth(300), all);
    list.setMost(0);
    list.setArguments({QString(2000, QLatin1Char('x'))});
    EXPECT_GT(list.heightForWidth(200), list.heightForWidth(2000)) << "a long word is not cut";
}

TEST_F(LiveTest, AnotherFileInTheWindowOfALivePoolIsAskedAbout) {
    makePool();
    goLive();
    window->files().open(sample("pool-128.json"));
    ASSERT_EQ(window->notices().buttons().size(), 2U);
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("is live")));
    QTest::mouseClick(window->notices().buttons()[1], Qt::LeftButton);
    EXPECT_TRUE(view().document.isLive());
    action(ActionId::newPool)->trigger();
    ASSERT_EQ(window->notices().buttons().size(), 2U);
    window->notices().dismiss();
    window->files().open(sample("pool-128.json"));
    QTest::mouseClick(window->notices().buttons()[0], Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !view().document.can.journal; }));
}

TEST_F(LiveTest, QuittingSaysWhatBecomesOfALivePool) {
    makePool();
    goLive();
    action(ActionId::quit)->trigger();
    EXPECT_TRUE(window->isVisible());
    ASSERT_EQ(window->notices().buttons().size(), 2U);
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("Running workloads continue")))
        << qPrintable(window->notices().text());
    QTest::mouseClick(window->notices().buttons()[1], Qt::LeftButton);
    EXPECT_TRUE(window->isVisible());
    EXPECT_TRUE(view().document.isLive());
    action(ActionId::quit)->trigger();
    QTest::mouseClick(window->notices().buttons()[0], Qt::LeftButton);
    EXPECT_TRUE(waitFor([this] { return !window->isVisible(); }));
}

TEST_F(LiveTest, QuittingAPoolAtRestAsksNothing) {
    makePool();
    action(ActionId::quit)->trigger();
    EXPECT_FALSE(window->isVisible());
}

}  // namespace
}  // namespace apportion::ui
