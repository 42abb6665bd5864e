// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/priority_field.h"

#include <gtest/gtest.h>

#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QtTest/QTest>

#include "ui/preemption/policy_texts.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

// "1–1" reads as one number; what stands there can be read again.
TEST(PriorityField, ARangeOfOneIsWrittenInWords) {
    PriorityField field(QStringLiteral("Low"), {}, PriorityField::Grows::down);
    field.setRange({2, 4});
    EXPECT_EQ(field.edit()->text(), QStringLiteral("2–4"));
    field.setRange({1, 1});
    ASSERT_FALSE(field.isSingle());
    EXPECT_EQ(field.edit()->text(), QStringLiteral("1 to 1"));
    EXPECT_EQ(rangeFromText(field.edit()->text()), (PriorityRange{1, 1}));
}

// Not the one priority twice.
TEST(PriorityField, ARangeBeginsAsFarAsOneWouldMeanIt) {
    const auto ranged = [](PriorityField::Grows grows, int priority) {
        PriorityField field(QStringLiteral("Low"), {}, grows);
        field.begin({priority, priority});
        EXPECT_TRUE(field.isSingle());
        field.form()->setCurrentIndex(1);
        const QString text = field.edit()->text();
        field.form()->setCurrentIndex(0);
        const PriorityRange back{priority, priority};
        EXPECT_TRUE(field.range() == back || priority == 1 || priority == 9) << "and back";
        return text;
    };
    using Grows = PriorityField::Grows;
    EXPECT_EQ(ranged(Grows::down, 2), QStringLiteral("1–2"));
    EXPECT_EQ(ranged(Grows::down, 1), QStringLiteral("1–2"));
    EXPECT_EQ(ranged(Grows::up, 6), QStringLiteral("6–9"));
    EXPECT_EQ(ranged(Grows::up, 9), QStringLiteral("8–9"));
}

TEST(PriorityField, OnePriorityThatIsWrittenIsASingleOne) {
    for (const char* typed : {"2", "2 to 2", "2-2"}) {
        PriorityField field(QStringLiteral("Low"), {}, PriorityField::Grows::down);
        field.setRange({1, 4});
        ASSERT_FALSE(field.isSingle());
        field.show();
        QApplication::setActiveWindow(&field);
        field.edit()->setFocus();
        bool single = false;
        QObject::connect(&field, &PriorityField::singleChanged, [&](bool on) { single = on; });
        field.edit()->selectAll();
        QTest::keyClicks(field.edit(), QString::fromLatin1(typed));
        QTest::keyClick(field.edit(), Qt::Key_Return);
        EXPECT_TRUE(field.isSingle()) << typed;
        EXPECT_TRUE(single) << typed;
        EXPECT_EQ(field.edit()->text(), QStringLiteral("2")) << typed;
        EXPECT_EQ(field.range(), (PriorityRange{2, 2}));
    }
}

// Who typed two priorities where one was asked for is told that it is a range now.
TEST(PriorityField, TypingThatChangesTheFormSaysSo) {
    PriorityField field(QStringLiteral("High"), QStringLiteral("may take"),
                        PriorityField::Grows::up);
    field.begin({7, 7});
    field.show();
    QApplication::setActiveWindow(&field);
    field.edit()->setFocus();
    const auto caption = [&] {
        const QList<TextLabel*> labels = field.findChildren<TextLabel*>();
        return labels.front()->text();  // made before the heading
    };
    const auto type = [&](const char* text) {
        field.edit()->selectAll();
        QTest::keyClicks(field.edit(), QString::fromLatin1(text));
    };
    EXPECT_EQ(caption(), QStringLiteral("may take"));
    type("7-9");
    EXPECT_FALSE(field.isSingle());
    EXPECT_EQ(caption(), QStringLiteral("may take · a range now"));
    EXPECT_TRUE(field.edit()->accessibleDescription().contains(QStringLiteral("a range now")));
    type("6-9");
    EXPECT_EQ(caption(), QStringLiteral("may take · a range now")) << "as long as it is at it";
    type("8");
    QTest::keyClick(field.edit(), Qt::Key_Return);
    EXPECT_TRUE(field.isSingle());
    EXPECT_EQ(caption(), QStringLiteral("may take · a single one now"));
    field.form()->setCurrentIndex(1);
    EXPECT_EQ(caption(), QStringLiteral("may take")) << "this change was asked for";
    EXPECT_FALSE(field.edit()->accessibleDescription().contains(QStringLiteral("now")));
}

// Enter that ends the typing would else press the dialog's button before it could be read.
TEST(PriorityField, TheEnterThatEndsAChangeOfTheFormGoesNoFurther) {
    class Around final : public QWidget {
    public:
        int enters = 0;
        void keyPressEvent(QKeyEvent* event) override { enters += event->key() == Qt::Key_Return; }
    } around;
    PriorityField field(QStringLiteral("High"), {}, PriorityField::Grows::up, &around);
    field.begin({7, 7});
    around.show();
    QApplication::setActiveWindow(&around);
    field.edit()->setFocus();
    const auto type = [&](const char* text) {
        field.edit()->selectAll();
        QTest::keyClicks(field.edit(), QString::fromLatin1(text));
    };
    const auto hold = [&] {
        QKeyEvent again(QEvent::KeyPress, Qt::Key_Return, Qt::NoModifier, QStringLiteral("\r"),
                        true);
        QApplication::sendEvent(field.edit(), &again);
    };
    type("2-5");
    QTest::keyPress(field.edit(), Qt::Key_Return);
    hold();
    QTest::keyRelease(field.edit(), Qt::Key_Return);
    EXPECT_EQ(around.enters, 0);
    EXPECT_EQ(field.edit()->text(), QStringLiteral("2\u20135")) << "taken";
    QTest::keyClick(field.edit(), Qt::Key_Return);
    EXPECT_EQ(around.enters, 1) << "it has been seen";
    type("3-5");
    QTest::keyClick(field.edit(), Qt::Key_Return);
    EXPECT_EQ(around.enters, 2) << "a range stays one";

    field.form()->setCurrentIndex(0);
    field.form()->setCurrentIndex(1);
    type("4-6");
    QTest::keyClick(field.edit(), Qt::Key_Return);
    EXPECT_EQ(around.enters, 3) << "this one was chosen";
    field.form()->setCurrentIndex(0);
    type("4-6");
    type("5");
    QTest::keyClick(field.edit(), Qt::Key_Return);
    EXPECT_EQ(around.enters, 4) << "no range any more";
}

}  // namespace
}  // namespace apportion::ui
