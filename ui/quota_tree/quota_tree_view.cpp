// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quota_tree/quota_tree_view.h"

#include <QContextMenuEvent>
#include <QDrag>
#include <QDragMoveEvent>
#include <QHeaderView>
#include <QMimeData>
#include <QPainter>
#include <QTimer>

#include "ui/visible_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"

namespace apportion::ui {

QuotaTreeView::QuotaTreeView(QWidget* parent) : TreeView(Shape::tree, parent) {
    setEditTriggers(EditKeyPressed | DoubleClicked);
    setDragEnabled(true);
    setAcceptDrops(true);
    setDropIndicatorShown(true);
    setDragDropMode(DragDrop);
    setDefaultDropAction(Qt::MoveAction);
    header()->setSectionsClickable(true);
}

// In the order in which the columns stand, then the next row.
QModelIndex QuotaTreeView::nextEditable(QModelIndex from, int step) const {
    int visual = header()->visualIndex(from.column()) + step;
    while (from.isValid()) {
        for (; visual >= 0 && visual < header()->count(); visual += step) {
            const int column = header()->logicalIndex(visual);
            const QModelIndex to = from.siblingAtColumn(column);
            if (!header()->isSectionHidden(column) && (to.flags() & Qt::ItemIsEditable))
                return to;
        }
        from = step > 0 ? indexBelow(from) : indexAbove(from);
        visual = step > 0 ? 0 : header()->count() - 1;
    }
    return {};
}

void QuotaTreeView::closeEditor(QWidget* editor, QAbstractItemDelegate::EndEditHint hint) {
    const int step = hint == QAbstractItemDelegate::EditNextItem       ? 1
                     : hint == QAbstractItemDelegate::EditPreviousItem ? -1
                                                                       : 0;
    const QPersistentModelIndex from = currentIndex();
    TreeView::closeEditor(editor, step == 0 ? hint : QAbstractItemDelegate::NoHint);
    if (hint == QAbstractItemDelegate::RevertModelCache)
        emit editorGivenUp();
    if (step == 0) {
        emit editorClosed();
        return;
    }
    // The editor that was left is gone by then.
    QTimer::singleShot(0, this, [this, from, step] {
        const QModelIndex to = nextEditable(from, step);
        if (!to.isValid()) {
            emit editorClosed();
            return;
        }
        setCurrentIndex(to);
        edit(to);
    });
}

QPixmap QuotaTreeView::dragPicture(const QString& name, double ratio) {
    constexpr int kMost = 200;
    const QFont face = ui::font(Type::name);
    const QFontMetrics metrics(face);
    const QString shown = metrics.elidedText(visible(name), Qt::ElideRight, kMost);
    const QSize size(metrics.horizontalAdvance(shown) + 17, metrics.height() + 9);
    QPixmap picture(size * ratio);
    picture.setDevicePixelRatio(ratio);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF box(0, 0, size.width(), size.height());
    paintBox(painter, box, color(Role::raised), color(Role::line2), kControlRadius);
    painter.setFont(face);
    painter.setPen(color(Role::text));
    painter.drawText(QPointF(8, baselineIn(box, face)), shown);
    return picture;
}

void QuotaTreeView::startDrag(Qt::DropActions actions) {
    const QModelIndex current = currentIndex();
    if (!current.isValid())
        return;
    QMimeData* dragged = model()->mimeData({current});
    if (dragged == nullptr)
        return;
    auto* drag = new QDrag(this);
    drag->setMimeData(dragged);
    drag->setPixmap(dragPicture(current.siblingAtColumn(0).data().toString(), devicePixelRatioF()));
    drag->setHotSpot({-14, -16});
    drag->exec(actions, defaultDropAction());
}

// Qt leaves the frame around the last row that would take it, also over one that does not.
void QuotaTreeView::dragMoveEvent(QDragMoveEvent* event) {
    setDropIndicatorShown(true);
    TreeView::dragMoveEvent(event);
    if (event->isAccepted())
        return;
    setDropIndicatorShown(false);
    viewport()->update();
}

void QuotaTreeView::contextMenuEvent(QContextMenuEvent* event) {
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        const QRect cell = visualRect(currentIndex());
        at = viewport()->mapToGlobal(QPoint(cell.left() + 24, cell.bottom()));
    }
    event->accept();
    emit menuWanted(at);
}

}  // namespace apportion::ui
