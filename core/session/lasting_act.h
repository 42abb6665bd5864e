// SPDX-License-Identifier: GPL-3.0-or-later
// What undo does not take back, where it might be thought to.
#pragma once

#include <string_view>

#include "core/session/turn.h"
#include "core/view/view.h"

namespace apportion {

// Whether undo takes back what this command does, where it is given now.
bool isTakenBack(const DocumentState& document, std::string_view command);

// The latest act of the person at the console, where it cannot be undone: an undo of `tried` would
// turn round an older one. Nothing = there is none, or that entry was asked for by itself.
const JournalRow* lastingAct(const View& view, const TurnRequest& turn, const TurnTrial& tried);

}  // namespace apportion
