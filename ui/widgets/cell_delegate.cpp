// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_delegate.h"

#include <cmath>

#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "ui/visible_text.h"
#include "ui/widgets/cell.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

constexpr int kCellDelegatePlaces = 2;
constexpr double kCellDelegateMost = 1e12;

QMargins padsFor(const QStyleOptionViewItem& option, const QModelIndex& index) {
    constexpr int kStep = 14;  // as trees are indented
    const auto* view = qobject_cast<const TreeView*>(option.widget);
    QMargins pads = view != nullptr ? view->padsOf(index.column()) : QMargins(8, 0, 8, 0);
    pads.setLeft(pads.left() + kStep * index.data(kDepthRole).toInt());
    return pads;
}

// Of whole numbers as well: what cannot be is for the model to refuse, and not for the field.
class CellNumber final : public NumberField {
public:
    explicit CellNumber(QWidget* parent) : NumberField(kCellDelegatePlaces, parent) {
        setFrame(false);
        setRange(-kCellDelegateMost, kCellDelegateMost);
        // What was said is no longer so.
        connect(this, &NumberField::readableChanged, this, [this] {
            if (isReadable())
                QToolTip::hideText();
        });
    }
    void sayComplaint() {
        setProperty("error", true);
        update();
        QToolTip::showText(mapToGlobal(rect().bottomLeft()), complaint(), this);
    }

protected:
    QString sentence(const QString& typed) const override {
        return CellDelegate::tr(
                   "“%1” is not a number with at most %2 decimals. Esc restores the value.")
            .arg(typed)
            .arg(decimals());
    }
};

QWidget* numberEditor(QWidget* parent, const QModelIndex& index) {
    const int type = index.data(Qt::EditRole).typeId();
    if (type != QMetaType::Double && type != QMetaType::Int)
        return nullptr;
    auto* field = new CellNumber(parent);
    field->setAccessibleName(index.model()->headerData(index.column(), Qt::Horizontal).toString());
    return field;
}

}  // namespace

Cell cellOf(const QModelIndex& index) {
    const QVariant value = index.data(CellRole);
    const bool given = value.canConvert<Cell>();
    Cell cell = given ? value.value<Cell>() : Cell::words(index.data(Qt::DisplayRole).toString());
    if (!given && (index.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight))
        cell.kind = CellKind::number;
    cell.text = visible(cell.text);
    cell.second = visible(cell.second);
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
    QWidget* editor = numberEditor(parent, index);
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
    auto* field = dynamic_cast<CellNumber*>(editor);
    if (field && !field->isReadable() && event->type() == QEvent::KeyPress)
        switch (static_cast<QKeyEvent*>(event)->key()) {
            case Qt::Key_Return:
            case Qt::Key_Enter:
            case Qt::Key_Tab:
            case Qt::Key_Backtab:
                field->sayComplaint();
                return true;
            default:
                break;
        }
    return QStyledItemDelegate::eventFilter(editor, event);
}

void CellDelegate::setModelData(QWidget* editor, QAbstractItemModel* model,
                                const QModelIndex& index) const {
    const auto* field = qobject_cast<NumberField*>(editor);
    if (!field || field->isReadable())
        QStyledItemDelegate::setModelData(editor, model, index);
}

void CellDelegate::updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                                        const QModelIndex& index) const {
    const QMargins pads = padsFor(option, index);
    // The editor's own text starts where the cell's did.
    editor->setGeometry(
        option.rect.adjusted(std::max(0, pads.left() - 8), 1, -std::max(0, pads.right() - 8), -2));
}

}  // namespace apportion::ui
