// SPDX-License-Identifier: GPL-3.0-or-later
// A workload explained: what it asks for, why it waits or where it runs, who holds what it needs,
// what would start it, what happened to it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <QWidget>

#include "core/plan/draft/node_back.h"
#include "core/view/explain/work_explanation.h"
#include "core/view/nodes/device_uses.h"
#include "ui/session_bridge.h"

namespace apportion {
struct Estimates;
struct Remedy;
struct StartEstimate;
}  // namespace apportion

namespace apportion::ui {

class CardList;
class EvictionSection;
class ExplanationRail;
class FactList;
struct InspectorCard;
class InspectorTitle;
struct PartsShown;
class LinkList;
class RunSection;
class TakenSection;
class TextLabel;

class WorkloadInspector final : public QWidget {
    Q_OBJECT

public:
    explicit WorkloadInspector(SessionBridge& bridge, QWidget* parent = nullptr);

    InspectorTitle* title() const { return title_; }
    bool isUpToDate() const;

    // `eviction`: the one of it that was chosen, told before all else; null = none was.
    void setWorkload(const View& view, const WorkloadRow& row, const Estimates* estimates,
                     const EvictionRow* eviction = nullptr, const DeviceUses& uses = {});
    // Until the explanation comes.
    void clearExplanation();
    void setExplanation(const View& view, const WorkExplanation& explained);
    // Why it waits, or what happened to it.
    PartsShown reason() const;
    // What would start it, or the approval that it waits for; else why it is so.
    PartsShown remedy() const;

signals:
    void workloadChosen(const QString& workload);
    void eventWanted(const apportion::Event& event, const QString& what);
    void priorityWanted(const QString& workload, int priority, const QString& what);
    void newNodesWanted(const apportion::NodeGroup& group);
    void projectWanted();  // of a recorded run
    void liveWanted();
    // To be taken back; `verb` says so, `what` it is about.
    void nodeWanted(const QString& node, const QString& verb, const QString& what);
    void approvalWanted(const QString& workload);

private:
    void takeHeld();
    void tellWhenItStarts(const View& view, const std::string& workload,
                          const StartEstimate* estimate);
    void placeRuns(bool behindTheReason);
    void showWhy(const View& view, const Explanation& explanation);
    // Of the nodes that are away, one by one: the first whose return starts it.
    void tryNodes(std::vector<std::string> nodes);
    // In the order of what they cost.
    void showCards(const View& view, const WorkExplanation& explained);
    InspectorCard cardOf(const View& view, const Remedy& remedy);
    InspectorCard riseCard(const View& view, const std::string& workload, const PriorityRise& rise);
    InspectorCard nodeCard(const View& view, const NodeRow& node);
    InspectorCard goLiveCard(const View& view);
    static InspectorCard noWayCard(const View& view, const WorkExplanation& explained);
    void showHolders(const View& view, const Explanation& explanation);
    void showHistory(const View& view, const Explanation& explanation);

    struct NodeBack {
        std::string node;
        ReturnCost cost;
    };

    SessionBridge& bridge_;
    WorkExplanation explained_;  // with when it starts
    std::optional<NodeBack> nodeBack_;
    int question_ = 0;
    bool trying_ = false;
    std::string shownOf_;                  // whose explanation stands there
    std::optional<WorkExplanation> held_;  // what is to be said when the pointer has left the cards
    InspectorTitle* title_;
    EvictionSection* eviction_;
    FactList* facts_;
    TextLabel* unknown_;  // why nobody knows when it starts
    RunSection* runs_;
    TakenSection* taken_;
    TextLabel* whyTitle_;
    ExplanationRail* why_;
    TextLabel* cardsTitle_;
    CardList* cards_;
    TextLabel* holdersTitle_;
    LinkList* holders_;
    TextLabel* historyTitle_;
    ExplanationRail* history_;
};

}  // namespace apportion::ui
