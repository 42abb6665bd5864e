// SPDX-License-Identifier: GPL-3.0-or-later
// Accounts of Slurm have limits and no guarantees: views of a cluster show those.
#pragma once

#include "core/session/slurm/cluster_name.h"
#include "core/view/view.h"

namespace apportion::ui {

inline bool hasLimitsOnly(const View& view) {
    return clusterOf(view.document.file).has_value();
}

// The most that a quota can use: its own limit, one above it, or the whole pool.
inline Gpu mostOf(const View& view, const QuotaRow& row) {
    return row.numbers.limit.value_or(view.key.capacity);
}

}  // namespace apportion::ui
