// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of changes that a window had not saved when it went.
#include "core/session/recovery.h"

#include <QAbstractButton>

#include "tests/ui/main_window/console_fixture.h"

namespace apportion::ui {
namespace {

TEST_F(ConsoleTest, LeavingForASignalAsksNothingAndLosesNothing) {
    const QString file = copyOf("four-teams.json");
    open(file);
    editGuarantee("team-d", 6);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    window->leave();
    EXPECT_FALSE(window->isVisible());
    EXPECT_TRUE(window->notices().text().isEmpty());
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    window->files().offerRecovery();
    EXPECT_TRUE(waitFor([this] { return window->notices().buttons().size() == 2; }));
}

TEST_F(ConsoleTest, OffersACopyThatWasLeftBehind) {
    open(copyOf("four-teams.json"));
    editGuarantee("team-d", 6);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    // The window goes without being closed, as by a signal.
    window.reset();
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    window->files().offerRecovery();
    ASSERT_TRUE(waitFor([this] { return window->notices().buttons().size() == 2; }));
    QTest::mouseClick(qobject_cast<QAbstractButton*>(window->notices().buttons().front()),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return view().document.open; }));
    EXPECT_TRUE(view().document.dirty);
    EXPECT_TRUE(waitFor([this] { return view().quotas[3].numbers.guaranteed == 6 * kOneGpu; }));
}

TEST_F(ConsoleTest, ACopyIsDiscardedOnlyWhenThatIsSaidTwice) {
    open(copyOf("four-teams.json"));
    editGuarantee("team-d", 6);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    window.reset();
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    window->files().offerRecovery();
    const auto press = [this](const QString& text) {
        ASSERT_TRUE(waitFor([&] { return !window->notices().buttons().empty(); }));
        for (QWidget* each : window->notices().buttons())
            if (auto* found = qobject_cast<QAbstractButton*>(each); found->text() == text)
                return QTest::mouseClick(found, Qt::LeftButton);
        FAIL() << qPrintable(text);
    };
    const auto copies = [this] { return window->bridge().session().recoverable().get().size(); };
    press(QStringLiteral("Discard the copy…"));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("You cannot undo this")));
    EXPECT_EQ(copies(), 1U);
    const auto* focused = qobject_cast<QAbstractButton*>(window->focusWidget());
    ASSERT_NE(focused, nullptr);
    EXPECT_EQ(focused->text(), QStringLiteral("Keep the copy")) << "Enter loses nothing";
    press(QStringLiteral("Keep the copy"));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("Recovered unsaved changes")));
    press(QStringLiteral("Discard the copy…"));
    press(QStringLiteral("Discard"));
    EXPECT_EQ(copies(), 0U);
    EXPECT_TRUE(waitFor([this] { return !window->notices().isVisible(); }));
}

TEST_F(ConsoleTest, OffersTheCopyOfAFileThatIsOpenedByName) {
    const QString file = copyOf("four-teams.json");
    open(file);
    editGuarantee("team-d", 6);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    window.reset();
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    open(copyOf("pool-128.json"));
    window->bridge().session().recoverable().wait();
    QTest::qWait(0);
    EXPECT_TRUE(window->notices().buttons().empty()) << "it is another file's";
    window->files().openNamed(file);
    ASSERT_TRUE(waitFor([this] { return window->notices().buttons().size() == 2; }));
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("four-teams.json")));
    EXPECT_FALSE(view().document.dirty);
    // Closed without an answer, the start page offers it.
    action(ActionId::closeFile)->trigger();
    ASSERT_TRUE(waitFor(
        [this] { return !view().document.open && window->notices().buttons().size() == 2; }));
    open(file);
    ASSERT_TRUE(waitFor([this] { return window->notices().buttons().size() == 2; }));
    QTest::mouseClick(qobject_cast<QAbstractButton*>(window->notices().buttons().front()),
                      Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return view().document.dirty; }));
    EXPECT_TRUE(waitFor([this] { return view().quotas[3].numbers.guaranteed == 6 * kOneGpu; }));
}

}  // namespace
}  // namespace apportion::ui
