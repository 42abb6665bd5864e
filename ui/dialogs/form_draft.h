// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in the fields of a form, right or not, to be filled in again: texts, choices by what
// they are called, switches.
#pragma once

#include <utility>
#include <vector>

#include <QByteArray>

class QWidget;

namespace apportion::ui {

// A name for each that stays the same, in the order in which they are filled in.
using DraftFields = std::vector<std::pair<const char*, QWidget*>>;

QByteArray draftOf(const DraftFields& fields);
// Fields that the draft does not name, and choices that are no longer there, stay as they are.
void fillFrom(const QByteArray& draft, const DraftFields& fields);

}  // namespace apportion::ui
