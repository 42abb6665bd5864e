// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_rows.h"

#include <algorithm>

#include <QBoxLayout>

#include "ui/dialogs/mistake_line.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;

}  // namespace

QHBoxLayout* addFormRow(QBoxLayout* form, const QString& label, QWidget* field) {
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    auto* text = new TextLabel(label, Type::body, Role::text2);
    text->setBuddy(field);
    text->setFixedWidth(std::max(kLabels, text->sizeHint().width() + 8));
    row->addWidget(text);
    if (field)
        row->addWidget(field);
    form->addLayout(row);
    return row;
}

void addFormLabel(QHBoxLayout* row, const QString& label, QWidget* field) {
    row->addSpacing(20);
    auto* text = new TextLabel(label, Type::body, Role::text2);
    text->setBuddy(field);
    row->addWidget(text);
    row->addWidget(field);
}

TextLabel* addFormHint(QHBoxLayout* row) {
    auto* hint = new TextLabel({}, Type::second, Role::text2);
    row->addWidget(hint);
    return hint;
}

MistakeLine* addMistakeLine(QBoxLayout* form) {
    auto* line = new MistakeLine;
    auto* row = new QHBoxLayout;
    row->addSpacing(kLabels + 8);
    row->addWidget(line, 1);
    form->addLayout(row);
    return line;
}

}  // namespace apportion::ui
