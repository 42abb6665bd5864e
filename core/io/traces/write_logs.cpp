// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of jobs as the logs of clusters have them.
#include <algorithm>
#include <array>

#include "core/io/traces/write_trace.h"
#include "core/model/date_text.h"
#include "core/model/number_text.h"

namespace apportion {

namespace {

// "2026-03-01 10:00:00"
std::string dateOf(Instant moment, char between) {
    std::string text = dateText(moment);
    text[10] = between;
    text.pop_back();
    return text;
}

std::int64_t replicasOf(const TraceJob& job) {
    return std::max<std::int64_t>(1, job.replicas);
}

// Cut, as a replay does.
Duration wholeRun(const TraceJob& job) {
    return job.duration / kSecond * kSecond;
}

std::string cell(std::string_view text, CsvCells cells) {
    std::string row;
    appendCell(row, text, cells);
    return row;
}

// Of the whole job, in Slurm's words.
std::string tresOf(const Trace& trace, const TraceJob& job) {
    std::string text;
    if (job.cpu != 0)
        text += "cpu=" + cpuText(job.cpu * replicasOf(job)) + ",";
    if (job.memory != 0)
        text += "mem=" + std::to_string(job.memory * replicasOf(job)) + "M,";
    const std::string gpus = "=" + std::to_string(gpusOf(job) / kOneGpu);
    text += "gres/gpu" + gpus;
    if (job.gpuType != 0)
        text += ",gres/gpu:" + trace.gpuTypes[job.gpuType] + gpus;
    return text;
}

}  // namespace

void writePhilly(std::ostream& out, const Trace& trace, CsvCells cells) {
    out << "timestamp,duration,num_gpus,gpu_time,cluster\n";
    for (const TraceJob& job : trace.jobs) {
        const std::int64_t gpus = gpusOf(job) / kOneGpu;
        out << dateOf(job.submit, ' ') << ',' << secondsText(job.duration) << ',' << gpus << ','
            << secondsText(job.duration * gpus) << ',' << cell(writtenGroup(trace, job), cells)
            << '\n';
    }
}

void writeHelios(std::ostream& out, const Trace& trace, CsvCells cells) {
    out << "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,"
           "queue\n";
    for (const TraceJob& job : trace.jobs) {
        const std::string submit = dateOf(job.submit, ' ');
        out << cell(writtenName(trace, job), cells) << ',' << cell(trace.users[job.user], cells)
            << ',' << cell(writtenGroup(trace, job), cells) << ',' << gpusOf(job) / kOneGpu << ','
            << cpuText(job.cpu * replicasOf(job)) << ",,COMPLETED," << submit << ',' << submit
            << ',' << dateOf(job.submit + wholeRun(job), ' ') << ',' << wholeRun(job) / kSecond
            << ",0\n";
    }
}

void writeSacct(std::ostream& out, const Trace& trace, CsvCells /*cells*/) {
    out << "JobIDRaw|User|Account|Partition|QOS|Submit|Start|End|ElapsedRaw|State|ReqTRES\n";
    for (const TraceJob& job : trace.jobs) {
        const std::string submit = dateOf(job.submit, 'T');
        out << writtenName(trace, job) << '|' << trace.users[job.user] << '|'
            << writtenGroup(trace, job) << "|||" << submit << '|' << submit << '|'
            << dateOf(job.submit + wholeRun(job), 'T') << '|' << wholeRun(job) / kSecond
            << "|COMPLETED|" << tresOf(trace, job) << '\n';
    }
}

std::span<const TraceWriter> traceWriters() {
    static constexpr std::array kWriters{
        TraceWriter{"csv", writeGeneric}, TraceWriter{"swf", writeSwf, false},
        TraceWriter{"philly", writePhilly}, TraceWriter{"helios", writeHelios},
        TraceWriter{"sacct", writeSacct, false}};
    return kWriters;
}

}  // namespace apportion
