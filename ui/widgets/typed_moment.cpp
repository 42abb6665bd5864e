// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typed_moment.h"

#include <QCoreApplication>
#include <QRegularExpression>

#include "ui/widgets/typed_duration.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

QString momentText(const QDateTime& moment) {
    return moment.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

namespace {

struct TypedMoment {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TypedMoment)
};

std::optional<QDateTime> momentOf(const QDate& date, const QTime& time) {
    const QDateTime moment(date, time);
    return date.isValid() && time.isValid() && moment.isValid() ? std::optional(moment)
                                                                : std::nullopt;
}

// Year, month, day, hour and minute.
std::optional<QDateTime> wholeMoment(const QString& typed) {
    static const QRegularExpression kMarked(QStringLiteral(
        R"(^(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:\s+|\s*[t,]\s*)(\d{1,2}):(\d{2})$)"));
    static const QRegularExpression kDigits(
        QStringLiteral(R"(^(\d{4})-?(\d{2})-?(\d{2})[\st]*(\d{2}):?(\d{2})$)"));
    auto parts = kMarked.match(typed);
    if (!parts.hasMatch())
        parts = kDigits.match(typed);
    if (!parts.hasMatch())
        return std::nullopt;
    const auto part = [&parts](int nth) { return parts.captured(nth).toInt(); };
    return momentOf(QDate(part(1), part(2), part(3)), QTime(part(4), part(5)));
}

// `alone`: it is known to be a time, so that an hour is enough of it.
std::optional<QTime> timeOfDay(const QString& typed, bool alone = false) {
    if (typed == TypedMoment::tr("noon").toLower())
        return QTime(12, 0);
    if (typed == TypedMoment::tr("midnight").toLower())
        return QTime(0, 0);
    static const QRegularExpression kTime(
        QStringLiteral(R"(^(\d{1,2})(?::(\d{2}))?\s*(?:([ap])\.?m\.?)?$)"));
    const auto parts = kTime.match(typed);
    const bool twelve = parts.hasMatch() && !parts.captured(3).isEmpty();
    // An hour alone may be the beginning of another.
    if (!parts.hasMatch() || (!twelve && !alone && parts.captured(2).isEmpty()))
        return std::nullopt;
    int hour = parts.captured(1).toInt();
    if (twelve && (hour < 1 || hour > 12))
        return std::nullopt;
    if (twelve)
        hour = hour % 12 + (parts.captured(3) == QLatin1String("p") ? 12 : 0);
    const QTime time(hour, parts.captured(2).toInt());
    return time.isValid() ? std::optional(time) : std::nullopt;
}

// No minute is cut off.
QDateTime inMinutes(const QDateTime& moment) {
    constexpr qint64 kMinute = 60'000;
    const qint64 beyond = moment.toMSecsSinceEpoch() % kMinute;
    return beyond == 0 ? moment : moment.addMSecs(kMinute - beyond);
}

}  // namespace

std::optional<QDateTime> typedMoment(const QString& typed, const QDateTime& now,
                                     const QLocale& locale) {
    const QString text = typed.trimmed().toLower();
    if (const auto whole = wholeMoment(text))
        return whole;
    for (const auto& [words, days] :
         {std::pair(TypedMoment::tr("today %1"), 0), std::pair(TypedMoment::tr("tomorrow %1"), 1)})
        if (const auto rest = numberIn(text, words.toLower()))
            if (const auto time = timeOfDay(rest->trimmed(), true))
                return momentOf(now.date().addDays(days), *time);
    if (const auto time = timeOfDay(text)) {
        const auto today = momentOf(now.date(), *time);
        return today && *today > now ? today : momentOf(now.date().addDays(1), *time);
    }
    for (const QString& words : {QStringLiteral("+%1"), TypedMoment::tr("in %1").toLower()})
        if (const auto rest = numberIn(text, words))
            if (const auto duration = typedDuration(rest->trimmed(), locale);
                duration && *duration > 0)  // "now" is no moment to come
                return inMinutes(now.addMSecs(*duration));
    return std::nullopt;
}

}  // namespace apportion::ui
