// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/present.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "core/plan/draft/quota_draft.h"
#include "core/session/session.h"
#include "core/view/view.h"
#include "tests/core/session/project/small_project.h"

namespace apportion::testing {
namespace {

// "lent" runs beyond A's guarantee until "mine" takes it back at 100.
constexpr const char* kRun = R"({"apportion": 1, "name": "Run",
 "nodes": [{"name": "n", "count": 3, "gpu": 8}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 24}},
            {"name": "A", "parent": "all", "guaranteed": {"gpu": 8}},
            {"name": "B", "parent": "all", "guaranteed": {"gpu": 16}}],
 "workloads": [
  {"name": "a", "quota": "A", "gpu": 8, "duration": 600},
  {"name": "lent", "quota": "A", "gpu": 8, "duration": 900, "checkpoint": 10},
  {"name": "b", "quota": "B", "gpu": 8},
  {"name": "mine", "quota": "B", "gpu": 8, "submit": 100},
  {"name": "late", "quota": "B", "gpu": 8, "submit": 5000}],
 "events": [
  {"at": 110, "do": "node", "node": "n-3", "state": "cordoned"},
  {"at": 200, "do": "policy", "quota": "B", "weight": 3},
  {"at": 4000, "do": "policy", "quota": "B", "weight": 5}]})";

// Between the run's moment and the project's first view passes the time in which it is made.
bool isAbout(Duration made, Duration recorded) {
    return std::abs(made - recorded) < 60 * kSecond;
}

class Present : public SmallProject {
protected:
    // As a project, of the run at so many seconds.
    std::shared_ptr<const View> madeAt(Instant at) {
        const auto opened = session.openText(kRun, "run.json").get();
        EXPECT_TRUE(opened) << allOf(opened.error());
        session.settled().get();
        session.seek(at);
        recorded = session.settled().get();
        auto made = session.makeProject(path_).get();
        EXPECT_TRUE(made) << allOf(made.error());
        if (made)
            notes = *made;
        return session.settled().get();
    }
    static const WorkloadRow* row(const std::vector<WorkloadRow>& rows, const std::string& name) {
        for (const WorkloadRow& each : rows)
            if (each.name == name)
                return &each;
        return nullptr;
    }

    Session session;
    std::shared_ptr<const View> recorded;
    Problems notes;
};

TEST_F(Present, AProjectOfARunHasItAsItStandsAtTheMomentShown) {
    const auto view = madeAt(300 * kSecond);
    EXPECT_TRUE(view->document.rests());
    ASSERT_EQ(view->running.size(), recorded->running.size());
    for (const WorkloadRow& was : recorded->running) {
        const WorkloadRow* now = row(view->running, was.name);
        ASSERT_NE(now, nullptr) << was.name;
        EXPECT_EQ(now->status.placements, was.status.placements) << was.name;
        EXPECT_TRUE(isAbout(view->clock - *now->status.start, recorded->clock - *was.status.start))
            << was.name;
    }
    ASSERT_EQ(recorded->waiting.size(), 1U);
    const WorkloadRow* waits = row(view->waiting, recorded->waiting[0].name);
    ASSERT_NE(waits, nullptr);
    EXPECT_EQ(waits->name, "lent");
    EXPECT_EQ(waits->status.preemptions, 1);
    EXPECT_TRUE(isAbout(waits->status.waited, recorded->waiting[0].status.waited));
    EXPECT_EQ(view->quotas[2].policy.weight, 3);
    EXPECT_EQ(view->nodes.rows.back().state, NodeState::cordoned);
    EXPECT_EQ(row(view->running, "late"), nullptr);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(render(notes[0].message),
              "The project has the state of the pool at that time. Skipped: 1 later workload and 1 "
              "later event.");
}

TEST_F(Present, WithChangesThatNobodySavedAndNothingToTellAtTheEnd) {
    ASSERT_TRUE(session.openText(kRun, "run.json").get());
    session.settled().get();
    session.seek(300 * kSecond);
    session.settled().get();
    ASSERT_TRUE(
        session.run(command("scale", {{"sizes", "A=6"}, {"sizes", "B=18"}, {"mode", "drain"}}))
            .get());
    session.toEnd();
    EXPECT_TRUE(session.settled().get()->document.dirty);
    const auto made = session.makeProject(path_).get();
    ASSERT_TRUE(made) << allOf(made.error());
    EXPECT_TRUE(made->empty());
    const auto view = session.settled().get();
    EXPECT_EQ(view->quotas[1].numbers.guaranteed, 6 * kOneGpu);
    EXPECT_EQ(view->quotas[2].policy.weight, 5);
    EXPECT_FALSE(view->document.dirty);
}

}  // namespace
}  // namespace apportion::testing
