// SPDX-License-Identifier: GPL-3.0-or-later
// Two small tables: who could be hit by a policy, and what would happen with it.
#pragma once

#include <functional>
#include <vector>

#include <QAbstractTableModel>

#include "core/session/draft/policy_draft.h"
#include "ui/widgets/cell.h"

namespace apportion::ui {

// Rows of cells with heads over them; no more than that.
class CellTable : public QAbstractTableModel {
    Q_OBJECT

public:
    struct Head {
        QString text;
        bool right = false;
    };

    explicit CellTable(std::vector<Head> heads, QObject* parent = nullptr);

    // The last element of a row is what its tool tip says.
    struct Row {
        std::vector<Cell> cells;
        QString toolTip;
        friend bool operator==(const Row&, const Row&) = default;
    };
    void setRows(std::vector<Row> rows);
    const std::vector<Row>& rows() const { return rows_; }

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    std::vector<Head> heads_;
    std::vector<Row> rows_;
};

// Colour of the team of a quota.
using ColourOf = std::function<int(const std::string& quota)>;

std::vector<CellTable::Head> victimHeads();
std::vector<CellTable::Row> victimRows(const std::vector<PolicyVictim>& victims,
                                       const ColourOf& colourOf);
std::vector<CellTable::Head> trialHeads();
std::vector<CellTable::Row> trialRows(
    const PolicyTrial& trial, const ColourOf& colourOf,
    const std::function<std::string(const std::string&)>& quotaOf);

}  // namespace apportion::ui
