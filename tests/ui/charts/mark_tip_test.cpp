// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/mark_tip.h"

#include <numeric>

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

QStringList tipOf(const ChartData& data) {
    std::vector<int> marks(static_cast<std::size_t>(data.marks.size()));
    std::iota(marks.begin(), marks.end(), 0);
    return markTip(data, marks, [](qint64 at) { return QString::number(at); })
        .split(QLatin1Char('\n'));
}

void add(ChartData& data, MarkKind kind, int count) {
    for (int i = 0; i < count; ++i)
        data.marks << Mark{data.marks.size(), kind, QStringLiteral("m")};
}

TEST(MarkTip, AFewAreToldOneByOne) {
    ChartData data;
    add(data, MarkKind::preemption, 1);
    EXPECT_EQ(tipOf(data), QStringList{QStringLiteral("0  m")});
    add(data, MarkKind::scale, 8);
    EXPECT_EQ(tipOf(data).size(), 9) << "no line for what has room there itself";
}

// Without a translation, as the tests are, a noun has all of its forms.
TEST(MarkTip, ManyAreCountedByKind) {
    ChartData data;
    add(data, MarkKind::preemption, 24);
    add(data, MarkKind::nodeDown, 1);
    add(data, MarkKind::scale, 2);
    add(data, MarkKind::other, 33);
    const QStringList lines = tipOf(data);
    ASSERT_EQ(lines.size(), 10);
    EXPECT_EQ(lines.front(),
              QStringLiteral(
                  "24 eviction(s), 1 lost node(s), 2 change(s) of guarantees, 33 other event(s)"));
    EXPECT_EQ(lines[1], QStringLiteral("0  m"));
    EXPECT_EQ(lines[8], QStringLiteral("7  m"));
    EXPECT_EQ(lines.back(), QStringLiteral("and 52 more"));
}

TEST(MarkTip, OneThatConcernsSeveralWorkloadsCountsThem) {
    ChartData data;
    add(data, MarkKind::preemption, 10);
    data.marks[0].count = 5;
    EXPECT_EQ(tipOf(data).front(), QStringLiteral("14 eviction(s)"));
}

TEST(MarkTip, ManyOfOneKindAreThatMany) {
    ChartData data;
    add(data, MarkKind::other, 100);
    const QStringList lines = tipOf(data);
    EXPECT_EQ(lines.front(), QStringLiteral("100 event(s)")) << "there are no others";
    EXPECT_EQ(lines.back(), QStringLiteral("and 92 more"));
}

}  // namespace
}  // namespace apportion::ui
