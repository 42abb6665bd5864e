// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/tables/run_tables.h"

#include <initializer_list>

#include "core/model/number_text.h"
#include "core/model/words.h"

namespace apportion {

namespace {

void appendLine(std::string& table, CsvCells cells, std::initializer_list<CsvCell> fields) {
    bool first = true;
    for (const CsvCell& field : fields) {
        if (!first)
            table += ',';
        first = false;
        appendField(table, field, cells);
    }
    table += '\n';
}

CsvCell seconds(Instant at) {
    return CsvCell::ofNumber(secondsText(at));
}

CsvCell optionalSeconds(const std::optional<Instant>& at) {
    return at ? seconds(*at) : "";
}

}  // namespace

void appendTimelineRow(std::string& table, Instant at, std::string_view quota,
                       const QuotaNumbers& numbers, CsvCells cells) {
    appendLine(table, cells,
               {seconds(at), quota, gpuText(numbers.guaranteed), gpuText(numbers.fairShare),
                gpuText(numbers.own), gpuText(numbers.subtree), gpuText(numbers.idle),
                gpuText(numbers.pending), std::to_string(numbers.pendingWorkloads)});
}

void appendJobRow(std::string& table, const JobRow& job, CsvCells cells) {
    appendLine(table, cells,
               {job.name, job.quota, job.user, word(job.module), std::to_string(job.priority),
                gpuText(job.gpu), std::to_string(job.replicas), seconds(job.submit),
                optionalSeconds(job.firstStart), optionalSeconds(job.end), stateText(job.state),
                optionalSeconds(job.wait), std::to_string(job.preemptions),
                gpuSecondsText(job.lost), job.reason});
}

namespace {

constexpr std::string_view kMetricsHeader =
    "time,utilization,pending,evictions,wasted_gpu_seconds,fairness,moves,started,mean_wait,"
    "longest_wait\n";

void appendBucket(std::string& row, const MetricBucket& bucket) {
    const auto millionths = [](std::int64_t value) { return decimalText(value, 6, 6); };
    appendLine(
        row, CsvCells::safe,
        {seconds(bucket.at), millionths(bucket.utilizationMillionths), gpuText(bucket.pending),
         std::to_string(bucket.evictions), gpuSecondsText(bucket.wasted),
         bucket.fairnessMillionths ? millionths(*bucket.fairnessMillionths) : std::string{},
         std::to_string(bucket.moves), std::to_string(bucket.started),
         bucket.started > 0 ? secondsText(bucket.meanWait) : std::string{},
         bucket.started > 0 ? secondsText(bucket.longestWait) : std::string{}});
}

}  // namespace

void writeMetrics(std::ostream& out, const MetricSeries& series) {
    out << kMetricsHeader;
    std::string row;
    for (const MetricBucket& bucket : series.buckets) {
        row.clear();
        appendBucket(row, bucket);
        out << row;
    }
}

void writeMetrics(std::ostream& out, const MetricSeries& series, const std::string& run,
                  bool withHeader, CsvCells cells) {
    if (withHeader)
        out << "run," << kMetricsHeader;
    std::string name, row;
    appendCell(name, run, cells);
    name += ',';
    for (const MetricBucket& bucket : series.buckets) {
        row = name;
        appendBucket(row, bucket);
        out << row;
    }
}

}  // namespace apportion
