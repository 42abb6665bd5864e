// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/work.h"

#include <gmock/gmock.h>

#include "core/cluster/slurm/failure.h"

namespace apportion::slurm {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

ClusterJob workJob(const std::string& id, const char* state, const char* reason = "",
                   const char* qos = "low") {
    ClusterJob made;
    made.id = id;
    made.state = state;
    made.reason = reason;
    made.qos = qos;
    made.account = "bio";
    made.gpus = 4;
    made.nodes = made.isRunning() ? "n[1-2]" : "";
    return made;
}

Picture workCluster() {
    Picture picture;
    picture.jobs = {workJob("1", "RUNNING"), workJob("2", "PENDING", "Resources"),
                    workJob("3", "PENDING", "JobHeldUser"), workJob("7_[2-4]", "PENDING"),
                    workJob("7_1", "RUNNING")};
    for (const char* name : {"n1", "n2", "n3"}) {
        ClusterNode& node = picture.nodes.emplace_back();
        node.name = name;
        node.gpus = 8;
        node.gpusUsed = 4;
        node.states = {"MIXED"};
    }
    picture.qos.resize(3);
    picture.qos[0].name = "low";
    picture.qos[1].name = "high";
    picture.qos[1].preempts = {"low"};
    picture.qos[2].name = "it's";
    Association& bio = picture.associations.emplace_back();
    bio.account = "bio";
    bio.grpGpus = 12;
    picture.settings["AuthInfo"] = "cred_expire=10";
    return picture;
}

std::string lineOf(Verb verb, std::vector<std::string> targets, const std::string& text = {}) {
    const auto line = lineFor({verb, std::move(targets), text}, workCluster());
    if (!line)
        return std::string(line.error().front().message.code);
    EXPECT_TRUE(isComplete(line->note)) << line->note.code;
    return lineText(*line) + " | " + line->note.code;
}

TEST(SlurmWork, IsTheLineOfAnAdministrator) {
    EXPECT_EQ(lineOf(Verb::cancel, {"1", "2"}), "scancel 1 2 | cluster-work-cancel.running");
    EXPECT_EQ(lineOf(Verb::cancel, {"2"}), "scancel 2 | cluster-work-cancel");
    EXPECT_EQ(lineOf(Verb::hold, {"2", "7"}), "scontrol hold 2,7 | cluster-work-hold");
    EXPECT_EQ(lineOf(Verb::hold, {"7_3"}), "scontrol hold 7_3 | cluster-work-hold");
    EXPECT_EQ(lineOf(Verb::release, {"3"}), "scontrol release 3 | cluster-work-release");
    EXPECT_EQ(lineOf(Verb::requeue, {"1"}), "scontrol requeue 1 | cluster-work-requeue");
    EXPECT_EQ(lineOf(Verb::setQos, {"2"}, "low"),
              "scontrol update JobId=2 QOS=low | cluster-work-qos");
    EXPECT_EQ(lineOf(Verb::setQos, {"2"}, "high"),
              "scontrol update JobId=2 QOS=high | cluster-work-qos.victims");
    EXPECT_EQ(lineOf(Verb::drain, {"n1", "n3"}, "it's $(id)"),
              R"(scontrol update NodeName=n1,n3 State=DRAIN 'Reason=it'\''s $(id)' | )"
              "cluster-work-drain");
    EXPECT_EQ(lineOf(Verb::resume, {"n1"}),
              "scontrol update NodeName=n1 State=RESUME | cluster-work-resume");
}

TEST(SlurmWork, RefusesWhatWouldDoNothingOrSomethingElse) {
    for (const char* id : {"9", "7_9", "", "-u", "1;id", "1,2", "7_[2-4]", "1_", "all", "1 2"})
        EXPECT_EQ(lineOf(Verb::cancel, {id}), "cluster-no-job") << id;
    EXPECT_EQ(lineOf(Verb::hold, {"1"}), "cluster-job-state.hold");
    EXPECT_EQ(lineOf(Verb::hold, {"3"}), "cluster-job-state.hold");
    EXPECT_EQ(lineOf(Verb::release, {"2"}), "cluster-job-state.release");
    EXPECT_EQ(lineOf(Verb::requeue, {"2"}), "cluster-job-state.requeue");
    EXPECT_EQ(lineOf(Verb::setQos, {"1"}, "low"), "cluster-job-state") << "Slurm: error 2073";
    for (const char* qos : {"none", "", "it's", "low Priority=1", "low\nQOS=high"})
        EXPECT_EQ(lineOf(Verb::setQos, {"2"}, qos), "cluster-no-qos") << qos;
    for (const char* node : {"n9", "", "n1,n2", "n[1-2]", "ALL"})
        EXPECT_EQ(lineOf(Verb::resume, {node}), "cluster-no-node") << node;
    for (const char* reason : {"", "two\nlines", "\x1b[31m"})
        EXPECT_EQ(lineOf(Verb::drain, {"n1"}, reason), "cluster-reason");
}

TEST(SlurmWork, IsDoneWhenItsEffectIsThere) {
    const Picture before = workCluster();
    const auto left = [&](Verb verb, const std::vector<std::string>& targets, auto change,
                          const std::string& text = {}) {
        Picture after = before;
        change(after);
        return withoutEffect({verb, targets, text}, before, after);
    };
    const auto nothing = [](Picture&) {};
    EXPECT_THAT(left(Verb::cancel, {"1", "2"}, nothing), ElementsAre("1", "2"));
    EXPECT_THAT(left(Verb::cancel, {"1", "2"}, [](Picture& p) { p.jobs[0].state = "COMPLETING"; }),
                ElementsAre("2"));
    EXPECT_THAT(left(Verb::cancel, {"1", "2"}, [](Picture& p) { p.jobs.clear(); }), IsEmpty());
    EXPECT_THAT(left(Verb::hold, {"2"}, nothing), ElementsAre("2"));
    EXPECT_THAT(left(Verb::hold, {"2"}, [](Picture& p) { p.jobs[1].reason = "JobHeldAdmin"; }),
                IsEmpty());
    EXPECT_THAT(left(Verb::hold, {"7"}, [](Picture& p) { p.jobs[3].reason = "JobHeldAdmin"; }),
                IsEmpty())
        << "its running task is not asked for it";
    EXPECT_THAT(left(Verb::release, {"3"}, nothing), ElementsAre("3"));
    EXPECT_THAT(left(Verb::release, {"3"}, [](Picture& p) { p.jobs[2].reason = "Priority"; }),
                IsEmpty());
    EXPECT_THAT(left(Verb::requeue, {"1"}, nothing), ElementsAre("1"));
    EXPECT_THAT(left(Verb::requeue, {"1"}, [](Picture& p) { p.jobs[0].started = 9; }), IsEmpty())
        << "it runs again already";
    EXPECT_THAT(left(Verb::setQos, {"2"}, nothing, "high"), ElementsAre("2"));
    EXPECT_THAT(left(Verb::drain, {"n1"}, nothing), ElementsAre("n1"));
    const auto drained = [](Picture& p) { p.nodes[0].states = {"IDLE", "DRAIN"}; };
    EXPECT_THAT(left(Verb::drain, {"n1"}, drained), IsEmpty());
    EXPECT_THAT(left(Verb::resume, {"n1"}, drained), ElementsAre("n1"));
}

Submission submission() {
    Submission made;
    made.account = "bio";
    made.qos = "low";
    made.gpus = 8;
    made.nodes = 2;
    made.script = "#!/bin/sh\n";
    return made;
}

TEST(SlurmWork, SubmitsByALine) {
    const auto line = lineFor(submission(), workCluster());
    ASSERT_TRUE(line);
    EXPECT_EQ(lineText(*line),
              "sbatch --parsable --account=bio --qos=low --nodes=2 --gres=gpu:4 "
              "--job-name=apportion");
    EXPECT_EQ(line->danger, Line::Danger::none);
    Submission other = submission();
    other.qos = "high";
    other.limitMinutes = 90;
    other.held = true;
    other.name = "a'b; $(id)";
    const auto dangerous = lineFor(other, workCluster());
    ASSERT_TRUE(dangerous);
    EXPECT_EQ(lineText(*dangerous),
              "sbatch --parsable --account=bio --qos=high --nodes=2 --gres=gpu:4 --time=90 --hold "
              R"('--job-name=a'\''b; $(id)')");
    EXPECT_EQ(dangerous->danger, Line::Danger::ends) << "job 1 is in a QOS that this one preempts";
}

TEST(SlurmWork, RefusesASubmissionThatSlurmWouldTakeWrongly) {
    const auto codeOfSubmission = [](auto change) {
        Submission made = submission();
        change(made);
        const auto line = lineFor(made, workCluster());
        return line ? std::string("taken") : std::string(codeOf(line.error()));
    };
    EXPECT_EQ(codeOfSubmission([](Submission& s) { s.account = "chem"; }), "cluster-no-account");
    EXPECT_EQ(codeOfSubmission([](Submission& s) { s.account = "bio --uid=0"; }),
              "cluster-no-account");
    EXPECT_EQ(codeOfSubmission([](Submission& s) { s.qos = "it's"; }), "cluster-no-qos");
    EXPECT_EQ(codeOfSubmission([](Submission& s) { s.gpus = 7; }), "cluster-uneven");
    EXPECT_EQ(codeOfSubmission([](Submission& s) { s.script = "sleep 1"; }), "cluster-script");
}

TEST(SlurmWork, SaysWhyASubmissionWaits) {
    const Picture picture = workCluster();
    const Accounts accounts(picture);
    const auto wait = [&](auto change) {
        Submission made = submission();
        change(made);
        return jobOf(made, accounts, picture).reason;
    };
    EXPECT_EQ(wait([](Submission& s) { s.gpus = 4; }), "");
    EXPECT_EQ(wait([](Submission&) {}), "AssocGrpGRES") << "8 of 12 are in use";
    EXPECT_EQ(wait([](Submission& s) { s.held = true; }), "JobHeldUser");
    EXPECT_EQ(wait([](Submission& s) {
                  s.account = "chem";
                  s.gpus = 14;
              }),
              "Resources");
}

TEST(SlurmWork, BeginsInAnAccountOfTheUserAndNotInTheRoot) {
    Picture picture;
    const auto add = [&](const char* account, const char* parent, const char* user = "") {
        Association& made = picture.associations.emplace_back();
        made.account = account;
        made.parent = parent;
        made.user = user;
    };
    add("root", "");
    add("root", "", "ana");
    add("bio", "root");
    add("physics", "root");
    add("theory", "physics");
    add("theory", "", "ana");
    add("detector", "physics");
    add("detector", "", "ana");
    const auto first = [&](const Submitter& whose, const char* chosen = "") {
        return firstAccount(Accounts(picture), picture, whose, chosen);
    };
    EXPECT_EQ(first({"ana", "theory"}), "theory");
    EXPECT_EQ(first({"ana", ""}), "detector");
    EXPECT_EQ(first({"ana", "root"}), "detector");
    EXPECT_EQ(first({"ana", "theory"}, "bio"), "bio") << "selected in the tree";
    EXPECT_EQ(first({"ana", "theory"}, "root"), "theory") << "where the tree begins";
    EXPECT_EQ(first({"eva", "theory"}), "bio");
    EXPECT_EQ(first({}), "bio");
    picture.associations.resize(2);
    EXPECT_EQ(first({"ana", ""}), "root");
    EXPECT_EQ(firstAccount(Accounts({}), {}, {}, "bio"), "");
}

TEST(SlurmWork, LooksForRoomInItsPartition) {
    Picture picture = workCluster();
    picture.nodes[0].partitions = {"small", "all"};
    picture.nodes[1].partitions = picture.nodes[2].partitions = {"all"};
    EXPECT_THAT(partitionsOf(picture), ElementsAre("all", "small"));
    const auto wait = [&](const char* partition) {
        Submission made = submission();
        made.account = "chem";
        made.partition = partition;
        return jobOf(made, Accounts(picture), picture);
    };
    EXPECT_EQ(wait("").reason, "");
    EXPECT_EQ(wait("all").reason, "");
    const ClusterJob waits = wait("small");
    EXPECT_EQ(waits.reason, "Resources");
    const Message message = waitOf(waits, Accounts(picture), picture);
    ASSERT_FALSE(message.arguments.empty());
    EXPECT_EQ(message.arguments.front().value, Value::ofGpu(4 * kOneGpu));
    EXPECT_EQ(freeGpus(picture, "small,all"), 12);
}

TEST(SlurmWork, ReadsTheNumberOfAJob) {
    EXPECT_EQ(*submittedId("17\n"), "17");
    EXPECT_EQ(*submittedId("17;lab\n"), "17");
    for (const char* text : {"", "Submitted batch job 17", "\n"})
        EXPECT_EQ(codeOf(submittedId(text).error()), "cluster-answer") << text;
}

}  // namespace
}  // namespace apportion::slurm
