// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "core/view/explain/quota_explanation.h"
#include "core/view/pool_source.h"

namespace apportion {

// Why the quota holds what it holds. Nothing = no such quota.
std::optional<QuotaExplanation> explainQuota(const PoolSource& pool, std::string_view name);

}  // namespace apportion
