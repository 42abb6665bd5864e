// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/quota_move.h"

#include <algorithm>

namespace apportion {

MoveBounds moveBounds(const QuotaRow& from) {
    const Gpu guaranteed = from.numbers.guaranteed;
    const Gpu kept = std::max(from.childrenGuaranteed, from.policy.lend.value_or(0));
    MoveBounds bounds;
    bounds.most = std::max<Gpu>(0, guaranteed - kept);
    // Work of a quota above it runs on its guarantee, too.
    const Gpu used = from.numbers.subtree + from.numbers.above;
    const Gpu idle = std::clamp<Gpu>(guaranteed - used, 0, bounds.most);
    bounds.idle = idle / kOneGpu * kOneGpu;
    bounds.promised = guaranteed - used > bounds.most;
    // What waits there may yet start on them.
    bounds.spare = std::max<Gpu>(0, idle - from.numbers.pending) / kOneGpu * kOneGpu;
    return bounds;
}

std::optional<Message> moveRefusal(const QuotaRow& from, Gpu gpu) {
    const Gpu most = moveBounds(from).most;
    if (gpu <= most)
        return std::nullopt;
    return Message{"move-too-many",
                   {{"quota", Value::ofText(from.name)},
                    {"gpu", Value::ofGpu(gpu)},
                    {"most", Value::ofGpu(most)}}};
}

ScaleTargets moved(const QuotaRow& from, const QuotaRow& to, Gpu gpu) {
    return {{from.name, from.numbers.guaranteed - gpu}, {to.name, to.numbers.guaranteed + gpu}};
}

std::vector<const QuotaRow*> siblingsOf(const View& view, const QuotaRow& row) {
    std::vector<const QuotaRow*> siblings;
    for (const QuotaRow& other : view.quotas)
        if (other.parent == row.parent && other.name != row.name &&
            (row.parent >= 0 || other.policy.nodes == row.policy.nodes))
            siblings.push_back(&other);
    return siblings;
}

}  // namespace apportion
