// SPDX-License-Identifier: GPL-3.0-or-later
// The scaling wizard on a recorded run: its targets by mouse and in numbers, and what it applies.
#include <algorithm>

#include <QCheckBox>
#include <QComboBox>
#include <QLineEdit>
#include <QPaintEvent>
#include <QPointer>
#include <QPushButton>

#include "core/io/plan/plan_reader.h"
#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/scaling/apply_page.h"
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
    EXPECT_TRUE(wizard->targets().mistake().contains(QStringLiteral("5o")));
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

// Its size is the sum.
TEST_F(WizardTest, AQuotaAloneIsNotAskedToKeepTheSum) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    TargetsPage& page = wizard->targets();
    ASSERT_EQ(bar().level().rows.size(), 2U);
    EXPECT_TRUE(page.keepSum()->isVisibleTo(&page));
    auto* levels = page.findChild<QComboBox*>();
    ASSERT_NE(levels, nullptr);
    levels->setCurrentIndex(0);
    emit levels->activated(0);
    ASSERT_EQ(bar().level().rows.size(), 1U) << "the root";
    EXPECT_FALSE(page.keepSum()->isVisibleTo(&page));
    levels->setCurrentIndex(1);
    emit levels->activated(1);
    EXPECT_TRUE(page.keepSum()->isVisibleTo(&page));
    EXPECT_TRUE(page.keepSum()->isChecked());
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
    EXPECT_EQ(bar().changeText(), QStringLiteral("8 from Quota1.1"));
    EXPECT_TRUE(wizard->consequence().contains(QStringLiteral("· 8 GPUs from Quota1.1")))
        << qPrintable(wizard->consequence());
    type(1, "88");
    EXPECT_EQ(bar().changeText(), QStringLiteral("8 to Quota1.2"));
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

// Whether all of it was painted since its rows were last placed.
class PaintedSince final : public QObject {
public:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::LayoutRequest)
            painted = false;
        else if (event->type() == QEvent::Paint)
            painted = painted || static_cast<QPaintEvent*>(event)->region().boundingRect().contains(
                                     static_cast<QWidget*>(watched)->rect());
        return false;
    }
    bool painted = true;
};

TEST(TargetTable, ItsLinesMoveWithTheRows) {
    const auto level = [](std::size_t rows) {
        ScaleLevel made;
        made.rows.resize(rows);
        return made;
    };
    TargetTable table;
    table.setLevel(level(1), std::vector<ScaleName>(1));
    table.resize(900, 300);
    table.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&table));
    PaintedSince watch;
    table.installEventFilter(&watch);
    table.setLevel(level(3), std::vector<ScaleName>(3));
    QCoreApplication::processEvents();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QTest::qWait(50);
    EXPECT_TRUE(watch.painted);
}

TEST_F(WizardTest, WhatIsBeingCheckedIsSaidToBe) {
    openAt(sample("pool-128.json"), kTaken);
    begin();
    TargetTable& table = *wizard->targets().table();
    GpuField* field = table.field(0);
    ASSERT_TRUE(waitFor([field] { return field->isVisible(); }));
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, QStringLiteral("56"));
    keepBusy();
    QTest::keyClick(field, Qt::Key_Tab);
    ASSERT_FALSE(wizard->isSettled());
    EXPECT_EQ(wizard->consequence(), QStringLiteral("Being checked"));
    EXPECT_EQ(table.state(1)->accessibleName(), QStringLiteral("being checked"));
    ASSERT_TRUE(settled());
    EXPECT_EQ(table.state(1)->accessibleName(), QStringLiteral("can be applied"));
}

TEST_F(WizardTest, OpensOnTheLevelOfTheQuotaThatIsSelected) {
    open(sample("crowded.json"));
    const auto& quotas = view().quotas;
    const auto leaf = std::find_if(quotas.begin(), quotas.end(), [&](const QuotaRow& row) {
        return row.depth == 3 && row.childrenGuaranteed == 0;
    });
    ASSERT_NE(leaf, quotas.end());
    const std::string parent = quotas[static_cast<std::size_t>(leaf->parent)].name;
    begin();
    ASSERT_NE(bar().level().parent, parent);
    wizard->reject();
    for (const std::string& quota : {leaf->name, parent}) {
        window->selectQuota(qt(quota));
        begin();
        EXPECT_EQ(bar().level().parent, parent) << quota;
        wizard->reject();
    }
}

}  // namespace
}  // namespace apportion::ui
