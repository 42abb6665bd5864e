// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/typed_duration.h"

#include <algorithm>
#include <cmath>

#include <QCoreApplication>
#include <QRegularExpression>

#include "core/change/units.h"
#include "ui/widgets/typed_number.h"

namespace apportion::ui {

namespace {

constexpr Duration kTypedDurationMinute = 60 * kSecond;

struct TimeUnits {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::TimeUnits)
};

}  // namespace

std::vector<TimeUnit> timeUnits() {
    return {{24 * 60 * kTypedDurationMinute, QLatin1Char('d'), TimeUnits::tr("%1 d")},
            {60 * kTypedDurationMinute, QLatin1Char('h'), TimeUnits::tr("%1 h")},
            {kTypedDurationMinute, QLatin1Char('m'), TimeUnits::tr("%1 min")},
            {kSecond, QLatin1Char('s'), TimeUnits::tr("%1 s")}};
}

namespace {

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

std::optional<Duration> timeOf(const QString& number, Duration unit, const QLocale& locale) {
    const auto plain = typedNumber(number, locale);
    bool isNumber = false;
    const double value = plain ? locale.toDouble(*plain, &isNumber) : 0;
    const double exact = value * static_cast<double>(unit);
    // No part of a millisecond is left out in silence.
    if (!isNumber || std::abs(exact) > 1e15 || std::abs(exact - std::round(exact)) > 1e-6)
        return std::nullopt;
    return std::llround(exact);
}

std::optional<Duration> typedDuration(const QString& typed, const QLocale& locale) {
    for (const TimeUnit& unit : timeUnits())
        if (const auto number = numberIn(typed, unit.whole))
            if (const auto written = timeOf(*number, unit.length, locale))
                return written;
    const auto argument = argumentOf(typed, locale);
    return argument ? durationArgument(*argument) : std::nullopt;
}

}  // namespace apportion::ui
