// SPDX-License-Identifier: GPL-3.0-or-later
// The jobs of a trace as work that is made when it is asked for.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/recorded_work.h"
#include "core/model/trace.h"
#include "core/model/workspace.h"

namespace apportion {

class TraceWork : public RecordedWork {
public:
    // Of sorted and shaped jobs; `quotas` by group. GPU types only if `typed`.
    TraceWork(Trace trace, std::vector<std::string> quotas,
              const std::vector<Workspace>& workspaces, bool typed);

    std::size_t size() const override { return trace_.jobs.size(); }
    Workload at(std::size_t index) const override;
    std::string nameOf(std::size_t index) const override;
    Instant submitOf(std::size_t index) const override { return trace_.jobs[index].submit - zero_; }

private:
    Trace trace_;
    std::vector<std::string> quotas_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> workspaces_;  // by group, user
    Instant zero_ = 0;
    bool typed_ = false;
};

}  // namespace apportion
