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

// A switch of how something is shown, or what is only tried: nothing is lost with it, nor with what
// stands in it.
void markAsView(QWidget* control);

// What stands in all controls of a form, also those in lists; the same for as long as nobody
// changes any.
QByteArray valuesIn(const QWidget& form);

}  // namespace apportion::ui
