// SPDX-License-Identifier: GPL-3.0-or-later
// The right pane: explains the selected quota or workload. Asks the session for the explanation and
// shows the numbers it has in the meantime.
#pragma once

#include <optional>
#include <string>
#include <tuple>

#include <QTimer>
#include <QWidget>

#include "core/plan/draft/estimate.h"
#include "core/view/nodes/device_uses.h"
#include "core/view/view.h"
#include "ui/session_bridge.h"

class QScrollArea;
class QStackedWidget;

namespace apportion::ui {

class EmptyState;
class QuotaInspector;
class NodeInspector;
class WorkloadInspector;
class WorkspaceInspector;

class Inspector final : public QWidget {
    Q_OBJECT

public:
    explicit Inspector(SessionBridge& bridge, QWidget* parent = nullptr);

    void setView(const ViewPtr& view);
    void setUses(const DeviceUses& uses);
    void inspectQuota(const QString& quota);
    // `evictedAt`: an eviction of it is what one came for.
    void inspectWorkload(const QString& workload, std::optional<Instant> evictedAt = {});
    // One that nobody holds.
    void inspectDevice(const QString& node, int device);
    void inspectWorkspace(const QString& workspace);
    // Brings into sight why it is so, or what would change that, once the explanation is there.
    enum class Part { reason, remedy };
    void bring(Part part);
    bool isUpToDate() const;
    // What is explained is a workload or a device: nothing of the page of the workspaces.
    bool explainsWork() const { return !workload_.isEmpty() || !node_.isEmpty(); }
    bool explainsWorkspace() const { return workspace_.has_value(); }

signals:
    void quotaChosen(const QString& quota);
    void workloadChosen(const QString& workload);
    // A workload's end is asked about, sizes are shown in the wizard, before they change.
    // `what` it is about, in words.
    void eventWanted(const apportion::Event& event, const QString& what);
    void priorityWanted(const QString& workload, int priority, const QString& what);
    void newNodesWanted(const apportion::NodeGroup& group);
    void projectWanted();  // of a recorded run
    void liveWanted();
    void approvalWanted(const QString& workload);
    void nodeBackWanted(const QString& node, const QString& verb, const QString& what);
    void nodeStateWanted(const QString& node, apportion::NodeState state, bool preview);
    void preemptionWanted(apportion::PreemptionLevel level, const QString& quota);

private:
    void refresh();
    void showWorkload(const WorkloadRow& row);
    void askWhenItStarts();
    void answered(int question);
    void scrollToWanted();
    const QuotaRow* quotaRow() const;
    const WorkloadRow* workloadRow() const;
    const NodeRow* nodeRow() const;
    const WorkspaceRow* workspaceRow() const;
    void forget();

    SessionBridge& bridge_;
    ViewPtr view_ = std::make_shared<const View>();
    QString quota_;
    QString workload_;
    std::optional<Instant> evictedAt_;
    QString node_;
    int device_ = 0;
    DeviceUses uses_;
    std::optional<QString> workspace_;  // empty = none of them
    // That was asked about last.
    std::tuple<std::string, std::string, EngineAt, bool, QString, QString, std::optional<Instant>>
        subject_;
    QTimer late_;  // the answer about a quota is
    QStackedWidget* stack_;
    EmptyState* empty_;
    QuotaInspector* quotaPage_;
    WorkloadInspector* workloadPage_;
    NodeInspector* nodePage_;
    WorkspaceInspector* workspacePage_;
    int asked_ = 0;  // number of the latest question; older answers are dropped
    int answered_ = 0;
    bool again_ = false;
    std::optional<Part> wanted_;                  // to be kept in sight until somebody scrolls
    std::shared_ptr<const Estimates> estimates_;  // the last that came; null = none yet
    bool estimating_ = false;
};

}  // namespace apportion::ui
