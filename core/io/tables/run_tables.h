// SPDX-License-Identifier: GPL-3.0-or-later
// A run as comma-separated values (RFC 4180, lines end with LF). Numbers as in the JSON answers;
// what there is none of is empty.
#pragma once

#include <ostream>
#include <string>
#include <string_view>

#include "core/model/csv_cell.h"
#include "core/model/job_row.h"
#include "core/model/metrics.h"

namespace apportion {

inline constexpr std::string_view kTimelineHeader =
    "time,quota,guaranteed,fair_share,own,subtree,idle,pending,pending_workloads\n";
void appendTimelineRow(std::string& table, Instant at, std::string_view quota,
                       const QuotaNumbers& numbers, CsvCells cells);

inline constexpr std::string_view kJobsHeader =
    "name,quota,user,module,priority,gpu,replicas,submit,first_start,end,state,wait,preemptions,"
    "lost_gpu_seconds,reason\n";
void appendJobRow(std::string& table, const JobRow& job, CsvCells cells);

// With its header: time (the begin of the bucket), utilization, pending, evictions,
// wasted_gpu_seconds, fairness, moves (of the evictions), started (for the first time), mean_wait
// and longest_wait of those.
void writeMetrics(std::ostream& out, const MetricSeries& series);
// The same of several runs in one table: with the name of the run as the first column.
void writeMetrics(std::ostream& out, const MetricSeries& series, const std::string& run,
                  bool withHeader, CsvCells cells);

}  // namespace apportion
