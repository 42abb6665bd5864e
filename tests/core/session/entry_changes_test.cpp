// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/entry_changes.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

using Unit = EntryChange::Unit;

TEST(EntryChanges, OnlyWhatDiffersWithItsUnit) {
    JournalEntry entry;
    entry.facts.push_back({ObjectKind::quota, "Q", 1,
                           R"({"guaranteed":{"gpu":48},"name":"Q","team":"B","lend":4})",
                           R"({"guaranteed":{"gpu":56.5},"name":"Q","team":"B",)"
                           R"("selfPreemption":{"high":[5,9]}})"});
    const EntryChanges found = changesOf(entry, 10);
    const std::vector<EntryChange> expected{
        {ObjectKind::quota, "Q", "guaranteed.gpu", Unit::gpus, "48", "56.5"},
        {ObjectKind::quota, "Q", "lend", Unit::gpus, "4", ""},
        {ObjectKind::quota, "Q", "selfPreemption.high", Unit::words, "", "5, 9"}};
    EXPECT_EQ(found.changes, expected);
    EXPECT_EQ(found.more, 0U);
}

// What became of work is kept in hundredths and milliseconds, what was asked as in a scenario.
TEST(EntryChanges, RunsAndWorkHaveTheirOwnUnits) {
    JournalEntry entry;
    entry.facts.push_back({ObjectKind::workload, "w", 1, "",
                           R"({"name":"w","gpu":4,"submit":0,"duration":60,"preemptible":true})"});
    entry.facts.push_back({ObjectKind::run, "w", 1, R"({"state":"pending"})",
                           R"({"state":"running","start":5000,)"
                           R"("placements":[{"node":"n-1","gpu":400}]})"});
    const EntryChanges found = changesOf(entry, 10);
    const std::vector<EntryChange> expected{
        {ObjectKind::workload, "w", "duration", Unit::seconds, "", "60"},
        {ObjectKind::workload, "w", "gpu", Unit::gpus, "", "4"},
        {ObjectKind::workload, "w", "preemptible", Unit::flag, "", "true"},
        {ObjectKind::run, "w", "state", Unit::words, "pending", "running"},
        {ObjectKind::run, "w", "placements", Unit::words, "", "n-1: 4"},
        {ObjectKind::run, "w", "start", Unit::moment, "", "5000"}};
    EXPECT_EQ(found.changes, expected);
}

TEST(EntryChanges, TemporaryChangesReadAsPeopleSayThem) {
    JournalEntry entry;
    entry.facts.push_back({ObjectKind::temporary, "t-1", 1, "",
                           R"({"ends":9000,"name":"t-1","sizes":[)"
                           R"({"before":4800,"during":5600,"quota":"A"},)"
                           R"({"before":8000,"during":7200,"quota":"B"}]})"});
    entry.facts.push_back({ObjectKind::pool, "pool", 1, "", R"({"apportion":1,"name":"P"})"});
    const std::vector<EntryChange> expected{
        {ObjectKind::temporary, "t-1", "ends", Unit::moment, "", "9000"},
        {ObjectKind::temporary, "t-1", "sizes", Unit::words, "", "A: 48 → 56, B: 80 → 72"},
        {ObjectKind::pool, "pool", "name", Unit::words, "", "P"}};
    EXPECT_EQ(changesOf(entry, 10).changes, expected);
}

TEST(EntryChanges, WhatIsLeftOutIsCounted) {
    JournalEntry entry;
    for (int i = 0; i < 5; ++i)
        entry.facts.push_back(
            {ObjectKind::quota, "q" + std::to_string(i), i, "", R"({"guaranteed":{"gpu":1}})"});
    const EntryChanges found = changesOf(entry, 3);
    EXPECT_EQ(found.changes.size(), 3U);
    EXPECT_EQ(found.more, 2U);
}

}  // namespace
}  // namespace apportion
