// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "core/model/number_text.h"
#include "core/model/told.h"
#include "core/report/budgets.h"
#include "core/report/document_parts.h"

namespace apportion::report {

namespace {

constexpr const char* kAtLeast = "\xE2\x89\xA5 ";
constexpr std::size_t kWeeksShown = 5;

using Kind = DocumentRow::Kind;

// Which rows of the accounts by quota are shown, and as what.
struct TeamRow {
    const AccountRow* row = nullptr;
    std::string name;
    int depth = 0;
    int colour = -1;
};

std::vector<TeamRow> teamRows(const Usage& usage, const Accounts& accounts) {
    const auto roots = std::count_if(usage.quotas.begin(), usage.quotas.end(),
                                     [](const UsageQuota& each) { return each.parent == kNone; });
    std::vector<TeamRow> rows;
    std::set<std::uint32_t> summed;
    for (const AccountRow& row : accounts.rows) {
        const std::uint32_t quota = row.key[0];
        if (quota >= kOthers) {
            rows.push_back({&row, "Other teams"});
            continue;
        }
        int depth = 0;
        for (std::uint32_t above = usage.quotas[quota].parent; above != kNone;
             above = usage.quotas[above].parent)
            depth += summed.contains(above) ? 1 : 0;
        // The only root says what the total says.
        if (row.subtotal && roots == 1 && usage.quotas[quota].parent == kNone)
            continue;
        const bool direct = !row.subtotal && summed.contains(quota);
        if (row.subtotal)
            summed.insert(quota);
        rows.push_back({&row, direct ? "direct" : usage.quotas[quota].team,
                        depth + (direct ? 1 : 0), usage.quotas[quota].colour});
    }
    return rows;
}

DocumentRow startRow(const TeamRow& team) {
    DocumentRow row;
    row.kind = team.row->subtotal ? Kind::subtotal : Kind::plain;
    row.colour = team.colour;
    row.depth = team.depth;
    row.cells.push_back({team.name});
    return row;
}

// A column of amounts, rounded so that the rows that are no subtotals add up to the last one.
class Amounts {
public:
    // From how much to how much a row has in the report, as other columns of it have.
    using Bounds = std::function<std::pair<std::int64_t, std::int64_t>(std::size_t row)>;

    Amounts(const Numbers& numbers, const std::vector<TeamRow>& rows,
            const std::function<Amount(const AccountRow&)>& of, Amount rest = 0,
            const Bounds& bounds = {}) {
        std::vector<Amount> parts;
        for (const TeamRow& each : rows)
            if (!each.row->subtotal)
                parts.push_back(of(*each.row));
        parts.push_back(rest);
        const std::vector<std::int64_t> rounded = numbers.thatAddUp(parts);
        std::size_t next = 0;
        for (const TeamRow& each : rows)
            rounded_.push_back(each.row->subtotal
                                   ? numbers.thatAddUp(std::array{of(*each.row)}).front()
                                   : rounded[next++]);
        if (bounds)
            keepWithin(rows, of, bounds);
        Amount sum = rest;
        std::int64_t all = rounded.back();
        for (std::size_t i = 0; i < rows.size(); ++i) {
            const Amount exact = of(*rows[i].row);
            cells_.push_back(numbers.cell(rounded_[i], exact));
            if (rows[i].row->subtotal)
                continue;
            sum += exact;
            all += rounded_[i];
        }
        rest_ = numbers.cell(rounded.back(), rest);
        total_ = numbers.cell(all, sum);
    }
    const DocumentCell& operator[](std::size_t row) const { return cells_[row]; }
    const DocumentCell& rest() const { return rest_; }
    const DocumentCell& total() const { return total_; }
    std::int64_t rounded(std::size_t row) const { return rounded_[row]; }

private:
    // What one row cannot have another one has.
    void keepWithin(const std::vector<TeamRow>& rows,
                    const std::function<Amount(const AccountRow&)>& of, const Bounds& bounds) {
        std::int64_t over = 0;
        for (int turn = 0; turn < 2; ++turn)
            for (std::size_t i = 0; i < rounded_.size(); ++i) {
                if (of(*rows[i].row) == 0)
                    continue;
                const bool alone = rows[i].row->subtotal;
                const auto [least, most] = bounds(i);
                const std::int64_t wanted = rounded_[i] + (alone ? 0 : over);
                rounded_[i] = std::clamp(wanted, least, most);
                over = alone ? over : wanted - rounded_[i];
            }
    }

    std::vector<std::int64_t> rounded_;  // by row
    std::vector<DocumentCell> cells_;
    DocumentCell rest_, total_;
};

// What a row of the report says fits together as the exact amounts do: guaranteed = within + lent +
// idle + the rest, used = within + borrowed.
std::vector<std::pair<const char*, Amounts>> teamColumns(const Numbers& numbers,
                                                         const std::vector<TeamRow>& teams,
                                                         Amount rest, bool guarantees) {
    const auto usedOf = [](const AccountRow& row) { return row.used; };
    const Amounts lost(numbers, teams, [](const AccountRow& row) { return row.lost; });
    if (!guarantees)
        return {{"Lost", lost}, {"Used", {numbers, teams, usedOf, rest}}};
    const auto had = [&](std::size_t row) {
        return teams[row].row->quota.value_or(QuotaColumns());
    };
    const auto ofQuota = [](Amount QuotaColumns::*part) {
        return [part](const AccountRow& row) { return row.quota ? (*row.quota).*part : Amount{0}; };
    };
    // All of it if nothing else is part of it.
    const auto upTo = [](std::int64_t most, bool all) { return std::pair(all ? most : 0, most); };
    const Amounts guaranteed(numbers, teams, ofQuota(&QuotaColumns::guaranteed));
    const Amounts within(numbers, teams, ofQuota(&QuotaColumns::within), 0, [&](std::size_t row) {
        return upTo(guaranteed.rounded(row), had(row).within == had(row).guaranteed);
    });
    const Amounts used(numbers, teams, usedOf, rest, [&](std::size_t row) {
        const std::int64_t least = within.rounded(row);
        return std::pair(least,
                         had(row).borrowed == 0 ? least : std::numeric_limits<std::int64_t>::max());
    });
    const Amounts borrowed(
        numbers, teams, ofQuota(&QuotaColumns::borrowed), 0,
        [&](std::size_t row) { return upTo(used.rounded(row) - within.rounded(row), true); });
    const Amounts lent(numbers, teams, ofQuota(&QuotaColumns::lent), 0, [&](std::size_t row) {
        return upTo(guaranteed.rounded(row) - within.rounded(row),
                    had(row).within + had(row).lent == had(row).guaranteed);
    });
    const auto idleOf = [](const AccountRow& row) {
        return row.quota ? row.quota->idleWaited + row.quota->idleCalm : Amount{0};
    };
    const Amounts idle(numbers, teams, idleOf, 0, [&](std::size_t row) {
        return upTo(guaranteed.rounded(row) - within.rounded(row) - lent.rounded(row),
                    had(row).out == 0);
    });
    const Amounts wanted(
        numbers, teams, ofQuota(&QuotaColumns::idleWaited), 0,
        [&](std::size_t row) { return upTo(idle.rounded(row), had(row).idleCalm == 0); });
    return {{"Guaranteed", guaranteed},
            {"Within", within},
            {"Borrowed", borrowed},
            {"Lent", lent},
            {"Idle", idle},
            {"Wanted", wanted},
            {"Lost", lost},
            {"Used", used}};
}

std::string costNote(const Report& report) {
    std::string note;
    for (const Price& price : report.prices.list)
        note += (note.empty() ? " " : ", ") + report.prices.currency + " " +
                decimalText(price.perHour, 6, 2) +
                (price.gpuType.empty() ? "" : " per " + price.gpuType + " hour") +
                (price.since > 0 ? " since " + report.calendar.dayText(price.since, false) : "");
    if (note.empty())
        return note;
    note = " Prices:" + note + ".";
    for (const Problem& warning : priceWarnings(report))
        note += " " + render(warning.message);
    return note;
}

}  // namespace

std::string withThousands(std::int64_t number) {
    std::string digits = std::to_string(number);
    for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > (number < 0 ? 1 : 0);
         at -= 3)
        digits.insert(static_cast<std::size_t>(at), ",");
    return digits;
}

std::string percentText(Amount part, Amount whole) {
    if (whole == 0)
        return kDash;
    return decimalText(static_cast<std::int64_t>((2 * part * 1000 + whole) / (2 * whole)), 1, 1) +
           "%";
}

DocumentCell countCell(std::int64_t count) {
    return {withThousands(count), std::to_string(count), true};
}

DocumentCell costCell(std::int64_t cost) {
    const std::string exact = decimalText(cost, 2, 2);
    return {withThousands(cost / 100) + exact.substr(exact.find('.')), exact, true};
}

std::string jobsTitle(const Report& report) {
    return report.usage.source == UsageSource::trace ? "Jobs" : "Workloads";
}

DocumentRow totalRow(const Report& report) {
    DocumentRow row;
    row.kind = Kind::total;
    row.cells.push_back({report.usage.name.empty() ? "Total" : report.usage.name});
    return row;
}

DocumentCell waitCell(const Report& report, const WaitNumbers& wait, Duration value) {
    if (!report.usage.startsKnown)
        return {kDash, " ", true};
    constexpr Duration kMinute = 60 * kSecond;
    // Whole minutes from an hour on.
    const Duration shown = value >= 60 * kMinute ? (value + kMinute / 2) / kMinute * kMinute
                                                 : (value + kSecond / 2) / kSecond * kSecond;
    return {(wait.atLeast > 0 ? kAtLeast : "") + durationWords(shown), secondsText(value), true};
}

Numbers::Numbers(Amount largest) {
    const std::int64_t all = report::hours(largest, 0);
    places_ = all >= 1000 ? 0 : all >= 10 ? 1 : 2;
}

std::string Numbers::text(std::int64_t rounded) const {
    std::string digits = decimalText(rounded, places_, places_);
    const auto point = std::min(digits.find('.'), digits.size());
    const std::string whole = digits.substr(0, point);
    return withThousands(scaledNumber(whole, 1).value_or(0)) + digits.substr(point);
}

std::string Numbers::hours(Amount amount) const {
    return text(report::hours(amount, places_));
}

std::string Numbers::rest(Amount whole, std::initializer_list<Amount> parts) const {
    std::int64_t rest = report::hours(whole, places_);
    for (const Amount part : parts)
        rest -= report::hours(part, places_);
    return text(std::max(rest, std::int64_t{0}));
}

std::vector<std::int64_t> Numbers::thatAddUp(std::span<const Amount> amounts) const {
    return hoursThatAddUp(amounts, places_);
}

DocumentCell Numbers::cell(std::int64_t rounded, Amount exact) const {
    return {exact == 0 ? "0" : text(rounded), decimalText(report::hours(exact, 6), 6, 1), true};
}

DocumentCell Numbers::cell(Amount amount) const {
    return cell(report::hours(amount, places_), amount);
}

void addTeams(const Numbers& numbers, const Report& report, const Accounts& accounts,
              Document& document) {
    const bool guarantees = report.usage.guaranteesKnown;
    const bool prices = !report.prices.empty();
    const CapacityColumns capacity = accounts.capacityInAll();
    const std::vector<TeamRow> teams = teamRows(report.usage, accounts);
    DocumentTable& table = document.tables.emplace_back();
    table.id = "teams";
    table.title = "By team";
    table.note = "GPU hours." + costNote(report);
    table.columns.push_back({"Team"});
    const Amount rest = capacity.total - capacity.used;
    std::vector<Amounts> columns;
    for (auto& [title, amounts] : teamColumns(numbers, teams, rest, guarantees)) {
        table.columns.push_back({title, true});
        columns.push_back(std::move(amounts));
    }
    table.columns.push_back({"Share", true});
    if (prices)
        table.columns.push_back({"Cost", true});
    const auto finish = [&](DocumentRow& row, Amount used, std::optional<std::int64_t> cost) {
        row.cells.push_back({percentText(used, capacity.total), {}, true});
        if (prices)
            row.cells.push_back(cost ? costCell(*cost) : DocumentCell{kDash, " ", true});
    };
    for (std::size_t i = 0; i < teams.size(); ++i) {
        DocumentRow& row = table.rows.emplace_back(startRow(teams[i]));
        for (const Amounts& each : columns)
            row.cells.push_back(each[i]);
        finish(row, teams[i].row->used, teams[i].row->cost);
    }
    if (rest > 0) {
        DocumentRow& row = table.rows.emplace_back();
        row.kind = Kind::rest;
        row.cells.push_back({"Not charged"});
        for (std::size_t i = 0; i < columns.size(); ++i)
            row.cells.push_back(i + 1 < columns.size() ? DocumentCell{"", " ", true}
                                                       : columns[i].rest());
        finish(row, rest, 0);
    }
    DocumentRow& total = table.rows.emplace_back(totalRow(report));
    for (const Amounts& each : columns)
        total.cells.push_back(each.total());
    finish(total, capacity.total, accounts.total.cost);
    if (!report.usage.capacityKnown || !guarantees)
        return;
    const auto text = [](const char* name, std::string hours) {
        return Argument{name, Value::ofText(std::move(hours))};
    };
    const auto parts = capacityTexts(numbers, capacity);
    const QuotaColumns& sum = *accounts.total.quota;
    table.foot =
        render({"report-not-charged",
                {text("free", parts[1]), text("down", parts[2]), text("unknown", parts[3]),
                 text("out", numbers.rest(sum.guaranteed, {sum.within, sum.lent,
                                                           sum.idleWaited + sum.idleCalm}))}});
}

void addService(const Numbers&, const Report& report, const Accounts& accounts,
                Document& document) {
    DocumentTable& table = document.tables.emplace_back();
    table.id = "service";
    table.title = "Service";
    table.note = "Waits include those of workloads that still wait.";
    const bool entitled = !report.usage.entitled.empty();
    table.columns = {{"Team"}};
    for (const std::string& title :
         {jobsTitle(report), std::string("Wait p50"), std::string("Wait p95"),
          std::string("Wait mean"), std::string("Not started"), std::string("Evicted"),
          std::string("Evicted others")})
        table.columns.push_back({title, true});
    if (entitled)
        table.columns.push_back({"Of fair share", true});
    const auto fill = [&](DocumentRow& row, const AccountRow& from) {
        row.cells.push_back(countCell(from.jobs));
        row.cells.push_back(waitCell(report, from.waitAll, from.waitAll.p50));
        row.cells.push_back(waitCell(report, from.waitAll, from.waitAll.p95));
        row.cells.push_back(waitCell(report, from.waitAll, from.waitAll.mean));
        row.cells.push_back(countCell(from.waiting));
        row.cells.push_back(countCell(from.evictions));
        row.cells.push_back(countCell(from.evictionsCaused));
        if (entitled)
            row.cells.push_back({from.quota && from.quota->known > 0 && from.quota->entitled > 0
                                     ? percentText(from.quota->compared, from.quota->entitled)
                                     : kDash,
                                 {},
                                 true});
    };
    for (const TeamRow& team : teamRows(report.usage, accounts))
        fill(table.rows.emplace_back(startRow(team)), *team.row);
    AccountRow total = accounts.total;
    total.quota.reset();
    fill(table.rows.emplace_back(totalRow(report)), total);
}

void addBudgets(const Numbers& numbers, const Report& report, Document& document) {
    const auto budgets = budgetsOf(report);
    if (budgets.empty())
        return;
    DocumentTable& table = document.tables.emplace_back();
    table.id = "budgets";
    table.title = "Budgets";
    table.note = "GPU hours.";
    table.columns = {{"Team"},          {"Period"},          {"Budget", true}, {"Used", true},
                     {"Used, %", true}, {"Even pace", true}, {"Forecast"}};
    for (const BudgetUse& use : budgets) {
        const UsageQuota& quota = report.usage.quotas[use.quota];
        DocumentRow& row = table.rows.emplace_back();
        row.colour = quota.colour;
        const auto day = [&](const char* code, Moment at) {
            return render({code, {{"day", Value::ofText(report.calendar.dayText(at, false))}}});
        };
        row.cells = {{quota.team},
                     {use.period.text},
                     numbers.cell(Amount{use.budget.gpuHours} * (kOneGpu * 36 * kSecond)),
                     numbers.cell(use.used),
                     {percentText(use.usedMillionths, 1'000'000), {}, true},
                     {percentText(use.evenMillionths, 1'000'000), {}, true},
                     {(!use.spent                        ? render({"budget-lasts", {}})
                       : use.usedMillionths >= 1'000'000 ? day("budget-was-spent", *use.spent)
                                                         : day("budget-until", *use.spent)) +
                      (use.recordedSince ? ' ' + day("budget-recorded", *use.recordedSince)
                                         : std::string())}};
    }
}

void addWeeks(const Numbers& numbers, const Report& report, Document& document) {
    if (!report.usage.dates)
        return;
    std::vector<Period> weeks;
    for (int back = 1 - kWeeks; back <= 0; ++back) {
        Period week = report.calendar.containing(report.period.to - 1, PeriodUnit::week, back);
        if (week.to > report.usage.from)
            weeks.push_back(std::move(week));
    }
    if (weeks.size() < 2)
        return;
    std::vector<Moment> edges{weeks.front().from};
    for (const Period& week : weeks)
        edges.push_back(week.to);
    Grouping by = *groupingOf("quota,week");
    const Accounts accounts = account(report.usage, by, edges, {}, Counting::work);
    // By team, in the order of the first table.
    const Accounts order = account(report.usage, *groupingOf("quota"),
                                   {edges.front(), edges.back()}, {}, Counting::work);
    std::map<std::pair<std::uint32_t, bool>, std::vector<Amount>> used;
    std::vector<Amount> sums(weeks.size(), 0);
    for (const AccountRow& row : accounts.rows) {
        auto& line = used[{row.key[0], row.subtotal}];
        line.resize(weeks.size(), 0);
        line[row.key[static_cast<std::size_t>(Key::period)]] += row.used;
        if (!row.subtotal)
            sums[row.key[static_cast<std::size_t>(Key::period)]] += row.used;
    }
    DocumentTable& table = document.tables.emplace_back();
    table.id = "weeks";
    table.title = "Team by week";
    table.note = "GPU hours used, weeks " + weeks.front().text + " to " + weeks.back().text;
    table.columns = {{"Team"}, {"", false, true}};
    const std::size_t first = weeks.size() - std::min(weeks.size(), kWeeksShown);
    for (std::size_t week = first; week < weeks.size(); ++week)
        table.columns.push_back({weeks[week].text.substr(5), true});
    table.columns.push_back({"Change", true});
    const auto fill = [&](DocumentRow& row, const std::vector<Amount>& line) {
        row.cells.push_back({});
        for (const Amount each : line)
            row.line.push_back(hours(each, 2));
        for (std::size_t week = first; week < weeks.size(); ++week)
            row.cells.push_back(numbers.cell(line[week]));
        const Amount before = line[weeks.size() - 2], now = line.back();
        const std::string change = before == 0 ? kDash : percentText(now - before, before);
        row.cells.push_back({before != 0 && now > before ? "+" + change : change, {}, true});
    };
    for (const TeamRow& team : teamRows(report.usage, order)) {
        DocumentRow row = startRow(team);
        auto line = used[{team.row->key[0], team.row->subtotal}];
        line.resize(weeks.size(), 0);
        fill(row, line);
        table.rows.push_back(std::move(row));
    }
    DocumentRow total = totalRow(report);
    fill(total, sums);
    table.rows.push_back(std::move(total));
}

}  // namespace apportion::report
