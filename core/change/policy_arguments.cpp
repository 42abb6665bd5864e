// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/change/policy_arguments.h"

#include "core/change/refuse.h"
#include "core/change/units.h"
#include "core/io/scenario_parts.h"

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
    // Who mends one of them need not come back for the next.
    Problems wrong;
    const auto take = [&](std::string_view argument, std::string_view key, std::string_view form,
                          const auto& use) {
        if (!arguments.has(argument))
            return;
        if (auto given = read(argument, key, form))
            use(*given);
        else
            wrong.insert(wrong.end(), given.error().begin(), given.error().end());
    };
    take("set", {}, R"(a JSON object, such as {"weight": 80})",
         [&](const PolicyChange& given) { change = given; });
    take("self", "selfPreemption", kOneJson,
         [&](const PolicyChange& given) { change.selfPreemption = given.selfPreemption; });
    take("child", "childPreemption", kOneJson,
         [&](const PolicyChange& given) { change.childPreemption = given.childPreemption; });
    if (!wrong.empty())
        return tl::unexpected(std::move(wrong));
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
