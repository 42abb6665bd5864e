// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_cells.h"

#include <gtest/gtest.h>

#include "ui/quota_tree/quota_model.h"

namespace apportion::ui {
namespace {

// By a sign and in words, and not by a colour.
TEST(QuotaCells, AQuotaBeyondABoundIsMarked) {
    auto view = std::make_shared<View>();
    QuotaRow row;
    row.name = row.team = "Vision";
    row.numbers.guaranteed = 8 * kOneGpu;
    row.numbers.subtree = 16 * kOneGpu;
    EXPECT_FALSE(nameCell(row, false).marks.contains(Icon::warning)) << "it borrows";
    row.numbers.limit = 12 * kOneGpu;
    EXPECT_TRUE(nameCell(row, false).marks.contains(Icon::warning));
    view->document.open = true;
    view->quotas.push_back(row);
    QuotaModel model;
    model.setView(view);
    for (const int column :
         {QuotaModel::nameColumn, QuotaModel::usedColumn, QuotaModel::limitColumn})
        EXPECT_TRUE(
            model.index(0, column)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("Above its limit: 16 GPUs in use, 12 GPUs allowed")))
            << column;
    row.numbers.limit.reset();
    row.policy.overQuota = OverQuota::off;
    EXPECT_TRUE(nameCell(row, false).marks.contains(Icon::warning));
    EXPECT_TRUE(overBoundText(row).startsWith(QStringLiteral("Above its guarantee")));
}

}  // namespace
}  // namespace apportion::ui
