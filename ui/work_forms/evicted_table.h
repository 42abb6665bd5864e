// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {

class CellTable;

// Workloads that a submission would evict: whose they are, what they lose, and why these. Hidden
// while there are none.
class EvictedTable final : public TreeView {
    Q_OBJECT

public:
    // `rows`: that are seen at once.
    explicit EvictedTable(int rows, QWidget* parent = nullptr);

    void setEvicted(const View& view, const std::vector<Effect::Hit>& evicted);

private:
    CellTable* model_;
};

}  // namespace apportion::ui
