// SPDX-License-Identifier: GPL-3.0-or-later
// The scaling wizard on a recorded run and on a project, by mouse, by numbers and by keyboard.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QDateTimeEdit>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include "core/io/plan/plan_reader.h"
#include "core/io/scenario_reader.h"
#include "core/session/project/desk.h"
#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/before_after.h"
#include "ui/scaling/cell_label.h"
#include "ui/scaling/effect_models.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/gpu_field.h"
#include "ui/scaling/note_box.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/target_table.h"
#include "ui/scaling/targets_page.h"
#include "ui/texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

TEST_F(WizardTest, TheDividerIsDragged) {
    openAt(sample("pool-128.json"), kFull);
    begin();
    EXPECT_EQ(sizes(), (std::vector<Gpu>{48, 80}));
    EXPECT_FALSE(wizard->next()->isEnabled());
    ScaleDivider* divider = bar().divider(0);
    const QPoint middle = divider->rect().center();
    const int step = qRound(8.0 * (bar().width() - 2) / 128);
    QTest::mousePress(divider, Qt::LeftButton, {}, middle);
    // The divider moves with the mouse: positions are its own.
    QTest::mouseMove(divider, middle + QPoint(step, 0));
    QTest::mouseRelease(divider, Qt::LeftButton, {}, divider->rect().center());
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    EXPECT_EQ(wizard->targets().table()->field(1)->gpu(), 72 * kOneGpu);
}

TEST_F(WizardTest, NumbersAreTyped) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    GpuField* field = wizard->targets().table()->field(0);
    ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("56"));
    EXPECT_EQ(field->text(), QStringLiteral("56"));
    EXPECT_TRUE(field->hasFocus());
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    EXPECT_TRUE(wizard->next()->isEnabled());
    // More than there is cannot be taken from anybody.
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("136"));
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{136, 0}));
    EXPECT_FALSE(wizard->next()->isEnabled());
    EXPECT_TRUE(field->property("error").toBool());
}

// What is no number stays to be mended, and is no other target.
TEST_F(WizardTest, WhatCannotBeReadGoesNoFurther) {
    openAt(sample("pool-128.json"), kTaken);
    begin(to(56, 72));
    GpuField* field = wizard->targets().table()->field(0);
    ASSERT_TRUE(waitFor([&] { return field->isVisible() && wizard->next()->isEnabled(); }));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("5o"));
    EXPECT_FALSE(wizard->next()->isEnabled());
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    EXPECT_EQ(field->text(), QStringLiteral("5o"));
    EXPECT_TRUE(field->property("error").toBool());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    EXPECT_FALSE(wizard->next()->isEnabled());
    EXPECT_TRUE(wizard->targets().complaint().contains(QStringLiteral("5o")));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("50"));
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{50, 78}));
    EXPECT_TRUE(wizard->next()->isEnabled());
    EXPECT_FALSE(field->property("error").toBool());
}

// A live pool says something new at any moment.
TEST_F(WizardTest, NewsLeaveWhatIsBeingTyped) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    GpuField* field = wizard->targets().table()->field(0);
    ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("1"));
    field->setGpu(48 * kOneGpu);
    QTest::keyClicks(field, QStringLiteral("2"));
    EXPECT_EQ(field->text(), QStringLiteral("12"));
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes().front(), 12);
    field->setGpu(48 * kOneGpu);
    EXPECT_EQ(field->gpu(), 48 * kOneGpu);
}

TEST(NoteBox, KeepsItsButtonsWhileThereIsSomethingForThemToDo) {
    NoteBox box;
    QString done;
    const auto act = [&](const char* name) {
        return NoteAction{QString::fromLatin1(name),
                          [&done, name] { done = QString::fromLatin1(name); }};
    };
    box.say(Tone::err, QStringLiteral("wrong"), {}, {act("one"), act("two")});
    box.show();
    auto buttons = box.findChildren<QPushButton*>();
    ASSERT_EQ(buttons.size(), 2);
    QPointer<QPushButton> second = buttons[1];
    box.say(Tone::err, QStringLiteral("still wrong"), {}, {act("first"), act("other")});
    EXPECT_EQ(box.findChildren<QPushButton*>(), buttons);
    QTest::mouseClick(second, Qt::LeftButton);
    EXPECT_EQ(done, QStringLiteral("other"));
    box.say(Tone::err, QStringLiteral("less"), {}, {act("one")});
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(second.isNull());
}

TEST_F(WizardTest, AProblemIsMendedInPlace) {
    openAt(sample("pool-128.json"), kTaken);
    begin({{"Quota1.1", 56 * kOneGpu}});
    EXPECT_FALSE(wizard->next()->isEnabled());
    QPushButton* take = nullptr;
    for (QPushButton* button : wizard->targets().findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Take 8 from Quota1.2"))
            take = button;
    ASSERT_NE(take, nullptr);
    QTest::mouseClick(take, Qt::LeftButton);
    ASSERT_TRUE(settled());
    EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    EXPECT_TRUE(wizard->next()->isEnabled());
}

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

TEST_F(WizardTest, TheModeIsAskedOnlyWhereSomebodyStandsInTheWay) {
    openAt(sample("pool-128.json"), kTaken);
    begin(to(56, 72));
    EXPECT_FALSE(wizard->targets().asksForMode());
    EXPECT_TRUE(wizard->next()->isEnabled());
    window->bridge().session().seek(kFull);
    ASSERT_TRUE(waitFor([&] { return view().clock == kFull; }));
    ASSERT_TRUE(waitFor([&] { return wizard->targets().asksForMode(); }));
    EXPECT_FALSE(wizard->next()->isEnabled());
    wizard->targets().card(ScaleMode::drain)->setChecked(true);
    EXPECT_TRUE(wizard->next()->isEnabled());
}

TEST_F(WizardTest, NothingIsKeptOfARunThatWasAbandoned) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 0);
    next();
    next();
    wizard->apply().card(ScaleWay::plan)->setChecked(true);
    wizard->apply().whyField()->setText(QStringLiteral("why"));
    wizard->reject();
    begin(to(56, 72));
    EXPECT_EQ(wizard->targets().mode(), ScaleMode::refuse);
    EXPECT_FALSE(wizard->next()->isEnabled()) << "rule 21: the mode is said each time";
    wizard->targets().card(ScaleMode::reclaim)->setChecked(true);
    EXPECT_EQ(wizard->targets().after(), 600 * kSecond);
    EXPECT_EQ(wizard->apply().way(), ScaleWay::now);
    EXPECT_TRUE(wizard->apply().why().isEmpty());
}

TEST_F(WizardTest, TheEffectNamesWhoIsHit) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    next();
    EXPECT_EQ(wizard->page(), ScaleWizard::effectPage);
    const WorkloadEffectModel* model = wizard->effect().workloads();
    ASSERT_EQ(model->rowCount(), 1);
    EXPECT_EQ(model->index(0, WorkloadEffectModel::effectColumn).data().toString(),
              QStringLiteral("evicted"));
    EXPECT_EQ(model->index(0, WorkloadEffectModel::whenColumn).data().toString(),
              QStringLiteral("09:15:00"));
    EXPECT_TRUE(model->index(0, WorkloadEffectModel::whyColumn)
                    .data()
                    .toString()
                    .startsWith(QStringLiteral("loses 2.0 GPU-hours · rules 21, 19 · ")));
    wizard->effect().filter()->setCurrentIndex(1);
    EXPECT_EQ(model->rowCount(), 16);
    // No duration is stated, so nobody knows how long anybody waits.
    EXPECT_EQ(wizard->effect().quotas()->index(0, QuotaEffectModel::waitColumn).data().toString(),
              QStringLiteral("unknown"));
    // What a row decided stands with the row; the foot is of all of it.
    EXPECT_TRUE(wizard->consequence().contains(QStringLiteral("8 GPUs from Quota1.2 to Quota1.1")))
        << qPrintable(wizard->consequence());
}

TEST_F(WizardTest, TheWholeReasonAndTheNextBestStandBelowTheTable) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 0);
    next();
    EffectPage& page = wizard->effect();
    const WorkloadEffectModel* model = page.workloads();
    ASSERT_GT(model->rowCount(), 0);
    const ScaleWorkloadEffect& first = model->at(0);
    ASSERT_EQ(first.effect, ScaleEffect::evicted);
    ASSERT_TRUE(first.record.has_value());
    ASSERT_FALSE(first.record->runnerUp.empty());
    EXPECT_TRUE(page.story().contains(messageText(*first.why))) << qPrintable(page.story());
    EXPECT_TRUE(page.story().contains(qt(first.record->runnerUp.front())));
    // Another row, another story.
    page.filter()->setCurrentIndex(1);
    const QString before = page.story();
    page.workloadTable()->setFocus();
    QTest::keyClick(page.workloadTable(), Qt::Key_Down);
    EXPECT_NE(page.story(), before);
    EXPECT_TRUE(page.story().contains(qt(model->at(1).workload)));
}

// Nothing scrolls inside what scrolls: where room is short the tables do, and not the page.
TEST_F(WizardTest, OnASmallScreenOnlyTheTablesScroll) {
    window->resize(1366, 768);
    open(sample("crowded.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("wizard:scale:2")));
    wizard = window->findChild<ScaleWizard*>();
    ASSERT_TRUE(settled());
    ASSERT_TRUE(waitFor([this] { return wizard->page() == ScaleWizard::effectPage; }));
    wizard->resize(wizard->width(), 720);
    QCoreApplication::processEvents();
    EXPECT_EQ(wizard->height(), 720);
    for (const auto* area : wizard->findChildren<QScrollArea*>())
        EXPECT_EQ(area->verticalScrollBar()->maximum(), 0);
    for (const auto* table : wizard->findChildren<TreeView*>())
        if (table->isVisible() && table->model()->rowCount() > 0) {
            EXPECT_GE(table->viewport()->height(), 2 * table->sizeHintForRow(0));
        }
}

TEST_F(WizardTest, TheBarsAreAsLongAsWhatTheQuotasDivide) {
    openAt(sample("pool-128.json"), kTaken);
    begin(to(56, 72));
    next();
    EXPECT_EQ(wizard->effect().bars()->whole(), 128 * kOneGpu);
}

TEST_F(WizardTest, WithTheSumFreeTheBarSaysWhatTheFootSays) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    TargetsPage& page = wizard->targets();
    QTest::mouseClick(page.keepSum(), Qt::LeftButton, {}, QPoint(8, page.keepSum()->height() / 2));
    ASSERT_FALSE(page.keepSum()->isChecked());
    const auto type = [&](int row, const char* text) {
        GpuField* field = page.table()->field(static_cast<std::size_t>(row));
        ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QString::fromLatin1(text));
        QTest::keyClick(field, Qt::Key_Tab);
        ASSERT_TRUE(settled());
    };
    type(0, "40");
    EXPECT_EQ(sizes(), (std::vector<Gpu>{40, 80}));
    EXPECT_EQ(bar().changeText(), QStringLiteral("−8 from Quota1.1"));
    EXPECT_TRUE(wizard->consequence().contains(QStringLiteral("−8 GPUs from Quota1.1")))
        << qPrintable(wizard->consequence());
    type(1, "88");
    EXPECT_EQ(bar().changeText(), QStringLiteral("+8 to Quota1.2"));
}

TEST_F(WizardTest, NumbersSayWhereTheyComeFrom) {
    openAt(sample("pool-128.json"), kTaken);
    begin(to(56, 72));
    for (const CellLabel* cell : wizard->targets().table()->numbers(1))
        EXPECT_FALSE(cell->toolTip().isEmpty()) << qPrintable(cell->cell().plainText());
    next();
    const QuotaEffectModel* model = wizard->effect().quotas();
    for (int column = QuotaEffectModel::guaranteedColumn; column < QuotaEffectModel::columns;
         ++column)
        EXPECT_FALSE(model->index(0, column).data(Qt::ToolTipRole).toString().isEmpty()) << column;
}

TEST_F(WizardTest, AppliesAllAndOneUndoTakesItBack) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 0);
    next();
    next();
    EXPECT_EQ(wizard->page(), ScaleWizard::applyPage);
    EXPECT_FALSE(wizard->apply().card(ScaleWay::temporary)->isEnabled());
    QTest::mouseClick(wizard->next(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return guaranteed("Quota1.1") == 56 && !wizard->isVisible(); }));
    EXPECT_EQ(guaranteed("Quota1.2"), 72);
    EXPECT_TRUE(view().document.dirty);
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([&] { return guaranteed("Quota1.1") == 48; }));
    EXPECT_EQ(guaranteed("Quota1.2"), 80);
    EXPECT_FALSE(view().document.dirty);
}

TEST_F(WizardTest, ViewsProposeSomething) {
    openAt(sample("pool-128.json"), kFull);
    for (const char* name : {"wizard:scale", "wizard:scale:2", "wizard:scale:3"}) {
        ASSERT_TRUE(window->showView(QString::fromLatin1(name)));
        wizard = window->findChild<ScaleWizard*>();
        ASSERT_TRUE(settled()) << name << " page " << wizard->page() << ": "
                               << wizard->consequence().toStdString();
        EXPECT_EQ(sizes(), (std::vector<Gpu>{56, 72}));
    }
    EXPECT_EQ(wizard->page(), ScaleWizard::applyPage);
}

TEST_F(WizardTest, IsSavedAsAPlan) {
    const QString file = copyOf("pool-128.json");
    openAt(file, kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    const QString plan = profile.filePath(QStringLiteral("p.plan.json"));
    wizard->savePlanTo(plan);
    ASSERT_TRUE(waitFor([&] { return !wizard->isVisible(); }));
    const auto read = readPlan(plan.toStdString());
    ASSERT_TRUE(read.has_value());
    EXPECT_EQ(std::get<ScenarioBase>(read->plan.base).file, "pool-128.json");
    EXPECT_EQ(read->plan.sets.at(0).edits.at(0).at, kFull);
    EXPECT_EQ(guaranteed("Quota1.1"), 48);
}

TEST_F(WizardTest, APlanOfASampleIsRefusedInPlace) {
    open(sample("pool-128.json"));
    action(ActionId::openSample128)->trigger();  // a sample has no file
    ASSERT_TRUE(waitFor([this] { return view().document.file.empty() && view().play.complete; }));
    begin(to(64, 64));
    next();
    wizard->savePlanTo(profile.filePath(QStringLiteral("p.plan.json")));
    ASSERT_TRUE(settled());
    EXPECT_TRUE(wizard->isVisible());
    EXPECT_TRUE(refusal().contains(QStringLiteral("Save it first")));
}

class ProjectWizardTest : public WizardTest {
protected:
    void openProject() {
        file = profile.filePath(QStringLiteral("pool.apportion"));
        // All of its work waits yet.
        auto read = readScenario(sample("pool-128.json").toStdString());
        ASSERT_TRUE(read.has_value());
        auto made = window->bridge().session().newProject(file.toStdString(), read->scenario);
        ASSERT_TRUE(waitFor(
            [&] { return made.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
        ASSERT_TRUE(made.get().has_value());
        ASSERT_TRUE(waitFor([this] { return view().document.mode == PoolMode::resting; }));
    }

    QString file;
};

TEST_F(ProjectWizardTest, AppliesForATime) {
    openProject();
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    next();
    wizard->apply().card(ScaleWay::temporary)->setChecked(true);
    QTest::mouseClick(wizard->next(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return guaranteed("Quota1.1") == 56 && !wizard->isVisible(); }));
    auto desk = ProjectDesk::open(file.toStdString(), OpenMode::readOnly);
    ASSERT_TRUE(desk.has_value());
    const auto project = desk->project();
    ASSERT_TRUE(project.has_value());
    ASSERT_EQ((*project)->temporary.size(), 1U);
    EXPECT_EQ((*project)->temporary[0].sizes.size(), 2U);
    auto undone = window->bridge().session().undo();
    ASSERT_TRUE(waitFor([&] { return guaranteed("Quota1.1") == 48; }));
    EXPECT_TRUE(undone.get().has_value());
}

// Whatever is chosen on the last page, nothing on it moves and the dialog keeps its size.
TEST_F(ProjectWizardTest, ChoicesMoveNothing) {
    openProject();
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    next();
    ApplyPage& page = wizard->apply();
    const auto places = [&] {
        std::vector<QRect> all{wizard->geometry()};
        for (const ScaleWay way : {ScaleWay::now, ScaleWay::temporary, ScaleWay::plan})
            all.push_back(page.card(way)->geometry());
        all.push_back(QRect(page.whyField()->mapTo(wizard, QPoint()), page.whyField()->size()));
        return all;
    };
    QCoreApplication::processEvents();
    const auto before = places();
    page.card(ScaleWay::temporary)->setChecked(true);
    QCoreApplication::processEvents();
    EXPECT_EQ(places(), before);
    page.untilField()->setDateTime(QDateTime(QDate(226, 1, 1), QTime(8, 0)));
    QCoreApplication::processEvents();
    EXPECT_EQ(places(), before) << "a mistake has its line";
    page.card(ScaleWay::plan)->setChecked(true);
    QCoreApplication::processEvents();
    EXPECT_EQ(places(), before);
}

// What was typed stays where it was typed, and says what is wrong with it.
TEST_F(ProjectWizardTest, AnEndOutOfRangeIsRefusedInPlace) {
    openProject();
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    next();
    ApplyPage& page = wizard->apply();
    page.card(ScaleWay::temporary)->setChecked(true);
    EXPECT_TRUE(wizard->next()->isEnabled());
    const QDateTime mistyped(QDate(226, 1, 1), QTime(8, 0));
    page.untilField()->setDateTime(mistyped);
    EXPECT_EQ(page.untilField()->dateTime(), mistyped);
    EXPECT_TRUE(page.untilMistake()->isVisible());
    EXPECT_TRUE(page.untilMistake()->sentence().contains(QStringLiteral("Choose a moment")))
        << qPrintable(page.untilMistake()->sentence());
    EXPECT_TRUE(page.untilField()->property("error").toBool());
    EXPECT_FALSE(wizard->next()->isEnabled());
    // It concerns no other way.
    page.card(ScaleWay::now)->setChecked(true);
    EXPECT_TRUE(wizard->next()->isEnabled());
    page.card(ScaleWay::temporary)->setChecked(true);
    page.untilField()->setDateTime(QDateTime::currentDateTime().addYears(3));
    EXPECT_FALSE(wizard->next()->isEnabled());
    QTest::mouseClick(page.untilMistake()->buttons().front(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return wizard->next()->isEnabled(); }));
    EXPECT_FALSE(page.untilMistake()->isVisible());
}

// At rest nobody has decided: in use is what the tree shows, and what starts at once is told.
TEST_F(ProjectWizardTest, BeginsWithTheStateThatTheTreeShows) {
    openProject();
    const auto running = [this] {
        for (const QuotaRow& row : view().quotas)
            if (row.name == "Quota1.2")
                return row.numbers.subtree;
        return Gpu{-1};
    };
    ASSERT_EQ(running(), 0) << "all its work waits";
    begin(to(56, 72));
    for (const ScaleRow& row : bar().level().rows)
        EXPECT_EQ(row.numbers.subtree, 0) << row.quota;
    ASSERT_TRUE(wizard->next()->isEnabled()) << "nobody stands in the way";
    next();
    const QuotaEffectModel* quotas = wizard->effect().quotas();
    EXPECT_EQ(quotas->index(1, QuotaEffectModel::runningColumn).data().toString(),
              QStringLiteral("0 → 72"));
    const WorkloadEffectModel* work = wizard->effect().workloads();
    QStringList effects;
    for (int row = 0; row < work->rowCount(); ++row)
        effects << work->index(row, WorkloadEffectModel::effectColumn).data().toString();
    EXPECT_TRUE(effects.contains(QStringLiteral("starts anyway")))
        << qPrintable(effects.join(QStringLiteral(", ")));
}

TEST_F(ProjectWizardTest, WhoCameBeforeIsNotOverruled) {
    openProject();
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    next();
    {
        auto other = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(other.has_value());
        CommandRequest command;
        command.id = "scale";
        command.arguments.set("sizes", std::vector<std::string>{"Quota1.1=40"});
        ASSERT_TRUE(other->run(command).has_value());
    }
    QTest::mouseClick(wizard->next(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return !refusal().isEmpty() || !wizard->isVisible(); }));
    EXPECT_TRUE(wizard->isVisible());
    EXPECT_FALSE(refusal().isEmpty());
    EXPECT_TRUE(settled());
}

TEST_F(ProjectWizardTest, WhatIsAppliedWasLookedAt) {
    openProject();
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    next();
    ASSERT_EQ(wizard->page(), ScaleWizard::applyPage);
    {
        auto other = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(other.has_value());
        CommandRequest command;
        command.id = "scale";
        command.arguments.set("sizes", std::vector<std::string>{"Quota1.1=40"});
        ASSERT_TRUE(other->run(command).has_value());
    }
    ASSERT_TRUE(waitFor([this] { return wizard->page() == ScaleWizard::effectPage; }));
    EXPECT_TRUE(refusal().contains(QStringLiteral("has changed since"))) << qPrintable(refusal());
    ASSERT_TRUE(settled());
    next();
    EXPECT_EQ(wizard->page(), ScaleWizard::applyPage);
    EXPECT_TRUE(refusal().isEmpty());
}

TEST(TargetTable, AShorterLevelLeavesNoEmptyRows) {
    const auto level = [](std::size_t rows) {
        ScaleLevel made;
        made.rows.resize(rows);
        return made;
    };
    TargetTable table;
    TargetTable fresh;
    fresh.setLevel(level(5), std::vector<ScaleName>(5));
    table.setLevel(level(8), std::vector<ScaleName>(8));
    table.setLevel(level(5), std::vector<ScaleName>(5));
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_EQ(table.minimumSizeHint().height(), fresh.minimumSizeHint().height());
}

}  // namespace
}  // namespace apportion::ui
