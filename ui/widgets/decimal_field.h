// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

namespace apportion::ui {

// A number of up to `places` decimals, which shows as many as it has. They can be typed whatever
// stands there now: a field that takes none reads 7.6 as 76. What stands between the digits is read
// by typedNumber() and never passed over.
class DecimalField : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit DecimalField(int places, QWidget* parent = nullptr);

protected:
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    double valueFromText(const QString& text) const override;
    QString textFromValue(double value) const override;
    // Its decimals are still to come, behind the point of any language.
    bool isHalfTyped(const QString& text) const;
    // Without the unit.
    QString bareText(const QString& text) const;
};

}  // namespace apportion::ui
