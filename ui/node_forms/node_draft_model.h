// SPDX-License-Identifier: GPL-3.0-or-later
// Who would be moved or evicted by a change of a node's state, row by row.
#pragma once

#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/widgets/cell_table.h"

namespace apportion::ui {

class NodeDraftModel final : public CellTable {
    Q_OBJECT

public:
    enum Column { workloadColumn, gpuColumn, lostColumn, fateColumn, columns };

    explicit NodeDraftModel(QObject* parent = nullptr);
    // Colours are the view's.
    void setEffect(const Effect& effect, const View& view);
};

// "2 move, 1 waits again, 4.0 GPU hours are lost".
QString consequenceOf(const Effect& effect);
// Whether somebody runs no more, or with fewer replicas.
bool makesWorse(const Effect& effect);

}  // namespace apportion::ui
