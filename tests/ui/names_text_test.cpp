// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of names: a crowd is a number.
#include <gtest/gtest.h>

#include <QLocale>

#include "ui/texts.h"

namespace apportion::ui {
namespace {

TEST(NamesText, TellsEachOfAFewAndTheNumberOfACrowd) {
    const QString hundred = namesText(std::vector<std::string>(100, "x"));
    EXPECT_EQ(hundred.count(QLatin1Char('x')), 100);
    EXPECT_FALSE(hundred.contains(QStringLiteral("more"))) << qPrintable(hundred);
    const QString crowd = namesText(std::vector<std::string>(20'100, "x"));
    EXPECT_EQ(crowd.count(QLatin1Char('x')), 100);
    EXPECT_TRUE(crowd.endsWith(QLocale().toString(20'000) + QStringLiteral(" more")))
        << qPrintable(crowd);
}

}  // namespace
}  // namespace apportion::ui
