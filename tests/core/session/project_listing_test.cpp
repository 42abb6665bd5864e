// SPDX-License-Identifier: GPL-3.0-or-later
// The work of a project before its engine is made: the rows are those that come with the engine.
#include "core/session/project_listing.h"

#include <gtest/gtest.h>

#include "core/session/project_opening.h"
#include "core/session/project_pool.h"
#include "core/sim/simulation.h"
#include "core/store/process_identity.h"
#include "tests/core/engine/random_world.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

// Without what only the engine knows.
std::vector<WorkloadRow> told(std::vector<WorkloadRow> rows) {
    for (WorkloadRow& row : rows) {
        row.unasked = row.status.state == WorkloadState::pending;
        row.status.reason.reset();
        row.status.position.reset();
    }
    return rows;
}

class ProjectListingTest : public SmallProject {
protected:
    // Of the file, as somebody sees it.
    ::testing::AssertionResult fits(const std::string& who) {
        auto open = ProjectPool::open(file_, who, clock());
        if (!open)
            return ::testing::AssertionFailure() << allOf(open.error());
        const View view = (*open)->view();
        const auto project = (*open)->desk().project();
        const ProjectListing listing = listingOf(**project, who, (*open)->begin(), now());
        EXPECT_EQ(listing.clock, view.clock);
        EXPECT_EQ(listing.key.waiting, view.key.waiting);
        EXPECT_EQ(listing.key.running, view.key.running);
        EXPECT_EQ(listing.key.unapproved, view.key.unapproved);
        if (const auto wanted = told(view.running); listing.running != wanted)
            return ::testing::AssertionFailure()
                   << "another row runs: " << different(listing.running, wanted);
        if (const auto wanted = told(view.waiting); listing.waiting != wanted)
            return ::testing::AssertionFailure()
                   << "another row waits: " << different(listing.waiting, wanted);
        rows_ = listing.waiting.size() + listing.running.size();
        const auto first = firstListingOf(**project, who, (*open)->begin());
        listsFirst_ = first.has_value();
        if (first)
            return beginsAs(*first, listing);
        return ::testing::AssertionSuccess();
    }
    void makeOf(const std::shared_ptr<const Scenario>& scenario, Instant at, unsigned number) {
        file_ = folder_ / ("pool" + std::to_string(number) + ".apportion");
        Simulation run(scenario);
        run.runTo(at);
        Problems notes;
        const auto made = ProjectPool::create(file_, run, at, notes, clock());
        ASSERT_TRUE(made) << allOf(made.error());
    }

    std::string file_ = path_;
    std::size_t rows_ = 0;
    bool listsFirst_ = false;  // while the rest is read

private:
    static constexpr std::size_t kFirst = 2;

    // While the rest of it is still being read.
    std::optional<ProjectListing> firstListingOf(const Project& project, const std::string& who,
                                                 Moment epoch) {
        const auto chosen = store::firstOf(project.work, kFirst);
        store::FirstWork first{{}, project.work.size() - chosen.size()};
        for (const std::size_t i : chosen)
            first.work.push_back(project.work[i]);
        Project bare = project;
        bare.work.clear();
        return listingOf(std::move(bare), std::move(first), who, epoch, now());
    }
    static ::testing::AssertionResult beginsAs(const ProjectListing& first,
                                               const ProjectListing& listing) {
        EXPECT_EQ(first.key, listing.key);
        EXPECT_EQ(first.clock, listing.clock);
        if (first.running != listing.running)
            return ::testing::AssertionFailure()
                   << "another runs first: " << different(first.running, listing.running);
        for (std::size_t i = 0; i < std::min(kFirst, listing.waiting.size()); ++i)
            if (first.waiting.size() <= i || first.waiting[i] != listing.waiting[i])
                return ::testing::AssertionFailure()
                       << "another waits first: " << listing.waiting[i].name;
        return ::testing::AssertionSuccess();
    }
    static std::string different(const std::vector<WorkloadRow>& a,
                                 const std::vector<WorkloadRow>& b) {
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
            if (a[i] != b[i])
                return a[i].name + " and " + b[i].name;
        return "one has more";
    }
};

TEST_F(ProjectListingTest, HasTheRowsThatComeWithTheEngine) {
    std::size_t rows = 0;
    for (unsigned seed = 1; seed <= 20; ++seed) {
        const auto scenario = std::make_shared<const Scenario>(randomWorld(seed, 30, 4));
        makeOf(scenario, static_cast<Instant>(seed % 5 * 10) * kSecond, seed);
        passes(static_cast<Duration>(seed) * kSecond);
        EXPECT_TRUE(fits(store::systemUser())) << "seed " << seed;
        rows += rows_;
    }
    EXPECT_GT(rows, 200U);
}

TEST_F(ProjectListingTest, TakesWorkAsTheEngineTakesIt) {
    make(R"({"apportion": 1, "name": "odd", "nodes": [{"name": "n", "count": 2, "gpu": 4}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 8}}],
 "workspaces": [{"name": "ws", "quotas": ["A"], "members": [{"user": "bob", "role": "member"}]}],
 "workloads": [
  {"name": "late", "workspace": "ws", "user": "bob", "gpu": 2, "replicas": 3, "minReplicas": 1},
  {"name": "runs", "quota": "A", "gpu": 4,
   "running": {"since": 0, "placements": [{"node": "n-1", "gpu": 4}]}},
  {"name": "first", "quota": "A", "gpu": 1, "module": "notebook", "priority": 2}]})");
    passes(60 * kSecond);
    EXPECT_EQ(run("submit", {{"name", "asks"},
                             {"quota", "A"},
                             {"gpu", "1"},
                             {"command", "true"},
                             {"directory", "/"}}),
              "");
    passes(60 * kSecond);
    EXPECT_TRUE(fits("ana"));
    EXPECT_EQ(rows_, 4U);
    EXPECT_TRUE(listsFirst_);
    EXPECT_TRUE(fits("bob")) << "he sees his own";
    EXPECT_EQ(rows_, 1U);
    EXPECT_FALSE(listsFirst_) << "which is his is not known so early";
}

// An elastic one waits for its least, and runs with what there is room for.
TEST_F(ProjectListingTest, SaysWhatWasAskedForWhateverOfItRuns) {
    make(R"({"apportion": 1, "name": "wide", "nodes": [{"name": "n", "gpu": 4}],
 "quotas": [{"name": "A", "guaranteed": {"gpu": 4}}],
 "workloads": [
  {"name": "runs", "quota": "A", "gpu": 2, "replicas": 6, "minReplicas": 2,
   "running": {"since": 0, "placements": [{"node": "n", "gpu": 2}, {"node": "n", "gpu": 2}]}},
  {"name": "waits", "quota": "A", "gpu": 2, "replicas": 6, "minReplicas": 2}]})");
    EXPECT_TRUE(fits("ana"));
    const ProjectListing listing = listingOf(project(), "ana", now() - kSecond, now());
    for (const auto* rows : {&listing.running, &listing.waiting}) {
        ASSERT_EQ(rows->size(), 1U);
        const WorkloadRow& row = rows->front();
        EXPECT_EQ(row.asked, (AskedWork{2 * kOneGpu, 6, 2})) << row.name;
        EXPECT_EQ(row.replicas, 2) << row.name;
    }
}

TEST_F(ProjectListingTest, WhoMaySeeNothingOfItHasNoRows) {
    make(kTwoTeams);
    ASSERT_EQ(run("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "1"}}), "");
    EXPECT_TRUE(fits("ana"));
    EXPECT_EQ(rows_, 1U);
    EXPECT_TRUE(fits("rita"));
    EXPECT_EQ(rows_, 0U);
}

TEST_F(ProjectListingTest, StandsInTheOutlineWithoutSums) {
    make(kTwoTeams);
    ASSERT_EQ(run("submit", {{"name", "job"}, {"quota", "left"}, {"gpu", "1"}}), "");
    View outline;
    outline.document.reading = 1;
    outline.document.name = "two teams";
    outline.quotas.resize(3);
    EXPECT_FALSE(isListed(outline));
    const auto view = listed(outline, listingOf(project(), "ana", now() - kSecond, now()));
    EXPECT_TRUE(isListed(*view));
    EXPECT_EQ(view->document, outline.document) << "nothing can be done with it yet";
    EXPECT_EQ(view->quotas, outline.quotas);
    EXPECT_EQ(view->clock, kSecond);
    ASSERT_EQ(view->waiting.size(), 1U);
    EXPECT_TRUE(view->waiting.front().unasked);
    EXPECT_EQ(view->key.waitingGpu, 0);
}

// What goes wrong on the threads that open a file is told as it was.
TEST_F(ProjectListingTest, AnExceptionIsNoBrokenPromise) {
    make(kTwoTeams);
    const auto broken = []() -> Moment { throw std::domain_error("no clock"); };
    int told = 0;
    ProjectOpening opening = openBeside(
        path_, [&] { ++told; }, broken);
    EXPECT_EQ(opening.outline.get(), nullptr);
    EXPECT_THROW((void)opening.project.get(), std::domain_error);
    opening.reader.join();
    EXPECT_EQ(told, 1);
}

}  // namespace
}  // namespace apportion::testing
