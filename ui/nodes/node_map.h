// SPDX-License-Identifier: GPL-3.0-or-later
// The heat map of all devices. Paints what is in sight and nothing else, so that 1,500 nodes cost
// no more than 20. One device is the current one: the arrows move it, Enter asks for the workload
// on it, the menu key for what can be done with its node.
#pragma once

#include <vector>

#include <QAbstractScrollArea>

#include "core/view/nodes/device_uses.h"
#include "core/view/view.h"
#include "ui/nodes/node_layout.h"
#include "ui/session_bridge.h"
#include "ui/time_text.h"

namespace apportion::ui {

class NodeMapView final : public QAbstractScrollArea {
    Q_OBJECT

public:
    enum class Colouring { owner, allocation };
    using Spot = NodeLayout::Spot;

    explicit NodeMapView(QWidget* parent = nullptr);

    void setView(const ViewPtr& view);
    // How busy the devices of one node are; of no node = nothing is known.
    void setUses(const DeviceUses& uses);
    void setFilter(const QString& text);  // part of a node's name
    void setColouring(Colouring colouring);
    void selectNode(const QString& name, int device = 0);

    std::vector<const NodeRow*> shownNodes() const;
    int shownCount() const { return static_cast<int>(shown_.size()); }
    const NodeLayout& arrangement() const { return layout_; }
    const NodeRow* currentNode() const { return node(current_.node); }
    int currentDevice() const { return current_.device; }
    // The first of those on the current device; empty = nobody.
    QString currentWorkload() const;
    // Of what is shown, in pixels of the viewport.
    QRect rectOf(const Spot& spot) const;

    QSize sizeHint() const override { return {620, 400}; }

signals:
    void currentChanged();
    void deviceSelected();  // by the person, with the mouse or the arrows
    void workloadChosen(const QString& workload);
    void verbsWanted(const QString& node, const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;
    bool viewportEvent(QEvent* event) override;

private:
    const NodeRow* node(int shown) const;
    void arrange();
    void moveTo(const Spot& spot);
    void say();
    std::optional<Spot> spotAt(const QPoint& position) const;
    double offset() const;

    ViewPtr view_;
    TimeText times_;
    QString filter_;
    Colouring colouring_ = Colouring::owner;
    std::vector<int> shown_;  // rows of the view
    DeviceUses uses_;
    NodeLayout layout_;
    Spot current_{0, 0};
    std::optional<Spot> hovered_;
};

}  // namespace apportion::ui
