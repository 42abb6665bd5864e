// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a change for a time, foreseen on the last page of the wizard.
#include <QFile>
#include <QPushButton>

#include "core/io/scenario_reader.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/note_box.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/scaling/targets_page.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/moment_field.h"

namespace apportion::ui {
namespace {

// Two nodes, a quota each; a has work for both.
constexpr const char* kPair = R"({"apportion": 1, "name": "pair",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "a-1", "quota": "a", "gpu": 8, "submit": 0, "duration": 80000},
  {"name": "a-2", "quota": "a", "gpu": 8, "submit": 0, "duration": 80000},
  {"name": "b-1", "quota": "b", "gpu": 8, "submit": 0, "duration": 80000}]})";

// One of b runs, and cannot be preempted: what becomes of it is asked.
constexpr const char* kFirm = R"({"apportion": 1, "name": "firm",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}, {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [
  {"name": "b-1", "quota": "b", "gpu": 8, "preemptible": false,
   "running": {"since": 0, "placements": [{"node": "n-1", "gpu": 8}]}}]})";

class ReturnTest : public ConsoleTest {
protected:
    void begin(const char* pool, const ScaleTargets& targets) {
        const QString source = profile.filePath(QStringLiteral("pool.json"));
        QFile text(source);
        ASSERT_TRUE(text.open(QIODevice::WriteOnly));
        text.write(pool);
        text.close();
        auto read = readScenario(source.toStdString());
        ASSERT_TRUE(read.has_value());
        const QString file = profile.filePath(QStringLiteral("pool.apportion"));
        auto made = window->bridge().session().newProject(file.toStdString(), read->scenario);
        ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
        ASSERT_TRUE(made.get().has_value());
        window->openScaling(targets);
        wizard = window->findChild<ScaleWizard*>();
        ASSERT_NE(wizard, nullptr);
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return wizard->isSettled(); }));
    }
    void next() {
        ASSERT_TRUE(wizard->next()->isEnabled()) << wizard->consequence().toStdString();
        QTest::mouseClick(wizard->next(), Qt::LeftButton);
        settle();
    }
    QString said() { return wizard->apply().returnNote()->sentence(); }

    ScaleWizard* wizard = nullptr;
};

TEST_F(ReturnTest, SaysWhomItEvictsAndThatNobodyRunsThePool) {
    begin(kPair, {{"a", 16 * kOneGpu}, {"b", 0}});
    next();
    next();
    EXPECT_EQ(said(), QString()) << "nothing returns of what is applied for good";
    ApplyPage& page = wizard->apply();
    page.card(ScaleWay::temporary)->setChecked(true);
    page.untilField()->setDateTime(QDateTime::currentDateTime().addSecs(7200));
    settle();
    EXPECT_TRUE(said().contains(QStringLiteral("The return evicts a-1."))) << qPrintable(said());
    EXPECT_TRUE(said().contains(QStringLiteral("The return starts b-1."))) << qPrintable(said());
    EXPECT_TRUE(said().contains(QStringLiteral("The pool is not live"))) << qPrintable(said());
    // When all has ended, there is nobody left.
    page.untilField()->setDateTime(QDateTime::currentDateTime().addDays(4));
    settle();
    EXPECT_TRUE(said().contains(QStringLiteral("does not affect any workload")))
        << qPrintable(said());
    page.untilField()->setDateTime(QDateTime(QDate(226, 1, 1), QTime(8, 0)));
    settle();
    EXPECT_EQ(said(), QString()) << "a mistyped moment has its own line";
    page.card(ScaleWay::now)->setChecked(true);
    settle();
    EXPECT_EQ(said(), QString());
}

TEST_F(ReturnTest, AnEndBeforeTheReclaimIsWarnedOf) {
    begin(kFirm, {{"a", 16 * kOneGpu}, {"b", 0}});
    wizard->targets().chooseMode(ScaleMode::reclaim, 3600 * kSecond);
    next();
    next();
    ApplyPage& page = wizard->apply();
    page.card(ScaleWay::temporary)->setChecked(true);
    page.untilField()->setDateTime(QDateTime::currentDateTime().addSecs(1200));
    settle();
    EXPECT_TRUE(said().contains(QStringLiteral("before the"))) << qPrintable(said());
}

}  // namespace
}  // namespace apportion::ui
