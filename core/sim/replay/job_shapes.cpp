// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/replay/job_shapes.h"

namespace apportion {

namespace {

constexpr std::size_t kFirstSlots = 64;

std::size_t hashOf(const JobShape& shape) {
    constexpr std::uint64_t kOdd = 0x9E3779B97F4A7C15;
    std::uint64_t hash = 0;
    for (const std::uint64_t part :
         {static_cast<std::uint64_t>(shape.gpu), static_cast<std::uint64_t>(shape.cpu),
          static_cast<std::uint64_t>(shape.memory),
          static_cast<std::uint64_t>(shape.replicas) << 32 | shape.group,
          static_cast<std::uint64_t>(shape.gpuType) << 8 | shape.priority}) {
        hash = (hash ^ part) * kOdd;
        hash ^= hash >> 32;
    }
    return hash;
}

}  // namespace

JobShape shapeOf(const TraceJob& job) {
    JobShape shape;
    shape.gpu = job.gpu;
    shape.cpu = job.cpu;
    shape.memory = job.memory;
    shape.replicas = job.replicas;
    shape.group = job.group;
    shape.gpuType = job.gpuType;
    shape.priority = job.priority;
    shape.module = job.module;
    shape.preemptible = job.preemptible;
    shape.idle = job.idle;
    return shape;
}

std::uint32_t JobShapes::index(const TraceJob& job) {
    if (shapes_.size() * 2 >= slots_.size())
        grow();
    const JobShape shape = shapeOf(job);
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hashOf(shape) & mask;
    for (; slots_[at] != 0; at = (at + 1) & mask)
        if (shapes_[slots_[at] - 1] == shape)
            return slots_[at] - 1;
    shapes_.push_back(shape);
    slots_[at] = static_cast<std::uint32_t>(shapes_.size());
    return slots_[at] - 1;
}

void JobShapes::grow() {
    slots_.assign(slots_.empty() ? kFirstSlots : slots_.size() * 2, 0);
    const std::size_t mask = slots_.size() - 1;
    for (std::uint32_t i = 0; i < shapes_.size(); ++i) {
        std::size_t at = hashOf(shapes_[i]) & mask;
        while (slots_[at] != 0)
            at = (at + 1) & mask;
        slots_[at] = i + 1;
    }
}

}  // namespace apportion
