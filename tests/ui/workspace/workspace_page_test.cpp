// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspace_page.h"

#include <QPushButton>

#include "tests/ui/main_window/project_console.h"
#include "ui/charts/time_chart.h"
#include "ui/command_runner.h"
#include "ui/main_window/centre.h"
#include "ui/time_text.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/text_label.h"
#include "ui/widgets/tree_view.h"
#include "ui/workspace/could_run_bar.h"
#include "ui/workspace/exposure_view.h"
#include "ui/workspace/lead_texts.h"
#include "ui/workspace/remedy_fold.h"

namespace apportion::ui {
namespace {

class WorkspacePageTest : public ConsoleTest {
protected:
    WorkspacePage& page() const { return *window->findChild<WorkspacePage*>(); }

    // Two teams on 16 GPUs. Ours has 8, borrows 4, and one workload waits for 8.
    QString scenario(const char* more = "") const {
        const QString file = profile.filePath(QStringLiteral("teams.json"));
        QFile out(file);
        EXPECT_TRUE(out.open(QIODevice::WriteOnly));
        out.write(R"({"apportion": 1, "name": "Teams", "epoch": "2026-11-16T09:00:00Z",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 16}},
            {"name": "ours", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "theirs", "parent": "all", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "team", "quotas": ["ours"], "caps": [{"gpu": 16}],
                 "members": [{"user": "ann", "role": "admin"}, {"user": "bob"}]},
                {"name": "other", "quotas": ["theirs"]}],
 "workloads": [
  {"name": "a", "quota": "ours", "workspace": "team", "user": "ann", "gpu": 8, "duration": 14400},
  {"name": "b", "quota": "ours", "workspace": "team", "user": "bob", "gpu": 4, "submit": 60,
   "duration": 10800},
  {"name": "x", "quota": "theirs", "workspace": "other", "gpu": 4, "submit": 60, "duration": 36000},
  {"name": "c", "quota": "ours", "workspace": "team", "user": "bob", "gpu": 8, "submit": 120,
   "duration": 600}], "until": 7200)");
        out.write(more);
        out.write("}");
        return file;
    }
    void openPage() {
        open(scenario());
        window->bridge().session().seek(7200 * kSecond);
        ASSERT_TRUE(waitFor([this] { return view().clock == 7200 * kSecond; }));
        ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
        ASSERT_TRUE(waitFor([this] { return page().isUpToDate(); }));
    }
    static QString cell(const TreeView* table, int row, int column) {
        return table->model()->index(row, column).data().toString();
    }
    QList<KeyNumber> numbers() const {
        return leadNumbers({view(), view().workspaces.front(), page().look()});
    }
};

TEST_F(WorkspacePageTest, SixNumbersSayWhatItUsesAndIsEntitledTo) {
    openPage();
    EXPECT_EQ(page().workspace(), QStringLiteral("team"));
    const QList<KeyNumber> all = numbers();
    ASSERT_EQ(all.size(), 6);
    EXPECT_EQ(page().numbers()->shownCount(), 6);
    EXPECT_EQ(all[0].value, QStringLiteral("12"));
    EXPECT_EQ(all[0].unit, QStringLiteral("of 12 entitled"));
    EXPECT_EQ(all[1].note, QStringLiteral("8 GPUs guaranteed + 4 GPUs surplus"));
    EXPECT_EQ(all[2].value, QStringLiteral("1"));
    EXPECT_EQ(all[3].value, QStringLiteral("13:00")) << "when a ends";
    EXPECT_EQ(all[4].unit, QStringLiteral("of 1344"));
    EXPECT_EQ(all[5].value, QStringLiteral("100%"));
    EXPECT_FALSE(window->quotas().isVisible());
}

TEST(LeadTexts, AStartThatOthersHoldUpSaysWhoseEndItWaitsFor) {
    const View view;
    StartRange range;
    range.workload = "waits";
    range.ask = {"serve"};
    range.when = Message{"start-not-before", {{"workload", Value::ofText("serve")}}};
    const RangeText text = rangeText(view, {}, range);
    EXPECT_EQ(text.text, QStringLiteral("after serve"));
    EXPECT_FALSE(text.isNever);
    EXPECT_EQ(text.about, QStringLiteral("not before serve ends\nNo workload ever ran so long. "
                                         "State how long serve will run."));
}

TEST(LeadTexts, HoursOfAPeriodThatIsRecordedInPartSayHowMuchOfItIs) {
    constexpr Duration kDay = 24 * 3600 * kSecond;
    const View view;
    const WorkspaceRow row;
    WorkspaceLook look;
    report::WorkspaceUsage& usage = look.usage.emplace();
    usage.isBudget = true;
    usage.passed = 29 * kDay;
    usage.recorded = 10 * kDay;
    const LeadView lead{view, row, &look};
    const auto valueOf = [&](const char* label) {
        for (const Fact& each : hoursFacts(lead))
            if (each.label == QLatin1String(label))
                return each.value;
        return QString();
    };
    const QString part =
        QStringLiteral("%1 of %2")
            .arg(TimeText::duration(usage.recorded), TimeText::duration(usage.passed));
    EXPECT_EQ(leadNumbers(lead)[4].note, QStringLiteral("recorded: ") + part);
    EXPECT_EQ(valueOf("Recorded"), part);
    EXPECT_EQ(valueOf("At the end, at this pace"), QStringLiteral("too little recorded"));
    usage.recorded = usage.passed;
    usage.end.emplace(0, 0);
    EXPECT_EQ(valueOf("Recorded"), QString());
    EXPECT_EQ(valueOf("At the end, at this pace"), QStringLiteral("0"));
}

TEST_F(WorkspacePageTest, WhatIsNotGivenOfTheGuaranteeAndWhatIsAheadAreSaidInFewWords) {
    open(copyOf("pool-128.json"));
    window->bridge().session().seek(3600 * kSecond);
    ASSERT_TRUE(waitFor([this] { return view().clock == 3600 * kSecond; }));
    ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
    page().choose(QStringLiteral("workspace-c"));
    ASSERT_TRUE(waitFor([this] { return page().isUpToDate(); }));
    EXPECT_EQ(numbers()[1].note,
              QStringLiteral("72 GPUs guaranteed, 8 GPUs used by a parent quota"));
    const TreeView* queue = page().queue();
    ASSERT_EQ(queue->model()->rowCount(), 2);
    EXPECT_EQ(cell(queue, 0, 5), QStringLiteral("after others"));
    EXPECT_EQ(cell(queue, 1, 6), QStringLiteral("8 GPUs")) << "how long it runs is not known";
}

TEST_F(WorkspacePageTest, AtAParentQuotaItsOwnWorkIsToldApartFromThatOfOthers) {
    open(copyOf("pool-128.json"));
    window->bridge().session().seek(1500 * kSecond);
    ASSERT_TRUE(waitFor([this] { return view().clock == 1500 * kSecond; }));
    ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
    ASSERT_TRUE(waitFor([this] { return page().isUpToDate(); }));
    ASSERT_EQ(page().workspace(), QStringLiteral("workspace-a"));
    const QList<KeyNumber> all = numbers();
    const Gpu own = view().workspaces.front().work.held;
    EXPECT_EQ(all[0].value, QLocale().toString(own / kOneGpu));
    EXPECT_EQ(
        all[0].note,
        QStringLiteral("others in these quotas: %1").arg((page().look()->running - own) / kOneGpu));
    EXPECT_GT(page().look()->running, own);
}

TEST_F(WorkspacePageTest, TheQueueSaysWhenWhyAndWhoseItIsToChange) {
    openPage();
    const TreeView* queue = page().queue();
    ASSERT_EQ(queue->model()->rowCount(), 1);
    EXPECT_EQ(cell(queue, 0, 1), QStringLiteral("c"));
    EXPECT_EQ(cell(queue, 0, 2), QStringLiteral("bob"));
    EXPECT_EQ(cell(queue, 0, 3), QStringLiteral("8"));
    EXPECT_TRUE(cell(queue, 0, 5).startsWith(QStringLiteral("13:00–"))) << "a range";
    EXPECT_EQ(cell(queue, 0, 6), QStringLiteral("first"));
    EXPECT_TRUE(cell(queue, 0, 8).startsWith(QStringLiteral("no")))
        << qPrintable(cell(queue, 0, 8));
}

TEST_F(WorkspacePageTest, WhatCanBeEvictedStandsWithByWhomAndProtection) {
    openPage();
    const auto& rows = page().exposure()->rows()->rows();
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].cells[1].text, QStringLiteral("4"));
    EXPECT_EQ(rows[0].cells[2].text, QStringLiteral("a sibling quota"));
    EXPECT_EQ(rows[0].cells[4].text, QStringLiteral("not protected"));
}

TEST_F(WorkspacePageTest, UsersHoursAndLimitsAddUp) {
    openPage();
    const TreeView* users = page().users();
    ASSERT_EQ(users->model()->rowCount(), 2);
    EXPECT_EQ(cell(users, 0, 0), QStringLiteral("ann"));
    EXPECT_EQ(cell(users, 0, 3), QStringLiteral("16"));
    EXPECT_EQ(cell(users, 1, 3), QStringLiteral("8"));
    EXPECT_EQ(page().hours()->facts().front().value, QStringLiteral("24 of 1344"));
    EXPECT_EQ(page().chart()->data().series.size(), 2);
    EXPECT_EQ(page().chart()->data().guarantees.size(), 1);
    EXPECT_GT(page().events()->model()->rowCount(), 1);
    const QList<Fact>& limits = page().limits()->facts();
    EXPECT_EQ(limits.last().value, QStringLiteral("16 GPUs on 2 node(s)"));
}

TEST_F(WorkspacePageTest, CouldIRunIsAnsweredWithAWayToStartSooner) {
    openPage();
    CouldRunBar* bar = page().couldRun();
    bar->gpus()->setValue(8);
    bar->check();
    ASSERT_TRUE(waitFor([&] { return !bar->isAsking(); }));
    EXPECT_TRUE(bar->sentence()->text().contains(QStringLiteral("after 1 workload(s) with 8 GPUs")))
        << qPrintable(bar->sentence()->text());
    EXPECT_EQ(bar->useSmaller()->text(), QStringLiteral("Use 4 GPUs")) << "they are free at 12:01";
    EXPECT_FALSE(bar->useHigher()->isVisible()) << "no policy lets a priority evict";
    bar->gpus()->setValue(6);
    EXPECT_FALSE(bar->sentence()->isVisible()) << "another question has no answer yet";
    bar->gpus()->setValue(8);
    bar->check();
    ASSERT_TRUE(waitFor([&] { return !bar->isAsking(); }));
    bar->useSmaller()->click();
    EXPECT_EQ(bar->request().gpu, 4 * kOneGpu);
    ASSERT_TRUE(waitFor([&] { return !bar->isAsking(); }));
    EXPECT_TRUE(bar->sentence()->text().startsWith(QStringLiteral("Starts 12:01")))
        << qPrintable(bar->sentence()->text());
}

TEST_F(WorkspacePageTest, AnotherWorkspaceIsRememberedForTheFile) {
    openPage();
    page().choose(QStringLiteral("other"));
    ASSERT_TRUE(waitFor([this] { return page().isUpToDate(); }));
    EXPECT_EQ(page().queue()->model()->rowCount(), 0);
    window = std::make_unique<MainWindow>(settings, consolePages());
    window->show();
    open(scenario());
    ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
    EXPECT_EQ(page().workspace(), QStringLiteral("other"));
}

TEST_F(WorkspacePageTest, ARowOfTheQueueOpensWhatWouldStartIt) {
    openPage();
    EXPECT_FALSE(page().remedies()->isVisible());
    emit page().queue()->activated(page().queue()->model()->index(0, 1));
    ASSERT_TRUE(waitFor([this] { return page().isUpToDate(); }));
    ASSERT_TRUE(page().remedies()->isVisible());
    const QString text = page().remedies()->text()->text();
    EXPECT_TRUE(text.contains(QStringLiteral("Without a change it starts: likely")))
        << qPrintable(text);
    EXPECT_GE(text.count(u'\n'), 2) << qPrintable(text);
}

TEST_F(WorkspacePageTest, AnUnknownNameIsToldWithThoseThatAreThere) {
    const QString file = scenario();
    WorkspacePage::rememberAlone(settings, file, QStringLiteral("taem"));
    MainWindow alone(settings, pagesOf(settings, file, {}, false));
    alone.show();
    alone.files().open(file);
    auto* only = alone.findChild<WorkspacePage*>();
    ASSERT_TRUE(waitFor([&] { return only->isVisible() && only->isUpToDate(); }));
    EXPECT_EQ(only->about()->text(),
              QStringLiteral("Workspace taem does not exist here. Workspaces: team, other."));
    EXPECT_EQ(only->workspace(), QStringLiteral("team"));
    only->choose(QStringLiteral("other"));
    EXPECT_EQ(only->about()->text(), QStringLiteral("uses theirs"));
}

TEST_F(WorkspacePageTest, AloneItHasReportsNextToItAndStaysSo) {
    const QString file = scenario();
    EXPECT_GT(pagesOf(settings, file, {}, false).size(), 2U);
    const Pages both = pagesOf(settings, file, QStringLiteral("team"), false);
    ASSERT_EQ(both.size(), 2U);
    EXPECT_STREQ(both.front().row.name, "workspace");
    EXPECT_STREQ(both.back().row.name, "reports");
    EXPECT_EQ(pagesOf(settings, file, {}, false).size(), 2U) << "remembered";
    MainWindow alone(settings, pagesOf(settings, file, {}, false));
    alone.show();
    alone.files().open(file);
    const auto* only = alone.findChild<WorkspacePage*>();
    ASSERT_TRUE(waitFor([&] { return only->isVisible() && only->isUpToDate(); }));
    EXPECT_EQ(only->workspace(), QStringLiteral("team"));
    EXPECT_GT(pagesOf(settings, file, {}, true).size(), 2U) << "--view forgets it";
}

TEST_F(WorkspacePageTest, WithoutAWorkspaceItSaysWhatItIsFor) {
    open(sample("four-teams.json"));
    ASSERT_TRUE(view().workspaces.empty());
    ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
    EXPECT_TRUE(page().isUpToDate());
    EXPECT_TRUE(page().empty()->isVisible());
}

class WorkspaceProjectTest : public ProjectConsole {};

// Each is the first of its own queue.
TEST_F(WorkspaceProjectTest, TheNumbersOfTheQueueCountTheListThatIsShown) {
    makePool();
    window->commands().run(
        commandOf("workspace.add", {{"name", "both"}, {"quota", "A"}, {"quota", "B"}}));
    ASSERT_TRUE(waitFor([this] { return view().workspaces.size() == 1; }));
    for (const char* quota : {"A", "B"})
        window->commands().run(
            commandOf("submit", {{"workspace", "both"}, {"quota", quota}, {"gpu", "1"}}));
    ASSERT_TRUE(waitFor([this] { return view().waiting.size() == 2; }));
    ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
    QStringList names;
    const auto rows = queueRows({view(), view().workspaces.front(), nullptr}, names);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].cells[0].plainText(), QStringLiteral("1"));
    EXPECT_EQ(rows[1].cells[0].plainText(), QStringLiteral("2"));
}

// A workspace of two quotas, which somebody submits to: the page has most there.
TEST_F(WorkspaceProjectTest, ASmallWindowCutsNoFigure) {
    makePool();
    window->commands().run(
        commandOf("workspace.add", {{"name", "both"}, {"quota", "A"}, {"quota", "B"}}));
    ASSERT_TRUE(waitFor([this] { return view().workspaces.size() == 1; }));
    window->resize(1280, 800);
    ASSERT_TRUE(window->showView(QStringLiteral("workspace")));
    auto& page = *window->findChild<WorkspacePage*>();
    ASSERT_TRUE(waitFor([&] { return page.isUpToDate(); }));
    const auto* area = page.findChild<PageArea*>();
    for (const int width : {1280, 1100, 1440}) {
        window->resize(width, 800);
        QCoreApplication::processEvents();
        EXPECT_LE(area->content()->width(), area->viewport()->width()) << width;
    }
}

}  // namespace
}  // namespace apportion::ui
