// SPDX-License-Identifier: GPL-3.0-or-later
// The workloads that a variant treats otherwise than the base, and both histories of one of them.
#pragma once

#include <memory>

#include <QHash>

#include "core/session/planning/plan_view.h"
#include "ui/dialogs/dialog_frame.h"
#include "ui/session_bridge.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/column_sort.h"

namespace apportion::ui {

class EmptyState;
class TreeView;

// A row a fact of a workload: in the base, in the variant.
std::vector<CellTable::Row> historyRows(const PlanComparison& compared,
                                        const WorkloadDifference& workload);

class WorkDialog final : public DialogFrame {
    Q_OBJECT

public:
    WorkDialog(SessionBridge& bridge, std::size_t set, const QString& name,
               QWidget* parent = nullptr);

    bool isUpToDate() const override { return answered_; }
    TreeView* table() const { return table_; }
    void sortBy(int column);
    void openHistory(int row);

private:
    void show();

    std::shared_ptr<const PlanComparison> compared_;
    std::vector<const WorkloadDifference*> order_;
    QHash<QString, QString> quotas_;  // of the base, by workload
    ColumnSort sort_;
    CellTable* model_;
    TreeView* table_;
    EmptyState* empty_;
    bool answered_ = false;
};

}  // namespace apportion::ui
