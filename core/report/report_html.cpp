// SPDX-License-Identifier: GPL-3.0-or-later
// Names of users and workloads are texts of strangers: every value of the template is escaped.
#include <algorithm>
#include <array>

#include <kainjow/mustache.hpp>
#include <report_template.h>

#include "core/model/number_text.h"
#include "core/report/document.h"

namespace apportion::report {

namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;

constexpr std::array<const char*, 4> kDashes{"none", "7 3", "2 2", "9 3 2 3"};
constexpr std::array<const char*, 4> kRowClasses{"plain", "subtotal", "rest", "total"};

data textsOf(const std::vector<std::string>& texts) {
    data list(data::type::list);
    for (const std::string& text : texts)
        list << data(text);
    return list;
}

// Points of a line in a box of 132 x 26, from 0 up to the largest.
data lineOf(const DocumentRow& row) {
    const std::int64_t most =
        std::max<std::int64_t>(1, *std::max_element(row.line.begin(), row.line.end()));
    const auto steps = std::max<std::int64_t>(1, static_cast<std::int64_t>(row.line.size()) - 1);
    std::string points, x, y;
    for (std::size_t i = 0; i < row.line.size(); ++i) {
        // In tenths.
        x = decimalText(30 + 1260 * static_cast<std::int64_t>(i) / steps, 1);
        y = decimalText(230 - row.line[i] * 200 / most, 1);
        points += (points.empty() ? "" : " ") + x + "," + y;
    }
    data line;
    line.set("points", points);
    line.set("area", "3,25 " + points + " " + x + ",25");
    line.set("x", x);
    line.set("y", y);
    line.set("fill", std::string(row.colour < 0 ? "#4a525f" : colourOf(row.colour)));
    return line;
}

data rowOf(const DocumentTable& table, const DocumentRow& row) {
    data cells(data::type::list);
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
        data cell;
        cell.set("text", row.cells[i].text);
        // Each is set, or the template would find the one of what it stands in.
        cell.set("n", row.cells[i].number);
        cell.set("indent", false);
        cell.set("colour", false);
        cell.set("line", false);
        if (i == 0 && row.depth > 0)
            cell.set("indent", std::to_string(16 * row.depth));
        if (i == 0 && row.colour >= 0)
            cell.set("colour", std::string(colourOf(row.colour)));
        if (table.columns[i].line && !row.line.empty())
            cell.set("line", lineOf(row));
        cells << cell;
    }
    data made;
    made.set("kind", kRowClasses.at(static_cast<std::size_t>(row.kind)));
    made.set("cells", cells);
    return made;
}

// In a box of 840 x 200 that begins at 64, 8. Nothing of a table without one.
data chartOf(const DocumentTable& table) {
    const DocumentChart& chart = table.chart;
    if (chart.lines.empty())
        return false;
    const auto x = [](int place) { return decimalText(640 + 84 * place / 10, 1); };
    const auto y = [](int place) { return decimalText(2080 - 2 * place, 1); };
    data lines(data::type::list), across(data::type::list), up(data::type::list);
    std::size_t number = 0;
    for (const DocumentChart::Line& line : chart.lines) {
        std::string points;
        for (const auto& [at, value] : line.points)
            points.append(points.empty() ? "" : " ").append(x(at)).append(",").append(y(value));
        data each;
        each.set("name", line.name);
        each.set("points", points);
        each.set("fill", std::string(line.colour < 0 ? "#4a525f" : colourOf(line.colour)));
        each.set("dash", kDashes.at(number++ % kDashes.size()));
        lines << each;
    }
    for (const auto& [at, words] : chart.across) {
        data each;
        each.set("x", x(at));
        each.set("text", words);
        each.set("anchor", at == 0 ? "start" : at == 1000 ? "end" : "middle");
        across << each;
    }
    for (const auto& [at, words] : chart.up) {
        data each;
        each.set("y", y(at));
        each.set("text", words);
        up << each;
    }
    data made;
    made.set("title", table.title);
    made.set("lines", lines);
    made.set("across", across);
    made.set("up", up);
    return made;
}

data tableOf(const DocumentTable& table, int number) {
    data columns(data::type::list), rows(data::type::list);
    for (const DocumentColumn& column : table.columns) {
        data each;
        each.set("title", column.title);
        each.set("n", column.number);
        columns << each;
    }
    for (const DocumentRow& row : table.rows)
        rows << rowOf(table, row);
    data made;
    made.set("id", table.id);
    made.set("chart", chartOf(table));
    made.set("hasRows", !table.columns.empty());
    made.set("number", std::to_string(number));
    made.set("title", table.title);
    made.set("note", table.note);
    made.set("columns", columns);
    made.set("rows", rows);
    if (table.foot.empty())
        made.set("foot", false);
    else
        made.set("foot", table.foot);
    return made;
}

data barOf(const std::vector<CapacityPart>& parts) {
    data bar(data::type::list);
    std::int64_t x = 0;
    for (const CapacityPart& part : parts) {
        data each;
        each.set("x", decimalText(x, 3));
        each.set("width", decimalText(std::max<std::int64_t>(part.share, 500), 3));
        each.set("name", part.name);
        each.set("hours", part.hours);
        each.set("fill", part.kind == CapacityPart::Kind::free   ? "#e6e9ee"
                         : part.kind == CapacityPart::Kind::down ? "url(#down)"
                         : part.kind == CapacityPart::Kind::unknown
                             ? "url(#unknown)"
                             : std::string(colourOf(part.colour)));
        bar << each;
        x += part.share;
    }
    return bar;
}

}  // namespace

std::string htmlOf(const Document& document) {
    data all;
    all.set("title", document.title);
    all.set("subtitle", document.subtitle);
    all.set("head", document.head);
    all.set("foot", document.foot);
    all.set("sentences", textsOf(document.sentences));
    all.set("hasBar", !document.bar.empty());
    all.set("bar", barOf(document.bar));
    data figures(data::type::list);
    for (const CapacityFigure& figure : document.figures) {
        data each;
        each.set("name", figure.name);
        each.set("hours", figure.hours);
        each.set("note", figure.note);
        figures << each;
    }
    all.set("figures", figures);
    data tables(data::type::list);
    int number = 0;
    for (const DocumentTable& table : document.tables)
        tables << tableOf(table, ++number);
    all.set("tables", tables);
    all.set("coverageTitle", document.coverageTitle);
    all.set("coverage", textsOf(document.coverage));
    all.set("methodNumber", std::to_string(number + 1));
    data method(data::type::list);
    for (const Definition& each : document.method) {
        data made;
        made.set("term", each.term);
        made.set("text", each.text);
        method << made;
    }
    all.set("method", method);
    return mustache(kReportTemplate).render(all);
}

}  // namespace apportion::report
