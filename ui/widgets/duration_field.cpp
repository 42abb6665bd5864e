// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/duration_field.h"

#include <cmath>

#include "ui/widgets/typed_duration.h"

namespace apportion::ui {

namespace {

constexpr Duration kDurationFieldMinute = 60 * kSecond;
constexpr int kDurationFieldPlaces = 10;  // of a millisecond in minutes

}  // namespace

// The unit is no suffix: the box would write it behind one that is typed.
DurationField::DurationField(Unit unit, QWidget* parent)
    : NumberField(kDurationFieldPlaces, parent),
      unit_(unit == Unit::minutes ? kDurationFieldMinute : kSecond) {}

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

// In the largest units that say it exactly: "1 d 2 h".
QString DurationField::textFromValue(double value) const {
    Duration left = toDuration(value);
    QStringList parts;
    for (const TimeUnit& unit : timeUnits()) {
        const bool last = unit.length == kSecond;
        const bool own = left == 0 && parts.isEmpty() && unit.length == unit_;
        if (left < (last ? 1 : unit.length) && !own)
            continue;
        const Duration whole = last ? left : left / unit.length * unit.length;
        parts << unit.whole.arg(NumberField::textFromValue(static_cast<double>(whole) /
                                                           static_cast<double>(unit.length)));
        left -= whole;
    }
    return parts.join(QLatin1Char(' '));
}

// A number alone is of the field's own unit.
std::optional<Duration> DurationField::read(const QString& text) const {
    const QString typed = text.trimmed();
    const auto alone = timeOf(typed, unit_, locale());
    return alone ? alone : typedDuration(typed, locale());
}

QValidator::State DurationField::validate(QString& text, int&) const {
    if (meansLeast(text))
        return QValidator::Acceptable;
    if (isHalfTyped(text))
        return QValidator::Intermediate;
    const auto duration = read(text);
    if (!duration)
        return QValidator::Intermediate;
    const double value = toValue(*duration);
    return value >= minimum() && value <= maximum() ? QValidator::Acceptable
                                                    : QValidator::Intermediate;
}

double DurationField::valueFromText(const QString& text) const {
    if (meansLeast(text))
        return minimum();
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
    if (read(typed))
        return tr("%1: “%2” is not from %3 to %4.")
            .arg(accessibleName(), typed, textFromValue(minimum()), textFromValue(maximum()));
    return tr("%1: “%2” is not a duration. Write %3, 2h, 1h 30m, or 1d.")
        .arg(accessibleName(), typed, tr("%1 min").arg(45));
}

}  // namespace apportion::ui
