// SPDX-License-Identifier: GPL-3.0-or-later
// What the engine does not do yet is refused, not ignored. A test leaves this file together with
// the line in not_built_yet.cpp.
#include "core/io/not_built_yet.h"

#include <gtest/gtest.h>

#include "tests/core/model/small_pool.h"

namespace apportion {
namespace {

using namespace apportion::testing;

template <typename Spoil>
std::vector<std::string> refused(Spoil&& spoil) {
    auto scenario = smallPool();
    spoil(scenario);
    Findings findings;
    refuseNotBuiltYet(scenario, findings);
    return told(findings.take());
}

using Told = std::vector<std::string>;

TEST(NotBuiltYet, LetsTheRestThrough) {
    EXPECT_EQ(refused([](Scenario& s) {
                  s.workloads[0].minReplicas = 1;
                  s.quotas[0].policy.minRuntime = 0;
              }),
              Told{});
}

TEST(NotBuiltYet, RefusesGracePeriod) {
    EXPECT_EQ(refused([](Scenario& s) { s.settings.gracePeriod = 1; }),
              Told{"/settings/gracePeriod not-built-yet"});
}

TEST(NotBuiltYet, RefusesMinimumRuntime) {
    EXPECT_EQ(refused([](Scenario& s) {
                  s.settings.minRuntime = 1;
                  s.quotas[1].policy.minRuntime = 1;
              }),
              (Told{"/settings/minRuntime not-built-yet", "/quotas/1/minRuntime not-built-yet"}));
}

TEST(NotBuiltYet, RefusesLending) {
    EXPECT_EQ(refused([](Scenario& s) {
                  s.quotas[1].policy.lend = 0;
                  PolicyEvent event{"left", {}};
                  event.change.lend = std::optional<Gpu>{100};
                  s.events = {{0, event}};
              }),
              (Told{"/quotas/1/lend not-built-yet", "/events/0/lend not-built-yet"}));
}

TEST(NotBuiltYet, RefusesCaps) {
    EXPECT_EQ(refused([](Scenario& s) { s.workspaces[0].caps.emplace_back(); }),
              Told{"/workspaces/0/caps not-built-yet"});
}

TEST(NotBuiltYet, RefusesIdleAndElasticWork) {
    EXPECT_EQ(refused([](Scenario& s) {
                  s.workloads[0].idle = true;
                  s.workloads[0].replicas = 2;
                  s.workloads[0].minReplicas = 1;
              }),
              (Told{"/workloads/0/idle not-built-yet", "/workloads/0/minReplicas not-built-yet"}));
}

TEST(NotBuiltYet, RefusesNodeEvents) {
    EXPECT_EQ(refused([](Scenario& s) {
                  s.events = {{0, NodeEvent{"dgx-1", {}}}};
              }),
              Told{"/events/0/node not-built-yet"});
}

}  // namespace
}  // namespace apportion
