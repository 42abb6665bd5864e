// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QLocale>
#include <QString>

namespace apportion::ui {

// What is typed as a number, as `locale` reads it: with its decimal point and without groups;
// nothing if it may mean another number. Groups stand in thousands: 1,000 and 12 345.5. One point
// or comma that is not the decimal point of the locale, where none of its groups would end, is
// meant as that: 0,5 in English.
std::optional<QString> typedNumber(const QString& typed, const QLocale& locale);

// What stands for %1 of `whole` in a text such as "12 min", whatever spaces stand around it.
std::optional<QString> numberIn(const QString& text, const QString& whole);

}  // namespace apportion::ui
