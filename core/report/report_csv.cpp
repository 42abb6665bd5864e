// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/number_text.h"
#include "core/report/document.h"

namespace apportion::report {

namespace {

void append(std::string& text, const std::vector<CsvCell>& cells, CsvCells form) {
    bool first = true;
    for (const CsvCell& cell : cells) {
        if (!first)
            text += ',';
        first = false;
        appendField(text, cell, form);
    }
    text += '\n';
}

CsvCell hoursCell(Amount amount) {
    return CsvCell::ofNumber(decimalText(hours(amount, 6), 6, 1));
}

CsvCell count(std::int64_t number) {
    return CsvCell::ofNumber(std::to_string(number));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> csvOf(const Document& document, CsvCells cells) {
    std::vector<std::pair<std::string, std::string>> files;
    for (const DocumentTable& table : document.tables) {
        std::string text;
        std::vector<CsvCell> heads;
        for (const DocumentColumn& column : table.columns)
            if (!column.line)
                heads.emplace_back(column.title);
        append(text, heads, cells);
        for (const DocumentRow& row : table.rows) {
            std::vector<CsvCell> line;
            for (std::size_t i = 0; i < row.cells.size(); ++i) {
                if (table.columns[i].line)
                    continue;
                const std::string& data = row.cells[i].data();
                line.push_back(row.cells[i].number ? CsvCell::ofNumber(data == " " ? "" : data)
                                                   : CsvCell(data));
            }
            append(text, line, cells);
        }
        files.emplace_back(table.id + ".csv", std::move(text));
    }
    return files;
}

std::string csvOf(const Report& report, const Accounts& accounts, CsvCells cells) {
    std::string text;
    std::vector<CsvCell> heads(accounts.by.words.begin(), accounts.by.words.end());
    for (const char* head :
         {"subtotal", "guaranteed", "used", "within", "borrowed", "lent", "idleWhileOthersWaited",
          "idleWhileNobodyWaited", "lost", "caused", "failed", "jobs", "started", "waiting",
          "waitP50", "waitP95", "waitMean", "evictions", "cost"})
        heads.emplace_back(head);
    append(text, heads, cells);
    for (const AccountRow& row : accounts.rows) {
        std::vector<CsvCell> line;
        for (const Key key : accounts.by.keys)
            line.emplace_back(nameOf(report.usage, accounts, row, key, report.calendar));
        line.emplace_back(row.subtotal ? "yes" : "");
        const bool has = row.quota && report.usage.guaranteesKnown;
        const QuotaColumns quota = row.quota.value_or(QuotaColumns());
        const auto ofQuota = [&](Amount amount) {
            line.push_back(has ? hoursCell(amount) : CsvCell(""));
        };
        ofQuota(quota.guaranteed);
        line.push_back(hoursCell(row.used));
        for (const Amount amount :
             {quota.within, quota.borrowed, quota.lent, quota.idleWaited, quota.idleCalm})
            ofQuota(amount);
        for (const Amount amount : {row.lost, row.caused, row.failed})
            line.push_back(hoursCell(amount));
        for (const std::int64_t number : {row.jobs, row.started, row.waiting})
            line.push_back(count(number));
        for (const Duration wait : {row.waitAll.p50, row.waitAll.p95, row.waitAll.mean})
            line.push_back(
                CsvCell::ofNumber(report.usage.startsKnown ? secondsText(wait) : std::string()));
        line.push_back(count(row.evictions));
        line.push_back(row.cost ? CsvCell::ofNumber(decimalText(*row.cost, 2, 2)) : CsvCell(""));
        append(text, line, cells);
    }
    return text;
}

}  // namespace apportion::report
