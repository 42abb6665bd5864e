// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the Workloads table: by clicks on heads, by a menu, remembered.
#include <QAbstractItemModelTester>
#include <QHeaderView>
#include <QMenu>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/main_window/centre.h"
#include "ui/overview/overview_page.h"
#include "ui/texts.h"
#include "ui/widgets/icon_button.h"
#include "ui/workloads/workload_table.h"
#include "ui/workloads/workloads_page.h"

namespace apportion::ui {
namespace {

class WorkSortTest : public ConsoleTest {
protected:
    void openCrowd() {
        open(sample("crowded.json"));
        window->showView(QStringLiteral("workloads"));
        page = window->findChild<WorkloadsPage*>();
        ASSERT_GT(view().waiting.size(), 3U);
        // The widths come with the next events.
        ASSERT_TRUE(waitFor(
            [this] { return !page->table()->isColumnHidden(WorkloadModel::priorityColumn); }));
    }
    void click(int column) {
        QHeaderView* header = page->table()->header();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(column) + 12, header->height() / 2});
    }
    // Of what waits, in the order of the rows. That group is the first; others name some again.
    std::vector<const WorkloadRow*> rows() const {
        const WorkloadModel& model = page->table()->workloads();
        std::vector<const WorkloadRow*> found;
        for (int i = 0; i < model.rowCount() && found.size() < view().waiting.size(); ++i)
            for (const WorkloadRow& row : view().waiting)
                if (qt(row.name) == model.workloadAt(model.index(i, 0)))
                    found.push_back(&row);
        return found;
    }
    template <typename Value>
    std::vector<int> values(Value value) const {
        std::vector<int> all;
        for (const WorkloadRow* row : rows())
            all.push_back(value(*row));
        return all;
    }
    static int priority(const WorkloadRow& row) { return row.priority; }
    static int place(const WorkloadRow& row) {
        return row.status.position.value_or(std::numeric_limits<int>::max());
    }

    WorkloadsPage* page = nullptr;
};

// On the overview: the column before the names goes up as one reads.
TEST_F(WorkSortTest, TheQueueBeginsWithWhatIsNextInEachQuota) {
    openCrowd();
    auto* queue = window->findChild<OverviewPage*>()->findChild<WorkloadTable*>();
    ASSERT_NE(queue, nullptr);
    std::vector<int> places;
    for (int row = 0; row < queue->model()->rowCount(); ++row) {
        const QModelIndex number = queue->model()->index(row, WorkloadModel::positionColumn);
        EXPECT_EQ(number.data().toString(), QLocale().toString(row + 1));
        const QString tip = number.data(Qt::ToolTipRole).toString();
        places.push_back(tip.isEmpty() ? std::numeric_limits<int>::max()
                                       : QLocale().toInt(tip.section(QLatin1Char(' '), 1, 1)));
    }
    ASSERT_GT(places.size(), 3U);
    EXPECT_EQ(std::count(places.begin(), places.end(), 1) > 1, true) << "several queues";
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end()));
}

TEST_F(WorkSortTest, AClickSortsInsideEachGroupAndTheThirdGoesBack) {
    openCrowd();
    const auto asItCame = rows();
    std::vector<int> places = values(place);
    EXPECT_TRUE(std::is_sorted(places.begin(), places.end())) << "unasked, as on the overview";
    click(WorkloadModel::positionColumn);
    EXPECT_EQ(rows(), asItCame);
    click(WorkloadModel::priorityColumn);
    std::vector<int> most = values(priority);
    EXPECT_TRUE(std::is_sorted(most.rbegin(), most.rend()));
    EXPECT_GT(most.front(), most.back());
    click(WorkloadModel::priorityColumn);
    most = values(priority);
    EXPECT_TRUE(std::is_sorted(most.begin(), most.end()));
    EXPECT_TRUE(page->table()->header()->isSortIndicatorShown());
    click(WorkloadModel::priorityColumn);
    EXPECT_EQ(rows(), asItCame);
    EXPECT_FALSE(page->table()->header()->isSortIndicatorShown());
    click(WorkloadModel::whyColumn);
    EXPECT_EQ(rows(), asItCame) << "words have no order";
}

TEST_F(WorkSortTest, TheModelHoldsWhileTheClockMoves) {
    openCrowd();
    auto* model = page->table()->model();
    const QAbstractItemModelTester tester(model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    click(WorkloadModel::sinceColumn);
    action(ActionId::toStart)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock == 0 && !view().play.waiting; }));
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(waitFor([this] { return view().clock > 0 && !view().play.waiting; }));
    EXPECT_EQ(page->table()->sort(), (ColumnSort{WorkloadModel::sinceColumn, true}));
}

TEST_F(WorkSortTest, TheMenuDoesTheSameAndTheFileRemembersIt) {
    openCrowd();
    IconButton* order = nullptr;
    for (auto* each : page->findChildren<IconButton*>())
        if (each->accessibleName() == QStringLiteral("Order of the rows"))
            order = each;
    ASSERT_NE(order, nullptr);
    EXPECT_TRUE(order->focusPolicy() & Qt::TabFocus) << "for who has no mouse";
    order->click();
    auto* menu = order->findChild<QMenu*>();
    ASSERT_TRUE(menu->isVisible());
    ASSERT_EQ(menu->actions()[1]->text(), QStringLiteral("Place in its queue"));
    menu->actions()[1]->trigger();
    menu->close();
    const auto sorted = rows();
    EXPECT_TRUE(std::is_sorted(sorted.begin(), sorted.end(),
                               [](auto* a, auto* b) { return place(*a) < place(*b); }));

    open(sample("pool-128.json"));
    EXPECT_TRUE(waitFor([this] { return page->table()->sort() == ColumnSort{}; }))
        << "another file has an order of its own";
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->resize(1440, 900);
    window->show();
    openCrowd();
    EXPECT_EQ(page->table()->sort(), (ColumnSort{WorkloadModel::positionColumn, false}));
    action(ActionId::resetLayout)->trigger();
    EXPECT_EQ(page->table()->sort(), ColumnSort{});
}

}  // namespace
}  // namespace apportion::ui
