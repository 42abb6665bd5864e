// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/node_verbs.h"

#include <QCoreApplication>

namespace apportion::ui {

namespace {

struct NodeVerbs {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::NodeVerbs)
};

}  // namespace

std::vector<NodeVerb> nodeVerbs(const QString& node, NodeState state) {
    std::vector<NodeVerb> verbs;
    switch (state) {
        case NodeState::ready:
            verbs.push_back({NodeState::cordoned, false, Icon::lock, NodeVerbs::tr("Cordon"),
                             NodeVerbs::tr("Cordon %1").arg(node)});
            break;
        case NodeState::cordoned:
        case NodeState::draining:
            verbs.push_back({NodeState::ready, false, Icon::unlock, NodeVerbs::tr("Uncordon"),
                             NodeVerbs::tr("Uncordon %1").arg(node)});
            break;
        case NodeState::down:
            verbs.push_back({NodeState::ready, false, Icon::check,
                             NodeVerbs::tr("Return to service"),
                             NodeVerbs::tr("Return %1 to service").arg(node)});
            break;
    }
    if (state == NodeState::ready || state == NodeState::cordoned)
        verbs.push_back({NodeState::draining, true, Icon::eye, NodeVerbs::tr("Drain…"),
                         NodeVerbs::tr("Drain %1…").arg(node)});
    if (state != NodeState::down)
        verbs.push_back({NodeState::down, true, Icon::error, NodeVerbs::tr("Mark as down…"),
                         NodeVerbs::tr("Mark %1 as down…").arg(node)});
    return verbs;
}

}  // namespace apportion::ui
