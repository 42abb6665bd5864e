// SPDX-License-Identifier: GPL-3.0-or-later
// Which field of a form is told what: a mistake, a warning, or that it cannot be read.
#pragma once

#include <string_view>
#include <vector>

#include <QString>

#include "ui/widgets/badge.h"

class QWidget;

namespace apportion::ui {

class MistakeLine;

class FieldMistakes {
public:
    // `name`: of the field, as problems name it; it stays the same.
    void add(const char* name, QWidget* field, MistakeLine* line);

    QWidget* fieldOf(std::string_view name) const;
    bool isUnreadable(std::string_view name) const;

    // What is said from here on is shown at once in the place of what stood there, so that nothing
    // comes and goes meanwhile. Numbers that cannot be read say so themselves.
    void begin();
    // False if no field has that name.
    bool say(std::string_view name, const QString& sentence, Tone tone = Tone::err);
    void show();

private:
    struct Row {
        std::string_view name;
        QWidget* field;
        MistakeLine* line;
        QString sentence;
        Tone tone = Tone::neutral;
        bool marked = false;  // here: a field may mark itself, too
    };

    std::vector<Row> rows_;
};

}  // namespace apportion::ui
