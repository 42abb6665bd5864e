// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs of a trace as work that is made when it is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/recorded_work.h"
#include "core/model/trace.h"
#include "core/model/workspace.h"
#include "core/sim/replay/job_shapes.h"

namespace apportion {

class TraceWork : public RecordedWork {
public:
    // Of sorted and shaped jobs; `shapes` has those of all of them, `quotas` go by group. GPU types
    // only if `typed`.
    TraceWork(Trace trace, JobShapes shapes, std::vector<std::string> quotas,
              const std::vector<Workspace>& workspaces, bool typed);

    std::size_t size() const override { return jobs_.size(); }
    Workload at(std::size_t index) const override;
    std::string nameOf(std::size_t index) const override;
    Instant submitOf(std::size_t index) const override { return jobs_[index].submit; }
    std::optional<Duration> durationOf(std::size_t index) const override {
        const std::uint32_t seconds = jobs_[index].seconds;
        return seconds == Job::kEndless ? std::nullopt : std::optional(seconds * kSecond);
    }
    std::uint32_t kindOf(std::size_t index) const override { return jobs_[index].shape; }

private:
    // A replay has as many of them as the trace has jobs: 32 bytes each.
    struct Job {
        static constexpr std::uint32_t kEndless = 0xFFFFFFFF;
        Instant submit = 0;
        std::uint64_t name =
            0;  // where it is in `names_` and, in the last byte, its length; or row
        std::uint32_t seconds = kEndless;
        std::uint32_t shape = 0;
        std::uint32_t user = 0;
    };
    static_assert(sizeof(Job) == 32);

    std::vector<Job> jobs_;
    std::string names_;
    std::vector<std::string> users_, gpuTypes_;
    std::vector<JobShape> shapes_;
    std::vector<std::string> quotas_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> workspaces_;  // by group, user
    bool typed_ = false;
};

}  // namespace apportion
