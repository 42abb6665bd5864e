// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <map>
#include <sstream>

#include <SQLiteCpp/SQLiteCpp.h>

#include "app/ctl/command.h"
#include "app/manual/pages.h"
#include "core/store/schema.h"

namespace apportion::manual {

namespace {

// Rows "| name | key | what |": the last cell by the first.
std::map<std::string, std::string> rowsIn(const std::string& readme) {
    std::map<std::string, std::string> rows;
    std::istringstream lines(readme);
    for (std::string line; std::getline(lines, line);) {
        const auto first = line.find(" | ");
        const auto second = line.find(" | ", first + 1);
        if (line.starts_with("| ") && second != std::string::npos)
            rows[line.substr(2, first - 2)] =
                line.substr(second + 3, line.rfind(" |") - second - 3);
    }
    return rows;
}

std::string hexadecimal(std::int32_t number) {
    char text[16];
    std::snprintf(text, sizeof text, "0x%08x", static_cast<unsigned>(number));
    return text;
}

}  // namespace

Page projectPage(const std::string& readme, const Release& release) {
    Page page("apportion-project", '5', "project file of Apportion", release);
    ctl::Action run;
    const auto program = ctl::makeProgram(run);
    const CLI::App& project = *program->get_subcommand("project");
    page.heading("DESCRIPTION");
    page.footer(project.get_footer());
    page.heading("FORMAT");
    page.paragraph("SQLite database, application_id " + hexadecimal(store::kApplicationId) +
                   ", user_version " + std::to_string(store::kSchema) + ".");
    page.heading("TABLES");
    auto rows = rowsIn(readme);
    for (std::size_t kind = 0; kind < kObjectKinds; ++kind)
        if (const auto row = rows.extract(std::string(word(static_cast<ObjectKind>(kind)))))
            rows[store::tableOf(static_cast<ObjectKind>(kind))] = row.mapped();
    SQLite::Database database(":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    store::createSchema(database);
    SQLite::Statement tables(database,
                             "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid");
    while (tables.executeStep()) {
        const std::string name = tables.getColumn(0).getString();
        std::string columns;
        SQLite::Statement column(database, "SELECT name FROM pragma_table_xinfo(?)");
        column.bind(1, name);
        while (column.executeStep())
            columns += (columns.empty() ? "" : ", ") + column.getColumn(0).getString();
        page.item(name, "Columns: " + columns + "." +
                            (rows.contains(name) ? " A row: " + rows[name] + "." : ""));
    }
    page.heading("COMMANDS");
    for (const CLI::App* each : project.get_subcommands({}))
        page.item("apportionctl-project-" + each->get_name() + "(1)", each->get_description());
    page.heading("SEE ALSO");
    page.paragraph("apportionctl-project(1), apportion-scenario(5)");
    return page;
}

}  // namespace apportion::manual
