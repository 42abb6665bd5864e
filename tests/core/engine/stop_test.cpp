// SPDX-License-Identifier: GPL-3.0-or-later
// An instant that nobody waits for any more.
#include <gtest/gtest.h>

#include "core/engine/engine.h"
#include "tests/core/engine/pool.h"

namespace apportion {
namespace {

Engine poolOfTwo() {
    testing::Pool pool;
    pool.nodes(1, 8).quota("A", 8);
    pool.work("a", "A", 8 * kOneGpu, 0);
    pool.work("b", "A", 8 * kOneGpu, 0);
    return Engine(std::make_shared<const Scenario>(pool.scenario));
}

std::size_t startedBy(Engine engine) {
    const std::vector<Input> inputs{Submit{0}, Submit{1}};
    return engine.step(0, inputs).started.size();
}

TEST(Stop, EndsAnInstantBeforeAllWereAsked) {
    Engine engine = poolOfTwo();
    EXPECT_EQ(startedBy(engine), 1U);
    std::stop_source stop;
    engine.stopWhen(stop.get_token());
    EXPECT_EQ(startedBy(engine), 1U) << "nobody has asked it to";
    stop.request_stop();
    EXPECT_EQ(startedBy(engine), 0U) << "a copy stops, too";
    engine.stopWhen({});
    EXPECT_EQ(startedBy(engine), 1U);
}

}  // namespace
}  // namespace apportion
