// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/share_kept.h"

#include <algorithm>

namespace apportion {

void ShareKept::countUntil(const Engine& engine, Instant at) {
    const std::size_t quotas = engine.quotaCount();
    had_.resize(quotas, 0);
    wanted_.resize(quotas, 0);
    if (at <= since_)
        return;
    for (QuotaId id = 0; id < quotas; ++id) {
        const QuotaNumbers numbers = engine.numbers(id);
        const Int128 length = at - since_;
        had_[id] += length * std::min(numbers.subtree, numbers.fairShare);
        wanted_[id] += length * std::min(numbers.subtree + numbers.pending, numbers.fairShare);
    }
    since_ = at;
}

void ShareKept::before(const Simulation& simulation, Instant next) {
    countUntil(simulation.engine(), next);
}

std::vector<std::int64_t> ShareKept::finish(const Simulation& simulation) {
    countUntil(simulation.engine(), simulation.outcomeTime());
    std::vector<std::int64_t> millionths;
    millionths.reserve(had_.size());
    for (std::size_t id = 0; id < had_.size(); ++id)
        millionths.push_back(wanted_[id] > 0 ? mulDivHalfUp(had_[id], 1'000'000, wanted_[id])
                                             : 1'000'000);
    return millionths;
}

}  // namespace apportion
