// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/form_draft.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>

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

}  // namespace apportion::ui
