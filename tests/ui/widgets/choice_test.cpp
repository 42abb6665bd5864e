// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QBoxLayout>
#include <QTest>

#include "ui/widgets/choice_card.h"
#include "ui/widgets/loading_rows.h"
#include "ui/widgets/motion.h"

namespace apportion::ui {
namespace {

TEST(ChoiceCard, RadiosOfOneParentExcludeEachOther) {
    QWidget window;
    QHBoxLayout row(&window);
    auto* a = new ChoiceCard(ChoiceCard::Mark::radio, QStringLiteral("A"), {});
    auto* b = new ChoiceCard(ChoiceCard::Mark::radio, QStringLiteral("B"), {});
    row.addWidget(a);
    row.addWidget(b);
    a->setChecked(true);
    b->setChecked(true);
    EXPECT_FALSE(a->isChecked());
}

TEST(ChoiceCard, ChecksAreFreeAndToggleBySpace) {
    QWidget window;
    QHBoxLayout row(&window);
    auto* a = new ChoiceCard(ChoiceCard::Mark::check, QStringLiteral("A"), QStringLiteral("a"));
    auto* b = new ChoiceCard(ChoiceCard::Mark::check, QStringLiteral("B"), QStringLiteral("b"));
    row.addWidget(a);
    row.addWidget(b);
    window.show();
    a->setFocus();
    QTest::keyClick(a, Qt::Key_Space);
    QTest::keyClick(b, Qt::Key_Space);
    EXPECT_TRUE(a->isChecked());
    EXPECT_TRUE(b->isChecked());
    EXPECT_EQ(a->accessibleName(), QStringLiteral("A"));
    EXPECT_EQ(a->accessibleDescription(), QStringLiteral("a"));
}

TEST(ChoiceCard, GrowsForItsSentence) {
    const ChoiceCard card(ChoiceCard::Mark::icon, QStringLiteral("Guaranteed"),
                          QStringLiteral("Keeps its share, borrows idle GPUs by weight, lends"),
                          Icon::layers);
    EXPECT_GT(card.heightForWidth(160), card.heightForWidth(400));
}

TEST(LoadingRows, ShowsNothingAtFirst) {
    LoadingRows rows(QStringLiteral("the trace"));
    rows.resize(300, 200);
    rows.show();
    rows.start();
    EXPECT_FALSE(rows.showsSkeleton());
    QTest::qWait(400);
    EXPECT_TRUE(rows.showsSkeleton());
}

TEST(Motion, CanBeSwitchedOff) {
    EXPECT_TRUE(motionAllowed());
    setMotionAllowed(false);
    EXPECT_FALSE(motionAllowed());
    setMotionAllowed(true);
}

}  // namespace
}  // namespace apportion::ui
