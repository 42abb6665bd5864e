// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/issues/validators.h"

#include <algorithm>
#include <array>

#include "core/view/issues/quota_look.h"

namespace apportion {

namespace {

constexpr std::array kValidators{
    Validator{"over-capacity", Severity::error, findOverCapacity},
    Validator{"reclaim", Severity::warning, findReclaims},
    Validator{"never-fits", Severity::warning, findNeverFits},
    Validator{"above-limit", Severity::warning, findAboveLimit},
    Validator{"gang-share", Severity::warning, findGangsBeyondShare},
    Validator{"beyond-guarantee", Severity::warning, findBeyondGuarantee},
    Validator{"starved", Severity::warning, findStarved},
    Validator{"lent-upward", Severity::warning, findLentUpward},
    Validator{"idle-guarantee", Severity::warning, findIdleGuarantees},
    Validator{"thrashing", Severity::warning, findThrashing},
    Validator{"node-down", Severity::warning, findNodesDown},
    Validator{"request", Severity::hint, findRequests},
    Validator{"dead-rule", Severity::hint, findDeadRules},
    Validator{"share-without-effect", Severity::hint, findSharesWithoutEffect},
    Validator{"several-types", Severity::hint, findSeveralTypes},
    Validator{"workspace", Severity::hint, findUnboundWorkspaces},
    Validator{"unused", Severity::hint, findUnused},
};

}  // namespace

std::span<const Validator> validators() {
    return kValidators;
}

std::vector<Issue> findIssues(const PoolSource& source, const View& view) {
    const QuotaLook look(source.engine, view);
    const IssueInput input{source, view, look};
    std::vector<Issue> all;
    for (const Validator& validator : kValidators) {
        std::vector<Issue> found;
        validator.find(input, found);
        for (Issue& issue : found) {
            issue.validator = validator.id;
            issue.severity = validator.severity;
            all.push_back(std::move(issue));
        }
    }
    std::stable_sort(all.begin(), all.end(),
                     [](const Issue& a, const Issue& b) { return a.severity < b.severity; });
    return all;
}

}  // namespace apportion
