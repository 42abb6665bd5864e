// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

namespace apportion::ui {

// The steps of a wizard under its title: those behind are ticked, the present one is filled.
class StepsBand final : public QWidget {
    Q_OBJECT

public:
    explicit StepsBand(const QStringList& steps, QWidget* parent = nullptr);

    void setStep(int step);  // from 0
    int step() const { return step_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QStringList steps_;
    int step_ = 0;
};

}  // namespace apportion::ui
