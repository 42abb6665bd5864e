// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/history/entry_changes.h"

#include <algorithm>
#include <utility>

#include <gtest/gtest.h>

#include "core/store/project_values.h"

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
        {ObjectKind::quota, "Q", "guaranteed.gpu", Unit::gpus, "48", "56.5", {}, {}, true},
        {ObjectKind::quota, "Q", "lend", Unit::gpus, "4", "", {}, {}, true},
        {ObjectKind::quota, "Q", "selfPreemption.high", Unit::words, "", "5–9", {}, {}, true}};
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

TEST(EntryChanges, APriorityThatIsNotWrittenIsTheUsualOne) {
    JournalEntry entry;
    const std::string usual = R"({"name":"w","gpu":4})";
    const std::string high = R"({"name":"w","gpu":4,"priority":7})";
    entry.facts.push_back({ObjectKind::workload, "w", 1, usual, high});
    entry.facts.push_back({ObjectKind::workload, "w", 1, high, usual});
    entry.facts.push_back({ObjectKind::workload, "w", 1, usual, R"({"name":"w","gpu":2})"});
    const std::vector<EntryChange> expected{
        {ObjectKind::workload, "w", "priority", Unit::words, "5", "7"},
        {ObjectKind::workload, "w", "priority", Unit::words, "7", "5"},
        {ObjectKind::workload, "w", "gpu", Unit::gpus, "4", "2"}};
    EXPECT_EQ(changesOf(entry, 10).changes, expected);
}

TEST(EntryChanges, TemporaryChangesReadAsPeopleSayThem) {
    JournalEntry entry;
    entry.facts.push_back({ObjectKind::temporary, "t-1", 1, "",
                           R"({"ends":9000,"name":"t-1","policies":[)"
                           R"({"before":{"at":0,"do":"policy","limit":null,"quota":"A"},)"
                           R"("during":{"at":0,"do":"policy","limit":{"gpu":50},"quota":"A"},)"
                           R"("quota":"A"}],"sizes":[)"
                           R"({"before":4800,"during":5600,"quota":"A"},)"
                           R"({"before":8000,"during":7200,"quota":"B"}]})"});
    entry.facts.push_back({ObjectKind::pool, "pool", 1, "", R"({"apportion":1,"name":"P"})"});
    const std::vector<EntryChange> expected{
        {ObjectKind::temporary, "t-1", "ends", Unit::moment, "", "9000"},
        {ObjectKind::temporary, "t-1", "policies", Unit::words, "", "A: none → limit.gpu 50"},
        {ObjectKind::temporary, "t-1", "sizes", Unit::words, "", "A: 48 → 56, B: 80 → 72"},
        {ObjectKind::pool, "pool", "name", Unit::words, "", "P"}};
    EXPECT_EQ(changesOf(entry, 10).changes, expected);
}

// To people it is the same work before and after, whatever objects the file keeps of it; what the
// engine remembers for itself is not told.
TEST(EntryChanges, WhatEndsIsToldByWhatBecameOfIt) {
    JournalEntry entry;
    const std::string spec = R"({"name":"w","gpu":4,"submit":0,"quota":"Q"})";
    const std::string ran = R"({"state":"running","submitted":1,"start":5000,"counted":6000})";
    const std::string over =
        R"({"state":"finished","submitted":1,"start":5000,"end":9000,"used":720000000})";
    entry.facts.push_back({ObjectKind::workload, "w", 1, spec, ""});
    entry.facts.push_back({ObjectKind::run, "w", 1, ran, ""});
    entry.facts.push_back(
        {ObjectKind::ended, "w@1", 1, "", R"({"run":)" + over + R"(,"workload":)" + spec + "}"});
    const std::vector<EntryChange> expected{
        {ObjectKind::ended, "w", "run.state", Unit::words, "running", "finished"},
        {ObjectKind::ended, "w", "run.end", Unit::moment, "", "9000"},
        {ObjectKind::ended, "w", "run.used", Unit::gpuTime, "", "720000000"}};
    EXPECT_EQ(changesOf(entry, 10).changes, expected);
    // And the other way round, where an undo brings it back.
    for (Fact& fact : entry.facts)
        std::swap(fact.before, fact.after);
    const EntryChanges back = changesOf(entry, 10);
    ASSERT_EQ(back.changes.size(), expected.size());
    const EntryChange state{ObjectKind::ended, "w",        "run.state",
                            Unit::words,       "finished", "running"};
    EXPECT_EQ(std::count(back.changes.begin(), back.changes.end(), state), 1);
}

TEST(EntryChanges, AnEvictionIsToldOfItsVictimWithItsSentence) {
    Eviction eviction;
    eviction.victim = "small";
    eviction.preemptor = "big";
    eviction.rule = EvictionRule::childLevel;
    eviction.quota = "Q";
    eviction.gpu = 800;
    eviction.why = {"evicted-node", {{"node", Value::ofText("n-1")}}};
    JournalEntry entry;
    entry.facts.push_back({ObjectKind::eviction, "17", 17, "", store::bodyOf(eviction, 5000)});
    const std::string sentence = render(eviction.why);
    const std::vector<EntryChange> expected{
        {ObjectKind::eviction, "small", "gpu", Unit::gpus, "", "8"},
        {ObjectKind::eviction, "small", "lost", Unit::gpuTime, "", "0"},
        {ObjectKind::eviction, "small", "preemptor", Unit::words, "", "big"},
        {ObjectKind::eviction, "small", "rule", Unit::words, "", "child-level"},
        {ObjectKind::eviction, "small", "why", Unit::words, "", sentence, {}, eviction.why}};
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

TEST(EntryChanges, AsTextsOfATableEachSideHasWhatThereWas) {
    EntryChanges changes;
    changes.changes = {{ObjectKind::quota, "Q", "guaranteed.gpu", Unit::gpus, "48", "56.5"},
                       {ObjectKind::quota, "Q", "lend", Unit::gpus, "4", ""},
                       {ObjectKind::run, "w", "waited", Unit::duration, "", "1500"}};
    const ChangeTexts texts = textsOf(changes);
    EXPECT_EQ(texts.before, "Q guaranteed.gpu 48; Q lend 4");
    EXPECT_EQ(texts.after, "Q guaranteed.gpu 56.5; w waited 1.5 s");
}

}  // namespace
}  // namespace apportion
