// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/traces/job_blocks.h"

#include <algorithm>
#include <utility>

namespace apportion {

namespace {

// Large enough that their memory goes back to the system once they are joined.
constexpr std::size_t kJobsOfBlock = 1 << 19, kBytesOfBlock = 1 << 26;

template <typename List>
void joinTo(List& last, std::vector<List>& full, std::uint64_t before) {
    if (full.empty())
        return;
    List all;
    all.reserve(static_cast<std::size_t>(before) + last.size());
    full.push_back(std::move(last));
    for (List& block : full) {
        all.insert(all.end(), block.begin(), block.end());
        List().swap(block);
    }
    full.clear();
    last = std::move(all);
}

}  // namespace

// Of a file it shows how many there will be once some thousands are read, of a pipe it does not.
void JobBlocks::makeRoom(std::int64_t row, std::int64_t rows, std::int64_t most) {
    if (!fullJobs_.empty() || rows <= row)
        return putAside();
    // As many of the rows to come are jobs as of those that came; half as many more, which is
    // memory only where it is used.
    const double more = static_cast<double>(rows) * 1.5 / static_cast<double>(row);
    const auto expected = static_cast<std::int64_t>(static_cast<double>(jobs_.size()) * more);
    jobs_.reserve(static_cast<std::size_t>(std::min(expected, most + 1)));
    names_.reserve(static_cast<std::size_t>(static_cast<double>(names_.size()) * more));
    if (jobs_.size() == jobs_.capacity())
        putAside();
}

void JobBlocks::putAside() {
    fullJobCount_ += static_cast<std::int64_t>(jobs_.size());
    fullJobs_.push_back(std::exchange(jobs_, {}));
    jobs_.reserve(kJobsOfBlock);
}

void JobBlocks::setName(TraceJob& job, std::string_view name) {
    constexpr std::size_t kSomeBytes = 1 << 20;
    if (names_.size() >= kSomeBytes && names_.size() + name.size() > names_.capacity()) {
        fullNameBytes_ += names_.size();
        fullNames_.push_back(std::exchange(names_, {}));
        names_.reserve(kBytesOfBlock);
    }
    job.nameAt = fullNameBytes_ + names_.size();
    job.nameLength = static_cast<std::uint8_t>(name.size());
    names_ += name;
}

void JobBlocks::dropLast() {
    if (jobs_.back().nameLength > 0)
        names_.resize(jobs_.back().nameAt - fullNameBytes_);
    jobs_.pop_back();
}

void JobBlocks::moveTo(Trace& trace) {
    joinTo(jobs_, fullJobs_, static_cast<std::uint64_t>(fullJobCount_));
    joinTo(names_, fullNames_, fullNameBytes_);
    trace.jobs = std::move(jobs_);
    trace.names = std::move(names_);
}

}  // namespace apportion
