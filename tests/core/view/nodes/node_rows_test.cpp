// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/nodes/node_rows.h"

#include "tests/core/session/view_at.h"

namespace apportion {
namespace {

using test::scenarioOf;
using test::viewAt;

// Two nodes of four devices and a larger one: whole devices, a gang, and two that share a device.
constexpr const char* kMapPool = R"({"apportion": 1, "name": "map",
 "nodes": [{"name": "n", "count": 2, "gpu": 4, "gpuType": "H100"}, {"name": "spare", "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 16}}],
 "workloads": [
  {"name": "pair", "quota": "a", "gpu": 2, "submit": 0},
  {"name": "first", "quota": "a", "gpu": 0.5, "submit": 1},
  {"name": "second", "quota": "a", "gpu": 0.25, "submit": 2},
  {"name": "gang", "quota": "a", "gpu": 2, "replicas": 2, "gpuType": "H100", "submit": 3}],
 "events": [
  {"at": 10, "do": "node", "node": "spare", "state": "cordoned"},
  {"at": 20, "do": "node", "node": "spare", "state": "down"},
  {"at": 30, "do": "node", "node": "n-1", "state": "draining"},
  {"at": 40, "do": "finish", "workload": "pair"}],
 "until": 100})";

const NodeRow& node(const View& view, const std::string& name) {
    for (const NodeRow& row : view.nodes.rows)
        if (row.name == name)
            return row;
    throw std::out_of_range(name);
}

std::string drawn(const NodeRow& row) {
    std::string text;
    for (const NodeBlock& block : row.blocks)
        text += block.workload + "@" + std::to_string(block.device) + "x" +
                std::to_string(block.devices) + "=" + std::to_string(block.gpu) + " ";
    return text;
}

TEST(NodeRows, JoinsNeighboursAndSharesDevices) {
    const View view = viewAt(scenarioOf(kMapPool), 5 * kSecond);
    ASSERT_EQ(view.nodes.rows.size(), 3U);
    EXPECT_EQ(drawn(node(view, "n-1")), "pair@0x2=200 first@2x1=50 second@2x1=25 ");
    EXPECT_EQ(drawn(node(view, "n-2")), "gang@0x4=400 ");
    EXPECT_EQ(drawn(node(view, "spare")), "");
    EXPECT_EQ(node(view, "n-1").used, 275);
    EXPECT_EQ(node(view, "n-1").wholeFree, 1);
    EXPECT_EQ(node(view, "n-1").gpuType, "H100");
    EXPECT_EQ(node(view, "n-1").blocks[0].since, 0);
}

TEST(NodeRows, AGangOfReplicasOnOneNodeIsOneBlock) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 8}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 8}}],
      "workloads": [{"name": "w", "quota": "a", "gpu": 2, "replicas": 3}], "until": 9})"),
                             0);
    EXPECT_EQ(drawn(view.nodes.rows[0]), "w@0x6=600 ");
}

TEST(NodeRows, CountsWhatWouldFit) {
    const PoolRoom room = viewAt(scenarioOf(kMapPool), 5 * kSecond).nodes.room;
    EXPECT_EQ(room.largest, 8);
    EXPECT_EQ(room.largestOn, "spare");
    EXPECT_EQ(room.wholeFree, 9);
    EXPECT_EQ(room.gangs, (std::array{9, 4, 2, 1}));
    EXPECT_EQ(room.fragments, 25);
    EXPECT_EQ(room.sharedDevices, 1);
    EXPECT_EQ(room.closed + room.down, 0);
}

TEST(NodeRows, LeavesOutWhatIsClosedOrDown) {
    const View cordoned = viewAt(scenarioOf(kMapPool), 10 * kSecond);
    EXPECT_EQ(node(cordoned, "spare").state, NodeState::cordoned);
    EXPECT_EQ(node(cordoned, "spare").since, 10 * kSecond);
    EXPECT_EQ(cordoned.nodes.room.largest, 1);
    EXPECT_EQ(cordoned.nodes.room.largestOn, "n-1");
    EXPECT_EQ(cordoned.nodes.room.wholeFree, 1);
    EXPECT_EQ(cordoned.nodes.room.behindCordon, 8);
    EXPECT_EQ(cordoned.nodes.room.fragments, 25);
    const View down = viewAt(scenarioOf(kMapPool), 20 * kSecond);
    EXPECT_EQ(node(down, "spare").state, NodeState::down);
    EXPECT_TRUE(node(down, "spare").blocks.empty());
    EXPECT_EQ(down.nodes.room.downGpu, 800);
    EXPECT_EQ(down.nodes.room.behindCordon, 0);
    const View drained = viewAt(scenarioOf(kMapPool), 30 * kSecond);
    EXPECT_EQ(drawn(node(drained, "n-1")), "");
    EXPECT_EQ(drained.nodes.room.closed, 1);
    EXPECT_EQ(drained.nodes.room.behindCordon, 4);
    EXPECT_EQ(drained.nodes.room.largest, 0);
}

// A running workload keeps its devices when a neighbour ends.
TEST(NodeRows, NobodyJumpsWhenANeighbourEnds) {
    const Scenario scenario = scenarioOf(R"({"apportion": 1, "nodes": [{"name": "n", "gpu": 4}],
      "quotas": [{"name": "a", "guaranteed": {"gpu": 4}}],
      "workloads": [{"name": "x", "quota": "a", "gpu": 1, "duration": 5},
                    {"name": "y", "quota": "a", "gpu": 2}],
      "until": 20})");
    EXPECT_EQ(drawn(viewAt(scenario, 1 * kSecond).nodes.rows[0]), "x@0x1=100 y@1x2=200 ");
    EXPECT_EQ(drawn(viewAt(scenario, 6 * kSecond).nodes.rows[0]), "y@1x2=200 ");
}

// Rooms of different groups do not add up: no workload spans them.
TEST(NodeRows, GangsStayInsideOneGroup) {
    const View view = viewAt(scenarioOf(R"({"apportion": 1,
      "nodes": [{"name": "h", "count": 2, "gpu": 8, "gpuType": "H100"},
                {"name": "a", "count": 3, "gpu": 4, "gpuType": "A10"}],
      "quotas": [{"name": "big", "guaranteed": {"gpu": 16}, "nodes": {"gpuType": "H100"}},
                 {"name": "small", "guaranteed": {"gpu": 12}, "nodes": {"gpuType": "A10"}}],
      "until": 1})"),
                             0);
    EXPECT_EQ(view.nodes.room.gangs, (std::array{16, 8, 4, 2}));
    EXPECT_EQ(view.nodes.room.largestOn, "h-1");
}

}  // namespace
}  // namespace apportion
