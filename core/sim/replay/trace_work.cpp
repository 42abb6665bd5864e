// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/trace_work.h"

#include "core/sim/replay/base_workspaces.h"
#include "core/sim/replay/jobs.h"

namespace apportion {

namespace {

constexpr int kLengthBits = 8;

}  // namespace

TraceWork::TraceWork(Trace trace, JobShapes shapes, std::vector<std::string> quotas,
                     const std::vector<Workspace>& workspaces, bool typed)
    : names_(std::move(trace.names)),
      users_(std::move(trace.users)),
      gpuTypes_(std::move(trace.gpuTypes)),
      quotas_(std::move(quotas)),
      typed_(typed) {
    const Instant zero = trace.jobs.front().submit;
    jobs_.reserve(trace.jobs.size());
    for (const TraceJob& job : trace.jobs) {
        Job& made = jobs_.emplace_back();
        made.submit = job.submit - zero;
        made.name = (job.nameLength > 0 ? job.nameAt : job.row) << kLengthBits | job.nameLength;
        if (job.duration != kNoDuration)
            made.seconds = static_cast<std::uint32_t>(job.duration / kSecond);
        made.shape = shapes.index(job);
        made.user = job.user;
        if (workspaces.empty())
            continue;
        if (const auto [entry, fresh] = workspaces_.try_emplace({job.group, job.user}); fresh)
            entry->second = workspaceFor(workspaces, quotas_[job.group], users_[job.user]);
    }
    shapes_ = shapes.all();
}

Workload TraceWork::at(std::size_t index) const {
    const Job& job = jobs_[index];
    const JobShape& shape = shapes_[job.shape];
    Workload workload = workloadOf(shape);
    workload.name = nameOf(index);
    workload.user = users_[job.user];
    if (typed_)
        workload.gpuType = gpuTypes_[shape.gpuType];
    workload.submit = job.submit;
    workload.duration = durationOf(index);
    workload.quota = quotas_[shape.group];
    if (!workspaces_.empty())
        workload.workspace = workspaces_.at({shape.group, job.user});
    return workload;
}

std::string TraceWork::nameOf(std::size_t index) const {
    const std::uint64_t name = jobs_[index].name;
    const std::size_t length = name & ((1U << kLengthBits) - 1);
    return length > 0 ? names_.substr(name >> kLengthBits, length)
                      : nameOfRow(static_cast<std::uint32_t>(name >> kLengthBits));
}

}  // namespace apportion
