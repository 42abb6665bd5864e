// SPDX-License-Identifier: GPL-3.0-or-later
// Guarantees that lie idle or are lent while somebody waits, and quotas that nobody can use.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "core/view/issues/quota_look.h"

namespace apportion {

namespace {

struct Waiters {
    int count = 0;
    Gpu least = 0;  // the smallest request
    std::optional<Instant> since;
    void add(const WorkloadRow& row) {
        least = count++ == 0 ? row.gpu : std::min(least, row.gpu);
        since = std::min(since.value_or(row.submit), row.submit);
    }
};

// What the engine says is kept from others.
Gpu keptBack(const QuotaRow& row) {
    if (!row.policy.lend || row.numbers.pendingWorkloads > 0)
        return 0;
    return std::max<Gpu>(0, row.numbers.guaranteed - *row.policy.lend - row.numbers.subtree);
}

using WaitersByQuota = std::map<const QuotaRow*, Waiters>;

WaitersByQuota waitersFor(const IssueInput& input, const QuotaLook& look, ReasonCode code) {
    WaitersByQuota waiters;
    for (const WorkloadRow& waiting : input.view.waiting)
        if (waiting.status.reason && waiting.status.reason->code == code)
            if (const QuotaRow* own = look.find(waiting.quota))
                waiters[own].add(waiting);
    return waiters;
}

template <typename Takes>
Waiters sumOf(const WaitersByQuota& waiters, Takes takes) {
    Waiters sum;
    for (const auto& [quota, each] : waiters) {
        if (!takes(*quota))
            continue;
        sum.least = sum.count == 0 ? each.least : std::min(sum.least, each.least);
        sum.count += each.count;
        sum.since = std::min(sum.since.value_or(*each.since), *each.since);
    }
    return sum;
}

void findKeptBack(const IssueInput& input, const QuotaLook& look, std::vector<Issue>& found) {
    const WaitersByQuota waiting = waitersFor(input, look, ReasonCode::keptBack);
    if (waiting.empty())
        return;
    for (const QuotaRow& row : input.view.quotas) {
        const Gpu kept = keptBack(row);
        if (kept <= 0)
            continue;
        const Waiters waiters = sumOf(waiting, [&](const QuotaRow& own) {
            return !look.isBelow(own, row) && look.group(own) == look.group(row);
        });
        if (waiters.count == 0)
            continue;
        Issue issue = aboutQuota(row, {"issue-idle-guarantee",
                                       {{"quota", Value::ofText(row.name)},
                                        {"gpu", Value::ofGpu(kept)},
                                        {"count", Value::ofCount(waiters.count)}}});
        issue.since = waiters.since;
        issue.ofOthers = true;
        issue.fix = policyFix(row.name, &PolicyChange::lend, {});
        found.push_back(std::move(issue));
    }
}

void findMayNotBorrow(const IssueInput& input, const QuotaLook& look, std::vector<Issue>& found) {
    const WaitersByQuota waiting = waitersFor(input, look, ReasonCode::overQuotaOff);
    if (waiting.empty())
        return;
    for (const QuotaRow& row : input.view.quotas) {
        if (row.policy.overQuota == OverQuota::on)
            continue;
        const Waiters waiters =
            sumOf(waiting, [&](const QuotaRow& own) { return look.isBelow(own, row); });
        const Gpu unused = waiters.count > 0 ? look.unused(look.group(row)) : 0;
        if (waiters.count == 0 || unused < waiters.least)
            continue;
        Issue issue = aboutQuota(row, {"issue-idle-guarantee.off",
                                       {{"quota", Value::ofText(row.name)},
                                        {"gpu", Value::ofGpu(unused)},
                                        {"count", Value::ofCount(waiters.count)}}});
        issue.since = waiters.since;
        issue.fix = policyFix(row.name, &PolicyChange::overQuota, OverQuota::on);
        found.push_back(std::move(issue));
    }
}

}  // namespace

void findIdleGuarantees(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook& look = input.look;
    findKeptBack(input, look, found);
    findMayNotBorrow(input, look, found);
}

namespace {

using Earliest = std::unordered_map<const QuotaRow*, Instant>;

// By the quota to which the work belongs itself.
template <typename SinceOf>
Earliest earliestOf(const std::vector<WorkloadRow>& rows, const QuotaLook& look, SinceOf sinceOf) {
    Earliest earliest;
    for (const WorkloadRow& work : rows) {
        const QuotaRow* quota = look.find(work.quota);
        const std::optional<Instant> since = sinceOf(work);
        if (quota == nullptr || !since)
            continue;
        Instant& kept = earliest.try_emplace(quota, *since).first->second;
        kept = std::min(kept, *since);
    }
    return earliest;
}

template <typename Takes>
std::optional<Instant> earliest(const Earliest& each, Takes takes) {
    std::optional<Instant> first;
    for (const auto& [quota, since] : each)
        if (takes(*quota))
            first = std::min(first.value_or(since), since);
    return first;
}

bool lends(const QuotaRow& row) {
    return row.numbers.above > 0 && row.numbers.pendingWorkloads > 0;
}

}  // namespace

void findLentUpward(const IssueInput& input, std::vector<Issue>& found) {
    const std::vector<QuotaRow>& quotas = input.view.quotas;
    if (std::none_of(quotas.begin(), quotas.end(), lends))
        return;
    const QuotaLook& look = input.look;
    const Earliest waits = earliestOf(input.view.waiting, look, [&](const WorkloadRow& work) {
        return std::optional(input.view.clock - work.status.waited);
    });
    const Earliest runs = earliestOf(input.view.running, look,
                                     [](const WorkloadRow& work) { return work.status.start; });
    for (const QuotaRow& row : quotas) {
        if (!lends(row))
            continue;
        // The engine divides what work above uses among those below, to parts of a GPU.
        const Gpu used = usedFromAbove(row.numbers);
        const bool exact = used == row.numbers.above;
        Issue issue = aboutQuota(row, {exact ? "issue-lent-upward" : "issue-lent-upward.about",
                                       {{"quota", Value::ofText(row.name)},
                                        {"gpu", Value::ofGpu(used)},
                                        {"count", Value::ofCount(row.numbers.pendingWorkloads)}}});
        // Since both hold: its own work waits, and work of a quota above runs.
        const auto waiting =
            earliest(waits, [&](const QuotaRow& own) { return look.isBelow(own, row); });
        const auto running = earliest(
            runs, [&](const QuotaRow& own) { return &own != &row && look.isBelow(row, own); });
        if (waiting && running)
            issue.since = std::max(*waiting, *running);
        issue.atLeastSince = true;
        issue.fix.kind = IssueFix::Kind::explain;
        issue.fix.subject = row.name;
        found.push_back(std::move(issue));
    }
}

namespace {

// The end of the last work there. In a run whose engine knows everything that ever ran, its
// beginning if there was none; else nothing is known of that.
class LastUses {
public:
    explicit LastUses(const IssueInput& input) {
        if (input.source.ended == nullptr && input.view.ended.size() < View::kMostRows)
            unless_ = 0;
        for (const WorkloadRow& work : input.view.ended)
            if (work.status.start && work.status.end) {
                Instant& end = ends_.try_emplace(work.quota, *work.status.end).first->second;
                end = std::max(end, *work.status.end);
            }
    }

    std::optional<Instant> unusedSince(const QuotaRow& row) const {
        const auto found = ends_.find(row.name);
        return found == ends_.end() ? unless_ : found->second;
    }
    // Since none of them is used.
    std::optional<Instant> unusedSince(const std::vector<const QuotaRow*>& rows) const {
        Instant all = 0;
        for (const QuotaRow* row : rows) {
            const auto since = unusedSince(*row);
            if (!since)
                return std::nullopt;
            all = std::max(all, *since);
        }
        return all;
    }

private:
    std::unordered_map<std::string_view, Instant> ends_;
    std::optional<Instant> unless_;
};

// Since when anybody has used the pool, as far as that is known.
Instant usedSince(const IssueInput& input) {
    Instant first = input.view.clock;
    if (!input.source.starts.empty())
        first = std::min(first, input.source.starts.front().at);
    for (const auto* rows : {&input.view.running, &input.view.ended})
        for (const WorkloadRow& work : *rows)
            first = std::min(first, work.status.start.value_or(first));
    return first;
}

// Nothing of it is guaranteed any more, which the wizard gives to whom it is asked for.
IssueFix giveAway(const QuotaRow& row) {
    IssueFix fix;
    if (row.policy.lend.value_or(0) > 0)
        return fix;  // more would be lent than there is
    fix.kind = IssueFix::Kind::scaling;
    fix.targets = {{row.name, 0}};
    fix.subject = row.name;
    return fix;
}

}  // namespace

void findUnused(const IssueInput& input, std::vector<Issue>& found) {
    constexpr std::size_t kMostLines = 3;  // nobody reads ninety hints
    // Where nobody uses anything yet, one quota is as unused as the other.
    if (input.view.running.empty() && input.view.waiting.empty())
        return;
    // Nor is it idle that waits for its next job.
    constexpr Duration kLong = 10 * 60 * kSecond;
    const Instant longAgo = input.view.clock - kLong;
    if (usedSince(input) > longAgo)
        return;
    const LastUses uses(input);
    std::vector<const QuotaRow*> unused;
    Gpu sum = 0;
    for (const QuotaRow& row : input.view.quotas) {
        const QuotaNumbers& numbers = row.numbers;
        if (numbers.guaranteed == 0 || numbers.subtree > 0 || numbers.idle > 0 ||
            numbers.pendingWorkloads > 0 || row.childrenGuaranteed > 0 ||
            uses.unusedSince(row).value_or(longAgo) > longAgo)
            continue;
        unused.push_back(&row);
        sum += numbers.guaranteed;
    }
    if (unused.size() > kMostLines) {
        // One to go to: where most lies idle.
        const QuotaRow& largest = **std::max_element(
            unused.begin(), unused.end(), [](const QuotaRow* a, const QuotaRow* b) {
                return a->numbers.guaranteed < b->numbers.guaranteed;
            });
        found.push_back(aboutQuota(
            largest, {"issue-unused.many",
                      {{"count", Value::ofCount(static_cast<std::int64_t>(unused.size()))},
                       {"gpu", Value::ofGpu(sum)},
                       {"quota", Value::ofText(largest.name)},
                       {"most", Value::ofGpu(largest.numbers.guaranteed)}}}));
        found.back().since = uses.unusedSince(unused);
        found.back().ofOthers = true;
        found.back().fix = giveAway(largest);
        return;
    }
    for (const QuotaRow* row : unused) {
        Issue issue = aboutQuota(*row, {"issue-unused",
                                        {{"quota", Value::ofText(row->name)},
                                         {"gpu", Value::ofGpu(row->numbers.guaranteed)}}});
        issue.since = uses.unusedSince(*row);
        issue.fix = giveAway(*row);
        found.push_back(std::move(issue));
    }
}

void findUnboundWorkspaces(const IssueInput& input, std::vector<Issue>& found) {
    const std::vector<Workspace>& workspaces = input.source.engine.workspaces();
    if (workspaces.empty())
        return;  // a pool without workspaces: work is submitted to quotas
    std::set<std::string_view> used;
    for (const Workspace& workspace : workspaces) {
        used.insert(workspace.quotas.begin(), workspace.quotas.end());
        if (!workspace.quotas.empty())
            continue;
        Issue issue;
        issue.what = {"issue-workspace.empty", {{"workspace", Value::ofText(workspace.name)}}};
        issue.subjectKind = Issue::Subject::workspace;
        issue.subject = workspace.name;
        issue.fix = fixBy(DeleteWorkspace{workspace.name}, workspace.name);
        found.push_back(std::move(issue));
    }
    for (const QuotaRow& row : input.view.quotas) {
        if (row.childrenGuaranteed > 0 || row.numbers.guaranteed == 0 || used.contains(row.name))
            continue;
        Issue issue = aboutQuota(row, {"issue-workspace", {{"quota", Value::ofText(row.name)}}});
        issue.fix = fixBy(CreateWorkspace{row.name, {row.name}}, row.name);
        found.push_back(std::move(issue));
    }
}

// Done as soon as the quota has them.
void findRequests(const IssueInput& input, std::vector<Issue>& found) {
    for (const Workspace& workspace : input.source.engine.workspaces()) {
        if (!workspace.request)
            continue;
        const MoreRequest& asked = *workspace.request;
        const auto quota = input.source.engine.findQuota(asked.quota);
        if (!quota)
            continue;
        const Gpu has = input.source.engine.numbers(*quota).guaranteed;
        if (has >= asked.gpu)
            continue;
        Issue& issue = found.emplace_back();
        issue.what = {asked.why.empty() ? "issue-request" : "issue-request.why",
                      {{"workspace", Value::ofText(workspace.name)},
                       {"gpu", Value::ofGpu(asked.gpu)},
                       {"quota", Value::ofText(asked.quota)},
                       {"guaranteed", Value::ofGpu(has)}}};
        if (!asked.why.empty())
            issue.what.arguments.push_back({"why", Value::ofText(asked.why)});
        issue.subjectKind = Issue::Subject::workspace;
        issue.subject = workspace.name;
        issue.fix.kind = IssueFix::Kind::scaling;
        issue.fix.targets = {{asked.quota, asked.gpu}};
        issue.fix.subject = asked.quota;
    }
}

}  // namespace apportion
