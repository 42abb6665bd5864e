// SPDX-License-Identifier: GPL-3.0-or-later
// Which nodes a form is about: a group as it was added, or one node of it.
#pragma once

#include <string>
#include <vector>

#include <QComboBox>

#include "core/model/node.h"

namespace apportion::ui {

class NodeChoice final : public QComboBox {
    Q_OBJECT

public:
    explicit NodeChoice(QWidget* parent = nullptr);

    // Begins with that node, which stands alone before the groups where its group has others; of
    // no node, with the group added last.
    void offer(const std::vector<NodeGroup>& groups, const std::string& node);
    // Null until something is offered.
    const NodeGroup* chosen() const;

private:
    std::vector<NodeGroup> groups_;
};

}  // namespace apportion::ui
