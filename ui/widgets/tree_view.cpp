// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/tree_view.h"

#include <algorithm>

#include <QHeaderView>
#include <QHoverEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

#include "ui/widgets/cell.h"
#include "ui/widgets/cell_delegate.h"

namespace apportion::ui {
namespace {

// The branch arrow of a tree takes the pad of its first column.
constexpr int kTreePad = 6;
constexpr int kTreeViewPad = 8;
// The edge and the ring of the current row stand before what it shows.
constexpr int kLeastMargin = 6;

// A title that its column has no room for is read whole, before what is said of the column.
class HeadTips final : public QObject {
public:
    explicit HeadTips(QHeaderView* header) : QObject(header), header_(header) {}

    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() != QEvent::ToolTip)
            return false;
        const auto* help = static_cast<const QHelpEvent*>(event);
        const int column = header_->logicalIndexAt(help->pos());
        if (column < 0 || header_->sectionSize(column) >= needed(column))
            return false;
        const auto text = [&](int role) {
            return header_->model()->headerData(column, Qt::Horizontal, role).toString();
        };
        QStringList lines{text(Qt::DisplayRole), text(Qt::ToolTipRole)};
        lines.removeAll(QString());
        QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), header_);
        return true;
    }

private:
    // Titles at the edges stand away from them like their cells.
    int needed(int column) const {
        const int visual = header_->visualIndex(column);
        const char* pad = visual == 0                      ? "leadingPad"
                          : visual == header_->count() - 1 ? "trailingPad"
                                                           : nullptr;
        return header_->sectionSizeHint(column) +
               (pad == nullptr ? 0 : std::max(0, header_->property(pad).toInt() - kTreeViewPad));
    }

    QHeaderView* header_;
};

// The focus may have come unasked, as when a file is opened: from the first key on its ring tells
// where it is, until the mouse is taken again.
void showFocus(QTreeView& view, bool byKeyboard) {
    if (view.window()->testAttribute(Qt::WA_KeyboardFocusChange) == byKeyboard)
        return;
    view.window()->setAttribute(Qt::WA_KeyboardFocusChange, byKeyboard);
    view.viewport()->update();
}

}  // namespace

TreeView::TreeView(Shape shape, QWidget* parent)
    : QTreeView(parent),
      m_delegate(new CellDelegate(this)),
      m_columns(new ColumnLayout(this)),
      m_shape(shape) {
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setVerticalScrollMode(ScrollPerPixel);
    setHorizontalScrollMode(ScrollPerPixel);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAllColumnsShowFocus(true);
    setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_Hover);
    setRootIsDecorated(shape == Shape::tree);
    if (shape == Shape::table)
        setIndentation(0);
    setRowHeight(shape == Shape::tree ? 30 : 28);

    header()->setHighlightSections(false);
    header()->setSectionResizeMode(QHeaderView::Interactive);
    header()->setStretchLastSection(false);
    header()->setMinimumSectionSize(24);
    header()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header()->setTextElideMode(Qt::ElideRight);
    header()->viewport()->installEventFilter(new HeadTips(header()));
    connect(header(), &QHeaderView::sectionMoved, this, [this] { viewport()->update(); });
    applyPads();
}

void TreeView::setModel(QAbstractItemModel* newModel) {
    QTreeView::setModel(newModel);
    m_columns->watchModel();
}

void TreeView::setRowHeight(int pixels) {
    m_delegate->setRowHeight(pixels);
    // A page of the wheel and of the scroll bar's arrows is a whole number of rows.
    verticalScrollBar()->setSingleStep(m_delegate->rowHeight());
    scheduleDelayedItemsLayout();
}

void TreeView::setPageMargin(int pixels) {
    m_pageMargin = std::max(pixels, kLeastMargin);
    applyPads();
    m_columns->schedule();
}

void TreeView::setColumns(const QList<ColumnSpec>& columns) {
    m_columns->setColumns(columns);
}

void TreeView::applyPads() {
    // Read by the style when it paints the header (ui/widgets/style_tabs.cpp).
    header()->setProperty("leadingPad", m_pageMargin);
    header()->setProperty("trailingPad", m_pageMargin);
    header()->viewport()->update();
    viewport()->update();
}

QMargins TreeView::padsOf(int column) const {
    const int visual = header()->visualIndex(column);
    int last = header()->count() - 1;
    while (last > 0 && header()->isSectionHidden(header()->logicalIndex(last)))
        --last;
    int left = kTreeViewPad;
    if (visual == 0)
        left = m_shape == Shape::tree ? kTreePad : m_pageMargin;
    return {left, 0, visual == last ? m_pageMargin : kTreeViewPad, 0};
}

// Qt makes the first row the current one. Who only comes along has chosen nothing: the inspector
// and the commands follow the current row.
void TreeView::focusInEvent(QFocusEvent* event) {
    QItemSelectionModel* rows = selectionModel();
    if (rows == nullptr || currentIndex().isValid())
        return QTreeView::focusInEvent(event);
    const QSignalBlocker silent(rows);
    QTreeView::focusInEvent(event);
    rows->clearCurrentIndex();
}

void TreeView::keyPressEvent(QKeyEvent* event) {
    showFocus(*this, true);
    if (event->matches(QKeySequence::Copy)) {
        copySelection();
        event->accept();
        return;
    }
    // Qt takes the space for a search as well, which moves on and forgets what is selected.
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::ControlModifier &&
        selectionMode() == ExtendedSelection) {
        selectionModel()->select(currentIndex(),
                                 QItemSelectionModel::Toggle | QItemSelectionModel::Rows);
        event->accept();
        return;
    }
    QTreeView::keyPressEvent(event);
}

void TreeView::resizeEvent(QResizeEvent* event) {
    QTreeView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        m_columns->schedule();
}

void TreeView::changeEvent(QEvent* event) {
    QTreeView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        m_columns->schedule();
}

bool TreeView::viewportEvent(QEvent* event) {
    switch (event->type()) {
        case QEvent::MouseButtonPress:
            showFocus(*this, false);
            break;
        case QEvent::HoverEnter:
        case QEvent::HoverMove:
            setHovered(indexAt(static_cast<QHoverEvent*>(event)->position().toPoint()));
            break;
        case QEvent::HoverLeave:
        case QEvent::Leave:
            setHovered({});
            break;
        case QEvent::ToolTip: {
            // Qt breaks no plain text: a long sentence would lie over all panes.
            const auto* help = static_cast<QHelpEvent*>(event);
            if (const QString tip = indexAt(help->pos()).data(Qt::ToolTipRole).toString();
                !tip.isEmpty()) {
                QToolTip::showText(help->globalPos(), brokenText(tip), viewport());
                return true;
            }
            break;
        }
        default:
            break;
    }
    return QTreeView::viewportEvent(event);
}

QString brokenText(const QString& text) {
    constexpr qsizetype kMost = 72;  // letters of a line
    QString broken;
    for (const QString& line : text.split(QLatin1Char('\n'))) {
        qsizetype used = 0;
        if (!broken.isEmpty())
            broken += QLatin1Char('\n');
        for (const QString& word : line.split(QLatin1Char(' '))) {
            const bool fits = used == 0 || used + 1 + word.size() <= kMost;
            if (used > 0)
                broken += QLatin1Char(fits ? ' ' : '\n');
            used = fits && used > 0 ? used + 1 + word.size() : word.size();
            broken += word;
        }
    }
    return broken;
}

void TreeView::setHovered(const QModelIndex& index) {
    const QModelIndex first = index.siblingAtColumn(0);
    if (m_hovered == first)
        return;
    updateRow(m_hovered);
    m_hovered = first;
    updateRow(m_hovered);
}

void TreeView::updateRow(const QModelIndex& index) {
    if (!index.isValid())
        return;
    const QRect cell = visualRect(index.siblingAtColumn(header()->logicalIndex(0)));
    viewport()->update(0, cell.top(), viewport()->width(), cell.height());
}

}  // namespace apportion::ui
