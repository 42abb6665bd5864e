// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QAbstractItemModelTester>
#include <QFile>
#include <QtTest/QSignalSpy>

#include "core/change/wall_clock.h"
#include "core/session/session.h"
#include "tests/ui/nodes/node_fixture.h"
#include "ui/main_window/issues_panel.h"
#include "ui/palette/palette_list.h"
#include "ui/quota_tree/quota_model.h"
#include "ui/widgets/cell.h"
#include "ui/workloads/workload_cells.h"
#include "ui/workloads/workload_model.h"

namespace apportion::ui {
namespace {

ViewPtr viewAt(const char* sample, double minutes) {
    QFile file(QStringLiteral(APPORTION_SOURCE_DIR "/resources/samples/") +
               QString::fromLatin1(sample));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return viewOfText(file.readAll().toStdString(), sample, static_cast<Instant>(minutes * 60'000))
        .value();
}

using Tester = QAbstractItemModelTester;

TEST(QuotaModel, IsAModelWhileTheViewChanges) {
    QuotaModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setView(viewAt("pool-128.json", 1));
    EXPECT_EQ(model.rowCount(), 1);
    EXPECT_EQ(model.rowCount(model.index(0, 0)), 2);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setView(viewAt("pool-128.json", 20));
    EXPECT_GE(changed.count(), 1);
    EXPECT_EQ(reset.count(), 0);
    model.setFlat(true);
    EXPECT_EQ(model.rowCount(), 3);
    model.setView(viewAt("four-teams.json", 20));
    EXPECT_EQ(model.rowCount(), 4);
}

TEST(QuotaModel, PassesEditsOnAndChangesNothingItself) {
    QuotaModel model;
    model.setView(viewAt("four-teams.json", 20));
    QSignalSpy edited(&model, &QuotaModel::edited);
    const QModelIndex cell = model.indexOf("team-b", QuotaModel::usedColumn);
    EXPECT_TRUE(model.setData(cell, 3, Qt::EditRole));
    ASSERT_EQ(edited.count(), 1);
    EXPECT_EQ(edited.front().at(0).value<QuotaEdit>().quota, QStringLiteral("team-b"));
    EXPECT_EQ(edited.front().at(2).toString(), QStringLiteral("3"));
    EXPECT_EQ(cell.data(Qt::EditRole).toInt(), 2);
}

TEST(WorkloadModel, IsAModelWhileTheViewChanges) {
    for (const auto shape : {WorkloadModel::Shape::groups, WorkloadModel::Shape::queue}) {
        WorkloadModel model(shape);
        const Tester tester(&model, Tester::FailureReportingMode::Fatal);
        for (const double minutes : {0.0, 5.0, 21.0, 30.0, 40.0, 25.0, 3.0})
            model.setView(viewAt("four-teams.json", minutes));
        model.setFilter(WorkloadModel::Group::running, QStringLiteral("team-a"));
        model.setFilter(WorkloadModel::Group::all, {});
    }
}

// Both are rule 22.
TEST(WorkloadModel, TellsADrainedNodeFromOneThatWentDown) {
    const auto badge = [](const char* state) {
        const ViewPtr view =
            viewOfPool(std::string(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "w", "quota": "a", "gpu": 8}],
 "events": [{"at": 10, "do": "node", "node": "n", "state": ")") +
                           state + R"("}], "until": 100})",
                       60);
        EXPECT_EQ(view->evictions.size(), 1U);
        return view->evictions.empty() ? QString()
                                       : evictionWhyCell(view->evictions.front()).badge.text;
    };
    EXPECT_EQ(badge("draining"), QStringLiteral("drained"));
    EXPECT_EQ(badge("down"), QStringLiteral("node down"));
}

TEST(WorkloadModel, TheHeadOfAColumnSaysWhatStandsInIt) {
    WorkloadModel model(WorkloadModel::Shape::groups);
    const auto head = [&model] {
        return model.headerData(WorkloadModel::sinceColumn, Qt::Horizontal, Qt::DisplayRole)
            .toString();
    };
    EXPECT_EQ(head(), QStringLiteral("Since, or lost"));
    model.setFilter(WorkloadModel::Group::evicted, {});
    EXPECT_EQ(head(), QStringLiteral("Lost"));
    model.setFilter(WorkloadModel::Group::running, {});
    EXPECT_EQ(head(), QStringLiteral("Since"));
}

TEST(WorkloadModel, TheHeadOfAGroupCountsWhatIsShown) {
    WorkloadModel model(WorkloadModel::Shape::groups);
    const ViewPtr view = viewAt("pool-128.json", 25);
    model.setView(view);
    const auto headOf = [&](const QString& group) {
        for (int row = 0; row < model.rowCount(); ++row)
            if (const QModelIndex head = model.index(row, 0);
                head.data(GroupRole).toBool() && head.data().toString() == group)
                return head.data(CellRole).value<Cell>().second;
        return QString();
    };
    EXPECT_TRUE(headOf(QStringLiteral("Evicted")).contains(QStringLiteral("2 eviction")));
    model.setFilter(WorkloadModel::Group::all, QStringLiteral("nb-01"));
    EXPECT_TRUE(headOf(QStringLiteral("Evicted")).contains(QStringLiteral("1 of 2 eviction")))
        << qPrintable(headOf(QStringLiteral("Evicted")));
    EXPECT_TRUE(headOf(QStringLiteral("Evicted")).contains(QStringLiteral("1.3 GPU hours")));
    EXPECT_TRUE(headOf(QStringLiteral("Waiting")).contains(QStringLiteral("1 of 2 workload")));
    EXPECT_TRUE(headOf(QStringLiteral("Waiting")).contains(QStringLiteral("8 GPUs")));
}

TEST(WorkloadModel, EqualLossesReadTheSame) {
    WorkloadModel model(WorkloadModel::Shape::groups);
    model.setView(viewAt("pool-128.json", 25));
    model.setFilter(WorkloadModel::Group::evicted, {});
    ASSERT_EQ(model.rowCount(), 3);
    for (const int row : {1, 2})
        EXPECT_EQ(model.index(row, WorkloadModel::sinceColumn).data().toString(),
                  QStringLiteral("1.3 GPU h"));
}

TEST(WorkloadModel, SaysWhenWhatWaitsWouldStart) {
    WorkloadModel model(WorkloadModel::Shape::queue);
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    const ViewPtr view = viewAt("four-teams.json", 44);
    model.setView(view);
    ASSERT_GE(model.rowCount(), 2);
    const auto text = [&](int row, int role = Qt::DisplayRole) {
        return model.index(row, WorkloadModel::startColumn).data(role).toString();
    };
    EXPECT_EQ(text(0), QString()) << "nobody has asked";
    auto estimates = std::make_shared<Estimates>();
    const auto add = [&](int row, std::optional<Instant> start) {
        estimates->waiting.push_back(
            {view->waiting[static_cast<std::size_t>(row)].name,
             "q",
             start,
             start ? std::optional<Duration>(0) : std::nullopt,
             {},
             start ? Message{"start-by", {{"until", Value::ofSeconds(*start)}}}
                   : Message{"start-not-before", {{"workload", Value::ofText("serve")}}}});
    };
    add(0, view->clock + 90 * 60 * kSecond);
    add(1, {});
    model.setEstimates(estimates);
    EXPECT_EQ(text(0), QStringLiteral("by 12:14"));
    EXPECT_EQ(text(1), QStringLiteral("not before serve ends"));
    model.setBrief(true);
    EXPECT_EQ(text(1), QStringLiteral("after serve"));
    EXPECT_TRUE(text(0, Qt::ToolTipRole).contains(QStringLiteral("durations that are not stated")));
    model.setEstimates(nullptr);
    EXPECT_EQ(text(0), QString());
}

TEST(WorkloadModel, HasAHeadForEachGroup) {
    WorkloadModel model(WorkloadModel::Shape::groups);
    const ViewPtr view = viewAt("four-teams.json", 25);
    model.setView(view);
    int heads = 0;
    int rows = 0;
    for (int i = 0; i < model.rowCount(); ++i) {
        const QModelIndex index = model.index(i, 0);
        if (index.data(GroupRole).toBool()) {
            ++heads;
            EXPECT_TRUE(model.workloadAt(index).isEmpty());
        } else {
            ++rows;
            EXPECT_FALSE(model.workloadAt(index).isEmpty());
        }
    }
    EXPECT_GE(heads, 3);
    EXPECT_EQ(rows, static_cast<int>(view->waiting.size() + view->running.size() +
                                     view->evictions.size() + view->ended.size()));
}

// Each quota has a queue of its own: the tip has the place there, and the number is that of the
// row.
TEST(WorkloadModel, NumbersTheListThatIsShownAndSaysWhyInFewWords) {
    WorkloadModel model(WorkloadModel::Shape::queue);
    const ViewPtr view = viewAt("four-teams.json", 44);
    model.setView(view);
    ASSERT_GE(model.rowCount(), 2);
    for (int row = 0; row < model.rowCount(); ++row) {
        const WorkloadOutcome& status = view->waiting[static_cast<std::size_t>(row)].status;
        const QModelIndex number = model.index(row, WorkloadModel::positionColumn);
        EXPECT_EQ(number.data().toString(), QString::number(row + 1));
        EXPECT_TRUE(
            number.data(Qt::ToolTipRole)
                .toString()
                .startsWith(
                    QStringLiteral("Number %1 in the queue of ").arg(status.position.value_or(0))));
        const QModelIndex why = model.index(row, WorkloadModel::whyColumn);
        EXPECT_LT(why.data().toString().size(), 40) << qPrintable(why.data().toString());
        EXPECT_GT(why.data(Qt::ToolTipRole).toString().size(), why.data().toString().size());
    }
}

TEST(WorkloadModel, WhatNobodyHasLookedAtIsNotSaidToStart) {
    WorkloadRow row;
    row.status.state = WorkloadState::pending;
    const QString starts = whyCell(row, TimeText(std::string())).text;
    row.unasked = true;
    EXPECT_EQ(starts, QStringLiteral("would start now"));
    EXPECT_EQ(whyCell(row, TimeText(std::string())).text, QStringLiteral("not looked at yet"));
}

TEST(IssueModel, IsAModel) {
    IssueModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setIssues(issuesOf(*viewAt("pool-128.json", 30)));
    EXPECT_GE(model.rowCount(), 1);
    model.setIssues({});
    EXPECT_EQ(model.rowCount(), 0);
}

TEST(Palette, RanksTheBeginningOfATitleFirst) {
    PaletteItem begins;
    begins.title = QStringLiteral("Quota1");
    PaletteItem inside;
    inside.title = QStringLiteral("Change Quota1");
    PaletteItem other;
    other.title = QStringLiteral("Save");
    const PaletteQuery query(QStringLiteral("quota"));
    EXPECT_GT(query.match(begins)->score, query.match(inside)->score);
    EXPECT_FALSE(query.match(other).has_value());
    EXPECT_EQ(query.match(inside)->letters.front(), 7);
}

TEST(Palette, TwoWordsWantTwoPlaces) {
    PaletteItem third;
    third.title = QStringLiteral("n-3, device 3");
    PaletteItem fourth;
    fourth.title = QStringLiteral("n-3, device 4");
    const PaletteQuery query(QStringLiteral("n-3 3"));
    EXPECT_GT(query.match(third)->score, query.match(fourth)->score);
    EXPECT_EQ(query.match(third)->letters, (std::vector<int>{0, 1, 2, 12}));
    EXPECT_TRUE(PaletteQuery(QStringLiteral("3 3 3")).match(third));
}

TEST(Palette, FindsWithoutCaseAndAccents) {
    PaletteItem team;
    team.title = QString::fromUtf8("Équipe Ünal");
    team.detail = QString::fromUtf8("ação");
    const auto match = PaletteQuery(QStringLiteral("unal ACAO")).match(team);
    ASSERT_TRUE(match);
    EXPECT_EQ(match->letters, (std::vector<int>{7, 8, 9, 10}));
}

TEST(PaletteModel, IsAModel) {
    PaletteItem item;
    item.group = QStringLiteral("Commands");
    item.title = QStringLiteral("Save");
    PaletteModel model;
    const Tester tester(&model, Tester::FailureReportingMode::Fatal);
    model.setRows({{true, &item, {}}, {false, &item, {0}}});
    EXPECT_EQ(model.rowCount(), 2);
    model.setRows({});
}

}  // namespace
}  // namespace apportion::ui
