// SPDX-License-Identifier: GPL-3.0-or-later
// The table of validators: what may be wrong with a pool, one function each. They read a view and
// the engine behind it and try nothing out, so that they cost little at any size: what is long is
// looked at as far as the view shows it.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/view/issues/issue.h"
#include "core/view/pool_source.h"
#include "core/view/view.h"

namespace apportion {

class QuotaLook;

struct IssueInput {
    const PoolSource& source;
    const View& view;  // made of it, all but its issues
    const QuotaLook& look;
};

using FindIssues = void (*)(const IssueInput& input, std::vector<Issue>& found);

struct Validator {
    std::string_view id;  // its messages are mostly "issue-ID" and variants of it
    Severity severity = Severity::hint;
    FindIssues find = nullptr;
};

std::span<const Validator> validators();

// Errors first, then warnings, then hints; of one severity in the order of the table, of one
// validator the worst first. All of them: sumUpBeyondMost() makes a list of them that can be read.
std::vector<Issue> findIssues(const PoolSource& source, const View& view);

// The validators, by theme.
void findOverCapacity(const IssueInput& input, std::vector<Issue>& found);
void findNodesDown(const IssueInput& input, std::vector<Issue>& found);
void findReclaims(const IssueInput& input, std::vector<Issue>& found);
void findGangsBeyondShare(const IssueInput& input, std::vector<Issue>& found);
void findBeyondGuarantee(const IssueInput& input, std::vector<Issue>& found);
void findNeverFits(const IssueInput& input, std::vector<Issue>& found);
void findStarved(const IssueInput& input, std::vector<Issue>& found);
void findIdleGuarantees(const IssueInput& input, std::vector<Issue>& found);
void findLentUpward(const IssueInput& input, std::vector<Issue>& found);
void findUnused(const IssueInput& input, std::vector<Issue>& found);
void findDeadRules(const IssueInput& input, std::vector<Issue>& found);
void findThrashing(const IssueInput& input, std::vector<Issue>& found);
void findSharesWithoutEffect(const IssueInput& input, std::vector<Issue>& found);
void findSeveralTypes(const IssueInput& input, std::vector<Issue>& found);
void findAboveLimit(const IssueInput& input, std::vector<Issue>& found);
void findRequests(const IssueInput& input, std::vector<Issue>& found);
void findUnboundWorkspaces(const IssueInput& input, std::vector<Issue>& found);

}  // namespace apportion
