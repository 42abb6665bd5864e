// SPDX-License-Identifier: GPL-3.0-or-later
// A project file made under an earlier revision of the rules: what was decided by then are facts.
// tests/data/project-rules-1.sql is one as its program wrote it: a job of ten minutes moved a run
// of 100 hours, which revision 2 forbids (`moveLoss`).
#include <gtest/gtest.h>

#include "tests/core/store/fault_vfs.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

constexpr Moment kSecondsBehind = 10 * kSecond;

TEST(OldRules, WhatRevision1DecidedAreFacts) {
    const FaultVfs quick;
    const TemporaryFolder folder;
    const std::string path = folder / "old.apportion";
    const std::string sql =
        bytesOf(std::string(APPORTION_SOURCE_DIR) + "/tests/data/project-rules-1.sql");
    ASSERT_FALSE(sql.empty());
    SQLite::Database(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE).exec(sql);
    const std::string made = bytesOf(path);
    {
        Moment last = 0;
        auto desk = ProjectDesk::open(path, OpenMode::readOnly, "root", [&] { return last; });
        ASSERT_TRUE(desk.has_value()) << sentencesOf(desk.error());
        EXPECT_EQ(sentencesOf(desk->file().verify()), "");
        const auto entries = desk->file().entriesFrom(3, 1);
        ASSERT_TRUE(entries && entries->size() == 1);
        last = entries->front().at + kSecondsBehind;
        const auto shown = desk->show();
        ASSERT_TRUE(shown.has_value()) << sentencesOf(shown.error());
        const Outcome& outcome = shown->outcome;
        for (const auto& [name, status] : outcome.workloads)
            EXPECT_EQ(status.state, WorkloadState::running) << name;
        ASSERT_EQ(outcome.evictions.size(), 1U);
        const Eviction& moved = outcome.evictions[0];
        EXPECT_EQ(moved.victim, "long-1");
        EXPECT_EQ(moved.preemptor, "short");
        EXPECT_EQ(moved.rule, EvictionRule::consolidation);
        EXPECT_EQ(moved.lost / kOneGpu / (3600 * kSecond), 200) << "GPU hours";
        const auto explained = desk->explain("long-1");
        ASSERT_TRUE(explained.has_value());
        EXPECT_EQ(explained->evictions, outcome.evictions);
        ASSERT_EQ(explained->runs.size(), 2U);
        EXPECT_EQ(explained->runs[0].endedBy, "consolidation");
        // The engine of today takes nothing of it back.
        Engine engine = engineOf(**desk->project(), last);
        EXPECT_FALSE(engine.step(0, {}).any());
    }
    EXPECT_EQ(bytesOf(path), made);
}

}  // namespace
}  // namespace apportion::testing
