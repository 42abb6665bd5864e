// SPDX-License-Identifier: GPL-3.0-or-later
// Standard Workload Format 2.2: eighteen fields a line, -1 = not known, and comments that begin
// with ";", some of which are headers. One processor is read as one GPU. Definition: Parallel
// Workloads Archive, www.cs.huji.ac.il/labs/parallel/workload/swf.html.
#pragma once

#include <string>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// Names of the fields, by which options may choose one.
inline constexpr const char* kSwfFields[] = {
    "job",    "submit",         "wait",     "run",        "processors", "cpu-time",
    "memory", "req-processors", "req-time", "req-memory", "status",     "user",
    "group",  "executable",     "queue",    "partition",  "preceding",  "think-time"};

// Groups are queues where any job names one, else groups, else partitions; the headers Queue and
// Partition give them names. Processors are those allocated, else those requested. Dropped and
// counted: parts of jobs (status 2, 3, 4), jobs without processors, without a run time, cancelled
// before they ran.
Result<Trace> readSwf(const std::string& path, const TraceOptions& options);

}  // namespace apportion
