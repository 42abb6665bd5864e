// SPDX-License-Identifier: GPL-3.0-or-later
// The Nodes tab: figures, the heat map of all devices, and what can be done with a node.
#pragma once

#include "core/view/nodes/device_uses.h"
#include "ui/pages/page.h"

class QHBoxLayout;
class QPushButton;
class QStackedWidget;

namespace apportion::ui {

class EmptyState;
class IconButton;
class KeyNumbers;
class NodeLegend;
class NodeMapView;
class SearchField;
class SectionHead;
class Segmented;

class NodesPage final : public Page {
    Q_OBJECT

public:
    explicit NodesPage(QWidget* parent = nullptr);

    void setView(const ViewPtr& view) override;
    SearchField* filter() const override;
    void reveal(const Subject& node) override;
    // Of whom it is not said to others while another page is in front.
    std::optional<QStringList> chosen(ObjectKind kind) const override;
    void setUses(const DeviceUses& uses);
    NodeMapView* map() const { return map_; }
    // The nodes that are shown, as they stand.
    QString csv() const;

signals:
    void csvWanted();
    void workloadChosen(const QString& workload);
    // By the person, and nobody holds it.
    void freeDeviceChosen(const QString& node, int device);
    // At once, for what moves nobody.
    void nodeStateWanted(const QString& node, apportion::NodeState state);
    // With a preview before it, for what moves or evicts.
    void previewWanted(const QString& node, apportion::NodeState state);
    void newNodesWanted();
    // Of the group that the node came with.
    void editWanted(const QString& name);
    void removalWanted(const QString& node);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showNodes();
    void showVerbs(const QString& name, const QPoint& at);
    void applyFilter();
    void nameVerbs();
    void fitHead();

    ViewPtr view_;
    bool stale_ = false;  // the map is of an earlier view
    KeyNumbers* numbers_;
    SectionHead* head_;
    QHBoxLayout* secondRow_;  // of the head, where the first has no room for all
    bool switchesBelow_ = false;
    SearchField* filter_;
    QPushButton* verbs_;
    QPushButton* add_;
    IconButton* save_;
    NodeLegend* legend_;
    Segmented* colouring_;
    NodeMapView* map_;
    QStackedWidget* stack_;
    EmptyState* empty_;
};

PageRegistration nodesPage();

}  // namespace apportion::ui
