// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typed_moment.h"

#include <QRegularExpression>

namespace apportion::ui {

QString momentText(const QDateTime& moment) {
    return moment.toString(QStringLiteral("yyyy-MM-dd HH:mm"));
}

std::optional<QDateTime> typedMoment(const QString& typed) {
    static const QRegularExpression kMarked(QStringLiteral(
        R"(^\s*(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?:\s+|\s*[T,]\s*)(\d{1,2}):(\d{2})\s*$)"));
    static const QRegularExpression kDigits(
        QStringLiteral(R"(^\s*(\d{4})-?(\d{2})-?(\d{2})[\sT]*(\d{2}):?(\d{2})\s*$)"));
    auto parts = kMarked.match(typed);
    if (!parts.hasMatch())
        parts = kDigits.match(typed);
    if (!parts.hasMatch())
        return std::nullopt;
    const auto part = [&parts](int nth) { return parts.captured(nth).toInt(); };
    const QDate date(part(1), part(2), part(3));
    const QTime time(part(4), part(5));
    const QDateTime moment(date, time);
    return date.isValid() && time.isValid() && moment.isValid() ? std::optional(moment)
                                                                : std::nullopt;
}

}  // namespace apportion::ui
