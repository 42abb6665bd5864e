// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/gpu_time.h"

#include <algorithm>

namespace apportion {

GpuTimeBook::GpuTimeBook(std::size_t quotas, Gpu capacity) : own_(quotas) {
    capacity_.change(0, capacity);
}

void GpuTimeBook::capacityIs(Instant at, Gpu capacity) {
    if (capacity != capacity_.amount())
        capacity_.change(std::max<Instant>(at, 0), capacity - capacity_.amount());
}

void GpuTimeBook::heldChanged(QuotaId quota, Instant at, Gpu delta) {
    at = std::max<Instant>(at, 0);
    own_[quota].change(at, delta);
    total_.change(at, delta);
}

void GpuTimeBook::runs(Instant at, int delta) {
    running_ += delta;
    if (running_ > 0)
        return;
    lastRan_ = std::max<Instant>(at, 0);
    capacityAtLast_ = capacity_.until(lastRan_);
}

std::int64_t GpuTimeBook::utilizationMillionths(Instant at) const {
    const Int128 available = running_ > 0 ? capacity_.until(at) : capacityAtLast_;
    return available > 0 ? mulDivHalfUp(total(at), 1'000'000, available) : 0;
}

}  // namespace apportion
