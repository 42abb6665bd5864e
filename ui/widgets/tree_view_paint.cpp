// SPDX-License-Identifier: GPL-3.0-or-later
// Grounds, group rows, branch arrows and flashes of a TreeView.
#include <algorithm>
#include <chrono>

#include <QHeaderView>
#include <QPainter>
#include <QTimer>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/cell_paint.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/motion.h"
#include "ui/widgets/style_paint.h"
#include "ui/widgets/theme.h"
#include "ui/widgets/tree_view.h"

namespace apportion::ui {
namespace {

constexpr int kTreeViewPaintEdge = 3;
constexpr int kTreeViewPaintArrow = 14;
constexpr qint64 kFlashMs = 600;
constexpr qint64 kFlashPauseMs = 1000;

qint64 monotonicMs() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

bool isGroup(const QModelIndex& index) {
    return index.siblingAtColumn(0).data(GroupRole).toBool();
}

}  // namespace

void TreeView::drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                       const QModelIndex& index) const {
    const QRect row(0, option.rect.top(), viewport()->width(), option.rect.height());
    if (isGroup(index)) {
        drawGroup(*painter, row, index);
        return;
    }
    drawGround(*painter, row, index);
    drawFlashes(*painter, row, index);
    QTreeView::drawRow(painter, option, index);
    // One that is selected looks the same without the focus, so it has the ring as well, but for
    // who clicked on it.
    const bool selected = selectionModel() && selectionModel()->isSelected(index);
    const bool shows = selected ? hasKeyboardFocus(*this) : hasFocus();
    if (shows && showsFocus(index))
        paintFocusRing(*painter, QRectF(row).adjusted(0, 0, 0, -1), 0);
}

// The current row does, and where there is none yet the first, which a key would choose.
bool TreeView::showsFocus(const QModelIndex& index) const {
    const QModelIndex current = currentIndex().isValid() ? currentIndex().siblingAtColumn(0)
                                                         : model()->index(0, 0, rootIndex());
    return current == index.siblingAtColumn(0);
}

void TreeView::drawGround(QPainter& painter, const QRect& row, const QModelIndex& index) const {
    const bool selected = selectionModel() && selectionModel()->isSelected(index);
    if (selected)
        painter.fillRect(row, color(Role::accentSoft));
    else if (m_hovered.isValid() && m_hovered == index.siblingAtColumn(0))
        painter.fillRect(row, color(Role::hover));
    if (m_shape == Shape::table)
        paintHairline(painter, row.left(), row.right() + 1, row.bottom(), color(Role::line));
    if (selected)
        painter.fillRect(QRect(0, row.top(), kTreeViewPaintEdge, row.height()),
                         color(Role::accentText));
}

void TreeView::drawGroup(QPainter& painter, const QRect& row, const QModelIndex& index) const {
    painter.fillRect(row, color(Role::sunken));
    paintHairline(painter, row.left(), row.right() + 1, row.bottom(), color(Role::line));
    Cell cell = cellOf(index.siblingAtColumn(0));
    cell.type = Type::head;
    paintCell(painter, QRectF(row).adjusted(m_pageMargin, 0, -m_pageMargin, -1), cell);
    if (hasFocus() && showsFocus(index))
        paintFocusRing(painter, QRectF(row).adjusted(0, 0, 0, -1), 0);
}

void TreeView::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const {
    if (!model()->hasChildren(index))
        return;
    // Half over the pad of the cell, so that arrow and dot stand as close as dot and name. A
    // table's arrow takes the margin of the page.
    const int left = m_shape == Shape::table ? m_pageMargin - kTreeViewPaintArrow / 2 : 2;
    const QRectF place(rect.right() + 1 - indentation() + left, rect.top(), kTreeViewPaintArrow,
                       rect.height());
    paintIcon(*painter, place, isExpanded(index) ? Icon::chevronDown : Icon::chevronRight,
              color(Role::text3), 12);
}

void TreeView::flash(const QModelIndex& index) {
    if (!motionAllowed())
        return;
    const qint64 now = monotonicMs();
    for (const Flash& known : m_flashes)
        if (known.index == index && now - known.since < kFlashPauseMs)
            return;
    m_flashes.erase(std::remove_if(m_flashes.begin(), m_flashes.end(),
                                   [now](const Flash& f) {
                                       return !f.index.isValid() || now - f.since >= kFlashPauseMs;
                                   }),
                    m_flashes.end());
    m_flashes.append({index, now});
    update(index);
    QTimer::singleShot(kFlashMs + 20, this,
                       [this, cell = QPersistentModelIndex(index)] { update(cell); });
}

void TreeView::drawFlashes(QPainter& painter, const QRect& row, const QModelIndex& index) const {
    const qint64 now = monotonicMs();
    for (const Flash& flash : m_flashes) {
        if (!flash.index.isValid() || now - flash.since >= kFlashMs ||
            QModelIndex(flash.index).siblingAtColumn(0) != index.siblingAtColumn(0))
            continue;
        const int column = flash.index.column();
        const QRectF cell(header()->sectionViewportPosition(column), row.top(),
                          header()->sectionSize(column), row.height() - 1);
        paintBox(painter, cell.adjusted(2, 2, -2, -1), color(Role::accentSoft), {}, kCheckRadius);
    }
}

}  // namespace apportion::ui
