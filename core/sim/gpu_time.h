// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs held over time: integrals that are brought up to date only when an amount changes.
#pragma once

#include <vector>

#include "core/engine/decision.h"
#include "core/model/outcome.h"
#include "core/sim/int128.h"

namespace apportion {

// One amount over time, counted from moment 0. The bounds of a pool and of time together are more
// than 64 bits hold.
class Integral {
public:
    Gpu amount() const { return amount_; }
    void change(Instant at, Gpu delta) {
        sum_ = until(at);
        since_ = at;
        amount_ += delta;
    }
    Int128 until(Instant at) const { return sum_ + static_cast<Int128>(amount_) * (at - since_); }

private:
    Gpu amount_ = 0;
    Instant since_ = 0;
    Int128 sum_ = 0;
};

// What every quota's own work holds of a pool, and how long anything ran at all.
class GpuTimeBook {
public:
    GpuTimeBook(std::size_t quotas, Gpu capacity);

    // There are so many quotas from now on.
    void quotas(std::size_t count) { own_.resize(count); }
    // In ascending order of `at`; before moment 0 nothing is counted.
    void heldChanged(QuotaId quota, Instant at, Gpu delta);
    void capacityIs(Instant at, Gpu capacity);
    // A run began (+1) or ended (-1), whatever it holds: work may hold CPU alone.
    void runs(Instant at, int delta);

    // Held by work on the quota itself, up to `at`, which must not lie before the last change.
    Int128 own(QuotaId quota, Instant at) const { return own_[quota].until(at); }
    Int128 total(Instant at) const { return total_.until(at); }
    // What could have been held.
    Int128 capacity(Instant at) const { return capacity_.until(at); }
    // The last moment up to `at` at which anything ran; 0 if nothing did.
    Instant makespan(Instant at) const { return running_ > 0 ? at : lastRan_; }
    // Total held over the capacity from 0 to the makespan, in millionths, rounded half up.
    std::int64_t utilizationMillionths(Instant at) const;

private:
    std::vector<Integral> own_;
    Integral total_;
    Integral capacity_;
    int running_ = 0;
    Instant lastRan_ = 0;        // while nothing runs: when the last run ended
    Int128 capacityAtLast_ = 0;  // and the capacity's integral up to then
};

}  // namespace apportion
