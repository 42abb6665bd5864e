// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/quota_inspector.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <QLabel>

#include "tests/core/view/standing.h"
#include "ui/inspector/inspector_parts.h"
#include "ui/reclaim_text.h"
#include "ui/widgets/fact_list.h"

namespace apportion::ui {
namespace {

QStringList tipsOf(const QWidget& inspector) {
    const auto* facts = inspector.findChild<FactList*>();
    QStringList tips;
    for (int y = 0; y < facts->heightForWidth(facts->width()); y += 4)
        tips << facts->aboutAt(y);
    return tips.filter(QStringLiteral("Rule 21"));
}

TEST(QuotaInspector, TellsWhatIsTakenBackLaterUntilItIs) {
    View view;
    view.clock = 1000 * kSecond;
    stand(view.document, Standing::live);
    view.quotas.resize(1);
    QuotaRow& row = view.quotas[0];
    row.name = row.team = "A";
    QuotaInspector inspector;
    inspector.setQuota(view, row, nullptr);
    EXPECT_TRUE(tipsOf(inspector).isEmpty());
    EXPECT_EQ(reclaimText(view, row), QString());
    row.reclaim = ReclaimAhead{1579 * kSecond + 1, 8 * kOneGpu, true};
    inspector.setQuota(view, row, nullptr);
    EXPECT_FALSE(tipsOf(inspector).isEmpty());
    EXPECT_EQ(reclaimText(view, row), QStringLiteral("8 GPUs in 9 min 40 s"));
    view.clock = 2000 * kSecond;
    stand(view.document, Standing::resting);
    EXPECT_EQ(reclaimText(view, row), QStringLiteral("8 GPUs as soon as the pool is live"));
}

// What comes late has its place before: the links below it stay.
TEST(QuotaInspector, TheNextStartHasItsRowBeforeItIsKnown) {
    View view;
    view.quotas.resize(1);
    QuotaRow& row = view.quotas[0];
    row.name = row.team = "A";
    row.numbers.pendingWorkloads = 1;
    row.numbers.pending = kOneGpu;
    QuotaInspector inspector;
    inspector.setQuota(view, row, nullptr);
    const QList<Fact>& facts = inspector.findChild<FactList*>()->facts();
    ASSERT_FALSE(facts.empty());
    EXPECT_EQ(facts.back().label, QStringLiteral("Next start, estimate"));
    EXPECT_EQ(facts.back().value, QStringLiteral("…"));
}

TEST(QuotaInspector, OfARunThatIsOnItsWayNothingIsSaid) {
    View view;
    view.play.waiting = true;
    view.quotas.resize(1);
    QuotaInspector inspector;
    inspector.setQuota(view, view.quotas[0], nullptr);
    const QList<Fact>& facts = inspector.findChild<FactList*>()->facts();
    ASSERT_EQ(facts.size(), 2) << "the guarantee, and that the rest is read";
    EXPECT_EQ(facts.back().value, QStringLiteral("being read"));
}

// Reasons of before explain no number of now.
TEST(QuotaInspector, WhereTheAnswerIsLateItSaysThatItLooks) {
    View view;
    view.quotas.resize(1);
    QuotaRow& row = view.quotas[0];
    row.name = row.team = "A";
    row.numbers.subtree = row.numbers.guaranteed = 8 * kOneGpu;
    QuotaInspector inspector;
    inspector.setQuota(view, row, nullptr);
    QuotaExplanation explanation;
    explanation.numbers = row.numbers;
    inspector.setExplanation(view, explanation);
    const auto says = [&](const char* words) {
        const auto labels = inspector.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->text() == QString::fromUtf8(words);
        });
    };
    inspector.tellThatItIsLate(row);
    EXPECT_TRUE(says("Why 8")) << "still true";
    row.numbers.subtree = 6 * kOneGpu;
    inspector.setQuota(view, row, nullptr);
    inspector.tellThatItIsLate(row);
    EXPECT_FALSE(says("Why 8"));
    EXPECT_TRUE(says("Looking for the reasons…"));
}

TEST(QuotaInspector, ATemporarySizeThatIsOverReturnsOnceThePoolIsLive) {
    View view;
    view.quotas.resize(1);
    view.quotas[0].name = view.quotas[0].team = "A";
    Issue issue;
    issue.validator = "temporary";
    issue.subject = "A";
    issue.what = {
        "issue-temporary",
        {{"before", Value::ofGpu(4 * kOneGpu)}, {"left", Value::ofSeconds(90 * kSecond)}}};
    view.issues.push_back(issue);
    QuotaInspector inspector;
    const auto says = [&](const QString& words) {
        inspector.setQuota(view, view.quotas[0], nullptr);
        const QList<Fact>& facts = inspector.findChild<FactList*>()->facts();
        return std::any_of(facts.begin(), facts.end(),
                           [&](const Fact& each) { return each.value == words; });
    };
    const QString live = QStringLiteral("as soon as the pool is live");
    EXPECT_TRUE(says(QStringLiteral("in 1 min 30 s")));
    EXPECT_FALSE(says(live));
    view.issues[0].what = {
        "issue-temporary.due",
        {{"before", Value::ofGpu(4 * kOneGpu)}, {"over", Value::ofSeconds(90 * kSecond)}}};
    EXPECT_TRUE(says(live));
    EXPECT_FALSE(says(QStringLiteral("in 0 s")));
}

TEST(QuotaInspector, TellsTheRankWhereAnotherHasAnother) {
    View view;
    view.quotas.resize(2);
    view.quotas[0].name = view.quotas[0].team = "A";
    view.quotas[1].name = view.quotas[1].team = "B";
    QuotaInspector inspector;
    const auto says = [&](const QString& words) {
        return inspector.title()->accessibleDescription().contains(words);
    };
    inspector.setQuota(view, view.quotas[0], nullptr);
    EXPECT_FALSE(says(QStringLiteral("rank 0")));
    view.quotas[1].policy.rank = 1;
    inspector.setQuota(view, view.quotas[0], nullptr);
    EXPECT_TRUE(says(QStringLiteral("rank 0 · weight 0")));
}

}  // namespace
}  // namespace apportion::ui
