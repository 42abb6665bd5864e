// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/local/local_machine.h"

#include <algorithm>
#include <array>

#include <sys/socket.h>
#include <unistd.h>

#include "core/cluster/local/devices/nvml.h"
#include "core/cluster/local/keeper/keeper.h"

namespace apportion {

namespace {

std::string withoutDomain(const std::string& name) {
    return name.substr(0, name.find('.'));
}

}  // namespace

std::optional<uid_t> peerOf(int socket) {
    ucred peer{};
    socklen_t size = sizeof peer;
    if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || size != sizeof peer)
        return {};
    return peer.uid;
}

std::string machineName() {
    std::array<char, 256> name{};
    return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : std::string();
}

LocalMachine LocalMachine::present(Problems& notes) {
    LocalMachine machine;
    machine.name = machineName();
    machine.keeper = keeperProgram();
    machine.peer = peerOf;
    const auto tell = [&notes](Problems problems) {
        for (Problem& problem : problems)
            problem.warning = true;
        notes.insert(notes.end(), problems.begin(), problems.end());
    };
    auto nvml = Nvml::open();
    if (!nvml) {
        // No driver is no fault: there may be no GPU. One that does not answer is.
        if (nvml.error().front().message.code != "nvml-missing")
            tell(std::move(nvml.error()));
        return machine;
    }
    auto found = nvml->devices();
    if (!found) {
        tell(std::move(found.error()));
        return machine;
    }
    machine.devices.emplace();
    machine.devices->reserve(found->size());
    for (FoundDevice& device : *found)
        machine.devices->push_back(std::move(device.uuid));
    return machine;
}

std::string nodeHere(const Project& project, const LocalMachine& machine) {
    const std::vector<Node> nodes = expand(project.pool.nodes);
    if (nodes.size() == 1)
        return nodes.front().name;
    for (const Node& node : nodes)
        if (!node.name.empty() && node.name == machine.name)
            return node.name;
    for (const Node& node : nodes)
        if (!node.name.empty() && withoutDomain(node.name) == withoutDomain(machine.name))
            return node.name;
    return {};
}

SeenNode nodeSeen(const Project& project, const LocalMachine& machine) {
    SeenNode node{nodeHere(project, machine), {}};
    if (machine.devices)
        node.devices = static_cast<int>(machine.devices->size());
    return node;
}

DeviceBook deviceBook(const Project& project, const std::string& node,
                      const LocalMachine& machine) {
    const std::size_t declared = declaredOn(project, node);
    std::vector<std::string> names;
    if (machine.devices) {
        names = *machine.devices;
        names.resize(std::min(names.size(), declared));
    } else {
        names.reserve(declared);
        for (std::size_t i = 0; i < declared; ++i)
            names.push_back(std::to_string(i));
    }
    return DeviceBook(std::move(names));
}

}  // namespace apportion
