// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_draft.h"

#include <algorithm>

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>

#include "ui/widgets/fold.h"
#include "ui/widgets/search_field.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {

namespace {

QJsonValue valueOf(const QWidget& field) {
    if (const auto* text = qobject_cast<const QLineEdit*>(&field))
        return text->text();
    if (const auto* choice = qobject_cast<const QComboBox*>(&field))
        return choice->currentText();
    if (const auto* number = qobject_cast<const QDoubleSpinBox*>(&field))
        return number->cleanText();  // its unit is another one beside another number
    if (const auto* segments = qobject_cast<const Segmented*>(&field))
        return segments->currentIndex();
    if (const auto* check = qobject_cast<const QCheckBox*>(&field))
        return check->isChecked();
    return {};
}

// As if it were typed: what cannot be read is marked.
void fillNumber(QDoubleSpinBox& number, const QString& text) {
    if (!number.specialValueText().isEmpty() && text == number.specialValueText())
        return number.setValue(number.minimum());
    auto* typed = number.findChild<QLineEdit*>();
    // What the box has written itself in place of such a text has not been looked at.
    if (typed->text() == text)
        typed->clear();
    typed->setText(text);
    if (number.hasAcceptableInput())
        number.interpretText();  // the unit behind it
}

void fill(QWidget& field, const QJsonValue& value) {
    if (auto* text = qobject_cast<QLineEdit*>(&field)) {
        text->setText(value.toString());
    } else if (auto* choice = qobject_cast<QComboBox*>(&field)) {
        if (const int at = choice->findText(value.toString()); at >= 0)
            choice->setCurrentIndex(at);
        else if (choice->isEditable())
            choice->setEditText(value.toString());
    } else if (auto* number = qobject_cast<QDoubleSpinBox*>(&field)) {
        fillNumber(*number, value.toString());
    } else if (auto* segments = qobject_cast<Segmented*>(&field)) {
        if (const int at = value.toInt(-1); at >= 0 && at < segments->count())
            segments->setCurrentIndex(at);
    } else if (auto* check = qobject_cast<QCheckBox*>(&field)) {
        check->setChecked(value.toBool());
    }
}

constexpr const char* kIsView = "isView";
constexpr int kMostCells = 50'000;  // of a list that can be edited; more are not looked at

bool isView(const QWidget& control, const QWidget& form) {
    if (qobject_cast<const SearchField*>(&control) || qobject_cast<const Fold*>(&control))
        return true;
    for (const QWidget* at = &control; at != nullptr && at != &form; at = at->parentWidget())
        if (at->property(kIsView).toBool())
            return true;
    return false;
}

// Made when it is opened for the first time, in a window of its own.
bool isListOfBox(const QWidget& list) {
    for (const QWidget* at = list.parentWidget(); at != nullptr; at = at->parentWidget())
        if (qobject_cast<const QComboBox*>(at))
            return true;
    return false;
}

// What of a list can be edited in place, or ticked.
void addCells(QJsonArray& values, const QAbstractItemView& list) {
    const QAbstractItemModel* model = list.model();
    if (model == nullptr || isListOfBox(list))
        return;
    const int columns = std::max(1, model->columnCount());
    const int rows = std::min(model->rowCount(), kMostCells / columns);
    for (int row = 0; row < rows; ++row)
        for (int column = 0; column < columns; ++column) {
            const QModelIndex at = model->index(row, column);
            const Qt::ItemFlags flags = model->flags(at);
            if ((flags & Qt::ItemIsEditable) != 0)
                values.append(at.data(Qt::EditRole).toString());
            if ((flags & Qt::ItemIsUserCheckable) != 0)
                values.append(at.data(Qt::CheckStateRole).toInt());
        }
}

}  // namespace

QByteArray draftOf(const DraftFields& fields) {
    QJsonObject draft;
    for (const auto& [name, field] : fields)
        draft.insert(QLatin1String(name), valueOf(*field));
    return QJsonDocument(draft).toJson(QJsonDocument::Compact);
}

void fillFrom(const QByteArray& draft, const DraftFields& fields) {
    const QJsonObject values = QJsonDocument::fromJson(draft).object();
    for (const auto& [name, field] : fields)
        if (const QJsonValue value = values.value(QLatin1String(name)); !value.isUndefined())
            fill(*field, value);
}

void markAsView(QWidget* control) {
    control->setProperty(kIsView, true);
}

QByteArray valuesIn(const QWidget& form) {
    QJsonArray values;
    for (const QWidget* each : form.findChildren<QWidget*>()) {
        if (isView(*each, form))
            continue;
        if (const auto* list = qobject_cast<const QAbstractItemView*>(each))
            addCells(values, *list);
        else if (const auto* button = qobject_cast<const QAbstractButton*>(each))
            values.append(button->isCheckable() && button->isChecked());
        else if (const QJsonValue value = valueOf(*each); !value.isNull())
            values.append(value);
    }
    return QJsonDocument(values).toJson(QJsonDocument::Compact);
}

}  // namespace apportion::ui
