// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/field_mistakes.h"

#include <algorithm>

#include <QWidget>

#include "ui/dialogs/mistake_line.h"
#include "ui/widgets/number_field.h"

namespace apportion::ui {

void FieldMistakes::add(const char* name, QWidget* field, MistakeLine* line) {
    rows_.push_back({name, field, line, {}});
}

QWidget* FieldMistakes::fieldOf(std::string_view name) const {
    const auto row = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const Row& each) { return each.name == name; });
    return row == rows_.end() ? nullptr : row->field;
}

bool FieldMistakes::isUnreadable(std::string_view name) const {
    const auto* number = qobject_cast<const NumberField*>(fieldOf(name));
    return number != nullptr && !number->isReadable();
}

void FieldMistakes::begin() {
    for (Row& row : rows_) {
        row.sentence.clear();
        row.tone = Tone::neutral;
        if (const auto* number = qobject_cast<NumberField*>(row.field);
            number != nullptr && number->isWrong())
            say(row.name, number->complaint());
    }
}

bool FieldMistakes::say(std::string_view name, const QString& sentence, Tone tone) {
    const auto row = std::find_if(rows_.begin(), rows_.end(),
                                  [&](const Row& each) { return each.name == name; });
    if (row == rows_.end())
        return false;
    // Beside a mistake a warning is one more thing to read.
    if (row->tone == Tone::err && tone != Tone::err)
        return true;
    const bool more = row->tone == tone && !row->sentence.isEmpty();
    row->sentence = more ? row->sentence + QLatin1Char('\n') + sentence : sentence;
    row->tone = tone;
    return true;
}

void FieldMistakes::show() {
    for (Row& row : rows_) {
        const bool wrong = row.tone == Tone::err;
        if (wrong || row.sentence.isEmpty())
            row.line->say(row.sentence);
        else
            row.line->note(row.sentence, row.tone);
        if (wrong || row.marked)
            row.field->setProperty("error", wrong);
        row.marked = wrong;
        row.field->update();
    }
}

}  // namespace apportion::ui
