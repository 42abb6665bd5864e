// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/gpu_field.h"

#include <cmath>

#include "core/model/bounds.h"
#include "ui/texts.h"

namespace apportion::ui {

GpuField::GpuField(QWidget* parent) : NumberField(2, parent) {
    setRange(0, static_cast<double>(kMostGpu) / kOneGpu);
    setSingleStep(1);
    setAlignment(Qt::AlignRight);
    setKeyboardTracking(false);
    connect(this, &QDoubleSpinBox::valueChanged, this, [this] { emit edited(gpu()); });
}

Gpu GpuField::gpu() const {
    return std::llround(value() * static_cast<double>(kOneGpu));
}

bool GpuField::isBeingTyped() const {
    return !isReadable() || (hasFocus() && cleanText() != textFromValue(value()));
}

void GpuField::setGpu(Gpu gpu) {
    if (isBeingTyped())
        return;
    const QSignalBlocker quiet(this);
    setValue(static_cast<double>(gpu) / static_cast<double>(kOneGpu));
}

}  // namespace apportion::ui
