// SPDX-License-Identifier: GPL-3.0-or-later
// What work that was submitted to a quota itself uses above the guarantee: of what the children
// leave, and borrowed. Over a whole tree each GPU counts once.
#pragma once

#include <algorithm>
#include <vector>

#include "core/view/view.h"

namespace apportion {

struct OwnBorrowing {
    Gpu borrowed = 0;
    Gpu fromChildren = 0;
};

inline std::vector<OwnBorrowing> ownBorrowing(const std::vector<QuotaRow>& tree) {
    std::vector<OwnBorrowing> all(tree.size());
    for (const QuotaRow& row : tree)
        if (row.parent >= 0)
            all[static_cast<std::size_t>(row.parent)].fromChildren += row.numbers.above;
    for (std::size_t i = 0; i < tree.size(); ++i) {
        const QuotaNumbers& numbers = tree[i].numbers;
        const Gpu own = numbers.guaranteed - tree[i].childrenGuaranteed;
        all[i].borrowed = std::max<Gpu>(0, numbers.own - own) - all[i].fromChildren;
    }
    return all;
}

}  // namespace apportion
