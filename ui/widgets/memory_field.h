// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/model/quantity.h"
#include "ui/widgets/number_field.h"

namespace apportion::ui {

// An amount of memory in GiB and parts of them, which may be typed in other units too: "1.5",
// "512 MiB", "1.5 TiB", and in powers of 1000 "2 TB".
class MemoryField final : public NumberField {
    Q_OBJECT

public:
    explicit MemoryField(QWidget* parent = nullptr);

    Memory memory() const;
    void setMemory(Memory memory);
    // That what was typed last is kept as another amount, in whole MiB; else empty.
    QString note() const { return note_; }

protected:
    QValidator::State validate(QString& text, int& position) const override;
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    // A unit that is not known is told as that.
    QString sentence(const QString& typed) const override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    // As the command line reads it, with the decimal point of the locale.
    std::optional<std::string> argumentOf(const QString& text) const;
    std::optional<Memory> read(const QString& text) const;
    void noteRounding(const QString& typed);

    QString note_;
};

}  // namespace apportion::ui
