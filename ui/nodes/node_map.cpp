// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_map.h"

#include <algorithm>
#include <cmath>

#include <QAccessible>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include "ui/found_text.h"
#include "ui/nodes/node_paint.h"
#include "ui/nodes/node_texts.h"
#include "ui/texts.h"
#include "ui/widgets/fonts.h"
#include "ui/widgets/keyboard_focus.h"
#include "ui/widgets/style_paint.h"

namespace apportion::ui {

namespace {

int mostDevices(const std::vector<NodeRow>& nodes) {
    int most = 1;
    for (const NodeRow& node : nodes)
        most = std::max(most, node.devices);
    return most;
}

QString workloadOn(const NodeRow& node, int device, NodeLayout::Shape shape) {
    for (const NodeBlock& block : node.blocks)
        if (shape == NodeLayout::Shape::tiles ||
            (device >= block.device && device < block.device + block.devices))
            return qt(block.workload);
    return {};
}

}  // namespace

NodeMapView::NodeMapView(QWidget* parent) : QAbstractScrollArea(parent) {
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("Devices of all nodes"));
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
}

const NodeRow* NodeMapView::node(int shown) const {
    if (!view_ || shown < 0 || shown >= shownCount())
        return nullptr;
    return &view_->nodes.rows[static_cast<std::size_t>(shown_[static_cast<std::size_t>(shown)])];
}

std::vector<const NodeRow*> NodeMapView::shownNodes() const {
    std::vector<const NodeRow*> nodes;
    nodes.reserve(static_cast<std::size_t>(shownCount()));
    for (int i = 0; i < shownCount(); ++i)
        nodes.push_back(node(i));
    return nodes;
}

void NodeMapView::setView(const ViewPtr& view) {
    const NodeRow* before = currentNode();
    const std::string name = before ? before->name : std::string();
    view_ = view;
    times_ = TimeText(view->document.epoch);
    arrange();
    if (const NodeRow* now = currentNode(); !now || now->name != name)
        selectNode(qt(name));
    say();
}

void NodeMapView::setUses(const DeviceUses& uses) {
    uses_ = uses;
    say();
    viewport()->update();
}

void NodeMapView::setFilter(const QString& text) {
    if (text == filter_)
        return;
    filter_ = text;
    current_ = {0, 0};
    arrange();
    say();
    emit currentChanged();
}

void NodeMapView::setColouring(Colouring colouring) {
    colouring_ = colouring;
    viewport()->update();
}

void NodeMapView::arrange() {
    shown_.clear();
    if (view_) {
        const std::vector<NodeRow>& nodes = view_->nodes.rows;
        shown_.reserve(nodes.size());
        const TextSearch search = searchFor(filter_);
        for (std::size_t i = 0; i < nodes.size(); ++i)
            if (search.isIn(nodes[i].name))
                shown_.push_back(static_cast<int>(i));
        const int all = static_cast<int>(nodes.size());
        NodeLayout::Measures measures;
        measures.nodes = shownCount();
        measures.mostDevices = mostDevices(nodes);
        measures.nameWidth = nameWidth(nodes, NodeLayout::shapeFor(all));
        measures.width = viewport()->width();
        measures.scale = fontScale();
        layout_ = NodeLayout(measures, all);
    }
    current_.node = std::clamp(current_.node, 0, std::max(0, shownCount() - 1));
    if (const NodeRow* now = currentNode())
        current_.device = std::clamp(current_.device, 0, std::max(0, now->devices - 1));
    const int height = static_cast<int>(std::ceil(layout_.height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(static_cast<int>(layout_.item(0).height()) + 4);
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    viewport()->update();
}

double NodeMapView::offset() const {
    return verticalScrollBar()->value();
}

QRect NodeMapView::rectOf(const Spot& spot) const {
    return layout_.device(spot.node, spot.device).translated(0, -offset()).toAlignedRect();
}

std::optional<NodeMapView::Spot> NodeMapView::spotAt(const QPoint& position) const {
    if (position.y() < layout_.headerHeight())
        return std::nullopt;
    const QPointF point(position.x(), position.y() + offset());
    const auto spot = layout_.at(point);
    const NodeRow* there = spot ? node(spot->node) : nullptr;
    return there ? layout_.at(point, there->devices) : std::nullopt;
}

QString NodeMapView::currentWorkload() const {
    const NodeRow* now = currentNode();
    return now ? workloadOn(*now, current_.device, layout_.shape()) : QString();
}

void NodeMapView::selectNode(const QString& name, int device) {
    for (int i = 0; i < shownCount(); ++i)
        if (qt(node(i)->name) == name) {
            // A tile is all of its node.
            const bool tiles = layout_.shape() == NodeLayout::Shape::tiles;
            return moveTo(
                {i, tiles ? 0 : std::clamp(device, 0, std::max(0, node(i)->devices - 1))});
        }
}

void NodeMapView::moveTo(const Spot& spot) {
    current_ = spot;
    const QRectF box = layout_.item(spot.node);
    constexpr double kRing = 4;  // around it, with what lies between
    const double top = offset() + layout_.headerHeight() + kRing;
    const double bottom = offset() + viewport()->height();
    if (box.top() < top)
        verticalScrollBar()->setValue(
            static_cast<int>(std::floor(box.top() - layout_.headerHeight() - kRing)));
    else if (box.bottom() > bottom)
        verticalScrollBar()->setValue(
            static_cast<int>(std::ceil(box.bottom() + kRing - viewport()->height())));
    say();
    viewport()->update();
    emit currentChanged();
}

// What a screen reader says of the current device.
void NodeMapView::say() {
    const NodeRow* now = currentNode();
    const QString text = !now ? tr("No node")
                         : layout_.shape() == NodeLayout::Shape::tiles
                             ? nodeText(*now, times_)
                             : deviceText(*now, current_.device, times_, uses_);
    if (text == accessibleDescription())
        return;
    setAccessibleDescription(text);
    if (hasFocus()) {
        QAccessibleEvent event(this, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&event);
    }
}

void NodeMapView::paintEvent(QPaintEvent* event) {
    QPainter painter(viewport());
    const double dy = offset();
    painter.translate(0, -dy);
    NodeLook look{layout_, times_, colouring_ == Colouring::allocation, uses_, {}};
    if (hovered_)
        if (const NodeRow* under = node(hovered_->node))
            look.pointedAt = workloadOn(*under, hovered_->device, layout_.shape());
    const auto [first, last] =
        layout_.within(event->rect().top() + dy, event->rect().bottom() + dy);
    for (int i = first; i < last; ++i)
        paintNode(painter, *node(i), i, look);
    if (hasFocus() && currentNode()) {
        const QRectF box = layout_.device(current_.node, current_.device);
        // On a block of one colour the ring alone would not be seen.
        paintBox(painter, box.adjusted(-1, -1, 1, 1), {}, color(Role::surface), 3, 2);
        paintFocusRing(painter, box.adjusted(-3, -3, 3, 3));
    }
    painter.translate(0, dy);
    if (layout_.headerHeight() > 0 && shownCount() > 0)
        paintDeviceNumbers(painter, layout_, mostDevices(view_->nodes.rows), viewport()->width());
}

void NodeMapView::resizeEvent(QResizeEvent*) {
    arrange();
}

void NodeMapView::scrollContentsBy(int, int) {
    viewport()->update();
}

void NodeMapView::keyPressEvent(QKeyEvent* event) {
    const NodeRow* now = currentNode();
    if (!now)
        return QAbstractScrollArea::keyPressEvent(event);
    const bool tiles = layout_.shape() == NodeLayout::Shape::tiles;
    Spot next = current_;
    const int columns = layout_.columns();
    const int page =
        std::max(1, static_cast<int>(viewport()->height() / (layout_.item(0).height() + 4))) *
        columns;
    const auto move = [&](int nodes) {
        next.node = current_.node + nodes;
        if (next.node < 0 || next.node >= shownCount())
            next.node = std::abs(nodes) > columns ? std::clamp(next.node, 0, shownCount() - 1)
                                                  : current_.node;
    };
    switch (event->key()) {
        case Qt::Key_Left:
            if (!tiles && current_.device > 0)
                --next.device;
            else if (tiles || columns > 1) {
                move(-1);
                if (!tiles && next.node != current_.node)
                    next.device = node(next.node)->devices - 1;
            }
            break;
        case Qt::Key_Right:
            if (!tiles && current_.device + 1 < now->devices)
                ++next.device;
            else if (tiles || columns > 1) {
                move(1);
                if (next.node != current_.node)
                    next.device = 0;
            }
            break;
        case Qt::Key_Up:
            move(-columns);
            break;
        case Qt::Key_Down:
            move(columns);
            break;
        case Qt::Key_PageUp:
            move(-page);
            break;
        case Qt::Key_PageDown:
            move(page);
            break;
        case Qt::Key_Home:
            next = event->modifiers() & Qt::ControlModifier || tiles ? Spot{0, 0}
                                                                     : Spot{current_.node, 0};
            break;
        case Qt::Key_End:
            next = event->modifiers() & Qt::ControlModifier || tiles
                       ? Spot{shownCount() - 1, 0}
                       : Spot{current_.node, now->devices - 1};
            break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
            if (const QString workload = currentWorkload(); !workload.isEmpty())
                emit workloadChosen(workload);
            return;
        default:
            return QAbstractScrollArea::keyPressEvent(event);
    }
    next.device = tiles ? 0 : std::clamp(next.device, 0, node(next.node)->devices - 1);
    if (next == current_)
        return;
    moveTo(next);
    emit deviceSelected();
}

void NodeMapView::mousePressEvent(QMouseEvent* event) {
    if (const auto spot = spotAt(event->pos())) {
        moveTo(*spot);
        if (event->button() == Qt::LeftButton)
            emit deviceSelected();
    }
    QAbstractScrollArea::mousePressEvent(event);
}

void NodeMapView::mouseDoubleClickEvent(QMouseEvent* event) {
    const auto spot = spotAt(event->pos());
    if (!spot)
        return;
    moveTo(*spot);
    if (const QString workload = currentWorkload(); !workload.isEmpty())
        emit workloadChosen(workload);
}

void NodeMapView::mouseMoveEvent(QMouseEvent* event) {
    const auto spot = spotAt(event->pos());
    if (spot == hovered_)
        return;
    hovered_ = spot;
    viewport()->update();
}

void NodeMapView::contextMenuEvent(QContextMenuEvent* event) {
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Mouse) {
        const auto spot = spotAt(viewport()->mapFromGlobal(event->globalPos()));
        if (!spot)
            return;
        moveTo(*spot);
    } else {
        at = viewport()->mapToGlobal(rectOf(current_).bottomLeft());
    }
    if (const NodeRow* now = currentNode())
        emit verbsWanted(qt(now->name), at);
}

void NodeMapView::focusInEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void NodeMapView::focusOutEvent(QFocusEvent* event) {
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool NodeMapView::viewportEvent(QEvent* event) {
    if (event->type() == QEvent::Leave && hovered_) {
        hovered_.reset();
        viewport()->update();
    }
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const auto spot = spotAt(help->pos());
    const NodeRow* under = spot ? node(spot->node) : nullptr;
    if (!under) {
        QToolTip::hideText();
        event->ignore();
        return true;
    }
    const bool onDevice = layout_.shape() != NodeLayout::Shape::tiles &&
                          help->pos().x() >= layout_.device(spot->node, 0).left();
    QToolTip::showText(
        help->globalPos(),
        onDevice ? deviceText(*under, spot->device, times_, uses_) : nodeText(*under, times_),
        viewport(), onDevice ? rectOf(*spot) : QRect());
    return true;
}

}  // namespace apportion::ui
