// SPDX-License-Identifier: GPL-3.0-or-later
// What a tried edit of quotas does to them and to others, as their sheet shows it beside the
// fields.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/plan/draft/quota_draft.h"
#include "core/plan/effect.h"
#include "core/view/view.h"

namespace apportion {

struct QuotaEffect {
    struct Numbers {
        std::string quota;
        int colour = 0;
        QuotaNumbers before;
        QuotaNumbers after;
    };
    std::vector<Numbers> edited;  // in the order of the view; a new one alone
    std::vector<Numbers> others;  // whose guarantee or fair share becomes another
    // Who divides the same amount, the edited ones among them: GPUs in use before and after. Work
    // submitted to the quota above itself comes first.
    std::vector<Numbers> level;
    Gpu whole = 0;  // that they divide
    // Of the quota above, or of the nodes: what no guarantee covers.
    Gpu unassignedBefore = 0;
    Gpu unassignedAfter = 0;
    // Of what a smaller guarantee leaves over: the sibling that waits for most, what it would have.
    std::optional<std::pair<std::string, Gpu>> give;
};

QuotaEffect quotaEffect(const View& view, const QuotaDraft& draft, const Effect& trial);

}  // namespace apportion
