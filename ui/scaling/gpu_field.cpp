// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scaling/gpu_field.h"

#include <chrono>
#include <cmath>

#include <QLineEdit>

#include "core/model/bounds.h"
#include "ui/texts.h"
#include "ui/widgets/typing_pause.h"

namespace apportion::ui {

namespace {

Gpu gpuOf(double value) {
    return std::llround(value * static_cast<double>(kOneGpu));
}

}  // namespace

GpuField::GpuField(QWidget* parent) : NumberField(2, parent) {
    setRange(0, static_cast<double>(kMostGpu) / kOneGpu);
    setSingleStep(1);
    setAlignment(Qt::AlignRight);
    setKeyboardTracking(false);
    pause_.setSingleShot(true);
    pause_.setInterval(kTypingPause);
    connect(lineEdit(), &QLineEdit::textEdited, this, [this] { pause_.start(); });
    connect(&pause_, &QTimer::timeout, this, &GpuField::takeTyped);
    connect(this, &QDoubleSpinBox::valueChanged, this, [this] {
        pause_.stop();
        emit edited(gpu());
    });
}

Gpu GpuField::gpu() const {
    return gpuOf(value());
}

void GpuField::takeTyped() {
    if (isBeingTyped() && isReadable() && !isHalfTyped(text()))
        emit edited(gpuOf(valueFromText(text())));
}

bool GpuField::isBeingTyped() const {
    return !isReadable() || (hasFocus() && isPending());
}

bool GpuField::isPending() const {
    return !isReadable() || cleanText() != textFromValue(value());
}

void GpuField::setGpu(Gpu gpu) {
    if (isBeingTyped())
        return;
    const QSignalBlocker quiet(this);
    setValue(static_cast<double>(gpu) / static_cast<double>(kOneGpu));
}

}  // namespace apportion::ui
