// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody has in a workspace, as cells of its tables. None is told as none.
#pragma once

#include <QLocale>

#include "core/view/view.h"
#include "ui/texts.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

inline Cell heldCell(const WorkspaceRow::Work& work) {
    return Cell::number(gpuNumber(work.held), work.running > 0 ? Role::text : Role::text2);
}

inline Cell waitingCell(const WorkspaceRow::Work& work) {
    return Cell::number(QLocale().toString(work.waiting),
                        work.waiting > 0 ? Role::warn : Role::text2);
}

}  // namespace apportion::ui
