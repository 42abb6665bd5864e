// SPDX-License-Identifier: GPL-3.0-or-later
// All workloads by id. What the engine must know of one is large and needed only while it waits or
// runs; before and after a few numbers do, so that memory follows what is alive.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <vector>

#include "core/engine/job.h"

namespace apportion {

// What stays of a workload that finished or was cancelled.
struct EndedJob {
    static constexpr Instant kNever = std::numeric_limits<Instant>::min();
    Instant start = kNever;  // of its last run
    Instant end = 0;
    Duration waited = 0;
    int preemptions = 0;
    std::uint32_t quotaAndHow = 0;

    void set(QuotaId quota, bool cancelled) { quotaAndHow = quota * 2 + (cancelled ? 1 : 0); }
    QuotaId quota() const { return quotaAndHow / 2; }
    bool cancelled() const { return quotaAndHow % 2 == 1; }
};
static_assert(sizeof(EndedJob) == 32);

class Jobs {
public:
    // Past, present and to come.
    std::size_t size() const { return places_.size(); }
    void expect(std::size_t more) { places_.resize(places_.size() + more, kToCome); }

    bool toCome(WorkloadId id) const { return places_[id] == kToCome; }
    bool alive(WorkloadId id) const { return (places_[id] & kNotAlive) == 0; }
    // Only of one that is alive.
    Job& operator[](WorkloadId id) { return alive_[places_[id]]; }
    const Job& operator[](WorkloadId id) const { return alive_[places_[id]]; }
    // Only of one that has ended.
    const EndedJob& ended(WorkloadId id) const {
        const std::uint32_t place = places_[id] & ~kNotAlive;
        return (*pages_[place / kPage])[place % kPage];
    }

    // One to come is alive from now on, with nothing known of it. References to others do not last.
    Job& begin(WorkloadId id);
    void end(WorkloadId id, const EndedJob& ended);

    // All that are alive, in file order.
    std::vector<WorkloadId> living() const;

private:
    static constexpr std::uint32_t kNotAlive = std::uint32_t{1} << 31;  // else a place in alive_
    static constexpr std::uint32_t kToCome = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t kPage = 512;
    using Page = std::array<EndedJob, kPage>;

    static std::shared_ptr<Page> copyOf(const Page& page, std::size_t count);

    std::vector<std::uint32_t> places_;  // by id
    std::vector<Job> alive_;
    std::vector<std::uint32_t> free_;           // places in alive_ of nobody
    std::vector<std::shared_ptr<Page>> pages_;  // in order of the ends; copies share full ones
    std::size_t count_ = 0;                     // of those that have ended
};

}  // namespace apportion
