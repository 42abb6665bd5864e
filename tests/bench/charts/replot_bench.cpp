// SPDX-License-Identifier: GPL-3.0-or-later
// How long a chart takes to be drawn anew when its range moves: 10 series of up to 100,000 points,
// as lines and as stacked areas, beside a bare QCustomPlot of the same points. Offscreen, in
// milliseconds of processor and wall time. Goals: 16 ms as lines, 33 ms stacked, of 10 x 100,000.
//
// cmake --build build --target chart_bench && QT_QPA_PLATFORM=offscreen build/bin/chart_bench
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <functional>
#include <random>
#include <vector>

#include <qcustomplot.h>

#include "ui/charts/time_chart.h"
#include "ui/widgets/look.h"

namespace apportion::ui {
namespace {

constexpr int kSeries = 10;
constexpr int kTurns = 15;
constexpr int kBareTurns = 3;
constexpr qint64 kStep = 1000;
const QSize kSize(1000, 420);

// GPUs of teams that start and end work: steps up and down within bounds, all at the same moments.
ChartData teams(int points) {
    std::mt19937 random(11);
    ChartData data;
    data.unit = QStringLiteral("GPUs");
    data.capacity = kSeries * 64;
    QList<qint64> at;
    for (int i = 0; i < points; ++i)
        at << i * kStep;
    for (int team = 0; team < kSeries; ++team) {
        Series series;
        series.name = QStringLiteral("team-%1").arg(team);
        series.team = team;
        series.at = at;
        int held = 32;
        for (int i = 0; i < points; ++i) {
            held = std::clamp(held + static_cast<int>(random() % 17) - 8, 0, 64);
            series.values << held;
        }
        data.series << series;
    }
    return data;
}

struct Times {
    double least = 0;
    double median = 0;
    double leastWall = 0;
};

double processorMs() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

Times timed(const std::function<void(int)>& turn, int turns = kTurns) {
    turn(0);
    std::vector<double> processor;
    std::vector<double> wall;
    for (int i = 1; i <= turns; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const double before = processorMs();
        turn(i);
        processor.push_back(processorMs() - before);
        wall.push_back(
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start)
                .count());
    }
    std::sort(processor.begin(), processor.end());
    return {processor.front(), processor[processor.size() / 2],
            *std::min_element(wall.begin(), wall.end())};
}

// The range moves by a little each time, so nothing drawn before can be kept.
Times ours(const ChartData& data, ChartShape shape) {
    TimeChart chart(QStringLiteral("bench"));
    chart.resize(kSize);
    chart.setShape(shape);
    chart.setData(data);
    chart.show();
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    const qint64 last = data.series[0].at.last();
    return timed([&](int turn) {
        chart.setRange(turn * kStep, last + turn * kStep);
        QCoreApplication::processEvents();
        chart.render(&image);
    });
}

Times bare(const ChartData& data, bool filled) {
    QCustomPlot plot;
    plot.resize(kSize);
    plot.setPlottingHints(QCP::phFastPolylines | QCP::phCacheLabels);
    QVector<double> sums(data.series[0].at.size(), 0.0);
    QCPGraph* below = nullptr;
    for (const Series& series : data.series) {
        QVector<QCPGraphData> points;
        for (qsizetype i = 0; i < series.at.size(); ++i) {
            sums[i] = series.values[i] + (filled ? sums[i] : 0);
            points.append({static_cast<double>(series.at[i]) / 1000, sums[i]});
        }
        QCPGraph* graph = plot.addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setAntialiasedFill(false);
        graph->data()->set(points, true);
        graph->setPen(QPen(Qt::blue, 1));
        if (filled) {
            graph->setBrush(QColor(10, 20, 200, 200));
            graph->setChannelFillGraph(below);
        }
        below = graph;
    }
    plot.yAxis->setRange(0, filled ? kSeries * 64 : 70);
    plot.show();
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    const double last = static_cast<double>(data.series[0].at.last()) / 1000;
    return timed(
        [&](int turn) {
            plot.xAxis->setRange(turn, last + turn);
            plot.replot(QCustomPlot::rpImmediateRefresh);
            plot.render(&image);
        },
        kBareTurns);
}

// A picture of the same size filled once.
Times fill() {
    QImage image(kSize, QImage::Format_ARGB32_Premultiplied);
    return timed([&](int turn) {
        QPainter painter(&image);
        painter.fillRect(image.rect(), QColor(10, 20, turn, 200));
    });
}

void row(const char* what, int points, const Times& own, const Times& other, const Times& filled) {
    std::printf(
        "%-8s 10 x %6d: %6.1f ms least, %6.1f median (wall %6.1f); of a bare QCustomPlot %.2f, of "
        "a "
        "fill %.0f\n",
        what, points, own.least, own.median, own.leastWall, own.median / other.median,
        own.median / filled.median);
    std::fflush(stdout);
}

}  // namespace
}  // namespace apportion::ui

int main(int argc, char** argv) {
    using namespace apportion::ui;
    const QApplication app(argc, argv);
    installLook(Theme::Light);
    for (const int points : {1000, 10'000, 100'000}) {
        const ChartData data = teams(points);
        row("lines", points, ours(data, ChartShape::lines), bare(data, false), fill());
        row("stacked", points, ours(data, ChartShape::stacked), bare(data, true), fill());
    }
    return 0;
}
