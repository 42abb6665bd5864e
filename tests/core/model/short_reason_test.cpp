// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/short_reason.h"

#include <string>

#include <gtest/gtest.h>

namespace apportion {
namespace {

// Longer ones would not be read in a row.
constexpr std::size_t kLongest = 30;

TEST(ShortReason, ThereIsOneForEveryReasonAndItIsShort) {
    for (int i = 0; i <= static_cast<int>(ReasonCode::notLive); ++i) {
        const std::string code = "short-" + std::string(codeText(static_cast<ReasonCode>(i)));
        EXPECT_NE(messageTemplate(code), code);
    }
    int seen = 0;
    for (const auto code : messageCodes()) {
        if (code.substr(0, 6) != "short-")
            continue;
        ++seen;
        EXPECT_LE(messageTemplate(code).size(), kLongest) << code;
        // Of a variant that it is for, each of its arguments is one that the reason has.
        const std::string_view reason = code.substr(6);
        ASSERT_NE(messageTemplate(reason), reason) << code << " is for no reason";
        const auto given = messageArguments(reason);
        for (const auto name : messageArguments(code))
            EXPECT_NE(std::find(given.begin(), given.end(), name), given.end())
                << code << ' ' << name;
    }
    EXPECT_GE(seen, 18);
}

TEST(ShortReason, SaysWhatStandsInTheWayWithItsNumbers) {
    const Reason limit{ReasonCode::overLimit,
                       Rule::bounds,
                       {"over-limit",
                        {{"quota", Value::ofText("vision")},
                         {"resource", Value::ofText("gpu")},
                         {"placed", Value::ofGpu(20 * kOneGpu)},
                         {"requested", Value::ofGpu(8 * kOneGpu)},
                         {"short", Value::ofGpu(4 * kOneGpu)},
                         {"bound", Value::ofGpu(24 * kOneGpu)}}}};
    EXPECT_EQ(render(shortReason(limit)), "by 4 GPUs");
}

TEST(ShortReason, AVariantWithoutOneIsToldAsItsReason) {
    const Reason taken{ReasonCode::noEligibleVictims,
                       Rule::reclaim,
                       {"no-eligible-victims.share",
                        {{"quota", Value::ofText("a")},
                         {"requested", Value::ofGpu(8 * kOneGpu)},
                         {"free", Value::ofGpu(2 * kOneGpu)}}}};
    EXPECT_EQ(shortReason(taken).code, "short-no-eligible-victims");
    EXPECT_EQ(render(shortReason(taken)), "2 GPUs free");
}

TEST(ShortReason, SaysForHowManyReplicasThereIsRoom) {
    const Reason apart{
        ReasonCode::fragmented,
        Rule::placement,
        {"fragmented.gang", {{"replicas", Value::ofCount(3)}, {"count", Value::ofCount(1)}}}};
    EXPECT_EQ(render(shortReason(apart)), "room for 1 of 3");
}

TEST(ShortReason, ACommandThatNeverRanIsToldAsNotStarted) {
    const auto failed = [](const std::string& code) {
        return Reason{ReasonCode::commandFailed,
                      Rule::access,
                      {code, {{"detail", Value::ofText("No such file or directory")}}}};
    };
    EXPECT_EQ(badgeCode(failed("command-failed.start")), "not-started");
    EXPECT_EQ(render(shortReason(failed("command-failed.start"))), "No such file or directory");
    EXPECT_EQ(badgeCode(failed("command-failed.no-node")), "not-started");
    EXPECT_EQ(badgeCode(failed("command-failed.approval")), "not-run-here") << "as of a copy";
    EXPECT_EQ(badgeCode(failed("command-failed.other-pool")), "not-run-here");
    EXPECT_EQ(badgeCode(failed("command-failed.exit")), "command-failed");
    EXPECT_EQ(badgeCode({ReasonCode::overLimit, Rule::bounds, {"over-limit", {}}}), "over-limit");
}

// Of what a file kept of an earlier version.
TEST(ShortReason, WithoutItsNumbersTheWholeSentenceIsTold) {
    const Reason bare{ReasonCode::cap, Rule::access, {"cap", {}}};
    EXPECT_EQ(shortReason(bare), bare.message);
}

}  // namespace
}  // namespace apportion
