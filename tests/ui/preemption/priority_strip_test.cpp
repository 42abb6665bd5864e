// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/priority_strip.h"

#include <memory>

#include <gtest/gtest.h>

#include <QAccessible>
#include <QAccessibleValueInterface>
#include <QApplication>
#include <QLineEdit>
#include <QVBoxLayout>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include "tests/ui/widgets/gallery.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

constexpr auto Low = PriorityStrip::Low;
constexpr auto High = PriorityStrip::High;

class StripTest : public ::testing::Test {
protected:
    explicit StripTest(bool twoBands = true) {
        auto* column = new QVBoxLayout(&window);
        before = new QLineEdit(&window);
        strip = new PriorityStrip(twoBands, &window);
        after = new QLineEdit(&window);
        for (QWidget* each : {static_cast<QWidget*>(before), static_cast<QWidget*>(strip),
                              static_cast<QWidget*>(after)})
            column->addWidget(each);
        strip->setBand(Low, {3, 4});
        if (twoBands)
            strip->setBand(High, {6, 8});
        window.resize(880, 260);
        window.show();
        QApplication::setActiveWindow(&window);
        EXPECT_TRUE(QTest::qWaitForWindowExposed(&window));
        strip->setFocus(Qt::TabFocusReason);
    }

    // The middle of a cell, taken from the handles: they stand at its edges.
    QPoint cellOf(int priority) const {
        const double step = (strip->width() + 4.0) / 9;
        return {static_cast<int>((priority - 0.5) * step), strip->height() / 2};
    }
    QPoint at(int handle) const { return strip->handleRect(handle).center().toPoint(); }
    void drag(QPoint from, QPoint to) const {
        QTest::mousePress(strip, Qt::LeftButton, {}, from);
        QTest::mouseMove(strip, (from + to) / 2);
        QTest::mouseMove(strip, to);
        QTest::mouseRelease(strip, Qt::LeftButton, {}, to);
    }
    void key(int which, Qt::KeyboardModifiers with = {}) const {
        QTest::keyClick(strip, static_cast<Qt::Key>(which), with);
    }

    QWidget window;
    QLineEdit* before;
    PriorityStrip* strip;
    QLineEdit* after;
};

TEST_F(StripTest, OfABandThatIsNotKnownNothingIsPainted) {
    const auto cells = [this] {
        return strip->grab().toImage().copy(QRect(cellOf(6).x() - 20, 0, 200, strip->height()));
    };
    strip->setBand(High, {9, 9});
    after->setFocus();
    const QImage none = cells();
    strip->setBand(High, {6, 8});
    const QImage shown = cells();
    EXPECT_NE(shown, none);
    strip->setKnown(High, false);
    EXPECT_EQ(cells(), none);
    EXPECT_FALSE(strip->inConflict());
    QAccessibleInterface* edge = QAccessible::queryAccessibleInterface(strip)->child(2);
    EXPECT_EQ(edge->text(QAccessible::Value), QString());
    // Any edge that is moved says what it is.
    QSignalSpy changed(strip, &PriorityStrip::bandChanged);
    strip->setValue({High, false}, 6);
    EXPECT_TRUE(strip->isKnown(High));
    EXPECT_EQ(changed.count(), 1);
    EXPECT_EQ(cells(), shown);
}

TEST_F(StripTest, TabGoesThroughTheHandlesAndOn) {
    before->setFocus();
    for (int handle = 0; handle < 4; ++handle) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        EXPECT_TRUE(strip->hasFocus());
        EXPECT_EQ(strip->currentHandle(), handle);
    }
    QTest::keyClick(strip, Qt::Key_Tab);
    EXPECT_TRUE(after->hasFocus());
    QTest::keyClick(after, Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_TRUE(strip->hasFocus());
    EXPECT_EQ(strip->currentHandle(), 3);
    for (int i = 0; i < 4; ++i)
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Backtab, Qt::ShiftModifier);
    EXPECT_TRUE(before->hasFocus());
}

TEST_F(StripTest, ArrowsMoveAnEdgeAndShiftItsBand) {
    QSignalSpy changed(strip, &PriorityStrip::bandChanged);
    strip->setCurrentHandle(2);  // High, from
    key(Qt::Key_Left);
    EXPECT_EQ(strip->band(High), (PriorityRange{5, 8}));
    key(Qt::Key_Up);
    key(Qt::Key_Right);
    EXPECT_EQ(strip->band(High), (PriorityRange{7, 8}));
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(strip->band(High), (PriorityRange{8, 9}));
    key(Qt::Key_Right, Qt::ShiftModifier);
    EXPECT_EQ(strip->band(High), (PriorityRange{8, 9})) << "there is no priority above";
    EXPECT_EQ(strip->band(Low), (PriorityRange{3, 4}));
    EXPECT_EQ(changed.count(), 4);
}

TEST_F(StripTest, DigitsSetAnEdgeAndTheOtherGivesWay) {
    strip->setCurrentHandle(1);  // Low, to
    key(Qt::Key_2);
    EXPECT_EQ(strip->band(Low), (PriorityRange{2, 2}));
    key(Qt::Key_5);
    EXPECT_EQ(strip->band(Low), (PriorityRange{2, 5}));
    strip->setCurrentHandle(0);
    key(Qt::Key_9);
    EXPECT_EQ(strip->band(Low), (PriorityRange{9, 9}));
    key(Qt::Key_Home);
    EXPECT_EQ(strip->band(Low), (PriorityRange{1, 9}));
    strip->setCurrentHandle(3);
    key(Qt::Key_End);
    EXPECT_EQ(strip->band(High), (PriorityRange{6, 9}));
}

TEST_F(StripTest, ASingleOneKeepsBothEdgesTogether) {
    strip->setBand(Low, {4, 4});
    strip->setSingle(Low, true);
    strip->setCurrentHandle(1);
    key(Qt::Key_Left);
    EXPECT_EQ(strip->band(Low), (PriorityRange{3, 3}));
    key(Qt::Key_1);
    EXPECT_EQ(strip->band(Low), (PriorityRange{1, 1}));
    drag(cellOf(1), cellOf(5));
    EXPECT_EQ(strip->band(Low), (PriorityRange{5, 5}));
}

TEST_F(StripTest, TheMouseDragsEdgesBandsAndEmptyCells) {
    drag(at(2), cellOf(5) - QPoint(40, 0));
    EXPECT_EQ(strip->band(High), (PriorityRange{5, 8})) << "an edge";
    EXPECT_EQ(strip->currentHandle(), 2);
    drag(cellOf(3), cellOf(2));
    EXPECT_EQ(strip->band(Low), (PriorityRange{2, 3})) << "a band by one of its cells";
    drag(cellOf(3), cellOf(1));
    EXPECT_EQ(strip->band(Low), (PriorityRange{1, 2})) << "not out of the strip";
    QTest::mouseClick(strip, Qt::LeftButton, {}, cellOf(9));
    EXPECT_EQ(strip->band(High), (PriorityRange{5, 9})) << "the nearest edge comes to a cell";
    QTest::mouseClick(strip, Qt::RightButton, {}, cellOf(4));
    EXPECT_EQ(strip->band(Low), (PriorityRange{1, 2}));
}

TEST_F(StripTest, SeesWhereBandsMeet) {
    EXPECT_FALSE(strip->inConflict());
    strip->setBand(Low, {3, 6});
    EXPECT_TRUE(strip->inConflict());
    strip->setBand(Low, {9, 9});
    EXPECT_TRUE(strip->inConflict()) << "above";
    const QImage image = strip->grab().toImage();
    strip->setBand(Low, {1, 1});
    EXPECT_NE(image, strip->grab().toImage());
}

TEST_F(StripTest, ScreenReadersFindFourSliders) {
    QAccessibleInterface* group = QAccessible::queryAccessibleInterface(strip);
    ASSERT_TRUE(group);
    ASSERT_EQ(group->childCount(), 4);
    const QStringList names{QStringLiteral("Low, from"), QStringLiteral("Low, to"),
                            QStringLiteral("High, from"), QStringLiteral("High, to")};
    const QStringList values{QStringLiteral("3"), QStringLiteral("4"), QStringLiteral("6"),
                             QStringLiteral("8")};
    for (int i = 0; i < 4; ++i) {
        QAccessibleInterface* slider = group->child(i);
        ASSERT_TRUE(slider);
        EXPECT_EQ(slider->role(), QAccessible::Slider);
        EXPECT_EQ(slider->text(QAccessible::Name), names[i]);
        EXPECT_EQ(slider->text(QAccessible::Value), values[i]);
        EXPECT_EQ(slider->parent(), group);
        EXPECT_EQ(group->indexOfChild(slider), i);
        EXPECT_FALSE(slider->rect().isEmpty());
        ASSERT_TRUE(slider->valueInterface());
        EXPECT_EQ(slider->valueInterface()->minimumValue().toInt(), 1);
        EXPECT_EQ(slider->valueInterface()->maximumValue().toInt(), 9);
    }
    group->child(3)->valueInterface()->setCurrentValue(9);
    EXPECT_EQ(strip->band(High), (PriorityRange{6, 9}));
    strip->setCurrentHandle(1);
    EXPECT_EQ(group->focusChild(), group->child(1));
    EXPECT_TRUE(group->child(1)->state().focused);
    EXPECT_FALSE(group->child(0)->state().focused);
}

TEST_F(StripTest, WhatIsDisabledDoesNotMove) {
    strip->setEnabled(false);
    drag(at(2), cellOf(5));
    key(Qt::Key_1);
    EXPECT_EQ(strip->band(High), (PriorityRange{6, 8}));
    EXPECT_EQ(strip->band(Low), (PriorityRange{3, 4}));
}

class OneBandTest : public StripTest {
protected:
    OneBandTest() : StripTest(false) {}
};

TEST_F(OneBandTest, HasTwoHandlesAndNeverConflicts) {
    EXPECT_EQ(strip->handleCount(), 2);
    strip->setBand(Low, {1, 9});
    EXPECT_FALSE(strip->inConflict());
    EXPECT_EQ(QAccessible::queryAccessibleInterface(strip)->childCount(), 2);
    QTest::mouseClick(strip, Qt::LeftButton, {}, cellOf(8));
    EXPECT_EQ(strip->band(Low), (PriorityRange{1, 9}));
}

QWidget* strips() {
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    page->resize(880, 620);
    auto* column = new QVBoxLayout(page);
    column->setSpacing(20);
    const auto add = [&](bool two, PriorityRange low, PriorityRange high) {
        auto* strip = new PriorityStrip(two, page);
        strip->setBand(Low, low);
        strip->setBand(High, high);
        column->addWidget(strip);
        return strip;
    };
    add(true, {4, 4}, {6, 9})->setCurrentHandle(3);
    add(true, {4, 7}, {6, 9})->setCurrentHandle(1);
    add(true, {1, 1}, {9, 9});
    add(false, {1, 3}, {6, 9});
    add(true, {1, 4}, {6, 9})->setEnabled(false);
    column->addStretch();
    return page;
}

TEST(Gallery, PriorityStrip) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("priority-strip"), strips));
}

}  // namespace
}  // namespace apportion::ui
