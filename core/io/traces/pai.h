// SPDX-License-Identifier: GPL-3.0-or-later
// Tasks of Alibaba's PAI, 2020, in two layouts, told apart by the first line. The sample: job_id,
// arrival_s, service_sec, gpu_count. The published table pai_task_table.csv, mostly without a
// header: job_name, task_name, inst_num, status, start_time, end_time, plan_cpu (percent of a
// core), plan_mem (GB), plan_gpu (percent of a GPU), gpu_type. Source: github.com/alibaba/
// clusterdata, cluster-trace-gpu-v2020.
#pragma once

#include <string>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// Dropped and counted: tasks without a GPU, without a start or an end. The published table tells
// no time of submission: the start is taken, and an instance becomes a replica.
Result<Trace> readPai(const std::string& path, const TraceOptions& options);

}  // namespace apportion
