// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include <QDateTime>
#include <QString>

namespace apportion::ui {

// A moment as it is written in all fields: 2026-11-26 03:38.
QString momentText(const QDateTime& moment);

// What is typed as such a moment, local time; nothing while it is none, or only a part of one. The
// marks between its parts may be left out where each has all its digits: 202611260338.
std::optional<QDateTime> typedMoment(const QString& typed);

}  // namespace apportion::ui
