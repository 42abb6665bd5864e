// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_ticks.h"

#include <array>

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace apportion::ui {
namespace {

struct AxisTime {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TimeTicks)
};

constexpr qint64 kSecond = 1000;
constexpr qint64 kTimeTicksMinute = 60 * kSecond;
constexpr qint64 kTimeTicksHour = 60 * kTimeTicksMinute;
constexpr qint64 kTimeTicksDay = 24 * kTimeTicksHour;

constexpr std::array<qint64, 26> kSteps = {kSecond,
                                           2 * kSecond,
                                           5 * kSecond,
                                           10 * kSecond,
                                           15 * kSecond,
                                           30 * kSecond,
                                           kTimeTicksMinute,
                                           2 * kTimeTicksMinute,
                                           5 * kTimeTicksMinute,
                                           10 * kTimeTicksMinute,
                                           15 * kTimeTicksMinute,
                                           30 * kTimeTicksMinute,
                                           kTimeTicksHour,
                                           2 * kTimeTicksHour,
                                           3 * kTimeTicksHour,
                                           4 * kTimeTicksHour,
                                           6 * kTimeTicksHour,
                                           12 * kTimeTicksHour,
                                           kTimeTicksDay,
                                           2 * kTimeTicksDay,
                                           7 * kTimeTicksDay,
                                           14 * kTimeTicksDay,
                                           28 * kTimeTicksDay,
                                           91 * kTimeTicksDay,
                                           182 * kTimeTicksDay,
                                           364 * kTimeTicksDay};

qint64 stepFor(qint64 span, int count) {
    for (const qint64 step : kSteps)
        if (span / step < std::max(1, count))
            return step;
    return kSteps.back();
}

qint64 ceilTo(qint64 value, qint64 step) {
    const qint64 rest = ((value % step) + step) % step;
    return rest == 0 ? value : value + step - rest;
}

QString clockLabel(const QDateTime& time, qint64 step) {
    if (step >= kTimeTicksDay)
        return QLocale().toString(time.date(), AxisTime::tr("d MMM", "date on a time axis"));
    if (time.time() == QTime(0, 0))
        return QLocale().toString(time.date(),
                                  AxisTime::tr("ddd d", "midnight on a time axis: day"));
    return time.toString(QLatin1String(step < kTimeTicksMinute ? "HH:mm:ss" : "HH:mm"));
}

QString clock(qint64 ms, bool seconds) {
    const qint64 total = ms / kSecond;
    const QString minutes =
        QStringLiteral("%1:%2").arg(total / 3600).arg(total / 60 % 60, 2, 10, QLatin1Char('0'));
    return seconds ? QStringLiteral("%1:%2").arg(minutes).arg(total % 60, 2, 10, QLatin1Char('0'))
                   : minutes;
}

}  // namespace

std::vector<TimeTick> wallTicks(qint64 from, qint64 to, int count, const QTimeZone& zone) {
    std::vector<TimeTick> ticks;
    const qint64 step = stepFor(to - from, count);
    // Round in local time. The offset may change within the range (summer time), so it is asked
    // for at each tick.
    const auto offsetAt = [&zone](qint64 at) {
        return qint64{zone.offsetFromUtc(QDateTime::fromMSecsSinceEpoch(at, Qt::UTC))} * kSecond;
    };
    // Whole weeks are counted from a Monday (1970-01-05), so that weekly ticks fall on Mondays.
    const qint64 origin = step >= 7 * kTimeTicksDay ? 4 * kTimeTicksDay : 0;
    for (qint64 local = ceilTo(from + offsetAt(from) - origin, step) + origin;; local += step) {
        const qint64 at = local - offsetAt(local - offsetAt(from));
        if (at > to)
            return ticks;
        if (at < from)
            continue;
        const QDateTime time = QDateTime::fromMSecsSinceEpoch(at, zone);
        ticks.push_back({at, clockLabel(time, step)});
    }
}

std::vector<TimeTick> elapsedTicks(qint64 from, qint64 to, int count) {
    std::vector<TimeTick> ticks;
    const qint64 step = stepFor(to - from, count);
    for (qint64 at = ceilTo(from, step); at <= to; at += step) {
        QString label = clock(at, step < kTimeTicksMinute);
        if (step >= kTimeTicksDay)
            label = AxisTime::tr("%1 d", "days since the start").arg(at / kTimeTicksDay);
        else if (step >= kTimeTicksHour)
            label = AxisTime::tr("%1 h", "hours since the start").arg(at / kTimeTicksHour);
        ticks.push_back({at, label});
    }
    return ticks;
}

QString wallMoment(qint64 at, qint64 rangeMs, const QTimeZone& zone) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at, zone);
    const bool seconds = at % kTimeTicksMinute != 0 && rangeMs <= kTimeTicksDay;
    const QString clockText = time.toString(QLatin1String(seconds ? "HH:mm:ss" : "HH:mm"));
    if (rangeMs <= kTimeTicksDay)
        return clockText;
    return AxisTime::tr("%1, %2", "date, time of day")
        .arg(QLocale().toString(time.date(), AxisTime::tr("ddd d MMM")), clockText);
}

QString wallMomentInFull(qint64 at, const QTimeZone& zone) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at, zone);
    return AxisTime::tr("%1, %2", "date, time of day")
        .arg(QLocale().toString(time.date(), AxisTime::tr("d MMM yyyy")),
             time.toString(QStringLiteral("HH:mm")));
}

QString elapsedMoment(qint64 at) {
    if (at < kTimeTicksDay)
        return clock(at, at % kTimeTicksMinute != 0);
    return AxisTime::tr("%1 d %2", "days since the start, hours and minutes")
        .arg(at / kTimeTicksDay)
        .arg(clock(at % kTimeTicksDay, false));
}

}  // namespace apportion::ui
