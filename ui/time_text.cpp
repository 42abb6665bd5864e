// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/time_text.h"

#include <algorithm>
#include <cstdlib>

#include <QCoreApplication>
#include <QLocale>
#include <QTimeZone>

namespace apportion::ui {

namespace {

struct Time {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Time)
};

constexpr Duration kMinute = 60 * kSecond;
constexpr Duration kHour = 60 * kMinute;
constexpr Duration kDay = 24 * kHour;

QString elapsed(Instant at, bool withSeconds) {
    const QString sign = at < 0 ? QString(QChar(0x2212)) : QString();
    const Instant t = std::abs(at);
    const auto two = [](Instant n) { return QStringLiteral("%1").arg(n, 2, 10, QLatin1Char('0')); };
    QString text = sign + QString::number(t / kHour) + QLatin1Char(':') + two(t / kMinute % 60);
    if (withSeconds)
        text += QLatin1Char(':') + two(t / kSecond % 60);
    return text;
}

QString withSecondsBelow(Duration limit, Duration duration) {
    const auto number = [](Duration n) { return QLocale().toString(static_cast<qlonglong>(n)); };
    const Duration seconds = duration % kMinute / kSecond;
    // As none it would be wrong, and nothing larger stands beside it that makes it small.
    if (0 < duration && duration < kSecond)
        return Time::tr("%1 s").arg(QLocale().toString(
            static_cast<double>(std::max<Duration>(duration, kSecond / 10)) / kSecond, 'f', 1));
    if (duration < kMinute)
        return Time::tr("%1 s").arg(number(seconds));
    if (duration < limit && seconds != 0)
        return Time::tr("%1 min %2 s").arg(number(duration / kMinute), number(seconds));
    if (duration < kHour)
        return Time::tr("%1 min").arg(number(duration / kMinute));
    if (duration < kDay) {
        return Time::tr("%1 h %2 min")
            .arg(number(duration / kHour))
            .arg(duration / kMinute % 60, 2, 10, QLatin1Char('0'));
    }
    const Duration hours = duration / kHour % 24;
    return hours == 0 ? Time::tr("%1 d").arg(number(duration / kDay))
                      : Time::tr("%1 d %2 h").arg(number(duration / kDay), number(hours));
}

}  // namespace

TimeText::TimeText(const std::string& epoch)
    : epoch_(QDateTime::fromString(QString::fromStdString(epoch), Qt::ISODateWithMs)) {}

QDateTime TimeText::moment(Instant at) const {
    return epoch_.addMSecs(at);
}

QString TimeText::seconds(Instant at) const {
    return hasEpoch() ? moment(at).toString(QStringLiteral("HH:mm:ss")) : elapsed(at, true);
}

QString TimeText::minutes(Instant at) const {
    return hasEpoch() ? moment(at).toString(QStringLiteral("HH:mm")) : elapsed(at, at % kMinute);
}

QString TimeText::clock(Instant at) const {
    if (!hasEpoch())
        return elapsed(at, true);
    const QString zone =
        epoch_.timeSpec() == Qt::LocalTime ? QString() : epoch_.timeZoneAbbreviation();
    return (seconds(at) + QLatin1Char(' ') + zone).trimmed();
}

QString TimeText::clock(Instant at, Duration run) const {
    if (run < kDay)
        return clock(at);
    if (hasEpoch())
        return Time::tr("%1 %2", "date and time").arg(date(at), clock(at));
    const Instant day = at / kDay * kDay;
    return Time::tr("%1 d %2", "days and hours of a run")
        .arg(QLocale().toString(static_cast<qlonglong>(day / kDay)), elapsed(at - day, true));
}

QString TimeText::date(Instant at) const {
    return hasEpoch() ? QLocale().toString(moment(at).date(), QLocale::ShortFormat) : QString();
}

QString TimeText::duration(Duration duration) {
    constexpr Duration kFew = 10 * kMinute;  // of fewer the seconds count
    return withSecondsBelow(kFew, duration);
}

QString TimeText::widest() {
    return duration(23 * kHour + 59 * kMinute);
}

QString TimeText::exactly(Duration duration) {
    return withSecondsBelow(kHour, duration);
}

QString TimeText::countdown(Duration left) {
    return exactly(std::max<Duration>(0, (left + kSecond - 1) / kSecond * kSecond));
}

}  // namespace apportion::ui
