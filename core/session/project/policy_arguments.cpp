// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/policy_arguments.h"

#include "core/io/scenario_parts.h"
#include "core/session/project/refuse.h"
#include "core/session/project/units.h"

namespace apportion {

// The keys given by --self, --child and --set, as one event of the scenario format.
Result<PolicyChange> policyArguments(const Arguments& arguments) {
    PolicyChange change;
    const auto read = [&](std::string_view argument, const std::string& keys) -> Result<void> {
        auto event = parseEvent(R"({"at":0,"do":"policy","quota":"q",)" + keys + "}");
        if (!event) {
            for (Problem& problem : event.error())
                problem.pointer = "/" + std::string(argument) + problem.pointer;
            return tl::unexpected(std::move(event.error()));
        }
        // "set" was cut out between its braces.
        if (const std::string text = arguments.text(argument); text != "off" && !isOneJson(text))
            return wrongArgument(argument, text, "one JSON value and nothing besides");
        const PolicyChange& given = std::get<PolicyEvent>(event->action).change;
        if (argument == "self")
            change.selfPreemption = given.selfPreemption;
        else if (argument == "child")
            change.childPreemption = given.childPreemption;
        else
            change = given;
        return {};
    };
    const auto valueOf = [&](std::string_view argument) {
        const std::string text = arguments.text(argument);
        return text == "off" ? std::string("null") : text;
    };
    if (arguments.has("set")) {
        const std::string text = arguments.text("set");
        const auto open = text.find('{');
        const auto close = text.rfind('}');
        if (open == std::string::npos || close == std::string::npos || close < open)
            return refuse("argument-wrong",
                          {textArgument("argument", "set"), textArgument("value", text),
                           textArgument("form", R"(a JSON object, such as {"weight": 80})")},
                          "set");
        if (auto done = read("set", text.substr(open + 1, close - open - 1)); !done)
            return tl::unexpected(std::move(done.error()));
    }
    if (arguments.has("self"))
        if (auto done = read("self", R"("selfPreemption":)" + valueOf("self")); !done)
            return tl::unexpected(std::move(done.error()));
    if (arguments.has("child"))
        if (auto done = read("child", R"("childPreemption":)" + valueOf("child")); !done)
            return tl::unexpected(std::move(done.error()));
    if (change == PolicyChange{})
        return refuse("argument-missing", {textArgument("argument", "--self, --child or --set")});
    return change;
}

namespace {

bool takesFromSiblings(const std::optional<SelfPreemption>& policy) {
    return policy && policy->scope != PreemptionScope::quota;
}

}  // namespace

std::vector<Need> policyRights(const Project& project, const std::string& quota,
                               const PolicyChange& change) {
    std::vector<Need> needs{{Right::changePolicy, {quota}}};
    bool given = change.nodes || change.limit || change.weight || change.rank || change.lend ||
                 change.overQuota || change.minRuntime;
    if (change.selfPreemption) {
        const Quota* present = findQuota(project, quota);
        given = given || takesFromSiblings(*change.selfPreemption) ||
                (present != nullptr && takesFromSiblings(present->policy.selfPreemption));
    }
    if (given)
        needs.push_back({Right::resizeQuota, {quota}});
    return needs;
}

}  // namespace apportion
