// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/duration_field.h"

#include <cmath>

#include <QRegularExpression>

#include "core/session/project/units.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

constexpr Duration kMinute = 60 * kSecond;
constexpr int kPlaces = 10;  // of a millisecond in minutes

// As the command line reads it: "1.5h" of "1,5 h" in Portuguese. Nothing if it is no such text.
std::optional<std::string> argumentOf(const QString& typed, const QLocale& locale) {
    static const QRegularExpression part(QStringLiteral("([^a-z]+)(d|h|min|m|s)"),
                                         QRegularExpression::CaseInsensitiveOption);
    QString argument;
    qsizetype end = 0;
    for (auto each = part.globalMatch(typed); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        const auto number = typedNumber(match.captured(1), locale);
        if (match.capturedStart() != end || !number)
            return std::nullopt;
        end = match.capturedEnd();
        argument += *number;
        argument += match.captured(2).front().toLower();
    }
    if (end != typed.size())
        return std::nullopt;
    return argument.replace(locale.decimalPoint(), QLatin1String(".")).toStdString();
}

}  // namespace

// The unit is no suffix: the box would write it behind one that is typed.
DurationField::DurationField(Unit unit, QWidget* parent)
    : NumberField(kPlaces, parent), unit_(unit == Unit::minutes ? kMinute : kSecond) {}

double DurationField::toValue(Duration duration) const {
    return static_cast<double>(duration) / static_cast<double>(unit_);
}

Duration DurationField::toDuration(double value) const {
    return std::llround(value * static_cast<double>(unit_));
}

Duration DurationField::duration() const {
    return toDuration(value());
}

void DurationField::setDuration(Duration duration) {
    setValue(toValue(duration));
}

QString DurationField::textFromValue(double value) const {
    const Duration duration = toDuration(value);
    const bool minutes = unit_ == kMinute && duration % kMinute == 0;
    return (minutes ? tr("%1 min") : tr("%1 s"))
        .arg(NumberField::textFromValue(static_cast<double>(duration) /
                                        static_cast<double>(minutes ? kMinute : kSecond)));
}

// A number alone is of the field's own unit.
std::optional<Duration> DurationField::read(const QString& text) const {
    const auto of = [this](const QString& number, Duration unit) -> std::optional<Duration> {
        const auto plain = typedNumber(number, locale());
        bool isNumber = false;
        const double value = plain ? locale().toDouble(*plain, &isNumber) : 0;
        const double exact = value * static_cast<double>(unit);
        // No part of a millisecond is left out in silence.
        if (!isNumber || std::abs(exact) > 1e15 || std::abs(exact - std::round(exact)) > 1e-6)
            return std::nullopt;
        return std::llround(exact);
    };
    const QString typed = text.trimmed();
    if (const auto alone = of(typed, unit_))
        return alone;
    for (const auto& [whole, unit] : {std::pair(tr("%1 min"), kMinute), {tr("%1 s"), kSecond}})
        if (const auto number = numberIn(typed, whole))
            if (const auto written = of(*number, unit))
                return written;
    const auto argument = argumentOf(typed, locale());
    return argument ? durationArgument(*argument) : std::nullopt;
}

QValidator::State DurationField::validate(QString& text, int&) const {
    const auto duration = read(text);
    if (!duration)
        return QValidator::Intermediate;
    const double value = toValue(*duration);
    return value >= minimum() && value <= maximum() ? QValidator::Acceptable
                                                    : QValidator::Intermediate;
}

double DurationField::valueFromText(const QString& text) const {
    const auto duration = read(text);
    return duration ? toValue(*duration) : value();
}

// In one way, however it was typed.
void DurationField::focusOutEvent(QFocusEvent* event) {
    NumberField::focusOutEvent(event);
    if (isReadable())
        setValue(value());
}

QString DurationField::sentence(const QString& typed) const {
    return tr("%1: “%2” is no time from %3 to %4. Write %5, 2h, 1h 30m or 1d.")
        .arg(accessibleName(), typed, textFromValue(minimum()), textFromValue(maximum()),
             textFromValue(90));
}

}  // namespace apportion::ui
