// SPDX-License-Identifier: GPL-3.0-or-later
// What jobs of a trace have in common: many ask for the same, so that each such request stands
// once.
#pragma once

#include <cstdint>
#include <vector>

#include "core/model/trace.h"

namespace apportion {

// All that a job says besides its name, its user and its times.
struct JobShape {
    Gpu gpu = 0;
    Cpu cpu = 0;
    Memory memory = 0;
    std::uint32_t replicas = 0, group = 0;
    std::uint16_t gpuType = 0;
    std::uint8_t priority = 5;
    Module module = Module::training;
    TraceJob::Preemptible preemptible = TraceJob::Preemptible::byModule;
    bool idle = false;
    friend bool operator==(const JobShape&, const JobShape&) = default;
};
JobShape shapeOf(const TraceJob& job);

class JobShapes {
public:
    // The number of the job's shape, a new one if none before had it.
    std::uint32_t index(const TraceJob& job);
    const std::vector<JobShape>& all() const { return shapes_; }

private:
    void grow();

    std::vector<JobShape> shapes_;
    std::vector<std::uint32_t> slots_;  // 1 + number; 0 = free; a power of two, at most half full
};

}  // namespace apportion
