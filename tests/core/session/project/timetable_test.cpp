// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes that follow the time of day, in the machine's time zone: over midnight, over changes of
// the clock, and after a time in which no program ran.
#include <algorithm>
#include <cstdlib>
#include <ctime>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/change/temporary.h"
#include "core/change/timetable_text.h"
#include "tests/core/session/previewed.h"
#include "tests/core/session/project/small_project.h"
#include "tests/core/store/file_bytes.h"

namespace apportion::testing {
namespace {

constexpr Duration kMinutes = 60 * kSecond;
constexpr Duration kHours = 60 * kMinutes;
constexpr Duration kDay = 24 * kHours;

class Timetables : public SmallProject {
protected:
    void SetUp() override {
        setZone("UTC0");
        make(kTwoTeams);
    }
    void TearDown() override { setZone("UTC0"); }
    static void setZone(const char* zone) {
        ::setenv("TZ", zone, 1);
        ::tzset();
    }
    void set(const std::vector<std::string>& steps) {
        Given given{{"name", "t"}};
        for (const std::string& step : steps)
            given.emplace_back("steps", step);
        ASSERT_EQ(run("timetable.set", given), "");
    }
    Gpu leftAfter(Duration time) {
        passes(time);
        EXPECT_TRUE(desk_->doWhatIsDue());
        return sizeOf("left");
    }
    // Applied steps so far.
    int steps() {
        int count = 0;
        const auto entries = desk_->file().entriesFrom(1, 10'000);
        for (const JournalEntry& entry : *entries)
            count += entry.action == "timetable.step" ? 1 : 0;
        return count;
    }
};

// It is Friday, 09:00.
TEST_F(Timetables, NightAndDay) {
    set({"20:00,left=4,right=20", "08:00,left=12,right=16"});
    EXPECT_EQ(sizeOf("left"), 12) << "what was before it was made is not caught up with";
    EXPECT_EQ(nextDueMoment(project(), now()), now() + 11 * kHours);
    EXPECT_EQ(leftAfter(11 * kHours - 1), 12);
    EXPECT_EQ(leftAfter(1), 4);
    EXPECT_EQ(sizeOf("right"), 20);
    EXPECT_EQ(leftAfter(6 * kHours), 4) << "past midnight";
    EXPECT_EQ(leftAfter(6 * kHours), 12);
    EXPECT_EQ(steps(), 2);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(Timetables, OneMomentComesOnceAndItsTimetableIsOver) {
    set({"2026-11-22T09:00:00Z/reclaim:600s,left=8,right=20"});
    EXPECT_EQ(nextDueMoment(project(), now()), now() + 2 * kDay);
    reopen();
    EXPECT_EQ(leftAfter(2 * kDay - 1), 12);
    EXPECT_EQ(leftAfter(1), 8);
    EXPECT_EQ(sizeOf("right"), 20);
    EXPECT_TRUE(project().timetables.empty());
    const auto entries = desk_->file().entriesFrom(revision(), 1);
    EXPECT_EQ(Arguments::fromJson((*entries)[0].arguments).text("mode"), "reclaim");
    EXPECT_EQ(Arguments::fromJson((*entries)[0].arguments).text("after"), "600.0");
    ASSERT_EQ(run("scale", {{"sizes", "left=12"}, {"sizes", "right=16"}}), "");
    EXPECT_EQ(leftAfter(30 * kDay), 12) << "it does not come again";
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(run("timetable.set", {{"name", "t"}, {"steps", "2026-11-22T09:00:00Z,left=8"}}),
              "temporary-past.step");
}

TEST_F(Timetables, WhatDoesNotFitOnceIsRefused) {
    EXPECT_EQ(
        run("timetable.set", {{"name", "t"}, {"steps", "2026-11-22T09:00:00Z,left=20,right=20"}}),
        "sum-of-children");
}

TEST_F(Timetables, OfTheStepsThatWereMissedOnlyTheLastCounts) {
    set({"20:00,left=4", "08:00,left=12", "12:00,left=10"});
    desk_.reset();
    passes(9 * kDay + 12 * kHours);  // a Sunday, 21:00
    reopen();
    EXPECT_EQ(leftAfter(0), 4);
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(leftAfter(11 * kHours), 12);
    EXPECT_EQ(steps(), 2);
}

TEST_F(Timetables, OfTheStepsThatWereMissedTheLastCountsForEachQuota) {
    set({"20:00,left=4,right=20", "08:00,left=12", "08:01,right=16", "22:00,right=18"});
    desk_.reset();
    passes(23 * kHours + 1 * kMinutes);  // Saturday, 08:01
    reopen();
    EXPECT_EQ(leftAfter(0), 12);
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(steps(), 1);
    desk_.reset();
    passes(13 * kHours);  // 21:01
    reopen();
    EXPECT_EQ(leftAfter(0), 4);
    EXPECT_EQ(sizeOf("right"), 20);
    // Two of them: 22:00 and 08:00, of a quota each.
    EXPECT_EQ(leftAfter(11 * kHours - kMinutes), 12);
    EXPECT_EQ(sizeOf("right"), 18);
    EXPECT_EQ(steps(), 3);
}

// As if a program had been open all the time.
TEST_F(Timetables, MissedStepsThatDoNotFitTogetherAreDoneOneByOne) {
    set({"20:00,left=12,right=16", "21:00,left=10"});
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "third"}, {"parent", "all"}, {"gpu", "20"}}), "");
    EXPECT_EQ(leftAfter(13 * kHours), 4);
    EXPECT_EQ(sizeOf("right"), 4);
    EXPECT_EQ(steps(), 2);
    ASSERT_EQ(run("scale", {{"sizes", "third=10"}}), "");
    EXPECT_EQ(leftAfter(kDay), 10);
    EXPECT_EQ(sizeOf("right"), 4) << "that of 20:00 does not fit";
    EXPECT_EQ(steps(), 4);
}

// One team hands over to the other: neither table would do alone.
TEST_F(Timetables, StepsOfTwoAtOneMomentAreDoneTogether) {
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}}), "");
    const Given grow{{"name", "grow"}, {"steps", "08:00,right=16"}, {"steps", "20:00,right=24"}};
    const Given shrink{{"name", "shrink"}, {"steps", "08:00,left=16"}, {"steps", "20:00,left=8"}};
    EXPECT_EQ(run("timetable.set", grow), "sum-of-children") << "nobody makes room";
    ASSERT_EQ(run("timetable.set", shrink), "");
    ASSERT_EQ(run("timetable.set", grow), "");
    EXPECT_EQ(run("timetable.set", {{"name", "grow"}, {"steps", "08:00,right=18"}}),
              "timetables-disagree");
    EXPECT_EQ(leftAfter(11 * kHours), 8);
    EXPECT_EQ(sizeOf("right"), 24);
    EXPECT_EQ(steps(), 1);
    EXPECT_EQ(leftAfter(12 * kHours), 16);
    EXPECT_EQ(sizeOf("right"), 16);
}

TEST_F(Timetables, DaysOfTheWeek) {
    set({"mon-fri@20:00,left=4", "sat,sun@10:00,left=8", "mon@07:00,left=12"});
    EXPECT_EQ(leftAfter(11 * kHours), 4);           // Friday 20:00
    EXPECT_EQ(leftAfter(13 * kHours + kHours), 8);  // Saturday 10:00
    EXPECT_EQ(leftAfter(kDay - 1), 8);              // Sunday, just before 10:00
    EXPECT_EQ(steps(), 2);
    EXPECT_EQ(leftAfter(1), 8);
    EXPECT_EQ(steps(), 3);
    EXPECT_EQ(leftAfter(21 * kHours), 12);  // Monday 07:00
    EXPECT_EQ(leftAfter(13 * kHours), 4);   // Monday 20:00
    EXPECT_EQ(nextDueMoment(project(), now()), now() + kDay);
}

TEST_F(Timetables, OverTheEndOfTheWeek) {
    set({"fri-mon@09:30,left=6"});
    int days = 0;
    for (int day = 0; day < 7; ++day) {
        const int before = steps();
        leftAfter(kDay);
        days += steps() - before;
    }
    EXPECT_EQ(days, 4);
}

// Clocks go forward at 02:00 on 2027-03-28 (Sunday) and back at 03:00 on 2027-10-31.
constexpr const char* kZone = "CET-1CEST,M3.5.0,M10.5.0/3";

// With a name the zone is that of who set them; rules without one are the machine's.
class TimetableClocks : public Timetables, public ::testing::WithParamInterface<const char*> {
protected:
    void SetUp() override {
        Timetables::SetUp();
        setZone(GetParam());  // Friday 10:00 there
    }
};
INSTANTIATE_TEST_SUITE_P(Zones, TimetableClocks, ::testing::Values(kZone, "Europe/Berlin"));

TEST_P(TimetableClocks, FollowTheClock) {
    set({"20:00,left=4"});
    EXPECT_EQ(nextDueMoment(project(), now()), now() + 10 * kHours);
}

TEST_P(TimetableClocks, EachStepOnceADayWhenTheClockGoesForward) {
    *now_ = 1'806'174'000'000;  // 2027-03-27 20:00 there
    set({"01:30,left=4", "02:30,left=6", "03:30,left=8"});
    int done = steps();
    std::vector<Gpu> sizes;
    for (int i = 0; i < 10 * 60; ++i) {
        const Gpu left = leftAfter(kMinutes);
        if (steps() > done)
            sizes.push_back(left);
        done = steps();
    }
    // 02:30 does not exist on that day: it is done all the same, and nothing is done twice.
    EXPECT_EQ(sizes.front(), 4);
    EXPECT_EQ(sizes.back(), 8);
    EXPECT_EQ(sizeOf("left"), 8);
    EXPECT_LE(sizes.size(), 3U);
    passes(kDay);
    leftAfter(0);
    EXPECT_EQ(steps(), static_cast<int>(sizes.size()) + 1);
}

TEST_P(TimetableClocks, EachStepOnceADayWhenTheClockGoesBack) {
    *now_ = 1'824'944'400'000 - 7 * kHours;  // the evening before 2027-10-31
    set({"01:30,left=4", "02:30,left=6", "03:30,left=8"});
    int done = steps();
    std::vector<Gpu> sizes;
    for (int i = 0; i < 16 * 60; ++i) {
        const Gpu left = leftAfter(kMinutes);
        if (steps() > done)
            sizes.push_back(left);
        done = steps();
    }
    EXPECT_EQ(sizes, (std::vector<Gpu>{4, 6, 8})) << "02:30 comes twice, the step once";
}

TEST_F(Timetables, KeepTheZoneOfWhoSetThem) {
    setZone("Europe/Lisbon");
    set({"20:00,left=4"});
    EXPECT_EQ(project().timetables.front().zone, "Europe/Lisbon");
    setZone(":/usr/share/zoneinfo/Asia/Tokyo");  // 18:00 there
    reopen();
    EXPECT_EQ(project().timetables.front().zone, "Europe/Lisbon");
    EXPECT_EQ(nextDueMoment(project(), now()), now() + 11 * kHours);
    EXPECT_EQ(leftAfter(3 * kHours), 12);
    EXPECT_EQ(leftAfter(8 * kHours), 4);
    set({"20:00,left=4"});
    EXPECT_EQ(project().timetables.front().zone, "Asia/Tokyo") << "set anew, it is who set it";
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(project().timetables.front().zone, "Europe/Lisbon");
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(Timetables, HaveTheZoneThatIsNamed) {
    setZone("Europe/Lisbon");
    const Given given{{"name", "t"}, {"steps", "20:00,left=4"}};
    Given named = given;
    named.emplace_back("zone", "Asia/Kolkata");  // 14:30 there
    ASSERT_EQ(run("timetable.set", named), "");
    EXPECT_EQ(nextDueMoment(project(), now()), now() + 5 * kHours + kHours / 2);
    for (const char* wrong : {"Asia/Nowhere", "", "CET-1CEST,M3.5.0,M10.5.0/3"}) {
        named.back().second = wrong;
        EXPECT_EQ(run("timetable.set", named), "argument-wrong") << wrong;
    }
    EXPECT_EQ(project().timetables.front().zone, "Asia/Kolkata");
}

// Rules without a name are not guessed to be those of a zone that begins alike.
TEST_F(Timetables, OfRulesAloneHaveNoZone) {
    setZone("CET-1CEST,M5.1.0,M6.1.0");
    set({"20:00,left=4"});
    EXPECT_EQ(project().timetables.front().zone, "");
}

// Who sets it for a time is told that a step will set it for good before that.
TEST_F(Timetables, AreToldToATemporaryChangeThatTheyEnd) {
    set({"20:00,left=4", "22:00,left=8"});
    const auto notesOf = [&](const char* quota, const char* lasts) {
        CommandRequest request = command("scale", {{"sizes", quota}, {"for", lasts}});
        request.dryRun = true;
        const auto done = desk_->run(request);
        EXPECT_TRUE(done) << allOf(done.error());
        std::string codes;
        for (const Problem& each : done->notes)
            codes += each.message.code + " " + render(each.message) + "\n";
        return codes;
    };
    const std::string told = notesOf("left=10", "24h");
    EXPECT_THAT(told, ::testing::HasSubstr("temporary-meets-timetable"));
    EXPECT_THAT(told, ::testing::HasSubstr("Step 20:00 of timetable t comes before the end"));
    EXPECT_EQ(notesOf("left=10", "1h"), "") << "it ends before";
    EXPECT_EQ(notesOf("right=10", "24h"), "") << "it sets another";
}

TEST_F(Timetables, AreLeftToWhoRunsTheEngine) {
    set({"20:00,left=4"});
    passes(11 * kHours);
    ASSERT_EQ(*desk_->file().takeLease("bob", now()), true);
    change(path_, "UPDATE lease SET machine = 'another', boot = 'another'");
    EXPECT_EQ(leftAfter(kMinutes / 6), 12);
    EXPECT_EQ(leftAfter(kMinutes), 4) << "its program is gone";
}

TEST_F(Timetables, AreNotMadeByWhoMayNotSetTheirSizes) {
    set({"20:00,left=4"});
    const auto leo = open("leo");
    setZone("JST-9");  // 20:00 there is 11:00 here
    passes(3 * kHours);
    ASSERT_EQ(codeOf(leo->run(command(
                  "submit", {{"workspace", "left-space"}, {"gpu", "1"}, {"name", "work"}}))),
              "");
    setZone("UTC0");
    EXPECT_EQ(leftAfter(0), 12);
    EXPECT_EQ(leftAfter(8 * kHours), 4);
}

TEST_F(Timetables, SayFromWhenOnTheirSizesHold) {
    Given given{{"name", "t"}, {"steps", "20:00,left=4"}, {"steps", "08:00,left=6"}};
    const auto made = desk_->run(command("timetable.set", given));
    ASSERT_TRUE(made);
    ASSERT_EQ(made->notes.size(), 1U);
    EXPECT_EQ(made->notes[0].message.code, "timetable-begins");
    EXPECT_THAT(render(made->notes[0].message), ::testing::HasSubstr("2026-11-21"));
    given = {{"name", "u"}, {"steps", "20:00,right=4"}, {"steps", "08:00,right=16"}};
    EXPECT_TRUE(desk_->run(command("timetable.set", given))->notes.empty()) << "it is so already";
}

TEST_F(Timetables, GoOnAfterAClockThatWasWrong) {
    set({"20:00,left=4", "08:00,left=6"});
    EXPECT_EQ(leftAfter(30 * kDay), 6);
    passes(-30 * kDay);
    EXPECT_EQ(leftAfter(12 * kHours), 4) << "the evening of the right day";
    EXPECT_EQ(leftAfter(12 * kHours), 6);
    const int done = steps();
    EXPECT_EQ(leftAfter(kHours), 6);
    EXPECT_EQ(steps(), done);
}

TEST_F(Timetables, AStepThatDidNotFitIsMadeAsSoonAsItFits) {
    set({"20:00,left=12,right=16", "23:00,right=8"});
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "third"}, {"parent", "all"}, {"gpu", "20"}}), "");
    ASSERT_EQ(desk_->timetableOutlook().size(), 1U);
    EXPECT_EQ(desk_->timetableOutlook().front().message.code, "timetable-blocked");
    EXPECT_THAT(render(desk_->timetableOutlook().front().message),
                ::testing::HasSubstr("20:00 left=12 right=16 of t will not fit"));
    EXPECT_TRUE(open("leo")->timetableOutlook().empty()) << "sees a part of the pool";
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    EXPECT_EQ(desk_->timetableOutlook().front().message.code, "timetable-waits");
    const Revision kept = revision();
    EXPECT_EQ(leftAfter(kHours), 4);
    EXPECT_EQ(revision(), kept) << "an entry only where something happens";
    ASSERT_EQ(run("scale", {{"sizes", "third=4"}}), "");
    EXPECT_EQ(leftAfter(0), 12);
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_TRUE(desk_->timetableOutlook().empty());
    EXPECT_EQ(leftAfter(2 * kHours), 12);
    EXPECT_EQ(sizeOf("right"), 8) << "and then the next";
    reopen();
    EXPECT_TRUE(desk_->audit(true)->verified);
}

// What was said or stepped later counts.
TEST_F(Timetables, AStepThatDidNotFitIsMadeOnlyInWhatNothingHasSetSince) {
    set({"20:00,left=12,right=16", "22:00,right=6"});
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "third"}, {"parent", "all"}, {"gpu", "20"}}), "");
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    EXPECT_EQ(run("quota.rename", {{"name", "right"}, {"to", "rechts"}}), "");
    const auto set = desk_->run(command("scale", {{"sizes", "left=5"}}));
    ASSERT_TRUE(set);
    EXPECT_EQ(set->notes.back().message.code, "timetable-forgets");
    reopen();
    EXPECT_EQ(leftAfter(2 * kHours), 5);
    EXPECT_EQ(sizeOf("rechts"), 6);
    ASSERT_EQ(run("quota.delete", {{"name", "third"}}), "");
    EXPECT_EQ(leftAfter(kHours), 5);
    EXPECT_EQ(sizeOf("rechts"), 6);
    EXPECT_TRUE(project().timetables.front().missed.empty());
    EXPECT_EQ(leftAfter(kDay), 12);
}

TEST_F(Timetables, UndoingWhatForgotAStepThatDidNotFitRemembersIt) {
    set({"20:00,left=12"});
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "third"}, {"parent", "all"}, {"gpu", "24"}}), "");
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    ASSERT_EQ(run("scale", {{"sizes", "left=3"}}), "");
    EXPECT_TRUE(project().timetables.front().missed.empty());
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(undo(), "") << "the room that was taken";
    EXPECT_EQ(leftAfter(0), 12);
}

TEST_F(Timetables, AStepThatDoesNotFitIsPassedOver) {
    set({"20:00,left=12,right=16", "21:00,left=10"});
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"sizes", "right=4"}}), "");
    ASSERT_EQ(run("quota.add", {{"name", "third"}, {"parent", "all"}, {"gpu", "20"}}), "");
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    EXPECT_EQ(leftAfter(kHours), 4);
    EXPECT_EQ(steps(), 2);
    ASSERT_EQ(run("quota.delete", {{"name", "third"}}), "");
    EXPECT_EQ(leftAfter(kDay), 10);
}

TEST_F(Timetables, ThatCouldNeverWorkAreRefused) {
    const auto set = [&](const std::vector<std::string>& steps) {
        Given given{{"name", "t"}};
        for (const std::string& step : steps)
            given.emplace_back("steps", step);
        return run("timetable.set", given);
    };
    EXPECT_EQ(set({"20:00,left=20,right=20"}), "sum-of-children");
    EXPECT_EQ(set({"20:00,left=20", "08:00,left=12"}), "sum-of-children");
    EXPECT_EQ(set({"20:00,left=4", "mon@20:00,left=6"}), "timetable-twice");
    EXPECT_EQ(set({"20:00,left=4", "mon@20:00,right=6"}), "timetable-twice") << "one would be lost";
    EXPECT_EQ(set({"mon-fri@20:00,left=4", "sat@20:00,left=6"}), "");
    // What does not fit now fits once the step before it was made.
    EXPECT_EQ(set({"08:00,right=8", "20:00,left=20", "07:00,left=12"}), "");
}

// Each alone would do: at one time the first would be passed over day after day.
TEST_F(Timetables, ThatDisagreeWithAnotherAreRefused) {
    const auto set = [&](const char* name, const std::vector<std::string>& steps) {
        Given given{{"name", name}};
        for (const std::string& step : steps)
            given.emplace_back("steps", step);
        return run("timetable.set", given);
    };
    ASSERT_EQ(set("left", {"20:00,left=16,right=12", "08:00,left=4"}), "");
    EXPECT_EQ(set("right", {"21:00,right=20"}), "timetables-disagree");
    EXPECT_EQ(set("right", {"21:00,right=12", "09:00,right=20", "19:00,right=12"}), "");
    // A new one in the place of its own old one.
    EXPECT_EQ(set("left", {"20:00,left=12", "08:00,left=8"}), "");
    EXPECT_EQ(set("left", {"20:00,left=12", "08:30,left=14"}), "timetables-disagree");
}

TEST_F(Timetables, TheStepAndATemporaryChangeInTheirOrder) {
    set({"20:00,left=4"});
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}, {"for", "1h"}}), "");
    passes(2 * kDay);
    EXPECT_EQ(leftAfter(0), 4);
    EXPECT_TRUE(project().temporary.empty());
    // The other way round: the step stands on the temporary size, and stays.
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}, {"for", "30h"}}), "");
    EXPECT_EQ(leftAfter(12 * kHours), 4);
    EXPECT_EQ(leftAfter(kDay), 4);
    // Also where it sets the same.
    ASSERT_EQ(run("scale", {{"sizes", "left=16"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=4"}, {"for", "30h"}}), "");
    EXPECT_EQ(leftAfter(kDay), 4);
    EXPECT_TRUE(project().temporary.empty());
    EXPECT_EQ(leftAfter(kDay), 4);
}

TEST_F(Timetables, UndoAndReplacing) {
    set({"20:00,left=4"});
    set({"20:00,left=6"});
    EXPECT_EQ(undo(), "");
    EXPECT_EQ(leftAfter(12 * kHours), 4);
    EXPECT_EQ(run("timetable.delete", {{"name", "t"}}), "");
    EXPECT_EQ(nextDueMoment(project(), now()), std::nullopt);
}

TEST_F(Timetables, UndoneTheySayThatTheirSizesStay) {
    set({"20:00,left=4"});
    const auto early = desk_->undo({}, true);
    ASSERT_TRUE(early);
    EXPECT_TRUE(early->notes.empty());
    EXPECT_EQ(leftAfter(12 * kHours), 4);
    const auto late = desk_->undo();
    ASSERT_TRUE(late);
    EXPECT_EQ(sizeOf("left"), 4);
    ASSERT_EQ(late->notes.size(), 1U);
    EXPECT_EQ(render(late->notes.front().message), "The guarantees that t has set stay.");
}

// A step that was missed is made up at once, and the preview knows it.
TEST_F(Timetables, UndoingTheirDeletionIsPreviewedWithTheStepThatWasMissed) {
    set({"20:00,left=4"});
    ASSERT_EQ(run("timetable.delete", {{"name", "t"}}), "");
    passes(12 * kHours);
    const auto planned = desk_->undo({}, true);
    ASSERT_TRUE(planned);
    EXPECT_EQ(planned->notes.back().message.code, "undo-due");
    const auto preview = previewed(*desk_, *planned);
    ASSERT_TRUE(preview);
    const auto& quotas = preview->effect.quotas;
    const auto left = std::find_if(quotas.begin(), quotas.end(),
                                   [](const auto& each) { return each.quota == "left"; });
    ASSERT_NE(left, quotas.end());
    EXPECT_EQ(left->after.guaranteed, 4 * kOneGpu);
    EXPECT_EQ(undo(), "");
    EXPECT_TRUE(desk_->doWhatIsDue());
    EXPECT_EQ(sizeOf("left"), 4);
}

TEST(TimetableText, ReadsStepsAndRefusesEverythingElse) {
    const auto step = timetableStep("mon-wed,sun@07:05,a=1.5,b=c=2");
    ASSERT_TRUE(step);
    EXPECT_EQ(step->days, 0b1000111U);
    EXPECT_EQ(step->minute, 7 * 60 + 5);
    EXPECT_EQ(step->sizes[0], std::pair(std::string("a"), Gpu(150)));
    EXPECT_EQ(step->sizes[1].first, "b=c");
    for (const char* wrong :
         {"", "20:00", "24:00,a=1", "20:60,a=1", "8:00,a=1", "20:00,a", "20:00,a=", "20:00,=1",
          "20:00,a=-1", "mo@20:00,a=1", "@20:00,a=1", "mon-@20:00,a=1", "mon-tue-wed@20:00,a=1",
          "20:00,a=1,", "20:00:00,a=1", "2 :00,a=1", "20:00,a=1,a=2"})
        EXPECT_FALSE(timetableStep(wrong)) << wrong;
}

// What it has set since stays, and the rest returns.
TEST_F(Timetables, DoNotStandAgainstUndoingWhatWasBefore) {
    ASSERT_EQ(run("scale", {{"sizes", "right=14"}}), "");
    ASSERT_EQ(run("policy", {{"quota", "left"}, {"set", R"({"weight": 7})"}}), "");
    set({"20:00,left=4"});
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    ASSERT_EQ(undo(), "") << "the timetable itself, that went on since";
    EXPECT_TRUE(project().timetables.empty());
    EXPECT_EQ(sizeOf("left"), 4);
    ASSERT_EQ(undo(), "");
    EXPECT_FALSE(policyOf("left").weight);
    EXPECT_EQ(sizeOf("left"), 4);
    ASSERT_EQ(undo(), "");
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(undo(), "undo-nothing");
    ASSERT_EQ(redo(), "");
    ASSERT_EQ(redo(), "");
    EXPECT_EQ(policyOf("left").weight, 7);
    EXPECT_EQ(sizeOf("left"), 4);
    EXPECT_TRUE(desk_->audit(true)->verified);
}

TEST_F(Timetables, PassOverAChangeOfWhichNothingIsLeft) {
    set({"20:00,left=4"});
    ASSERT_EQ(run("policy", {{"quota", "right"}, {"set", R"({"weight": 7})"}}), "");
    ASSERT_EQ(run("scale", {{"sizes", "left=10"}}), "");
    const Revision scaled = revision();
    EXPECT_EQ(desk_->turns()->undo, "left");
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    const auto refused = desk_->undo(scaled);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().front().message.code, "undo-timetable");
    EXPECT_THAT(render(refused.error().front().message), ::testing::HasSubstr("t has set"));
    EXPECT_EQ(desk_->turns()->undo, "right");
    ASSERT_EQ(undo(), "");
    EXPECT_FALSE(policyOf("right").weight);
    EXPECT_EQ(sizeOf("left"), 4);
}

TEST_F(Timetables, OfTwoSizesTheOneThatNoneHasSetReturns) {
    set({"20:00,left=4"});
    ASSERT_EQ(run("scale", {{"sizes", "left=10"}, {"sizes", "right=14"}}), "");
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    const auto undone = desk_->undo();
    ASSERT_TRUE(undone) << allOf(undone.error());
    EXPECT_EQ(sizeOf("left"), 4);
    EXPECT_EQ(sizeOf("right"), 16);
    EXPECT_EQ(undone->notes.back().message.code, "undo-timetable.part");
}

// What a person set since stands against it, also after a step.
TEST_F(Timetables, DoNotHideWhatAPersonSetSince) {
    set({"20:00,left=4"});
    ASSERT_EQ(run("scale", {{"sizes", "left=10"}}), "");
    const Revision scaled = revision();
    EXPECT_EQ(leftAfter(11 * kHours), 4);
    ASSERT_EQ(run("scale", {{"sizes", "left=11"}}), "");
    EXPECT_EQ(undo(scaled), "undo-depends");
}

}  // namespace
}  // namespace apportion::testing
