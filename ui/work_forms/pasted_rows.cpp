// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/pasted_rows.h"

#include <cmath>
#include <optional>
#include <utility>

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include "ui/widgets/typed_duration.h"

namespace apportion::ui {

namespace {

struct PastedRows {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::PastedRows)
};

enum PastedColumn { kName, kQuota, kGpus, kReplicas, kDuration, kPriority, kPastedColumns };

bool isHeads(const QStringList& cells) {
    bool isNumber = false;
    const QString gpus = cells.value(kGpus);
    gpus.toDouble(&isNumber);
    return !isNumber && gpus.contains(QLatin1String("gpu"), Qt::CaseInsensitive);
}

// Minutes where no unit is named, as in the form.
std::optional<Duration> durationIn(const QString& cell) {
    bool isNumber = false;
    const double minutes = cell.toDouble(&isNumber);
    if (!isNumber)
        return typedDuration(cell, QLocale());
    return minutes > 0 ? std::optional(std::llround(minutes * 60.0 * kSecond)) : std::nullopt;
}

PastedRow rowOf(const QStringList& cells, const SubmitWork& base) {
    PastedRow row{base, {}};
    const auto wrong = [&row](const QString& text) {
        if (row.mistake.isEmpty())
            row.mistake = text;
    };
    row.work.name = cells.value(kName).toStdString();
    if (const QString quota = cells.value(kQuota); !quota.isEmpty())
        row.work.quota = quota.toStdString();
    bool isRead = true;
    if (const QString gpus = cells.value(kGpus); !gpus.isEmpty()) {
        const double number = gpus.toDouble(&isRead);
        isRead = isRead && number >= 0 && number <= 100'000;
        if (isRead)
            row.work.gpu = std::llround(number * kOneGpu);
        else
            wrong(PastedRows::tr("Cannot read the GPUs: “%1”.").arg(gpus));
    }
    const auto whole = [&](int column, int& value, const QString& mistake) {
        const QString cell = cells.value(column);
        if (cell.isEmpty())
            return;
        const int number = cell.toInt(&isRead);
        if (isRead)
            value = number;
        else
            wrong(mistake.arg(cell));
    };
    whole(kReplicas, row.work.replicas, PastedRows::tr("Cannot read the replicas: “%1”."));
    whole(kPriority, row.work.priority, PastedRows::tr("Cannot read the priority: “%1”."));
    if (const QString duration = cells.value(kDuration); !duration.isEmpty()) {
        row.work.duration = durationIn(duration);
        if (!row.work.duration)
            wrong(PastedRows::tr("Cannot read the duration: “%1”.").arg(duration));
    }
    if (cells.size() > kPastedColumns)
        wrong(PastedRows::tr("A row has at most %1 cells.").arg(int{kPastedColumns}));
    return row;
}

QChar separatorOf(const QString& line) {
    return line.contains(QLatin1Char('\t')) ? QLatin1Char('\t') : QLatin1Char(',');
}

}  // namespace

QString withSize(const QString& line, Gpu gpu, int replicas) {
    const QChar separator = separatorOf(line);
    QStringList cells = line.split(separator);
    while (cells.size() <= kReplicas)
        cells << QString();
    const QString lead = separator == QLatin1Char(',') ? QStringLiteral(" ") : QString();
    cells[kGpus] = lead + QString::number(static_cast<double>(gpu) / kOneGpu);
    cells[kReplicas] = lead + QString::number(replicas);
    return cells.join(separator);
}

std::vector<PastedRow> pastedRows(const QString& text, const SubmitWork& base) {
    std::vector<PastedRow> rows;
    bool isFirst = true;
    int at = -1;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        ++at;
        if (line.trimmed().isEmpty())
            continue;
        QStringList cells = line.split(separatorOf(line));
        for (QString& cell : cells)
            cell = cell.trimmed();
        if (std::exchange(isFirst, false) && isHeads(cells))
            continue;
        rows.push_back(rowOf(cells, base));
        rows.back().line = at;
    }
    return rows;
}

}  // namespace apportion::ui
