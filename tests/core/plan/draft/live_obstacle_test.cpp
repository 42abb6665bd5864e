// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/live_obstacle.h"

#include <gtest/gtest.h>

#include "tests/core/view/standing.h"

namespace apportion {
namespace {

TEST(LiveObstacle, SaysWhatStandsAgainstIt) {
    DocumentState document;
    const auto code = [&] {
        const auto obstacle = obstacleToGoLive(document);
        return obstacle ? obstacle->code : "";
    };
    EXPECT_EQ(code(), "live-obstacle");
    document.open = true;
    EXPECT_EQ(code(), "live-obstacle") << "a recorded run";
    stand(document, Standing::resting);
    EXPECT_EQ(code(), "live-obstacle.role");
    document.allowed = {"settings"};
    EXPECT_EQ(code(), "");
    document.reading = 7;
    EXPECT_EQ(code(), "live-obstacle.reading");
    document.readOnly = true;
    EXPECT_EQ(code(), "live-obstacle.read-only");
    stand(document, Standing::elsewhere);
    document.holder = "ana";
    EXPECT_EQ(code(), "live-obstacle.elsewhere");
    EXPECT_NE(render(*obstacleToGoLive(document)).find("ana"), std::string::npos);
    stand(document, Standing::live);
    EXPECT_EQ(code(), "");
}

}  // namespace
}  // namespace apportion
