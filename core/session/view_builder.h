// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/player.h"
#include "core/session/view.h"

namespace apportion {

// The view of a player where it stands. Equal moments give equal views, however they were reached.
View viewOf(Player& player);

}  // namespace apportion
