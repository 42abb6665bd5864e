// SPDX-License-Identifier: GPL-3.0-or-later
// Files that were damaged at random are read or refused, and never crash. The same damage each
// time.
#include <filesystem>
#include <random>
#include <sstream>

#include <gtest/gtest.h>

#include "core/io/answers/outcome_reader.h"
#include "core/io/answers/outcome_writer.h"
#include "core/io/gzip.h"
#include "core/io/input_file.h"
#include "core/io/plan/plan_reader.h"
#include "core/io/scenario_writer.h"
#include "tests/core/io/full_answers.h"
#include "tests/core/io/random_scenario.h"
#include "tests/core/io/temporary_folder.h"

namespace apportion {
namespace {

using namespace apportion::testing;

// Changes, takes out, doubles or cuts off a few pieces.
std::string damaged(std::string text, std::mt19937& random) {
    constexpr std::string_view kLikely = "{}[]:,\"\\0123456789-+.eEnulltruefalse \n\t\x80\xFF";
    const auto below = [&](std::size_t bound) { return bound == 0 ? 0 : random() % bound; };
    const auto times = 1 + below(4);
    for (std::size_t i = 0; i < times && !text.empty(); ++i) {
        const auto at = below(text.size());
        const auto length = 1 + below(20);
        switch (below(5)) {
            case 0:
                text[at] = kLikely[below(kLikely.size())];
                break;
            case 1:
                text.erase(at, length);
                break;
            case 2:
                text.insert(at, text.substr(below(text.size()), length));
                break;
            case 3:
                text.insert(at, 1, kLikely[below(kLikely.size())]);
                break;
            default:
                if (below(10) == 0)
                    text.resize(at);
        }
    }
    return text;
}

void expectSound(const Problems& problems) {
    ASSERT_FALSE(problems.empty());
    for (const auto& problem : problems)
        EXPECT_TRUE(isComplete(problem.message)) << problem.message.code;
}

TEST(DamagedFiles, AreReadOrRefused) {
    std::mt19937 random(20261120);
    for (unsigned seed = 1; seed <= 3000; ++seed) {
        std::ostringstream text;
        writeScenario(text, randomScenario(seed % 50));
        auto bytes = decodeInput(damaged(text.str(), random), "x");
        if (!bytes) {
            expectSound(bytes.error());
            continue;
        }
        if (const auto read = parseScenario(*bytes, "x"); !read)
            expectSound(read.error());
    }
}

TEST(DamagedFiles, OfAnswersToo) {
    std::mt19937 random(7);
    std::ostringstream text;
    writeOutcome(text, fullOutcome());
    for (int i = 0; i < 2000; ++i) {
        const auto bytes = decodeInput(damaged(text.str(), random), "x");
        if (!bytes)
            continue;
        if (const auto read = parseOutcome(*bytes, "x"); !read)
            expectSound(read.error());
    }
}

TEST(DamagedFiles, OfPlansToo) {
    std::mt19937 random(14);
    const std::string plan =
        bytesOf(std::string(APPORTION_SOURCE_DIR) + "/resources/plans/pool-128.plan.json");
    int good = 0;
    for (int i = 0; i < 3000; ++i) {
        auto bytes = decodeInput(damaged(plan, random), "x");
        if (!bytes)
            continue;
        if (const auto read = parsePlan(*bytes, "x"))
            ++good;
        else
            expectSound(read.error());
    }
    EXPECT_GT(good, 100);
}

TEST(DamagedFiles, PackedToo) {
    std::mt19937 random(99);
    std::ostringstream text;
    writeScenario(text, randomScenario(3));
    const auto packed = gzip(text.str());
    for (int i = 0; i < 2000; ++i)
        if (const auto bytes = decodeInput(damaged(packed, random), "x"); !bytes)
            expectSound(bytes.error());
}

}  // namespace
}  // namespace apportion
