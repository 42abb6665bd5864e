// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/player.h"
#include "core/session/pool_source.h"
#include "core/session/view.h"

namespace apportion {

// Everything of a view but the document, the playback and the history.
View viewOf(const PoolSource& source);

// The view of a player where it stands. Equal moments give equal views, however they were reached.
// `shown`: a workload that stands in the rows, however many come before it.
View viewOf(Player& player, const std::string& shown = {});

PoolSource sourceOf(const Player& player);

}  // namespace apportion
