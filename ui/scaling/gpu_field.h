// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>

#include "core/model/quantity.h"
#include "ui/widgets/number_field.h"

namespace apportion::ui {

// An amount of GPUs as a field: steps of one, hundredths as far as they are there.
class GpuField final : public NumberField {
    Q_OBJECT

public:
    explicit GpuField(QWidget* parent = nullptr);

    Gpu gpu() const;
    // Silent. Not while somebody types: what stands there is taken when it is done, and what
    // cannot be read stays.
    void setGpu(Gpu gpu);
    bool isBeingTyped() const;
    // What stands there is not taken yet.
    bool isPending() const;

signals:
    // Also while somebody still types, whenever a number has stood there for a moment: whoever
    // types the last one looks for what it does, not for a key that makes it count.
    void edited(qlonglong gpu);

private:
    void takeTyped();

    QTimer pause_;
};

}  // namespace apportion::ui
