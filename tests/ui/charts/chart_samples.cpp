// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/charts/chart_samples.h"

#include <cmath>

#include <gtest/gtest.h>

#include <QFile>
#include <QStringList>

#include "core/view/view.h"

namespace apportion::ui {
namespace {

// Minutes since 1970-01-05 00:00 UTC, a Monday.
qint64 minute(int hours, int minutes) {
    return (qint64{4} * 24 * 60 + hours * 60 + minutes) * kChartMinute;
}

Series series(const char* name, const char* shortName, int team,
              const QList<std::pair<qint64, double>>& steps) {
    Series made;
    made.name = QString::fromUtf8(name);
    made.shortName = QString::fromUtf8(shortName);
    made.team = team;
    for (const auto& [at, value] : steps) {
        made.at << at;
        made.values << value;
    }
    return made;
}

}  // namespace

ChartData threeTeams() {
    ChartData data;
    data.unit = QStringLiteral("GPUs");
    data.capacity = 128;
    data.capacityName = QStringLiteral("pool %1");
    data.until = minute(14, 32);
    data.series = {
        series("Team A \u00b7 Quota1 own", "A", 0, {{minute(9, 0), 0}, {minute(11, 10), 16}}),
        series("Team B \u00b7 Quota1.1", "B", 1,
               {{minute(9, 0), 16},
                {minute(9, 15), 24},
                {minute(9, 25), 32},
                {minute(9, 42), 40},
                {minute(10, 6), 48},
                {minute(12, 18), 40},
                {minute(12, 30), 48}}),
        series("Team C \u00b7 Quota1.2", "C", 2,
               {{minute(9, 0), 24},
                {minute(9, 12), 32},
                {minute(9, 30), 40},
                {minute(10, 12), 56},
                {minute(10, 24), 64},
                {minute(10, 52), 72},
                {minute(10, 58), 80},
                {minute(11, 10), 64}}),
    };
    data.guarantees = {{QStringLiteral("Quota1.1"), 48, 1}, {QStringLiteral("Quota1.2"), 80, 2}};
    data.marks = {{minute(11, 10), MarkKind::preemption,
                   QStringLiteral("chat-serve takes 16 from Quota1.2")}};
    return data;
}

ChartData fourTeams() {
    ChartData data;
    data.unit = QStringLiteral("GPUs");
    data.capacity = 16;
    data.until = minute(10, 44);
    data.series = {
        series("team-a", "", 0,
               {{minute(10, 0), 0},
                {minute(10, 1), 1},
                {minute(10, 2), 2},
                {minute(10, 3), 4},
                {minute(10, 36), 8}}),
        series("team-b", "", 1,
               {{minute(10, 0), 0},
                {minute(10, 4), .5},
                {minute(10, 5), 1},
                {minute(10, 6), 2},
                {minute(10, 7), 4},
                {minute(10, 20), 2},
                {minute(10, 36), 4}}),
        series("team-c", "", 2,
               {{minute(10, 0), 0},
                {minute(10, 8), .5},
                {minute(10, 9), .75},
                {minute(10, 10), 1},
                {minute(10, 11), 3},
                {minute(10, 12), 4},
                {minute(10, 24), 2},
                {minute(10, 36), 4}}),
        series("team-d", "", 3,
               {{minute(10, 0), 0},
                {minute(10, 13), 4},
                {minute(10, 20), 6},
                {minute(10, 24), 8},
                {minute(10, 36), 0}}),
    };
    data.guarantees = {{QStringLiteral("team-a"), 4, 0},
                       {QStringLiteral("team-b"), 2, 1},
                       {QStringLiteral("team-c"), 2, 2},
                       {QStringLiteral("team-d"), 8, 3}};
    data.marks = {
        {minute(10, 20), MarkKind::preemption, QStringLiteral("team-d takes 2 back")},
        {minute(10, 24), MarkKind::preemption, QStringLiteral("team-d takes 4 back")},
        {minute(10, 36), MarkKind::other, QStringLiteral("team-d ends")},
    };
    return data;
}

ChartData crowded(int points) {
    static const QStringList kNames = {
        QString::fromUtf8("Pesquisa em Modelos Fundacionais"),
        QString::fromUtf8("\u5927\u6a21\u578b\u8bad\u7ec3\u5e73\u53f0"),
        QString::fromUtf8("Vis\u00e3o Computacional para Inspe\u00e7\u00e3o"),
        QString::fromUtf8("\u63a8\u8350\u4e0e\u5e7f\u544a\u7b97\u6cd5\u90e8"),
        QString::fromUtf8("Bioinform\u00e1tica e Sa\u00fade"),
        QString::fromUtf8("\u81ea\u52a8\u9a7e\u9a76\u611f\u77e5"),
    };
    ChartData data;
    data.unit = QStringLiteral("GPUs");
    data.capacity = 2048;
    for (int team = 0; team < 12; ++team) {
        Series one;
        one.name = kNames[team % kNames.size()];
        one.team = team;
        for (int i = 0; i < points; ++i) {
            one.at << minute(14, 32) + i * (24 * 60 * kChartMinute / points);
            one.values << std::floor(130 + 3 * team +
                                     30 * std::sin(i * 0.21 * 60 / points * (team + 3)));
        }
        data.series << one;
    }
    data.until = minute(38, 32);
    data.marks = {{minute(19, 20), MarkKind::preemption, QStringLiteral("a")},
                  {minute(24, 5), MarkKind::nodeDown, QStringLiteral("dgx-11 down")},
                  {minute(24, 15), MarkKind::preemption, QStringLiteral("b")},
                  {minute(29, 20), MarkKind::scale, QStringLiteral("48 / 80 becomes 56 / 72")},
                  {minute(35, 0), MarkKind::preemption, QStringLiteral("c")}};
    return data;
}

ChartData queueLength() {
    ChartData data;
    data.unit = QStringLiteral("Workloads waiting");
    Series queue = series("waiting", "wait", -1,
                          {{minute(10, 0), 0},
                           {minute(10, 20), 1},
                           {minute(10, 24), 2},
                           {minute(10, 28), 3},
                           {minute(10, 29), 4},
                           {minute(10, 30), 5},
                           {minute(10, 31), 6},
                           {minute(10, 36), 2}});
    queue.look = Series::Look::neutral;
    queue.filled = true;
    data.series = {queue};
    data.until = minute(10, 44);
    data.staleSince = minute(10, 40);
    return data;
}

std::shared_ptr<const View> fourTeamsRun() {
    QFile file(QStringLiteral(APPORTION_SOURCE_DIR "/resources/samples/four-teams.json"));
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    const auto view = viewOfText(file.readAll().toStdString(), "four-teams");
    EXPECT_TRUE(view);
    return view ? *view : std::make_shared<const View>();
}

}  // namespace apportion::ui
