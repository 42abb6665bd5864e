// SPDX-License-Identifier: GPL-3.0-or-later
// The advisor of a plan: what was tried as a chart, answers with their steps, advice that was
// taken.
#include <QApplication>
#include <QClipboard>
#include <QFile>
#include <QLabel>
#include <QPushButton>

#include "core/session/planning/planner.h"
#include "tests/ui/main_window/console_fixture.h"
#include "ui/planner/advisor_dialog.h"
#include "ui/planner/answer_card.h"
#include "ui/planner/base_card.h"
#include "ui/planner/harm_chart.h"
#include "ui/planner/past_advice.h"
#include "ui/planner/planner_page.h"
#include "ui/widgets/badge.h"
#include "ui/widgets/fact_list.h"

namespace apportion::ui {
namespace {

class AdvisorTest : public ConsoleTest {
protected:
    PlannerPage& page() const { return *window->findChild<PlannerPage*>(); }
    Planner& planner() const { return window->bridge().planner(); }

    // Two teams over two weeks, of which the first asks for more than it has.
    void openTwoWeeks() {
        const QString file = profile.filePath(QStringLiteral("weeks.plan.json"));
        QByteArray text = R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "root", "guaranteed": {"gpu": 16}},
  {"name": "a", "parent": "root", "guaranteed": {"gpu": 4}, "overQuota": "off"},
  {"name": "b", "parent": "root", "guaranteed": {"gpu": 12}, "overQuota": "off"}],
 "workloads": [)";
        constexpr int kLength = 2 * 7 * 24 * 3600 + 3600, kJobs = 420;
        for (int i = 0; i < kJobs; ++i)
            text += QStringLiteral(R"(%1{"name": "j%2", "quota": "%3", "gpu": 2, "submit": %4,
 "duration": %5})")
                        .arg(i > 0 ? QStringLiteral(",") : QString())
                        .arg(i)
                        .arg(i % 2 == 0 ? QStringLiteral("a") : QStringLiteral("b"))
                        .arg(kLength / kJobs * i)
                        .arg(5 * kLength / kJobs * (i % 7 == 0 ? 3 : 1))
                        .toUtf8();
        write(profile.filePath(QStringLiteral("weeks.json")), text + "]}");
        write(file, R"({"apportionPlan": 1, "base": {"scenario": "weeks.json"}, "sets": []})");
        window->files().open(file);
        ASSERT_TRUE(waitFor([this] { return planner().view()->open && page().isUpToDate(); }));
    }
    static void write(const QString& path, const QByteArray& text) {
        QFile file(path);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
    AdvisorDialog* answered() {
        page().openAdvisor();
        auto* dialog = window->findChildren<AdvisorDialog*>().back();
        AdviceRequest request;
        request.goals = {
            {.metric = GoalMetric::meanWait, .quota = "a", .below = true, .bound = 3600 * kSecond}};
        request.levers = {Lever::sizes, Lever::weight};
        request.most = 12;
        planner().advise(request);
        EXPECT_TRUE(waitFor([&] {
            return dialog->isUpToDate() && !dialog->findChildren<AnswerCard*>().isEmpty();
        }));
        return dialog;
    }
    static QPushButton* button(const QWidget* of, const QString& text) {
        for (QPushButton* each : of->findChildren<QPushButton*>())
            if (each->text() == text)
                return each;
        return nullptr;
    }
};

TEST_F(AdvisorTest, WhatWasTriedIsDrawnByPriceAndHarm) {
    openTwoWeeks();
    page().openAdvisor();
    EXPECT_FALSE(window->findChild<HarmChart*>()->isVisible());  // nothing was tried
    const AdvisorDialog* dialog = answered();
    const auto* chart = dialog->findChildren<HarmChart*>().back();
    EXPECT_TRUE(chart->isVisible());
    const AdviceView& advice = planner().view()->advice;
    ASSERT_FALSE(advice.points.empty());
    EXPECT_EQ(static_cast<std::int64_t>(advice.points.size()), advice.tried);
    // Each answer is told, and stands in the picture.
    const auto answers = static_cast<qsizetype>(advice.answer->answers.size());
    EXPECT_EQ(chart->accessibleDescription().count(QStringLiteral("Answer ")), answers);
    for (qsizetype i = 0; i < answers; ++i)
        EXPECT_TRUE(QRectF(chart->rect()).contains(chart->placeOf(static_cast<std::size_t>(i))));
}

TEST_F(AdvisorTest, AnAnswerShowsItsStepsAndIsCopiedAsCommands) {
    openTwoWeeks();
    const auto* card = answered()->findChildren<AnswerCard*>().front();
    ASSERT_TRUE(waitFor([card] { return card->isVisible(); }));
    ASSERT_FALSE(card->commands().isEmpty());
    EXPECT_TRUE(card->commands()[0].startsWith(
        QStringLiteral("apportionctl project scale pool.apportion ")));
    QPushButton* steps = button(card, QStringLiteral("Show steps"));
    ASSERT_NE(steps, nullptr);
    const auto line = [card] {
        for (const QLabel* each : card->findChildren<QLabel*>())
            if (each->text() == card->commands()[0])
                return each->isVisible();
        return false;
    };
    EXPECT_FALSE(line());
    steps->click();
    EXPECT_TRUE(line());
    button(card, QStringLiteral("Copy as commands"))->click();
    EXPECT_EQ(QApplication::clipboard()->text(), card->commands().join(QLatin1Char('\n')));
}

TEST_F(AdvisorTest, WhatIsTakenIsKeptWithItsPrediction) {
    openTwoWeeks();
    auto* past = page().findChild<PastAdviceCard*>();
    EXPECT_FALSE(past->isVisible());
    AdvisorDialog* dialog = answered();
    const Advice answer = planner().view()->advice.answer->answers[0];
    button(dialog, QStringLiteral("Take as a variant"))->click();
    dialog->close();
    ASSERT_TRUE(waitFor([&] { return page().isUpToDate() && past->isVisible(); }));
    const Plan& plan = planner().view()->draft.plan;
    ASSERT_EQ(plan.sets.size(), 1U);
    ASSERT_EQ(plan.advice.size(), 1U);
    EXPECT_EQ(plan.advice[0].edits, answer.edits);
    EXPECT_EQ(plan.advice[0].goals[0].high, answer.goals[0].after.p90);
    ASSERT_EQ(past->facts()->facts().size(), 2);
    EXPECT_EQ(past->facts()->facts()[0].value, QStringLiteral("no pool is open"));
    EXPECT_TRUE(past->facts()->facts()[1].value.startsWith(QStringLiteral("predicted ")));
    // The base is no project: the pool that is open is the one where it was applied.
    const auto made = window->bridge().session().newProject(
        profile.filePath(QStringLiteral("live.apportion")).toStdString(),
        *planner().view()->scenario);
    ASSERT_TRUE(waitFor([this] { return view().document.can.journal; }));
    window->showView(QStringLiteral("planner"));
    EXPECT_TRUE(waitFor([&] {
        const auto facts = past->facts()->facts();
        return !facts.empty() && facts[0].value == QStringLiteral("not applied yet");
    }));
    const auto labels = past->findChildren<QLabel*>();
    EXPECT_TRUE(std::any_of(labels.begin(), labels.end(), [](const QLabel* each) {
        return each->text() == QStringLiteral("Compared with the history of live.apportion.");
    }));
}

TEST_F(AdvisorTest, WhatCameStandsBesideThePrediction) {
    PlanView view;
    view.open = true;
    view.draft.plan.base = ProjectBase{"pool.apportion"};
    TakenAdvice& advice = view.draft.plan.advice.emplace_back();
    advice.name = "Advice 1";
    advice.taken = 1'763'280'000'000;
    constexpr Duration kMinute = 60 * kSecond;
    advice.goals = {
        {{.metric = GoalMetric::p95Wait, .quota = "a", .below = true, .bound = 30 * kMinute},
         34 * kMinute,
         24 * kMinute,
         29 * kMinute}};
    PastAdviceCard card;
    const auto value = [&](int row) { return card.facts()->facts()[row].value; };
    card.setView(view);
    EXPECT_EQ(value(0), QStringLiteral("compared after the run"));
    AdviceResult& result = view.advised.emplace_back();
    result.came = {std::nullopt};
    card.setView(view);
    EXPECT_EQ(value(0), QStringLiteral("not applied yet"));
    EXPECT_EQ(value(1), QStringLiteral("predicted 24 min – 29 min"));
    result.applied = advice.taken;
    result.due = advice.taken + 7 * 24 * 60 * kMinute;
    card.setView(view);
    EXPECT_TRUE(value(0).startsWith(QStringLiteral("result on ")));
    result.over = true;
    result.came = {27 * kMinute};
    card.setView(view);
    EXPECT_TRUE(value(0).startsWith(QStringLiteral("applied ")));
    EXPECT_EQ(value(1), QStringLiteral("predicted 24 min – 29 min, came 27 min"));
    EXPECT_EQ(card.facts()->facts()[1].role, Role::good);
    result.came = {31 * kMinute};
    card.setView(view);
    EXPECT_EQ(card.facts()->facts()[1].role, Role::err);
}

TEST_F(AdvisorTest, WorkThatMovedIsNoChangeOfTheBase) {
    PlanView view;
    view.open = true;
    view.scenario = std::make_shared<const Scenario>();
    BaseCard card;
    const auto badge = [&] { return card.findChild<BadgeLabel*>()->badge().text; };
    card.setView(view);
    EXPECT_EQ(badge(), QStringLiteral("no changes since"));
    view.workMoved = true;
    card.setView(view);
    EXPECT_EQ(badge(), QStringLiteral("new work since"));
    view.baseMoved = true;
    card.setView(view);
    EXPECT_EQ(badge(), QStringLiteral("changed since"));
}

}  // namespace
}  // namespace apportion::ui
