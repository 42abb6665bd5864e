// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace apportion::ui {

// int: how many steps its content stands to the right, in a list that tells of a tree.
inline constexpr int kDepthRole = Qt::UserRole + 899;

// Paints the Cell of every index in every view. The ground (selection, hover, hairline) belongs to
// the view, see ui/widgets/tree_view.h. Indexes without a Cell show their DisplayRole as text.
class CellDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    explicit CellDelegate(QObject* parent = nullptr);

    // Height of every row in pixels; taller if the font needs it (fonts.h, controlHeight()).
    void setRowHeight(int pixels) { m_rowHeight = pixels; }
    int rowHeight() const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const override;
    // A number that cannot be read is not written.
    void setModelData(QWidget* editor, QAbstractItemModel* model,
                      const QModelIndex& index) const override;
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;

protected:
    bool eventFilter(QObject* editor, QEvent* event) override;

private:
    int m_rowHeight = 28;
};

// What the delegate would show: the index's Cell, or its DisplayRole as one.
struct Cell;
Cell cellOf(const QModelIndex& index);

}  // namespace apportion::ui
