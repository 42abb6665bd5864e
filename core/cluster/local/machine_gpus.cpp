// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/machine_gpus.h"

#include <algorithm>

#include "core/cluster/local/devices/nvml.h"

namespace apportion {

MachineGpus gpusOfMachine(const std::string& library) {
    MachineGpus gpus;
    auto nvml = library.empty() ? Nvml::open() : Nvml::open(library);
    if (!nvml) {
        gpus.obstacles = std::move(nvml.error());
        return gpus;
    }
    const auto found = nvml->devices();
    if (!found) {
        gpus.obstacles = found.error();
        return gpus;
    }
    gpus.count = static_cast<int>(found->size());
    const bool alike = std::all_of(found->begin(), found->end(), [&](const FoundDevice& each) {
        return each.name == found->front().name;
    });
    if (!found->empty() && alike)
        gpus.type = found->front().name;
    return gpus;
}

NewPool onMachine(NewPool wanted, const std::string& machine, const MachineGpus& gpus) {
    wanted.nodes = 1;
    wanted.here = machine;
    wanted.gpusPerNode = gpus.count;
    wanted.gpuType = gpus.type;
    const auto teams = static_cast<int>(wanted.teams.size());
    for (int i = 0; i < teams; ++i) {
        const int more = i < gpus.count % teams ? 1 : 0;
        wanted.teams[static_cast<std::size_t>(i)].gpu = Gpu{kOneGpu} * (gpus.count / teams + more);
    }
    return wanted;
}

std::optional<Message> moreThanFound(const NewPool& wanted, const MachineGpus& gpus) {
    // Without a driver what is declared counts.
    if (wanted.here.empty() || !gpus.obstacles.empty() || wanted.gpusPerNode <= gpus.count)
        return {};
    return Message{"gpus-missing",
                   {{"node", Value::ofText(wanted.here)},
                    {"declared", Value::ofCount(wanted.gpusPerNode)},
                    {"found", Value::ofCount(gpus.count)}}};
}

}  // namespace apportion
