// SPDX-License-Identifier: GPL-3.0-or-later
// "1 GPU", "2 GPUs" in fields of numbers.
#pragma once

#include <QCoreApplication>
#include <QLineEdit>

namespace apportion::ui {

template <typename Box>
void showGpuSuffix(Box* box) {
    const QString unit = box->value() == 1
                             ? QCoreApplication::translate("GpuSuffix", " GPU", "one")
                             : QCoreApplication::translate("GpuSuffix", " GPUs", "not one");
    if (box->suffix() != unit)
        box->setSuffix(unit);
}

// Keeps the unit behind the number. While somebody types the text is left alone, which a change of
// the unit would write anew.
template <typename Box>
void keepGpuSuffix(Box* box) {
    QObject::connect(box, &Box::valueChanged, box, [box] {
        const auto* line = box->template findChild<QLineEdit*>();
        if (line == nullptr || !line->isModified())
            showGpuSuffix(box);
    });
    QObject::connect(box, &Box::editingFinished, box, [box] { showGpuSuffix(box); });
    showGpuSuffix(box);
}

}  // namespace apportion::ui
