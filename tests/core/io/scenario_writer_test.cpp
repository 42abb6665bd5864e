// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/io/scenario_writer.h"

#include <sstream>

#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "tests/core/io/random_scenario.h"
#include "tests/core/io/temporary_folder.h"
#include "tests/core/model/small_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

std::string written(const Scenario& scenario) {
    std::ostringstream out;
    writeScenario(out, scenario);
    return out.str();
}

TEST(ScenarioWriter, LeavesOutDefaults) {
    EXPECT_EQ(written({}), "{\n  \"apportion\": 1\n}\n");
    auto scenario = smallPool();
    scenario.settings.placement = PlacementPolicy::spread;
    scenario.until = 3600 * kSecond;
    EXPECT_EQ(written(scenario), R"({
  "apportion": 1,
  "settings": {
    "placement": "spread"
  },
  "nodes": [
    {"name": "dgx", "count": 2, "gpu": 8, "gpuType": "H100"}
  ],
  "quotas": [
    {"name": "root", "guaranteed": {"gpu": 16}},
    {"name": "left", "parent": "root", "guaranteed": {"gpu": 8}},
    {"name": "right", "parent": "root", "guaranteed": {"gpu": 8}}
  ],
  "workspaces": [
    {"name": "room", "quotas": ["left"], "members": [{"user": "ana", "role": "admin"}, {"user": "bo", "role": "viewer"}]}
  ],
  "workloads": [
    {"name": "job", "quota": "left", "gpu": 4, "submit": 0, "duration": 60}
  ],
  "until": 3600
}
)");
}

TEST(ScenarioWriter, WhatIsReadBackIsTheSame) {
    for (unsigned seed = 1; seed <= 500; ++seed) {
        const auto scenario = randomScenario(seed);
        const auto text = written(scenario);
        const auto read = parseScenario(text);
        ASSERT_TRUE(read) << "seed " << seed << ": " << read.error()[0].pointer << " "
                          << render(read.error()[0].message) << "\n"
                          << text;
        EXPECT_EQ(read->scenario, scenario) << "seed " << seed << "\n" << text;
        EXPECT_EQ(written(read->scenario), text) << "seed " << seed;
    }
}

TEST(ScenarioWriter, SavesPlainAndPacked) {
    const TemporaryFolder folder;
    const auto scenario = randomScenario(7);
    for (const char* name : {"pool.json", "pool.json.gz"}) {
        ASSERT_TRUE(saveScenario(folder / name, scenario));
        const auto read = readScenario(folder / name);
        ASSERT_TRUE(read);
        EXPECT_EQ(read->scenario, scenario);
    }
    EXPECT_EQ(bytesOf(folder / "pool.json.gz").substr(0, 2), "\x1F\x8B");
}

}  // namespace
}  // namespace apportion
