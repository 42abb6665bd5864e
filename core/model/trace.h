// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded history of jobs, whatever format it came in. Compact, because there may be millions:
// names are told by number, and each stands once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/message.h"
#include "core/model/workload.h"

namespace apportion {

inline constexpr Duration kNoDuration = -1;  // runs until it is ended

struct TraceJob {
    // From the trace's own zero: 1970 where it writes dates, which are read as UTC.
    Instant submit = 0;
    Duration duration = kNoDuration;
    // Of the whole job, or of one replica where `replicas` is set.
    Gpu gpu = 0;
    Cpu cpu = 0;
    Memory memory = 0;
    std::uint64_t nameAt = 0;     // into Trace::names
    std::uint32_t row = 0;        // of the data, from 1
    std::uint32_t group = 0;      // into Trace::groups
    std::uint32_t user = 0;       // into Trace::users; 0 = none
    std::uint32_t replicas = 0;   // 0 = not told: a replay chooses
    std::uint16_t gpuType = 0;    // into Trace::gpuTypes; 0 = any
    std::uint8_t nameLength = 0;  // bytes; 0 = the trace has no ids
    std::uint8_t priority = 5;
    Module module = Module::training;
    enum class Preemptible : std::uint8_t { byModule, yes, no };
    Preemptible preemptible = Preemptible::byModule;
    bool idle = false;
};
static_assert(sizeof(TraceJob) <= 72);

struct Trace {
    std::string format;
    bool dates = false;               // submit times are dates
    std::vector<TraceJob> jobs;       // file order
    std::vector<std::string> groups;  // first seen; empty = the format has none
    std::vector<std::string> users{std::string()};
    std::vector<std::string> gpuTypes{std::string()};
    std::string names;             // of all jobs, one behind the other
    std::int64_t rows = 0;         // of data, blank lines aside
    std::vector<Message> dropped;  // rows left out: one a cause, with count and first line
    std::vector<Message> remarks;  // what was read otherwise than it stands there

    // Empty if the trace has no ids.
    std::string_view nameOf(const TraceJob& job) const {
        return std::string_view(names).substr(job.nameAt, job.nameLength);
    }
};

// What a group is given where a table says so.
struct GroupGuarantee {
    std::string group;
    std::int64_t gpus = 0;
    // The quota that the group belongs to, whose guarantee is the sum; empty = one of its own.
    std::string quota = {};
};

}  // namespace apportion
