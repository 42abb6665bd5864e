// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of SenseTime's Helios clusters, 2020 (cluster_log.csv): job_id, user, vc (the virtual
// cluster), gpu_num, cpu_num, node_num, state, submit_time, start_time, end_time (local time),
// duration and queue (seconds). Source: github.com/S-Lab-System-Group/HeliosData.
#pragma once

#include <string>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// Dropped and counted: jobs without a GPU, jobs that never started (no start time), jobs that had
// not ended (no duration). Jobs ran as long as they ran, whatever state they ended in.
Result<Trace> readHelios(const std::string& path, const TraceOptions& options);

}  // namespace apportion
