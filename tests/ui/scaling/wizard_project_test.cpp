// SPDX-License-Identifier: GPL-3.0-or-later
// The scaling wizard on a project: changes for a time, and what others do meanwhile.
#include <chrono>

#include <QLineEdit>

#include "core/io/scenario_reader.h"
#include "core/session/project/desk.h"
#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/scaling/apply_page.h"
#include "ui/scaling/effect_models.h"
#include "ui/scaling/effect_page.h"
#include "ui/scaling/note_box.h"
#include "ui/scaling/scale_wizard.h"
#include "ui/widgets/choice_card.h"
#include "ui/widgets/moment_field.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {
namespace {

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
        ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    }

    void another(const Change& change) {
        auto other = ProjectDesk::open(file.toStdString(), OpenMode::readWrite);
        ASSERT_TRUE(other.has_value());
        ASSERT_TRUE(other->run({change}).has_value());
    }
    SubmitWork work(const char* name, const char* quota) {
        return {.quota = quota, .gpu = kOneGpu, .name = name};
    }

    QString file;
};

// How often a widget was switched off.
class Switched final : public QObject {
public:
    explicit Switched(QWidget* watched) { watched->installEventFilter(this); }
    int off = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::EnabledChange && !static_cast<QWidget*>(watched)->isEnabled())
            ++off;
        return false;
    }
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

TEST_F(ProjectWizardTest, SchedulesForOneMomentOrForWorkdaysInItsMode) {
    openProject();
    const auto schedules = [this](int often, const QString& moment) {
        begin(to(56, 72));
        wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
        next();
        next();
        wizard->apply().card(ScaleWay::later)->setChecked(true);
        wizard->apply().untilField()->setText(moment);
        wizard->apply().repeatField()->segment(often)->click();
        ASSERT_TRUE(wizard->next()->isEnabled());
        QTest::mouseClick(wizard->next(), Qt::LeftButton);
        ASSERT_TRUE(waitFor([&] { return !wizard->isVisible(); }));
    };
    const QDateTime moment = QDateTime::currentDateTime().addDays(2);
    schedules(0, moment.toString(QStringLiteral("yyyy-MM-dd HH:mm")));
    schedules(2, moment.toString(QStringLiteral("yyyy-MM-dd 07:30")));
    auto desk = ProjectDesk::open(file.toStdString(), OpenMode::readOnly);
    ASSERT_TRUE(desk.has_value());
    const auto project = desk->project();
    ASSERT_TRUE(project.has_value());
    ASSERT_EQ((*project)->timetables.size(), 2U);
    const Timetable& once = (*project)->timetables[0];
    EXPECT_EQ(once.name, "scheduled-1");
    EXPECT_EQ(once.steps.at(0).once, moment.toMSecsSinceEpoch() / (60 * kSecond) * (60 * kSecond));
    EXPECT_EQ(once.steps[0].mode, ScaleMode::reclaim);
    EXPECT_EQ(once.steps[0].after, 600 * kSecond);
    EXPECT_EQ(once.steps[0].sizes.size(), 2U);
    const Timetable::Step& workdays = (*project)->timetables[1].steps.at(0);
    EXPECT_EQ(workdays.minute, 7 * 60 + 30);
    EXPECT_EQ(workdays.days, 0b11111U);
    EXPECT_EQ(guaranteed("Quota1.1"), 48) << "nothing is applied yet";
    auto undone = window->bridge().session().undo();
    EXPECT_TRUE(waitFor(
        [&] { return undone.wait_for(std::chrono::seconds(0)) == std::future_status::ready; }));
}

// It stands beside the queue: the scheduler knows nothing of it.
TEST_F(ProjectWizardTest, TheEffectSaysWhatWaitsForAnApprovalAndIsNotInIt) {
    openProject();
    const auto said = [this] {
        for (const auto* note : wizard->effect().findChildren<NoteBox*>())
            if (!note->isHidden() && note->sentence().contains(QStringLiteral("approv")))
                return note->sentence();
        return QString();
    };
    begin(to(56, 72));
    next();
    EXPECT_EQ(said(), QString());
    for (const char* name : {"first", "second"}) {
        SubmitWork submit = work(name, "Quota1.1");
        submit.directory = "/tmp";
        submit.command = {"/bin/true"};
        another(submit);
    }
    ASSERT_TRUE(waitFor([this] { return view().key.unapproved == 2; }));
    ASSERT_TRUE(settled());
    EXPECT_TRUE(waitFor([&] { return !said().isEmpty(); }));
    EXPECT_TRUE(said().startsWith(QStringLiteral("Not included: 2 workload")))
        << qPrintable(said());
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
        for (const ScaleWay way :
             {ScaleWay::now, ScaleWay::temporary, ScaleWay::later, ScaleWay::plan})
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
    for (const ScaleWay way : {ScaleWay::later, ScaleWay::plan}) {
        page.card(way)->setChecked(true);
        QCoreApplication::processEvents();
        EXPECT_EQ(places(), before);
    }
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
    EXPECT_TRUE(page.untilMistake()->sentence().contains(QStringLiteral("Choose a ")))
        << qPrintable(page.untilMistake()->sentence());
    EXPECT_TRUE(page.untilField()->property("error").toBool());
    EXPECT_FALSE(wizard->next()->isEnabled());
    // Half of one is none, and what stood there before is not meant.
    page.untilField()->setText(QStringLiteral("2026-11"));
    EXPECT_TRUE(page.untilMistake()->sentence().contains(QStringLiteral("in 3 h")))
        << qPrintable(page.untilMistake()->sentence());
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
        ASSERT_TRUE(other->run({ScaleQuotas{{QuotaSize("Quota1.1", 40 * kOneGpu)}}}));
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
        ASSERT_TRUE(other->run({ScaleQuotas{{QuotaSize("Quota1.1", 40 * kOneGpu)}}}));
    }
    ASSERT_TRUE(waitFor([this] { return wizard->page() == ScaleWizard::effectPage; }));
    EXPECT_TRUE(refusal().contains(QStringLiteral("pool has changed"))) << qPrintable(refusal());
    ASSERT_TRUE(settled());
    next();
    EXPECT_EQ(wizard->page(), ScaleWizard::applyPage);
    EXPECT_TRUE(refusal().isEmpty());
}

// Others submit all the time.
TEST_F(ProjectWizardTest, WorkThatComesDoesNotHoldThePageUp) {
    openProject();
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::drain, 0);
    next();
    wizard->effect().filter()->setCurrentIndex(1);  // all
    const Switched switched(wizard->next());
    const int waits = wizard->effect().workloads()->rowCount();
    another(work("later", "Quota1.1"));
    ASSERT_TRUE(waitFor([&] {
        return wizard->effect().workloads()->rowCount() > waits && wizard->isSettled();
    })) << "it is tried anew";
    EXPECT_EQ(switched.off, 0);
    next();
    const Revision before = view().document.revision;
    another(work("later-still", "Quota1.1"));
    ASSERT_TRUE(waitFor([&] { return view().document.revision > before; }));
    EXPECT_TRUE(wizard->next()->isEnabled());
    EXPECT_EQ(wizard->page(), ScaleWizard::applyPage);
    QTest::mouseClick(wizard->next(), Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return guaranteed("Quota1.1") == 56 && !wizard->isVisible(); }))
        << qPrintable(refusal());
}

}  // namespace
}  // namespace apportion::ui
