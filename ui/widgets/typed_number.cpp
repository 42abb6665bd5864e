// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

constexpr qsizetype kGroup = 3;

bool isPointOrComma(QChar c) {
    return c == QLatin1Char('.') || c == QLatin1Char(',');
}

bool isOnlyDigits(QStringView text) {
    for (const QChar c : text)
        if (!c.isDigit())
            return false;
    return true;
}

// The locale's own separator of groups and, in every one, a space of any width.
QChar separatorIn(const QString& whole, const QLocale& locale) {
    for (const QChar c : whole)
        if (c.isSpace() || locale.groupSeparator() == c)
            return c;
    return {};
}

bool isInThousands(const QList<QStringView>& groups) {
    if (groups.front().isEmpty() || groups.front().size() > kGroup ||
        groups.front().front() == QLatin1Char('0'))
        return false;
    for (qsizetype i = 1; i < groups.size(); ++i)
        if (groups[i].size() != kGroup)
            return false;
    return true;
}

// Without the separators of its groups.
std::optional<QString> ungrouped(const QString& whole, const QLocale& locale) {
    const QChar separator = separatorIn(whole, locale);
    if (separator.isNull())
        return isOnlyDigits(whole) ? std::optional(whole) : std::nullopt;
    QString digits = whole;
    digits.remove(separator);
    if (!isOnlyDigits(digits))
        return std::nullopt;
    // Not every language groups by thousands: what it writes itself it reads.
    if (isInThousands(QStringView(whole).split(separator)) ||
        locale.toString(locale.toLongLong(digits)) == whole)
        return digits;
    return std::nullopt;
}

}  // namespace

std::optional<QString> typedNumber(const QString& typed, const QLocale& locale) {
    QString body = typed.trimmed();
    QString sign;
    for (const QString& each :
         {locale.negativeSign(), locale.positiveSign(), QStringLiteral("-"), QStringLiteral("+")})
        if (sign.isEmpty() && body.startsWith(each)) {
            sign = each;
            body.remove(0, each.size());
        }
    const QString point = locale.decimalPoint();
    const qsizetype at = body.indexOf(point);
    if (at >= 0) {
        const QString fraction = body.mid(at + point.size());
        const auto whole = ungrouped(body.left(at), locale);
        if (!whole || !isOnlyDigits(fraction))
            return std::nullopt;
        return sign + *whole + point + fraction;
    }
    if (const auto whole = ungrouped(body, locale))
        return sign + *whole;
    // The point of another language, unless it may be meant as the end of a group there.
    for (qsizetype i = 0; i < body.size(); ++i) {
        if (!isPointOrComma(body[i]))
            continue;
        const QString whole = body.left(i);
        const QString fraction = body.mid(i + 1);
        const bool mayBeGroup = isInThousands({whole, fraction});
        if (mayBeGroup || fraction.isEmpty() || !isOnlyDigits(whole) || !isOnlyDigits(fraction))
            return std::nullopt;
        return sign + whole + point + fraction;
    }
    return std::nullopt;
}

std::optional<QString> numberIn(const QString& text, const QString& whole) {
    const QString typed = text.trimmed();
    const QString unit = whole.trimmed();
    const qsizetype at = unit.indexOf(QLatin1String("%1"));
    const QString before = unit.left(at);
    const QString behind = unit.mid(at + 2);
    if (typed.size() <= before.size() + behind.size() || !typed.startsWith(before) ||
        !typed.endsWith(behind))
        return std::nullopt;
    return typed.mid(before.size()).chopped(behind.size());
}

}  // namespace apportion::ui
