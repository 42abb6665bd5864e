// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of a report about users, single workloads, rows as asked for, and what was changed.
#include <algorithm>
#include <cctype>
#include <map>
#include <set>

#include "core/model/number_text.h"
#include "core/report/document_parts.h"

namespace apportion::report {

namespace {

constexpr std::size_t kMostUsers = 20, kMostRanked = 10, kMostRows = 100, kMostChanges = 50;

using Kind = DocumentRow::Kind;

bool hasUsers(const Usage& usage) {
    return std::any_of(usage.jobs.begin(), usage.jobs.end(),
                       [](const UsageJob& job) { return job.user != kNone; });
}

}  // namespace

void addUsers(const Numbers& numbers, const Report& report, Document& document) {
    if (!hasUsers(report.usage))
        return;
    const Accounts accounts = report.accounts(*groupingOf("user,quota"), Counting::work);
    std::map<std::uint32_t, Amount> teams;
    std::vector<const AccountRow*> rows;
    for (const AccountRow& row : accounts.rows) {
        if (row.subtotal)
            continue;
        teams[row.key[static_cast<std::size_t>(Key::quota)]] += row.used;
        rows.push_back(&row);
    }
    std::stable_sort(rows.begin(), rows.end(),
                     [](const AccountRow* a, const AccountRow* b) { return a->used > b->used; });
    std::erase_if(rows, [](const AccountRow* row) { return row->jobs == 0; });
    if (rows.empty())
        return;
    DocumentTable& table = document.tables.emplace_back();
    table.id = "users";
    table.title = "By user";
    const std::size_t shown = std::min(rows.size(), kMostUsers);
    table.note =
        (shown < rows.size() ? "The " + std::to_string(shown) + " largest of " +
                                   withThousands(static_cast<std::int64_t>(rows.size())) + ". "
                             : "") +
        std::string("GPU hours.");
    table.columns = {{"User"},
                     {"Team"},
                     {"GPU h", true},
                     {"Of team", true},
                     {jobsTitle(report), true},
                     {"Wait p50", true},
                     {"Lost", true},
                     {"Failed, cancelled", true}};
    std::vector<Amount> used, lost, failed;
    AccountRow rest;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i < shown) {
            used.push_back(rows[i]->used);
            lost.push_back(rows[i]->lost);
            failed.push_back(rows[i]->failed);
            continue;
        }
        rest.used += rows[i]->used;
        rest.lost += rows[i]->lost;
        rest.failed += rows[i]->failed;
        rest.jobs += rows[i]->jobs;
    }
    used.push_back(rest.used);
    lost.push_back(rest.lost);
    failed.push_back(rest.failed);
    const auto usedText = numbers.thatAddUp(used), lostText = numbers.thatAddUp(lost),
               failedText = numbers.thatAddUp(failed);
    const Usage& usage = report.usage;
    const auto add = [&](std::size_t i, DocumentRow row, const std::string& ofTeam,
                         std::int64_t jobs, DocumentCell wait) {
        row.cells.push_back(numbers.cell(usedText[i], used[i]));
        row.cells.push_back({ofTeam, {}, true});
        row.cells.push_back(countCell(jobs));
        row.cells.push_back(std::move(wait));
        row.cells.push_back(numbers.cell(lostText[i], lost[i]));
        row.cells.push_back(numbers.cell(failedText[i], failed[i]));
        table.rows.push_back(std::move(row));
    };
    for (std::size_t i = 0; i < shown; ++i) {
        const AccountRow& from = *rows[i];
        const std::uint32_t user = from.key[static_cast<std::size_t>(Key::user)];
        const std::uint32_t quota = from.key[static_cast<std::size_t>(Key::quota)];
        DocumentRow row;
        row.cells.push_back(
            {user >= kOthers ? (usage.inPart ? "Other users" : "No user") : usage.users[user]});
        row.cells.push_back({quota >= kOthers ? "Other teams" : usage.quotas[quota].team});
        add(i, std::move(row), percentText(from.used, teams[quota]), from.jobs,
            waitCell(report, from.waitAll, from.waitAll.p50));
    }
    if (shown < rows.size()) {
        DocumentRow row;
        row.kind = Kind::rest;
        row.cells = {{withThousands(static_cast<std::int64_t>(rows.size() - shown)) + " more"}, {}};
        add(shown, std::move(row), "", rest.jobs, {"", " ", true});
    }
    DocumentRow total = totalRow(report);
    const AccountRow& all = accounts.total;
    total.cells.emplace_back();
    total.cells.push_back(numbers.cell(all.used));
    total.cells.push_back({"", " ", true});
    total.cells.push_back(countCell(all.jobs));
    total.cells.push_back(waitCell(report, all.waitAll, all.waitAll.p50));
    total.cells.push_back(numbers.cell(all.lost));
    total.cells.push_back(numbers.cell(all.failed));
    table.rows.push_back(std::move(total));
}

void addRanking(const Numbers& numbers, const Report& report, Document& document) {
    const Usage& usage = report.usage;
    const Period& period = report.period;
    struct Ranked {
        std::uint32_t job = 0;
        Amount by = 0;
        bool open = false;
        Amount lost = 0;
    };
    const bool users = hasUsers(usage);
    std::vector<Ranked> waits, largest, evicted;
    for (std::uint32_t i = 0; i < usage.jobs.size(); ++i) {
        const UsageJob& job = usage.jobs[i];
        if (job.submit >= period.to || job.left < period.from ||
            (job.nameLength == 0 && !usage.names.empty()))
            continue;
        Amount used = 0;
        for (std::uint32_t r = job.firstRun; r < job.firstRun + job.runs; ++r) {
            const Duration time =
                std::min(usage.runs[r].end, period.to) - std::max(usage.runs[r].start, period.from);
            used += time > 0 ? Amount{usage.runs[r].gpu} * time : Amount{0};
        }
        if (used > 0)
            largest.push_back({i, used});
        const Moment start = job.runs == 0 ? kStays : usage.runs[job.firstRun].start;
        const bool open = start >= period.to;
        const Moment end = open ? std::min({job.left, usage.to, period.to}) : start;
        if (start >= period.from && end > job.submit)
            waits.push_back({i, end - job.submit, open});
    }
    std::map<std::uint32_t, Ranked> taken;
    for (const UsageEviction& each : usage.evictions)
        if (each.at >= period.from && each.at < period.to && each.victim != kNone && !each.moved &&
            (usage.jobs[each.victim].nameLength > 0 || usage.names.empty())) {
            Ranked& victim = taken[each.victim];
            victim.job = each.victim;
            victim.by += 1;
            victim.lost += each.lost;
        }
    for (const auto& [job, ranked] : taken)
        evicted.push_back(ranked);

    const auto add = [&](const char* id, const char* title, std::vector<Ranked>& ranked,
                         std::vector<DocumentColumn> columns, const auto& fill) {
        if (ranked.empty())
            return;
        // The first ten of a million.
        const auto below = [](const Ranked& a, const Ranked& b) {
            return a.by != b.by ? a.by < b.by : a.job > b.job;
        };
        std::make_heap(ranked.begin(), ranked.end(), below);
        DocumentTable& table = document.tables.emplace_back();
        table.id = id;
        table.title = title;
        table.note = users ? "One of each user." : "";
        table.columns = {{usage.source == UsageSource::trace ? "Job" : "Workload"}, {"Team"}};
        if (users)
            table.columns.push_back({"User"});
        table.columns.push_back({"GPUs", true});
        table.columns.insert(table.columns.end(), columns.begin(), columns.end());
        std::set<std::uint32_t> seen;
        for (; !ranked.empty() && table.rows.size() < kMostRanked; ranked.pop_back()) {
            std::pop_heap(ranked.begin(), ranked.end(), below);
            const Ranked& each = ranked.back();
            const UsageJob& job = usage.jobs[each.job];
            if (job.user != kNone && !seen.insert(job.user).second)
                continue;
            DocumentRow row;
            row.cells = {{job.nameLength == 0 ? kDash : std::string(usage.nameOf(job))},
                         {usage.quotas[job.quota].team}};
            if (users)
                row.cells.push_back({job.user == kNone ? kDash : usage.users[job.user]});
            row.cells.push_back({gpuText(job.request), {}, true});
            fill(row, each);
            table.rows.push_back(std::move(row));
        }
    };
    if (!usage.startsKnown)
        waits.clear();
    add("waits", "Longest waits", waits, {{"Wait", true}},
        [&](DocumentRow& row, const Ranked& each) {
            WaitNumbers wait;
            wait.atLeast = each.open ? 1 : 0;
            row.cells.push_back(waitCell(report, wait, static_cast<Duration>(each.by)));
        });
    add("largest", "Largest", largest, {{"GPU h", true}},
        [&](DocumentRow& row, const Ranked& each) { row.cells.push_back(numbers.cell(each.by)); });
    add("evicted", "Most evicted", evicted, {{"Evictions", true}, {"Lost", true}},
        [&](DocumentRow& row, const Ranked& each) {
            row.cells.push_back(countCell(static_cast<std::int64_t>(each.by)));
            row.cells.push_back(numbers.cell(each.lost));
        });
}

void addGrouping(const Numbers& numbers, const Report& report, Document& document) {
    if (report.by.words == std::vector<std::string>{"team"} ||
        report.by.words == std::vector<std::string>{"quota"})
        return;
    // Only rows of quotas have what sweeps tell.
    const Accounts accounts =
        report.accounts(report.by, report.by.isOfQuotas() ? Counting::capacity : Counting::work);
    DocumentTable& table = document.tables.emplace_back();
    table.id = "rows";
    for (const std::string& word : report.by.words) {
        table.title += (table.title.empty() ? "By " : ", ") +
                       (word == "gpuType" ? std::string("GPU type") : word);
        table.columns.push_back({word == "gpuType" ? "GPU type" : word});
        table.columns.back().title[0] =
            static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
    }
    table.note = "GPU hours.";
    table.columns.insert(table.columns.end(), {{"Used", true},
                                               {"Lost", true},
                                               {jobsTitle(report), true},
                                               {"Wait p50", true},
                                               {"Wait p95", true}});
    const bool cost = std::any_of(accounts.rows.begin(), accounts.rows.end(),
                                  [](const AccountRow& row) { return row.cost.has_value(); });
    if (cost)
        table.columns.push_back({"Cost", true});
    for (const AccountRow& from : accounts.rows) {
        if (table.rows.size() == kMostRows) {
            table.foot =
                "More rows: " +
                withThousands(static_cast<std::int64_t>(accounts.rows.size() - kMostRows)) + ".";
            break;
        }
        DocumentRow& row = table.rows.emplace_back();
        row.kind = from.subtotal ? Kind::subtotal : Kind::plain;
        for (const Key key : report.by.keys) {
            std::string name = nameOf(report.usage, accounts, from, key, report.calendar);
            row.cells.push_back({name.empty() ? kDash : std::move(name)});
        }
        row.cells.push_back(numbers.cell(from.used));
        row.cells.push_back(numbers.cell(from.lost));
        row.cells.push_back(countCell(from.jobs));
        row.cells.push_back(waitCell(report, from.waitAll, from.waitAll.p50));
        row.cells.push_back(waitCell(report, from.waitAll, from.waitAll.p95));
        if (cost)
            row.cells.push_back(from.cost ? costCell(*from.cost) : DocumentCell{kDash, " ", true});
    }
}

void addChanges(const Report& report, Document& document) {
    if (report.usage.source != UsageSource::journal)
        return;
    DocumentTable table;
    table.id = "changes";
    table.title = "Changes in the period";
    table.note = "From the history, newest first.";
    table.columns = {{"When"}, {"User"}, {"Change"}, {"Reason"}};
    for (auto each = report.usage.changes.rbegin(); each != report.usage.changes.rend(); ++each) {
        if (each->at < report.period.from || each->at >= report.period.to)
            continue;
        if (table.rows.size() == kMostChanges) {
            table.foot = "The history has more changes.";
            break;
        }
        table.rows.emplace_back().cells = {
            {report.calendar.dayText(each->at, true), report.calendar.text(each->at)},
            {each->who},
            {each->what},
            {each->why.empty() ? kDash : each->why}};
    }
    if (!table.rows.empty())
        document.tables.push_back(std::move(table));
}

}  // namespace apportion::report
