// SPDX-License-Identifier: GPL-3.0-or-later
// What every backend does. A new one writes a rig and joins the list at the end.
#include <chrono>
#include <set>

#include <gmock/gmock.h>

#include "tests/core/cluster/backend_rig.h"
#include "tests/core/cluster/local/keeper/keeper_rig.h"

namespace apportion::testing {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;
using State = SeenRun::State;

struct RigKind {
    const char* name;
    std::unique_ptr<BackendRig> (*make)();
};
void PrintTo(const RigKind& kind, std::ostream* out) {
    *out << kind.name;
}

class BackendContract : public ::testing::TestWithParam<RigKind> {
protected:
    template <typename Call>
    auto quick(const Call& call) {
        using namespace std::chrono;
        const auto begun = steady_clock::now();
        auto answer = call();
        EXPECT_LT(steady_clock::now() - begun, milliseconds(Backend::kPatience));
        return answer;
    }

    Observed observe() {
        auto observed = quick([&] { return rig_->backend().observe(rig_->project, rig_->now()); });
        EXPECT_TRUE(observed);
        return observed ? std::move(*observed) : Observed{};
    }
    Steps plan() {
        auto plan = quick([&] { return rig_->backend().plan(rig_->project, rig_->now()); });
        EXPECT_TRUE(plan);
        return plan ? std::move(*plan) : Steps{};
    }
    // As a live pool does it: looks, plans, applies.
    Steps carryOut() {
        (void)observe();
        Steps plan = this->plan();
        for (const Step& step : plan.steps)
            EXPECT_TRUE(apply(step));
        return plan;
    }
    Result<StepDone> apply(const Step& step) {
        return quick([&] { return rig_->backend().apply(step); });
    }
    Step onlyStep() {
        (void)observe();
        const Steps plan = this->plan();
        EXPECT_THAT(plan.steps, SizeIs(1));
        return plan.steps.empty() ? Step{} : plan.steps.front();
    }
    std::optional<SeenRun> seen(const std::string& name) {
        for (SeenRun& each : observe().runs)
            if (each.workload == name)
                return std::move(each);
        return {};
    }
    bool isSeen(const std::string& name, State state) {
        return comesTrue([&] {
            const auto run = seen(name);
            return run && run->state == state;
        });
    }
    void takeOut(const std::string& name) {
        ++rig_->project.revision;
        std::erase_if(rig_->project.work,
                      [&](const ProjectWorkload& each) { return each.spec.name == name; });
    }
    std::unique_ptr<BackendRig> rig_ = GetParam().make();
};

TEST_P(BackendContract, SaysWhoItIsAndWhatItCannotDo) {
    const BackendFacts facts = rig_->backend().facts(rig_->project);
    EXPECT_NE(facts.who, "");
    EXPECT_FALSE(facts.refusal);
    for (const Message& limit : facts.limits)
        EXPECT_TRUE(isComplete(limit)) << limit.code;
    const Observed observed = observe();
    ASSERT_THAT(observed.nodes, SizeIs(1));
    EXPECT_EQ(observed.nodes.front(), (SeenNode{"node", 4}));
    EXPECT_THAT(observed.obstacles, IsEmpty());
}

TEST_P(BackendContract, StartsWhatHasItsPlaceOnceAndSeesHowItEnds) {
    rig_->place("train", {0, 1});
    const Steps plan = carryOut();
    ASSERT_THAT(plan.steps, SizeIs(1));
    EXPECT_EQ(plan.steps.front().workload, "train");
    EXPECT_NE(plan.steps.front().text, "");
    EXPECT_EQ(plan.steps.front().danger, Step::Danger::none);
    EXPECT_EQ(rig_->starts("train"), 2);
    EXPECT_EQ(seen("train")->state, State::running);
    EXPECT_FALSE(seen("train")->ended);
    EXPECT_THAT(carryOut().steps, IsEmpty()) << "it runs";
    const Moment before = rig_->now();
    rig_->end("train", 0);
    ASSERT_TRUE(isSeen("train", State::finished));
    const auto run = seen("train");
    EXPECT_EQ(run->code, 0);
    EXPECT_TRUE(run->ran);
    ASSERT_TRUE(run->ended);
    EXPECT_GE(*run->ended, before);
    EXPECT_LE(*run->ended, rig_->now());
    takeOut("train");
    EXPECT_THAT(carryOut().steps, IsEmpty());
    EXPECT_EQ(rig_->starts("train"), 2);
}

TEST_P(BackendContract, AFailureHasACodeAndASentence) {
    rig_->place("train", {0});
    carryOut();
    rig_->end("train", 3);
    std::optional<SeenRun> run;
    ASSERT_TRUE(comesTrue([&] {
        run = seen("train");
        return run && run->state == State::failed;
    }));
    EXPECT_EQ(run->code, 3);
    ASSERT_TRUE(run->why);
    EXPECT_TRUE(isComplete(*run->why)) << run->why->code;
}

TEST_P(BackendContract, PlanningChangesNothing) {
    rig_->place("train", {0});
    const std::string key = onlyStep().key;
    EXPECT_EQ(onlyStep().key, key);
    rig_->restart();
    EXPECT_EQ(onlyStep().key, key) << "whoever plans it";
    EXPECT_FALSE(rig_->runs("train"));
}

TEST_P(BackendContract, AStepThatIsAppliedTwiceHasItsEffectOnce) {
    rig_->place("train", {0, 1});
    const Step step = onlyStep();
    ASSERT_TRUE(apply(step));
    ASSERT_TRUE(apply(step));
    EXPECT_EQ(rig_->starts("train"), 2);
    EXPECT_TRUE(isSeen("train", State::running));
    // Also by who knows it from before only.
    ++rig_->project.revision;
    EXPECT_THAT(carryOut().steps, IsEmpty());
    rig_->end("train", 0);
    EXPECT_EQ(rig_->starts("train"), 2);
}

TEST_P(BackendContract, AStepOfNoPlanIsRefused) {
    rig_->place("train", {0});
    Step step = onlyStep();
    step.key += " of another plan";
    const auto done = apply(step);
    ASSERT_FALSE(done);
    EXPECT_EQ(done.error().front().message.code, "step-unknown");
    EXPECT_FALSE(rig_->runs("train"));
}

TEST_P(BackendContract, ALostAnswerIsFoundByTheNextLook) {
    rig_->place("train", {0, 1});
    rig_->applyUnheard(onlyStep());
    EXPECT_TRUE(isSeen("train", State::running));
    EXPECT_THAT(plan().steps, IsEmpty());
    rig_->end("train", 0);
    EXPECT_TRUE(isSeen("train", State::finished));
    EXPECT_EQ(rig_->starts("train"), 2) << "once each";
}

TEST_P(BackendContract, AStepThatHalfHappenedIsResumed) {
    rig_->place("gang", {0, 1, 2});
    const Step step = onlyStep();
    rig_->applyHalf(step);
    EXPECT_EQ(rig_->starts("gang"), rig_->begunByHalf());
    if (rig_->begunByHalf() > 0) {
        EXPECT_TRUE(isSeen("gang", State::running));
    }
    const Step rest = onlyStep();
    EXPECT_EQ(rest.key, step.key);
    ASSERT_TRUE(apply(rest));
    EXPECT_EQ(rig_->starts("gang"), 3);
    EXPECT_THAT(carryOut().steps, IsEmpty());
    rig_->end("gang", 0);
    EXPECT_TRUE(isSeen("gang", State::finished));
    EXPECT_EQ(rig_->starts("gang"), 3) << "what ran was not begun again";
}

TEST_P(BackendContract, ASlowOtherEndIsNotWaitedFor) {
    rig_->place("train", {0});
    rig_->slow(true);
    const Step step = onlyStep();
    ASSERT_TRUE(apply(step));
    // Looked at and carried out all the while, as a live pool does.
    for (int i = 0; i < 5; ++i)
        carryOut();
    rig_->slow(false);
    EXPECT_TRUE(isSeen("train", State::running));
    EXPECT_THAT(plan().steps, IsEmpty());
    rig_->end("train", 0);
    EXPECT_TRUE(isSeen("train", State::finished));
    EXPECT_EQ(rig_->starts("train"), 1);
}

TEST_P(BackendContract, DataHasTheMomentThatItIsOf) {
    const Moment begun = rig_->now();
    const Observed first = observe();
    EXPECT_GE(first.asOf, begun);
    const Moment between = rig_->now();
    const Observed second = observe();
    EXPECT_GE(second.asOf, between);
    EXPECT_LE(second.asOf, rig_->now());
}

TEST_P(BackendContract, ForeignWorkIsInTheWayAndNeverTouched) {
    rig_->beginForeign("stranger", 1);
    rig_->place("train", {0, 1});
    rig_->place("free", {2});
    const Observed observed = observe();
    ASSERT_THAT(observed.foreign, SizeIs(1));
    EXPECT_EQ(observed.foreign.front().workload, "stranger");
    if (!observed.foreign.front().devices.empty()) {
        EXPECT_EQ(observed.foreign.front().devices, std::vector<int>{1});
    }
    EXPECT_THAT(observed.runs, IsEmpty()) << "it is none of the pool's";
    const Steps plan = carryOut();
    ASSERT_THAT(plan.steps, SizeIs(1));
    EXPECT_EQ(plan.steps.front().workload, "free");
    ASSERT_TRUE(plan.waiting.contains("train"));
    EXPECT_TRUE(isComplete(plan.waiting.at("train"))) << plan.waiting.at("train").code;
    takeOut("free");
    carryOut();
    rig_->restart();
    carryOut();
    EXPECT_TRUE(rig_->foreignRuns());
    rig_->endForeign();
    EXPECT_TRUE(comesTrue([&] { return observe().foreign.empty(); }));
    carryOut();
    EXPECT_EQ(rig_->starts("train"), 2);
}

TEST_P(BackendContract, WhatIsTakenIsToldToStopOnce) {
    ProjectWorkload& work = rig_->place("victim", {0});
    rig_->place("other", {1});
    carryOut();
    EXPECT_EQ(rig_->starts("victim"), 1);
    EXPECT_EQ(rig_->starts("other"), 1);
    ++rig_->project.revision;
    work.run.stopping = rig_->now() + 60 * kSecond;
    const Step step = onlyStep();
    EXPECT_EQ(step.workload, "victim");
    EXPECT_EQ(step.danger, Step::Danger::endsRun);
    EXPECT_NE(step.text, "");
    ASSERT_TRUE(apply(step));
    ASSERT_TRUE(apply(step));
    EXPECT_TRUE(isSeen("victim", State::stopped));
    EXPECT_TRUE(seen("victim")->ended);
    // Its way back to a queue may need one more.
    const Steps after = carryOut();
    for (const Step& each : after.steps)
        EXPECT_EQ(each.danger, Step::Danger::none);
    EXPECT_THAT(carryOut().steps, IsEmpty());
    EXPECT_EQ(seen("other")->state, State::running);
}

TEST_P(BackendContract, WhoDoesNotHeedIsNotToldAgainUntilItIsToEndSooner) {
    rig_->deaf();
    ProjectWorkload& work = rig_->place("victim", {0});
    carryOut();
    EXPECT_EQ(rig_->starts("victim"), 1);
    ++rig_->project.revision;
    work.run.stopping = rig_->now() + 60 * kSecond;
    const Step step = onlyStep();
    ASSERT_TRUE(apply(step));
    for (int i = 0; i < 3; ++i)
        EXPECT_THAT(carryOut().steps, IsEmpty());
    EXPECT_EQ(seen("victim")->state, State::running);
    // Taken out, it is to end before that.
    takeOut("victim");
    const Step sooner = onlyStep();
    EXPECT_NE(sooner.key, step.key);
    ASSERT_TRUE(apply(sooner));
    EXPECT_THAT(carryOut().steps, IsEmpty());
}

TEST_P(BackendContract, WhatThePoolHasNoMoreEnds) {
    rig_->place("train", {0});
    carryOut();
    EXPECT_EQ(rig_->starts("train"), 1);
    takeOut("train");
    rig_->place("next", {0});
    const Steps plan = carryOut();
    ASSERT_FALSE(plan.steps.empty());
    EXPECT_EQ(plan.steps.front().workload, "train");
    EXPECT_EQ(plan.steps.front().danger, Step::Danger::endsRun);
    EXPECT_TRUE(comesTrue([&] {
        carryOut();
        return !rig_->runs("train") && rig_->runs("next");
    }));
    EXPECT_EQ(rig_->starts("next"), 1);
    EXPECT_EQ(rig_->starts("train"), 1);
}

TEST_P(BackendContract, AnEarlierRunIsNotTakenForTheNext) {
    if (rig_->endsForGood())
        GTEST_SKIP() << "a run that has ended is never followed by another";
    ProjectWorkload& work = rig_->place("train", {0});
    carryOut();
    rig_->end("train", 3);
    ASSERT_TRUE(isSeen("train", State::failed));
    // It waits again, and begins anew.
    ++rig_->project.revision;
    work.run.start = rig_->now() + 1;
    const auto again = seen("train");
    EXPECT_TRUE(!again || again->state == State::running);
    const Step step = onlyStep();
    EXPECT_EQ(step.danger, Step::Danger::none);
    ASSERT_TRUE(apply(step));
    EXPECT_EQ(rig_->starts("train"), 2);
}

INSTANTIATE_TEST_SUITE_P(Each, BackendContract,
                         ::testing::Values(RigKind{"fake", fakeRig}, RigKind{"local", localRig},
                                           RigKind{"slurm", slurmRig}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace apportion::testing
