// SPDX-License-Identifier: GPL-3.0-or-later
// What the small parts promise: names for screen readers, the way by keyboard, their signals.
#include <gtest/gtest.h>

#include <QBoxLayout>
#include <QImage>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/explanation_rail.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/key_number.h"
#include "ui/widgets/legend.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/mode_pill.h"
#include "ui/widgets/reading_order.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/section_head.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/usage_bar_view.h"

namespace apportion::ui {
namespace {

void show(QWidget& widget) {
    widget.show();
    widget.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&widget));
}

TEST(IconButton, HasNameAndToolTipWithShortcut) {
    IconButton button(Icon::undo, QStringLiteral("Undo"));
    EXPECT_EQ(button.accessibleName(), QStringLiteral("Undo"));
    EXPECT_EQ(button.toolTip(), QStringLiteral("Undo"));
    button.setShortcutHint(QKeySequence(Qt::CTRL | Qt::Key_Z));
    EXPECT_EQ(button.toolTip(), QStringLiteral("Undo (Ctrl+Z)"));
    EXPECT_EQ(button.sizeHint(), QSize(28, 28));
}

TEST(IconButton, FollowsItsAction) {
    QAction action(icon(Icon::redo), QStringLiteral("&Redo"));
    action.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Y));
    IconButton button(&action);
    EXPECT_EQ(button.accessibleName(), QStringLiteral("Redo"));
    EXPECT_EQ(button.toolTip(), QStringLiteral("Redo (Ctrl+Y)"));
    action.setEnabled(false);
    EXPECT_FALSE(button.isEnabled());
    EXPECT_EQ(button.toolTip(), QStringLiteral("Redo (Ctrl+Y)"));
}

TEST(Segmented, OneStopForTabAndArrowsChoose) {
    QWidget window;
    QHBoxLayout row(&window);
    auto* before = new QPushButton(QStringLiteral("before"));
    auto* range = new Segmented(QStringLiteral("Range"));
    for (const char* text : {"1 h", "6 h", "24 h"})
        range->addSegment(QLatin1String(text));
    auto* after = new QPushButton(QStringLiteral("after"));
    row.addWidget(before);
    row.addWidget(range);
    row.addWidget(after);
    range->setCurrentIndex(1);
    show(window);
    before->setFocus();
    QTest::keyClick(before, Qt::Key_Tab);
    EXPECT_TRUE(range->segment(1)->hasFocus()) << "the chosen one takes the focus";
    QSignalSpy spy(range, &Segmented::currentChanged);
    QTest::keyClick(range->segment(1), Qt::Key_Right);
    EXPECT_EQ(range->currentIndex(), 2);
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.first().first().toInt(), 2);
    QTest::keyClick(range->segment(2), Qt::Key_Tab);
    EXPECT_TRUE(after->hasFocus()) << "one stop, not three";
}

TEST(Segmented, NamesIconsForScreenReaders) {
    Segmented shape(QStringLiteral("Shape"));
    const int tree = shape.addSegment(Icon::tree, QStringLiteral("Tree"));
    EXPECT_EQ(shape.accessibleName(), QStringLiteral("Shape"));
    EXPECT_EQ(shape.segment(tree)->accessibleName(), QStringLiteral("Tree"));
    EXPECT_EQ(shape.segment(tree)->toolTip(), QStringLiteral("Tree"));
    EXPECT_EQ(shape.currentIndex(), 0) << "one is always chosen";
}

TEST(Chip, TogglesBySpaceAndSaysItsCount) {
    Chip chip(QStringLiteral("Waiting"));
    const int bare = chip.sizeHint().width();
    chip.setCount(QStringLiteral("3"));
    EXPECT_GT(chip.sizeHint().width(), bare);
    EXPECT_EQ(chip.accessibleName(), QStringLiteral("Waiting, 3"));
    chip.setCount(QStringLiteral("8"));
    const int one = chip.sizeHint().width();
    chip.setCount(QStringLiteral("1"));
    EXPECT_EQ(chip.sizeHint().width(), one) << "no jump from 8 to 1";
    chip.setCount(QStringLiteral("4,860"));
    const int many = chip.fullWidth();
    chip.setCount(QStringLiteral("1"));
    EXPECT_EQ(chip.sizeHint().width(), many) << "nor back from what a filter leaves";
    EXPECT_EQ(chip.fullWidth(), many) << "a row of chips keeps its place";
    chip.setCountShown(false);
    EXPECT_EQ(chip.sizeHint().width(), bare);
    EXPECT_EQ(chip.accessibleName(), QStringLiteral("Waiting, 1")) << "it is told still";
    show(chip);
    chip.setFocus();
    QTest::keyClick(&chip, Qt::Key_Space);
    EXPECT_TRUE(chip.isChecked());
}

TEST(SearchField, WaitsUntilTypingRests) {
    SearchField field(QStringLiteral("Filter"));
    EXPECT_EQ(field.accessibleName(), QStringLiteral("Filter"));
    field.setDelay(20);
    QSignalSpy spy(&field, &SearchField::searched);
    QTest::keyClicks(&field, QStringLiteral("abc"));
    EXPECT_EQ(spy.count(), 0);
    EXPECT_TRUE(spy.wait(1000));
    EXPECT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.first().first().toString(), QStringLiteral("abc"));
}

TEST(SearchField, EscapeClearsAndEnterSearchesAtOnce) {
    SearchField field(QStringLiteral("Filter"));
    field.setDelay(60000);
    QSignalSpy searched(&field, &SearchField::searched);
    QSignalSpy down(&field, &SearchField::leftDownwards);
    QTest::keyClicks(&field, QStringLiteral("x"));
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_EQ(searched.count(), 1);
    EXPECT_EQ(down.count(), 1);
    QTest::keyClick(&field, Qt::Key_Escape);
    EXPECT_TRUE(field.text().isEmpty());
}

TEST(MessageBar, IsThereOnlyWhenItSpeaks) {
    MessageBar bar;
    EXPECT_TRUE(bar.isHidden());
    bar.say(Tone::warn, QStringLiteral("No data for 2 min."), QStringLiteral("Retry"));
    EXPECT_FALSE(bar.isHidden());
    EXPECT_EQ(bar.accessibleName(), QStringLiteral("No data for 2 min."));
    QSignalSpy acted(&bar, &MessageBar::acted);
    QTest::mouseClick(bar.findChild<QPushButton*>(), Qt::LeftButton);
    EXPECT_EQ(acted.count(), 1);
    QSignalSpy closed(&bar, &MessageBar::closed);
    auto* close = bar.findChild<IconButton*>();
    EXPECT_FALSE(close->accessibleName().isEmpty());
    QTest::mouseClick(close, Qt::LeftButton);
    EXPECT_TRUE(bar.isHidden());
    EXPECT_EQ(closed.count(), 1);
}

TEST(MessageBar, WithoutActionHasNoButton) {
    MessageBar bar;
    bar.say(Tone::info, QStringLiteral("Saved."));
    EXPECT_TRUE(bar.findChild<QPushButton*>()->isHidden());
}

TEST(EmptyState, OffersTwoWaysOn) {
    EmptyState empty(Icon::cube, QStringLiteral("No workload waits"), QStringLiteral("It fills."));
    empty.setActions(QStringLiteral("Submit"), QStringLiteral("Open a sample"));
    const auto buttons = empty.findChildren<QPushButton*>();
    ASSERT_EQ(buttons.size(), 2);
    QSignalSpy first(&empty, &EmptyState::firstTriggered);
    QSignalSpy second(&empty, &EmptyState::secondTriggered);
    QTest::mouseClick(buttons[0], Qt::LeftButton);
    QTest::mouseClick(buttons[1], Qt::LeftButton);
    EXPECT_EQ(first.count(), 1);
    EXPECT_EQ(second.count(), 1);
    EXPECT_EQ(empty.accessibleName(), QStringLiteral("No workload waits"));
}

// The number of a rule leads to what it says, below it; once more, and it is gone.
TEST(ExplanationRail, ALinkOpensWhatStandsBehindIt) {
    ExplanationRail rail;
    const QString about = QStringLiteral("Any work takes from below.");
    const QList<RailStep> steps{{Role::accentText,
                                 QStringLiteral("It may take"),
                                 {},
                                 QStringLiteral("Rule 16"),
                                 {},
                                 about}};
    rail.setSteps(steps);
    const auto label = [&] { return rail.findChild<QLabel*>(); };
    EXPECT_FALSE(label()->text().contains(about));
    emit label()->linkActivated(QStringLiteral("about"));
    EXPECT_TRUE(label()->text().contains(about));
    EXPECT_TRUE(label()->accessibleDescription().contains(about));
    // Told anew it stays open.
    QList<RailStep> later = steps;
    later.front().fact = QStringLiteral("It may still take");
    rail.setSteps(later);
    EXPECT_TRUE(label()->text().contains(about));
    emit label()->linkActivated(QStringLiteral("about"));
    EXPECT_FALSE(label()->text().contains(about));
}

TEST(SentenceBox, TheRuleOpensWhatItSays) {
    SentenceBox box;
    box.read(QStringLiteral("It may take."), QStringLiteral("Rule\u00a015"),
             QStringLiteral("High takes from low."));
    EXPECT_FALSE(box.plainText().contains(QStringLiteral("High takes")));
    emit box.findChild<QLabel*>()->linkActivated(QStringLiteral("rule"));
    EXPECT_TRUE(box.plainText().contains(QStringLiteral("High takes from low.")));
    box.refuse(QStringLiteral("no"));
    EXPECT_FALSE(box.plainText().contains(QStringLiteral("High takes")));
}

TEST(ExplanationRail, LinksAreReachedByTabAndFollowedByEnter) {
    QWidget window;
    QVBoxLayout column(&window);
    auto* before = new QPushButton(QStringLiteral("before"));
    auto* rail = new ExplanationRail;
    column.addWidget(before);
    column.addWidget(rail);
    rail->setSteps(
        {{Role::text3, QStringLiteral("It needs 16"), QStringLiteral("All in use."), {}, {}},
         {Role::accentText, QStringLiteral("It may take"), QStringLiteral("From both."),
          QStringLiteral("Rule 16"), QStringLiteral("rule:16")}});
    show(window);
    QSignalSpy spy(rail, &ExplanationRail::linkActivated);
    before->setFocus();
    QTest::keyClick(before, Qt::Key_Tab);
    QWidget* focused = QApplication::focusWidget();
    ASSERT_NE(focused, nullptr);
    EXPECT_EQ(focused->accessibleName(), QStringLiteral("It may take"))
        << "the step without a link is no stop";
    // The label gets the focus first; its link is the next stop inside it unless it has it already.
    QTest::keyClick(focused, Qt::Key_Return);
    if (spy.isEmpty()) {
        QTest::keyClick(focused, Qt::Key_Tab);
        QTest::keyClick(focused, Qt::Key_Return);
    }
    ASSERT_EQ(spy.count(), 1);
    EXPECT_EQ(spy.first().first().toString(), QStringLiteral("rule:16"));
}

TEST(ExplanationRail, AnUnchangedExplanationKeepsItsWidgets) {
    ExplanationRail rail;
    const QList<RailStep> steps = {{Role::text3, QStringLiteral("A"), QStringLiteral("B"), {}, {}}};
    rail.setSteps(steps);
    const QObject* label = rail.findChild<TextLabel*>();
    rail.setSteps(steps);
    EXPECT_EQ(rail.findChild<TextLabel*>(), label);
}

TEST(Legend, TogglesAndPoints) {
    Legend legend;
    legend.setEntries({{QStringLiteral("Team A"), 0}, {QStringLiteral("Team B"), 1}});
    show(legend);
    QSignalSpy toggled(&legend, &Legend::toggled);
    QSignalSpy pointed(&legend, &Legend::pointedAt);
    legend.entry(1)->setFocus();
    ASSERT_FALSE(pointed.isEmpty());
    EXPECT_EQ(pointed.last().first().toInt(), 1);
    QTest::keyClick(legend.entry(1), Qt::Key_Space);
    ASSERT_EQ(toggled.count(), 1);
    EXPECT_EQ(pointed.last().first().toInt(), -1) << "nothing is dimmed for a hidden series";
    EXPECT_EQ(toggled.first(), (QList<QVariant>{1, false}));
    EXPECT_EQ(legend.entry(0)->accessibleName(), QStringLiteral("Team A"));
}

TEST(KeyNumbers, LeaveFromTheRightWhereRoomIsShort) {
    KeyNumbers numbers;
    numbers.setNumbers(QList<KeyNumber>(
        5, {QStringLiteral("GPUs in use"), QStringLiteral("128"), {}, {}, Role::text3, {}}));
    numbers.resize(5 * 130 + 16, 88);
    EXPECT_EQ(numbers.shownCount(), 5);
    numbers.resize(5 * 130 + 15, 88);
    EXPECT_EQ(numbers.shownCount(), 4);
    EXPECT_FALSE(numbers.accessibleDescription().isEmpty());
}

// No unit is cut, however long a language makes it.
TEST(KeyNumbers, LeaveWhereTheirUnitsNeedTheRoom) {
    KeyNumbers numbers;
    numbers.setNumbers(QList<KeyNumber>(5, {QStringLiteral("Waiting"),
                                            QStringLiteral("1,474"),
                                            QStringLiteral("wórklóádš ~~~~"),
                                            {},
                                            Role::text3,
                                            {}}));
    numbers.resize(5 * 130 + 16, 88);
    const int shown = numbers.shownCount();
    EXPECT_LT(shown, 5);
    const double need = QFontMetricsF(font(Type::body)).horizontalAdvance("wórklóádš ~~~~") +
                        QFontMetricsF(font(Type::key)).horizontalAdvance("1,474");
    for (int i = 0; i < shown; ++i)
        EXPECT_GE(numbers.cell(i).width(), need) << i;
}

// Of a crowd the values are long: they are written smaller before one of them is not there.
TEST(KeyNumbers, AllOfThemStayWhereSmallerValuesHaveRoom) {
    const auto number = [](const char* value, const char* unit) {
        return KeyNumber{QStringLiteral("GPUs"),
                         QString::fromLatin1(value),
                         QString::fromLatin1(unit),
                         {},
                         Role::text3,
                         {}};
    };
    KeyNumbers numbers;
    numbers.setNumbers({number("40,000", "of 40,000"), number("1,000", "GPUs"),
                        number("37,950", "workloads"), number("5,739", ""),
                        number("5 h 22 min", "")});
    // The middle of a window of 1440.
    numbers.resize(725, 88);
    EXPECT_EQ(numbers.shownCount(), 5);
    const QFontMetricsF unit(font(Type::body));
    const QFontMetricsF value(font(Type::title));
    EXPECT_GE(numbers.cell(0).width() - 20,
              value.horizontalAdvance("40,000") + unit.horizontalAdvance("of 40,000"));
    EXPECT_LE(numbers.cell(4).right(), numbers.width() + 0.5);
}

// Where not all texts have room, the longer ones still get what is left.
TEST(KeyNumbers, TellTheirNotesInBriefBeforeOneIsCut) {
    KeyNumber wordy{QStringLiteral("In use"),
                    QStringLiteral("2,027"),
                    QStringLiteral("of 2,040"),
                    QStringLiteral("99 % · 8 cordoned and 13 free"),
                    Role::text2,
                    {}};
    wordy.briefs = {QStringLiteral("99 %")};
    const KeyNumber plain{QStringLiteral("Waits"),
                          QStringLiteral("147"),
                          {},
                          QStringLiteral("2,656 GPUs in all"),
                          Role::text2,
                          {}};
    const auto widthOfSecond = [&](int width) {
        KeyNumbers numbers;
        numbers.resize(width, 88);
        numbers.setNumbers({wordy, plain});
        return numbers.cell(1).width();
    };
    const double note = QFontMetricsF(font(Type::second)).horizontalAdvance(plain.note) + 20;
    EXPECT_GE(widthOfSecond(310), note) << "the brief one leaves the other its room";
    wordy.briefs.clear();
    EXPECT_LT(widthOfSecond(310), note);
}

// The last of them is what has to be there: nothing of it is cut while there is room for it.
TEST(KeyNumbers, TellEachNoteAsBrieflyAsItsCellNeeds) {
    const auto inkAt = [](QStringList briefs) {
        KeyNumber number{QStringLiteral("Wait"), QStringLiteral("2 h"), {}, {}, Role::text2, {}};
        number.note = QStringLiteral("of 2,134 started; 7,202 wait, the longest 3 h");
        number.briefs = std::move(briefs);
        KeyNumbers numbers;
        numbers.setNumbers(QList<KeyNumber>(5, number));
        numbers.resize(5 * 130 + 16, 88);
        return numbers.grab().toImage();
    };
    const QString wordy = QStringLiteral("7,202 wait, the longest 3 h");
    const QString least = QStringLiteral("longest 3 h");
    EXPECT_EQ(inkAt({wordy, least}), inkAt({least}));
    EXPECT_NE(inkAt({wordy, least}), inkAt({wordy}));
}

TEST(KeyNumbers, WhatIsCutIsInTheToolTip) {
    KeyNumber number{QStringLiteral("Ŵóŕķłóáđš ţĥáţ ŵáíţ ~~~~~~~~~~"),
                     QStringLiteral("7"),
                     {},
                     QStringLiteral("of all"),
                     Role::text3,
                     QStringLiteral("Counted now")};
    KeyNumbers numbers;
    numbers.setNumbers(QList<KeyNumber>(5, number));
    numbers.resize(5 * 130 + 16, 88);
    EXPECT_EQ(numbers.tipOf(0), number.label + QStringLiteral("\nCounted now"));
    numbers.resize(5 * 400, 88);
    EXPECT_EQ(numbers.tipOf(0), QStringLiteral("Counted now")) << "nothing is cut";
}

TEST(KeyNumbers, WhatIsLeftGoesToTheTextsThatNeedIt) {
    KeyNumbers numbers;
    QList<KeyNumber> five(
        5, {QStringLiteral("Waits"), QStringLiteral("1 min"), {}, {}, Role::text3, {}});
    five[3].note = QString(40, QLatin1Char('n'));
    five[4].note = QString(40, QLatin1Char('n'));
    numbers.setNumbers(five);
    numbers.resize(5 * 130 + 16, 88);
    ASSERT_EQ(numbers.shownCount(), 5);
    EXPECT_GT(numbers.cell(3).width(), 150);
    EXPECT_LT(numbers.cell(0).width(), 110);
    EXPECT_NEAR(numbers.cell(4).right(), numbers.width(), 1);
}

TEST(ModePill, SaysItsModeInAWord) {
    ModePill pill(Mode::replay);
    EXPECT_EQ(pill.accessibleName(), QStringLiteral("REPLAY"));
    pill.setMode(Mode::live);
    pill.setStale(true);
    EXPECT_EQ(pill.accessibleName(), QStringLiteral("LIVE, not up to date"));
    EXPECT_GE(pill.sizeHint().width(), 84);
}

// A narrow pane: the sentence wraps in it.
TEST(EmptyState, StaysInsideANarrowPane) {
    QWidget pane;  // a window would not be narrower than its layout
    EmptyState state(Icon::cube, QStringLiteral("No quotas"),
                     QStringLiteral("A quota says how many GPUs a team always gets, and without "
                                    "one nothing runs."),
                     &pane);
    for (const int width : {600, 300, 220}) {
        state.resize(width, 400);
        show(pane);
        state.layout()->activate();
        QApplication::processEvents();
        ASSERT_EQ(state.width(), width);
        for (const TextLabel* label : state.findChildren<TextLabel*>()) {
            EXPECT_GE(label->x(), 0) << width;
            EXPECT_LE(label->geometry().right(), width) << width;
        }
    }
}

// A low pane: what it offers is whole, and nothing lies over anything else.
TEST(EmptyState, GivesUpThePictureBeforeTheButtons) {
    EmptyState state(
        Icon::checkCircle, QStringLiteral("No workload waits"),
        QStringLiteral("Workloads appear here when teams request more GPUs than are free."));
    state.setActions(QStringLiteral("Go live…"), QStringLiteral("Submit a workload…"));
    const auto layOut = [&](int height) {
        state.resize(600, height);
        show(state);
        state.layout()->activate();
        QApplication::processEvents();
    };
    const auto buttons = state.findChildren<QPushButton*>();
    const auto labels = state.findChildren<TextLabel*>();
    for (int height = 300; height >= 84; height -= 4) {
        layOut(height);
        for (const QPushButton* button : buttons)
            EXPECT_GE(button->height(), button->sizeHint().height()) << height;
        int bottom = 0;
        for (const TextLabel* label : labels) {
            if (label->isHidden())
                continue;
            EXPECT_GE(label->mapTo(&state, QPoint()).y(), bottom) << height;
            bottom = label->mapTo(&state, QPoint(0, label->height())).y();
        }
        EXPECT_GE(buttons.front()->y(), bottom) << height;
    }
    layOut(300);
    for (const TextLabel* label : labels)
        EXPECT_FALSE(label->isHidden());
}

TEST(Badge, TheWidestReasonIsKnown) {
    EXPECT_GE(widestReasonBadge(), badgeSize(reasonBadge(QStringLiteral("max-priority"))).width());
    EXPECT_GE(widestReasonBadge(),
              badgeSize(reasonBadge(QStringLiteral("no-eligible-victims"))).width());
    EXPECT_LT(widestReasonBadge(), 200);
}

TEST(Badge, ACommandThatNeverRanHasOneOfItsOwn) {
    EXPECT_EQ(reasonBadge(QStringLiteral("not-started")).text, QStringLiteral("not started"));
}

TEST(Cell, ASecondVoiceGoesOnInASecondLineWhereTheRowHasRoom) {
    const QString words = QStringLiteral("poor holds 0 GPUs of a share of 2 GPUs");
    const QFontMetricsF metrics(font(Type::second));
    const double width = metrics.horizontalAdvance(words);
    EXPECT_EQ(voiceLines(words, {width, 100}), QStringList(words));
    const QStringList two = voiceLines(words, {0.7 * width, 2 * metrics.height()});
    ASSERT_EQ(two.size(), 2);
    EXPECT_EQ(two.join(QLatin1Char(' ')), words) << "nothing is cut";
    EXPECT_EQ(voiceLines(words, {0.7 * width, 1.5 * metrics.height()}), QStringList(words));
    EXPECT_TRUE(voiceLines(words, {0.3 * width, 100}).last().endsWith(QChar(0x2026)));
}

TEST(TextLabel, FollowsTheThemeInItsRole) {
    TextLabel label(QStringLiteral("x"), Type::second, Role::text2);
    show(label);
    Theme::apply(Theme::Dark);
    QApplication::processEvents();
    EXPECT_EQ(label.palette().color(QPalette::WindowText), Theme::color(Role::text2, true));
    Theme::apply(Theme::Light);
    QApplication::processEvents();
    EXPECT_EQ(label.palette().color(QPalette::WindowText), Theme::color(Role::text2, false));
}

TEST(TextLabel, FollowsTheThemeThatChangedWhileItWasHidden) {
    TextLabel label(QStringLiteral("x"), Type::second, Role::text2);
    Theme::apply(Theme::Dark);
    show(label);
    EXPECT_EQ(label.palette().color(QPalette::WindowText), Theme::color(Role::text2, true));
    Theme::apply(Theme::Light);
}

TEST(TextLabel, CutTextHasTheWholeAsToolTip) {
    TextLabel label(QStringLiteral("a rather long name of a quota"));
    label.setElided(true);
    label.resize(60, 20);
    show(label);
    EXPECT_EQ(label.toolTip(), label.text());
    label.resize(400, 20);
    EXPECT_TRUE(label.toolTip().isEmpty());
}

TEST(UsageBarView, SaysItsBar) {
    UsageBarView view;
    view.setBar({.team = 2, .guarantee = 80, .own = 64, .above = 16}, QStringLiteral("Quota1"));
    EXPECT_EQ(view.accessibleName(), QStringLiteral("64 own, 16 used by Quota1, of 80 guaranteed"));
}

TEST(SectionHead, SharesItsLineWithAllPanes) {
    SectionHead plain(QStringLiteral("Queue"));
    SectionHead full(QStringLiteral("Quotas"));
    full.addControl(new IconButton(Icon::plus, QStringLiteral("New")));
    EXPECT_EQ(plain.sizeHint().height(), 40);
    EXPECT_EQ(full.sizeHint().height(), 40);
}

// A badge says in short why something waits: its sentence stands beside it whole, or cut where
// enough of it is left, or not at all.
// "nightly-0785" and "nightly-0790" are to look different where there is no room for both.
TEST(Cell, ANameThatIsCutInsideShowsItsEnd) {
    const auto painted = [](const QString& name, bool bothEnds) {
        QImage image(90, 20, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        const Cell cell = bothEnds ? Cell::name(name).withBothEnds() : Cell::name(name);
        paintCell(painter, QRectF(0, 0, 90, 20), cell);
        return image;
    };
    const QString one = QStringLiteral("embeddings-nightly-0785");
    const QString other = QStringLiteral("embeddings-nightly-0790");
    EXPECT_NE(painted(one, true), painted(other, true));
    EXPECT_EQ(painted(one, false), painted(other, false));
}

TEST(Cell, AReasonWithoutRoomIsItsBadge) {
    const auto painted = [](const QString& sentence, int width) {
        QImage image(width, 24, QImage::Format_ARGB32_Premultiplied);
        image.fill(Qt::white);
        QPainter painter(&image);
        paintCell(painter, QRectF(0, 0, width, 24),
                  Cell::reason({QStringLiteral("over share"), Tone::warn, Icon::lock}, sentence),
                  true);
        return image;
    };
    const QString sentence = QStringLiteral(
        "Work beyond the fair share waits until others want "
        "less than what they may claim.");
    EXPECT_EQ(painted(sentence, 150), painted({}, 150));
    EXPECT_NE(painted(sentence, 400), painted({}, 400));
    EXPECT_NE(painted(QStringLiteral("Soon."), 200), painted({}, 200)) << "it fits";
}

TEST(FactList, AValueThatHasNoRoomBesideItsLabelStandsBelow) {
    FactList list;
    list.setFacts(
        {{QStringLiteral("Running"), QStringLiteral("8 GPUs"), Role::text,
          QStringLiteral("of its own")},
         {QStringLiteral("Waiting and still looking for room"),
          QStringLiteral("123 workloads · 4,567 GPUs"), Role::text, QStringLiteral("asked for")}});
    const int oneLineEach = list.sizeHint().height();
    EXPECT_EQ(list.heightForWidth(700), oneLineEach);
    const int below = list.heightForWidth(240);
    EXPECT_GT(below, oneLineEach);
    list.resize(240, below);
    EXPECT_EQ(list.aboutAt(1), QStringLiteral("of its own"));
    EXPECT_EQ(list.aboutAt(below - 2), QStringLiteral("asked for"));
    EXPECT_EQ(list.aboutAt(below), QString());

    QWidget panel;
    auto* column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    auto* inside = new FactList;
    inside->setFacts(list.facts());
    column->addWidget(inside);
    column->addStretch();
    panel.resize(240, 4 * below);
    panel.show();
    EXPECT_EQ(inside->height(), below) << "its last row is whole";
}

// Cards that come late have no size before they are laid out.
TEST(ReadingOrder, IsFoundAlsoWhereSomethingHasNoSizeYet) {
    QWidget window;
    auto* below = new QPushButton(&window);
    auto* above = new QPushButton(&window);
    below->setGeometry(0, 40, 50, 0);
    above->setGeometry(0, 0, 50, 20);
    EXPECT_EQ(readingOrder(window), (std::vector<QWidget*>{above, below}));
}

}  // namespace
}  // namespace apportion::ui
