// SPDX-License-Identifier: GPL-3.0-or-later
// The preemption dialogs on a real session: what they show, refuse, mend and apply.
#include "ui/preemption/preemption_dialog.h"

#include <QAbstractItemModel>
#include <QAccessible>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QtTest/QSignalSpy>

#include "tests/ui/preemption/preemption_fixture.h"
#include "tests/ui/widgets/long_texts.h"
#include "ui/inspector/inspector.h"
#include "ui/main_window/policy_verbs.h"
#include "ui/preemption/hit_list.h"
#include "ui/preemption/policy_form.h"
#include "ui/preemption/policy_texts.h"
#include "ui/preemption/priority_field.h"
#include "ui/preemption/problem_line.h"
#include "ui/preemption/try_row.h"
#include "ui/quota_tree/quota_pane.h"
#include "ui/rule_sentence.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/sentence_box.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

TEST_F(PreemptionDialogTest, OpensOffWithWhatItWouldOffer) {
    showSelf();
    EXPECT_FALSE(dialog->onOff()->isChecked());
    EXPECT_FALSE(dialog->form()->isEnabled());
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
    EXPECT_FALSE(dialog->applyButton()->toolTip().isEmpty()) << "says why";
    EXPECT_TRUE(dialog->sentence()->plainText().contains(QStringLiteral("evicts no workload")));
    EXPECT_TRUE(dialog->hits()->emptyText().contains(QStringLiteral("the policy is off")));
    turnOn();
    EXPECT_TRUE(dialog->form()->isEnabled());
    EXPECT_TRUE(dialog->applyButton()->isEnabled());
    EXPECT_TRUE(dialog->sentence()->plainText().startsWith(
        QStringLiteral("Waiting workloads of Quota-1 with priority 6")));
    EXPECT_TRUE(dialog->sentence()->plainText().contains(QStringLiteral("training")));
    EXPECT_TRUE(dialog->sentence()->plainText().endsWith(QStringLiteral("Rule 15")));
}

// The rule in the sentence looks like a link and is one.
// Whom it could hit is a sentence then, and needs no room for a table.
TEST_F(PreemptionDialogTest, SwitchedOffItStandsOnAScreenOf800WithoutScrolling) {
    showSelf();
    dialog->resize(dialog->width(), 752);  // less what a dialog leaves of the screen
    QApplication::processEvents();
    ASSERT_FALSE(dialog->hits()->emptyText().isEmpty());
    for (const QScrollArea* area : dialog->findChildren<QScrollArea*>())
        if (area->isAncestorOf(dialog->hits())) {
            EXPECT_EQ(area->verticalScrollBar()->maximum(), 0);
        }
}

TEST_F(PreemptionDialogTest, TheRuleIsReachedByTab) {
    showSelf();
    turnOn();
    auto* text = dialog->sentence()->findChild<QLabel*>();
    bool reached = false;
    for (int i = 0; i < 60 && !reached; ++i) {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        reached = text->hasFocus();
    }
    EXPECT_TRUE(reached);
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_TRUE(dialog->sentence()->plainText().endsWith(ruleSentence(Rule::selfLevel)));
    EXPECT_TRUE(dialog->isVisible()) << "Enter is the link's, not the primary button's";
}

TEST_F(PreemptionDialogTest, ShowsWhatTheQuotaHas) {
    show(PreemptionLevel::self, QStringLiteral("Quota-2"));
    EXPECT_TRUE(dialog->onOff()->isChecked());
    EXPECT_EQ(PreemptionChoice(policy("Quota-2").selfPreemption), dialog->choice());
    EXPECT_EQ(dialog->form()->strip()->band(High), (PriorityRange{7, 9}));
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
    showChild();
    EXPECT_EQ(PreemptionChoice(policy("Root Quota").childPreemption), dialog->choice());
}

TEST_F(PreemptionDialogTest, FieldAndStripSayTheSame) {
    showSelf();
    turnOn();
    type(Low, QStringLiteral("3-4"));
    EXPECT_EQ(dialog->form()->strip()->band(Low), (PriorityRange{3, 4}));
    type(High, QStringLiteral("9"));
    EXPECT_EQ(dialog->form()->strip()->band(High), (PriorityRange{9, 9}));
    dialog->form()->strip()->setValue({Low, false}, 2);
    EXPECT_EQ(rangeFromText(field(Low)->edit()->text()), (PriorityRange{2, 4}));
    field(Low)->form()->setCurrentIndex(0);
    settle();
    EXPECT_EQ(dialog->form()->strip()->band(Low), (PriorityRange{4, 4}));
    field(Low)->form()->setCurrentIndex(1);
    settle();
    EXPECT_EQ(dialog->form()->strip()->band(Low), (PriorityRange{1, 4}));
    EXPECT_EQ(std::get<0>(dialog->choice())->low, (PriorityRange{1, 4}));
}

TEST_F(PreemptionDialogTest, ListsWhoCouldBeHitAndWhoWouldBe) {
    showSelf();
    turnOn();
    // rush waits for 8 GPUs: the 4 that are free and those of rerank-ft, which Quota-2 borrows.
    // Quota-1 then holds more than its share, and rerank-ft takes back from ablation-2.
    EXPECT_EQ(hit(), (QStringList{QStringLiteral("ablation-2"), QStringLiteral("rerank-ft")}));
    const QAbstractItemModel* model = dialog->hits()->victims()->model();
    EXPECT_TRUE(hasBolt(model, 0));
    EXPECT_TRUE(hasBolt(model, 1));
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("Evicts 2 running")));
    QTest::mouseClick(card(Module::notebook), Qt::LeftButton);
    settle();
    EXPECT_EQ(hit().size(), 3);
    for (QRadioButton* radio : dialog->findChildren<QRadioButton*>())
        if (radio->text() == QStringLiteral("This quota"))
            QTest::mouseClick(radio, Qt::LeftButton);
    settle();
    EXPECT_EQ(hit(), (QStringList{QStringLiteral("nb-rita"), QStringLiteral("ablation-2")}));
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("does not evict")));
    type(Low, QStringLiteral("1-2"));
    EXPECT_TRUE(hit().isEmpty());
    EXPECT_TRUE(dialog->hits()->emptyText().startsWith(QStringLiteral("No evictions")));
}

TEST_F(PreemptionDialogTest, BandsThatMeetAreRefusedInPlaceAndMended) {
    showSelf();
    turnOn();
    type(Low, QStringLiteral("4-7"));
    EXPECT_TRUE(problem()->sentence().startsWith(QStringLiteral("Low must stay below High: 6")));
    EXPECT_TRUE(field(Low)->edit()->property("error").toBool());
    EXPECT_FALSE(field(High)->edit()->property("error").toBool());
    EXPECT_TRUE(dialog->form()->strip()->inConflict());
    EXPECT_TRUE(dialog->sentence()->isRefusal());
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
    EXPECT_FALSE(dialog->whatButton()->isEnabled());
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 problem")));
    EXPECT_TRUE(hit().isEmpty());
    ASSERT_EQ(problem()->buttons().size(), 2U);
    EXPECT_TRUE(problem()->buttons()[0]->text().startsWith(QStringLiteral("Set Low to 4")));
    EXPECT_TRUE(problem()->buttons()[1]->text().startsWith(QStringLiteral("Set High to 8")));
    QTest::mouseClick(problem()->buttons()[1], Qt::LeftButton);
    settle();
    EXPECT_EQ(dialog->form()->strip()->band(High), (PriorityRange{8, 9}));
    EXPECT_EQ(dialog->form()->strip()->band(Low), (PriorityRange{4, 7}));
    EXPECT_TRUE(problem()->sentence().isEmpty());
    EXPECT_FALSE(field(Low)->edit()->property("error").toBool());
    EXPECT_TRUE(dialog->applyButton()->isEnabled());
}

// The same news again leaves the focus on the button; what it mended has it when it goes.
TEST_F(PreemptionDialogTest, ARepairKeepsTheFocusUntilItIsDone) {
    showSelf();
    turnOn();
    type(High, QStringLiteral("3-9"));
    ASSERT_FALSE(problem()->buttons().empty());
    QPushButton* repair = problem()->buttons().front();
    repair->setFocus();
    const Instant later = view().clock > 0 ? 0 : kSecond;
    window->bridge().session().seek(later);
    ASSERT_TRUE(waitFor([&] { return view().clock == later && window->isSettled(); }));
    settle();
    EXPECT_TRUE(repair->hasFocus());
    QTest::keyClick(repair, Qt::Key_Space);
    settle();
    EXPECT_TRUE(problem()->sentence().isEmpty());
    EXPECT_TRUE(dialog->onOff()->isChecked());
    EXPECT_TRUE(field(Low)->isAncestorOf(dialog->focusWidget()) ||
                dialog->focusWidget() == field(Low));
}

TEST_F(PreemptionDialogTest, WithoutAModuleItOffersOneOrToSwitchItOff) {
    showSelf();
    turnOn();
    QTest::mouseClick(card(Module::training), Qt::LeftButton);
    settle();
    ProblemLine* line = dialog->findChildren<ProblemLine*>().back();
    ASSERT_TRUE(line->isVisible());
    ASSERT_EQ(line->buttons().size(), 2U);
    EXPECT_EQ(line->buttons()[0]->text(), QStringLiteral("Choose training"));
    QTest::mouseClick(line->buttons()[0], Qt::LeftButton);
    settle();
    EXPECT_TRUE(card(Module::training)->isChecked());
    QTest::mouseClick(card(Module::training), Qt::LeftButton);
    settle();
    QTest::mouseClick(line->buttons()[1], Qt::LeftButton);
    settle();
    EXPECT_FALSE(dialog->onOff()->isChecked());
}

TEST_F(PreemptionDialogTest, WhatCannotBeReadIsRefused) {
    showSelf();
    turnOn();
    type(Low, QStringLiteral("x"));
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
    EXPECT_TRUE(waitFor([&] { return field(Low)->edit()->property("error").toBool(); }));
    EXPECT_TRUE(problem()->sentence().contains(QStringLiteral("from 1 to 9")));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 problem")));
    type(High, QStringLiteral("y"));
    EXPECT_TRUE(waitFor([&] {
        return dialog->consequence().startsWith(QStringLiteral("2 problem"));
    })) << qPrintable(dialog->consequence());
    type(High, QStringLiteral("9"));
    for (std::size_t i = 0; i < kModules; ++i)
        if (ChoiceCard* each = card(static_cast<Module>(i)); each->isChecked())
            each->click();
    settle();
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("2 problem")))
        << "the modules are told, too: " << qPrintable(dialog->consequence());
    card(Module::training)->click();
    settle();
    QTest::keyClick(field(Low)->edit(), Qt::Key_Return);
    EXPECT_TRUE(dialog->isVisible()) << "Enter applies nothing that is not valid";
    type(Low, QStringLiteral("0-12"));
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
    ASSERT_EQ(problem()->buttons().size(), 1U);
    QTest::mouseClick(problem()->buttons()[0], Qt::LeftButton);
    settle();
    EXPECT_EQ(field(Low)->range(), (PriorityRange{1, 9}));
}

// A "4" that is on its way to "4-6" is nobody's.
TEST_F(PreemptionDialogTest, TheStripShowsNothingOfWhatCannotBeRead) {
    showSelf();
    turnOn();
    const auto* strip = dialog->findChild<PriorityStrip*>();
    type(High, QStringLiteral("8-x"));
    EXPECT_FALSE(strip->isKnown(High));
    EXPECT_TRUE(strip->isKnown(Low)) << "that one is as it was";
    type(High, QStringLiteral("8-9"));
    EXPECT_TRUE(strip->isKnown(High));
    EXPECT_EQ(strip->band(High), (PriorityRange{8, 9}));
    // Moved on the strip it is known again, also where it stood.
    type(High, QStringLiteral("8-x"));
    auto* moved = dialog->findChild<PriorityStrip*>();
    moved->setValue({High, false}, 8);
    EXPECT_TRUE(strip->isKnown(High));
    EXPECT_TRUE(field(High)->isReadable());
    EXPECT_EQ(field(High)->range(), (PriorityRange{8, 8}));
}

// What an earlier policy would do is withdrawn at once; what cannot be read is told when nobody
// types any more.
TEST_F(PreemptionDialogTest, WhatIsHalfWrittenIsNotWrongYetAndNothingIsSaidOfWhatWasBefore) {
    showSelf();
    turnOn();
    QApplication::setActiveWindow(dialog);
    QLineEdit* edit = field(High)->edit();
    edit->setFocus();
    ASSERT_TRUE(waitFor([edit] { return edit->hasFocus(); }));
    edit->selectAll();
    QTest::keyClicks(edit, QStringLiteral("8"));
    settle();
    ASSERT_FALSE(hit().isEmpty());
    const auto* sentence = dialog->findChild<SentenceBox*>();
    const auto expectNotTold = [&] {
        EXPECT_EQ(problem()->sentence(), QString());
        EXPECT_FALSE(sentence->isRefusal()) << qPrintable(sentence->plainText());
        EXPECT_EQ(dialog->consequence(), QStringLiteral("The priorities are not complete yet."));
        EXPECT_FALSE(edit->property("error").toBool());
        EXPECT_FALSE(dialog->applyButton()->isEnabled());
        EXPECT_TRUE(hit().isEmpty());
    };
    const auto expectTold = [&](const QString& what) {
        EXPECT_TRUE(problem()->sentence().contains(what)) << qPrintable(problem()->sentence());
        EXPECT_TRUE(problem()->sentence().startsWith(QStringLiteral("High priority:")));
        EXPECT_TRUE(sentence->isRefusal());
        EXPECT_TRUE(edit->property("error").toBool());
        EXPECT_FALSE(field(Low)->edit()->property("error").toBool());
        EXPECT_FALSE(dialog->applyButton()->isEnabled());
        EXPECT_TRUE(hit().isEmpty());
    };
    QTest::keyClicks(edit, QStringLiteral("-"));
    expectNotTold();
    EXPECT_TRUE(waitFor([&] { return sentence->isRefusal(); })) << "after a pause";
    expectTold(QStringLiteral("or two with a dash"));
    QTest::keyClicks(edit, QStringLiteral("x"));
    expectNotTold();
    QTest::keyClick(edit, Qt::Key_Tab);
    expectTold(QStringLiteral("“8-x” is not a priority"));
    settle();
    expectTold(QStringLiteral("“8-x” is not a priority"));
}

TEST_F(PreemptionDialogTest, ApplyReachesTheSessionAndUndoTakesItBack) {
    showSelf();
    turnOn();
    type(Low, QStringLiteral("4"));
    const PreemptionChoice chosen = dialog->choice();
    QSignalSpy applied(dialog, &PreemptionDialog::applied);
    QTest::mouseClick(dialog->applyButton(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !dialog || !dialog->isVisible(); }));
    EXPECT_EQ(applied.count(), 1);
    ASSERT_TRUE(waitFor([&] {
        return PreemptionChoice(policy("Quota-1").selfPreemption) == chosen && !view().play.waiting;
    }));
    ASSERT_TRUE(waitFor([&] {
        for (const WorkloadRow& row : view().running)
            if (row.name == "rush")
                return true;
        return false;
    })) << "what the dialog foretold";
    ASSERT_TRUE(waitFor([&] { return action(ActionId::undo)->isEnabled(); }));
    action(ActionId::undo)->trigger();
    EXPECT_TRUE(waitFor([&] { return !policy("Quota-1").selfPreemption; }));
}

TEST_F(PreemptionDialogTest, ByKeyboardAlone) {
    showSelf();
    const auto press = [](int key, Qt::KeyboardModifiers with = {}) {
        QTest::keyClick(QApplication::focusWidget(), static_cast<Qt::Key>(key), with);
    };
    dialog->onOff()->setFocus(Qt::TabFocusReason);
    press(Qt::Key_Space);
    settle();
    // Through every field to the strip.
    for (int i = 0; i < 30 && !dialog->form()->strip()->hasFocus(); ++i)
        press(Qt::Key_Tab);
    ASSERT_TRUE(dialog->form()->strip()->hasFocus());
    press(Qt::Key_2);  // Low, from
    press(Qt::Key_Tab);
    press(Qt::Key_4);  // Low, to
    press(Qt::Key_Tab);
    press(Qt::Key_Right);  // High, from
    press(Qt::Key_Tab);
    press(Qt::Key_Tab);
    ASSERT_EQ(QApplication::focusWidget(), card(Module::training));
    press(Qt::Key_Tab);
    press(Qt::Key_Space);
    EXPECT_TRUE(card(Module::notebook)->isChecked());
    settle();
    press(Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return policy("Quota-1").selfPreemption.has_value(); }));
    const SelfPreemption& now = *policy("Quota-1").selfPreemption;
    EXPECT_EQ(now.low, (PriorityRange{2, 4}));
    EXPECT_EQ(now.high, (PriorityRange{7, 9}));
    EXPECT_TRUE(now.modules.test(static_cast<std::size_t>(Module::notebook)));
}

TEST_F(PreemptionDialogTest, ARangeThatTypingMadeIsAppliedByTheSecondEnter) {
    showSelf();
    turnOn();
    field(Low)->form()->setCurrentIndex(0);
    settle();
    type(Low, QStringLiteral("2-5"));
    QTest::keyClick(field(Low)->edit(), Qt::Key_Return);
    settle();
    ASSERT_TRUE(dialog && dialog->isVisible());
    EXPECT_FALSE(policy("Quota-1").selfPreemption);
    EXPECT_TRUE(field(Low)->edit()->hasFocus());
    QTest::keyClick(field(Low)->edit(), Qt::Key_Return);
    ASSERT_TRUE(waitFor([&] { return policy("Quota-1").selfPreemption.has_value(); }));
    EXPECT_EQ(policy("Quota-1").selfPreemption->low, (PriorityRange{2, 5}));
}

// Every control that can be reached has a name for screen readers.
TEST_F(PreemptionDialogTest, TabReachesEverythingAndEverythingHasAName) {
    showSelf();
    turnOn();
    QSet<QWidget*> reached;
    dialog->onOff()->setFocus(Qt::TabFocusReason);
    for (int i = 0; i < 60; ++i) {
        QWidget* at = QApplication::focusWidget();
        ASSERT_TRUE(at);
        reached.insert(at);
        QAccessibleInterface* known = QAccessible::queryAccessibleInterface(at);
        ASSERT_TRUE(known);
        EXPECT_FALSE(known->text(QAccessible::Name).isEmpty())
            << at->metaObject()->className() << " has no name";
        QTest::keyClick(at, Qt::Key_Tab);
    }
    for (QWidget* each :
         {static_cast<QWidget*>(dialog->onOff()), static_cast<QWidget*>(field(High)->edit()),
          static_cast<QWidget*>(field(Low)->edit()), static_cast<QWidget*>(dialog->form()->strip()),
          static_cast<QWidget*>(card(Module::inference)),
          static_cast<QWidget*>(dialog->hits()->victims()),
          static_cast<QWidget*>(dialog->tryRow()->check()),
          static_cast<QWidget*>(dialog->whatButton()),
          static_cast<QWidget*>(dialog->applyButton())})
        EXPECT_TRUE(reached.contains(each)) << each->metaObject()->className();
}

TEST_F(PreemptionDialogTest, ChildLevelTriesAWorkloadThatArrives) {
    showChild();
    ASSERT_TRUE(dialog->tryRow()->check()->isChecked());
    dialog->tryRow()->gpus()->setValue(4);
    settle();
    EXPECT_TRUE(dialog->tryRow()->outcome().startsWith(QStringLiteral("starts")))
        << "4 GPUs are free";
    dialog->tryRow()->gpus()->setValue(8);
    settle();
    EXPECT_EQ(dialog->tryRow()->outcome().section(QLatin1Char(':'), 0, 0),
              QStringLiteral("1 evicted"));
    EXPECT_TRUE(dialog->tryRow()->outcome().contains(QStringLiteral("rerank-ft")));
    EXPECT_TRUE(dialog->consequence().contains(QStringLiteral("does not evict")))
        << "the footer is about the change alone";
    dialog->tryRow()->gpus()->setValue(72);
    settle();
    EXPECT_TRUE(dialog->answer()->tried->submitted.front().reason.has_value());
    QTest::mouseClick(dialog->tryRow()->check(), Qt::LeftButton);
    settle();
    EXPECT_TRUE(dialog->tryRow()->outcome().isEmpty());
}

TEST_F(PreemptionDialogTest, AShareOfAGpuIsTriedAsItIsTyped) {
    showChild();
    NumberField* gpus = dialog->tryRow()->gpus();
    const auto type = [&](const char* text) {
        gpus->setFocus();
        QTest::keyClick(gpus, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(gpus, QString::fromLatin1(text));
        settle();
    };
    type("0.5");
    ASSERT_TRUE(dialog->tryRow()->arrival());
    EXPECT_EQ(dialog->tryRow()->arrival()->gpu, kOneGpu / 2);
    type("half");
    EXPECT_FALSE(dialog->tryRow()->arrival()) << "and not what stood there before";
    const auto* words = dialog->tryRow()->findChild<TextLabel*>();
    EXPECT_TRUE(waitFor([&] { return words->text().contains(QStringLiteral("half")); }));
}

// Both dialogs begin with it; and however long a name is, what came of it is read.
TEST_F(PreemptionDialogTest, BothTryAWorkload) {
    showSelf();
    EXPECT_TRUE(dialog->tryRow()->check()->isChecked());
    EXPECT_TRUE(dialog->tryRow()->gpus()->isEnabled());
}

TEST_F(PreemptionDialogTest, WhatWouldHappenIsShownInTheDialog) {
    showSelf();
    turnOn();
    QTest::mouseClick(dialog->whatButton(), Qt::LeftButton);
    EXPECT_TRUE(dialog->hits()->showsTrial());
    const QAbstractItemModel* model = dialog->hits()->trial()->model();
    ASSERT_EQ(model->rowCount(), 5);
    EXPECT_EQ(model->index(0, 0).data().toString(), QStringLiteral("rerank-ft"));
    EXPECT_TRUE(model->index(0, 2).data().toString().contains(QStringLiteral("for rush")));
    EXPECT_EQ(model->index(1, 0).data().toString(), QStringLiteral("ablation-2"));
    EXPECT_EQ(model->index(2, 0).data().toString(), QStringLiteral("rush"));
    EXPECT_EQ(model->index(4, 0).data().toString(), QStringLiteral("the new workload"));
    EXPECT_TRUE(model->index(4, 2).data().toString().startsWith(QStringLiteral("waits")))
        << qPrintable(model->index(4, 2).data().toString());
    EXPECT_TRUE(dialog->hits()->trial()->isVisible());
    // It stays up to date while one goes on editing.
    type(Low, QStringLiteral("1-3"));
    EXPECT_EQ(model->rowCount(), 0);
    EXPECT_TRUE(dialog->hits()->emptyText().startsWith(QStringLiteral("No other effect")));
    dialog->tryRow()->check()->setChecked(false);
    settle();
    EXPECT_TRUE(dialog->hits()->emptyText().startsWith(QStringLiteral("No effect now")));
    QTest::mouseClick(dialog->whatButton(), Qt::LeftButton);
    EXPECT_FALSE(dialog->hits()->showsTrial());
}

TEST_F(PreemptionDialogTest, IsOpenedFromActionsTheInspectorAndByNameAndOnce) {
    const auto shown = [this] {
        QStringList names;
        for (const DialogFrame* each : window->policies().shown())
            names << each->objectName();
        names.sort();
        return names.join(QStringLiteral(", "));
    };
    window->selectQuota(QStringLiteral("Quota-2"));
    action(ActionId::selfPreemption)->trigger();
    EXPECT_EQ(shown(), QStringLiteral("self-preemption:Quota-2"));
    action(ActionId::selfPreemption)->trigger();
    EXPECT_EQ(shown(), QStringLiteral("self-preemption:Quota-2")) << "two drafts of one policy";
    emit window->inspector().preemptionWanted(PreemptionLevel::child, QStringLiteral("Root Quota"));
    EXPECT_EQ(shown(), QStringLiteral("child-preemption:Root Quota, self-preemption:Quota-2"));
    EXPECT_FALSE(window->showView(QStringLiteral("dialog:self-preemption:nobody")));
    EXPECT_FALSE(window->showView(QStringLiteral("dialog:nothing")));
    EXPECT_TRUE(window->showView(QStringLiteral("dialog:self-preemption:Quota-1")));
    EXPECT_EQ(window->shownView()->objectName(), QStringLiteral("self-preemption:Quota-1"));
}

TEST_F(PreemptionDialogTest, TheInspectorLeadsToThePolicies) {
    window->selectQuota(QStringLiteral("Root Quota"));
    ASSERT_TRUE(waitFor([this] { return window->isSettled(); }));
    QLabel* link = nullptr;
    for (QLabel* each : window->inspector().findChildren<QLabel*>())
        if (each->isVisible() && each->accessibleName().startsWith(QStringLiteral("Child-level")))
            link = each;
    ASSERT_TRUE(link);
    EXPECT_TRUE(link->accessibleName().contains(QStringLiteral("1–4")));
    emit link->linkActivated(QStringLiteral("go"));
    ASSERT_EQ(window->policies().shown().size(), 1);
    EXPECT_EQ(window->policies().shown().front()->objectName(),
              QStringLiteral("child-preemption:Root Quota"));
}

TEST_F(PreemptionDialogTest, AQuotaThatIsGoneIsSaid) {
    showSelf();
    turnOn();
    window->files().open(sample("four-teams.json"));
    ASSERT_TRUE(waitFor([this] { return view().quotas.size() == 4 && window->isSettled(); }));
    dialog->form()->strip()->setValue({Low, false}, 2);
    settle();
    EXPECT_TRUE(dialog->findChild<MessageBar*>()->isVisible());
    EXPECT_FALSE(dialog->applyButton()->isEnabled());
}

TEST_F(PreemptionDialogTest, LongerTextsAreNotCut) {
    const LongTexts longer;
    for (const PreemptionLevel level : {PreemptionLevel::self, PreemptionLevel::child}) {
        show(level, QLatin1String(level == PreemptionLevel::self ? "Quota-1" : "Root Quota"));
        if (!dialog->onOff()->isChecked())
            turnOn();
        EXPECT_TRUE(waitFor([this] { return cutTexts(*dialog).isEmpty(); }))
            << cutTexts(*dialog).join(", ").toStdString();
        // Of a screen of 900 a dialog leaves an edge.
        dialog->resize(dialog->width(), 852);
        QTest::qWait(30);
        for (const QScrollArea* area : dialog->findChildren<QScrollArea*>())
            if (area->isAncestorOf(dialog->form())) {
                EXPECT_EQ(area->verticalScrollBar()->maximum(), 0);
            }
        type(Low, QStringLiteral("0-12"));
        QTest::qWait(30);
        EXPECT_EQ(cutTexts(*dialog), QStringList());
        EXPECT_LE(dialog->width(), 1100);
        dialog->close();
    }
}

TEST_F(PreemptionDialogTest, IsDrawnInBothThemes) {
    showSelf();
    turnOn();
    QTest::qWait(30);  // it grows with its contents
    const QImage light = dialog->grab().toImage();
    Theme::apply(Theme::Dark);
    QTest::qWait(30);
    const QImage dark = dialog->grab().toImage();
    EXPECT_EQ(light.size(), dark.size());
    EXPECT_EQ(light.pixelColor(4, 40), Theme::color(Role::surface, false));
    EXPECT_EQ(dark.pixelColor(4, 40), Theme::color(Role::surface, true));
    // A cell of the band that may take, in its middle but for the number.
    const PriorityStrip& strip = *dialog->form()->strip();
    const QPoint cell = strip.mapTo(dialog, QPoint(strip.width() * 7 / 9 + 12, strip.height() / 2));
    EXPECT_EQ(light.pixelColor(cell), Theme::color(Role::accent, false));
    EXPECT_EQ(dark.pixelColor(cell), Theme::color(Role::accent, true));
}

}  // namespace
}  // namespace apportion::ui
