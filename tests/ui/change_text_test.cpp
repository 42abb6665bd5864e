// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/change_text.h"

#include <gtest/gtest.h>

namespace apportion::ui {
namespace {

// Without a value all of the guarantee is lent.
TEST(ChangeText, WhatIsLentIsToldInWords) {
    JournalEntry entry;
    entry.facts.push_back({ObjectKind::quota, "Keep", 0,
                           R"({"guaranteed":{"gpu":8},"lend":{"gpu":0}})",
                           R"({"guaranteed":{"gpu":8}})"});
    const EntryChanges changes = changesOf(entry, 10);
    ASSERT_EQ(changes.changes.size(), 1u);
    EXPECT_EQ(changedText(changes.changes[0]), QStringLiteral("Lends of Keep"));
    EXPECT_EQ(changeText(changes.changes[0]), QStringLiteral("0 GPUs → all of it"));
}

TEST(ChangeText, ADurationOfLessThanASecondIsTold) {
    JournalEntry entry;
    entry.facts.push_back(
        {ObjectKind::workload, "w", 0, R"({"gpu":1})", R"({"gpu":1,"duration":0.5})"});
    const EntryChanges changes = changesOf(entry, 10);
    ASSERT_EQ(changes.changes.size(), 1u);
    EXPECT_EQ(changeText(changes.changes[0]), QStringLiteral("none → 0.5 s"));
}

}  // namespace
}  // namespace apportion::ui
