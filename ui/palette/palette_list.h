// SPDX-License-Identifier: GPL-3.0-or-later
// The grouped list of the palette.
#pragma once

#include <functional>
#include <vector>

#include <QAbstractListModel>
#include <QListView>

#include "ui/palette/palette_items.h"

namespace apportion::ui {

class PaletteModel final : public QAbstractListModel {
    Q_OBJECT

public:
    struct Row {
        bool head = false;
        const PaletteItem* item = nullptr;  // of a head: its first item
        std::vector<int> letters;
    };

    using QAbstractListModel::QAbstractListModel;

    void setRows(std::vector<Row> rows);
    const Row& row(int index) const { return rows_[static_cast<std::size_t>(index)]; }
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

private:
    std::vector<Row> rows_;
};

class PaletteList final : public QListView {
    Q_OBJECT

public:
    explicit PaletteList(QWidget* parent = nullptr);

    void setRows(std::vector<PaletteModel::Row> rows);
    void move(int step);  // over the heads
    // The first that is so, if one is.
    void choose(const std::function<bool(const PaletteItem&)>& is);
    const PaletteItem* current() const;
    int heightForRows() const;

private:
    PaletteModel* model_;
};

}  // namespace apportion::ui
