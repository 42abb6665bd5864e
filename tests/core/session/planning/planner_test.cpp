// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/planning/planner.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/io/plan/plan_file_writer.h"
#include "tests/core/plan/plan_pool.h"

namespace apportion {
namespace {

using namespace std::chrono_literals;
using Kind = PlanChange::Kind;

const std::string kPlan = std::string(APPORTION_SOURCE_DIR) + "/resources/plans/pool-128.plan.json";

std::shared_ptr<const PlanView> restedView(Planner& planner) {
    const auto end = std::chrono::steady_clock::now() + 60s;
    for (;;) {
        auto view = planner.view();
        if ((view->open && !view->running) || std::chrono::steady_clock::now() > end)
            return view;
        std::this_thread::sleep_for(2ms);
    }
}

class PlannerTest : public ::testing::Test {
protected:
    PlannerTest() {
        folder_ = std::filesystem::temp_directory_path() /
                  ("planner-" + std::to_string(::getpid()) + "-" +
                   ::testing::UnitTest::GetInstance()->current_test_info()->name());
        std::filesystem::create_directories(folder_);
    }
    ~PlannerTest() override { std::filesystem::remove_all(folder_); }

    template <typename Holds>
    std::shared_ptr<const PlanView> wait(Holds&& holds) {
        const auto end = std::chrono::steady_clock::now() + 60s;
        for (;;) {
            auto view = planner_.view();
            if (holds(*view) || std::chrono::steady_clock::now() > end)
                return view;
            std::this_thread::sleep_for(2ms);
        }
    }
    std::shared_ptr<const PlanView> rested() {
        return wait([](const PlanView& view) { return view.open && !view.running; });
    }
    void openSample() {
        const Result<void> opened = planner_.open(kPlan).get();
        ASSERT_TRUE(opened) << opened.error()[0].message.code;
    }

    // Two teams over two weeks, of which the first asks for more than it has.
    void openTwoWeeks(int jobs) {
        Plan plan;
        std::ofstream out(folder_ / "weeks.json");
        out << R"({"apportion": 1, "nodes": [{"name": "n", "count": 2, "gpu": 8}], "quotas": [)"
            << R"({"name": "root", "guaranteed": {"gpu": 16}},)"
            << R"({"name": "a", "parent": "root", "guaranteed": {"gpu": 4}, "overQuota": "off"},)"
            << R"({"name": "b", "parent": "root", "guaranteed": {"gpu": 12}, "overQuota": "off"}],)"
            << R"("workloads": [)";
        const int length = 2 * 7 * 24 * 3600 + 3600;
        for (int i = 0; i < jobs; ++i)
            out << (i > 0 ? "," : "") << R"({"name": "j)" << i << R"(", "quota": ")"
                << (i % 2 == 0 ? "a" : "b") << R"(", "gpu": 2, "submit": )"
                << static_cast<std::int64_t>(length) * i / jobs << R"(, "duration": )"
                << 5 * length / jobs * (i % 7 == 0 ? 3 : 1) << "}";
        out << "]}";
        out.close();
        plan.base = ScenarioBase{(folder_ / "weeks.json").string()};
        plan.sets = {{"more", {}}};
        const Result<void> created = planner_.create(plan).get();
        ASSERT_TRUE(created) << created.error()[0].message.code;
    }

    std::filesystem::path folder_;
    int changes_ = 0;
    std::mutex mutex_;
    Planner planner_{[this] {
        const std::lock_guard lock(mutex_);
        ++changes_;
    }};
};

TEST_F(PlannerTest, TheNumbersAreThoseOfPlanRunBitForBit) {
    openSample();
    const auto view = rested();
    ASSERT_TRUE(view->results && view->results->complete);
    Result<PreparedPlan> plan = preparePlan(kPlan);
    ASSERT_TRUE(plan);
    plan->file.plan.futures.count = kEditingFutures;
    const auto bands = runFutures(*plan, {});
    ASSERT_TRUE(bands);
    const FutureBands& shown = view->results->bands;
    EXPECT_EQ(shown.base, bands->base);
    ASSERT_EQ(shown.sets.size(), bands->sets.size());
    for (std::size_t i = 0; i < shown.sets.size(); ++i) {
        EXPECT_EQ(shown.sets[i].bands, bands->sets[i].bands);
        EXPECT_EQ(shown.sets[i].delta, bands->sets[i].delta);
        EXPECT_EQ(shown.sets[i].futures, bands->sets[i].futures);
    }
    SweepOptions options;
    options.tallies = true;
    runSets(*plan, options, [&](std::size_t run, SetOutcome outcome) {
        ASSERT_TRUE(view->results->runs[run]);
        const PlanRun& is = *view->results->runs[run];
        EXPECT_EQ(is.refused, outcome.refused);
        if (outcome.refused)
            return;
        EXPECT_EQ(is.numbers.all.p95WaitAll, outcome.outcome.summary.waitAll.p95);
        EXPECT_EQ(is.numbers.utilizationMillionths, outcome.outcome.summary.utilizationMillionths);
        EXPECT_EQ(is.refusedEvents, outcome.refusedEvents);
    });
}

TEST_F(PlannerTest, FirstResultsAreOfTheBaseItselfAndFuturesFollow) {
    openTwoWeeks(4'000);
    bool first = false, drawn = false;
    wait([&](const PlanView& view) {
        if (view.results && !view.results->drawn)
            first = true;
        drawn = view.results && view.results->drawn;
        return view.open && !view.running;
    });
    EXPECT_TRUE(first);
    EXPECT_TRUE(drawn);
}

TEST_F(PlannerTest, AnEditRunsAndIsUndone) {
    openSample();
    const std::string name = rested()->draft.plan.sets[0].name;
    planner_.change({.kind = Kind::removeSet, .set = 0});
    auto view = rested();
    EXPECT_EQ(view->draft.plan.sets.size(), 5U);
    EXPECT_EQ(view->results->sets.size(), 5U);
    EXPECT_TRUE(view->dirty);
    EXPECT_TRUE(view->canUndo);
    planner_.turn(Planner::Turn::undo);
    view = rested();
    EXPECT_EQ(view->draft.plan.sets[0].name, name);
    EXPECT_EQ(view->results->sets.size(), 6U);
    EXPECT_FALSE(view->dirty);
    EXPECT_TRUE(view->canRedo);
}

TEST_F(PlannerTest, AnEditShowsWhatIsKnownFirstAndRunsItsSetAlone) {
    openTwoWeeks(4'000);
    planner_.change(
        {.kind = Kind::addSet, .name = "other", .edits = {apportion::testing::scaleTo(0, "a", 2)}});
    const auto before = rested()->results;
    ASSERT_TRUE(before && before->complete);
    std::vector<std::shared_ptr<const PlanResults>> shown;
    planner_.change({.kind = Kind::addEdits,
                     .set = 0,
                     .edit = 9,
                     .edits = {apportion::testing::scaleTo(0, "b", 4)}});
    const auto last = wait([&](const PlanView& view) {
        if (view.results != before && (shown.empty() || shown.back() != view.results))
            shown.push_back(view.results);
        return view.open && !view.running;
    });
    ASSERT_GE(shown.size(), 2U);
    const auto& first = shown.front()->runs;
    EXPECT_TRUE(first[0] && first[2]) << "base and the other set, before anything runs";
    EXPECT_FALSE(first[1]);
    ASSERT_TRUE(last->results->complete);
    EXPECT_EQ(last->results->bands.futures, kEditingFutures);
    // As if nothing had been known.
    Plan plan = last->draft.plan;
    Planner fresh([] {});
    ASSERT_TRUE(fresh.create(plan).get());
    const auto all = restedView(fresh)->results;
    ASSERT_TRUE(all && all->complete);
    EXPECT_EQ(last->results->bands.base, all->bands.base);
    for (std::size_t i = 0; i < plan.sets.size(); ++i)
        EXPECT_EQ(last->results->bands.sets[i].bands, all->bands.sets[i].bands) << i;
    for (std::size_t run = 0; run < all->runs.size(); ++run) {
        EXPECT_EQ(last->results->runs[run]->numbers.all.p95WaitAll,
                  all->runs[run]->numbers.all.p95WaitAll);
        EXPECT_EQ(last->results->runs[run]->refusedEvents, all->runs[run]->refusedEvents);
    }
    EXPECT_NE(all->runs[1]->numbers.all.meanWaitAll, before->runs[1]->numbers.all.meanWaitAll)
        << "the edit changes something";
}

TEST_F(PlannerTest, AnEditEndsTheRunThatIsUnderWay) {
    openTwoWeeks(4'000);
    planner_.run(1000);
    wait([](const PlanView& view) { return view.results && view.results->drawn; });
    const auto before = planner_.view()->results;
    planner_.change({.kind = Kind::setFutures, .futures = {.count = 3}});
    const auto rest = wait([&](const PlanView& view) { return !view.running; });
    EXPECT_LT(before->bands.futures, 1000);
    ASSERT_TRUE(rest->results && rest->results->complete);
    EXPECT_EQ(rest->results->bands.futures, 3) << "not after the 1,000 of before";
}

TEST_F(PlannerTest, MutedSetsAreNotRun) {
    openSample();
    planner_.change({.kind = Kind::muteSet, .set = 0});
    const auto view = rested();
    EXPECT_EQ(view->results->sets.size(), 5U);
    EXPECT_EQ(view->results->places.front(), 1U);
    EXPECT_FALSE(view->dirty);
}

TEST_F(PlannerTest, ARunThatIsStoppedKeepsWhatItHas) {
    openTwoWeeks(2'000);
    planner_.run(1000);
    wait([](const PlanView& view) { return view.results && view.results->drawn; });
    planner_.stop();
    const auto view = planner_.view();
    EXPECT_FALSE(view->running);
    ASSERT_TRUE(view->results);
    EXPECT_FALSE(view->results->complete);
    EXPECT_LT(view->results->bands.futures, 1000);
}

TEST_F(PlannerTest, WhatIsSavedElsewhereIsReadAgainAsTheSamePlan) {
    openSample();
    planner_.change({.kind = Kind::renameSet, .set = 0, .name = "halves"});
    const std::string file = (folder_ / "mine.plan.json").string();
    ASSERT_TRUE(planner_.save(file).get());
    const auto view = planner_.view();
    EXPECT_EQ(view->file, file);
    EXPECT_FALSE(view->dirty);
    const Result<PreparedPlan> read = preparePlan(file);
    ASSERT_TRUE(read) << read.error()[0].message.code;
    EXPECT_EQ(read->plan(), view->draft.plan);
    EXPECT_EQ(read->plan().sets[0].name, "halves");
    EXPECT_EQ(read->plan().futures.count, kEditingFutures);
}

TEST_F(PlannerTest, APlanThatCannotRunSaysWhyAndGoesOnWhenItIsMended) {
    openSample();
    rested();
    planner_.change(
        {.kind = Kind::addEdits, .set = 0, .edits = {{0, Forecast{"no such quota", 1100, 0}}}});
    auto view = rested();
    ASSERT_FALSE(view->problems.empty());
    EXPECT_TRUE(view->results);
    planner_.change({.kind = Kind::removeEdit, .set = 0, .edit = 1});
    view = rested();
    EXPECT_TRUE(view->problems.empty());
    EXPECT_TRUE(view->results->complete);
}

TEST_F(PlannerTest, AFileThatIsNoPlanLeavesWhatIsOpen) {
    openSample();
    EXPECT_FALSE(planner_.open((folder_ / "nothing.plan.json").string()).get());
    EXPECT_EQ(planner_.view()->file, kPlan);
}

TEST_F(PlannerTest, ABaseThatMovedIsToldAndReadWithTheNextRun) {
    const auto base = folder_ / "base.json";
    std::filesystem::copy_file(
        std::string(APPORTION_SOURCE_DIR) + "/resources/samples/pool-128.json", base);
    Plan plan;
    plan.base = ScenarioBase{base.string()};
    plan.sets = {{"more", {}}};
    ASSERT_TRUE(planner_.create(plan).get());
    const std::string hash = rested()->results->hash;
    planner_.lookAtBase();
    std::ifstream read(base);
    std::string text{std::istreambuf_iterator<char>(read), {}};
    read.close();
    text.replace(text.find("\"nb-01\""), 7, "\"nb-77\"");
    std::ofstream(base) << text << '\n';
    planner_.lookAtBase();
    wait([](const PlanView& view) { return view.baseMoved; });
    EXPECT_TRUE(planner_.view()->baseMoved);
    planner_.run(kEditingFutures);
    const auto view = rested();
    EXPECT_FALSE(view->baseMoved);
    EXPECT_NE(view->results->hash, hash);
    EXPECT_EQ(view->changes.added, 1);
    EXPECT_EQ(view->changes.gone, 1);
    EXPECT_TRUE(view->changes.sizes.empty());
}

TEST_F(PlannerTest, AnEditRunsOnTheBaseThatWasRead) {
    openTwoWeeks(420);
    const std::string hash = rested()->results->hash;
    std::ofstream(folder_ / "weeks.json", std::ios::app) << "\n";
    planner_.lookAtBase();
    wait([](const PlanView& view) { return view.baseMoved; });
    planner_.change({.kind = Kind::addEdits, .set = 0, .edits = {{0, Forecast{"a", 1100, 0}}}});
    const auto view = rested();
    EXPECT_EQ(view->results->hash, hash);
    EXPECT_TRUE(view->baseMoved);
    planner_.run(kEditingFutures);
    EXPECT_NE(rested()->results->hash, hash);
}

TEST_F(PlannerTest, ASavedPlanKnowsTheBaseThatItRanOn) {
    openTwoWeeks(420);
    rested();
    const std::string file = (folder_ / "mine.plan.json").string();
    ASSERT_TRUE(planner_.save(file).get());
    EXPECT_FALSE(planner_.view()->dirty);
    std::ofstream(folder_ / "weeks.json", std::ios::app) << "\n";
    ASSERT_TRUE(planner_.open(file).get());
    const auto view = rested();
    EXPECT_TRUE(std::any_of(view->warnings.begin(), view->warnings.end(), [](const Problem& each) {
        return each.message.code == "plan-base-changed";
    }));
    EXPECT_FALSE(view->dirty);
}

TEST_F(PlannerTest, WhatASetDoesToEachWorkloadIsAskedFor) {
    openSample();
    rested();
    const auto compared = planner_.compare(1).get();
    ASSERT_TRUE(compared);
    EXPECT_EQ((*compared)->name, "notebooks are spared");
    EXPECT_FALSE((*compared)->comparison.workloads.empty());
}

AdviceRequest lessWaitOfA() {
    AdviceRequest request;
    request.goals = {{.metric = GoalMetric::meanWait, .quota = "a", .bound = 0, .ofTen = 1}};
    request.goals[0].below = true;  // below nothing: no combination reaches it
    request.levers = {Lever::sizes, Lever::weight, Lever::queueing};
    return request;
}

TEST_F(PlannerTest, ASearchThatIsStoppedAnswersAndGoesOn) {
    openTwoWeeks(420);
    rested();
    planner_.advise(lessWaitOfA());
    wait([](const PlanView& view) { return view.advice.tried > 2; });
    planner_.advise(Planner::Advice::stop);
    const auto stopped = wait([](const PlanView& view) { return !view.advice.running; });
    ASSERT_TRUE(stopped->advice.answer);
    const std::int64_t tried = stopped->advice.answer->tried;
    ASSERT_FALSE(stopped->advice.answer->answers.empty());
    EXPECT_EQ(stopped->advice.answer->answers[0].seal, Seal::bestOfTried);
    ASSERT_TRUE(stopped->advice.canContinue);
    planner_.advise(Planner::Advice::goOn);
    const auto done =
        wait([](const PlanView& view) { return !view.advice.running && !view.advice.canContinue; });
    ASSERT_TRUE(done->advice.answer->all);
    EXPECT_GT(done->advice.answer->tried, tried);
    // As many as a search tries that nobody stopped.
    const PlanBase base(done->scenario);
    Advisor whole(base, lessWaitOfA(), done->draft.plan.futures, {});
    ASSERT_TRUE(whole.search(100'000));
    EXPECT_EQ(done->advice.answer->tried, whole.answer().tried);
}

TEST_F(PlannerTest, AdviceWithTooLittleDataSaysSo) {
    openSample();
    AdviceRequest request;
    request.goals = {{.metric = GoalMetric::p95Wait, .quota = "Quota1.1", .bound = 1000}};
    planner_.advise(request);
    const auto view = wait([](const PlanView& of) { return !of.advice.problems.empty(); });
    ASSERT_FALSE(view->advice.problems.empty());
    EXPECT_FALSE(view->advice.running);
    EXPECT_EQ(view->advice.problems[0].message.code, "advice-weeks");
}

TEST_F(PlannerTest, WhatWasNotSavedIsOfferedByTheNextProgram) {
    const std::filesystem::path copies = folder_ / "copies";
    PlanChange change{Kind::addSet};
    change.name = "mine";
    {
        Planner ended([] {}, copies);
        ASSERT_TRUE(ended.open(kPlan).get());
        EXPECT_TRUE(ended.leftBehind().get().empty());
        ended.change(change);
        restedView(ended);
        EXPECT_TRUE(ended.leftBehind().get().empty()) << "its own";
    }
    Planner next([] {}, copies);
    const auto left = next.leftBehind().get();
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left[0].file, kPlan);
    ASSERT_TRUE(next.restore(left[0]).get());
    const auto view = restedView(next);
    EXPECT_EQ(view->draft.plan.sets.back().name, "mine");
    EXPECT_EQ(view->file, kPlan);
    EXPECT_TRUE(view->dirty);
    EXPECT_TRUE(view->problems.empty()) << "the base is found from the plan's own folder";
    // It has a copy of its own by now.
    Planner third([] {}, copies);
    EXPECT_TRUE(third.leftBehind().get().empty());
    next.close();
    next.leftBehind().get();
    EXPECT_TRUE(std::filesystem::is_empty(copies));
}

}  // namespace
}  // namespace apportion
