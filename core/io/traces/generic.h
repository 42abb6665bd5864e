// SPDX-License-Identifier: GPL-3.0-or-later
// Any table of jobs as CSV, with a header line. Fields, each the column of its own name unless a
// mapping says otherwise:
//   submit       needed; a date as 2017-10-09 07:01:55 or seconds
//   duration     seconds, or start and end in its place (as submit); empty = until it is ended
//   gpus         needed; of the whole job, or of one replica where there is a column replicas
//   replicas     how many start together; without it a replay chooses
//   cpu, memory  cores and GiB, as gpus
//   name, group, user, gputype
//   module       training, notebook or inference; empty = training
//   priority     1 to 9; empty = 5
//   preemptible  yes or no; empty = by module
//   idle         yes or no; empty = no
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// In the order above.
const std::vector<std::string>& genericFields();

// Dropped and counted: jobs without a GPU; where start and end stand for the duration, jobs
// without either.
Result<Trace> readGeneric(const std::string& path, const TraceOptions& options);

}  // namespace apportion
