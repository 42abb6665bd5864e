// SPDX-License-Identifier: GPL-3.0-or-later
// An issue that appears with its words, and goes when its own fix is applied.
#pragma once

#include <string>

#include <gmock/gmock.h>

#include "core/change/units.h"
#include "core/io/scenario_parts.h"
#include "core/model/words.h"
#include "core/view/issues/fix_request.h"
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

inline std::string argument(const IssueFix& fix, const std::string& name) {
    for (const auto& [key, value] : fix.arguments)
        if (key == name)
            return value;
    return {};
}

inline EventAction policyEvent(const IssueFix& fix) {
    std::string keys;
    if (const std::string set = argument(fix, "set"); !set.empty())
        keys = set.substr(1, set.size() - 2);
    else if (argument(fix, "self") == "off")
        keys = R"("selfPreemption": null)";
    else
        keys = R"("childPreemption": null)";
    const auto event = parseEvent(R"({"at":0,"do":"policy","quota":")" + argument(fix, "quota") +
                                  "\"," + keys + "}");
    EXPECT_TRUE(event) << keys;
    return event->action;
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
    EXPECT_TRUE(checkArguments(requestOf(fix)).empty()) << fix.command;
    if (fix.command == "policy")
        scenario.events.push_back({at, policyEvent(fix)});
    else if (fix.command == "nodes.state")
        scenario.events.push_back(
            {at, NodeEvent{argument(fix, "node"), *fromWord<NodeState>(argument(fix, "state"))}});
    else if (fix.command == "cancel")
        scenario.events.push_back({at, CancelEvent{argument(fix, "name")}});
    else if (fix.command == "workspace.add")
        scenario.workspaces.push_back({argument(fix, "name"), {argument(fix, "quota")}, {}, {}});
    else
        FAIL() << fix.command;
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
