// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/lasting_act.h"

#include <gtest/gtest.h>

#include "tests/core/view/standing.h"

namespace apportion {
namespace {

class LastingActTest : public ::testing::Test {
protected:
    LastingActTest() {
        view.document.who = "me";
        stand(view.document, Standing::resting);
        tried.entry = 2;
        did("me", "init");
        did("me", "nodes.state");
    }
    void did(const char* who, const char* action, std::optional<Revision> turned = {}) {
        JournalRow row;
        row.n = static_cast<Revision>(view.journal.size()) + 1;
        row.who = who;
        row.action = action;
        row.turned = turned;
        view.journal.insert(view.journal.begin(), row);
    }
    std::string lasting(const TurnRequest& turn = {}) const {
        const JournalRow* act = lastingAct(view, turn, tried);
        return act != nullptr ? act->action : std::string();
    }

    View view;
    TurnTrial tried;
};

TEST_F(LastingActTest, WhatIsUndoneIsTheLatestActItself) {
    EXPECT_EQ(lasting(), "");
}

TEST_F(LastingActTest, AnOwnActThatCannotBeUndoneStandsBeforeTheOlderOne) {
    did("me", "priority");
    did("engine", "instant");
    did("other", "scale");
    EXPECT_EQ(lasting(), "priority");
    EXPECT_EQ(lasting({false, {}}), "") << "a redo";
    EXPECT_EQ(lasting({true, 2}), "") << "it was asked for by itself";
}

TEST_F(LastingActTest, OnceSaidTheOlderOnesFollow) {
    did("me", "priority");
    did("me", "undo", 2);
    tried.entry = 1;
    EXPECT_EQ(lasting(), "");
    did("me", "redo", 2);
    tried.entry = 2;
    EXPECT_EQ(lasting(), "");
}

TEST_F(LastingActTest, WhatStandsBeforeTheActDoesNotHideIt) {
    did("me", "submit");
    did("me", "scale");
    tried.entry = 4;
    EXPECT_EQ(lasting(), "");
    did("me", "undo", 4);
    view.journal[1].undone = true;
    tried.entry = 2;
    EXPECT_EQ(lasting(), "submit");
    did("me", "temporary.return", 1);
    EXPECT_EQ(lasting(), "submit") << "nobody was asked when a time was over";
}

TEST_F(LastingActTest, ATimersReturnIsNoActOfOnesOwnButMayStandBehindOne) {
    did("me", "submit");
    did("me", "timetable.step");
    EXPECT_EQ(lasting(), "submit");
}

TEST_F(LastingActTest, AChangeThatIsOverIsPassedOverOnlyWhenAsked) {
    did("me", "scale");
    EXPECT_EQ(lasting(), "") << "it can be undone, and an undo by number is not this one";
    view.journal.front().notUndoable = Message{"undo-nothing-left", {{"entry", Value::ofCount(3)}}};
    EXPECT_EQ(lasting(), "scale");
    did("me", "temporary.return", 3);
    EXPECT_EQ(lasting(), "scale");
}

TEST_F(LastingActTest, WhatOthersDoIsNotTakenForOnesOwn) {
    did("other", "priority");
    EXPECT_EQ(lasting(), "");
}

TEST_F(LastingActTest, UndoTakesBackWhatIsConfiguredAndAllOfARecordedRun) {
    EXPECT_TRUE(isTakenBack(view.document, "policy"));
    EXPECT_TRUE(isTakenBack(view.document, "workspace.delete"));
    EXPECT_FALSE(isTakenBack(view.document, "priority"));
    stand(view.document, Standing::recorded);
    EXPECT_TRUE(isTakenBack(view.document, "cancel"));
}

}  // namespace
}  // namespace apportion
