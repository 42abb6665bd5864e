// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/session/player.h"
#include "core/session/quota_explanation.h"

namespace apportion {

// Why the quota holds what it holds where the player stands. Nothing = no such quota.
std::optional<QuotaExplanation> explainQuota(const Player& player, std::string_view name);

}  // namespace apportion
