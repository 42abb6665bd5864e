// SPDX-License-Identifier: GPL-3.0-or-later
// The quotas of a view as a tree or flat, filtered and sorted (core/view/quota_order.h). What is
// edited goes out as signals: the model itself changes nothing.
#pragma once

#include <QAbstractItemModel>

#include "core/plan/draft/quota_edit.h"
#include "core/view/quota_order.h"
#include "ui/session_bridge.h"

namespace apportion::ui {

// What was typed into a cell.
struct QuotaEdit {
    QString quota;
    int column = 0;
    QVariant value;
};

class QuotaModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    // The first four are shown unless something else is chosen.
    enum Column {
        nameColumn,
        usageColumn,
        usedColumn,
        waitColumn,
        teamColumn,
        guaranteedColumn,
        fairShareColumn,
        borrowedColumn,
        lentColumn,
        weightColumn,
        rankColumn,
        limitColumn,
        policyColumn,
        columns
    };
    static constexpr int kShownFirst = teamColumn;
    // From so many quotas on their order is the session's work.
    static constexpr std::size_t kCrowd = 20000;

    explicit QuotaModel(QObject* parent = nullptr);

    bool isCrowd(const View& view) const { return view.quotas.size() > crowd_; }
    // For tests, which a crowd of that size would hold up.
    void setCrowdFrom(std::size_t quotas) { crowd_ = quotas; }

    // Ordered as before, at once.
    void setView(const ViewPtr& view);
    // Of rows in an order that belongs to them.
    void setView(const ViewPtr& view, QuotaOrder order);
    void setFlat(bool flat);
    const QuotaQuery& query() const { return order_.query; }
    const QuotaOrder& order() const { return order_; }
    const ViewPtr& view() const { return view_; }
    // Whether it has the same quotas in the same places, so that the order still fits.
    bool hasTreeOf(const View& view) const;

    static QuotaKey keyOf(int column);
    static std::optional<QuotaField> fieldOf(int column);

    const QuotaRow* row(const QModelIndex& index) const;
    QModelIndex indexOf(const std::string& quota, int column = nameColumn) const;
    QModelIndex indexOfRow(int row, int column = nameColumn) const;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& index) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

    // A row dropped on a sibling asks for GPUs to be moved; nothing is moved here.
    QStringList mimeTypes() const override;
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    bool canDropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                         const QModelIndex& parent) const override;
    bool dropMimeData(const QMimeData* data, Qt::DropAction action, int row, int column,
                      const QModelIndex& parent) override;
    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }

    // Its cell is edited again from there, until it is given up or forgotten.
    void setRefused(std::optional<QuotaEdit> edit) { refused_ = std::move(edit); }

signals:
    void edited(const apportion::ui::QuotaEdit& edit, apportion::QuotaField field,
                const QString& text);
    // In the cell of what was refused stands again what holds.
    void givenUp();
    void moveDropped(const QString& from, const QString& to);

private:
    void tellChanges(const View& before);
    void reorder(QuotaOrder order);
    bool isUnknown(int column) const;  // as long as the work is being read
    QVariant cell(const QuotaRow& row, int column) const;
    QVariant editValue(const QuotaRow& row, int column) const;
    bool isRefused(const QuotaRow& row, int column) const;
    QString barText(const QuotaRow& row) const;
    QString toolTip(const QuotaRow& row, int column) const;
    QString pathAbove(const QuotaRow& row) const;
    bool hasChildren(const QuotaRow& row) const;

    ViewPtr view_ = std::make_shared<const View>();
    std::size_t crowd_ = kCrowd;
    QuotaOrder order_;
    std::optional<QuotaEdit> refused_;
};

}  // namespace apportion::ui
