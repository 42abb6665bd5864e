// SPDX-License-Identifier: GPL-3.0-or-later
// Alibaba's production cluster "openb", 2023: a list of pods (name, cpu_milli, memory_mib, num_gpu,
// gpu_milli, gpu_spec, qos, pod_phase, creation_time, deletion_time, scheduled_time) and a list of
// nodes (sn, cpu_milli, memory_mib, gpu, model). Source: github.com/alibaba/clusterdata,
// cluster-trace-gpu-v2023.
#pragma once

#include <string>
#include <vector>

#include "core/io/traces/trace_options.h"
#include "core/model/node.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// Groups are the QoS classes. LS and Guaranteed are inference of priority 7, Burstable training of
// 5, BE training of 3. Dropped and counted: pods without a GPU, never scheduled or not deleted. A
// share of a GPU is rounded up to a hundredth. Of several allowed GPU types none is kept: a
// workload asks for one or for any.
Result<Trace> readOpenb(const std::string& path, const TraceOptions& options);

struct NodeList {
    std::vector<NodeGroup> nodes;  // file order, those with GPUs
    std::vector<Message> remarks;  // what was left out
};
// By the columns of openb, or by name, gpus, gputype, cpu and memory (cores and GiB), of which a
// mapping says in which columns they are.
Result<NodeList> readNodes(const std::string& path, const ColumnMapping& columns = {});
const std::vector<std::string>& nodeFields();

}  // namespace apportion
