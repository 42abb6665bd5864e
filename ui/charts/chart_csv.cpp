// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <iterator>

#include <QDateTime>

#include "core/model/csv_cell.h"
#include "ui/charts/chart_math.h"

namespace apportion::ui {
namespace {

QString field(const QString& name, QChar separator) {
    std::string cell;
    appendCell(cell, name.toStdString(), CsvCells::safe, separator.toLatin1());
    return QString::fromStdString(cell);
}

QString moment(qint64 at, bool wallClock) {
    if (wallClock)
        return QDateTime::fromMSecsSinceEpoch(at, Qt::UTC).toString(Qt::ISODateWithMs);
    return QString::number(static_cast<double>(at) / 1000.0, 'f', 3);
}

QString number(double value) {
    return QString::number(value, 'g', 12);
}

// Those of the samples, and of the steps that are drawn beside them.
QList<qint64> momentsOf(QList<qint64> samples, const QList<GuaranteeLine>& guarantees) {
    if (samples.isEmpty())
        return samples;
    const qint64 first = samples.first();
    for (const GuaranteeLine& line : guarantees)
        std::copy_if(line.steps.at.begin(), line.steps.at.end(), std::back_inserter(samples),
                     [first](qint64 at) { return at > first; });
    std::sort(samples.begin(), samples.end());
    samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
    return samples;
}

}  // namespace

// The head is for programs: it is the same in every language.
QString chartTable(const ChartData& data, ChartShape shape, const TimeSpan& range, bool wallClock,
                   QChar separator) {
    QString text = QLatin1String(wallClock ? "time_utc" : "seconds");
    ChartData lines = data;
    lines.until.reset();
    const Stack stack = stackOf(lines);
    for (const StackEdge& edge : stack.edges)
        text += separator + field(data.series[edge.series].name, separator);
    const QList<GuaranteeLine> guarantees = shape == ChartShape::lines && data.guaranteesShown
                                                ? data.guarantees
                                                : QList<GuaranteeLine>();
    for (const GuaranteeLine& line : guarantees)
        text += separator + field(line.name + QLatin1String(" guaranteed"), separator);
    text += QLatin1String("\r\n");
    const auto row = [&](qint64 at) {
        text += moment(at, wallClock);
        for (const StackEdge& edge : stack.edges) {
            const std::optional<double> value = valueAt(data.series[edge.series], at);
            text += separator + (value ? number(*value) : QString());
        }
        for (const GuaranteeLine& line : guarantees)
            text += separator + (line.steps.since && at < *line.steps.since
                                     ? QString()
                                     : number(valueAt(line.steps, line.value, at)));
        text += QLatin1String("\r\n");
    };
    const QList<qint64> moments = momentsOf(stack.keys, guarantees);
    const auto first = std::lower_bound(moments.begin(), moments.end(), range.from);
    if (first != moments.begin() && (first == moments.end() || *first > range.from))
        row(range.from);
    for (auto at = first; at != moments.end() && *at <= range.to; ++at)
        row(*at);
    return text;
}

}  // namespace apportion::ui
