// SPDX-License-Identifier: GPL-3.0-or-later
// The view of a scenario at a moment.
#pragma once

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "core/io/scenario_reader.h"
#include "core/session/player.h"
#include "core/view/view_builder.h"

namespace apportion::test {

inline Scenario scenarioOf(const std::string& json) {
    auto read = parseScenario(json);
    EXPECT_TRUE(read) << (read ? "" : render(read.error().front().message));
    return read ? read->scenario : Scenario{};
}

inline void finish(Player& player) {
    while (player.busy())
        player.work(Deadline::max());
}

inline std::unique_ptr<Player> playerAt(const Scenario& scenario, Instant at) {
    auto player = std::make_unique<Player>(std::make_shared<const Scenario>(scenario));
    finish(*player);
    player->seek(at);
    finish(*player);
    return player;
}

inline View viewAt(const Scenario& scenario, Instant at) {
    return viewOf(*playerAt(scenario, at));
}

}  // namespace apportion::test
