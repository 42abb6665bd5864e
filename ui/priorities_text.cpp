// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/priorities_text.h"

namespace apportion::ui {

QString prioritiesText(PriorityRange range) {
    if (range.from == range.to)
        return QString::number(range.from);
    return QStringLiteral("%1–%2").arg(range.from).arg(range.to);
}

}  // namespace apportion::ui
