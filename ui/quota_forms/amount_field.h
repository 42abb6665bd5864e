// SPDX-License-Identifier: GPL-3.0-or-later
// A number that may be left out: while it is, the field shows in grey what holds then. Emptying it
// leaves it out again. What is no number stays as it was typed (NumberField).
#pragma once

#include <optional>

#include <QDoubleSpinBox>

#include "core/model/quantity.h"
#include "ui/widgets/number_field.h"

namespace apportion::ui {

class AmountField final : public NumberField {
    Q_OBJECT

public:
    // Hundredths of GPUs or of GPU hours; whole numbers without a unit.
    enum class Unit { gpus, hours, whole };

    explicit AmountField(const QString& name, Unit unit = Unit::gpus, QWidget* parent = nullptr);

    // In hundredths, also of whole numbers. Silent.
    void setAmount(std::optional<Gpu> amount);
    std::optional<Gpu> amount() const;
    // What holds where nothing is given.
    void setAutomatic(Gpu amount);
    // Words instead, where it is no amount that holds then.
    void setAutomatic(const QString& words);
    // In which the words, or the amount with its unit, stand whole.
    int widthForWords() const;
    int widthFor(Gpu amount) const;
    void setMistaken(bool mistaken);

signals:
    void edited();

protected:
    QValidator::State validate(QString& text, int& position) const override;
    void fixup(QString& text) const override;
    bool isLeftOut() const override;
    QString sentence(const QString& typed) const override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    int widthForText(const QString& text) const;
    void showUnit();
    void showGiven();
    void showWords();

    Unit unit_;
    bool mayBeLeftOut_ = false;
    bool given_ = true;
    Gpu automatic_ = 0;
};

}  // namespace apportion::ui
