// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "core/model/quantity.h"
#include "ui/widgets/number_field.h"

namespace apportion::ui {

// A time in minutes or seconds, which may be typed as on the command line too: "90", "2h",
// "1h 30m", "1d". Its value is in its own unit.
class DurationField final : public NumberField {
    Q_OBJECT

public:
    enum class Unit { minutes, seconds };

    explicit DurationField(Unit unit, QWidget* parent = nullptr);

    Duration duration() const;
    void setDuration(Duration duration);

protected:
    QValidator::State validate(QString& text, int& position) const override;
    QString textFromValue(double value) const override;
    double valueFromText(const QString& text) const override;
    QString sentence(const QString& typed) const override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    double toValue(Duration duration) const;
    Duration toDuration(double value) const;
    std::optional<Duration> read(const QString& text) const;

    const Duration unit_;
};

}  // namespace apportion::ui
