// SPDX-License-Identifier: GPL-3.0-or-later
// The scaling wizard by keyboard alone.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/target_table.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/keyboard_focus.h"

namespace apportion::ui {
namespace {

TEST_F(WizardTest, ByKeyboardAlone) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    wizard->activateWindow();
    for (int i = 0; i < 12 && !bar().divider(0)->hasFocus(); ++i)
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : wizard,
                        Qt::Key_Tab);
    ASSERT_TRUE(bar().divider(0)->hasFocus());
    QTest::keyClick(bar().divider(0), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(bar().divider(0), Qt::Key_Right);
    QTest::keyClick(bar().divider(0), Qt::Key_Left);
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    QTest::keyClick(bar().divider(0), Qt::Key_End);
    EXPECT_EQ(sizes(), (std::vector<Gpu>{128, 0}));
    QTest::keyClick(bar().divider(0), Qt::Key_Home);
    EXPECT_EQ(sizes(), (std::vector<Gpu>{0, 128}));
    EXPECT_EQ(bar().divider(0)->value(), 0);
    EXPECT_FALSE(bar().divider(0)->accessibleName().isEmpty());
    ASSERT_TRUE(settled());
    // Enter is the primary button.
    QTest::keyClick(bar().divider(0), Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_EQ(wizard->page(), ScaleWizard::effectPage);
}

// Dividers, fields and cards come and go after the footer was made.
// Enter goes on from page to page, and opened anew it begins at its first field.
TEST_F(WizardTest, EnterGoesOnFromPageToPage) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    EXPECT_TRUE(wizard->targets().isAncestorOf(wizard->focusWidget()));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    const auto enter = [this] {
        QTest::keyClick(wizard->focusWidget(), Qt::Key_Return);
        ASSERT_TRUE(settled());
        ASSERT_TRUE(wizard->isVisible());
    };
    enter();
    ASSERT_EQ(wizard->page(), ScaleWizard::effectPage);
    EXPECT_EQ(wizard->focusWidget(), wizard->next());
    enter();
    ASSERT_EQ(wizard->page(), ScaleWizard::applyPage);
    EXPECT_TRUE(wizard->apply().isAncestorOf(wizard->focusWidget()));
    QTest::keyClick(wizard->focusWidget(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([this] { return !wizard->isVisible(); }));
    EXPECT_TRUE(waitFor([this] { return guaranteed("Quota1.2") == 72; })) << "not cancelled";
    begin(to(64, 64));
    EXPECT_TRUE(wizard->targets().isAncestorOf(wizard->focusWidget()));
}

// Nothing would be said of it where the button cannot be pressed.
TEST_F(WizardTest, EnterLeadsToTheModeThatIsAskedFor) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    ASSERT_TRUE(wizard->targets().asksForMode());
    GpuField* field = wizard->targets().table()->field(0);
    field->setFocus();
    QTest::keyClick(field, Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_EQ(wizard->page(), ScaleWizard::targetsPage);
    EXPECT_EQ(wizard->focusWidget(), wizard->targets().card(ScaleMode::refuse));
    // Of those that are not chosen it chooses the one that has the focus, and then goes on.
    ChoiceCard* drain = wizard->targets().card(ScaleMode::drain);
    drain->setFocus();
    QTest::keyClick(drain, Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_EQ(wizard->targets().mode(), ScaleMode::drain);
    EXPECT_EQ(wizard->page(), ScaleWizard::targetsPage);
    QTest::keyClick(drain, Qt::Key_Return);
    ASSERT_TRUE(settled());
    EXPECT_EQ(wizard->page(), ScaleWizard::effectPage);
}

// Also where a click has hidden the ring before.
TEST_F(WizardTest, WhatHasTheFocusOnTheNextPageIsSeen) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    ASSERT_TRUE(settled());
    wizard->setAttribute(Qt::WA_KeyboardFocusChange, false);
    QTest::keyClick(wizard->focusWidget(), Qt::Key_Return);
    ASSERT_TRUE(settled());
    ASSERT_EQ(wizard->page(), ScaleWizard::effectPage);
    EXPECT_TRUE(hasKeyboardFocus(*wizard->focusWidget()));
    wizard->setAttribute(Qt::WA_KeyboardFocusChange, false);
    next();
    ASSERT_EQ(wizard->page(), ScaleWizard::applyPage);
    EXPECT_TRUE(hasKeyboardFocus(*wizard->focusWidget())) << "nobody pointed at it";
}

// Whoever has typed a number looks at what it does and reaches for the button, with no key that
// would say that it is done.
TEST_F(WizardTest, ATypedNumberCountsWhenNothingFollows) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    GpuField* field = wizard->targets().table()->field(0);
    ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
    ASSERT_FALSE(wizard->next()->isEnabled());
    field->setFocus();
    ASSERT_TRUE(waitFor([field] { return field->hasFocus(); }));
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("56"));
    EXPECT_TRUE(waitFor([this] { return wizard->next()->isEnabled(); }));
    EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    EXPECT_TRUE(field->hasFocus());
    EXPECT_EQ(field->text(), QStringLiteral("56"));
    QTest::keyClicks(field, QStringLiteral("."));
    QTest::qWait(700);
    EXPECT_EQ(field->text(), QStringLiteral("56."));
    QTest::keyClicks(field, QStringLiteral("5"));
    EXPECT_TRUE(waitFor([this] { return bar().level().rows[0].target == 5650; }));
}

// Whether all of the wizard was there when it was hidden last.
class HideWatch final : public QObject {
public:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Hide)
            wasWhole = dynamic_cast<ScaleWizard*>(watched) != nullptr;
        return false;
    }
    bool wasWhole = false;
};

// The field that has the focus asks once more as it loses it.
TEST_F(WizardTest, AWindowThatGoesTakesItAwayBeforeItsSession) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    bool isGone = false;
    QObject::connect(wizard, &QObject::destroyed, [&] { isGone = true; });
    bool wasFirst = false;
    HideWatch watch;
    wizard->installEventFilter(&watch);
    QObject::connect(&window->bridge(), &QObject::destroyed, [&] { wasFirst = isGone; });
    window.reset();
    EXPECT_TRUE(wasFirst);
    EXPECT_TRUE(watch.wasWhole);
}

// What the others gave or took for its first digits they do not keep.
TEST_F(WizardTest, HowSlowlyANumberIsTypedChangesNothing) {
    openAt(sample("four-teams.json"), 0);
    const auto typed = [this](bool slowly) {
        begin();
        GpuField* field = wizard->targets().table()->field(3);
        field->setFocus();
        EXPECT_TRUE(waitFor([field] { return field->hasFocus(); }));
        field->selectAll();
        const std::vector<Gpu> before = sizes();
        QTest::keyClicks(field, QStringLiteral("1"));
        EXPECT_TRUE(!slowly || waitFor([&] { return sizes() != before; }));
        QTest::keyClicks(field, QStringLiteral("2"));
        QTest::keyClick(field, Qt::Key_Tab);
        EXPECT_TRUE(settled());
        const std::vector<Gpu> after = sizes();
        EXPECT_EQ(after[3], 12);
        wizard->close();
        return after;
    };
    EXPECT_EQ(typed(true), typed(false));
}

// The sum, the bar and the title would be of the target before.
TEST_F(WizardTest, WhatIsNoNumberIsToldAndNothingHoldsOfTheOneBefore) {
    openAt(sample("pool-128.json"), kTaken);
    begin(to(56, 72));
    GpuField* field = wizard->targets().table()->field(0);
    const auto says = [this](const char* words) {
        for (const QLabel* label : wizard->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(QString::fromUtf8(words)))
                return true;
        return false;
    };
    ASSERT_TRUE(says("56 + 72"));
    field->setFocus();
    ASSERT_TRUE(waitFor([field] { return field->hasFocus(); }));
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("5o"));
    EXPECT_TRUE(wizard->consequence().isEmpty()) << qPrintable(wizard->consequence());
    EXPECT_FALSE(says("5o"));
    ASSERT_TRUE(settled());
    EXPECT_FALSE(says("56 + 72"));
    EXPECT_FALSE(bar().isEnabled());
    EXPECT_FALSE(wizard->next()->isEnabled());
    EXPECT_TRUE(QTest::qWaitFor([this] {
        return wizard->consequence().startsWith(QStringLiteral("1 problem"));
    })) << qPrintable(wizard->consequence());
    EXPECT_TRUE(says("5o"));
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("56"));
    ASSERT_TRUE(settled());
    EXPECT_TRUE(says("56 + 72"));
    EXPECT_TRUE(bar().isEnabled());
}

TEST_F(WizardTest, EscAsksBeforeTargetsAreDropped) {
    openAt(sample("pool-128.json"), kFull);
    begin();
    auto* field = wizard->targets().table()->field(0);
    ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("40"));
    QTest::keyClick(field, Qt::Key_Escape);
    EXPECT_TRUE(wizard->isVisible());
    EXPECT_TRUE(refusal().contains(QStringLiteral("Discard"))) << qPrintable(refusal());
    // Whatever page it stands on then.
    QTest::keyClick(field, Qt::Key_Return);
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    ASSERT_TRUE(waitFor([this] { return wizard->next()->isEnabled(); }));
    next();
    QTest::keyClick(wizard, Qt::Key_Escape);
    EXPECT_TRUE(wizard->isVisible());
    QTest::keyClick(wizard, Qt::Key_Escape);
    EXPECT_FALSE(wizard->isVisible());
}

// Wherever the focus is: nothing is applied, gone on to or dropped by the key that keeps it.
TEST_F(WizardTest, EnterOnlyTakesTheQuestionAway) {
    openAt(sample("pool-128.json"), kFull);
    begin();
    auto* field = wizard->targets().table()->field(0);
    ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
    const auto keeps = [this](QWidget* focus) {
        focus->setFocus();
        QTest::keyClick(focus, Qt::Key_Escape);
        ASSERT_TRUE(refusal().contains(QStringLiteral("Discard"))) << qPrintable(refusal());
        const int page = wizard->page();
        QTest::keyClick(focus, Qt::Key_Return);
        ASSERT_TRUE(settled());
        EXPECT_EQ(refusal(), QString());
        EXPECT_TRUE(wizard->isVisible());
        EXPECT_EQ(wizard->page(), page);
    };
    const auto cancel = [this] {
        for (QPushButton* each : wizard->findChildren<QPushButton*>())
            if (each->isVisible() && each->text() == QStringLiteral("Cancel"))
                return each;
        return static_cast<QPushButton*>(nullptr);
    };
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("56"));
    keeps(field);
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    ASSERT_TRUE(settled());
    keeps(wizard->next());
    next();
    ASSERT_EQ(wizard->page(), ScaleWizard::effectPage);
    keeps(cancel());
    next();
    ASSERT_EQ(wizard->page(), ScaleWizard::applyPage);
    const Gpu before = guaranteed("Quota1.2");
    keeps(wizard->next());
    keeps(wizard->focusWidget());
    QTest::qWait(100);
    EXPECT_TRUE(wizard->isVisible());
    EXPECT_EQ(guaranteed("Quota1.2"), before) << "nothing is applied";
}

TEST_F(WizardTest, TabGoesAsOneReads) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    ASSERT_TRUE(wizard->targets().asksForMode());
    QTest::qWait(0);
    const auto* levels = wizard->targets().findChild<QComboBox*>();
    wizard->targets().findChild<QComboBox*>()->setFocus();
    std::vector<const QWidget*> order;
    for (int i = 0; i < 20; ++i) {
        order.push_back(QApplication::focusWidget());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        if (QApplication::focusWidget() == levels)
            break;
    }
    const auto place = [&order](const QWidget* part) {
        return std::find(order.begin(), order.end(), part) - order.begin();
    };
    const TargetTable& table = *wizard->targets().table();
    const std::vector<const QWidget*> read{wizard->targets().findChild<QCheckBox*>(),
                                           bar().divider(0), table.field(0), table.field(1),
                                           wizard->targets().card(ScaleMode::refuse)};
    for (std::size_t i = 1; i < read.size(); ++i)
        EXPECT_LT(place(read[i - 1]), place(read[i])) << i;
    for (const QPushButton* button : wizard->findChildren<QPushButton*>())
        if (!wizard->targets().isAncestorOf(button) && button->isVisible() && button->isEnabled()) {
            EXPECT_GT(place(button), place(read.back())) << qPrintable(button->text());
        }
}

}  // namespace
}  // namespace apportion::ui
