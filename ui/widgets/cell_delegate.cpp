// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_delegate.h"

#include <cmath>

#include <QKeyEvent>
#include <QPainter>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

constexpr int kPlaces = 2;
constexpr double kMost = 1e12;

QMargins padsFor(const QStyleOptionViewItem& option, const QModelIndex& index) {
    if (const auto* view = qobject_cast<const TreeView*>(option.widget))
        return view->padsOf(index.column());
    return {8, 0, 8, 0};
}

// Of whole numbers as well: what cannot be is for the model to refuse, and not for the field.
QWidget* numberEditor(QWidget* parent, const QVariant& value) {
    if (value.typeId() != QMetaType::Double && value.typeId() != QMetaType::Int)
        return nullptr;
    auto* field = new NumberField(kPlaces, parent);
    field->setFrame(false);
    field->setRange(-kMost, kMost);
    return field;
}

}  // namespace

Cell cellOf(const QModelIndex& index) {
    const QVariant value = index.data(CellRole);
    if (value.canConvert<Cell>())
        return value.value<Cell>();
    Cell cell = Cell::words(index.data(Qt::DisplayRole).toString());
    if (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight)
        cell.kind = CellKind::number;
    return cell;
}

CellDelegate::CellDelegate(QObject* parent) : QStyledItemDelegate(parent) {}

int CellDelegate::rowHeight() const {
    return controlHeight(m_rowHeight);
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QMargins pads = padsFor(option, index);
    painter->save();
    painter->setClipRect(option.rect, Qt::IntersectClip);
    paintCell(*painter, QRectF(option.rect).marginsRemoved(pads), cellOf(index),
              index.flags() & Qt::ItemIsEnabled);
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const QMargins pads = padsFor(option, index);
    // Group rows span all columns and widen none.
    if (index.siblingAtColumn(0).data(GroupRole).toBool())
        return {pads.left() + pads.right(), rowHeight()};
    return {static_cast<int>(std::ceil(cellWidth(cellOf(index)))) + pads.left() + pads.right(),
            rowHeight()};
}

QWidget* CellDelegate::createEditor(QWidget* parent, const QStyleOptionViewItem& option,
                                    const QModelIndex& index) const {
    QWidget* editor = numberEditor(parent, index.data(Qt::EditRole));
    if (editor == nullptr)
        editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (!editor)
        return nullptr;
    // Else the cell's own text shows through.
    editor->setBackgroundRole(QPalette::Base);
    editor->setAutoFillBackground(true);
    return editor;
}

// What cannot be read is left to be mended, where Enter or Tab would put the old number back.
bool CellDelegate::eventFilter(QObject* editor, QEvent* event) {
    const auto* field = qobject_cast<NumberField*>(editor);
    if (field && !field->isReadable() && event->type() == QEvent::KeyPress)
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Return:
            case Qt::Key_Enter:
            case Qt::Key_Tab:
            case Qt::Key_Backtab:
                return true;
            default:
                break;
        }
    return QStyledItemDelegate::eventFilter(editor, event);
}

void CellDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const {
    const QMargins pads = padsFor(option, index);
    // The editor's own text starts where the cell's did.
    editor->setGeometry(
        option.rect.adjusted(std::max(0, pads.left() - 8), 1, -std::max(0, pads.right() - 8), -2));
}

}  // namespace apportion::ui
