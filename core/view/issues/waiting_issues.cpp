// SPDX-License-Identifier: GPL-3.0-or-later
// Work that waits longer than it should, and work that will wait for ever.
#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>

#include "core/model/message_arguments.h"
#include "core/view/awaiting_approval.h"
#include "core/view/issues/quota_look.h"

namespace apportion {

namespace {

Issue about(const WorkloadRow& row, Message what) {
    Issue issue;
    issue.what = std::move(what);
    issue.subjectKind = Issue::Subject::workload;
    issue.subject = row.name;
    issue.colour = row.colour;
    issue.since = row.submit;
    return issue;
}

std::optional<ReasonCode> codeOf(const WorkloadRow& row) {
    const auto& reason = row.status.reason;
    return reason ? std::optional(reason->code) : std::nullopt;
}

bool cannotEverRun(const WorkloadRow& row) {
    const auto code = codeOf(row);
    return code && neverStarts(*code);
}

// Rule 3 or 13 may stop it as well, and is told then: no share would help it.
bool isStoppedByItsShare(const WorkloadRow& row) {
    const auto code = codeOf(row);
    return code == ReasonCode::aboveFairShare || code == ReasonCode::keptBack;
}

// The first quota from its own upwards whose share is too small for it; none where a guarantee or
// a share is enough everywhere.
const QuotaRow* tooSmall(const QuotaLook& look, const WorkloadRow& row) {
    for (const QuotaRow* at = look.find(row.quota); at != nullptr; at = look.parent(*at))
        if (row.gpu > std::max(at->numbers.fairShare, at->numbers.guaranteed))
            return at;
    return nullptr;
}

// With a fix at nobody's cost; where that cannot be, the engine knows what else would start it, and
// the message is the variant that says so.
Issue asksFor(const QuotaLook& look, const QuotaRow& quota, const WorkloadRow& row, Message what) {
    IssueFix fix;
    if (const auto sizes = look.sizesFor(quota, row.gpu)) {
        fix.kind = IssueFix::Kind::scaling;
        fix.targets = *sizes;
        fix.subject = quota.name;
    } else {
        fix.kind = IssueFix::Kind::explain;
        fix.subject = row.name;
        what.code += ".full";
    }
    Issue issue = about(row, std::move(what));
    issue.fix = std::move(fix);
    return issue;
}

}  // namespace

void findNeverFits(const IssueInput& input, std::vector<Issue>& found) {
    for (const WorkloadRow& row : input.view.waiting) {
        if (!cannotEverRun(row))
            continue;
        Issue issue = about(row, row.status.reason->message);
        issue.fix = fixBy(CancelWork{row.name}, row.name);
        found.push_back(std::move(issue));
    }
}

void findGangsBeyondShare(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    std::optional<UsualWaits> waits;  // made when somebody is too large
    for (const WorkloadRow& row : input.view.waiting) {
        if (row.idle || !isStoppedByItsShare(row))
            continue;
        const Duration waited = row.status.waited;
        const QuotaRow* quota = waited >= kShortWait ? tooSmall(look, row) : nullptr;
        if (quota == nullptr)
            continue;
        if (!waits)
            waits.emplace(input.view);
        if (!waits->isLong(row.quota, waited))
            continue;
        const auto median = waits->median(row.quota);
        Message what{
            "issue-gang-share",
            {{"workload", Value::ofText(row.name)},
             {"gpu", Value::ofGpu(row.gpu)},
             {"quota", Value::ofText(quota->name)},
             {"share", Value::ofGpu(std::max(quota->numbers.fairShare, quota->numbers.guaranteed))},
             {"waited", Value::ofSeconds(waited)}}};
        if (median.value_or(0) > 0) {
            what.arguments.push_back({"median", Value::ofSeconds(*median)});
            what.arguments.push_back({"times", Value::ofCount(waited / *median)});
        } else {
            what.code += ".first";
        }
        found.push_back(asksFor(look, *quota, row, std::move(what)));
    }
}

namespace {

// The bound of rule 3 that is below the request alone, as the engine names it: nobody's end makes
// room for that.
struct TooLow {
    const QuotaRow* quota = nullptr;
    const Message* reason = nullptr;
    const Value& of(std::string_view name) const { return *argumentOf(*reason, name); }
};

std::optional<TooLow> tooLow(const QuotaLook& look, const WorkloadRow& row) {
    const auto& reason = row.status.reason;
    if (!reason || reason->code == ReasonCode::cap || !argumentOf(reason->message, "least"))
        return std::nullopt;
    const QuotaRow* quota = look.find(argumentOf(reason->message, "quota")->text);
    return quota ? std::optional(TooLow{quota, &reason->message}) : std::nullopt;
}

}  // namespace

void findBeyondGuarantee(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    std::set<const QuotaRow*> told;  // of those that may not borrow: one fix is for all
    for (const WorkloadRow& row : input.view.waiting) {  // the longest first
        const auto low = row.status.waited >= kShortWait ? tooLow(look, row) : std::nullopt;
        if (!low)
            continue;
        const bool isOff = codeOf(row) == ReasonCode::overQuotaOff;
        // Where it lies idle, "may not borrow" says so of the quota.
        if (isOff &&
            (look.unused(look.group(*low->quota)) >= row.gpu || !told.insert(low->quota).second))
            continue;
        Message what{"issue-beyond-guarantee",
                     {{"workload", Value::ofText(row.name)},
                      {"requested", low->of("requested")},
                      {"quota", Value::ofText(low->quota->name)},
                      {"bound", low->of("bound")},
                      {"waited", Value::ofSeconds(row.status.waited)}}};
        if (!isOff) {
            found.push_back(asksFor(look, *low->quota, row, std::move(what)));
            continue;
        }
        what.code += ".off";
        found.push_back(about(row, std::move(what)));
        found.back().fix = policyFix(low->quota->name, &PolicyChange::overQuota, OverQuota::on);
    }
}

namespace {

// The level-mate furthest beyond its share, on the way up from a quota that is below its own
// everywhere up to there.
struct Beside {
    const QuotaRow* starved = nullptr;
    const QuotaRow* borrower = nullptr;
};

Gpu beyond(const QuotaRow& row) {
    return row.numbers.subtree - std::max(row.numbers.guaranteed, row.numbers.fairShare);
}

class Borrowers {
public:
    explicit Borrowers(const QuotaLook& look) : look_(look) {}

    Beside beside(const QuotaRow& own, Gpu request) {
        for (const QuotaRow* at = &own; at != nullptr; at = look_.parent(*at)) {
            if (at->numbers.subtree + request > at->numbers.fairShare)
                return {};
            if (const QuotaRow* most = mostBeside(*at))
                return {at, most};
        }
        return {};
    }

private:
    // Who is within its share is not the one beyond it, so one a level is enough.
    const QuotaRow* mostBeside(const QuotaRow& row) {
        const auto [known, isNew] = most_.try_emplace(&look_.level(row), nullptr);
        if (!isNew)
            return known->second;
        for (const QuotaRow* other : *known->first)
            if (beyond(*other) > 0 && (!known->second || beyond(*other) > beyond(*known->second)))
                known->second = other;
        return known->second;
    }

    const QuotaLook& look_;
    std::map<const std::vector<const QuotaRow*>*, const QuotaRow*> most_;  // by level
};

}  // namespace

void findStarved(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    std::optional<UsualWaits> waits;
    Borrowers borrowers(look);
    std::set<std::string_view> told;
    for (const WorkloadRow& row : input.view.waiting) {  // the longest first
        const Duration waited = row.status.waited;
        const QuotaRow* own = look.find(row.quota);
        // What is booked has what it needs, and only waits for the end of its victims.
        if (row.idle || cannotEverRun(row) || codeOf(row) == ReasonCode::waitingForVictims ||
            own == nullptr || waited < kShortWait || told.contains(row.quota))
            continue;
        const Beside beside = borrowers.beside(*own, row.gpu);
        if (beside.borrower == nullptr)
            continue;
        if (!waits)
            waits.emplace(input.view);
        if (!waits->isLong(row.quota, waited))
            continue;
        told.insert(row.quota);
        const QuotaRow& borrower = *beside.borrower;
        const bool isProtected = look.minRuntime(borrower) > 0;
        Issue issue;
        issue.what = {isProtected ? "issue-starved.protected" : "issue-starved",
                      {{"quota", Value::ofText(beside.starved->name)},
                       {"used", Value::ofGpu(beside.starved->numbers.subtree)},
                       {"share", Value::ofGpu(beside.starved->numbers.fairShare)},
                       {"waited", Value::ofSeconds(waited)},
                       {"workload", Value::ofText(row.name)},
                       {"borrower", Value::ofText(borrower.name)},
                       {"held", Value::ofGpu(borrower.numbers.subtree)},
                       {"over", Value::ofGpu(beyond(borrower))}}};
        issue.subjectKind = Issue::Subject::quota;
        issue.subject = beside.starved->name;
        issue.colour = beside.starved->colour;
        issue.since = input.view.clock - waited;  // as long as its sentence says
        if (isProtected) {
            issue.fix = policyFix(borrower.name, &PolicyChange::minRuntime, Duration{0});
        } else {
            issue.fix.kind = IssueFix::Kind::explain;
            issue.fix.subject = row.name;
        }
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
