// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_ticks.h"

#include <array>

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

namespace apportion::ui {
namespace {

struct TimeText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TimeTicks)
};

constexpr qint64 kSecond = 1000;
constexpr qint64 kMinute = 60 * kSecond;
constexpr qint64 kHour = 60 * kMinute;
constexpr qint64 kDay = 24 * kHour;

constexpr std::array<qint64, 26> kSteps = {
    kSecond,     2 * kSecond, 5 * kSecond,  10 * kSecond, 15 * kSecond, 30 * kSecond, kMinute,
    2 * kMinute, 5 * kMinute, 10 * kMinute, 15 * kMinute, 30 * kMinute, kHour,        2 * kHour,
    3 * kHour,   4 * kHour,   6 * kHour,    12 * kHour,   kDay,         2 * kDay,     7 * kDay,
    14 * kDay,   28 * kDay,   91 * kDay,    182 * kDay,   364 * kDay};

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
    if (step >= kDay)
        return QLocale().toString(time.date(), TimeText::tr("d MMM", "date on a time axis"));
    if (time.time() == QTime(0, 0))
        return QLocale().toString(time.date(),
                                  TimeText::tr("ddd d", "midnight on a time axis: day"));
    return time.toString(QLatin1String(step < kMinute ? "HH:mm:ss" : "HH:mm"));
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
    const qint64 origin = step >= 7 * kDay ? 4 * kDay : 0;
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
        QString label = clock(at, step < kMinute);
        if (step >= kDay)
            label = TimeText::tr("%1 d", "days since the start").arg(at / kDay);
        else if (step >= kHour)
            label = TimeText::tr("%1 h", "hours since the start").arg(at / kHour);
        ticks.push_back({at, label});
    }
    return ticks;
}

QString wallMoment(qint64 at, qint64 rangeMs, const QTimeZone& zone) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at, zone);
    const bool seconds = at % kMinute != 0 && rangeMs <= kDay;
    const QString clockText = time.toString(QLatin1String(seconds ? "HH:mm:ss" : "HH:mm"));
    if (rangeMs <= kDay)
        return clockText;
    return TimeText::tr("%1, %2", "date, time of day")
        .arg(QLocale().toString(time.date(), TimeText::tr("ddd d MMM")), clockText);
}

QString wallMomentInFull(qint64 at, const QTimeZone& zone) {
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(at, zone);
    return TimeText::tr("%1, %2", "date, time of day")
        .arg(QLocale().toString(time.date(), TimeText::tr("d MMM yyyy")),
             time.toString(QStringLiteral("HH:mm")));
}

QString elapsedMoment(qint64 at) {
    if (at < kDay)
        return clock(at, at % kMinute != 0);
    return TimeText::tr("%1 d %2", "days since the start, hours and minutes")
        .arg(at / kDay)
        .arg(clock(at % kDay, false));
}

}  // namespace apportion::ui
