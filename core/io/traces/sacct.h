// SPDX-License-Identifier: GPL-3.0-or-later
// Slurm's accounting as "sacct -P" prints it: values between "|", nothing quoted. Columns are found
// by name; without a header line they are JobIDRaw, User, Account, Partition, QOS, Submit, Start,
// End, ElapsedRaw, State, ReqTRES.
#pragma once

#include <string>

#include "core/io/traces/trace_options.h"
#include "core/model/problem.h"
#include "core/model/trace.h"

namespace apportion {

// Groups are accounts, where the table has them, else partitions, else QOS. Dropped and counted:
// steps of jobs (12.batch), jobs without a GPU, jobs that never started, jobs that had not ended
// (without TraceOptions::open).
Result<Trace> readSacct(const std::string& path, const TraceOptions& options);

}  // namespace apportion
