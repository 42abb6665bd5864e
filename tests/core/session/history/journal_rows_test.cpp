// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/history/journal_rows.h"

#include <gtest/gtest.h>

#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

class JournalRows : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }

    JournalRow latest() {
        const auto rows = journalRows(*desk_, 1, {});
        return rows && !rows->empty() ? rows->front() : JournalRow{};
    }
};

TEST_F(JournalRows, ATemporaryChangeGoesByTheQuotasThatItChanges) {
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}, {"sizes", "right=12"}, {"for", "2h"}}), "");
    EXPECT_TRUE(latest().forATime);
    ASSERT_EQ(latest().sizes.size(), 2U);
    EXPECT_EQ(latest().sizes[0], std::pair(std::string("left"), 16 * kOneGpu));
    EXPECT_EQ(latest().sizes[1], std::pair(std::string("right"), 12 * kOneGpu));
    ASSERT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "");
    EXPECT_FALSE(latest().forATime);
    EXPECT_EQ(latest().action, "temporary.end");
    EXPECT_EQ(latest().subject, "left, right");
    EXPECT_TRUE(markOf(latest(), 0)) << "the sizes return with it";
    ASSERT_EQ(undo(), "");
    EXPECT_EQ(latest().action, "undo");
    EXPECT_EQ(latest().subject, "temporary.end left, right");
    passes(2 * 3600 * kSecond);
    ASSERT_TRUE(desk_->doWhatIsDue());
    EXPECT_EQ(latest().action, "temporary.return");
    EXPECT_EQ(latest().subject, "left, right");
}

TEST_F(JournalRows, OfAPolicyToo) {
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": 9})"}, {"for", "1h"}}), "");
    ASSERT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "");
    EXPECT_EQ(latest().subject, "left");
}

TEST_F(JournalRows, WhatIsUndoneHasTheMarkOfWhatItTurnsRound) {
    const auto mark = [this] { return markOf(latest(), 0); };
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}, {"sizes", "right=12"}}), "");
    const auto scaled = mark();
    ASSERT_TRUE(scaled);
    for (const bool undoing : {true, false}) {
        passes(kSecond);
        ASSERT_TRUE(undoing ? desk_->undo({}) : desk_->redo());
        const auto turned = mark();
        ASSERT_TRUE(turned);
        EXPECT_EQ(turned->kind, Mark::Kind::scale);
        EXPECT_EQ(turned->subject, scaled->subject);
        EXPECT_EQ(turned->at, now());
    }
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "other"}}), "");
    ASSERT_EQ(undo(), "");
    EXPECT_FALSE(mark());
}

// Undo is offered where it can be done: of what was set again by the entry that did it last.
TEST_F(JournalRows, WhatALaterChangeStandsOnIsNotUndone) {
    for (const char* weight : {"2", "3", "4"})
        ASSERT_EQ(run("policy",
                      {{"quota", "left"}, {"set", "{\"weight\": " + std::string(weight) + "}"}}),
                  "");
    ASSERT_EQ(run("policy", {{"quota", "right"}, {"set", R"({"weight": 3})"}}), "");
    const auto rows = journalRows(*desk_, 4, {});
    ASSERT_TRUE(rows);
    ASSERT_EQ(rows->size(), 4U);
    EXPECT_FALSE((*rows)[0].notUndoable);
    EXPECT_FALSE((*rows)[1].notUndoable) << "the last of its quota";
    for (const std::size_t row : {2U, 3U}) {
        ASSERT_TRUE((*rows)[row].notUndoable);
        EXPECT_EQ((*rows)[row].notUndoable->code, "undo-depends");
        EXPECT_TRUE(isComplete(*(*rows)[row].notUndoable));
        EXPECT_EQ(undo((*rows)[row].n), "undo-depends") << "as undoing it says";
    }
}

TEST_F(JournalRows, ANodesRowSaysWhatItBecame) {
    const std::string node = expand(project().pool.nodes).front().name;
    ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "draining"}}), "");
    EXPECT_EQ(latest().nodeState, NodeState::draining);
    ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "ready"}}), "");
    EXPECT_EQ(latest().nodeState, NodeState::ready);
}

TEST_F(JournalRows, ANodeThatAnUndoBringsBackHasAMark) {
    const std::string node = expand(project().pool.nodes).front().name;
    ASSERT_EQ(run("nodes.state", {{"node", node}, {"state", "draining"}}), "");
    const auto mark = [this] { return markOf(latest(), 0); };
    ASSERT_TRUE(desk_->undo({}));
    ASSERT_TRUE(mark());
    EXPECT_EQ(mark()->kind, Mark::Kind::node);
    EXPECT_EQ(mark()->subject, node);
    EXPECT_EQ(mark()->nodeState, NodeState::ready);
    ASSERT_TRUE(desk_->redo());
    EXPECT_EQ(mark()->nodeState, NodeState::draining) << "done again it is as before";
}

}  // namespace
}  // namespace apportion::testing
