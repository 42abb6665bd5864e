// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_paper.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

namespace apportion::ui {
namespace {

// Rows whose lines are on two pages.
int broken(const QTextDocument& text, double height) {
    int rows = 0;
    for (QTextBlock block = text.begin(); block.isValid(); block = block.next()) {
        const QTextTable* table = QTextCursor(block).currentTable();
        if (table == nullptr)
            continue;
        const QRectF box = text.documentLayout()->blockBoundingRect(block);
        const auto page = [height](double y) { return static_cast<int>(y / height); };
        rows += page(box.top()) != page(box.bottom() - 1) ? 1 : 0;
    }
    return rows;
}

TEST(ReportPaper, ARowOfATableDoesNotBreak) {
    report::Document document;
    report::DocumentTable& table = document.tables.emplace_back();
    table.title = "Reasons";
    table.columns = {{"Workload"}, {"Why"}};
    std::string longText;
    for (int i = 0; i < 60; ++i)
        longText += "waits for its turn ";
    for (int i = 0; i < 40; ++i)
        table.rows.push_back({{{"job " + std::to_string(i)}, {longText}}});
    document.method = {{"Wait", "First start less submission."}};
    ReportPaper paper(document);
    constexpr double kHeight = 700;
    paper.text()->setPageSize(QSizeF(600, kHeight));
    ASSERT_GT(paper.text()->pageCount(), 3);
    ASSERT_GT(broken(*paper.text(), kHeight), 0);
    paper.keepTogether(kHeight);
    EXPECT_EQ(broken(*paper.text(), kHeight), 0);
}

}  // namespace
}  // namespace apportion::ui
