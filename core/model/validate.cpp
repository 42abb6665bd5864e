// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/validate.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <tuple>

#include "core/model/validation/checks.h"

namespace apportion {

namespace {

// Place in the file: the section in the order of the format, then the element.
std::tuple<std::size_t, std::size_t> placeOf(const std::string& pointer) {
    constexpr std::array<std::string_view, 10> kSections{
        "apportion", "name",       "epoch",     "settings", "nodes",
        "quotas",    "workspaces", "workloads", "events",   "until"};
    if (pointer.empty())
        return {kSections.size(), 0};
    const auto end = std::min(pointer.find('/', 1), pointer.size());
    const auto section =
        std::find(kSections.begin(), kSections.end(), std::string_view{pointer}.substr(1, end - 1));
    std::size_t element = 0;
    if (end < pointer.size())
        std::from_chars(pointer.data() + end + 1, pointer.data() + pointer.size(), element);
    return {static_cast<std::size_t>(section - kSections.begin()), element};
}

}  // namespace

Problems validate(const Scenario& scenario) {
    const validation::Index index(scenario);
    Findings findings;
    validation::checkSettings(scenario.settings, findings);
    validation::checkNodes(index, findings);
    validation::checkPolicies(index, findings);
    validation::checkTree(scenario.quotas, index.quotaNames,
                          index.nodesKnown ? &index.nodes : nullptr, index.pools, findings);
    if (!findings.hasErrors())
        validation::checkShares(index, findings);
    validation::checkWorkspaces(index, findings);
    validation::checkWorkloads(index, findings);
    validation::checkSnapshot(index, findings);
    validation::checkEvents(index, findings);
    auto problems = findings.take();
    sortByPlace(problems);
    return problems;
}

Problems validateQuotas(const std::vector<Quota>& quotas, const std::vector<Node>& nodes) {
    Findings findings;
    validation::checkTree(quotas, validation::namesOf(quotas), &nodes,
                          validation::divide(quotas, nodes), findings);
    auto problems = findings.take();
    sortByPlace(problems);
    return problems;
}

bool hasErrors(const Problems& problems) {
    return std::any_of(problems.begin(), problems.end(),
                       [](const Problem& problem) { return !problem.warning; });
}

void sortByPlace(Problems& problems) {
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
        return placeOf(a.pointer) < placeOf(b.pointer);
    });
}

}  // namespace apportion
