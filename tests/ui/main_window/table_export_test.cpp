// SPDX-License-Identifier: GPL-3.0-or-later
// What the pages export: a row each of what is shown, by one mechanism.
#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QFileDialog>
#include <QMenu>

#include "tests/ui/main_window/project_console.h"
#include "ui/charts/chart_saver.h"
#include "ui/charts_page/charts_page.h"
#include "ui/command_runner.h"
#include "ui/history_page/history_page.h"
#include "ui/main_window/centre.h"
#include "ui/main_window/issues_panel.h"
#include "ui/main_window/palette_entries.h"
#include "ui/nodes/nodes_page.h"
#include "ui/palette/palette_items.h"

namespace apportion::ui {
namespace {

class TableExportTest : public ProjectConsole {
protected:
    // What the button of that name writes.
    QStringList exported(QWidget* page, const char* name) {
        QAbstractButton* button = nullptr;
        for (QAbstractButton* each : page->findChildren<QAbstractButton*>())
            if (each->accessibleName() == QString::fromUtf8(name))
                button = each;
        if (button == nullptr || !button->isVisible()) {
            ADD_FAILURE() << "no button " << name;
            return {};
        }
        QTest::mouseClick(button, Qt::LeftButton);
        auto* place = shown<QFileDialog>(window.get());
        return place == nullptr ? QStringList() : written(place);
    }
    template <typename Dialog>
    Dialog* shown(QWidget* parent) {
        Dialog* found = nullptr;
        EXPECT_TRUE(waitFor([&] {
            found = parent->findChild<Dialog*>();
            return found != nullptr && found->isVisible();
        }));
        return found;
    }
    QStringList written(QFileDialog* place) {
        const QString path = profile.filePath(QStringLiteral("table.csv"));
        emit place->fileSelected(path);
        place->reject();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QFile table(path);
        EXPECT_TRUE(table.open(QIODevice::ReadOnly));
        return QString::fromUtf8(table.readAll()).split(QStringLiteral("\r\n"), Qt::SkipEmptyParts);
    }
};

TEST_F(TableExportTest, OfNodes) {
    makePool(3);
    ASSERT_TRUE(window->showView(QStringLiteral("nodes")));
    const QStringList rows = exported(window->findChild<NodesPage*>(), "Export the nodes as CSV…");
    ASSERT_EQ(rows.size(), 4);
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("node,gpu_type,state,")));
    EXPECT_TRUE(rows[1].startsWith(QStringLiteral("node-1,"))) << qPrintable(rows[1]);
}

// What could not be written is told until it is read, and leads to another place.
TEST_F(TableExportTest, APlaceThatCannotBeWrittenToLeadsToAnother) {
    makePool(3);
    ASSERT_TRUE(window->showView(QStringLiteral("nodes")));
    action("export-nodes")->trigger();
    auto* place = shown<QFileDialog>(window.get());
    ASSERT_NE(place, nullptr);
    emit place->fileSelected(profile.filePath(QStringLiteral("none/table.csv")));
    place->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(window->notices().isVisible());
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("table.csv cannot be written")))
        << qPrintable(window->notices().text());
    ASSERT_EQ(window->notices().buttons().size(), 1U);
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    place = shown<QFileDialog>(window.get());
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(written(place).size(), 4);
}

TEST_F(TableExportTest, AChartThatCannotBeWrittenLeadsToAnotherPlace) {
    open(sample("four-teams.json"));
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(window->showView(QStringLiteral("overview")));
    const auto charts = window->findChildren<ChartSaver*>();
    ASSERT_FALSE(charts.isEmpty());
    charts.front()->choose(TimeChart::Format::csv);
    auto* place = shown<QFileDialog>(window.get());
    ASSERT_NE(place, nullptr);
    emit place->fileSelected(profile.filePath(QStringLiteral("none/chart.csv")));
    place->reject();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    EXPECT_TRUE(window->notices().text().contains(QStringLiteral("chart.csv cannot be written")))
        << qPrintable(window->notices().text());
    ASSERT_EQ(window->notices().buttons().size(), 1U);
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    place = shown<QFileDialog>(window.get());
    ASSERT_NE(place, nullptr);
    EXPECT_TRUE(place->nameFilters().front().contains(QStringLiteral("*.csv")));
    EXPECT_FALSE(written(place).isEmpty());
}

TEST_F(TableExportTest, OfTheWholeHistory) {
    makePool();
    // More than the view carries.
    constexpr int kScales = 230;
    for (int i = 0; i < kScales; ++i) {
        const auto done = window->bridge()
                              .session()
                              .run(commandOf("scale", {{"sizes", "A=" + std::to_string(i % 7)}}))
                              .get();
        ASSERT_TRUE(done);
    }
    ASSERT_TRUE(window->showView(QStringLiteral("history")));
    ASSERT_TRUE(waitFor([this] { return view().document.revision > kScales; }))
        << view().document.revision;
    const QStringList rows =
        exported(window->findChild<HistoryPage*>(), "Export the history as CSV…");
    EXPECT_EQ(rows.size(), view().document.revision + 1);
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("entry,at_utc,who,")));
    EXPECT_TRUE(rows[1].contains(QStringLiteral(",no,A guaranteed.gpu ")) &&
                rows[1].endsWith(QStringLiteral(",A guaranteed.gpu 5")))
        << qPrintable(rows[1]);
    EXPECT_TRUE(rows.back().startsWith(QStringLiteral("1,")));
}

// Every export is an action, so that it is found in the palette and in the menu.
TEST_F(TableExportTest, ThePaletteFindsEveryExport) {
    open(sample("four-teams.json"));
    action(ActionId::toEnd)->trigger();
    const auto titles = [this](const QString& typed) {
        QStringList found;
        for (const PaletteItem& item : paletteEntries(view(), window->actions(), {}))
            if (PaletteQuery(typed).match(item))
                found << (item.enabled ? item.title
                                       : item.title + QStringLiteral(": ") + item.whyNot);
        return found.join(QLatin1Char('\n'));
    };
    const QString csv = titles(QStringLiteral("csv"));
    for (const char* what : {"quotas", "workloads", "evictions", "nodes"})
        EXPECT_TRUE(csv.split(QLatin1Char('\n'))
                        .contains(QStringLiteral("Export %1 as CSV…").arg(QLatin1String(what))))
            << what << qPrintable(csv);
    EXPECT_TRUE(csv.contains(QStringLiteral("Export issues as CSV…")));
    EXPECT_TRUE(csv.contains(QStringLiteral("Export workspaces as CSV…: No workspaces")))
        << qPrintable(csv);
    EXPECT_TRUE(
        csv.contains(QStringLiteral("Export the history as CSV…: A recorded run has no history")))
        << qPrintable(csv);
    for (const char* format : {"png", "svg", "pdf"})
        EXPECT_TRUE(titles(QLatin1String(format)).contains(QStringLiteral("Export a chart as")))
            << format;
}

TEST_F(TableExportTest, OfEvictionsByTheAction) {
    open(sample("four-teams.json"));
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(waitFor([this] { return action("export-evictions")->isEnabled(); }));
    action("export-evictions")->trigger();
    auto* place = shown<QFileDialog>(window.get());
    ASSERT_NE(place, nullptr);
    const QStringList rows = written(place);
    ASSERT_FALSE(rows.isEmpty());
    EXPECT_EQ(rows.size(), static_cast<qsizetype>(view().evictions.size()) + 1);
}

TEST_F(TableExportTest, OfAChartByTheAction) {
    open(sample("four-teams.json"));
    action(ActionId::toEnd)->trigger();
    ASSERT_TRUE(waitFor([this] { return action("export-chart-csv")->isEnabled(); }));
    action("export-chart-csv")->trigger();
    auto* charts = window->findChild<ChartsPage*>();
    EXPECT_EQ(window->centre().page(window->centre().current()), charts);
    auto* which = qobject_cast<QMenu*>(QApplication::activePopupWidget());
    ASSERT_NE(which, nullptr);
    ASSERT_EQ(which->actions().size(), 3);
    which->actions().at(1)->trigger();
    which->close();
    auto* place = shown<QFileDialog>(charts);
    ASSERT_NE(place, nullptr);
    EXPECT_FALSE(written(place).isEmpty());
    // None that is shown, none to be saved.
    for (QAction* each : charts->choice()->actions())
        each->setChecked(false);
    EXPECT_EQ(window->actions().whyNot("export-chart-png"), QStringLiteral("No chart is shown"));
}

TEST_F(TableExportTest, OfIssues) {
    open(sample("four-teams.json"));
    ASSERT_TRUE(window->showView(QStringLiteral("issues")));
    const QStringList rows = exported(&window->issues(), "Export the issues as CSV…");
    ASSERT_FALSE(rows.isEmpty());
    EXPECT_TRUE(rows[0].startsWith(QStringLiteral("severity,code,what,")));
    EXPECT_EQ(rows.size(), static_cast<qsizetype>(view().issues.size()) + 1);
}

}  // namespace
}  // namespace apportion::ui
