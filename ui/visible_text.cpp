// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/visible_text.h"

#include <algorithm>

#include <QLocale>

#include "core/model/visible_text.h"

namespace apportion::ui {

namespace {

bool isOfNumbers(char32_t code) {
    return (code == 0x200E || code == 0x200F || code == 0x061C) &&
           QLocale().textDirection() == Qt::RightToLeft;
}

bool isHiddenInLines(char32_t code) {
    return isHidden(code) && code != U'\n' && code != U'\t' && !isOfNumbers(code);
}

bool isHiddenInWord(char32_t code) {
    return isHidden(code) || isOtherBlank(code);
}

template <typename Hidden>
QString escaped(const QString& text, Hidden&& hidden) {
    constexpr char16_t kFirst = 0x20, kDelete = 0x7F;
    if (std::all_of(text.begin(), text.end(),
                    [](QChar unit) { return unit >= kFirst && unit < kDelete; }))
        return text;
    const QList<uint> codes = text.toUcs4();
    if (std::none_of(codes.begin(), codes.end(), hidden))
        return text;
    QString shown;
    for (const char32_t code : codes)
        if (!hidden(code))
            shown += QChar::fromUcs4(code);
        else
            shown += QString::fromStdString(escapeOf(code));
    return shown;
}

}  // namespace

QString visible(const QString& text) {
    return escaped(text, isHiddenInLines);
}

QString visibleWord(const QString& word) {
    return escaped(word, isHiddenInWord);
}

QString buttonText(const QString& text) {
    return visible(text).replace(QLatin1Char('&'), QLatin1String("&&"));
}

QString textOfButton(QString text) {
    for (qsizetype at = text.indexOf(QLatin1Char('&')); at >= 0;
         at = text.indexOf(QLatin1Char('&'), at + 1))
        text.remove(at, 1);
    return text;
}

}  // namespace apportion::ui
