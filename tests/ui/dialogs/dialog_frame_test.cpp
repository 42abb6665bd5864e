// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/dialog_frame.h"

#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <QApplication>
#include <QBoxLayout>
#include <QCheckBox>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QtTest/QSignalSpy>
#include <QtTest/QTest>

#include "tests/ui/widgets/gallery.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/files/notice_bar.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {
namespace {

struct Sample {
    std::unique_ptr<DialogFrame> frame = std::make_unique<DialogFrame>(Mode::replay);
    QLineEdit* field = new QLineEdit(QStringLiteral("56"));
    QPushButton* what;
    QPushButton* cancel;
    QPushButton* apply;

    explicit Sample(int lines = 3) {
        frame->setHeading(QStringLiteral("Scale quotas"), QStringLiteral("Pool 128 · 2 change"));
        frame->setDot(0);
        auto* onOff = new QCheckBox(QStringLiteral("On"));
        onOff->setProperty("kind", "switch");
        onOff->setChecked(true);
        frame->setCorner(onOff);
        frame->body()->addWidget(field);
        for (int i = 0; i < lines; ++i) {
            auto* text = new TextLabel(
                QStringLiteral("Quota1.2 holds 80 GPUs, 64 of its own and 16 that Quota1 uses "
                               "beyond what its children leave. Say below what happens to them, "
                               "and when: nothing changes while you think."));
            text->setWordWrap(true);
            frame->body()->addWidget(text);
        }
        frame->body()->addStretch();
        frame->setConsequence(QStringLiteral("Running workloads are not touched."));
        what = frame->addButton(QStringLiteral("What would happen..."));
        cancel = frame->addCancel();
        apply = frame->addPrimary(QStringLiteral("Apply"));
    }

    void show() const {
        frame->show();
        QApplication::setActiveWindow(frame.get());
        ASSERT_TRUE(QTest::qWaitForWindowExposed(frame.get()));
    }
};

// Where it comes to stand is known when it is as large as it will be.
TEST(DialogFrame, OpensOverItsWindowAndOnTheScreen) {
    QWidget window;
    window.setGeometry(120, 60, 500, 420);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window));
    DialogFrame frame(Mode::live, &window);
    frame.setOpeningWidth(300);
    for (int i = 0; i < 5; ++i)
        frame.body()->addWidget(new QLineEdit);
    frame.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&frame));
    const QPoint off = frame.geometry().center() - window.geometry().center();
    EXPECT_LE(std::abs(off.x()), 2);
    EXPECT_LE(std::abs(off.y()), 2);
    // Also of a window at the edge, and where it grows there.
    frame.close();
    window.move(600, 500);
    DialogFrame other(Mode::live, &window);
    other.setOpeningWidth(300);
    other.body()->addWidget(new QLineEdit);
    other.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
    const QRect screen = other.screen()->availableGeometry();
    EXPECT_TRUE(screen.contains(other.frameGeometry()));
    for (int i = 0; i < 8; ++i)
        other.body()->addWidget(new QLineEdit);
    QTest::qWait(50);
    EXPECT_TRUE(screen.contains(other.frameGeometry()));
}

TEST(DialogFrame, EnterPressesThePrimaryButtonOnly) {
    const Sample sample;
    sample.show();
    QSignalSpy what(sample.what, &QPushButton::clicked);
    QSignalSpy apply(sample.apply, &QPushButton::clicked);
    sample.what->setFocus();
    sample.field->setFocus();
    QTest::keyClick(sample.field, Qt::Key_Return);
    EXPECT_EQ(what.count(), 0);
    EXPECT_EQ(apply.count(), 1);
}

TEST(DialogFrame, EnterPressesTheButtonThatHasTheFocus) {
    const Sample sample;
    sample.show();
    QSignalSpy apply(sample.apply, &QPushButton::clicked);
    QSignalSpy what(sample.what, &QPushButton::clicked);
    sample.what->setFocus();
    QTest::keyClick(sample.what, Qt::Key_Return);
    EXPECT_EQ(what.count(), 1);
    QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
    sample.cancel->setFocus();
    QTest::keyClick(sample.cancel, Qt::Key_Enter);
    EXPECT_EQ(rejected.count(), 1);
    EXPECT_EQ(apply.count(), 0);
}

TEST(NoticeBar, EnterPressesTheButtonThatHasTheFocus) {
    QWidget window;
    NoticeBar bar(&window);
    window.show();
    QApplication::setActiveWindow(&window);
    int kept = 0;
    bar.present({Tone::warn,
                 QStringLiteral("Cancel it?"),
                 {{QStringLiteral("Keep workload"), [&kept] { ++kept; }}},
                 {}},
                true);
    ASSERT_TRUE(QTest::qWaitFor([&] { return QApplication::focusWidget() == bar.buttons()[0]; }));
    QTest::keyClick(bar.buttons()[0], Qt::Key_Return);
    EXPECT_EQ(kept, 1);
    EXPECT_FALSE(bar.isVisible());
}

TEST(DialogFrame, EscapeAndCancelReject) {
    for (const bool byKey : {true, false}) {
        const Sample sample;
        sample.show();
        QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
        if (byKey)
            QTest::keyClick(sample.field, Qt::Key_Escape);
        else
            QTest::mouseClick(sample.cancel, Qt::LeftButton);
        EXPECT_EQ(rejected.count(), 1);
        EXPECT_FALSE(sample.frame->isVisible());
    }
}

// What somebody typed is not gone with one key.
TEST(DialogFrame, EscapeAsksFirstWhereSomethingWasChanged) {
    const Sample sample;
    sample.show();
    QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
    QSignalSpy apply(sample.apply, &QPushButton::clicked);
    const auto* bar = sample.frame->findChild<MessageBar*>();
    QTest::keyClicks(sample.field, QStringLiteral("7"));
    QTest::keyClick(sample.field, Qt::Key_Escape);
    EXPECT_EQ(rejected.count(), 0);
    EXPECT_TRUE(bar->isVisible());
    EXPECT_TRUE(bar->sentence().contains(QStringLiteral("Discard"))) << qPrintable(bar->sentence());
    QTest::keyClick(sample.field, Qt::Key_Return);
    EXPECT_FALSE(bar->isVisible()) << "kept";
    EXPECT_EQ(apply.count(), 0) << "and not applied by the same key";
    QTest::keyClick(sample.field, Qt::Key_Escape);
    EXPECT_TRUE(bar->isVisible());
    QTest::keyClicks(sample.field, QStringLiteral("8"));
    EXPECT_FALSE(bar->isVisible()) << "who types on keeps it";
    QTest::keyClick(sample.field, Qt::Key_Escape);
    EXPECT_EQ(rejected.count(), 0);
    QTest::keyClick(sample.field, Qt::Key_Escape);
    EXPECT_EQ(rejected.count(), 1);
    EXPECT_FALSE(sample.frame->isVisible());
}

TEST(DialogFrame, WhatIsAsItWasIsLeftAtOnce) {
    const Sample sample;
    sample.show();
    QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
    QTest::keyClicks(sample.field, QStringLiteral("7"));
    QTest::keyClick(sample.field, Qt::Key_Backspace);
    QTest::keyClick(sample.field, Qt::Key_Escape);
    EXPECT_EQ(rejected.count(), 1) << "nothing differs";
    // What the program filled in is nobody's, and Cancel means it.
    sample.show();
    sample.field->setText(QStringLiteral("late"));
    QTest::keyClick(sample.field, Qt::Key_Escape);
    EXPECT_EQ(rejected.count(), 2);
    sample.show();
    QTest::keyClicks(sample.field, QStringLiteral("7"));
    QTest::mouseClick(sample.cancel, Qt::LeftButton);
    EXPECT_EQ(rejected.count(), 3);
}

// Whatever has the focus, and whoever holds it.
TEST(DialogFrame, EnterOnlyTakesTheQuestionAway) {
    const Sample sample;
    sample.show();
    QSignalSpy what(sample.what, &QPushButton::clicked);
    QSignalSpy apply(sample.apply, &QPushButton::clicked);
    QSignalSpy done(sample.field, &QLineEdit::returnPressed);
    QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
    const auto* bar = sample.frame->findChild<MessageBar*>();
    QTest::keyClicks(sample.field, QStringLiteral("7"));
    const std::vector<QWidget*> all{sample.what,
                                    sample.cancel,
                                    sample.apply,
                                    sample.field,
                                    bar->findChild<QPushButton*>(),
                                    sample.frame.get()};
    for (QWidget* each : all)
        for (const Qt::Key enter : {Qt::Key_Return, Qt::Key_Enter}) {
            QTest::keyClick(sample.field, Qt::Key_Escape);
            ASSERT_TRUE(bar->isVisible());
            each->setFocus();
            QTest::keyPress(each, enter);
            EXPECT_FALSE(bar->isVisible());
            QKeyEvent held(QEvent::KeyPress, enter, {}, {}, true);
            QApplication::sendEvent(sample.field, &held);
            QTest::keyRelease(each, enter);
            ASSERT_TRUE(sample.frame->isVisible());
        }
    EXPECT_EQ(what.count() + apply.count() + done.count() + rejected.count(), 0);
    QTest::keyClick(sample.field, Qt::Key_Return);
    EXPECT_EQ(apply.count(), 1) << "once there is no question it goes on as ever";
}

// By Enter, which keeps what was changed, or by its cross.
TEST(DialogFrame, TheQuestionGivesTheFocusBack) {
    const Sample sample;
    sample.show();
    auto* second = new QLineEdit;
    sample.frame->body()->insertWidget(1, second);
    second->show();
    second->setFocus();
    QTest::keyClicks(second, QStringLiteral("7"));
    const auto* bar = sample.frame->findChild<MessageBar*>();
    for (QAbstractButton* each : bar->findChildren<QAbstractButton*>()) {
        QTest::keyClick(second, Qt::Key_Escape);
        ASSERT_TRUE(bar->isVisible());
        each->setFocus();
        ASSERT_TRUE(each->hasFocus());
        QTest::keyClick(each, Qt::Key_Return);
        EXPECT_FALSE(bar->isVisible());
        EXPECT_EQ(sample.frame->focusWidget(), second);
        if (each == bar->findChild<QPushButton*>())
            continue;
        QTest::keyClick(second, Qt::Key_Escape);
        each->setFocus();
        QTest::keyClick(each, Qt::Key_Space);
        EXPECT_FALSE(bar->isVisible());
        EXPECT_EQ(sample.frame->focusWidget(), second);
    }
}

TEST(DialogFrame, AButtonThatIsPressedAnswersTheQuestion) {
    const Sample sample;
    sample.show();
    QSignalSpy what(sample.what, &QPushButton::clicked);
    QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
    const auto* bar = sample.frame->findChild<MessageBar*>();
    QTest::keyClicks(sample.field, QStringLiteral("7"));
    QTest::keyClick(sample.field, Qt::Key_Escape);
    sample.what->setFocus();
    QTest::keyClick(sample.what, Qt::Key_Space);
    EXPECT_EQ(what.count(), 1);
    EXPECT_FALSE(bar->isVisible());
    QTest::keyClick(sample.what, Qt::Key_Escape);
    QKeyEvent held(QEvent::KeyPress, Qt::Key_Escape, {}, {}, true);
    QApplication::sendEvent(sample.what, &held);
    EXPECT_EQ(rejected.count(), 0) << "it was asked anew, and Esc that is held is no answer";
    QTest::keyClick(sample.what, Qt::Key_Escape);
    EXPECT_EQ(rejected.count(), 1);
}

TEST(DialogFrame, TheQuestionIsAnsweredByItsButtonToo) {
    const Sample sample;
    sample.show();
    QSignalSpy rejected(sample.frame.get(), &QDialog::rejected);
    QTest::keyClicks(sample.field, QStringLiteral("7"));
    QTest::keyClick(sample.field, Qt::Key_Escape);
    auto* bar = sample.frame->findChild<MessageBar*>();
    auto* discard = bar->findChild<QPushButton*>();
    ASSERT_NE(discard, nullptr);
    discard->setFocus();
    QTest::keyClick(discard, Qt::Key_Space);
    EXPECT_EQ(rejected.count(), 1);
}

TEST(DialogFrame, NeverBlocksAndNamesItsWindow) {
    const Sample sample;
    sample.show();
    EXPECT_FALSE(sample.frame->isModal());
    EXPECT_EQ(sample.frame->windowTitle(), QStringLiteral("Scale quotas"));
}

TEST(DialogFrame, TakesTheHeightThatItsTextsNeed) {
    const Sample few(1);
    const Sample many(6);
    few.show();
    many.show();
    EXPECT_EQ(few.frame->width(), many.frame->width());
    EXPECT_GT(many.frame->height(), few.frame->height() + 100);
    EXPECT_LE(few.frame->height(), few.frame->sizeHint().height());
}

TEST(DialogFrame, TheFooterStaysInViewWhereTheBodyIsTooTall) {
    const Sample sample(60);
    sample.show();
    const DialogFrame& frame = *sample.frame;
    EXPECT_LT(frame.height(), frame.screen()->availableSize().height());
    EXPECT_GT(frame.sizeHint().height(), frame.height());
    const QRect button(sample.apply->mapTo(&frame, QPoint()), sample.apply->size());
    EXPECT_TRUE(frame.rect().contains(button));
}

TEST(DialogFrame, ARefusalStandsAboveTheBodyUntilItIsCleared) {
    const Sample sample;
    sample.show();
    auto* bar = sample.frame->findChild<MessageBar*>();
    ASSERT_TRUE(bar);
    EXPECT_FALSE(bar->isVisible());
    const int before = sample.frame->height();
    sample.frame->refuse(QStringLiteral("Quota1 has 0 of its 128 GPUs unassigned."));
    EXPECT_GT(sample.frame->height(), before) << "the body would be cut";
    EXPECT_TRUE(bar->isVisible());
    EXPECT_EQ(bar->sentence(), QStringLiteral("Quota1 has 0 of its 128 GPUs unassigned."));
    QApplication::processEvents();
    EXPECT_LT(bar->mapTo(sample.frame.get(), QPoint()).y(),
              sample.field->mapTo(sample.frame.get(), QPoint()).y());
    sample.frame->clearRefusal();
    EXPECT_FALSE(bar->isVisible());
}

TEST(DialogFrame, WhatARefusalOrAQuestionNeededGoesWithIt) {
    const Sample sample;
    DialogFrame& frame = *sample.frame;
    sample.show();
    const QSize before = frame.size();
    frame.refuse(QStringLiteral("Quota1 has 0 of its 128 GPUs unassigned."));
    QApplication::processEvents();
    EXPECT_GT(frame.height(), before.height());
    frame.askFirst(QStringLiteral("Discard it?"), QStringLiteral("Discard"), {});
    frame.clearRefusal();
    QApplication::processEvents();
    EXPECT_EQ(frame.size(), before);
    // But who has made it larger meanwhile keeps that.
    frame.refuse(QStringLiteral("Quota1 has 0 of its 128 GPUs unassigned."));
    frame.resize(frame.size() + QSize(10, 30));
    const QSize larger = frame.size();
    frame.clearRefusal();
    QApplication::processEvents();
    EXPECT_EQ(frame.size(), larger);
}

// Also after a click, which hides the ring.
TEST(DialogFrame, WhatEnterLeadsToIsSeenToHaveTheFocus) {
    const Sample sample;
    sample.show();
    sample.frame->setAttribute(Qt::WA_KeyboardFocusChange, false);
    QTest::keyClick(sample.field, Qt::Key_Return);
    sample.what->setFocus();
    EXPECT_TRUE(hasKeyboardFocus(*sample.what));
}

// What may go wrong while one types moves nothing.
TEST(DialogFrame, KeepsItsSizeWhenAMistakeIsSaid) {
    const Sample sample;
    auto* mistake = new MistakeLine;
    sample.frame->body()->insertWidget(1, mistake);
    sample.frame->setSpareHeight(20);
    sample.show();
    const QSize before = sample.frame->size();
    mistake->say(QStringLiteral("There is a quota of that name."));
    sample.frame->setConsequence(
        QStringLiteral("Two lines are said of what follows, so long is what is said of it: one "
                       "quota has less, another more, and of what runs nothing is touched."));
    auto* more = new QWidget;
    more->setFixedHeight(4);
    sample.frame->body()->insertWidget(2, more);
    QApplication::processEvents();
    EXPECT_EQ(sample.frame->size(), before);
}

TEST(DialogFrame, ContentsThatComeLateGetTheirRoom) {
    const Sample sample;
    DialogFrame& frame = *sample.frame;
    frame.setOpeningWidth(500);
    sample.show();
    const QSize before = frame.size();
    auto* late = new QWidget;
    late->setMinimumSize(before.width() + 60, 200);
    frame.body()->addWidget(late);
    ASSERT_TRUE(QTest::qWaitFor([&] { return frame.width() > before.width(); }));
    EXPECT_GT(frame.height(), before.height());
    EXPECT_TRUE(frame.rect().contains(QRect(late->mapTo(&frame, QPoint()), late->size())));
    // Somebody makes it smaller, and it stays so.
    const QSize wanted = frame.size();
    frame.resize(wanted - QSize(0, 40));
    late->setMinimumHeight(190);
    QApplication::processEvents();
    EXPECT_EQ(frame.height(), wanted.height() - 40);
}

TEST(DialogFrame, OpensWithItsFirstControlInFocus) {
    const Sample sample;
    sample.show();
    // The switch in the corner comes before the fields.
    EXPECT_EQ(sample.frame->focusWidget(), sample.frame->findChild<QCheckBox*>());
    const Sample other;
    other.field->setFocus();
    other.show();
    EXPECT_EQ(other.frame->focusWidget(), other.field);
}

TEST(DialogFrame, TabGoesAsOneReadsWhateverWasMadeFirst) {
    const Sample sample;
    auto* above = new QWidget;
    auto* row = new QHBoxLayout(above);
    auto* right = new QLineEdit;
    auto* left = new QLineEdit;
    row->addWidget(left);
    row->addWidget(right);
    sample.frame->body()->insertWidget(0, above);
    sample.show();
    QList<QWidget*> reached;
    for (int i = 0; i < 4; ++i) {
        reached << sample.frame->focusWidget();
        QTest::keyClick(sample.frame->focusWidget(), Qt::Key_Tab);
    }
    EXPECT_EQ(reached,
              (QList<QWidget*>{sample.frame->findChild<QCheckBox*>(), left, right, sample.field}));
}

TEST(DialogFrame, TheModesLineIsOnTop) {
    const Sample sample;
    sample.show();
    for (const Mode mode : {Mode::live, Mode::replay, Mode::plan}) {
        sample.frame->setMode(mode);
        const QImage image = sample.frame->grab().toImage();
        EXPECT_EQ(image.pixelColor(100, 1), color(modeRole(mode)));
        EXPECT_EQ(image.pixelColor(100, kModeLine + 2), color(Role::surface));
        EXPECT_EQ(image.pixelColor(4, image.height() - 4), color(Role::bg));
    }
}

TEST(Gallery, DialogFrame) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("dialog-frame"), [] {
        Sample sample;
        sample.frame->refuse(QStringLiteral("Somebody else has changed Quota1 meanwhile."));
        sample.frame->setConsequence(QStringLiteral("1 problem to mend before it can be applied"),
                                     Tone::err);
        sample.frame->setOpeningWidth(880);
        return sample.frame.release();
    }));
}

}  // namespace
}  // namespace apportion::ui
