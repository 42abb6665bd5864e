// SPDX-License-Identifier: GPL-3.0-or-later
// A device that nobody holds: what is free on its node, what would fit, and what can be done.
#pragma once

#include <QWidget>

#include "core/view/nodes/device_uses.h"
#include "core/view/view.h"

namespace apportion::ui {

class ExplanationRail;
class FactList;
class InspectorTitle;
class LinkList;

class NodeInspector final : public QWidget {
    Q_OBJECT

public:
    explicit NodeInspector(QWidget* parent = nullptr);

    InspectorTitle* title() const { return title_; }
    void setDevice(const View& view, const NodeRow& node, int device, const DeviceUses& uses);

signals:
    void workloadChosen(const QString& workload);
    void stateWanted(apportion::NodeState state, bool preview);

private:
    InspectorTitle* title_;
    FactList* facts_;
    ExplanationRail* fits_;
    LinkList* verbs_;
    QString shown_;  // the verbs' node and state
};

}  // namespace apportion::ui
