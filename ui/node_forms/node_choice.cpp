// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_forms/node_choice.h"

#include "core/plan/draft/node_request.h"
#include "ui/texts.h"

namespace apportion::ui {

NodeChoice::NodeChoice(QWidget* parent) : QComboBox(parent) {
    setAccessibleName(tr("Node or group of nodes"));
}

void NodeChoice::offer(const std::vector<NodeGroup>& groups, const std::string& node) {
    groups_ = groupsWith(groups, node);
    for (const NodeGroup& group : groups_) {
        const QString size =
            tr("%Ln node(s) × %1", nullptr, group.count).arg(gpusText(group.node.gpu));
        addItem(tr("%1 · %2", "group, its nodes").arg(qt(group.node.name), size));
    }
    const NodeGroup* first = groupOf(groups_, node);
    setCurrentIndex(first != nullptr ? static_cast<int>(first - groups_.data()) : count() - 1);
}

const NodeGroup* NodeChoice::chosen() const {
    const int at = currentIndex();
    return at < 0 || at >= static_cast<int>(groups_.size())
               ? nullptr
               : &groups_[static_cast<std::size_t>(at)];
}

}  // namespace apportion::ui
