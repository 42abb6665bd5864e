// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QDateTime>
#include <QLocale>
#include <QString>

namespace apportion::ui {

// A moment as it is written in all fields: 2026-11-26 03:38.
QString momentText(const QDateTime& moment);

// What is typed as a moment, local time; nothing while it is none, or only a part of one. As it is
// written, where the marks between its parts may be left out if each has all its digits
// (202611260338); a time of day, which is the next one, or that of today or tomorrow (18:00, 6 pm,
// noon, tomorrow 8); or a time from `now` on (in 3 h, +1d 2h), in whole minutes.
std::optional<QDateTime> typedMoment(const QString& typed, const QDateTime& now,
                                     const QLocale& locale = {});

}  // namespace apportion::ui
