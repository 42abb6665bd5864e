// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/watch.h"

#include <gmock/gmock.h>

#include "core/model/told.h"

namespace apportion::slurm {
namespace {

using std::chrono::milliseconds;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

ClusterJob seenJob(const std::string& id, const char* state, const char* nodes = "") {
    ClusterJob made;
    made.id = id;
    made.state = state;
    made.user = "ana";
    made.account = "bio";
    made.qos = "normal";
    made.gpus = 2;
    made.nodes = nodes;
    made.started = *nodes != 0 ? 100 : 0;
    return made;
}

Picture with(std::vector<ClusterJob> jobs) {
    Picture picture;
    picture.jobs = std::move(jobs);
    ClusterNode& node = picture.nodes.emplace_back();
    node.name = "n1";
    node.states = {"IDLE"};
    Association& bio = picture.associations.emplace_back();
    bio.account = "bio";
    bio.grpGpus = 8;
    return picture;
}

std::vector<std::string> seen(const Picture& before, const Picture& after) {
    std::vector<std::string> texts;
    for (const Message& each : changesBetween(before, after)) {
        EXPECT_TRUE(isComplete(each)) << each.code;
        texts.push_back(told(each));
    }
    return texts;
}

TEST(SlurmWatch, TellsWhatBecameOfJobs) {
    const Picture before = with({seenJob("1", "RUNNING", "n1"), seenJob("2", "PENDING"),
                                 seenJob("3", "RUNNING", "n1"), seenJob("4", "PENDING")});
    Picture after = with({seenJob("2", "RUNNING", "n1"), seenJob("3", "PENDING"),
                          seenJob("4", "PENDING"), seenJob("5", "PENDING")});
    after.jobs[2].reason = "JobHeldUser";
    after.jobs[2].qos = "high";
    EXPECT_THAT(
        seen(before, after),
        UnorderedElementsAre("Job 1 of ana in account bio ended or was cancelled.",
                             "Job 2 of ana in account bio started on n1.",
                             "Job 3 of ana in account bio stopped and waits again.",
                             "Job 4 of ana in account bio is held.", "Job 4 has QOS high now.",
                             "Job 5 of ana in account bio is new: 2 GPUs."));
    EXPECT_THAT(seen(after, after), IsEmpty());
    after.jobs[0].started = 200;
    EXPECT_THAT(seen(with({seenJob("2", "RUNNING", "n1")}), with({after.jobs[0]})),
                ElementsAre("Job 2 of ana in account bio started on n1."))
        << "it was requeued in between";
}

TEST(SlurmWatch, TasksOfAnArrayAreNotNew) {
    const Picture before = with({seenJob("7_[1-3]", "PENDING")});
    const Picture after = with({seenJob("7_[2-3]", "PENDING"), seenJob("7_1", "RUNNING", "n1")});
    EXPECT_THAT(seen(before, after), ElementsAre("Job 7_1 of ana in account bio started on n1."));
    const Picture last = with({seenJob("7_1", "RUNNING", "n1"), seenJob("7_2", "RUNNING", "n1"),
                               seenJob("7_3", "RUNNING", "n1")});
    EXPECT_THAT(seen(after, last), ElementsAre("Job 7_2 of ana in account bio started on n1.",
                                               "Job 7_3 of ana in account bio started on n1."));
}

TEST(SlurmWatch, AnIdThatIsGivenOutAgainIsAnotherJob) {
    Picture after = with({seenJob("1", "PENDING")});
    after.jobs[0].user = "ben";
    EXPECT_THAT(seen(with({seenJob("1", "PENDING")}), after),
                ElementsAre("Job 1 of ben in account bio is new: 2 GPUs."));
}

TEST(SlurmWatch, TellsOfNodesAndLimits) {
    Picture after = with({});
    after.nodes[0].states = {"IDLE", "DRAIN"};
    after.nodes[0].reason = "fan";
    after.associations[0].grpGpus = 4;
    Association& added = after.associations.emplace_back();
    added.account = "new";
    EXPECT_THAT(seen(with({}), after),
                UnorderedElementsAre("Node n1 takes no new jobs: fan.", "Account new is new.",
                                     "Account bio has the limit 4 GPUs now."));
    EXPECT_THAT(seen(after, with({})),
                UnorderedElementsAre("Node n1 takes jobs again.", "Account new no longer exists.",
                                     "Account bio has the limit 8 GPUs now."));
    after.associations[0].grpGpus.reset();
    after.nodes[0].states = {"DOWN*"};
    EXPECT_THAT(seen(with({}), after),
                UnorderedElementsAre("Node n1 is down: fan.", "Account new is new.",
                                     "Account bio has no limit now."));
}

TEST(SlurmWatch, ManyChangesAreANumber) {
    std::vector<ClusterJob> jobs;
    for (int i = 1; i <= 11; ++i)
        jobs.push_back(seenJob(std::to_string(i), "PENDING"));
    EXPECT_THAT(seen(with({}), with(jobs)), ElementsAre("New jobs: 11."));
    EXPECT_THAT(seen(with(jobs), with({})), ElementsAre("Jobs that ended or were cancelled: 11."));
}

TEST(SlurmWatch, TheSameAtAnotherMomentIsTheSame) {
    const Picture before = with({seenJob("1", "PENDING")});
    Picture after = before;
    after.asOf = before.asOf + 5;
    after.accountsAsOf = before.accountsAsOf + 5;
    EXPECT_TRUE(showsTheSame(before, after));
    after.jobs[0].reason = "Priority";
    EXPECT_FALSE(showsTheSame(before, after));
    after = before;
    after.nodes[0].reason = "fan";
    EXPECT_FALSE(showsTheSame(before, after));
    after = before;
    after.accountingIsDown = true;
    EXPECT_FALSE(showsTheSame(before, after));
}

TEST(SlurmWatch, ASlowControllerIsAskedLess) {
    Pace pace(milliseconds(1000));
    pace.tookToRead(milliseconds(100));
    EXPECT_TRUE(pace.isDue(true, milliseconds(100)));
    EXPECT_FALSE(pace.isDue(false, milliseconds(1999)));
    EXPECT_TRUE(pace.isDue(false, milliseconds(2000)));
    pace.tookToRead(milliseconds(1500));
    EXPECT_FALSE(pace.isDue(true, milliseconds(1499))) << "at most half of its time";
    EXPECT_TRUE(pace.isDue(true, milliseconds(1500)));
    EXPECT_FALSE(pace.isDue(false, milliseconds(14'999)));
}

TEST(SlurmWatch, ADeadControllerIsAskedLessAndLess) {
    Pace pace(milliseconds(1000));
    EXPECT_EQ(pace.pause(), milliseconds(1000));
    std::vector<std::int64_t> seconds;
    for (int i = 0; i < 7; ++i) {
        pace.failed();
        seconds.push_back(pace.pause().count() / 1000);
    }
    EXPECT_THAT(seconds, ElementsAre(1, 2, 4, 8, 16, 30, 30));
    pace.answered();
    EXPECT_EQ(pace.pause(), milliseconds(1000));
    EXPECT_EQ(Pace(milliseconds(60'000)).pause(), milliseconds(60'000));
}

}  // namespace
}  // namespace apportion::slurm
