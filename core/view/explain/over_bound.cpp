// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/over_bound.h"

namespace apportion {

OverBound overBound(const QuotaRow& row) {
    const QuotaNumbers& numbers = row.numbers;
    if (numbers.limit && numbers.subtree > *numbers.limit)
        return OverBound::limit;
    // Who borrows is no further than it may be.
    if (row.policy.overQuota == OverQuota::on)
        return OverBound::none;
    const bool idleMay = row.policy.overQuota == OverQuota::idleOnly;
    const Gpu bound = numbers.subtree - (idleMay ? numbers.idle : 0);
    return bound > numbers.guaranteed ? OverBound::guarantee : OverBound::none;
}

}  // namespace apportion
