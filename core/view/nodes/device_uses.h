// SPDX-License-Identifier: GPL-3.0-or-later
// How busy the devices of one node are, as their driver reports. Who reads it does not matter here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/view/nodes/node_rows.h"

namespace apportion {

struct DeviceUses {
    std::string node;  // that is this machine; empty = there is nothing to tell
    Instant at = 0;    // of the view
    std::vector<std::optional<int>> percent;  // by device
    friend bool operator==(const DeviceUses&, const DeviceUses&) = default;
};

// Of a device as it is drawn; nothing = it is not known.
inline std::optional<int> useOf(const DeviceUses& uses, const NodeRow& node, int device) {
    const auto place = static_cast<std::size_t>(device);
    if (uses.node.empty() || uses.node != node.name || device < 0 || place >= uses.percent.size())
        return {};
    return uses.percent[place];
}

}  // namespace apportion
