// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/jobs.h"

#include <algorithm>
#include <memory>

namespace apportion {

// Reads no more of it than its sharers may: another may be about to write behind that.
std::shared_ptr<Jobs::EndedPage> Jobs::copyOf(const EndedPage& page, std::size_t count) {
    auto copy = std::make_shared<EndedPage>();
    std::copy_n(page.begin(), count, copy->begin());
    return copy;
}

Job& Jobs::begin(WorkloadId id, const JobKind& kind) {
    if (open_.empty()) {
        open_.push_back(static_cast<std::uint32_t>(living_.size()));
        living_.emplace_back();
        uses_.emplace_back();
    }
    const std::size_t number = open_.back();
    std::vector<Job>& page = living_[number];
    PageUse& use = uses_[number];
    std::size_t at = use.free;
    if (use.free != kNobody) {
        use.free = page[at].id;
    } else {
        at = page.size();
        if (at == 0)
            page.reserve(kPage);
        page.emplace_back();
    }
    if (++use.alive == kPage)
        open_.pop_back();
    places_[id] = static_cast<std::uint32_t>(number * kPage + at);
    Job& job = page[at];
    job.id = id;
    job.kind = &kind;
    return job;
}

void Jobs::end(WorkloadId id, const EndedJob& ended) {
    leave(places_[id]);
    if (count_ % kEndedPage == 0)
        ended_.push_back(std::make_shared<EndedPage>());
    else if (ended_.back().use_count() > 1)
        ended_.back() = copyOf(*ended_.back(), count_ % kEndedPage);
    (*ended_.back())[count_ % kEndedPage] = ended;
    places_[id] = static_cast<std::uint32_t>(count_) | kNotAlive;
    ++count_;
}

void Jobs::leave(std::uint32_t place) {
    static constexpr JobNumbers kNone;
    std::vector<Job>& page = living_[place / kPage];
    PageUse& use = uses_[place / kPage];
    Job& job = page[place % kPage];
    if (job.runs.any()) {
        job.runs.change().forget();
        spare_.runs.push_back(job.runs.take());
    }
    static_cast<JobNumbers&>(job) = kNone;
    job.id = use.free;
    use.free = place % kPage;
    if (use.alive-- == kPage)
        open_.push_back(static_cast<std::uint32_t>(place / kPage));
    // One is kept, for work that comes and goes alone.
    if (use.alive == 0 && open_.size() > 1) {
        std::vector<Job>().swap(page);
        use.free = kNobody;
    }
}

JobRuns& Jobs::firstRunsOf(Job& job) {
    if (spare_.runs.empty()) {
        job.runs.put(std::make_unique<JobRuns>());
    } else {
        job.runs.put(std::move(spare_.runs.back()));
        spare_.runs.pop_back();
    }
    return job.runs.change();
}

std::vector<WorkloadId> Jobs::living() const {
    std::vector<WorkloadId> ids;
    for (WorkloadId id = 0; id < size(); ++id)
        if (alive(id))
            ids.push_back(id);
    return ids;
}

}  // namespace apportion
