// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/policy_texts.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

TEST(PolicyTexts, RangesAreReadAsPeopleWriteThem) {
    const std::pair<const char*, std::optional<PriorityRange>> texts[] = {
        {"4", PriorityRange{4, 4}},
        {" 6-9 ", PriorityRange{6, 9}},
        {"6 – 9", PriorityRange{6, 9}},
        {"6 to 9", PriorityRange{6, 9}},
        {"6 a 9", PriorityRange{6, 9}},
        {"6 9", PriorityRange{6, 9}},
        {"9-6", PriorityRange{9, 6}},
        {"0", PriorityRange{0, 0}},
        {"6\u2009–\u20099", PriorityRange{6, 9}},
        {"", std::nullopt},
        {"six", std::nullopt},
        {"6-", std::nullopt},
        {"6-7-8", std::nullopt},
        {"-3", std::nullopt},
        {"99999", std::nullopt}};
    for (const auto& [text, range] : texts)
        EXPECT_EQ(rangeFromText(QString::fromUtf8(text)), range) << text;
}

}  // namespace
}  // namespace apportion::ui
