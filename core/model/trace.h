// SPDX-License-Identifier: GPL-3.0-or-later
// A recorded history of jobs, whatever format it came in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/message.h"
#include "core/model/workload.h"

namespace apportion {

struct TraceJob {
    // `request.gpu` is all that the job had, in one replica; `submit` counts from the trace's own
    // zero (1970 where it writes dates, read as UTC); `name` is the trace's id, empty if it has
    // none. `quota` is left empty.
    Workload workload;
    std::uint32_t group = 0;  // index into Trace::groups
    std::int64_t row = 0;     // of the data, from 1
};

struct Trace {
    std::string format;
    bool dates = false;               // submit times are dates
    std::vector<TraceJob> jobs;       // file order
    std::vector<std::string> groups;  // first seen; empty = the format has none
    std::int64_t rows = 0;            // of data, blank lines aside
    std::vector<Message> dropped;     // one a cause, with count and first line
};

}  // namespace apportion
