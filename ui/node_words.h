// SPDX-License-Identifier: GPL-3.0-or-later
// What a node is, in a word.
#pragma once

#include <QString>

#include "core/session/nodes/node_rows.h"

namespace apportion::ui {

// "ready", "cordoned", "draining" while something is left on it, then "drained", "down".
QString nodeStateWord(const NodeRow& node);
QString nodeStateWord(NodeState state, bool isEmpty = false);

}  // namespace apportion::ui
