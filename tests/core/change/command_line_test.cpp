// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/command_line.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(CommandLine, AScaleNamesItsFileAndItsSizes) {
    ScaleQuotas scale;
    scale.sizes = {Read<QuotaSize>(QuotaSize{"Quota1.1", 56 * kOneGpu}),
                   Read<QuotaSize>(QuotaSize{"Quota1.2", 72 * kOneGpu})};
    scale.mode = ScaleMode::drain;
    EXPECT_EQ(commandLineOf(scale, "pool.apportion"),
              "apportionctl project scale pool.apportion Quota1.1=56 Quota1.2=72 --mode drain");
}

TEST(CommandLine, TheVerbOfAGroupStandsBehindTheFile) {
    EXPECT_EQ(commandLineOf(DeleteQuota{"old"}, "pool.apportion"),
              "apportionctl project quota pool.apportion delete old");
    SetPolicy policy;
    policy.quota = "team a";
    PolicyChange change;
    change.weight = std::optional<std::int64_t>(80);
    policy.set = Read<PolicyChange>(change);
    EXPECT_EQ(commandLineOf(policy, "/pools/ana's pool.apportion"),
              R"(apportionctl project policy '/pools/ana'\''s pool.apportion' 'team a' --set )"
              R"('{"weight":80}')");
}

TEST(CommandLine, WhatIsAboutWorkStandsAtTheTop) {
    CancelWork cancel;
    cancel.name = "job";
    EXPECT_EQ(commandLineOf(cancel, "p.apportion"), "apportionctl cancel p.apportion job");
}

TEST(CommandLine, AShellTakesAWordAsItIs) {
    EXPECT_EQ(shellWord("a=8"), "a=8");
    EXPECT_EQ(shellWord(""), "''");
    EXPECT_EQ(shellWord("$HOME"), "'$HOME'");
}

}  // namespace
}  // namespace apportion
