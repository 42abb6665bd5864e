// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/csv_cell.h"

#include <span>
#include <string>

#include <gtest/gtest.h>

namespace apportion {
namespace {

constexpr const char* kFormulas[] = {"=SUM(A1)",
                                     "+A1",
                                     "-A1",
                                     "@SUM(A1)",
                                     "\t=A1",
                                     "\r=A1",
                                     "\tx",
                                     "\nx",
                                     "-",
                                     "-1+A1",
                                     "-1.",
                                     "+1.2.3",
                                     " =A1",
                                     "＝A1",
                                     "  ＠A1",
                                     "=\"a\",b",
                                     "+1",
                                     "-1",
                                     "-1.5",
                                     ";=1",
                                     "\"=A1\"",
                                     "\u00A0=1",
                                     "\u3000;\u200B+1",
                                     ", \"'=1"};
constexpr const char* kPlain[] = {"",    "0",  "1",  "3.5",        ";",    " ",      "Quota1.2",
                                  "a=b", "'a", "''", "2026-11-20", "\xC2", "\xC2=1", "\xFF\xF0@x"};

std::string cell(std::string_view text, CsvCells cells, char separator = ',') {
    std::string row;
    appendCell(row, text, cells, separator);
    return row;
}

TEST(CsvCell, OfAFormulaIsText) {
    for (const char* formula : kFormulas)
        EXPECT_EQ(spreadsheetText(formula), std::string("'") + formula);
    EXPECT_EQ(cell("=1+2", CsvCells::safe), "'=1+2");
    EXPECT_EQ(cell("=HYPERLINK(\"x\",1)", CsvCells::safe), "\"'=HYPERLINK(\"\"x\"\",1)\"");
}

TEST(CsvCell, ANumberOfTheProgramIsBareAndANameThatLooksLikeOneIsNot) {
    std::string row;
    appendField(row, CsvCell::ofNumber("-60"), CsvCells::safe);
    appendField(row, "-60", CsvCells::safe);
    EXPECT_EQ(row, "-60'-60");
}

TEST(CsvCell, EveryOtherTextStays) {
    for (const char* plain : kPlain)
        EXPECT_EQ(spreadsheetText(plain), plain);
}

TEST(CsvCell, ReadsBackAsItWas) {
    for (const auto& texts :
         {std::span<const char* const>(kFormulas), std::span<const char* const>(kPlain)})
        for (std::string text : texts)
            for (int apostrophes = 0; apostrophes < 3; ++apostrophes, text.insert(0, "'"))
                EXPECT_EQ(textOfCell(spreadsheetText(text)), text);
}

TEST(CsvCell, RawIsWhatItIs) {
    EXPECT_EQ(cell("=1+2", CsvCells::raw), "=1+2");
    EXPECT_EQ(cell("=\"a\"", CsvCells::raw), "\"=\"\"a\"\"\"");
    EXPECT_EQ(cell("a,b", CsvCells::raw, '\t'), "a,b");
    EXPECT_EQ(cell("a\tb", CsvCells::raw, '\t'), "\"a\tb\"");
}

}  // namespace
}  // namespace apportion
