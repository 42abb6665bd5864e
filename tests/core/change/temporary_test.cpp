// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that return by themselves, also when no program ran at the time.
#include "core/change/temporary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/session/export.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;

constexpr Duration kHour = 3600 * kSecond;

class TemporaryChanges : public SmallProject {
protected:
    void SetUp() override { make(kTwoTeams); }

    std::string scale(const Given& sizes, const std::string& lasts) {
        Given given;
        for (const auto& [quota, size] : sizes) {
            std::string text = quota;
            text += '=';
            text += size;
            given.emplace_back("sizes", std::move(text));
        }
        given.emplace_back("for", lasts);
        return run("scale", given);
    }
    std::string policy(const std::string& keys, const std::string& lasts) {
        return run("policy", {{"quota", "left"}, {"set", keys}, {"for", lasts}});
    }
    void due() {
        const auto done = desk_->doWhatIsDue();
        EXPECT_TRUE(done) << allOf(done.error());
    }
    JournalEntry last() {
        auto entries = desk_->file().entriesBack(revision(), 1);
        return entries && !entries->empty() ? entries->front() : JournalEntry{};
    }
};

TEST_F(TemporaryChanges, ReturnAtTheirMomentAndNotBefore) {
    ASSERT_EQ(scale({{"left", "16"}, {"right", "12"}}, "2h"), "");
    EXPECT_EQ(nextDueMoment(project(), now()), now() + 2 * kHour);
    passes(2 * kHour - 1);
    due();
    EXPECT_EQ(sizeOf("left"), 16);
    passes(1);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_TRUE(project().temporary.empty());
    EXPECT_EQ(last().action, "temporary.return");
    EXPECT_EQ(last().who, "timer");
    EXPECT_EQ(last().undoes, 2);
    const Revision returned = revision();
    due();
    EXPECT_EQ(revision(), returned);
}

TEST_F(TemporaryChanges, ReturnInTheScenarioOfTheProjectToo) {
    ASSERT_EQ(scale({{"left", "16"}, {"right", "12"}}, "2h"), "");
    ASSERT_EQ(policy(R"({"weight": 9})", "1h"), "");
    passes(kHour / 2);
    const std::vector<Event> events = apportion::scenarioOf(project(), now()).events;
    ASSERT_EQ(events.size(), 2U);
    PolicyEvent weight{"left", {}};
    weight.change.weight.emplace();
    EXPECT_EQ(events[0], (Event{kHour / 2, weight}));
    ScaleEvent sizes;
    sizes.targets = {{"left", Limit{12 * kOneGpu, {}, {}}}, {"right", Limit{16 * kOneGpu, {}, {}}}};
    sizes.mode = ScaleMode::drain;
    EXPECT_EQ(events[1], (Event{kHour + kHour / 2, sizes}));
    // What is overdue is not put off until somebody opens the project.
    passes(3 * kHour);
    EXPECT_EQ(apportion::scenarioOf(project(), now()).events,
              (std::vector<Event>{{0, weight}, {0, sizes}}));
}

TEST_F(TemporaryChanges, ReturnWhenTheProjectIsOpenedNext) {
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}, {"until", "2026-11-20T12:00:00Z"}}), "");
    ASSERT_EQ(policy(R"({"weight": 9, "overQuota": "off"})", "1d"), "");
    desk_.reset();
    passes(30 * kHour);
    reopen();
    // Whoever does anything next, with whatever right.
    EXPECT_EQ(codeOf(open("leo")->run(
                  command("submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "job"}}))),
              "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(policyOf("left"), QuotaPolicy{});
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(TemporaryChanges, EndNowOnRequest) {
    ASSERT_EQ(scale({{"left", "16"}}, "2h"), "");
    EXPECT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "project-unknown");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 16);
    passes(3 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(last().undoes, 2) << "not the undoing of its end";
}

TEST_F(TemporaryChanges, NeedAMomentToCome) {
    EXPECT_EQ(scale({{"left", "16"}}, "0"), "temporary-past");
    EXPECT_EQ(run("scale", {{"sizes", "left=16"}, {"until", "2026-11-20T08:59:59Z"}}),
              "temporary-past");
    EXPECT_EQ(run("scale", {{"sizes", "left=16"}, {"until", "tomorrow"}}), "argument-wrong");
    EXPECT_EQ(scale({{"left", "16"}}, "400d"), "temporary-far");
    EXPECT_EQ(run("scale", {{"sizes", "left=16"}, {"until", "2028-01-01T00:00:00Z"}}),
              "temporary-far");
    const auto answer = desk_->run(command("scale", {{"sizes", "left=16"}, {"for", "999999999d"}}));
    ASSERT_FALSE(answer);
    EXPECT_THAT(renderRemedy(answer.error().front().message), HasSubstr("at most 11,574 days"));
    EXPECT_EQ(scale({{"left", "12"}}, "1h"), "nothing") << "it is so already";
    EXPECT_TRUE(project().temporary.empty());
}

TEST_F(TemporaryChanges, UndoGoesOnPastOneThatReturned) {
    ASSERT_EQ(run("scale", {{"sizes", "right=15"}}), "");
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(undo(3), "undo-not.over");
    const auto history = desk_->history(10);
    ASSERT_TRUE(history);
    for (const auto& each : *history)
        EXPECT_FALSE(each.undone) << each.entry.n;
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(undo(), "undo-nothing");
}

// Ended by hand, and then its time was over as well: nothing of it is left to undo.
TEST_F(TemporaryChanges, UndoGoesOnPastOneThatWasEnded) {
    ASSERT_EQ(run("scale", {{"sizes", "right=15"}}), "");
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    ASSERT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "");
    EXPECT_EQ(undo(3), "undo-nothing-left");
    passes(2 * kHour);
    due();
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": 3})"}}), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(3), "undo-nothing-left");
    EXPECT_EQ(undo(), "") << "and on to what was before";
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(TemporaryChanges, UndoneTheyReturnNoMore) {
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    EXPECT_EQ(undo(), "");
    EXPECT_TRUE(project().temporary.empty());
    passes(2 * kHour);
    EXPECT_EQ(nextDueMoment(project(), now()), std::nullopt);
    EXPECT_EQ(redo(), "redo-nothing-left");
    EXPECT_EQ(sizeOf("left"), 12);
}

TEST_F(TemporaryChanges, RedoGoesOnPastOneWhoseTimeIsOver) {
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    ASSERT_EQ(run("policy", {{"quota", "right"}, {"set", R"({"weight": 5})"}}), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(), "");
    passes(2 * kHour);
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(policyOf("right").weight, 5);
    EXPECT_EQ(redo(), "redo-nothing-left");
    EXPECT_EQ(sizeOf("left"), 12);
}

// One inside the other, and one beyond the other: in the end all is as before.
TEST_F(TemporaryChanges, OverlapInBothOrders) {
    for (const auto& [first, second] : {std::pair("3h", "1h"), std::pair("1h", "3h")}) {
        ASSERT_EQ(scale({{"left", "14"}}, first), "");
        ASSERT_EQ(scale({{"left", "16"}}, second), "");
        passes(2 * kHour);
        due();
        EXPECT_EQ(sizeOf("left"), std::string(first) == "3h" ? 14 : 16);
        passes(2 * kHour);
        due();
        EXPECT_EQ(sizeOf("left"), 12) << first;
        EXPECT_TRUE(project().temporary.empty());
    }
}

// The second brings back the size from before the first; their ends must not be mixed up.
TEST_F(TemporaryChanges, OverlapWithTheSameSizes) {
    ASSERT_EQ(scale({{"left", "16"}}, "4h"), "");  // 12 -> 16
    ASSERT_EQ(scale({{"left", "12"}}, "1h"), "");  // 16 -> 12
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 16) << "the first still lasts";
    passes(3 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
}

TEST_F(TemporaryChanges, OverlapKeyByKey) {
    for (const auto& [first, second] : {std::pair("3h", "1h"), std::pair("1h", "3h")}) {
        ASSERT_EQ(policy(R"({"weight": 5})", first), "");
        ASSERT_EQ(policy(R"({"weight": 7, "rank": 2, "limit": {"gpu": 20}})", second), "");
        passes(2 * kHour);
        due();
        if (std::string(first) == "3h") {
            EXPECT_EQ(policyOf("left").weight, 5);
            EXPECT_EQ(policyOf("left").rank, 0);
        } else {
            EXPECT_EQ(policyOf("left").weight, 7);
        }
        passes(2 * kHour);
        due();
        EXPECT_EQ(policyOf("left"), QuotaPolicy{}) << first;
    }
}

TEST_F(TemporaryChanges, WhatIsSetForGoodMeanwhileStays) {
    ASSERT_EQ(scale({{"left", "14"}, {"right", "12"}}, "1h"), "");
    ASSERT_EQ(policy(R"({"weight": 5, "rank": 3})", "1h"), "");
    const auto set = desk_->run(command("scale", {{"sizes", "left=13"}}));
    ASSERT_TRUE(set);
    ASSERT_EQ(set->notes.size(), 1U);
    EXPECT_EQ(render(set->notes.front().message),
              "The values set now are permanent. temporary-1 will not revert them.");
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": 8})"}}), "");
    EXPECT_EQ(project().temporary.front().sizes.size(), 1U);
    EXPECT_TRUE(outlook(project(), now()).empty());
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 13);
    EXPECT_EQ(sizeOf("right"), 16) << "what nobody touched returns";
    EXPECT_EQ(policyOf("left").weight, 8);
    EXPECT_EQ(policyOf("left").rank, 0);
}

// The value alone does not tell: here it is the temporary one.
TEST_F(TemporaryChanges, WhatIsSetForGoodToTheSameStays) {
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=14"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}}), "");
    ASSERT_EQ(scale({{"right", "12"}}, "1h"), "");
    EXPECT_EQ(run("scale", {{"sizes", "right=12"}}), "");
    EXPECT_EQ(run("scale", {{"sizes", "right=12"}}), "nothing");
    ASSERT_EQ(policy(R"({"weight": 5})", "1h"), "");
    EXPECT_EQ(run("quota.set", {{"quotas", "left"}, {"set", R"({"weight": 5})"}}), "");
    EXPECT_TRUE(project().temporary.empty());
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 16);
    EXPECT_EQ(sizeOf("right"), 12);
    EXPECT_EQ(policyOf("left").weight, 5);
}

TEST_F(TemporaryChanges, SetToTheSameForLongerLastLonger) {
    for (const auto& [first, second] : {std::pair("3h", "1h"), std::pair("1h", "3h")}) {
        ASSERT_EQ(scale({{"left", "16"}}, first), "");
        ASSERT_EQ(scale({{"left", "16"}}, second), "");
        ASSERT_EQ(policy(R"({"weight": 5})", first), "");
        ASSERT_EQ(policy(R"({"weight": 5})", second), "");
        passes(2 * kHour);
        due();
        EXPECT_EQ(sizeOf("left"), 16) << first;
        EXPECT_EQ(policyOf("left").weight, 5) << first;
        passes(2 * kHour);
        due();
        EXPECT_EQ(sizeOf("left"), 12) << first;
        EXPECT_EQ(policyOf("left"), QuotaPolicy{}) << first;
        EXPECT_TRUE(project().temporary.empty());
    }
}

TEST_F(TemporaryChanges, UndoingWhatWasSetForGoodLetsThemReturnAgain) {
    ASSERT_EQ(scale({{"left", "16"}, {"right", "12"}}, "1h"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "right=13"}}), "");
    EXPECT_TRUE(project().temporary.empty());
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(undo(), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(last().undoes, 2);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(TemporaryChanges, UndoneAfterItsEndWhatWasSetForGoodReturnsToWhatWasBefore) {
    ASSERT_EQ(scale({{"left", "14"}, {"right", "12"}}, "1h"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=13"}}), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 13);
    EXPECT_EQ(sizeOf("right"), 16);
}

TEST_F(TemporaryChanges, UndoneThemselvesLeaveWhatATimetableSet) {
    ASSERT_EQ(scale({{"left", "14"}, {"right", "12"}}, "1d"), "");
    ASSERT_EQ(run("timetable.set", {{"name", "t"}, {"steps", "20:00,left=14"}}), "");
    passes(12 * kHour);
    due();
    EXPECT_THAT(last().why, HasSubstr("temporary-1 will not revert them"));
    EXPECT_EQ(undo(2), "");
    EXPECT_EQ(sizeOf("left"), 14);
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_TRUE(project().temporary.empty());
}

// Another way than to set it: what the temporary change holds is not known to it.
TEST_F(TemporaryChanges, WhatAnImportChangedMeanwhileStays) {
    ASSERT_EQ(scale({{"left", "14"}}, "1h"), "");
    writeBytes(folder_ / "new.json",
               R"({"apportion": 1, "nodes": [{"name": "n", "count": 4, "gpu": 8}], "quotas": [
                   {"name": "all", "guaranteed": {"gpu": 32}},
                   {"name": "left", "parent": "all", "guaranteed": {"gpu": 13}}]})");
    Arguments import;
    import.set("from", folder_ / "new.json");
    import.set("replace", "true");
    ASSERT_TRUE(fillIn("import", import));
    ASSERT_EQ(codeOf(desk_->run(requestOf("import", import))), "");
    ASSERT_EQ(outlook(project(), now()).size(), 1U);
    EXPECT_EQ(outlook(project(), now()).front().message.code, "temporary-stays");
    EXPECT_EQ(open("leo")->temporaryOutlook().size(), 0U) << "sees a part of the pool";
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 13);
    EXPECT_THAT(last().why, HasSubstr("guarantee of left was changed meanwhile"));
}

// What had been set for a time only does not come back for good.
TEST_F(TemporaryChanges, UndoingWhatCameLaterReturnsToWhatWasBefore) {
    ASSERT_EQ(scale({{"left", "14"}}, "1h"), "");
    ASSERT_EQ(policy(R"({"weight": 5})", "1h"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=13"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": 8})"}}), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(policyOf("left").weight, std::nullopt);
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(undo(), "undo-nothing-left");
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 13);
}

TEST_F(TemporaryChanges, RestoringDoesNotBeginThemAgain) {
    ASSERT_EQ(scale({{"left", "14"}}, "1h"), "");
    ASSERT_EQ(run("restore-point", {{"name", "within"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "right=15"}}), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(codeOf(desk_->restore("within")), "");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_TRUE(project().temporary.empty());
    EXPECT_EQ(codeOf(desk_->restore("within")), "nothing");
}

TEST_F(TemporaryChanges, WhatIsInvalidByThenIsToldAndReturnsOnceItFits) {
    const Moment end = now() + kHour;
    ASSERT_EQ(scale({{"right", "12"}}, "1h"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=20"}}), "");
    ASSERT_EQ(desk_->temporaryOutlook().size(), 1U);
    EXPECT_EQ(desk_->temporaryOutlook().front().message.code, "temporary-blocked");
    const Revision before = revision();
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("right"), 12);
    ASSERT_EQ(project().temporary.size(), 1U);
    EXPECT_EQ(project().temporary.front().ends, end) << "its end is still what it was";
    EXPECT_EQ(revision(), before);
    EXPECT_EQ(nextDueMoment(project(), now()), std::nullopt);
    ASSERT_EQ(desk_->temporaryOutlook().size(), 1U);
    EXPECT_EQ(desk_->temporaryOutlook().front().message.code, "temporary-overdue");
    EXPECT_THAT(render(desk_->temporaryOutlook().front().message), HasSubstr("32"));
    EXPECT_EQ(run("scale", {{"sizes", "left=16"}}), "") << "and nothing is stuck";
    due();
    EXPECT_EQ(last().action, "temporary.return");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_TRUE(project().temporary.empty());
    reopen();
    EXPECT_TRUE(desk_->audit(true)->verified);
}

// The first does not fit before the second has returned.
TEST_F(TemporaryChanges, ThatEndTogetherReturnTogether) {
    ASSERT_EQ(run("quota.add", {{"name", "inner"}, {"parent", "left"}, {"gpu", "12"}}), "");
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    ASSERT_EQ(scale({{"inner", "15"}}, "1h"), "");
    passes(kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(sizeOf("inner"), 12);
    EXPECT_TRUE(project().temporary.empty());
    EXPECT_EQ(last().action, "temporary.return");
    EXPECT_EQ(last().undoes, 3);
}

TEST_F(TemporaryChanges, ReturnOnceAStepMadeRoom) {
    ASSERT_EQ(scale({{"right", "12"}}, "11h"), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=20"}}), "");
    ASSERT_EQ(run("timetable.set", {{"name", "t"}, {"steps", "20:00,left=16"}}), "");
    passes(11 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 16);
    EXPECT_EQ(sizeOf("right"), 16);
}

TEST_F(TemporaryChanges, KeepTheirQuotaFromBeingDeletedAndFollowItsName) {
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    EXPECT_EQ(run("workspace.delete", {{"name", "left-space"}}), "");
    EXPECT_EQ(run("quota.delete", {{"name", "left"}}), "quota-blocked.temporary");
    EXPECT_EQ(run("quota.rename", {{"name", "left"}, {"to", "links"}}), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(sizeOf("links"), 12);
    EXPECT_EQ(last().undoes, 2);
    EXPECT_EQ(run("quota.delete", {{"name", "links"}}), "");
}

// The one that stands on the other returns to what was before both by then.
TEST_F(TemporaryChanges, OfTwoThatOverlapTheLaterIsUndoneAfterTheEarlierReturned) {
    ASSERT_EQ(scale({{"left", "14"}}, "1h"), "");
    ASSERT_EQ(scale({{"left", "16"}}, "9h"), "");
    ASSERT_EQ(policy(R"({"weight": 5, "overQuota": "off"})", "1h"), "");
    ASSERT_EQ(policy(R"({"weight": 7, "rank": 2})", "9h"), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(undo(5), "");
    EXPECT_EQ(policyOf("left"), QuotaPolicy{});
    EXPECT_EQ(undo(3), "");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_TRUE(project().temporary.empty());
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(TemporaryChanges, OfTwoThatOverlapTheEarlierIsUndoneBeforeTheLaterReturned) {
    ASSERT_EQ(scale({{"left", "14"}}, "2h"), "");
    ASSERT_EQ(scale({{"left", "16"}}, "2h"), "");
    EXPECT_EQ(undo(2), "undo-depends") << "its size is no longer there";
    passes(kHour);
    ASSERT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "");
    EXPECT_EQ(sizeOf("left"), 16);
    passes(kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
}

TEST_F(TemporaryChanges, RedoneTheyReturnToWhatWasThereThen) {
    ASSERT_EQ(scale({{"left", "14"}}, "1h"), "");
    ASSERT_EQ(scale({{"left", "16"}}, "9h"), "");
    ASSERT_EQ(policy(R"({"weight": 5})", "1h"), "");
    ASSERT_EQ(policy(R"({"weight": 7})", "9h"), "");
    ASSERT_EQ(undo(), "");
    ASSERT_EQ(undo(4), "");
    ASSERT_EQ(undo(), "");
    passes(2 * kHour);
    due();
    ASSERT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("left"), 16);
    EXPECT_EQ(redo(), "redo-depends") << "on the one between, whose time is over";
    passes(9 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(policyOf("left"), QuotaPolicy{});
}

// Whatever became of the quota under its new name.
TEST_F(TemporaryChanges, ARenamingIsUndoneOntoWhatTheyLeft) {
    ASSERT_EQ(scale({{"left", "14"}}, "1h"), "");
    ASSERT_EQ(scale({{"left", "16"}}, "9h"), "");
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "links"}, {"team", "Lefts"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "links"}, {"set", R"({"weight": 7})"}}), "");
    passes(2 * kHour);
    due();
    EXPECT_EQ(undo(4), "");
    EXPECT_EQ(sizeOf("left"), 16);
    EXPECT_EQ(policyOf("left").weight, 7);
    EXPECT_EQ(policyOf("left").team, "");
    EXPECT_EQ(project().pool.workspaces.front().quotas.front(), "left");
    ASSERT_EQ(run("scale", {{"sizes", "right=15"}}), "");
    EXPECT_EQ(undo(), "");
    passes(9 * kHour);
    due();
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(TemporaryChanges, ARenamingIsNotUndoneIntoANameThatIsTaken) {
    ASSERT_EQ(run("quota.rename", {{"name", "left"}, {"to", "links"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "left"}, {"parent", "all"}, {"gpu", "1"}}), "");
    EXPECT_EQ(undo(2), "undo-depends");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(redo(), "");
    EXPECT_EQ(sizeOf("links"), 12);
}

TEST_F(TemporaryChanges, ArePreviewedWithTheirReturn) {
    CommandRequest request =
        command("scale", {{"sizes", "left=16"}, {"until", "2026-11-20T12:00:00Z"}});
    request.dryRun = true;
    auto preview = previewed(*desk_, request);
    ASSERT_TRUE(preview);
    ASSERT_EQ(preview->returns.size(), 1U);
    EXPECT_EQ(preview->returns.front().change.ends, now() + 3 * kHour);
    EXPECT_EQ(preview->returns.front().change.sizes.front().before, 12 * kOneGpu);
    EXPECT_THAT(preview->json, HasSubstr("2026-11-20T12:00:00"));
    request = command("policy", {{"quota", "left"}, {"set", R"({"weight": 5})"}, {"for", "1h"}});
    preview = previewed(*desk_, request);
    ASSERT_TRUE(preview);
    EXPECT_EQ(preview->returns.front().change.policies.front().quota, "left");
    EXPECT_TRUE(previewed(*desk_, command("scale", {{"sizes", "left=16"}}))->returns.empty());
}

TEST_F(TemporaryChanges, EndedOnRequestTheySayWhatStays) {
    ASSERT_EQ(scale({{"left", "14"}, {"right", "12"}}, "1h"), "");
    ASSERT_EQ(scale({{"left", "16"}}, "3h"), "");
    const auto first = desk_->run(command("temporary.end", {{"name", "temporary-1"}}));
    ASSERT_TRUE(first);
    ASSERT_EQ(first->notes.size(), 1U);
    EXPECT_EQ(first->notes.front().message.code, "temporary-kept");
    EXPECT_THAT(render(first->notes.front().message), HasSubstr("left=16"));
    const auto second = desk_->run(command("temporary.end", {{"name", "temporary-2"}}));
    ASSERT_TRUE(second);
    EXPECT_TRUE(second->notes.empty());
}

TEST_F(TemporaryChanges, OnlyOneOfTwoProgramsDoesWhatIsDue) {
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    auto other = open("ana");
    passes(2 * kHour);
    due();
    const Revision returned = revision();
    ASSERT_TRUE(other->doWhatIsDue());
    EXPECT_EQ(revision(), returned);
}

// Who may not write what is due sees it as done.
TEST_F(TemporaryChanges, OpenForReadingTheyHaveReturnedToo) {
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    ASSERT_EQ(scale({{"right", "15"}}, "3h"), "");
    auto reader = ProjectDesk::open(path_, OpenMode::readOnly, "ana", clock());
    ASSERT_TRUE(reader) << allOf(reader.error());
    const auto sizeHere = [&](const char* quota) {
        return findQuota(**reader->project(), quota)->guaranteed.gpu / kOneGpu;
    };
    EXPECT_EQ(sizeHere("left"), 16);
    passes(2 * kHour);
    EXPECT_EQ(sizeHere("left"), 12);
    EXPECT_EQ(sizeHere("right"), 15);
    due();
    EXPECT_EQ(sizeHere("left"), 12);
    ASSERT_EQ(run("scale", {{"sizes", "left=11"}}), "");
    EXPECT_EQ(sizeHere("left"), 11);
    passes(2 * kHour);
    EXPECT_EQ(sizeHere("right"), 16);
    EXPECT_EQ(sizeOf("right"), 15) << "as it stands in the file";
}

// Undoing its end would begin it again, for no time at all.
TEST_F(TemporaryChanges, AreNotBegunAgainAfterTheirTime) {
    ASSERT_EQ(run("scale", {{"sizes", "right=15"}}), "");
    ASSERT_EQ(scale({{"left", "16"}}, "1h"), "");
    ASSERT_EQ(run("temporary.end", {{"name", "temporary-1"}}), "");
    const Revision end = revision();
    passes(2 * kHour);
    EXPECT_EQ(undo(end), "undo-nothing-left");
    EXPECT_EQ(sizeOf("left"), 12);
    EXPECT_EQ(sizeOf("right"), 15);
}

}  // namespace
}  // namespace apportion::testing
