// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDateTime>

#include "ui/charts/chart_math.h"

namespace apportion::ui {
namespace {

QString field(QString text) {
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"')) &&
        !text.contains(QLatin1Char('\n')))
        return text;
    return QStringLiteral("\"%1\"").arg(text.replace(QLatin1Char('"'), QLatin1String("\"\"")));
}

QString moment(qint64 at, bool wallClock) {
    if (wallClock)
        return QDateTime::fromMSecsSinceEpoch(at, Qt::UTC).toString(Qt::ISODateWithMs);
    return QString::number(static_cast<double>(at) / 1000.0, 'f', 3);
}

}  // namespace

// The head is for programs: it is the same in every language.
QString chartCsv(const ChartData& data, bool wallClock) {
    QString text = QLatin1String(wallClock ? "time_utc" : "seconds");
    ChartData lines = data;
    lines.until.reset();
    const Stack stack = stackOf(lines);
    for (const StackEdge& edge : stack.edges)
        text += QLatin1Char(',') + field(data.series[edge.series].name);
    text += QLatin1String("\r\n");
    for (const qint64 at : stack.keys) {
        text += moment(at, wallClock);
        for (const StackEdge& edge : stack.edges) {
            const std::optional<double> value = valueAt(data.series[edge.series], at);
            text += QLatin1Char(',') + (value ? QString::number(*value, 'g', 12) : QString());
        }
        text += QLatin1String("\r\n");
    }
    return text;
}

}  // namespace apportion::ui
