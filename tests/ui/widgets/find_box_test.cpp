// SPDX-License-Identifier: GPL-3.0-or-later
// A choice of one name among many is found by typing.
#include "ui/widgets/find_box.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QLabel>
#include <QListView>
#include <QLocale>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include "ui/widgets/find_list.h"
#include "ui/widgets/search_field.h"

namespace apportion::ui {
namespace {

class FindBoxTest : public ::testing::Test {
protected:
    void show(int names) {
        QStringList all;
        for (int i = 0; i < names; ++i)
            all << QStringLiteral("Children of team-%1").arg(i);
        box.setNames(all);
        box.setCurrentIndex(0);
        box.show();
        QApplication::setActiveWindow(&box);
        ASSERT_TRUE(QTest::qWaitForWindowExposed(&box));
        box.setFocus();
    }
    FindList* list() { return box.findChild<FindList*>(); }

    FindBox box{QStringLiteral("Find a quota")};
};

TEST_F(FindBoxTest, LettersFindAndEnterChooses) {
    show(60'000);
    QSignalSpy activated(&box, &QComboBox::activated);
    QTest::keyClick(&box, Qt::Key_4);
    ASSERT_NE(list(), nullptr);
    QTest::keyClicks(list()->field(), QStringLiteral("4321"));
    QTest::keyClick(list()->field(), Qt::Key_Return);
    QApplication::processEvents();
    EXPECT_EQ(box.currentText(), QStringLiteral("Children of team-44321"));
    EXPECT_EQ(activated.count(), 1);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(list(), nullptr);
    // Each word, in any order, and down in the list.
    box.showPopup();
    list()->find(QStringLiteral("-123 TEAM"));
    EXPECT_EQ(list()->list()->currentIndex().data().toString(),
              QStringLiteral("Children of team-123"));
    QTest::keyClick(list()->field(), Qt::Key_Down);
    QTest::keyClick(list()->field(), Qt::Key_Return);
    EXPECT_EQ(box.currentText(), QStringLiteral("Children of team-1230"));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    // Esc leaves what was chosen.
    box.showPopup();
    QTest::keyClick(list()->field(), Qt::Key_Escape);
    EXPECT_EQ(box.currentText(), QStringLiteral("Children of team-1230"));
}

TEST_F(FindBoxTest, OpensAtWhatIsChosenAndSaysHowManyMore) {
    show(60'000);
    box.setCurrentIndex(30'000);
    box.showPopup();
    EXPECT_EQ(list()->list()->currentIndex().data().toString(),
              QStringLiteral("Children of team-30000"));
    const auto says = [this](const QString& words) {
        for (const QLabel* label : list()->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(words))
                return true;
        return false;
    };
    EXPECT_TRUE(says(QLocale().toString(59'500) + QStringLiteral(" more")));
    list()->find(QStringLiteral("nobody"));
    EXPECT_TRUE(says(QStringLiteral("No name matches")));
    list()->find(QStringLiteral("team-59999"));
    EXPECT_FALSE(says(QStringLiteral("more")));
}

// Crowds open, and are sought in, without a stall.
TEST_F(FindBoxTest, NothingStallsInACrowd) {
    show(100'000);
    const auto took = [](auto work) {
        qint64 least = 1'000'000;
        for (int i = 0; i < 3; ++i) {
            QElapsedTimer clock;
            clock.start();
            work();
            least = std::min(least, clock.elapsed());
        }
        return least;
    };
    EXPECT_LT(took([this] {
                  box.showPopup();
                  QApplication::processEvents();
                  box.hidePopup();
                  QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
              }),
              150);
    box.showPopup();
    EXPECT_LT(took([this] { list()->find(QStringLiteral("team 9999")); }), 100);
}

TEST_F(FindBoxTest, OfFewItIsAnOrdinaryList) {
    show(5);
    box.showPopup();
    EXPECT_EQ(list(), nullptr);
    EXPECT_TRUE(box.view()->isVisible());
    box.hidePopup();
    // As many as before: the one that was chosen stays.
    box.setCurrentIndex(3);
    box.setNames({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c"),
                  QStringLiteral("d"), QStringLiteral("e")});
    EXPECT_EQ(box.currentIndex(), 3);
    box.setNames({QStringLiteral("a")});
    EXPECT_EQ(box.currentIndex(), -1);
}

// A name with a space is typed as it stands, where all are seen at once too.
TEST_F(FindBoxTest, ASpaceInsideOfANameOpensNothing) {
    show(3);
    box.setNames({QStringLiteral("Quota1"), QStringLiteral("Team A"), QStringLiteral("Team B")});
    QTest::keyClicks(&box, QStringLiteral("team b"));
    EXPECT_EQ(box.currentText(), QStringLiteral("Team B"));
    EXPECT_FALSE(box.view()->isVisible());
    QTest::qWait(QApplication::keyboardInputInterval() + 50);
    QTest::keyClick(&box, Qt::Key_Space);
    EXPECT_TRUE(box.view()->isVisible());
    box.hidePopup();
}

}  // namespace
}  // namespace apportion::ui
