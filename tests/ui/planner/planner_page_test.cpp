// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/planner_page.h"

#include <QFontMetrics>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>

#include "core/session/planning/planner.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/charts/time_chart.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/command_dialog.h"
#include "ui/main_window/render.h"
#include "ui/planner/advisor_dialog.h"
#include "ui/planner/edit_dialog.h"
#include "ui/planner/new_plan_dialog.h"
#include "ui/planner/plan_chart.h"
#include "ui/planner/plan_pane.h"
#include "ui/planner/plan_texts.h"
#include "ui/planner/results_pane.h"
#include "ui/planner/set_card.h"
#include "ui/planner/work_dialog.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/targets_page.h"
#include "ui/texts.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

const QString kPlan = QStringLiteral(APPORTION_SOURCE_DIR "/resources/plans/pool-128.plan.json");

class PlannerPageTest : public ConsoleTest {
protected:
    PlannerPage& page() const { return *window->findChild<PlannerPage*>(); }
    Planner& planner() const { return window->bridge().planner(); }
    bool isRested() const { return planner().view()->open && page().isUpToDate(); }

    void openPlan(const QString& file = kPlan) {
        window->files().open(file);
        ASSERT_TRUE(waitFor([this] { return isRested(); }));
    }
    static QString cell(const TreeView* table, int row, int column) {
        return table->model()->index(row, column).data().toString();
    }
    template <typename Dialog>
    Dialog* newest() const {
        const QList<Dialog*> all = window->findChildren<Dialog*>();
        return all.isEmpty() ? nullptr : all.back();
    }
};

TEST_F(PlannerPageTest, APlanOpensWithoutAPoolAndShowsAVerdictAVariant) {
    openPlan();
    EXPECT_FALSE(view().document.open);
    EXPECT_TRUE(page().isVisible());
    EXPECT_FALSE(window->quotas().isVisible());
    EXPECT_EQ(page().pane()->cards().size(), 6U);
    const TreeView* verdicts = page().results()->verdicts();
    ASSERT_EQ(verdicts->model()->rowCount(), 6);
    EXPECT_EQ(cell(verdicts, 0, 0), QStringLiteral("56 / 72 at once"));
    EXPECT_FALSE(cell(verdicts, 1, 1).isEmpty());
    EXPECT_EQ(page().results()->gains()->model()->columnCount(), 5);
    const auto twoLines = 2 * QFontMetrics(font(Type::small)).height();
    EXPECT_GE(page().results()->gains()->header()->height(), twoLines) << "names of variants";
    EXPECT_GT(page().results()->metrics()->model()->rowCount(), 7);
    EXPECT_FALSE(page().results()->chart()->chart()->data().series.isEmpty());
}

TEST_F(PlannerPageTest, ItStandsBesideThePoolThatIsOpen) {
    open(sample("pool-128.json"));
    openPlan();
    EXPECT_TRUE(view().document.open);
    EXPECT_TRUE(page().isVisible());
    EXPECT_FALSE(window->quotas().isVisible());
    window->showView(QStringLiteral("overview"));
    EXPECT_TRUE(window->quotas().isVisible());
}

TEST_F(PlannerPageTest, EveryNumberOfTheTableIsThatOfTheRun) {
    openPlan();
    const auto results = planner().view()->results;
    const auto band = bandOf(results->bands.sets[1].bands, PlanMetric::p95Wait, {});
    ASSERT_TRUE(band);
    const TreeView* metrics = page().results()->metrics();
    ASSERT_EQ(cell(metrics, 1, 0), metricName(PlanMetric::p95Wait));
    EXPECT_EQ(cell(metrics, 1, 5), bandText(PlanMetric::p95Wait, *band));
}

TEST_F(PlannerPageTest, AnEditIsMadeInAFormAndUndone) {
    openPlan();
    emit page().pane()->formWanted(0, 1, EditDraft::Kind::forecast);
    auto* form = newest<EditDialog>();
    ASSERT_NE(form, nullptr);
    auto* percent = form->findChildren<NumberField*>().front();
    percent->setValue(20);
    QTest::keyClick(form, Qt::Key_Return);
    ASSERT_TRUE(waitFor(
        [this] { return isRested() && planner().view()->draft.plan.sets[0].edits.size() == 2; }));
    const PlanEdit made = planner().view()->draft.plan.sets[0].edits[1];
    EXPECT_EQ(std::get<Forecast>(made.action).scale, 1200);
    planner().turn(Planner::Turn::undo);
    ASSERT_TRUE(waitFor(
        [this] { return isRested() && planner().view()->draft.plan.sets[0].edits.size() == 1; }));
    EXPECT_TRUE(page().unsaved().isEmpty());
}

TEST_F(PlannerPageTest, ANameIsEditedInItsCard) {
    openPlan();
    QLineEdit* name = page().pane()->cards()[0]->name();
    name->setFocus();
    name->setText(QStringLiteral("halves"));
    QTest::keyClick(name, Qt::Key_Return);
    EXPECT_TRUE(waitFor([this] { return planner().view()->draft.plan.sets[0].name == "halves"; }));
    EXPECT_FALSE(page().unsaved().isEmpty());
}

TEST_F(PlannerPageTest, AVariantThatTheBaseRefusesIsToldAndLeavesTheResults) {
    openPlan();
    PlanChange change{PlanChange::Kind::addEdits, 0};
    change.edits = {{0, Forecast{"nowhere", 1100, 0}}};
    planner().change(change);
    ASSERT_TRUE(waitFor([this] { return isRested() && !planner().view()->problems.empty(); }));
    EXPECT_TRUE(page().message()->isVisible());
    EXPECT_EQ(page().results()->verdicts()->model()->rowCount(), 6);
}

TEST_F(PlannerPageTest, ItIsSavedAsTheFileThatTheCommandLineRuns) {
    openPlan();
    PlanChange change{PlanChange::Kind::addSet};
    change.name = "Arrivals";
    change.edits = {{0, Forecast{"Quota1", 1100, 0}}};
    planner().change(change);
    const std::string file = profile.filePath(QStringLiteral("mine.plan.json")).toStdString();
    ASSERT_TRUE(planner().save(file).get());
    const auto read = preparePlan(file);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->plan().sets.size(), 7U);
    ASSERT_TRUE(waitFor([this] { return isRested(); }));
    EXPECT_TRUE(page().unsaved().isEmpty());
}

TEST_F(PlannerPageTest, ANewPlanStartsFromTheRunThatIsOpen) {
    open(copyOf("pool-128.json"));
    action("new-plan")->trigger();
    auto* dialog = newest<NewPlanDialog>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_TRUE(dialog->ofPool()->isChecked());
    dialog->createButton()->click();
    ASSERT_TRUE(waitFor([this] { return isRested(); }));
    EXPECT_TRUE(page().isVisible());
    EXPECT_TRUE(planner().view()->draft.plan.sets.empty());
    EXPECT_EQ(planner().view()->draft.plan.futures.count, kEditingFutures);
}

TEST_F(PlannerPageTest, AFileThatIsNoBaseIsToldInTheForm) {
    action("new-plan")->trigger();
    auto* dialog = newest<NewPlanDialog>();
    ASSERT_NE(dialog, nullptr);
    EXPECT_FALSE(dialog->ofPool()->isEnabled());
    dialog->file()->setText(QStringLiteral("/nowhere/at/all.csv"));
    dialog->createButton()->click();
    ASSERT_TRUE(waitFor([&] {
        const auto* refusal = dialog->findChild<MessageBar*>();
        return refusal != nullptr && refusal->isVisible();
    }));
    EXPECT_FALSE(planner().view()->open);
}

TEST_F(PlannerPageTest, ATraceThatIsOpenedBecomesTheBaseOfANewPlan) {
    const QString trace = profile.filePath(QStringLiteral("last-month.txt"));
    QFile file(trace);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(
        "JobID|Account|User|State|Submit|Start|End|AllocTRES|ReqTRES|NNodes\n"
        "1|a|ann|COMPLETED|2026-10-01T10:00:00|2026-10-01T10:00:00|2026-10-01T11:00:00|"
        "gres/gpu=8|gres/gpu=8|1\n"
        "2|b|bob|COMPLETED|2026-10-01T10:00:00|2026-10-01T10:05:00|2026-10-01T12:00:00|"
        "gres/gpu=4|gres/gpu=4|1\n");
    file.close();
    window->files().open(trace);
    ASSERT_TRUE(waitFor([this] { return newest<NewPlanDialog>() != nullptr; }));
    auto* dialog = newest<NewPlanDialog>();
    EXPECT_EQ(dialog->file()->text(), trace);
    EXPECT_TRUE(dialog->ofFile()->isChecked());
    dialog->nodes()->setValue(4);
    dialog->createButton()->click();
    ASSERT_TRUE(waitFor([this] { return isRested(); }));
    EXPECT_EQ(std::get<TraceBase>(planner().view()->draft.plan.base).pool, "4x8");
    planner().change({PlanChange::Kind::addSet});
    ASSERT_TRUE(waitFor([this] { return isRested(); }));
    page().applySet(0);
    EXPECT_TRUE(page().message()->sentence().contains(QStringLiteral("is a trace")));
}

TEST_F(PlannerPageTest, AClickOnTheSentenceOfAnEditOpensItsForm) {
    openPlan();
    const QList<TextLabel*> labels = page().pane()->cards()[0]->findChildren<TextLabel*>();
    const auto sentence = std::find_if(labels.begin(), labels.end(), [](const TextLabel* each) {
        return each->text().startsWith(QStringLiteral("Scale "));
    });
    ASSERT_NE(sentence, labels.end());
    QTest::mouseClick(*sentence, Qt::LeftButton);
    EXPECT_NE(newest<EditDialog>(), nullptr);
}

TEST_F(PlannerPageTest, EditsAreSentencesWithDatesAndWithoutKeys) {
    PolicyEvent policy{"Quota1", {}};
    policy.change.childPreemption.emplace(ChildPreemption{{1, 3}, {}});
    policy.change.childPreemption.value()->modules.set(0);
    policy.change.limit.emplace(Limit{64 * kOneGpu, {}, {}});
    const QString text = editText({0, EventAction{policy}}, TimeText());
    EXPECT_FALSE(text.contains(QLatin1Char('{'))) << text.toStdString();
    EXPECT_TRUE(text.contains(QStringLiteral("limit 64 GPUs"))) << text.toStdString();
    const NodeEvent down{"node-1", NodeState::down};
    const TimeText time("2026-10-01T00:00:00Z");
    constexpr Duration kWeek = 7 * 24 * 3600 * kSecond;
    EXPECT_NE(editText({kWeek, EventAction{down}}, time),
              editText({2 * kWeek, EventAction{down}}, time));
}

TEST_F(PlannerPageTest, WorkloadsThatDifferHaveBothHistories) {
    openPlan();
    emit page().pane()->workWanted(1);
    auto* dialog = newest<WorkDialog>();
    ASSERT_NE(dialog, nullptr);
    ASSERT_TRUE(waitFor([&] { return dialog->isUpToDate(); }));
    ASSERT_GT(dialog->table()->model()->rowCount(), 0);
    const QString last = cell(dialog->table(), dialog->table()->model()->rowCount() - 1, 0);
    dialog->table()->setCurrentIndex(
        dialog->table()->model()->index(dialog->table()->model()->rowCount() - 1, 0));
    dialog->sortBy(0);
    EXPECT_EQ(dialog->table()->currentIndex().data().toString(), last);
    EXPECT_TRUE(cell(dialog->table(), 0, 1).startsWith(QStringLiteral("Quota1")));
    dialog->openHistory(0);
    const QList<TreeView*> tables = dialog->findChildren<TreeView*>();
    EXPECT_EQ(tables.back()->model()->columnCount(), 3);
}

TEST_F(PlannerPageTest, EvictionsOfBothHistoriesStandBesideEachOther) {
    PlanComparison compared;
    compared.scenario = std::make_shared<const Scenario>();
    WorkloadDifference work;
    work.name = "job";
    Eviction eviction;
    eviction.victim = "other";
    compared.evictions.base.push_back(eviction);
    EXPECT_EQ(historyRows(compared, work).size(), 6U);
    eviction.victim = "job";
    eviction.at = 90 * kSecond;
    eviction.why = {"advice-limit-refused", {}};
    compared.evictions.changed = {eviction, eviction};
    const auto rows = historyRows(compared, work);
    ASSERT_EQ(rows.size(), 8U);
    EXPECT_EQ(rows[3].cells[0].text, QStringLiteral("Eviction 1"));
    EXPECT_EQ(rows[3].cells[1].text, QStringLiteral("-"));
    EXPECT_TRUE(rows[4].cells[2].text.contains(
        messageText({"advice-limit-refused", {}}, TimeText(std::string()))));
}

TEST_F(PlannerPageTest, ALastMomentWithoutAStartIsNoWaitOfNothing) {
    PlanResults results;
    results.scenario = std::make_shared<const Scenario>();
    results.runs.resize(1);
    auto& buckets = results.runs[0].emplace().metrics.buckets;
    for (int hour = 0; hour < 3; ++hour) {
        MetricBucket& bucket = buckets.emplace_back();
        bucket.at = hour * 3600 * kSecond;
        bucket.started = hour < 2 ? 1 : 0;
        bucket.meanWait = hour < 2 ? 600 * kSecond : 0;
    }
    const auto last = [&] {
        return planChartData(results, PlanSeries::meanWait).series.at(0).values.back();
    };
    EXPECT_EQ(last(), 10);
    buckets[2].started = 1;
    EXPECT_EQ(last(), 0);
    buckets[2].meanWait = 12 * 3600 * kSecond;
    EXPECT_EQ(last(), 12) << "720 minutes are read as hours";
    EXPECT_EQ(planChartData(results, PlanSeries::meanWait).unit, QStringLiteral("h"));
}

TEST_F(PlannerPageTest, ADayThatSaysLessIsHatched) {
    constexpr Duration kDay = 24 * 3600 * kSecond;
    Scenario scenario;
    scenario.workloads.emplace_back();
    PlanResults results;
    results.runs.resize(1);
    results.runs[0].emplace();
    for (int day = 0; day <= 7; ++day)
        results.runs[0]->metrics.buckets.emplace_back().at = day * kDay;
    const auto hatched = [&] {
        results.scenario = std::make_shared<const Scenario>(scenario);
        return planChartData(results, PlanSeries::meanWait).partial;
    };
    ASSERT_EQ(hatched().size(), 1);
    EXPECT_EQ(hatched()[0], std::pair(qint64{0}, qint64{kDay}));
    results.runs[0]->pastEnd = 3;
    ASSERT_EQ(hatched().size(), 2);
    EXPECT_EQ(hatched()[1], std::pair(qint64{6 * kDay}, qint64{7 * kDay}));
    scenario.workloads[0].running.emplace();
    EXPECT_EQ(hatched().size(), 1);
    results.runs[0]->metrics.buckets.resize(3);
    EXPECT_TRUE(hatched().isEmpty());
}

TEST_F(PlannerPageTest, ApplyingAsksThePoolFirst) {
    openPlan();
    page().applySet(0);
    EXPECT_TRUE(page().message()->isVisible());  // another pool
    open(sample("pool-128.json"));
    page().applySet(0);
    ASSERT_TRUE(waitFor([this] {
        const auto* wizard = window->findChild<ScaleWizard*>();
        return wizard != nullptr && wizard->isVisible();
    }));
}

TEST_F(PlannerPageTest, ABaseThatMovedIsShownAndRunAgainBeforeItsVariantIsApplied) {
    const QString base = copyOf("pool-128.json");
    const QString plan = profile.filePath(QStringLiteral("moving.plan.json"));
    QFile file(plan);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(QStringLiteral(R"({"apportionPlan": 1, "base": {"scenario": "%1"}, "sets": [
        {"name": "56 / 72", "edits": [{"at": 0, "do": "scale",
         "quotas": {"Quota1.1": {"gpu": 56}, "Quota1.2": {"gpu": 72}}}]}]})")
                   .arg(base)
                   .toUtf8());
    file.close();
    openPlan(plan);
    open(base);
    const auto moves = [&](const char* from, const char* to) {
        QFile changed(base);
        ASSERT_TRUE(changed.open(QIODevice::ReadWrite));
        const QByteArray text = changed.readAll().replace(from, to);
        changed.resize(0);
        changed.seek(0);
        changed.write(text + "\n");
        changed.close();
        planner().lookAtBase();
        ASSERT_TRUE(waitFor([this] { return planner().view()->baseMoved && page().isUpToDate(); }));
    };
    moves("\"nb-01\"", "\"nb-77\"");
    const auto before = planner().view()->results;
    page().applySet(0);
    ASSERT_TRUE(waitFor([&] {
        return isRested() && planner().view()->results != before &&
               page().message()->sentence().contains(QStringLiteral("new workload"));
    }));
    EXPECT_EQ(window->findChild<ScaleWizard*>(), nullptr);
    moves("\"nb-02\"", "\"nb-78\"");  // as a live pool does all the time
    emit page().message()->acted();
    ASSERT_TRUE(waitFor([this] {
        const auto* wizard = window->findChild<ScaleWizard*>();
        return wizard != nullptr && wizard->isVisible();
    }));
}

TEST_F(PlannerPageTest, UndoAndSaveActOnThePlanThatIsInFront) {
    open(copyOf("pool-128.json"));
    editGuarantee("Quota1.1", 40);
    ASSERT_TRUE(waitFor([this] { return view().document.undo && action("undo")->isEnabled(); }));
    openPlan();
    EXPECT_FALSE(action("undo")->isEnabled());
    EXPECT_FALSE(action("save")->isEnabled());
    const auto addsOne = [this](std::size_t sets) {
        PlanChange change{PlanChange::Kind::addSet};
        change.name = "variant " + std::to_string(sets);
        planner().change(change);
        ASSERT_TRUE(waitFor([&] {
            return isRested() && planner().view()->draft.plan.sets.size() == sets &&
                   action("undo")->isEnabled();
        }));
    };
    addsOne(7);
    action("undo")->trigger();
    ASSERT_TRUE(
        waitFor([this] { return isRested() && planner().view()->draft.plan.sets.size() == 6; }));
    EXPECT_TRUE(view().document.undo) << "the change of the pool stays";
    action("redo")->trigger();
    ASSERT_TRUE(
        waitFor([this] { return isRested() && planner().view()->draft.plan.sets.size() == 7; }));
    const std::string file = profile.filePath(QStringLiteral("mine.plan.json")).toStdString();
    ASSERT_TRUE(planner().save(file).get());
    addsOne(8);
    action("save")->trigger();
    ASSERT_TRUE(waitFor([this] { return !planner().view()->dirty; }));
    const auto saved = preparePlan(file);
    ASSERT_TRUE(saved) << render(saved.error().back().message);
    EXPECT_EQ(saved->plan().sets.size(), 8U);
    window->showView(QStringLiteral("overview"));
    action("undo")->trigger();
    EXPECT_TRUE(waitFor([this] { return !view().document.undo; }));
    EXPECT_EQ(planner().view()->draft.plan.sets.size(), 8U);
}

TEST_F(PlannerPageTest, AVariantIsAppliedInItsModeAndNotBeforeItsMomentUnasked) {
    open(sample("pool-128.json"));
    // Quota1.2 holds more than its target.
    window->bridge().session().seek(500 * kSecond);
    ASSERT_TRUE(waitFor([this] { return view().clock == 500 * kSecond; }));
    openPlan();
    const auto adds = [this](Instant at, ScaleMode mode, Duration after) {
        ScaleEvent scale;
        scale.targets = {{"Quota1.1", Limit{56 * kOneGpu, {}, {}}},
                         {"Quota1.2", Limit{72 * kOneGpu, {}, {}}}};
        scale.mode = mode;
        scale.after = after;
        PlanChange change{PlanChange::Kind::addSet};
        change.edits = {{at, EventAction{scale}}};
        planner().change(change);
        ASSERT_TRUE(waitFor([this] { return isRested(); }));
        page().applySet(planner().view()->draft.plan.sets.size() - 1);
    };
    const auto wizard = [this] { return window->findChild<ScaleWizard*>(); };
    adds(3600 * kSecond, ScaleMode::drain, 0);
    EXPECT_EQ(wizard(), nullptr);
    EXPECT_TRUE(page().message()->sentence().contains(QStringLiteral("applied now")));
    emit page().message()->acted();
    ASSERT_TRUE(waitFor([&] { return wizard() != nullptr && wizard()->isVisible(); }));
    EXPECT_TRUE(waitFor([&] { return wizard()->targets().mode() == ScaleMode::drain; }))
        << "once it is known who holds more";
    wizard()->reject();
    adds(0, ScaleMode::reclaim, 420 * kSecond);
    ASSERT_TRUE(waitFor([&] { return wizard()->isVisible(); }));
    EXPECT_TRUE(waitFor([&] { return wizard()->targets().mode() == ScaleMode::reclaim; }));
    EXPECT_EQ(wizard()->targets().after(), 420 * kSecond);
}

TEST_F(PlannerPageTest, SeveralEditsAreTriedAndAppliedTogether) {
    open(sample("pool-128.json"));
    openPlan();
    ScaleEvent scale;
    scale.targets = {{"Quota1.1", Limit{60 * kOneGpu, {}, {}}},
                     {"Quota1.2", Limit{68 * kOneGpu, {}, {}}}};
    PolicyEvent policy;
    policy.quota = "Quota1.1";
    policy.change.weight = 3;
    PlanChange change{PlanChange::Kind::addSet};
    change.edits = {
        {0, EventAction{scale}}, {0, EventAction{policy}}, {0, Forecast{"Quota1", 1100, 0}}};
    planner().change(change);
    ASSERT_TRUE(waitFor([this] { return isRested(); }));
    page().applySet(6);
    auto* dialog = newest<CommandDialog>();
    ASSERT_NE(dialog, nullptr);
    const QList<TextLabel*> labels = dialog->findChildren<TextLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const TextLabel* each) {
        return each->text().contains(QStringLiteral("Not applied")) &&
               each->text().contains(QStringLiteral("10% more workloads"));
    }));
    ASSERT_TRUE(
        waitFor([&] { return dialog->isUpToDate() && dialog->applyButton()->isEnabled(); }));
    dialog->applyButton()->click();
    const auto quota = [this] {
        return *std::find_if(view().quotas.begin(), view().quotas.end(),
                             [](const QuotaRow& each) { return each.name == "Quota1.1"; });
    };
    EXPECT_TRUE(waitFor(
        [&] { return quota().policy.weight == 3 && quota().numbers.guaranteed == 60 * kOneGpu; }));
    window->bridge().session().undo();
    EXPECT_TRUE(waitFor([&] {
        return !quota().policy.weight && quota().numbers.guaranteed == 56 * kOneGpu;
    })) << "one step";
}

TEST_F(PlannerPageTest, AMutedVariantIsNotApplied) {
    open(sample("pool-128.json"));
    openPlan();
    planner().change({PlanChange::Kind::muteSet, 0});
    ASSERT_TRUE(waitFor([this] { return isRested() && planner().view()->draft.muted[0]; }));
    page().applySet(0);
    EXPECT_FALSE(planner().view()->running);
    EXPECT_TRUE(page().message()->sentence().contains(QStringLiteral("muted")));
    EXPECT_EQ(window->findChild<ScaleWizard*>(), nullptr);
}

TEST_F(PlannerPageTest, AReportIsSavedAsPdfAndAsHtml) {
    openPlan();
    const QString pdf = profile.filePath(QStringLiteral("r.pdf"));
    const QString html = profile.filePath(QStringLiteral("r.html"));
    page().saveReport(pdf);
    page().saveReport(html);
    ASSERT_TRUE(waitFor([&] { return QFile::exists(pdf) && QFile::exists(html); }));
    QFile one(pdf), other(html);
    ASSERT_TRUE(one.open(QIODevice::ReadOnly) && other.open(QIODevice::ReadOnly));
    EXPECT_TRUE(one.readAll().startsWith("%PDF-"));
    const QByteArray text = other.readAll();
    EXPECT_TRUE(text.contains("Question: how do these changes affect"));
    EXPECT_TRUE(text.contains("two machines more"));
}

TEST_F(PlannerPageTest, AReportThatCannotBeWrittenIsTold) {
    openPlan();
    page().saveReport(QStringLiteral("/nowhere/at/all/r.pdf"));
    ASSERT_TRUE(waitFor(
        [this] { return page().message()->isVisible() && page().message()->tone() == Tone::err; }));
}

TEST_F(PlannerPageTest, WithoutVariantsThePageOffersTheFirst) {
    open(copyOf("pool-128.json"));
    action("new-plan")->trigger();
    newest<NewPlanDialog>()->createButton()->click();
    ASSERT_TRUE(waitFor([this] { return isRested(); }));
    EXPECT_FALSE(page().results()->verdicts()->isVisible());
    emit page().results()->variantWanted();
    ASSERT_TRUE(
        waitFor([this] { return isRested() && planner().view()->draft.plan.sets.size() == 1; }));
    EXPECT_TRUE(page().results()->verdicts()->isVisible());
}

TEST_F(PlannerPageTest, ABandIsWrittenInTheUnitOfItsEnd) {
    constexpr Duration kMinute = 60 * kSecond;
    EXPECT_EQ(bandText(PlanMetric::p95Wait, {24 * kMinute, 26 * kMinute, 29 * kMinute}),
              QStringLiteral("24–29 min"));
    EXPECT_EQ(bandText(PlanMetric::p95Wait, {30 * kMinute, 60 * kMinute, 180 * kMinute}),
              QStringLiteral("0.5–3.0 h"));
    EXPECT_EQ(bandText(PlanMetric::evictions, {3, 4, 5}), QStringLiteral("3–5"));
    EXPECT_EQ(waitText(34 * kMinute, 180 * kMinute), QStringLiteral("0.6 h"));
}

TEST_F(PlannerPageTest, ViewsOfAPlanAreDrawnWithOneAndNotWithoutOne) {
    for (const QString& name : planViewNames())
        EXPECT_FALSE(window->showView(name)) << name.toStdString();
    openPlan();
    for (const QString& name : planViewNames()) {
        EXPECT_TRUE(window->showView(name)) << name.toStdString();
        newest<DialogFrame>()->close();
    }
}

TEST_F(PlannerPageTest, TheAdvisorSaysWhatItIsAskedAndWhyThereIsNoAdvice) {
    openPlan();
    page().openAdvisor();
    auto* advisor = newest<AdvisorDialog>();
    ASSERT_NE(advisor, nullptr);
    const AdviceRequest request = advisor->request();
    ASSERT_EQ(request.goals.size(), 1U);
    EXPECT_EQ(request.goals[0].metric, GoalMetric::p95Wait);
    EXPECT_EQ(request.goals[0].bound, 30 * 60 * kSecond);
    EXPECT_EQ(request.othersAtMost, 10);
    EXPECT_EQ(request.levers.size(), 5U);
    advisor->searchButton()->click();
    ASSERT_TRUE(waitFor([this] { return !planner().view()->advice.problems.empty(); }));
}

TEST_F(PlannerPageTest, TheKeyboardAloneReachesEveryControl) {
    openPlan();
    QApplication::setActiveWindow(window.get());
    ASSERT_TRUE(waitFor(
        [this] { return window->isActiveWindow() && page().pane()->cards().back()->isVisible(); }));
    QSet<QWidget*> seen;
    for (int i = 0; i < 400; ++i) {
        QTest::keyClick(window.get(), Qt::Key_Tab);
        if (QWidget* focus = QApplication::focusWidget())
            seen.insert(focus);
    }
    EXPECT_TRUE(seen.contains(page().results()->verdicts()));
    EXPECT_TRUE(seen.contains(page().results()->metrics()));
    for (const SetCard* card : page().pane()->cards())
        EXPECT_TRUE(seen.contains(card->name()));
}

}  // namespace
}  // namespace apportion::ui
