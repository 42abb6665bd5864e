// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs held over time: integrals that are brought up to date only when an amount changes.
#pragma once

#include <vector>

#include "core/engine/decision.h"
#include "core/model/outcome.h"

namespace apportion {

// One amount over time, counted from moment 0.
class Integral {
public:
    Gpu amount() const { return amount_; }
    void change(Instant at, Gpu delta) {
        sum_ = until(at);
        since_ = at;
        amount_ += delta;
    }
    GpuTime until(Instant at) const { return sum_ + amount_ * (at - since_); }

private:
    Gpu amount_ = 0;
    Instant since_ = 0;
    GpuTime sum_ = 0;
};

// What every quota's own work holds of a pool, and how long anything ran at all.
class GpuTimeBook {
public:
    GpuTimeBook(std::size_t quotas, Gpu capacity);

    // In ascending order of `at`; before moment 0 nothing is counted.
    void heldChanged(QuotaId quota, Instant at, Gpu delta);
    void capacityIs(Instant at, Gpu capacity);
    // A run began (+1) or ended (-1), whatever it holds: work may hold CPU alone.
    void runs(Instant at, int delta);

    // Held by work on the quota itself, up to `at`, which must not lie before the last change.
    GpuTime own(QuotaId quota, Instant at) const { return own_[quota].until(at); }
    GpuTime total(Instant at) const { return total_.until(at); }
    // What could have been held.
    GpuTime capacity(Instant at) const { return capacity_.until(at); }
    // The last moment up to `at` at which anything ran; 0 if nothing did.
    Instant makespan(Instant at) const { return running_ > 0 ? at : lastRan_; }
    // Total held over the capacity from 0 to the makespan, in millionths, rounded half up.
    std::int64_t utilizationMillionths(Instant at) const;

private:
    std::vector<Integral> own_;
    Integral total_;
    Integral capacity_;
    int running_ = 0;
    Instant lastRan_ = 0;         // while nothing runs: when the last run ended
    GpuTime capacityAtLast_ = 0;  // and the capacity's integral up to then
};

}  // namespace apportion
