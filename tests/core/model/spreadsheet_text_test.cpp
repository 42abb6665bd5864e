// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/spreadsheet_text.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

TEST(SpreadsheetText, OfAFormulaIsText) {
    for (const char* formula :
         {"=SUM(A1)", "+A1", "-A1", "@SUM(A1)", "\t=A1", "\r=A1", "-", "-1+A1", "-1.", "+1.2.3"})
        EXPECT_EQ(spreadsheetText(formula), std::string("'") + formula);
}

TEST(SpreadsheetText, ANumberAndEveryOtherTextStay) {
    for (const char* plain : {"", "0", "-1", "+3", "-1.5", "Quota1.2", "a=b", "'=A1", "2026-11-20"})
        EXPECT_EQ(spreadsheetText(plain), plain);
}

}  // namespace
}  // namespace apportion
