// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/scope.h"

#include <algorithm>

#include "core/change/refuse.h"

namespace apportion::report {

namespace {

constexpr std::string_view kQuotaScope = "quota:";
constexpr std::string_view kUserScope = "user:";

// Into the list; kNone = it is not there.
template <typename List, typename Matches>
std::uint32_t placeIn(const List& list, Matches matches) {
    const auto found = std::find_if(list.begin(), list.end(), matches);
    return found == list.end() ? kNone : static_cast<std::uint32_t>(found - list.begin());
}

}  // namespace

void takeNamesOut(UsageJob& job) {
    job.user = job.workspace = kNone;
    job.nameLength = 0;
}

void takeNamesOut(std::vector<UsageQuota>& quotas) {
    for (UsageQuota& quota : quotas)
        if (quota.hidden)
            quota.name = quota.team = {};
}

Result<void> narrow(Usage& usage, const std::string& scope) {
    if (scope.empty())
        return {};
    const bool ofQuota = scope.starts_with(kQuotaScope);
    const std::string name = scope.substr(std::min(scope.find(':') + 1, scope.size()));
    const std::uint32_t subject =
        ofQuota ? placeIn(usage.quotas,
                          [&](const UsageQuota& each) { return !each.hidden && each.name == name; })
        : scope.starts_with(kUserScope)
            ? placeIn(usage.users, [&](const std::string& each) { return each == name; })
            : kNone;
    // Of users of other teams not even the name is known.
    const bool known = ofQuota || std::any_of(usage.jobs.begin(), usage.jobs.end(),
                                              [&](const auto& job) { return job.user == subject; });
    if (name.empty() || subject == kNone || !known)
        return refuse("report-scope", {textArgument("value", scope)});
    usage.inPart = true;
    if (ofQuota) {
        std::vector<bool> within(usage.quotas.size(), false);
        for (std::uint32_t i = 0; i < usage.quotas.size(); ++i)
            within[i] = usage.isAtOrBelow(i, subject);
        for (std::uint32_t i = 0; i < usage.quotas.size(); ++i)
            usage.quotas[i].hidden = usage.quotas[i].hidden || !within[i];
        takeNamesOut(usage.quotas);
    }
    for (UsageJob& job : usage.jobs)
        if (ofQuota ? usage.quotas[job.quota].hidden : job.user != subject)
            takeNamesOut(job);
    return {};
}

}  // namespace apportion::report
