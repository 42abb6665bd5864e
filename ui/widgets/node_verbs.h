// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a node: the same in its menu, in the palette and in the inspector.
#pragma once

#include <vector>

#include <QString>

#include "core/model/node.h"
#include "ui/widgets/icons.h"

namespace apportion::ui {

struct NodeVerb {
    NodeState to = NodeState::ready;
    bool preview = false;  // shows first whom it would hit
    Icon icon = Icon::none;
    QString text;   // "Cordon"
    QString named;  // "Cordon dgx-1"
};

std::vector<NodeVerb> nodeVerbs(const QString& node, NodeState state);

}  // namespace apportion::ui
