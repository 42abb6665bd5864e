// SPDX-License-Identifier: GPL-3.0-or-later
// Issues by kind: counted, opened, and filtered by how bad they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QPushButton>
#include <QTest>

#include "core/view/issues/most_of_a_kind.h"
#include "ui/main_window/issues_panel.h"
#include "ui/widgets/chip.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

Issue issueOf(std::string_view validator, Severity severity, int number) {
    Issue issue;
    issue.validator = validator;
    issue.severity = severity;
    issue.what = {"issue-" + std::string(validator), {}};
    issue.subjectKind = Issue::Subject::workload;
    issue.subject = std::string(validator) + "-" + std::to_string(number);
    issue.since = (100 - number) * 60 * kSecond;
    return issue;
}

// One error, 4 of one kind of warnings and 50 of another, 2 infos.
std::vector<IssueLine> crowd() {
    View view;
    view.issues.push_back(issueOf("over-capacity", Severity::error, 0));
    for (int i = 0; i < 4; ++i)
        view.issues.push_back(issueOf("starved", Severity::warning, i));
    for (int i = 0; i < 50; ++i)
        view.issues.push_back(issueOf("unapproved", Severity::warning, i));
    for (int i = 0; i < 2; ++i)
        view.issues.push_back(issueOf("unused", Severity::hint, i));
    sumUpBeyondMost(view.issues);
    return issuesOf(view);
}

class IssueKindsTest : public ::testing::Test {
protected:
    IssueKindsTest() {
        panel.resize(1200, 500);
        panel.show();
        panel.setIssues(crowd());
    }
    QString text(const QModelIndex& index) const { return index.data().toString(); }
    QModelIndex at(int row, int column = 0, const QModelIndex& parent = {}) const {
        return panel.table()->model()->index(row, column, parent);
    }
    QPushButton* buttonOf(int row) const {
        const QWidget* room = panel.table()->indexWidget(at(row, IssueModel::fixColumn));
        return room != nullptr ? room->findChild<QPushButton*>() : nullptr;
    }
    Chip* chip(const char* name) const {
        for (Chip* each : panel.findChildren<Chip*>())
            if (each->text() == QString::fromLatin1(name))
                return each;
        return nullptr;
    }

    IssuesPanel panel;
};

TEST_F(IssueKindsTest, AKindIsOneRowWithItsCount) {
    ASSERT_EQ(panel.table()->model()->rowCount(), 5);
    EXPECT_EQ(text(at(0, IssueModel::countColumn)), QStringLiteral("1"));
    EXPECT_EQ(text(at(1, IssueModel::countColumn)), QStringLiteral("50")) << "the most come first";
    EXPECT_TRUE(text(at(1)).startsWith(QStringLiteral("Waits for approval")));
    EXPECT_EQ(text(at(1, IssueModel::whereColumn)), QStringLiteral("Workloads"));
    EXPECT_EQ(text(at(2, IssueModel::countColumn)), QStringLiteral("4"));
    EXPECT_EQ(text(at(2, IssueModel::whereColumn)), QStringLiteral("4 workload(s)"));
    EXPECT_EQ(text(at(2, IssueModel::sinceColumn)), QStringLiteral("1:37:00")) << "the first";
    EXPECT_FALSE(panel.table()->model()->hasChildren(at(3))) << "two stand alone";
}

// The 20 first of 50 and one that counts the others.
TEST_F(IssueKindsTest, AKindOpensIntoItsIssuesAndStaysOpen) {
    EXPECT_FALSE(panel.table()->isExpanded(at(1)));
    ASSERT_NE(buttonOf(1), nullptr);
    EXPECT_EQ(buttonOf(1)->text(), QStringLiteral("Show 50"));
    QTest::mouseClick(buttonOf(1), Qt::LeftButton);
    EXPECT_TRUE(panel.table()->isExpanded(at(1)));
    EXPECT_EQ(buttonOf(1)->text(), QStringLiteral("Hide"));
    EXPECT_EQ(panel.table()->model()->rowCount(at(1)), 21);
    EXPECT_EQ(text(at(20, 0, at(1))),
              QStringLiteral("Waits for approval: 30 more issues of this kind."));
    panel.setIssues({});
    panel.setIssues(crowd());
    EXPECT_TRUE(panel.table()->isExpanded(at(1))) << "whoever opened it reads on";
    EXPECT_EQ(buttonOf(1)->text(), QStringLiteral("Hide"));
    panel.table()->setCurrentIndex(at(1));
    QTest::keyClick(panel.table(), Qt::Key_Left);
    EXPECT_FALSE(panel.table()->isExpanded(at(1)));
    EXPECT_EQ(buttonOf(1)->text(), QStringLiteral("Show 50"));
}

TEST_F(IssueKindsTest, FiltersCountWhatTheirRowsCount) {
    const auto sum = [&] {
        int all = 0;
        for (int row = 0; row < panel.table()->model()->rowCount(); ++row)
            all += text(at(row, IssueModel::countColumn)).toInt();
        return all;
    };
    const auto shows = [&](const char* name, int count) {
        ASSERT_NE(chip(name), nullptr);
        chip(name)->click();
        EXPECT_TRUE(chip(name)->accessibleName().endsWith(QStringLiteral(", %1").arg(count)))
            << qPrintable(chip(name)->accessibleName());
        EXPECT_EQ(sum(), count) << name;
    };
    shows("Errors", 1);
    shows("Warnings", 54);
    shows("Info", 2);
    shows("All", 57);
}

// A current row in a kind keeps its place while others come and go.
TEST_F(IssueKindsTest, TheCurrentRowStaysWithItsIssue) {
    panel.table()->expand(at(2));
    panel.table()->setCurrentIndex(at(3, 0, at(2)));
    std::vector<IssueLine> fewer = crowd();
    std::erase_if(fewer, [](const IssueLine& line) {
        return line.where == QStringLiteral("starved-0") || line.severity == Severity::error;
    });
    panel.setIssues(fewer);
    const auto* model = qobject_cast<const IssueModel*>(panel.table()->model());
    EXPECT_EQ(model->issue(panel.table()->currentIndex()).where, QStringLiteral("starved-3"));
}

TEST_F(IssueKindsTest, AModelOfKindsIsAModel) {
    IssueModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    EXPECT_TRUE(model.setIssues(crowd()));
    EXPECT_FALSE(model.setIssues(crowd()));
    EXPECT_TRUE(model.setIssues({}));
}

// Warnings of a file are of a kind by their code, whatever they say.
TEST(IssueKinds, WarningsOfAFileAreByTheirCode) {
    Problems problems;
    for (int i = 0; i < 8; ++i) {
        Problem problem;
        problem.warning = true;
        problem.message = {i < 5 ? "workload-never-fits" : "no-fair-share", {}};
        problem.file = "pool.json";
        problem.line = i + 1;
        problems.push_back(problem);
    }
    const auto kinds = byKind(issuesOf(problems));
    ASSERT_EQ(kinds.size(), 2U);
    EXPECT_EQ(kinds[0].head.count, 5);
    EXPECT_EQ(kinds[0].head.title, QStringLiteral("Can never start"));
    EXPECT_EQ(kinds[0].head.where, QStringLiteral("5 place(s)"));
    EXPECT_EQ(kinds[1].head.title, QStringLiteral("No fair share"));
}

// Found in the file, and by a look at what waits.
TEST(IssueKinds, WhatIsTitledAlikeIsOneKind) {
    std::vector<IssueLine> lines;
    for (int i = 0; i < 6; ++i) {
        IssueLine& line = lines.emplace_back();
        line.severity = Severity::warning;
        line.where = QString::number(i);
        line.issue.what.code = "workload-never-fits";
        if (i % 2 == 0) {
            line.title = QStringLiteral("Can never start");
            line.issue.validator = "never-fits";
            line.issue.what.code = "never-fits.node";
        }
    }
    const auto kinds = byKind(lines);
    ASSERT_EQ(kinds.size(), 1U);
    EXPECT_EQ(kinds[0].head.count, 6);
}

}  // namespace
}  // namespace apportion::ui
