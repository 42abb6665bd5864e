// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/job_kind.h"

#include <cstdint>

namespace apportion {
namespace {

std::int64_t pair(std::int64_t high, std::int64_t low) {
    return high << 32 | static_cast<std::uint32_t>(low);
}

}  // namespace

const JobKind& JobKinds::same(const JobKind& kind) {
    const int traits = kind.priority << 4 | static_cast<int>(kind.module) << 2 |
                       static_cast<int>(kind.preemptible) << 1 | static_cast<int>(kind.idle);
    const Resources& request = kind.slot.request;
    const auto [found, fresh] = byKey_.tryEmplace(
        {request.gpu, request.cpu, request.memory, pair(kind.slot.type, kind.toStart),
         pair(kind.quota, traits), pair(kind.replicas, accountsOf(kind)), kind.checkpoint},
        nullptr);
    if (fresh)
        *found = &keep(kind);
    return **found;
}

const JobKind& JobKinds::keep(const JobKind& kind) {
    // What a copy reads is not written: both go on with pages of their own.
    if (pages_.empty() || pages_.back().use_count() > 1 || pages_.back()->size() == kPage) {
        pages_.push_back(std::make_shared<Page>());
        pages_.back()->reserve(kPage);
    }
    JobKind& kept = pages_.back()->emplace_back(kind);
    kept.number = static_cast<int>(byKey_.size()) - 1;
    return kept;
}

int JobKinds::accountsOf(const JobKind& kind) {
    if (kind.accounts.empty())
        return 0;
    return accounts_.try_emplace(kind.accounts, static_cast<int>(accounts_.size()) + 1)
        .first->second;
}

}  // namespace apportion
