// SPDX-License-Identifier: GPL-3.0-or-later
// Whose work a tried command would touch, row by row: who is evicted first, who gains last.
#pragma once

#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/widgets/cell_table.h"

namespace apportion::ui {

class TrialModel final : public CellTable {
    Q_OBJECT

public:
    enum Column { workloadColumn, gpuColumn, fateColumn, columns };

    explicit TrialModel(QObject* parent = nullptr);
    // Colours and sizes are the view's.
    void setTrial(const Effect& trial, const View& view);
};

}  // namespace apportion::ui
