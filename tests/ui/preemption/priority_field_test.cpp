// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/preemption/priority_field.h"

#include <gtest/gtest.h>

#include <QLineEdit>

#include "ui/preemption/policy_texts.h"
#include "ui/widgets/segmented.h"

namespace apportion::ui {
namespace {

// "1–1" reads as one number; what stands there can be read again.
TEST(PriorityField, ARangeOfOneIsWrittenInWords) {
    PriorityField field(QStringLiteral("Low"), {});
    field.setRange({2, 4});
    EXPECT_EQ(field.edit()->text(), QStringLiteral("2–4"));
    field.setRange({1, 1});
    ASSERT_FALSE(field.isSingle());
    EXPECT_EQ(field.edit()->text(), QStringLiteral("1 to 1"));
    EXPECT_EQ(rangeFromText(field.edit()->text()), (PriorityRange{1, 1}));
}

}  // namespace
}  // namespace apportion::ui
