// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_age.h"

#include <gtest/gtest.h>

#include "tests/core/view/standing.h"

namespace apportion {
namespace {

class ScaleAgeTest : public ::testing::Test {
protected:
    ScaleAgeTest() {
        stand(then.document, Standing::live);
        then.document.revision = 7;
        then.key.capacity = 32 * kOneGpu;
        const auto quota = [this](const char* name, int parent) {
            QuotaRow row;
            row.name = name;
            row.parent = parent;
            row.numbers.guaranteed = 8 * kOneGpu;
            then.quotas.push_back(row);
        };
        quota("root", -1);
        quota("a", 0);
        quota("b", 0);
        quota("below-a", 1);
        quota("elsewhere", -1);
        ScaleLevel roots;
        roots.rows = {row("root", 8), row("elsewhere", 8)};
        ScaleLevel children;
        children.parent = "root";
        children.rows = {row("a", 12), row("b", 4)};
        check.levels = {roots, children};
        now = then;
        now.document.revision = 9;
    }
    static ScaleRow row(const char* quota, Gpu target) {
        ScaleRow row;
        row.quota = quota;
        row.now = 8 * kOneGpu;
        row.target = target * kOneGpu;
        return row;
    }
    ScaleAge age() const { return ageOf(check, then, now); }

    ScaleCheck check;
    View then;
    View now;
};

TEST_F(ScaleAgeTest, WhatHappensElsewhereDoesNotTouchIt) {
    now.quotas[4].numbers.own = 8 * kOneGpu;
    now.quotas[4].numbers.guaranteed = 4 * kOneGpu;
    EXPECT_EQ(age(), ScaleAge::asShown);
}

TEST_F(ScaleAgeTest, WorkBesideItDoes) {
    now.quotas[2].numbers.pending = kOneGpu;
    EXPECT_EQ(age(), ScaleAge::used);
    now.document.revision = then.document.revision;
    EXPECT_EQ(age(), ScaleAge::asShown) << "what is shown of time alone";
}

TEST_F(ScaleAgeTest, SizesPoliciesAndNodesMakeAnotherQuestionOfIt) {
    now.quotas[2].numbers.guaranteed = 7 * kOneGpu;
    EXPECT_EQ(age(), ScaleAge::changed);
    now.quotas[2] = then.quotas[2];
    now.quotas[0].policy.rank = 2;
    EXPECT_EQ(age(), ScaleAge::changed);
    now.quotas[0] = then.quotas[0];
    now.key.capacity -= kOneGpu;
    EXPECT_EQ(age(), ScaleAge::changed);
    now.key.capacity = then.key.capacity;
    EXPECT_EQ(age(), ScaleAge::asShown);
    now.quotas.erase(now.quotas.begin() + 2);
    EXPECT_EQ(age(), ScaleAge::changed);
}

TEST_F(ScaleAgeTest, WithoutATargetTheLevelsThemselvesAreShown) {
    check.levels[1].rows[0].target = check.levels[1].rows[0].now;
    check.levels[1].rows[1].target = check.levels[1].rows[1].now;
    EXPECT_EQ(age(), ScaleAge::changed);
}

TEST_F(ScaleAgeTest, ARecordedRunIsAsOfItsClock) {
    stand(now.document, Standing::recorded);
    check.at = now.clock = 5 * kSecond;
    EXPECT_EQ(age(), ScaleAge::asShown);
    now.clock = 6 * kSecond;
    EXPECT_EQ(age(), ScaleAge::changed);
}

}  // namespace
}  // namespace apportion
