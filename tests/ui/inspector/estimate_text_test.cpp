// SPDX-License-Identifier: GPL-3.0-or-later
// Estimates of starts as the inspector words them.
#include "ui/inspector/estimate_text.h"

#include <gtest/gtest.h>

#include "tests/core/view/standing.h"
#include "ui/start_text.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {
namespace {

constexpr Duration kMinute = 60 * kSecond;

View noon() {
    View view;
    view.document.epoch = "2026-11-20T12:00:00Z";
    view.clock = 10 * kMinute;
    for (const auto& [name, parent] :
         std::vector<std::pair<std::string, int>>{{"all", -1}, {"A", 0}, {"B", 0}}) {
        view.quotas.push_back({});
        view.quotas.back().name = name;
        view.quotas.back().parent = parent;
    }
    return view;
}

StartEstimate start(Instant at, const std::string& quota = "A") {
    return {"w", quota, at, at, {}, Message{"start-by", {{"until", Value::ofSeconds(at)}}}};
}

TEST(EstimateText, SaysByWhen) {
    const View view = noon();
    EXPECT_EQ(startText(view, start(100 * kMinute)), QStringLiteral("by 13:40"));
    EXPECT_EQ(startText(view, start(10 * kMinute)), QStringLiteral("immediately"));
    const QString tomorrow = startText(view, start(24 * 60 * kMinute));
    EXPECT_TRUE(tomorrow.startsWith(QStringLiteral("by ")) &&
                tomorrow.endsWith(QStringLiteral(" 12:00")))
        << qPrintable(tomorrow);
    EXPECT_GT(tomorrow.size(), 12) << "with its day: " << qPrintable(tomorrow);
    const QList<Fact> facts = estimateFacts(view, start(100 * kMinute));
    ASSERT_EQ(facts.size(), 2);
    EXPECT_EQ(facts[1].value, QStringLiteral("1 h 40 min"));
}

// It was of a state before: what could start at once has done so.
TEST(EstimateText, OfALivePoolWhatIsOvertakenIsBeingEstimated) {
    View view = noon();
    stand(view.document, Standing::live);
    EXPECT_EQ(startText(view, start(10 * kMinute)), QStringLiteral("being estimated"));
    EXPECT_EQ(startText(view, start(100 * kMinute)), QStringLiteral("by 13:40"));
}

TEST(EstimateText, SaysWhoseEndCounts) {
    StartEstimate each = start(100 * kMinute);
    each.when->code = "start-by.earlier";
    each.when->arguments.push_back({"workload", Value::ofText("serve")});
    EXPECT_EQ(startText(noon(), each), QStringLiteral("by 13:40, earlier if serve ends"));
    const StartEstimate open{
        "w", "A", {}, {}, {}, Message{"start-not-before", {{"workload", Value::ofText("serve")}}}};
    EXPECT_EQ(startText(noon(), open), QStringLiteral("not before serve ends"));
    EXPECT_EQ(startBrief(noon(), open), QStringLiteral("after serve"));
    EXPECT_EQ(startBrief(noon(), each), QStringLiteral("by 13:40"));
    EXPECT_EQ(startBrief(noon(), start(100 * kMinute)), QStringLiteral("by 13:40"));
}

TEST(EstimateText, WithoutAnEndToWaitForItSaysWhy) {
    StartEstimate unknown{"w", "A", {}, {}, Message{"estimate-not-live", {}}, {}};
    const View view = noon();
    EXPECT_EQ(startText(view, unknown), QStringLiteral("not live"));
    EXPECT_EQ(estimateFacts(view, unknown).size(), 1);
    for (const char* code : {"estimate-no-start", "estimate-too-far"}) {
        unknown.unknown->code = code;
        EXPECT_FALSE(startText(view, unknown).contains(QStringLiteral("unknown"))) << code;
    }
    unknown.unknown->code = "estimate-not-live";
    TextLabel label;
    showUnknown(&label, &unknown);
    EXPECT_EQ(label.text(), QStringLiteral("Nothing starts while the pool is not live."));
    EXPECT_FALSE(label.isHidden());
    const StartEstimate known = start(0);
    showUnknown(&label, &known);
    EXPECT_TRUE(label.isHidden());
    showUnknown(&label, nullptr);
    EXPECT_TRUE(label.isHidden());
}

TEST(EstimateText, OfAQuotaTheFirstAtOrBelow) {
    const View view = noon();
    Estimates estimates;
    estimates.waiting = {start(50 * kMinute, "B"), start(30 * kMinute, "A")};
    estimates.findFirst();
    EXPECT_EQ(nextStart(view, view.quotas[0], estimates), &estimates.waiting[1]);
    EXPECT_EQ(nextStart(view, view.quotas[2], estimates), &estimates.waiting[0]);
    estimates.waiting.resize(1);
    estimates.findFirst();
    EXPECT_EQ(nextStart(view, view.quotas[1], estimates), nullptr);
}

}  // namespace
}  // namespace apportion::ui
