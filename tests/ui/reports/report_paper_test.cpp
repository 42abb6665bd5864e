// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/report_paper.h"

#include <algorithm>

#include <gtest/gtest.h>

#include <QAbstractTextDocumentLayout>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextTable>

#include "ui/reports/report_pdf.h"

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

TEST(ReportPaper, NoEmptySpaceStandsBehindAChart) {
    report::Document document;
    report::DocumentTable& table = document.tables.emplace_back();
    table.title = "Wait";
    table.chart.lines.push_back({"Base", {}, {{0, 0}, {1000, 500}}});
    ReportPaper paper(document);
    paper.text()->setPageSize(QSizeF(600, 700));
    double charts = 0;
    for (QTextBlock block = paper.text()->begin(); block.isValid(); block = block.next())
        if (block.text().contains(QChar::ObjectReplacementCharacter))
            charts = paper.text()->documentLayout()->blockBoundingRect(block).height();
    EXPECT_GT(charts, 180);
    EXPECT_LT(charts, 210) << "190 pixels are drawn";
}

// Letters of one word can be searched and copied as they are read.
TEST(ReportPaper, TheTextOfAPdfIsWhatIsReadOnIt) {
    const QString program = QStandardPaths::findExecutable(QStringLiteral("pdftotext"));
    if (program.isEmpty())
        GTEST_SKIP() << "pdftotext is not installed";
    report::Document document;
    document.title = "Plan";
    report::DocumentTable& table = document.tables.emplace_back();
    table.title = "When";
    table.columns = {{"Time"}, {"Change"}};
    table.rows.push_back({{{"2026-11-20T09:05:00Z"}, {"(\u22121 \u2265 1 h, 0 to 15:47)"}}});
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("r.pdf"));
    ASSERT_EQ(writeReportPdf(document, file), QString());
    QProcess reader;
    reader.start(program, {file, QStringLiteral("-")});
    ASSERT_TRUE(reader.waitForFinished());
    const QString text = QString::fromUtf8(reader.readAllStandardOutput());
    EXPECT_TRUE(text.contains(QStringLiteral("2026-11-20T09:05:00Z"))) << qPrintable(text);
    EXPECT_TRUE(text.contains(QStringLiteral("(\u22121 \u2265 1 h, 0 to 15:47)")))
        << qPrintable(text);
}

}  // namespace
}  // namespace apportion::ui
