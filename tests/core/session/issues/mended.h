// SPDX-License-Identifier: GPL-3.0-or-later
// An issue that appears with its words, and goes when its own fix is applied.
#pragma once

#include <string>

#include <gmock/gmock.h>

#include "core/change/command.h"
#include "core/io/scenario_parts.h"
#include "core/model/words.h"
#include "core/view/issues/validators.h"
#include "tests/core/session/view_at.h"

namespace apportion::test {

using ::testing::HasSubstr;

inline const Issue* find(const View& view, const std::string& validator) {
    for (const Issue& issue : view.issues)
        if (issue.validator == validator)
            return &issue;
    return nullptr;
}

inline EventAction policyEvent(const SetPolicy& policy) {
    PolicyEvent event{policy.quota, {}};
    if (policy.set)
        event.change = **policy.set;
    if (policy.self)
        event.change.selfPreemption = **policy.self;
    if (policy.child)
        event.change.childPreemption = **policy.child;
    return event;
}

// What the fix does, as what happens in the run at that moment.
inline void apply(Scenario& scenario, const IssueFix& fix, Instant at) {
    if (fix.kind == IssueFix::Kind::scaling) {
        ScaleEvent scale;
        for (const auto& [quota, gpu] : fix.targets)
            scale.targets.push_back({quota, Limit{gpu, {}, {}}});
        scenario.events.push_back({at, scale});
        return;
    }
    ASSERT_EQ(fix.kind, IssueFix::Kind::command);
    ASSERT_TRUE(fix.change);
    const CommandRequest request{*fix.change};
    EXPECT_TRUE(checkArguments(request).empty());
    if (const auto* policy = std::get_if<SetPolicy>(&request.change))
        scenario.events.push_back({at, policyEvent(*policy)});
    else if (const auto* node = std::get_if<SetNodeState>(&request.change))
        scenario.events.push_back({at, NodeEvent{node->node, node->state}});
    else if (const auto* cancel = std::get_if<CancelWork>(&request.change))
        scenario.events.push_back({at, CancelEvent{cancel->name}});
    else if (const auto* tied = std::get_if<CreateWorkspace>(&request.change))
        scenario.workspaces.push_back({tied->name, tied->quotas, {}, {}});
    else
        FAIL() << idOf(request.change);
}

// At `at` it is there and says `words`; after its own fix it is not.
inline void expectMended(const std::string& json, Instant at, const std::string& validator,
                         const std::string& words) {
    Scenario scenario = scenarioOf(json);
    const View before = viewAt(scenario, at);
    const Issue* issue = find(before, validator);
    ASSERT_NE(issue, nullptr) << validator;
    EXPECT_TRUE(isComplete(issue->what)) << issue->what.code;
    EXPECT_THAT(render(issue->what), HasSubstr(words));
    apply(scenario, issue->fix, at);
    const View after = viewAt(scenario, at);
    const Issue* left = find(after, validator);
    EXPECT_EQ(left, nullptr) << render(left->what);
}

}  // namespace apportion::test
