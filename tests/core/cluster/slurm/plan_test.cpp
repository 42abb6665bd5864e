// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/slurm/plan.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "core/cluster/slurm/apply.h"
#include "core/cluster/slurm/connection.h"
#include "core/cluster/slurm/failure.h"

namespace apportion::slurm {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// The pool of 128 GPUs: a service of Quota1 evicts notebooks and training of its children.
Scenario pool() {
    Scenario scenario;
    scenario.settings.consolidation = false;
    for (const auto& [name, parent, gpus] :
         {std::tuple("Quota1", "", 128), std::tuple("Quota1.1", "Quota1", 48),
          std::tuple("Quota1.2", "Quota1", 80)}) {
        Quota& quota = scenario.quotas.emplace_back();
        quota.name = name;
        quota.parent = parent;
        quota.guaranteed.gpu = gpus * kOneGpu;
    }
    ChildPreemption child;
    child.priorities = {1, 3};
    child.modules.set(static_cast<std::size_t>(Module::training));
    child.modules.set(static_cast<std::size_t>(Module::notebook));
    scenario.quotas[0].policy.childPreemption = child;
    const auto work = [&](const char* name, const char* quota, Module module, int priority) {
        Workload& made = scenario.workloads.emplace_back();
        made.name = name;
        made.quota = quota;
        made.module = module;
        made.priority = priority;
        made.request.gpu = kOneGpu;
    };
    work("serve", "Quota1", Module::inference, 9);
    work("a", "Quota1.1", Module::training, 3);
    work("b", "Quota1.2", Module::notebook, 2);
    work("c", "Quota1.2", Module::training, 4);
    scenario.workspaces.push_back({"w", {"Quota1"}, {{"ana", Role::member}}, {}});
    return scenario;
}

Picture emptyCluster() {
    Picture picture;
    Association& root = picture.associations.emplace_back();
    root.account = "root";
    return picture;
}

std::vector<std::string> linesOf(const Scenario& desired, const Picture& actual) {
    const auto wanted = wantedOf(desired);
    EXPECT_TRUE(wanted);
    std::vector<std::string> texts;
    for (const Line& each : planFor(*wanted, actual).lines) {
        EXPECT_TRUE(isComplete(each.note)) << each.note.code;
        texts.push_back(lineText(each));
    }
    return texts;
}

// What is there once all is done.
Picture done(const Scenario& desired) {
    Picture picture = emptyCluster();
    const Wanted wanted = *wantedOf(desired);
    for (const WantedQos& each : wanted.qos) {
        Qos& made = picture.qos.emplace_back();
        made.name = each.name;
        made.description = kOurMark;
        made.priority = each.priority;
        made.preempts = each.preempts;
        made.preemptMode = "requeue";
        made.graceSeconds = each.graceSeconds;
        made.exemptSeconds = each.exemptSeconds;
        made.maxGpusPerUser = each.gpusPerUser;
    }
    for (const WantedAccount& each : wanted.accounts) {
        Association& made = picture.associations.emplace_back();
        made.account = each.name;
        made.parent = each.parent.empty() ? "root" : each.parent;
        made.grpGpus = each.gpus;
        made.qos = each.qos;
        made.defaultQos = each.defaultQos;
        picture.descriptions[each.name] = std::string(kOurMark) + " " + each.name;
    }
    for (const WantedUser& each : wanted.users) {
        Association& made = picture.associations.emplace_back();
        made.account = each.account;
        made.user = each.user;
    }
    return picture;
}

TEST(SlurmPlan, MakesTheTreeInAnOrderThatWorks) {
    EXPECT_THAT(
        linesOf(pool(), emptyCluster()),
        ElementsAre(
            "sacctmgr -i add qos quota1-inf-9 Priority=1090 PreemptMode=requeue "
            "'Description=apportion v1'",
            "sacctmgr -i add qos quota1.1-trn-3 Priority=30 PreemptMode=requeue "
            "'Description=apportion v1'",
            "sacctmgr -i add qos quota1.2-nbk-2 Priority=20 PreemptMode=requeue "
            "'Description=apportion v1'",
            "sacctmgr -i add qos quota1.2-trn-4 Priority=40 PreemptMode=requeue "
            "'Description=apportion v1'",
            "sacctmgr -i modify qos where name=quota1-inf-9 set "
            "Preempt=quota1.1-trn-3,quota1.2-nbk-2",
            "sacctmgr -i add account quota1 parent=root 'Description=apportion v1 quota1'",
            "sacctmgr -i add account quota1.1 parent=quota1 GrpTRES=gres/gpu=48 "
            "'Description=apportion v1 quota1.1'",
            "sacctmgr -i add account quota1.2 parent=quota1 GrpTRES=gres/gpu=80 "
            "'Description=apportion v1 quota1.2'",
            "sacctmgr -i modify account where name=quota1 set qos=quota1-inf-9 "
            "defaultqos=quota1-inf-9",
            "sacctmgr -i modify account where name=quota1.1 set qos=quota1.1-trn-3 "
            "defaultqos=quota1.1-trn-3",
            "sacctmgr -i modify account where name=quota1.2 set qos=quota1.2-nbk-2,quota1.2-trn-4 "
            "defaultqos=quota1.2-trn-4",
            "sacctmgr -i add user ana account=quota1"));
    EXPECT_THAT(linesOf(pool(), done(pool())), IsEmpty());
}

TEST(SlurmPlan, ShrinksBeforeItGrowsAndNamesWhatRunsAbove) {
    Scenario scaled = pool();
    scaled.quotas[1].guaranteed.gpu = 56 * kOneGpu;
    scaled.quotas[2].guaranteed.gpu = 72 * kOneGpu;
    Picture picture = done(pool());
    ClusterJob& job = picture.jobs.emplace_back();
    job.id = "1";
    job.state = "RUNNING";
    job.account = "quota1.2";
    job.qos = "quota1.2-trn-4";
    job.gpus = 76;
    const NativePlan plan = planFor(*wantedOf(scaled), picture);
    ASSERT_THAT(plan.lines, SizeIs(2));
    EXPECT_EQ(lineText(plan.lines[0]),
              "sacctmgr -i modify account where name=quota1.2 set GrpTRES=gres/gpu=72");
    EXPECT_EQ(plan.lines[0].danger, Line::Danger::limits);
    EXPECT_EQ(lineText(plan.lines[1]),
              "sacctmgr -i modify account where name=quota1.1 set GrpTRES=gres/gpu=56");
    EXPECT_EQ(plan.lines[1].danger, Line::Danger::none);
}

TEST(SlurmPlan, TouchesOnlyWhatIsMarked) {
    Picture picture = done(pool());
    picture.descriptions["quota1.1"] = "physics";
    for (Association& each : picture.associations)
        if (each.account == "quota1.1")
            each.grpGpus = 1;
    for (Qos& each : picture.qos)
        if (each.name == "quota1.2-nbk-2") {
            each.description = "mine";
            each.priority = 7;
        }
    Association& theirs = picture.associations.emplace_back();
    theirs.account = "theirs";
    theirs.parent = "root";
    picture.descriptions["theirs"] = "not apportion v1";
    Qos& other = picture.qos.emplace_back();
    other.name = "normal";
    const NativePlan plan = planFor(*wantedOf(pool()), picture);
    EXPECT_THAT(plan.lines, IsEmpty());
    ASSERT_THAT(plan.refused, SizeIs(2));
    EXPECT_EQ(plan.refused[0].code, "cluster-plan-foreign-account");
    EXPECT_EQ(plan.refused[1].code, "cluster-plan-foreign-qos");
}

TEST(SlurmPlan, DeletesWhatIsOursAndUnusedAndNothingWithJobs) {
    Scenario smaller = pool();
    smaller.quotas.pop_back();
    std::erase_if(smaller.workloads, [](const Workload& each) { return each.quota == "Quota1.2"; });
    Picture picture = done(pool());
    EXPECT_THAT(linesOf(smaller, picture),
                ElementsAre("sacctmgr -i modify qos where name=quota1-inf-9 set "
                            "Preempt=quota1.1-trn-3",
                            "sacctmgr -i delete account where name=quota1.2",
                            "sacctmgr -i delete qos where name=quota1.2-nbk-2,quota1.2-trn-4"));
    ClusterJob& job = picture.jobs.emplace_back();
    job.state = "PENDING";
    job.account = "quota1.2";
    job.qos = "quota1.2-nbk-2";
    const NativePlan plan = planFor(*wantedOf(smaller), picture);
    ASSERT_THAT(plan.lines, SizeIs(2));
    EXPECT_EQ(lineText(plan.lines[1]), "sacctmgr -i delete qos where name=quota1.2-trn-4");
    EXPECT_THAT(plan.refused, SizeIs(2));
}

TEST(SlurmPlan, AWeightIsAFairShare) {
    Scenario scenario = pool();
    scenario.quotas[1].policy.weight = 56;
    EXPECT_THAT(linesOf(scenario, done(pool())),
                ElementsAre("sacctmgr -i modify account where name=quota1.1 set fairshare=56"));
    EXPECT_THAT(linesOf(scenario, emptyCluster()),
                Contains("sacctmgr -i add account quota1.1 parent=quota1 GrpTRES=gres/gpu=48 "
                         "fairshare=56 'Description=apportion v1 quota1.1'"));
    const Picture after = pictureWith(*wantedOf(scenario), done(pool()));
    EXPECT_THAT(linesOf(scenario, after), IsEmpty());
    std::vector<std::string> undone;
    for (const Line& each : planFor(wantedAsIs(done(pool())), after).lines)
        undone.push_back(lineText(each));
    EXPECT_THAT(undone,
                ElementsAre("sacctmgr -i modify account where name=quota1.1 set fairshare=1"));
}

TEST(SlurmPlan, RefusesNamesThatSlurmWouldChange) {
    for (const char* name : {"it's", "a b", "a;b", "$(id)", "a\nb", "-i", "ä", "a=b", "root"}) {
        Scenario scenario = pool();
        scenario.quotas[1].name = name;
        const auto wanted = wantedOf(scenario);
        ASSERT_FALSE(wanted) << name;
        EXPECT_EQ(codeOf(wanted.error()), "cluster-plan-name");
    }
    Scenario twice = pool();
    twice.quotas[1].name = "quota1";
    EXPECT_EQ(codeOf(wantedOf(twice).error()), "cluster-plan-twice");
    Scenario user = pool();
    user.workspaces[0].members[0].user = "a,b";
    EXPECT_EQ(codeOf(wantedOf(user).error()), "cluster-plan-name");
}

std::string verdictOf(const Scenario& scenario, std::string_view key) {
    for (const Judged& each : judge(scenario))
        if (each.capability->key == key)
            return std::string(verdictText(each.capability->verdict));
    return "not used";
}

TEST(SlurmMapping, SaysWhatSlurmCannotHold) {
    for (const Capability& each : capabilities())
        EXPECT_NE(messageTemplate(each.code), each.code) << each.key;
    Scenario scenario = pool();
    EXPECT_EQ(verdictOf(scenario, "childPreemption"), "approximate");
    EXPECT_EQ(verdictOf(scenario, "rank"), "not used");
    scenario.quotas[1].policy.rank = 2;
    scenario.quotas[1].policy.limit.gpu = 48 * kOneGpu;
    SelfPreemption self;
    self.high = {4, 9};
    self.low = {1, 3};
    self.modules.set();
    scenario.quotas[2].policy.selfPreemption = self;
    EXPECT_EQ(verdictOf(scenario, "rank"), "impossible");
    scenario.quotas[1].policy.weight = 3;
    EXPECT_EQ(verdictOf(scenario, "weight"), "approximate");
    EXPECT_EQ(verdictOf(scenario, "limit"), "exact");
    EXPECT_EQ(verdictOf(scenario, "selfPreemptionAboveGuarantee"), "impossible");
    EXPECT_EQ(verdictOf(scenario, "preemptionAtLimit"), "impossible");
    const auto lines = linesOf(scenario, emptyCluster());
    EXPECT_THAT(lines, Contains(HasSubstr("name=quota1.2-trn-4 set Preempt=quota1.2-nbk-2")))
        << "not its sibling, whose guarantee Slurm does not know";
    EXPECT_THAT(lines, Contains("sacctmgr -i add account quota1.2 parent=quota1 "
                                "'Description=apportion v1 quota1.2'"))
        << "no limit where work preempts";
}

struct Script {
    std::vector<Picture> pictures = {};  // one a look
    std::size_t looks = 0;
    std::vector<std::string> ran = {};

    ApplyHands hands() {
        return {
            [this] { return Result<Picture>(pictures[std::min(looks++, pictures.size() - 1)]); },
            [this](const std::vector<std::string>& words) {
                ran.push_back(words.back());
                return Result<std::string>("");
            },
            {}};
    }
};

TEST(SlurmMapping, RecommendsDrivingForWhatOnlyThatHolds) {
    Scenario scenario = pool();
    const auto recommended = [&] {
        const Recommended made = recommendedFor(judge(scenario));
        EXPECT_TRUE(isComplete(made.why)) << made.why.code;
        return made;
    };
    EXPECT_FALSE(recommended().drive);
    EXPECT_EQ(recommended().why.code, "cluster-mode-map.near");
    EXPECT_THAT(render(recommended().why), HasSubstr("childPreemption"));
    scenario.quotas[1].policy.rank = 3;
    EXPECT_TRUE(recommended().drive);
    EXPECT_THAT(render(recommended().why), HasSubstr("rank"));
    scenario.quotas[1].policy.rank = 0;
    scenario.workloads[1].request.gpu = kOneGpu / 2;
    EXPECT_FALSE(recommended().drive) << "no mode shares a GPU";
    EXPECT_EQ(recommended().why.code, "cluster-mode-map.both");
    EXPECT_THAT(render(recommended().why), HasSubstr("exact when driven: guarantee"));
}

TEST(SlurmApply, ReadsEachLineBack) {
    Scenario scaled = pool();
    scaled.quotas[1].guaranteed.gpu = 56 * kOneGpu;
    scaled.quotas[2].guaranteed.gpu = 72 * kOneGpu;
    const Wanted wanted = *wantedOf(scaled);
    Picture half = done(pool());
    for (Association& each : half.associations)
        if (each.account == "quota1.2")
            each.grpGpus = 72;
    Script good{{done(pool()), half, done(scaled)}};
    const Applied applied = apply(wanted, good.hands());
    EXPECT_EQ(applied.done, 2U);
    EXPECT_THAT(applied.stopped, IsEmpty());
    EXPECT_THAT(good.ran, ElementsAre("GrpTRES=gres/gpu=72", "GrpTRES=gres/gpu=56"));

    Script without{{done(pool())}};
    const Applied stuck = apply(wanted, without.hands());
    EXPECT_EQ(stuck.done, 0U);
    EXPECT_EQ(codeOf(stuck.stopped), "cluster-not-applied");
    EXPECT_THAT(stuck.left.lines, SizeIs(2)) << "to go on with";
    EXPECT_THAT(without.ran, SizeIs(1));

    // As accounts inherit the lists of their parent.
    Picture listless = done(pool());
    for (Association& each : listless.associations)
        each.qos.clear();
    Script together{{listless, done(pool())}};
    const Applied both = apply(*wantedOf(pool()), together.hands());
    EXPECT_THAT(both.stopped, IsEmpty());
    EXPECT_THAT(both.left.lines, IsEmpty());
    EXPECT_THAT(together.ran, SizeIs(1));

    // A value that a later line sets anyway.
    for (const bool limit : {true, false}) {
        Picture other = half;
        for (Association& each : other.associations)
            if (each.account == (limit ? "quota1.1" : "quota1"))
                each.grpGpus = 3;
        Script theirs{{done(pool()), other, done(scaled)}};
        EXPECT_EQ(codeOf(apply(wanted, theirs.hands()).stopped), "cluster-changed") << limit;
        EXPECT_THAT(theirs.ran, SizeIs(1)) << "nothing of theirs is overwritten";
    }

    Picture changed = half;
    changed.qos[0].priority = 1;
    Script others{{done(pool()), changed, changed}};
    const Applied stopped = apply(wanted, others.hands());
    EXPECT_EQ(stopped.done, 1U);
    EXPECT_EQ(codeOf(stopped.stopped), "cluster-changed");
    EXPECT_THAT(others.ran, SizeIs(1)) << "nothing more is done on what nobody has seen";
}

TEST(SlurmApply, KeepsWhatUndoesIt) {
    Scenario scaled = pool();
    scaled.quotas[1].guaranteed.gpu = 56 * kOneGpu;
    scaled.quotas[2].guaranteed.gpu = 72 * kOneGpu;
    Picture half = done(pool());
    for (Association& each : half.associations)
        if (each.account == "quota1.2")
            each.grpGpus = 72;
    Script script{{done(pool()), half, done(scaled)}};
    std::vector<std::vector<std::string>> kept;
    ApplyHands hands = script.hands();
    hands.keep = [&](const NativePlan& undo) {
        std::vector<std::string> texts;
        for (const Line& each : undo.lines)
            texts.push_back(each.words.back());
        kept.push_back(texts);
        return Result<void>();
    };
    EXPECT_EQ(apply(*wantedOf(scaled), hands).done, 2U);
    const auto all = ElementsAre("GrpTRES=gres/gpu=48", "GrpTRES=gres/gpu=80");
    EXPECT_THAT(kept, ElementsAre(all, all)) << "before the first line, for whoever is killed";

    Script stuck{{done(pool()), half, half}};
    kept.clear();
    hands = stuck.hands();
    hands.keep = [&](const NativePlan& undo) {
        kept.emplace_back();
        for (const Line& each : undo.lines)
            kept.back().push_back(each.words.back());
        return Result<void>();
    };
    EXPECT_EQ(apply(*wantedOf(scaled), hands).done, 1U);
    EXPECT_THAT(kept, ElementsAre(all, ElementsAre("GrpTRES=gres/gpu=80"))) << "what was done";
}

TEST(SlurmApply, DoesNothingOnceThePlanThatWasShownIsAnother) {
    Scenario scaled = pool();
    scaled.quotas[1].guaranteed.gpu = 56 * kOneGpu;
    const Wanted wanted = *wantedOf(scaled);
    const NativePlan shown = planFor(wanted, done(pool()));
    Script script{{emptyCluster()}};
    ApplyHands hands = script.hands();
    hands.shown = &shown;
    EXPECT_EQ(codeOf(apply(wanted, hands).stopped), "cluster-changed");
    EXPECT_THAT(script.ran, IsEmpty());
}

// A picture that is made from the wanted objects is what the lines aim at.
TEST(SlurmPlan, WithAllLinesDoneNothingIsLeft) {
    const Wanted wanted = *wantedOf(pool());
    Scenario other = pool();
    other.quotas.pop_back();
    other.workloads.pop_back();
    other.workloads.pop_back();
    for (const Picture& before : {emptyCluster(), done(pool()), done(other)}) {
        EXPECT_THAT(planFor(wanted, pictureWith(wanted, before)).lines, IsEmpty());
        const Wanted back = wantedAsIs(before);
        EXPECT_THAT(planFor(back, pictureWith(back, done(pool()))).lines, IsEmpty());
    }
}

TEST(SlurmPlan, AccountsKeepTheQosThatTheirJobsUse) {
    Picture picture = done(pool());
    picture.qos.emplace_back().name = "normal";
    for (Association& each : picture.associations)
        if (each.account == "quota1.1") {
            each.qos = {"normal", "old"};
            each.defaultQos = "normal";
        }
    ClusterJob& job = picture.jobs.emplace_back();
    job.id = "7";
    job.state = "PENDING";
    job.account = "quota1.1";
    job.qos = "normal";
    const Wanted wanted = *wantedOf(pool());
    const NativePlan plan = planFor(wanted, picture);
    ASSERT_THAT(plan.lines, SizeIs(1));
    EXPECT_EQ(lineText(plan.lines[0]),
              "sacctmgr -i modify account where name=quota1.1 set qos=normal,quota1.1-trn-3 "
              "defaultqos=quota1.1-trn-3");
    ASSERT_THAT(plan.refused, SizeIs(1));
    EXPECT_EQ(render(plan.refused[0]),
              "Account quota1.1 keeps QOS normal while its jobs use them. "
              "Apply again once they ended.");
    // Jobs that end meanwhile change nothing of what was agreed.
    Picture after = pictureWith(wanted, picture);
    after.jobs.clear();
    Script script{{picture, after}};
    EXPECT_THAT(apply(wanted, script.hands()).stopped, IsEmpty());
}

TEST(SlurmPlan, AnImportedTreeFitsItsOwnCluster) {
    Scenario own = pool();
    for (Quota& quota : own.quotas)
        if (quota.parent.empty())
            quota.parent = "root";
    Quota& root = own.quotas.emplace_back();
    root.name = "root";
    root.guaranteed.gpu = 128 * kOneGpu;
    EXPECT_THAT(linesOf(own, done(pool())), IsEmpty());
    // Without a limit and a guarantee it lives on what others leave.
    own.quotas[1].guaranteed.gpu = 0;
    EXPECT_THAT(linesOf(own, done(pool())),
                ElementsAre("sacctmgr -i modify account where name=quota1.1 set "
                            "GrpTRES=gres/gpu=-1"));
}

TEST(SlurmPlan, ScriptsDeleteNoQosThatJobsUse) {
    const NativePlan plan = planFor(wantedAsIs(emptyCluster()), done(pool()));
    EXPECT_THAT(scriptText(plan),
                HasSubstr("test -z \"$(squeue -h -q quota1-inf-9,quota1.1-trn-3,quota1.2-nbk-2,"
                          "quota1.2-trn-4 -o %i)\" && sacctmgr -i delete qos"));
}

TEST(SlurmPlan, AsItIsUndoesAll) {
    const Wanted nothing = wantedAsIs(emptyCluster());
    std::vector<std::string> lines;
    for (const Line& each : planFor(nothing, done(pool())).lines)
        lines.push_back(lineText(each));
    EXPECT_THAT(lines,
                ElementsAre("sacctmgr -i delete user where name=ana account=quota1",
                            "sacctmgr -i delete account where name=quota1.2",
                            "sacctmgr -i delete account where name=quota1.1",
                            "sacctmgr -i delete account where name=quota1",
                            "sacctmgr -i delete qos where "
                            "name=quota1-inf-9,quota1.1-trn-3,quota1.2-nbk-2,quota1.2-trn-4"));
    EXPECT_THAT(planFor(wantedAsIs(done(pool())), done(pool())).lines, IsEmpty());
}

TEST(SlurmApply, LooksAgainAfterItsEnd) {
    Scenario scaled = pool();
    scaled.quotas[1].guaranteed.gpu = 56 * kOneGpu;
    Script undone{{done(pool()), done(scaled), done(pool())}};
    ApplyHands hands = undone.hands();
    bool settled = false;
    hands.settle = [&] { settled = true; };
    const Applied applied = apply(*wantedOf(scaled), hands);
    EXPECT_TRUE(settled);
    EXPECT_EQ(applied.done, 1U);
    EXPECT_EQ(codeOf(applied.stopped), "cluster-undone");
    EXPECT_THAT(applied.left.lines, SizeIs(1));

    Script good{{done(pool()), done(scaled)}};
    hands = good.hands();
    hands.settle = [] {};
    EXPECT_THAT(apply(*wantedOf(scaled), hands).stopped, IsEmpty());
}

}  // namespace
}  // namespace apportion::slurm
