// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/project/policy_arguments.h"

#include "core/io/scenario_parts.h"
#include "core/session/project/refuse.h"
#include "core/session/project/units.h"

namespace apportion {

namespace {

constexpr std::string_view kOneJson = "one JSON value and nothing besides";

bool takesFromSiblings(const std::optional<SelfPreemption>& policy) {
    return policy && policy->scope != PreemptionScope::quota;
}

}  // namespace

Result<PolicyChange> policyArguments(const Arguments& arguments) {
    PolicyChange change;
    // `key` is what the argument is the value of; empty = it is an object of such keys itself.
    const auto read = [&](std::string_view argument, std::string_view key,
                          std::string_view form) -> Result<PolicyChange> {
        const std::string text = arguments.text(argument);
        const std::string json = text == "off" && !key.empty() ? "null" : text;
        if (!isOneJson(json))
            return wrongArgument(argument, text, form);
        auto given = parsePolicyChange(
            key.empty() ? json : R"({")" + std::string(key) + R"(":)" + json + "}");
        if (!given)
            for (Problem& problem : given.error()) {
                if (!key.empty())
                    problem.pointer.erase(0, 1 + key.size());
                problem.pointer = "/" + std::string(argument) + problem.pointer;
                problem.line = problem.column = 0;
            }
        return given;
    };
    if (arguments.has("set")) {
        auto given = read("set", {}, R"(a JSON object, such as {"weight": 80})");
        if (!given)
            return tl::unexpected(std::move(given.error()));
        change = std::move(*given);
    }
    if (arguments.has("self")) {
        auto given = read("self", "selfPreemption", kOneJson);
        if (!given)
            return tl::unexpected(std::move(given.error()));
        change.selfPreemption = given->selfPreemption;
    }
    if (arguments.has("child")) {
        auto given = read("child", "childPreemption", kOneJson);
        if (!given)
            return tl::unexpected(std::move(given.error()));
        change.childPreemption = given->childPreemption;
    }
    if (change == PolicyChange{})
        return refuse("argument-missing", {textArgument("argument", "--self, --child or --set")});
    return change;
}

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
