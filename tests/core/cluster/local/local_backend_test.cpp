// SPDX-License-Identifier: GPL-3.0-or-later
// What this machine does beside what every backend does.
#include <cstdio>

#include <gmock/gmock.h>

#include "core/cluster/consent.h"
#include "tests/core/cluster/backend_rig.h"

namespace apportion::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class LocalBackendTest : public ::testing::Test {
protected:
    Consent& consent() { return *rig_->backend().facts(rig_->project).consent; }
    Steps plan() {
        EXPECT_TRUE(rig_->backend().observe(rig_->project, rig_->now()));
        auto plan = rig_->backend().plan(rig_->project, rig_->now());
        EXPECT_TRUE(plan);
        return plan.value_or(Steps{});
    }
    static std::string printedBy(const std::string& text) {
        std::string printed;
        FILE* const shell = popen(text.c_str(), "r");
        for (int c = std::fgetc(shell); c != EOF; c = std::fgetc(shell))
            printed += static_cast<char>(c);
        pclose(shell);
        return printed;
    }

    std::unique_ptr<BackendRig> rig_ = localRig();
};

TEST_F(LocalBackendTest, TheTextOfAStartIsWhatAPersonWouldType) {
    ProjectWorkload& work = rig_->place("train", {2, 3});
    work.command->arguments = {"/bin/sh", "-c",   R"(printf '%s|' "$CUDA_VISIBLE_DEVICES" "$@")",
                               "name",    "it's", "a \"b\" $HOME `id`",
                               ""};
    ASSERT_TRUE(consent().give(rig_->project, work));
    const Steps plan = this->plan();
    ASSERT_THAT(plan.steps, SizeIs(1));
    EXPECT_EQ(printedBy(plan.steps.front().text),
              "GPU-2|it's|a \"b\" $HOME `id`||GPU-3|it's|a \"b\" $HOME `id`||")
        << plan.steps.front().text;
}

TEST_F(LocalBackendTest, AConsentThatWasWithdrawnSinceThePlanStartsNothing) {
    rig_->place("train", {0});
    const Steps plan = this->plan();
    ASSERT_THAT(plan.steps, SizeIs(1));
    Project without = rig_->project;
    without.work.clear();
    consent().keepOnly(without);
    const auto done = rig_->backend().apply(plan.steps.front());
    ASSERT_TRUE(done);
    EXPECT_EQ(done->state, StepDone::State::failed);
    EXPECT_FALSE(rig_->runs("train"));
    EXPECT_THAT(this->plan().steps, IsEmpty());
}

TEST_F(LocalBackendTest, SaysThatItIsOneMachine) {
    const BackendFacts facts = rig_->backend().facts(rig_->project);
    EXPECT_EQ(facts.who, "ana");
    ASSERT_THAT(facts.limits, SizeIs(1));
    EXPECT_THAT(render(facts.limits.front()), HasSubstr("Commands run only on node"));
    // Commands of another user cannot be looked after.
    rig_->place("theirs", {0}).run.approvedBy = "bob";
    const auto refusal = rig_->backend().facts(rig_->project).refusal;
    ASSERT_TRUE(refusal);
    EXPECT_EQ(refusal->code, "live-others-commands");
}

}  // namespace
}  // namespace apportion::testing
