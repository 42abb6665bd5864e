// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs of a trace and their names while they are read: memory that is full stays where it is,
// as a copy of all would need twice as much.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/trace.h"

namespace apportion {

class JobBlocks {
public:
    // Behind the others. `row` of probably `rows` are read, of which at most `most` are jobs;
    // 0 rows = it is not known.
    TraceJob& add(std::int64_t row, std::int64_t rows, std::int64_t most) {
        if (jobs_.size() == jobs_.capacity() && jobs_.size() >= kSome)
            makeRoom(row, rows, most);
        return jobs_.emplace_back();
    }
    // Whether the next one needs to know of the rows.
    bool isFull() const { return jobs_.size() == jobs_.capacity() && jobs_.size() >= kSome; }
    // Of the last job.
    void setName(TraceJob& job, std::string_view name);
    // The last one; nothing if there is none, or it is put aside.
    const TraceJob* last() const { return jobs_.empty() ? nullptr : &jobs_.back(); }
    // Takes it back, with its name.
    void dropLast();
    std::int64_t count() const { return fullJobCount_ + static_cast<std::int64_t>(jobs_.size()); }
    // All, in their order.
    void moveTo(Trace& trace);

private:
    static constexpr std::size_t kSome = 1 << 14;
    void makeRoom(std::int64_t row, std::int64_t rows, std::int64_t most);
    void putAside();

    std::vector<TraceJob> jobs_;
    std::string names_;
    std::vector<std::vector<TraceJob>> fullJobs_;
    std::vector<std::string> fullNames_;
    std::int64_t fullJobCount_ = 0;
    std::uint64_t fullNameBytes_ = 0;
};

}  // namespace apportion
