// SPDX-License-Identifier: GPL-3.0-or-later
// Jobs of Microsoft's Philly clusters, 2017, as CSV: timestamp (local time), duration (seconds),
// num_gpus, cluster (the virtual cluster). Source: github.com/msr-fiddle/philly-traces.
#pragma once

#include <string>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// A job of no GPU is dropped and counted; anything unreadable is a problem, and all are reported.
Result<Trace> readPhilly(const std::string& path, const TraceOptions& options);

}  // namespace apportion
