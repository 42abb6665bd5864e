// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/decimal_field.h"

#include <cmath>

#include "ui/widgets/typed_number.h"

namespace apportion::ui {

DecimalField::DecimalField(int places, QWidget* parent) : QDoubleSpinBox(parent) {
    setDecimals(places);
    setGroupSeparatorShown(false);
}

// The text stays as it was typed; the box reads it without groups, which it would take out wherever
// they stand.
QValidator::State DecimalField::validate(QString& text, int&) const {
    const auto number = typedNumber(bareText(text), locale());
    if (!number || isHalfTyped(text))
        return QValidator::Intermediate;
    QString plain = *number;
    int behind = static_cast<int>(plain.size());
    const QValidator::State state = QDoubleSpinBox::validate(plain, behind);
    return state == QValidator::Invalid ? QValidator::Intermediate : state;
}

// The box would take out every separator of groups.
void DecimalField::fixup(QString&) const {}

double DecimalField::valueFromText(const QString& text) const {
    const auto number = typedNumber(bareText(text), locale());
    return number ? QDoubleSpinBox::valueFromText(*number) : value();
}

bool DecimalField::isHalfTyped(const QString& text) const {
    const QString bare = bareText(text).trimmed();
    return bare.endsWith(locale().decimalPoint()) || bare.endsWith(QLatin1Char('.')) ||
           bare.endsWith(QLatin1Char(','));
}

QString DecimalField::bareText(const QString& text) const {
    return text.endsWith(suffix()) ? text.chopped(suffix().size()) : text;
}

QString DecimalField::textFromValue(double value) const {
    const double least = std::pow(10.0, -decimals()) / 2;
    int places = 0;
    for (double unit = 1; places < decimals(); ++places, unit /= 10)
        if (std::abs(value - std::round(value / unit) * unit) < least)
            break;
    return locale().toString(value, 'f', places);
}

}  // namespace apportion::ui
