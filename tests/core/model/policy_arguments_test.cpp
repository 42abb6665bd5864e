// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/policy_arguments.h"

#include <gtest/gtest.h>

namespace apportion::testing {
namespace {

ModuleSet training() {
    ModuleSet modules;
    modules.set(static_cast<std::size_t>(Module::training));
    return modules;
}

TEST(PolicyArguments, AreReadBackWhole) {
    const SelfPreemption self{{6, 9}, {1, 4}, training(), PreemptionScope::quota, true};
    const ChildPreemption child{{1, 3}, training()};
    std::vector<Argument> arguments{{"victim", Value::ofText("low")}};
    EXPECT_FALSE(selfPolicyIn(arguments)) << "an older record";
    EXPECT_FALSE(childPolicyIn(arguments));
    addPolicy(arguments, self);
    EXPECT_EQ(selfPolicyIn(arguments), self);
    arguments.resize(1);
    addPolicy(arguments, child);
    EXPECT_EQ(childPolicyIn(arguments), child);
    EXPECT_FALSE(selfPolicyIn(arguments));
}

}  // namespace
}  // namespace apportion::testing
