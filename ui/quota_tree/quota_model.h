// SPDX-License-Identifier: GPL-3.0-or-later
// The quotas of a view as a tree (or flat, in the same order). Sizes are edited through a signal:
// the model itself changes nothing.
#pragma once

#include <QAbstractItemModel>

#include "ui/session_bridge.h"

namespace apportion::ui {

class QuotaModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { nameColumn, usageColumn, usedColumn, waitColumn, columns };

    explicit QuotaModel(QObject* parent = nullptr);

    void setView(const ViewPtr& view);
    void setFlat(bool flat);
    bool isFlat() const { return flat_; }

    const QuotaRow* row(const QModelIndex& index) const;
    QModelIndex indexOf(const std::string& quota, int column = nameColumn) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void guaranteeEdited(const QString& quota, qlonglong gpu);

private:
    bool sameTree(const View& view) const;
    void buildTree();
    QModelIndex at(int row, int column) const;
    QVariant cell(const QuotaRow& row, int column) const;
    QString toolTip(const QuotaRow& row, int column) const;

    ViewPtr view_ = std::make_shared<const View>();
    std::vector<std::vector<int>> children_;  // [row + 1] of the view; 0 = the roots
    std::vector<int> place_;                  // among its siblings
    bool flat_ = false;
};

}  // namespace apportion::ui
