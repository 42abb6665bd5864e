// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/nodes/node_room.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

NodeBlock block(int device, int devices, Gpu gpu) {
    NodeBlock block;
    block.device = device;
    block.devices = devices;
    block.gpu = gpu;
    return block;
}

// Devices 0 and 1 are whole in use, 2 half, 3 and 4 are free.
NodeRow node() {
    NodeRow row;
    row.name = "n";
    row.devices = 5;
    row.wholeFree = 2;
    row.blocks = {block(0, 2, 2 * kOneGpu), block(2, 1, kOneGpu / 2)};
    return row;
}

WorkloadRow waits(const std::string& name, Gpu gpu, int replicas = 1) {
    WorkloadRow row;
    row.name = name;
    row.gpu = gpu;
    row.replicas = replicas;
    return row;
}

TEST(NodeRoom, WholeDevicesTogetherOrOnePart) {
    NodeRow row = node();
    EXPECT_EQ(freeOn(row, 0), 0);
    EXPECT_EQ(freeOn(row, 2), kOneGpu / 2);
    EXPECT_EQ(roomOn({}, row).free, 2 * kOneGpu + kOneGpu / 2);
    EXPECT_EQ(roomOn({}, row).largest, 2 * kOneGpu);
    row.blocks.push_back(block(3, 2, 2 * kOneGpu));
    row.wholeFree = 0;
    EXPECT_EQ(roomOn({}, row).largest, kOneGpu / 2);
    row.state = NodeState::cordoned;
    EXPECT_EQ(roomOn({}, row).largest, 0) << "it takes nothing new";
    EXPECT_EQ(roomOn({}, row).free, kOneGpu / 2);
    row.state = NodeState::down;
    EXPECT_EQ(roomOn({}, row).free, 0);
}

TEST(NodeRoom, TheFirstThatWaitsWithSoSmallAReplica) {
    View view;
    view.waiting = {waits("large", 4 * kOneGpu), waits("gang", 8 * kOneGpu, 4),
                    waits("small", kOneGpu)};
    const NodeRow row = node();
    const NodeRoom room = roomOn(view, row);
    ASSERT_NE(room.fits, nullptr);
    EXPECT_EQ(room.fits->name, "gang");
}

TEST(NodeRoom, WhoEndedThereLast) {
    View view;
    for (const auto& [name, on, end] : {std::tuple{"early", "n", 10}, std::tuple{"late", "n", 20},
                                        std::tuple{"other", "m", 30}}) {
        WorkloadRow row = waits(name, kOneGpu);
        row.status.placements = {{on, kOneGpu}};
        row.status.end = end * kSecond;
        view.ended.push_back(row);
    }
    ASSERT_NE(roomOn(view, node()).last, nullptr);
    EXPECT_EQ(roomOn(view, node()).last->name, "late");
}

}  // namespace
}  // namespace apportion
