// SPDX-License-Identifier: GPL-3.0-or-later
// A scale of more quotas than can be named.
#include <gtest/gtest.h>

#include <QLabel>

#include "core/view/view.h"
#include "ui/scaling/targets_page.h"
#include "ui/widgets/choice_card.h"

namespace apportion::ui {
namespace {

TEST(TargetsPage, OfManyQuotasTheFirstAreNamed) {
    TargetsPage page;
    page.setView(std::make_shared<const View>());
    ScaleCheck check;
    for (int i = 1; i <= 300; ++i) {
        ScaleObstacle& obstacle = check.obstacles.emplace_back();
        obstacle.quota = "quota-" + std::to_string(i);
        obstacle.placed = 8 * kOneGpu;
        obstacle.bound = 4 * kOneGpu;
        obstacle.workloads = {"work-" + std::to_string(i)};
    }
    page.setCheck(check, {});
    const QString drain = page.card(ScaleMode::drain)->accessibleDescription();
    EXPECT_TRUE(drain.contains(QStringLiteral("quota-1, quota-2, quota-3 and 297 more")))
        << qPrintable(drain);
    EXPECT_FALSE(drain.contains(QStringLiteral("quota-4")));
    int more = 0;
    for (const QLabel* label : page.findChildren<QLabel*>()) {
        EXPECT_FALSE(label->text().contains(QStringLiteral("quota-4")))
            << qPrintable(label->text());
        more += label->text().contains(QStringLiteral("and 297 more")) ? 1 : 0;
    }
    EXPECT_EQ(more, 1);
}

}  // namespace
}  // namespace apportion::ui
