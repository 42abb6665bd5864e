// SPDX-License-Identifier: GPL-3.0-or-later
// A report as people read it: one document, from which HTML, PDF, and CSV are made. All texts are
// in English; numbers are rounded so that they add up.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/model/csv_cell.h"
#include "core/report/report.h"

namespace apportion::report {

struct DocumentCell {
    std::string text;
    std::string raw = {};  // for programs; empty = the text
    bool number = false;

    const std::string& data() const { return raw.empty() ? text : raw; }
};

struct DocumentRow {
    enum class Kind { plain, subtotal, rest, total };
    std::vector<DocumentCell> cells;
    Kind kind = Kind::plain;
    int colour = -1;                      // of the team in front of the first cell; -1 = none
    int depth = 0;                        // in the tree
    std::vector<std::int64_t> line = {};  // a small line over periods
};

struct DocumentColumn {
    std::string title;
    bool number = false;
    bool line = false;  // holds the small lines
};

// Lines over time. Places are thousandths of the chart's width and, from below, its height.
struct DocumentChart {
    struct Line {
        std::string name;
        int colour = -1;  // -1 = what the others are compared with
        std::vector<std::pair<int, int>> points;
    };
    std::vector<Line> lines;
    std::vector<std::pair<int, std::string>> across, up;  // marks of the axes
};

struct DocumentTable {
    std::string id;  // "teams"
    std::string title;
    std::string note;
    std::vector<DocumentColumn> columns;
    std::vector<DocumentRow> rows;
    std::string foot = {};
    DocumentChart chart = {};  // in place of the rows, where there are no columns
};

struct CapacityPart {
    enum class Kind { team, free, down, unknown };
    Kind kind = Kind::team;
    std::string name;
    std::string hours;
    std::int64_t share = 0;  // millionths
    int colour = -1;
};

struct CapacityFigure {
    std::string name, hours, note;
};

struct Definition {
    std::string term, text;
};

struct Document {
    std::string title;     // "GPU use of Pool 128"
    std::string subtitle;  // the period with its zone, and who made it
    std::string head;      // of each page: what, and when
    std::string headRight;
    std::string foot;  // of each page: how to check it
    std::vector<std::string> sentences;
    std::vector<CapacityPart> bar;
    std::vector<CapacityFigure> figures;
    std::vector<DocumentTable> tables;
    std::string coverageTitle = "Coverage";
    std::vector<std::string> coverage;
    std::vector<Definition> method;
};

Document documentOf(const Report& report);

// The n-th color of teams on white, "#3f86f2".
std::string_view colourOf(int colour);

// One file that needs no other.
std::string htmlOf(const Document& document);
// "teams.csv" and its text, of each table.
std::vector<std::pair<std::string, std::string>> csvOf(const Document& document, CsvCells cells);
// The rows of a grouping, with the keys of JSON as heads.
std::string csvOf(const Report& report, const Accounts& accounts, CsvCells cells);

}  // namespace apportion::report
