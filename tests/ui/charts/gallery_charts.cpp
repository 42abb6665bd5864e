// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QApplication>
#include <QBoxLayout>
#include <QDir>

#include "tests/ui/charts/chart_samples.h"
#include "tests/ui/widgets/gallery.h"
#include "ui/charts/time_chart.h"

namespace apportion::ui {
namespace {

TimeChart* chart(const ChartData& data, ChartShape shape) {
    auto* made = new TimeChart(QStringLiteral("GPUs per team"));
    made->setWallClock(QTimeZone::utc());
    made->setShape(shape);
    made->setData(data);
    return made;
}

QWidget* column(const QList<TimeChart*>& charts, int height) {
    auto* page = new QWidget;
    page->setBackgroundRole(QPalette::Base);
    page->setAutoFillBackground(true);
    auto* box = new QVBoxLayout(page);
    for (TimeChart* one : charts)
        box->addWidget(one);
    page->resize(735, height);
    return page;
}

TEST(Gallery, ChartThreeTeams) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("chart-three-teams"), [] {
        TimeChart* lines = chart(threeTeams(), ChartShape::lines);
        lines->setCrosshair(threeTeams().marks[0].at + 74 * 60 * 1000, true);
        return column({chart(threeTeams(), ChartShape::stacked), lines}, 800);
    }));
}

TEST(Gallery, ChartFourTeams) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("chart-four-teams"), [] {
        ChartData againstGuarantees = fourTeams();
        againstGuarantees.capacity.reset();
        TimeChart* lines = chart(againstGuarantees, ChartShape::lines);
        lines->setCrosshair(fourTeams().marks[1].at + 5 * 60 * 1000, true);
        return column({chart(fourTeams(), ChartShape::stacked), lines,
                       chart(queueLength(), ChartShape::lines)},
                      780);
    }));
}

TEST(Gallery, ChartCrowded) {
    EXPECT_TRUE(saveGalleryPage(QStringLiteral("chart-crowded"), [] {
        TimeChart* lines = chart(crowded(60), ChartShape::lines);
        lines->highlightSeries(3);
        TimeChart* stack = chart(crowded(60), ChartShape::stacked);
        for (TimeChart* one : {stack, lines})
            one->setEndNames({QStringLiteral("a team with a name so long")});
        stack->setCrosshair(crowded(60).marks[3].at, true);
        return column({stack, lines}, 800);
    }));
}

TEST(Gallery, ChartExports) {
    const QDir folder(QApplication::applicationDirPath() + QStringLiteral("/../gallery"));
    folder.mkpath(QStringLiteral("."));
    TimeChart* one = chart(threeTeams(), ChartShape::stacked);
    const std::unique_ptr<QWidget> page(column({one}, 400));
    const QString title = QStringLiteral("GPUs per team");
    EXPECT_EQ(QString(), one->exportTo(folder.filePath(QStringLiteral("export.png")),
                                       TimeChart::Format::png, title));
    EXPECT_EQ(QString(), one->exportTo(folder.filePath(QStringLiteral("export.svg")),
                                       TimeChart::Format::svg, title));
    EXPECT_EQ(QString(), one->exportTo(folder.filePath(QStringLiteral("export.pdf")),
                                       TimeChart::Format::pdf, title));
}

}  // namespace
}  // namespace apportion::ui
