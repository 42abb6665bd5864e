// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fairness/fairness_page.h"

#include <algorithm>

#include <QAction>
#include <QTest>

#include "tests/ui/main_window/console_fixture.h"
#include "ui/charts/time_chart.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/moment_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

class FairnessPageTest : public ConsoleTest {
protected:
    FairnessPage& page() const { return *window->findChild<FairnessPage*>(); }
    void openFairness(const QString& file) {
        open(file);
        window->actions()["fairness"]->trigger();
        ASSERT_TRUE(compared());
    }
    bool compared() const {
        return waitFor([this] { return page().isUpToDate() && page().teams()->isVisible(); });
    }
    static QString cell(const TreeView* table, int row, int column) {
        return table->model()->index(row, column).data().toString();
    }
};

// 4, 2, 2, and 8 guaranteed; the last one has left: 8, 4, 4, and none.
TEST_F(FairnessPageTest, TeamsStandWithWhatTheyAreEntitledToAndTheirSum) {
    openFairness(copyOf("four-teams.json"));
    const TreeView* teams = page().teams();
    ASSERT_EQ(teams->model()->rowCount(), 5);
    const QStringList entitled{"8", "4", "4"};
    for (int row = 0; row < 3; ++row) {
        EXPECT_EQ(cell(teams, row, 3), entitled[row]) << row;
        EXPECT_EQ(cell(teams, row, 4), entitled[row]) << row;
        EXPECT_EQ(cell(teams, row, 5), QStringLiteral("0")) << row;
    }
    EXPECT_EQ(cell(teams, 4, 2), QStringLiteral("16"));
    EXPECT_EQ(cell(teams, 4, 4), QStringLiteral("16"));
    EXPECT_FALSE(page().moment()->isVisible()) << "a run has a clock of its own";
    ASSERT_EQ(page().idle()->model()->rowCount(), 1);
    EXPECT_TRUE(cell(page().idle(), 0, 0).contains(QStringLiteral("team-d")));
    EXPECT_EQ(cell(page().idle(), 0, 2), QStringLiteral("8"));
}

TEST_F(FairnessPageTest, TheDayHasTheShareKeptAndALineOfWhatWasBelow) {
    openFairness(copyOf("pool-128.json"));
    const TreeView* teams = page().teams();
    EXPECT_EQ(teams->model()->headerData(10, Qt::Horizontal).toString(),
              QStringLiteral("Share kept"));
    EXPECT_EQ(cell(teams, 0, 10), QStringLiteral("100 %"));
    EXPECT_EQ(cell(teams, 2, 10), QStringLiteral("97 %")) << "C waited for twenty minutes";
    const ChartData& day = page().chart()->data();
    ASSERT_EQ(day.series.size(), 1);
    EXPECT_EQ(day.series[0].values.last(), 0);
    EXPECT_GT(*std::max_element(day.series[0].values.begin(), day.series[0].values.end()), 0);
    EXPECT_FALSE(day.marks.isEmpty()) << "evictions stand in it";
}

TEST_F(FairnessPageTest, EnterExplainsTheTeamAsAClickDoes) {
    openFairness(copyOf("four-teams.json"));
    TreeView* teams = page().teams();
    teams->setFocus();
    teams->setCurrentIndex(teams->model()->index(2, 0));
    QTest::keyClick(teams, Qt::Key_Return);
    EXPECT_EQ(window->quotas().selected(), QStringLiteral("team-c"));
}

TEST_F(FairnessPageTest, AMomentBeforeTheJournalIsToldAndNowComesBack) {
    open(copyOf("four-teams.json"));
    window->files().makeProjectAt(profile.filePath(QStringLiteral("made.apportion")));
    ASSERT_TRUE(waitFor([this] { return view().document.rests(); }));
    window->actions()["fairness"]->trigger();
    ASSERT_TRUE(compared());
    EXPECT_TRUE(page().moment()->isVisible());
    const QString before = cell(page().teams(), 0, 2);
    page().lookAt(-3'600'000);
    ASSERT_TRUE(waitFor([this] { return page().message()->isVisible(); }));
    EXPECT_EQ(cell(page().teams(), 0, 2), before);
    emit page().message()->acted();
    ASSERT_TRUE(waitFor([this] { return page().isUpToDate() && !page().message()->isVisible(); }));
}

}  // namespace
}  // namespace apportion::ui
