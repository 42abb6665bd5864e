// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_rows.h"

#include <algorithm>
#include <vector>

#include <QBoxLayout>

#include "ui/dialogs/mistake_line.h"
#include "ui/widgets/text_label.h"

namespace apportion::ui {

namespace {

constexpr int kLabels = 140;
constexpr int kGap = 8;
constexpr const char* kIsLabel = "formLabel";

// What stands first in the rows of the form: labels, and the room before mistakes.
void alignRows(const QBoxLayout& form) {
    int width = kLabels;
    std::vector<QWidget*> labels;
    std::vector<QSpacerItem*> rooms;
    for (int i = 0; i < form.count(); ++i) {
        QLayout* row = form.itemAt(i)->layout();
        QLayoutItem* first = row != nullptr ? row->itemAt(0) : nullptr;
        if (first == nullptr)
            continue;
        if (QWidget* label = first->widget(); label && label->property(kIsLabel).toBool()) {
            labels.push_back(label);
            width = std::max(width, label->sizeHint().width() + kGap);
        } else if (first->spacerItem() && row->count() == 2 &&
                   qobject_cast<MistakeLine*>(row->itemAt(1)->widget())) {
            rooms.push_back(first->spacerItem());
        }
    }
    for (QWidget* label : labels)
        label->setFixedWidth(width);
    for (QSpacerItem* room : rooms)
        room->changeSize(width + kGap, 0, QSizePolicy::Fixed, QSizePolicy::Minimum);
}

}  // namespace

QHBoxLayout* addFormRow(QBoxLayout* form, const QString& label, QWidget* field) {
    auto* text = new TextLabel(label, Type::body, Role::text2);
    text->setBuddy(field);
    return addSwitchedRow(form, text, field);
}

QHBoxLayout* addSwitchedRow(QBoxLayout* form, QWidget* head, QWidget* field) {
    auto* row = new QHBoxLayout;
    row->setSpacing(kGap);
    head->setProperty(kIsLabel, true);
    row->addWidget(head);
    if (field)
        row->addWidget(field);
    form->addLayout(row);
    alignRows(*form);
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
    row->addSpacing(kLabels + kGap);
    row->addWidget(line, 1);
    form->addLayout(row);
    alignRows(*form);
    return line;
}

}  // namespace apportion::ui
