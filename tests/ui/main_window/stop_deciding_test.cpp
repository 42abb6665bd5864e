// SPDX-License-Identifier: GPL-3.0-or-later
// What ends a live pool is pressed on purpose: the focus is never there by itself, and while work
// runs it asks.
#include <algorithm>
#include <future>
#include <optional>
#include <vector>

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QStringList>

#include "core/plan/effect.h"
#include "tests/core/view/standing.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/live/live_dialog.h"
#include "ui/main_window/mode_bar.h"

namespace apportion::ui {
namespace {

class StopDecidingTest : public ProjectConsole {
protected:
    void SetUp() override {
        makePool();
        QApplication::setActiveWindow(window.get());
        ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    }
    QPushButton* liveButton() const {
        return window->findChild<ModeBar*>()->findChild<QPushButton*>();
    }
    void answer() {
        press(shown<LiveDialog>(), QStringLiteral("Go live"));
        // What is on its way is not offered once more.
        EXPECT_TRUE(isLive() || liveButton()->text() == QStringLiteral("Going live…"))
            << qPrintable(liveButton()->text());
        EXPECT_TRUE(isLive() || !liveButton()->isEnabled());
        ASSERT_TRUE(waitFor([this] { return view().document.isLive(); }));
        expectGone<LiveDialog>();
        QApplication::setActiveWindow(window.get());
        ASSERT_TRUE(waitFor([this] { return window->isActiveWindow(); }));
    }
    void run(const char* name) {
        window->commands().run(commandOf("submit", {{"name", name}, {"quota", "A"}, {"gpu", "1"}}));
        ASSERT_TRUE(waitFor([&] { return is(QString::fromLatin1(name), WorkloadState::running); }));
    }
    bool isLive() const { return view().document.isLive(); }
};

TEST_F(StopDecidingTest, TheFocusStaysWhereItWasWhenTheMouseGoesLive) {
    auto* tree = window->quotas().tree();
    tree->setFocus();
    QTest::mouseClick(liveButton(), Qt::LeftButton);
    answer();
    EXPECT_EQ(window->focusWidget(), tree);
}

// Also while the engine is there and the view that shows it is still on its way.
TEST_F(StopDecidingTest, IsNotOfferedAgainUntilItIsSeenToBeLive) {
    auto* live = action(ActionId::goLive);
    auto* dialog = opened<LiveDialog>(ActionId::goLive);
    QStringList texts;
    const auto watched =
        QObject::connect(live, &QAction::changed, live, [&] { texts << live->text(); });
    press(dialog, QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return isLive(); }));
    QObject::disconnect(watched);
    EXPECT_EQ(texts.filter(QStringLiteral("Stop scheduling")).size() +
                  texts.filter(QStringLiteral("Going live…")).size(),
              texts.size())
        << qPrintable(texts.join(QStringLiteral(", ")));
    expectGone<LiveDialog>();
}

TEST_F(StopDecidingTest, SaysWhatIsLookedForUntilItIsKnown) {
    std::vector<std::future<std::optional<Effect>>> before;  // they keep the engine busy
    for (int i = 0; i < 100; ++i)
        before.push_back(window->bridge().session().draftScale(
            ScaleRequest{{{"A", 2 * kOneGpu}}, ScaleMode::drain, 0}));
    LiveDialog form(window->bridge(), window.get());
    form.setVisible(true);
    const auto looksFor = [&] {
        const auto labels = form.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().startsWith(QStringLiteral("Loading the"));
        });
    };
    ASSERT_FALSE(form.isUpToDate());
    EXPECT_TRUE(looksFor());
    ASSERT_TRUE(waitFor([&] { return form.isUpToDate(); }));
    EXPECT_FALSE(looksFor());
}

TEST_F(StopDecidingTest, TheButtonThatStopsDoesNotInheritTheFocus) {
    liveButton()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(liveButton(), Qt::Key_Space);
    answer();
    EXPECT_EQ(window->focusWidget(), window->quotas().tree());
    QTest::keyClick(window->focusWidget(), Qt::Key_Space);
    QTest::qWait(50);
    EXPECT_TRUE(isLive());
}

TEST_F(StopDecidingTest, ItAsksWhileWorkRuns) {
    QTest::mouseClick(liveButton(), Qt::LeftButton);
    answer();
    run("a-1");
    liveButton()->setFocus(Qt::TabFocusReason);
    QTest::keyClick(liveButton(), Qt::Key_Space);
    const QString question = window->notices().text();
    EXPECT_TRUE(question.contains(QStringLiteral("Running workloads continue")))
        << qPrintable(question);
    const auto* focused = qobject_cast<QPushButton*>(window->focusWidget());
    ASSERT_NE(focused, nullptr);
    EXPECT_EQ(focused->text(), QStringLiteral("Stay live"));
    QTest::keyClick(window->focusWidget(), Qt::Key_Space);
    QTest::qWait(50);
    EXPECT_TRUE(isLive());
    EXPECT_TRUE(window->notices().text().isEmpty());
    rest();
}

// Nor does the question that quitting asks begin on what ends it.
TEST_F(StopDecidingTest, QuittingBeginsOnStayingLive) {
    QTest::mouseClick(liveButton(), Qt::LeftButton);
    answer();
    EXPECT_FALSE(window->close());
    const auto* focused = qobject_cast<QPushButton*>(window->focusWidget());
    ASSERT_NE(focused, nullptr);
    EXPECT_EQ(focused->text(), QStringLiteral("Stay live"));
    QTest::keyClick(window->focusWidget(), Qt::Key_Return);
    EXPECT_TRUE(window->isVisible());
    EXPECT_TRUE(isLive());
}

TEST_F(StopDecidingTest, ItStopsAtOnceWhereNothingRuns) {
    QTest::mouseClick(liveButton(), Qt::LeftButton);
    answer();
    action(ActionId::goLive)->trigger();
    EXPECT_TRUE(waitFor([this] { return view().document.rests(); }));
    EXPECT_TRUE(window->notices().text().isEmpty());
}

// Neither is a pool that another program runs.
TEST(ModeBarTest, WhereAnotherProgramDecidesNothingIsOffered) {
    QAction live(QStringLiteral("Go live…"));
    ModeBar bar(new QWidget, &live);
    View view;
    view.document.open = true;
    view.document.nodes = 1;
    view.key.capacity = kOneGpu;
    const auto* button = bar.findChild<QPushButton*>();
    ASSERT_NE(button, nullptr);
    stand(view.document, Standing::elsewhere);
    bar.setView(view);
    EXPECT_TRUE(button->isHidden());
    EXPECT_TRUE(bar.accessibleDescription().contains(QStringLiteral("1 GPU on")))
        << qPrintable(bar.accessibleDescription());
    stand(view.document, Standing::resting);
    bar.setView(view);
    EXPECT_FALSE(button->isHidden());
}

}  // namespace
}  // namespace apportion::ui
