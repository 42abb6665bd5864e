// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a form with their labels in one column, as all forms have them.
#pragma once

#include <QString>

class QBoxLayout;
class QHBoxLayout;
class QWidget;

namespace apportion::ui {

class MistakeLine;
class TextLabel;

// A row under the last one: its label (for screen readers the name of `field`), then what is added
// to the answer.
QHBoxLayout* addFormRow(QBoxLayout* form, const QString& label, QWidget* field = nullptr);
// The same with a check box, or whatever switches the field on, in place of the label.
QHBoxLayout* addSwitchedRow(QBoxLayout* form, QWidget* head, QWidget* field);
// A second label within a row.
void addFormLabel(QHBoxLayout* row, const QString& label, QWidget* field);
// A hint behind a field.
TextLabel* addFormHint(QHBoxLayout* row);
// What is wrong with the row above, indented like its field.
MistakeLine* addMistakeLine(QBoxLayout* form);

}  // namespace apportion::ui
