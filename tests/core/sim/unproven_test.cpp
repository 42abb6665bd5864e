// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of answers of a search that met its bound.
#include <gtest/gtest.h>

#include "core/session/commands/commands.h"
#include "tests/core/engine/hopeless_pool.h"

namespace apportion {
namespace {

using testing::hopeless;

TEST(Unproven, WaitsAreCountedInTheWarningsOfARun) {
    for (const int waiting : {0, 1, 3}) {
        Problems warnings;
        RunOptions options;
        options.until = 2 * kSecond;
        options.warnings = &warnings;
        runScenario(std::make_shared<const Scenario>(hopeless(waiting).scenario), options);
        if (waiting == 0) {
            EXPECT_TRUE(warnings.empty());
            continue;
        }
        ASSERT_EQ(warnings.size(), 1U);
        EXPECT_EQ(warnings[0].message,
                  (Message{"waits-not-proven", {{"count", Value::ofCount(waiting)}}}));
        EXPECT_TRUE(isComplete(warnings[0].message));
    }
}

}  // namespace
}  // namespace apportion
