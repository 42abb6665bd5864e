// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/work_filter.h"

#include <gtest/gtest.h>

namespace apportion::testing {
namespace {

WorkTexts texts() {
    WorkTexts texts;
    texts.states = {"waiting", "running", "finished", "cancelled", "rejected", "failed"};
    texts.modules = {"training DLC", "notebook DSW", "inference EAS"};
    texts.evicted = "evicted";
    texts.why = [](const WorkloadRow& row) {
        return row.status.reason ? "above share: all of it is in use" : std::string();
    };
    texts.evictionWhy = [](const EvictionRow&) { return "child-level: for serve"; };
    return texts;
}

WorkloadRow waiting() {
    WorkloadRow row;
    row.name = "nb-01";
    row.quota = "Quota1.2";
    row.team = "Team C";
    row.user = "ana";
    row.workspace = "research";
    row.module = Module::notebook;
    row.status.reason = Reason{};
    return row;
}

WorkloadRow running() {
    WorkloadRow row = waiting();
    row.status.state = WorkloadState::running;
    row.status.reason.reset();
    row.status.placements = {{"node-07", kOneGpu}, {"node-11", kOneGpu}};
    return row;
}

bool finds(const char* typed, const WorkloadRow& row) {
    return WorkFilter(typed).finds(row, texts());
}

TEST(WorkFilter, FindsWhateverColumnSaysIt) {
    for (const char* typed : {"", "  ", "nb-0", "quota1.2", "team c", "ANA", "research", "notebook",
                              "dsw", "waiting", "share", "in use"})
        EXPECT_TRUE(finds(typed, waiting())) << typed;
    for (const char* typed : {"training", "DLC", "running", "node-07", "absent"})
        EXPECT_FALSE(finds(typed, waiting())) << typed;
    for (const char* typed : {"running", "node-11"})
        EXPECT_TRUE(finds(typed, running())) << typed;
    EXPECT_FALSE(finds("share", running()));
}

TEST(WorkFilter, AllWordsMustStandThereEachAnywhere) {
    EXPECT_TRUE(finds("share ana dsw", waiting()));
    EXPECT_TRUE(finds("C\u3000nb", waiting())) << "white space of another script";
    EXPECT_FALSE(finds("share ana dlc", waiting()));
    EXPECT_FALSE(finds("node-07 node-12", running()));
    EXPECT_TRUE(finds("node-07 node-11", running()));
}

TEST(WorkFilter, EvictionsToo) {
    EvictionRow row;
    row.record.victim = "nb-01";
    row.record.preemptor = "serve";
    row.victim.quota = "Quota1.2";
    row.victim.team = "Team C";
    row.module = Module::notebook;
    for (const char* typed : {"nb", "serve", "quota1.2 team", "child-level", "evicted dsw"})
        EXPECT_TRUE(WorkFilter(typed).finds(row, texts())) << typed;
    EXPECT_FALSE(WorkFilter("child-level eas").finds(row, texts()));
}

// A team lead finds what was evicted from the team and what the team evicted.
TEST(WorkFilter, AnEvictionIsOfItsVictimAndOfItsPreemptor) {
    EvictionRow row;
    row.record.victim = "nb-01";
    row.record.preemptor = "serve";
    row.victim = {"Quota1.2", "Team C", "ana", "research"};
    row.preemptor = {"Quota1.1", "Team B", "bob", "serving"};
    for (const char* typed : {"ana", "research", "team c", "quota1.2", "bob", "serving", "team b",
                              "quota1.1", "research serving"})
        EXPECT_TRUE(WorkFilter(typed).finds(row, texts())) << typed;
    EXPECT_FALSE(WorkFilter("zoe").finds(row, texts()));
    row.victim.user = row.victim.workspace = {};
    EXPECT_FALSE(WorkFilter("research").finds(row, texts())) << "not the reader's to know";
}

// "b" is a letter of many names: the whole name of a team finds what is its.
TEST(WorkFilter, AWholeNameFindsWhatIsOfItAndBelow) {
    View view;
    view.quotas.resize(3);
    view.quotas[0].name = "Quota1";
    view.quotas[0].team = "Team A";
    view.quotas[1].name = "Quota1.1";
    view.quotas[1].team = "Team B";
    view.quotas[1].parent = 0;
    view.quotas[2].name = "other";
    view.quotas[2].team = "Team B2";
    WorkloadRow own;
    own.name = "job";
    own.quota = "Quota1.1";
    own.user = "ana";
    WorkloadRow foreign = own;
    foreign.name = "nb-tom";
    foreign.quota = "other";
    foreign.team = "Team B2";
    const WorkFilter ofTeam("team b", view);
    EXPECT_TRUE(ofTeam.isExact());
    EXPECT_TRUE(ofTeam.finds(own, texts()));
    EXPECT_FALSE(ofTeam.finds(foreign, texts()));
    EXPECT_TRUE(WorkFilter("Team A", view).finds(own, texts())) << "below it";
    EvictionRow eviction;
    eviction.record.victim = "nb-b";
    eviction.victim.quota = "other";
    EXPECT_FALSE(ofTeam.finds(eviction, texts()));
    eviction.preemptor.quota = "Quota1.1";
    EXPECT_TRUE(ofTeam.finds(eviction, texts())) << "what the team evicted";
    EXPECT_FALSE(WorkFilter("team", view).isExact()) << "words are found anywhere";
    view.running = {own};
    EXPECT_TRUE(WorkFilter("ana", view).isExact());
    EXPECT_FALSE(WorkFilter("job", view).isExact());
}

// The sentence of a reason costs more than all others.
TEST(WorkFilter, AsksForTheReasonWhereTheRestDoesNotDo) {
    int asked = 0;
    WorkTexts counted = texts();
    counted.why = [&](const WorkloadRow&) {
        ++asked;
        return std::string();
    };
    EXPECT_TRUE(WorkFilter("ana notebook").finds(waiting(), counted));
    EXPECT_TRUE(WorkFilter("").finds(waiting(), counted));
    EXPECT_EQ(asked, 0);
    EXPECT_FALSE(WorkFilter("ana eas").finds(running(), counted));
    EXPECT_EQ(asked, 0);
    EXPECT_FALSE(WorkFilter("ana eas").finds(waiting(), counted));
    EXPECT_EQ(asked, 1);
}

}  // namespace
}  // namespace apportion::testing
