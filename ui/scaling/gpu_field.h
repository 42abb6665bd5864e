// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDoubleSpinBox>

#include "core/model/quantity.h"

namespace apportion::ui {

// An amount of GPUs as a field: steps of one, hundredths as far as they are there.
class GpuField final : public QDoubleSpinBox {
    Q_OBJECT

public:
    explicit GpuField(QWidget* parent = nullptr);

    Gpu gpu() const;
    // Silent. Not while somebody types: what stands there is taken when it is done.
    void setGpu(Gpu gpu);
    bool isBeingTyped() const;

signals:
    void edited(qlonglong gpu);

protected:
    QString textFromValue(double value) const override;
};

}  // namespace apportion::ui
