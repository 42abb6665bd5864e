// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/decimal_field.h"

#include <cmath>

namespace apportion::ui {

DecimalField::DecimalField(int places, QWidget* parent) : QDoubleSpinBox(parent) {
    setDecimals(places);
    setGroupSeparatorShown(false);
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
