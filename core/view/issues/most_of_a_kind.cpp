// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/most_of_a_kind.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "core/model/message_arguments.h"

namespace apportion {

namespace {

constexpr std::string_view kMore = "issue-more";

// Of such as `first`.
Issue sumOf(const Issue& first, std::int64_t count) {
    Issue sum;
    sum.validator = first.validator;
    sum.severity = first.severity;
    sum.what = {std::string(kMore), {{"count", Value::ofCount(count)}}};
    sum.subjectKind = first.subjectKind;
    return sum;
}

}  // namespace

void sumUpBeyondMost(std::vector<Issue>& issues) {
    std::vector<Issue> told;
    for (auto begin = issues.begin(); begin != issues.end();) {
        const auto end = std::find_if(begin, issues.end(), [&](const Issue& issue) {
            return issue.validator != begin->validator;
        });
        // One more takes no more room than the one that would count it.
        const auto found = static_cast<std::size_t>(end - begin);
        const std::size_t count = found <= kMostOfAKind + 1 ? found : kMostOfAKind;
        const auto rest = begin + static_cast<std::ptrdiff_t>(count);
        std::move(begin, rest, std::back_inserter(told));
        if (rest != end)
            told.push_back(sumOf(*rest, static_cast<std::int64_t>(found - count)));
        begin = end;
    }
    issues = std::move(told);
}

bool isSumOfIssues(const Issue& issue) {
    return issue.what.code == kMore;
}

int countOf(const Issue& issue) {
    return isSumOfIssues(issue) ? static_cast<int>(argumentOf(issue.what, "count")->number) : 1;
}

}  // namespace apportion
