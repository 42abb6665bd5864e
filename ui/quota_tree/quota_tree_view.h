// SPDX-License-Identifier: GPL-3.0-or-later
// The view of the tree of quotas: Tab goes from one cell that can be edited to the next, rows are
// dragged onto siblings, and the menu of a row comes by mouse or key.
#pragma once

#include "ui/widgets/tree_view.h"

namespace apportion::ui {

class QuotaTreeView final : public TreeView {
    Q_OBJECT

public:
    explicit QuotaTreeView(QWidget* parent = nullptr);

    // What goes with the mouse while a quota is dragged: its name alone, beside the pointer, so
    // that the row below it can be read.
    static QPixmap dragPicture(const QString& name, double ratio);
    bool isEditing() const { return state() == EditingState; }

signals:
    void menuWanted(const QPoint& global);
    // What came meanwhile may be shown now.
    void editorClosed();
    void editorGivenUp();  // by Esc: what was typed is not meant

protected:
    void closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void startDrag(Qt::DropActions actions) override;
    void dragMoveEvent(QDragMoveEvent* event) override;

private:
    QModelIndex nextEditable(QModelIndex from, int step) const;
};

}  // namespace apportion::ui
