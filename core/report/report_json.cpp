// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/report_json.h"

#include <functional>

#include "core/io/json/writer.h"
#include "core/model/number_text.h"

namespace apportion::report {

namespace {

using json::Layout;
using json::Writer;

constexpr int kPlaces = 6;

void writeHours(Writer& out, std::string_view key, std::int64_t rounded) {
    out.key(key);
    out.number(decimalText(rounded, kPlaces, 1));
}

void writeWait(Writer& out, std::string_view key, const WaitNumbers& wait, bool known) {
    out.key(key);
    out.beginObject();
    for (const auto& [name, value] :
         {std::pair("mean", wait.mean), std::pair("p50", wait.p50), std::pair("p95", wait.p95)}) {
        out.key(name);
        known ? out.seconds(value) : out.null();
    }
    out.endObject();
}

// A column of the rows, rounded so that they add up; of subtotals by itself.
struct Column {
    const char* key;
    std::function<std::optional<Amount>(const AccountRow&)> of;
    std::vector<std::optional<std::int64_t>> rounded = {};
};

std::vector<Column> columnsOf(const Accounts& accounts) {
    const auto ofQuota = [](Amount QuotaColumns::*part) {
        return [part](const AccountRow& row) -> std::optional<Amount> {
            return row.quota ? std::optional((*row.quota).*part) : std::nullopt;
        };
    };
    std::vector<Column> columns{
        {"guaranteed", ofQuota(&QuotaColumns::guaranteed)},
        {"used", [](const AccountRow& row) { return std::optional(row.used); }},
        {"within", ofQuota(&QuotaColumns::within)},
        {"borrowed", ofQuota(&QuotaColumns::borrowed)},
        {"lent", ofQuota(&QuotaColumns::lent)},
        {"idleWhileOthersWaited", ofQuota(&QuotaColumns::idleWaited)},
        {"idleWhileNobodyWaited", ofQuota(&QuotaColumns::idleCalm)},
        {"lost", [](const AccountRow& row) { return std::optional(row.lost); }},
        {"caused", [](const AccountRow& row) { return std::optional(row.caused); }},
        {"failed", [](const AccountRow& row) { return std::optional(row.failed); }},
        {"entitled",
         [](const AccountRow& row) -> std::optional<Amount> {
             return row.quota && row.quota->known > 0 ? std::optional(row.quota->entitled)
                                                      : std::nullopt;
         }},
        {"usedWhileEntitledKnown", [](const AccountRow& row) -> std::optional<Amount> {
             return row.quota && row.quota->known > 0 ? std::optional(row.quota->compared)
                                                      : std::nullopt;
         }}};
    for (Column& column : columns) {
        std::vector<Amount> parts;
        for (const AccountRow& row : accounts.rows)
            if (!row.subtotal)
                parts.push_back(column.of(row).value_or(0));
        const auto rounded = hoursThatAddUp(parts, kPlaces);
        std::size_t next = 0;
        for (const AccountRow& row : accounts.rows) {
            const auto amount = column.of(row);
            const std::int64_t number =
                row.subtotal ? hours(amount.value_or(0), kPlaces) : rounded[next++];
            column.rounded.push_back(amount ? std::optional(number) : std::nullopt);
        }
    }
    return columns;
}

void writeCapacity(Writer& out, const CapacityColumns& capacity) {
    const std::array parts{capacity.used, capacity.free, capacity.down, capacity.unknown};
    const auto rounded = hoursThatAddUp(parts, kPlaces);
    out.key("capacity");
    out.beginObject();
    writeHours(out, "total", hours(capacity.total, kPlaces));
    constexpr std::array<const char*, 4> kKeysOfParts{"used", "free", "down", "unknown"};
    for (std::size_t i = 0; i < parts.size(); ++i)
        writeHours(out, kKeysOfParts.at(i), rounded[i]);
    out.endObject();
}

void writeRow(Writer& out, const Report& report, const Accounts& accounts, std::size_t number,
              const std::vector<Column>& columns, bool trace) {
    const AccountRow& row = accounts.rows[number];
    out.beginObject();
    for (std::size_t i = 0; i < accounts.by.keys.size(); ++i) {
        out.key(accounts.by.words[i]);
        const std::string name =
            nameOf(report.usage, accounts, row, accounts.by.keys[i], report.calendar);
        if (name.empty())
            out.null();
        else
            out.text(name);
    }
    if (row.subtotal) {
        out.key("subtotal");
        out.flag(true);
    }
    for (const Column& column : columns) {
        if (const auto& value = column.rounded[number]) {
            const bool guaranteed = std::string_view(column.key) == "borrowed" && trace;
            writeHours(out, column.key, guaranteed ? 0 : *value);
        } else {
            out.key(column.key);
            out.null();
        }
    }
    for (const auto& [key, count] : {std::pair("jobs", row.jobs), std::pair("started", row.started),
                                     std::pair("waiting", row.waiting)}) {
        out.key(key);
        out.whole(count);
    }
    writeWait(out, "wait", row.wait, report.usage.startsKnown);
    writeWait(out, "waitAtLeast", row.waitAll, report.usage.startsKnown);
    out.key("evictions");
    out.whole(row.evictions);
    out.key("evictionsCaused");
    out.whole(row.evictionsCaused);
    out.key("cost");
    if (row.cost)
        out.number(decimalText(*row.cost, 2, 2));
    else
        out.null();
    out.endObject();
}

}  // namespace

void writeReport(std::ostream& stream, const Report& report, const Accounts& accounts) {
    constexpr std::array<const char*, 3> kSources{"journal", "trace", "scenario"};
    const Usage& usage = report.usage;
    Writer out(stream);
    out.beginObject(Layout::lines);
    out.key("apportion");
    out.whole(1);
    out.key("source");
    out.text(kSources.at(static_cast<std::size_t>(usage.source)));
    out.key("zone");
    out.text(report.calendar.zone());
    out.key("from");
    out.text(report.calendar.text(report.period.from));
    out.key("to");
    out.text(report.calendar.text(report.period.to));
    out.key("coverage");
    out.number(decimalText(coverage(usage, report.period.from, report.period.to), 6, 1));
    writeList(out, "gaps", gapsIn(usage, report.period.from, report.period.to),
              [&](const std::pair<Moment, Moment>& gap) {
                  out.beginObject();
                  out.key("from");
                  out.text(report.calendar.text(gap.first));
                  out.key("to");
                  out.text(report.calendar.text(gap.second));
                  out.endObject();
              });
    out.key("head");
    if (usage.head.empty())
        out.null();
    else
        out.text(usage.head);
    out.key("currency");
    if (report.prices.empty())
        out.null();
    else
        out.text(report.prices.currency);
    writeList(out, "by", accounts.by.words, [&](const std::string& word) { out.text(word); });
    writeCapacity(out, accounts.capacityInAll());
    const std::vector<Column> columns = columnsOf(accounts);
    const bool plain = !usage.guaranteesKnown;
    out.key("rows");
    out.beginArray(Layout::lines);
    for (std::size_t i = 0; i < accounts.rows.size(); ++i)
        writeRow(out, report, accounts, i, columns, plain);
    out.endArray();
    out.endObject();
    out.finish();
}

}  // namespace apportion::report
