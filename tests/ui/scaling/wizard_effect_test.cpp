// SPDX-License-Identifier: GPL-3.0-or-later
// The second page of the scaling wizard: who is hit, and why.
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/scaling/effect_models.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/texts.h"
#include "ui/widgets/before_after.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

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
                    .startsWith(QStringLiteral("loses 2.0 GPU hours · rules 21, 19 · ")));
    wizard->effect().filter()->setCurrentIndex(1);
    EXPECT_EQ(model->rowCount(), 16);
    // No duration is stated: what runs counts as running on.
    const auto* quotas = wizard->effect().quotas();
    const auto wait = [&](int row, int role = Qt::DisplayRole) {
        return quotas->index(row, QuotaEffectModel::waitColumn).data(role).toString();
    };
    for (int row = 0; row < quotas->rowCount(); ++row)
        EXPECT_NE(wait(row), QStringLiteral("unknown")) << row;
    EXPECT_TRUE(wait(quotas->rowCount() - 1).endsWith(QStringLiteral("beyond 24 h")))
        << qPrintable(wait(quotas->rowCount() - 1));
    EXPECT_TRUE(wait(0, Qt::ToolTipRole).contains(QStringLiteral("count as running on")));
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

TEST_F(WizardTest, TheChosenWorkloadStaysChosenWhenAllAreShown) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(72, 56));
    wizard->targets().chooseMode(ScaleMode::reclaim, 0);
    next();
    EffectPage& page = wizard->effect();
    const WorkloadEffectModel* model = page.workloads();
    const auto chosen = [&] { return model->at(page.workloadTable()->currentIndex().row()); };
    page.filter()->setCurrentIndex(1);
    const int last = model->rowCount() - 1;
    page.workloadTable()->setCurrentIndex(model->index(last, 0));
    const std::string unchanged = chosen().workload;
    page.filter()->setCurrentIndex(0);
    ASSERT_GT(model->rowCount(), 1);
    EXPECT_NE(chosen().workload, unchanged) << "it is not shown, and the first one is";
    page.workloadTable()->setCurrentIndex(model->index(1, 0));
    const std::string changed = chosen().workload;
    page.filter()->setCurrentIndex(1);
    EXPECT_EQ(chosen().workload, changed);
    EXPECT_TRUE(page.story().contains(qt(changed))) << qPrintable(page.story());
    page.filter()->setCurrentIndex(0);
    EXPECT_EQ(chosen().workload, changed);
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

TEST_F(WizardTest, EnteredAgainItBeginsAtItsTop) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    next();
    wizard->effect().filter()->setCurrentIndex(1);
    wizard->resize(wizard->width(), 340);
    QScrollBar* bar = nullptr;
    for (const auto* area : wizard->findChildren<QScrollArea*>())
        if (area->isAncestorOf(&wizard->effect()))
            bar = area->verticalScrollBar();
    ASSERT_NE(bar, nullptr);
    ASSERT_TRUE(waitFor([&] { return bar->maximum() > 0; }));
    bar->setValue(bar->maximum());
    for (QPushButton* each : wizard->findChildren<QPushButton*>())
        if (each->text() == QStringLiteral("Back"))
            QTest::mouseClick(each, Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return wizard->page() == ScaleWizard::targetsPage; }));
    next();
    EXPECT_EQ(bar->value(), 0);
}

TEST_F(WizardTest, TheBarsAreAsLongAsWhatTheQuotasDivide) {
    openAt(sample("pool-128.json"), kTaken);
    begin(to(56, 72));
    next();
    EXPECT_EQ(wizard->effect().bars()->whole(), 128 * kOneGpu);
}

TEST(QuotaEffectModel, QuotasStandBelowTheirParentsThatAreShown) {
    auto view = std::make_shared<View>();
    const auto quota = [&](const char* name, int parent) {
        QuotaRow& row = view->quotas.emplace_back();
        row.name = row.team = name;
        row.parent = parent;
    };
    quota("top", -1);
    quota("mid", 0);
    quota("low", 1);
    ScaleMoment moment;
    for (const auto& [name, own] : {std::pair{"top", false}, {"top", true}, {"low", false}})
        moment.quotas.push_back({name, own, {}, {}});
    QuotaEffectModel model;
    model.set(view, {}, moment);
    const CellDelegate delegate;
    QList<int> depths;
    QList<int> widths;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, QuotaEffectModel::quotaColumn);
        depths << index.data(kDepthRole).toInt();
        widths << delegate.sizeHint({}, index).width();
        EXPECT_EQ(index.siblingAtColumn(1).data(kDepthRole).toInt(), 0);
    }
    EXPECT_EQ(depths, (QList<int>{0, 1, 1})) << "what is not shown indents nothing";
    moment.quotas.insert(moment.quotas.begin() + 2, {"mid", false, {}, {}});
    model.set(view, {}, moment);
    const QModelIndex low = model.index(3, QuotaEffectModel::quotaColumn);
    EXPECT_EQ(low.data(kDepthRole).toInt(), 2);
    EXPECT_GT(delegate.sizeHint({}, low).width(), widths[2]);
}

// What has not been counted yet is not none.
TEST_F(WizardTest, WhileItIsTriedNothingIsCounted) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    ASSERT_TRUE(settled());
    keepBusy();
    QTest::mouseClick(wizard->next(), Qt::LeftButton);
    ASSERT_FALSE(wizard->isSettled());
    EffectPage& page = wizard->effect();
    EXPECT_TRUE(page.isWaiting());
    EXPECT_FALSE(page.filter()->isVisible());
    EXPECT_FALSE(page.workloadTable()->isVisible());
    EXPECT_FALSE(page.bars()->isVisible());
    EXPECT_TRUE(wizard->consequence().contains(QStringLiteral("Loading the effect")));
    ASSERT_TRUE(settled());
    EXPECT_FALSE(page.isWaiting());
    EXPECT_TRUE(page.filter()->isVisible());
    EXPECT_TRUE(page.workloadTable()->isVisible());
}

}  // namespace
}  // namespace apportion::ui
