// SPDX-License-Identifier: GPL-3.0-or-later
// "Try it": an imagined workload arrives, and below it what came of it.
#pragma once

#include <optional>

#include <QWidget>

#include "core/plan/draft/policy_draft.h"
#include "ui/time_text.h"

class QCheckBox;

namespace apportion::ui {

class BadgeLabel;
class NumberField;
class TextLabel;

class TryRow final : public QWidget {
    Q_OBJECT

public:
    TryRow(const QString& quota, QWidget* parent = nullptr);

    // Nothing = it is not tried.
    std::optional<Arrival> arrival() const;
    void setArrival(const Arrival& arrival, bool on);
    void setMost(int gpus);

    // `choice`: of the draft that is tried.
    void setTrial(const std::optional<Effect>& effect, const TimeText& time,
                  const PreemptionChoice& choice);
    QString mistake() const;  // of what is typed and cannot be read
    QString outcome() const;  // badge and words, for tests and screen readers

    QCheckBox* check() const { return check_; }
    NumberField* gpus() const { return gpus_; }
    NumberField* priority() const { return priority_; }

signals:
    void changed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void nameQuota();

    QString quota_;
    QCheckBox* check_;
    NumberField* gpus_;
    NumberField* priority_;
    BadgeLabel* badge_;
    TextLabel* words_;
};

}  // namespace apportion::ui
