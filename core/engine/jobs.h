// SPDX-License-Identifier: GPL-3.0-or-later
// All workloads by id. What the engine must know of one is needed only while it waits or runs;
// before and after a few numbers do, so that memory follows what is alive.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
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
    Job& operator[](WorkloadId id) {
        const std::uint32_t place = places_[id];
        return living_[place / kPage][place % kPage];
    }
    const Job& operator[](WorkloadId id) const {
        const std::uint32_t place = places_[id];
        return living_[place / kPage][place % kPage];
    }
    // Only of one that has ended.
    const EndedJob& ended(WorkloadId id) const {
        const std::uint32_t place = places_[id] & ~kNotAlive;
        return (*ended_[place / kEndedPage])[place % kEndedPage];
    }

    // The one that is kept of all that are the same.
    const JobKind& sameKind(const JobKind& kind) { return kinds_.same(kind); }
    // Kinds are told apart anew from here on; those that jobs are of last as long as what is given
    // back.
    JobKinds renewKinds() { return std::exchange(kinds_, {}); }
    // One to come is alive from now on, with nothing known of it but its kind, which is kept.
    // References to others do not last.
    Job& begin(WorkloadId id, const JobKind& kind);
    void end(WorkloadId id, const EndedJob& ended);
    // What is known of its runs, to be changed: of one that never ran it begins now.
    JobRuns& runsOf(Job& job) { return job.runs.any() ? job.runs.change() : firstRunsOf(job); }
    JobRuns& runsOf(WorkloadId id) { return runsOf((*this)[id]); }

    // All that are alive, in file order.
    std::vector<WorkloadId> living() const;

private:
    static constexpr std::uint32_t kNotAlive = std::uint32_t{1} << 31;  // else a place in living_
    static constexpr std::uint32_t kToCome = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t kPage = 64;
    static constexpr std::size_t kEndedPage = 512;
    using EndedPage = std::array<EndedJob, kEndedPage>;

    // Of a page of living_, whose memory is given back when nobody is left.
    struct PageUse {
        std::uint32_t alive = 0;
        WorkloadId free = kNobody;  // a place of nobody, whose `id` is the next
    };
    // Kept for their memory, which a copy has no use for.
    struct Spare {
        std::vector<std::unique_ptr<JobRuns>> runs;
        Spare() = default;
        Spare(const Spare&) {}
        Spare(Spare&&) = default;
        Spare& operator=(const Spare&) { return *this; }
        Spare& operator=(Spare&&) = default;
        ~Spare() = default;
    };

    static std::shared_ptr<EndedPage> copyOf(const EndedPage& page, std::size_t count);
    JobRuns& firstRunsOf(Job& job);
    void leave(std::uint32_t place);

    std::vector<std::uint32_t> places_;     // by id
    std::vector<std::vector<Job>> living_;  // by page
    std::vector<PageUse> uses_;             // by page
    std::vector<std::uint32_t> open_;       // pages where there is a place for one more
    JobKinds kinds_;
    Spare spare_;
    std::vector<std::shared_ptr<EndedPage>> ended_;  // in order of the ends; copies share full ones
    std::size_t count_ = 0;                          // of those that have ended
};

}  // namespace apportion
