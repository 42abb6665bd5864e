// SPDX-License-Identifier: GPL-3.0-or-later
// The history page of a project: what changed, in people's words, and taken back.
#include <algorithm>

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QScrollBar>

#include "tests/ui/main_window/project_console.h"
#include "ui/command_runner.h"
#include "ui/history_page/entry_model.h"
#include "ui/history_page/entry_panel.h"
#include "ui/history_page/history_model.h"
#include "ui/history_page/history_page.h"
#include "ui/live/live_dialog.h"
#include "ui/pages/actions.h"
#include "ui/widgets/eviction_steps.h"
#include "ui/widgets/icon_button.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

class ProjectHistoryTest : public ProjectConsole {};

TEST_F(ProjectHistoryTest, ChangesStandInTheHistoryAndGoBack) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    EXPECT_TRUE(action(ActionId::undo)->isEnabled());
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    auto* history = window->findChild<HistoryModel*>();
    ASSERT_NE(history, nullptr);
    ASSERT_EQ(history->rowCount(), 2);
    EXPECT_EQ(history->index(0, HistoryModel::actionColumn).data().toString(),
              QStringLiteral("Guarantees changed"));
    EXPECT_EQ(history->index(0, HistoryModel::undoColumn).data().toString(),
              QStringLiteral("Undo"));
    EXPECT_TRUE(history->index(1, HistoryModel::undoColumn).data().toString().isEmpty());
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 8; }));
    action(ActionId::redo)->trigger();
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_EQ(history->rowCount(), 4);
}

// Nobody gives a reason for most changes: that column leaves its room to what they are about.
TEST_F(ProjectHistoryTest, WhatItIsAboutHasTheRoom) {
    makePool();
    window->commands().run(
        commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}, {"for", "2h"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    auto* history = window->findChild<HistoryModel*>();
    EXPECT_EQ(history->index(0, HistoryModel::actionColumn).data().toString(),
              QStringLiteral("Guarantees changed temporarily"));
    EXPECT_EQ(history->index(0, HistoryModel::subjectColumn).data().toString(),
              QStringLiteral("A to 6 GPUs, B to 10 GPUs"));
    const auto* header = window->findChild<HistoryPage*>()->table()->header();
    const auto isWide = [&] {
        return header->sectionSize(HistoryModel::subjectColumn) >
               2 * header->sectionSize(HistoryModel::whyColumn);
    };
    EXPECT_TRUE(waitFor(isWide)) << header->sectionSize(HistoryModel::subjectColumn);
}

TEST_F(ProjectHistoryTest, AnEntryShowsBeforeAndAfter) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                      table->visualRect(table->model()->index(0, 1)).center());
    const EntryModel* model = page->entry()->model();
    ASSERT_TRUE(waitFor([&] { return model->rowCount() == 2; }));
    EXPECT_TRUE(page->entry()->isVisible());
    QStringList row;
    for (int column = 0; column < EntryModel::columns; ++column)
        row << model->index(1, column).data().toString();
    EXPECT_EQ(row, (QStringList{QStringLiteral("B"), QStringLiteral("Guaranteed"),
                                QStringLiteral("8 GPUs"), QStringLiteral("10 GPUs")}));
    QTest::mouseClick(page->entry()->copyButton(), Qt::LeftButton);
    EXPECT_TRUE(QGuiApplication::clipboard()->text().contains(
        QStringLiteral("B\tGuaranteed\t8 GPUs\t10 GPUs")))
        << qPrintable(QGuiApplication::clipboard()->text());
    // The first entry made all there is.
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    ASSERT_TRUE(waitFor([&] { return model->rowCount() > 2; }));
    EXPECT_EQ(model->index(0, EntryModel::beforeColumn).data().toString(), QStringLiteral("none"));
}

// The same sentence and timeline as the inspector of the workload shows, and not the values of the
// file; a start says where.
TEST_F(ProjectHistoryTest, ADecisionIsToldAsTheInspectorTellsIt) {
    makePool();
    for (const char* name : {"b-1", "b-2"})
        window->bridge()
            .session()
            .run(commandOf("submit", {{"name", name}, {"quota", "B"}, {"gpu", "8"}}))
            .get();
    ASSERT_TRUE(waitFor([this] { return work(QStringLiteral("b-2")) != nullptr; }));
    press(opened<LiveDialog>(ActionId::goLive), QStringLiteral("Go live"));
    ASSERT_TRUE(waitFor([this] { return view().key.running == 2; }));
    window->bridge()
        .session()
        .run(commandOf("submit", {{"name", "a-1"}, {"quota", "A"}, {"gpu", "8"}}))
        .get();
    ASSERT_TRUE(waitFor([this] { return !view().evictions.empty(); }));
    ASSERT_TRUE(waitFor([this] { return is(QStringLiteral("a-1"), WorkloadState::running); }));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    const QList<RailStep> told = evictionSteps(view(), view().evictions.front());
    bool evicts = false;
    bool starts = false;
    for (int i = 0; i < table->model()->rowCount() && !(evicts && starts); ++i) {
        table->setCurrentIndex(table->model()->index(i, 0));
        ASSERT_TRUE(waitFor([&] { return !page->entry()->model()->isEmpty(); })) << i;
        const QList<RailStep> steps = page->entry()->steps();
        if (!steps.isEmpty() && steps.front() == told.front()) {
            evicts = true;
            EXPECT_EQ(steps.mid(0, told.size()), told);
            EXPECT_FALSE(page->entry()->findChild<TreeView*>()->isVisible());
        }
        for (const RailStep& step : steps)
            starts = starts || (step.fact == QStringLiteral("a-1 started") &&
                                step.sentence.startsWith(QStringLiteral("On node-")));
    }
    EXPECT_TRUE(evicts);
    EXPECT_TRUE(starts);
    // What the filter hides is not told of.
    page->filter()->setText(QStringLiteral("no such entry"));
    EXPECT_TRUE(waitFor([&] { return !page->entry()->isVisible(); }));
    rest();
}

// What it shows of an entry may take its room from the rows above after its row was scrolled to.
TEST_F(ProjectHistoryTest, TheRowOfTheEntryStaysInSight) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    for (int i = 0; i < 30; ++i) {
        const int before = table->model()->rowCount();
        const std::string size = std::to_string(5 + i % 2);
        window->commands().run(commandOf("scale", {{"sizes", "A=" + size}}));
        ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == before + 1; }));
    }
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    table->setFocus();
    QTest::keyClick(table, Qt::Key_End);
    const EntryModel* model = page->entry()->model();
    ASSERT_TRUE(waitFor([&] { return model->rowCount() > 2; })) << "the first made all there is";
    const auto grow = [&] {
        const int before = table->height();
        page->entry()->setMinimumHeight(page->entry()->height() + 90);
        ASSERT_TRUE(waitFor([&] { return table->height() < before; }));
        QTest::qWait(20);
    };
    grow();
    EXPECT_TRUE(
        table->viewport()->rect().contains(table->visualRect(table->currentIndex()).center()));
    table->scrollToTop();
    grow();
    EXPECT_EQ(table->verticalScrollBar()->value(), 0) << "who scrolled away is left there";
}

// A temporary change goes by what it changes, a node by what became of it, and no moment is cut.
TEST_F(ProjectHistoryTest, TheHistorySaysWhatChangedInPeoplesWords) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    const auto run = [&](const CommandRequest& request) {
        const int before = table->model()->rowCount();
        window->commands().run(request);
        ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == before + 1; }));
    };
    const auto cell = [&](int row, int column) {
        return table->model()->index(row, column).data().toString();
    };
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}, {"for", "2h"}}));
    run(commandOf("temporary.end", {{"name", "temporary-1"}}));
    EXPECT_EQ(cell(0, HistoryModel::subjectColumn), QStringLiteral("A, B"));
    const EntryModel* model = page->entry()->model();
    const auto rowOf = [&](const QString& key) {
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, EntryModel::keyColumn).data().toString() == key)
                return row;
        return -1;
    };
    ASSERT_TRUE(waitFor([&] { return rowOf(QStringLiteral("Ends")) >= 0; }));
    auto* entry = page->entry()->findChild<TreeView*>();
    entry->columnLayout().apply();
    const QModelIndex ends = model->index(rowOf(QStringLiteral("Ends")), EntryModel::beforeColumn);
    EXPECT_GE(entry->columnWidth(EntryModel::beforeColumn),
              entry->itemDelegate()->sizeHint({}, ends).width());

    const std::string node = view().nodes.rows.front().name;
    run(commandOf("nodes.state", {{"node", node}, {"state", "cordoned"}}));
    EXPECT_EQ(cell(0, HistoryModel::actionColumn), QStringLiteral("Node cordoned"));
    ASSERT_TRUE(waitFor([&] { return model->rowCount() == 1; }));
    EXPECT_EQ(model->index(0, EntryModel::beforeColumn).data().toString(), QStringLiteral("ready"));
    EXPECT_EQ(model->index(0, EntryModel::afterColumn).data().toString(),
              QStringLiteral("cordoned"));
    action(ActionId::undo)->trigger();
    ASSERT_TRUE(
        waitFor([&] { return cell(0, HistoryModel::actionColumn) == QStringLiteral("Undone"); }));
    EXPECT_EQ(cell(0, HistoryModel::subjectColumn),
              QStringLiteral("Node's state changed: %1").arg(qt(node)));
}

TEST_F(ProjectHistoryTest, TheHistoryOpensOnItsLatestEntry) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    for (const char* sizes : {"A=6", "A=5", "A=4"}) {
        const int before = table->model()->rowCount();
        window->commands().run(commandOf("scale", {{"sizes", sizes}}));
        ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == before + 1; }));
    }
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    EXPECT_EQ(table->currentIndex().row(), 0);
    // What a person chose stays.
    table->setFocus();
    QTest::keyClick(table, Qt::Key_Down);
    window->commands().run(commandOf("scale", {{"sizes", "A=8"}}));
    EXPECT_TRUE(waitFor([&] { return table->currentIndex().row() == 2; }));
}

// What is written has the room, not what is empty.
TEST_F(ProjectHistoryTest, TheHistorySaysWhatItIsAboutInFull) {
    makePool();
    window->commands().run(commandOf("scale", {{"sizes", "A=6"}, {"sizes", "B=10"}}));
    ASSERT_TRUE(waitFor([this] { return guarantee(QStringLiteral("B")) == 10; }));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    TreeView* table = window->findChild<HistoryPage*>()->table();
    EXPECT_TRUE(waitFor([table] {
        return table->columnWidth(HistoryModel::subjectColumn) >=
               std::min(420, static_cast<const QAbstractItemView*>(table)->sizeHintForColumn(
                                 HistoryModel::subjectColumn));
    }));
    EXPECT_FALSE(table->horizontalScrollBar()->isVisible());
}

// Who reads further down is moved by nothing that comes; who is at the top sees what is new.
TEST_F(ProjectHistoryTest, WhoHasScrolledAwayStaysThere) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    TreeView* table = page->table();
    const auto change = [&](int i) {
        const int before = table->model()->rowCount();
        const std::string size = std::to_string(5 + i % 2);
        window->commands().run(commandOf("scale", {{"sizes", "A=" + size}}));
        ASSERT_TRUE(waitFor([&] { return table->model()->rowCount() == before + 1; }));
    };
    for (int i = 0; i < 30; ++i)
        change(i);
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    QScrollBar* bar = table->verticalScrollBar();
    ASSERT_TRUE(waitFor([&] { return bar->maximum() > 40; }));
    QTest::qWait(50);  // until the entry has its room
    bar->setValue(40);
    const QPersistentModelIndex seen = table->indexAt({0, 0});
    const int where = table->visualRect(seen).top();
    change(30);
    QTest::qWait(50);
    EXPECT_EQ(table->indexAt({0, 0}), seen);
    EXPECT_EQ(table->visualRect(seen).top(), where);
    bar->setValue(0);
    change(31);
    EXPECT_EQ(table->indexAt({0, 0}).row(), 0);
    EXPECT_EQ(table->currentIndex().row(), 0);
}

// A journal grows for years: the console keeps of it what is new and what somebody asked for.
TEST_F(ProjectHistoryTest, WhatIsOldIsLetGoOf) {
    constexpr int kMost = HistoryModel::kMostRows;
    HistoryModel model(window->bridge());
    View next;
    next.document.file = "pool.apportion";
    const auto upTo = [&](int last, int keep = 0) {
        next.journal.clear();
        for (int n = last; n > last - 100 && n > 0; --n) {
            next.journal.emplace_back();
            next.journal.back().n = n;
        }
        model.setView(next);
        model.letGoOfOld(keep);
    };
    int last = 0;
    while (last < 3 * kMost)
        upTo(last += 90);
    ASSERT_EQ(model.rowCount(), kMost);
    for (int row = 0; row < kMost; ++row)
        ASSERT_EQ(model.row(model.index(row, 0))->n, last - row);
    EXPECT_TRUE(model.canFetchMore({}));
    for (int more = 0; more < 5; ++more)
        upTo(last += 90, kMost + 200);
    EXPECT_EQ(model.rowCount(), kMost + 200) << "somebody looks at the last of them";
}

// A table that nobody sees believes that its last row is in sight.
TEST_F(ProjectHistoryTest, WhatNobodySeesIsNotFetched) {
    makePool();
    auto* page = window->findChild<HistoryPage*>();
    const QAbstractItemModel* rows = page->table()->model();
    View next = view();
    const auto upTo = [&](int last) {
        next.journal.clear();
        for (int n = last; n > last - 200; --n) {
            next.journal.emplace_back();
            next.journal.back().n = n;
        }
        page->setView(std::make_shared<const View>(next));
    };
    upTo(5000);
    EXPECT_FALSE(page->isVisible());
    EXPECT_FALSE(rows->canFetchMore({}));
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    upTo(5100);
    // The entry that is chosen stays, and all that came since.
    page->table()->setCurrentIndex(rows->index(250, 0));
    const QPersistentModelIndex chosen = page->table()->currentIndex();
    for (int last = 5200; last <= 7000; last += 100)
        upTo(last);
    EXPECT_EQ(page->table()->currentIndex(), chosen);
    EXPECT_GT(rows->rowCount(), HistoryModel::kMostRows + 1000);
}

}  // namespace
}  // namespace apportion::ui
