// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/duration_field.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <QRegularExpression>

#include "core/session/project/units.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

constexpr Duration kMinute = 60 * kSecond;
constexpr int kPlaces = 10;  // of a millisecond in minutes

struct TimeUnit {
    Duration length = 0;
    QLatin1Char letter;  // on the command line
    QString whole;       // with its number
};

// Largest first.
std::vector<TimeUnit> timeUnits() {
    return {{24 * 60 * kMinute, QLatin1Char('d'), DurationField::tr("%1 d")},
            {60 * kMinute, QLatin1Char('h'), DurationField::tr("%1 h")},
            {kMinute, QLatin1Char('m'), DurationField::tr("%1 min")},
            {kSecond, QLatin1Char('s'), DurationField::tr("%1 s")}};
}

// As the command line reads it: "1.5h" of "1,5 h" in Portuguese, with the units of a translation or
// those of the command line. Nothing if it is no such text.
std::optional<std::string> argumentOf(const QString& typed, const QLocale& locale) {
    struct Word {
        QString text;
        QLatin1Char letter;
    };
    std::vector<Word> words;
    for (const TimeUnit& unit : timeUnits()) {
        words.push_back({QString(unit.letter), unit.letter});
        words.push_back({QString(unit.whole).remove(QStringLiteral("%1")).trimmed(), unit.letter});
    }
    for (const auto& [word, letter] : timeWords())
        words.push_back(
            {QLatin1String(word.data(), static_cast<qsizetype>(word.size())), QLatin1Char(letter)});
    std::sort(words.begin(), words.end(),
              [](const Word& a, const Word& b) { return a.text.size() > b.text.size(); });
    QStringList alternatives;
    for (const Word& word : words)
        alternatives << QRegularExpression::escape(word.text);
    const QRegularExpression part(
        QStringLiteral("([^\\p{L}]+?)(%1)").arg(alternatives.join(QLatin1Char('|'))),
        QRegularExpression::CaseInsensitiveOption | QRegularExpression::UseUnicodePropertiesOption);
    QString argument;
    qsizetype end = 0;
    for (auto each = part.globalMatch(typed); each.hasNext();) {
        const QRegularExpressionMatch match = each.next();
        const auto number = typedNumber(match.captured(1).trimmed(), locale);
        const auto word = std::find_if(words.begin(), words.end(), [&](const Word& known) {
            return known.text.compare(match.captured(2), Qt::CaseInsensitive) == 0;
        });
        if (match.capturedStart() != end || !number || word == words.end())
            return std::nullopt;
        end = match.capturedEnd();
        argument += *number;
        argument += word->letter;
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
    for (const TimeUnit& unit : timeUnits())
        if (const auto number = numberIn(typed, unit.whole))
            if (const auto written = of(*number, unit.length))
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
             tr("%1 min").arg(45));
}

}  // namespace apportion::ui
