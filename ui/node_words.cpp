// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/node_words.h"

#include <QCoreApplication>

namespace apportion::ui {

namespace {

struct NodeWords {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::NodeWords)
};

}  // namespace

QString nodeStateWord(const NodeRow& node) {
    return nodeStateWord(node.state, node.blocks.empty());
}

QString nodeStateWord(NodeState state, bool isEmpty) {
    switch (state) {
        case NodeState::ready:
            return NodeWords::tr("ready");
        case NodeState::cordoned:
            return NodeWords::tr("cordoned");
        case NodeState::draining:
            return isEmpty ? NodeWords::tr("drained") : NodeWords::tr("draining");
        case NodeState::down:
            return NodeWords::tr("down");
    }
    return {};
}

}  // namespace apportion::ui
