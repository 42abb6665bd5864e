// SPDX-License-Identifier: GPL-3.0-or-later
// The base of all trees and tables: a QTreeView with uniform rows in the look of the program.
// Cells come from the model's CellRole (ui/widgets/cell.h).
#pragma once

#include <QMargins>
#include <QPersistentModelIndex>
#include <QTreeView>

#include "ui/widgets/column_layout.h"

namespace apportion::ui {

class CellDelegate;

class TreeView : public QTreeView {
    Q_OBJECT

public:
    // A tree has branch arrows and no hairlines, rows of 30; a table has hairlines, rows of 28.
    enum class Shape { tree, table };

    explicit TreeView(Shape shape, QWidget* parent = nullptr);

    // 30 a tree of up to 40 quotas, 26 more of them or "compact", 28 tables, 36 rows with fields.
    void setRowHeight(int pixels);

    // Where the first column's text starts and the last one's ends: 16 on a page, 12 in the quota
    // pane and in cards.
    void setPageMargin(int pixels);

    void setColumns(const QList<ColumnSpec>& columns);
    ColumnLayout& columnLayout() { return *m_columns; }

    // Sums up how cells of this column stand away from its edges.
    QMargins padsOf(int column) const;

    // A head row and the rows, of all visible columns in their visible order, separated by tabs.
    // `onlySelected`: what Ctrl+C copies.
    QString toText(bool onlySelected) const;
    void copySelection() const;

    // Lets a number that has just changed show it for 600 ms, at most once a second; not at all
    // where less motion is asked for (ui/widgets/motion.h).
    void flash(const QModelIndex& index);

    void setModel(QAbstractItemModel* model) override;

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect,
                      const QModelIndex& index) const override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void drawGroup(QPainter& painter, const QRect& row, const QModelIndex& index) const;
    void drawGround(QPainter& painter, const QRect& row, const QModelIndex& index) const;
    void drawFlashes(QPainter& painter, const QRect& row, const QModelIndex& index) const;
    bool showsFocus(const QModelIndex& index) const;
    void setHovered(const QModelIndex& index);
    void updateRow(const QModelIndex& index);
    void applyPads();

    struct Flash {
        QPersistentModelIndex index;
        qint64 since = 0;  // ms of the monotonic clock
    };

    CellDelegate* m_delegate;
    ColumnLayout* m_columns;
    Shape m_shape;
    int m_pageMargin = 16;
    QPersistentModelIndex m_hovered;
    QList<Flash> m_flashes;
};

// In lines of a readable length, broken at blanks.
QString brokenText(const QString& text);

}  // namespace apportion::ui
