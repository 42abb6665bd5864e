// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of a quota's sheet, also of several: values, mistakes, and where they stand.
#include <algorithm>

#include <QDoubleSpinBox>
#include <QLineEdit>

#include "tests/ui/quota_forms/quota_sheet_fixture.h"
#include "ui/dialogs/mistake_line.h"

namespace apportion::ui {
namespace {

TEST_F(QuotaSheetTest, SecondFieldsStandBelowEachOther) {
    make(kPool128);
    open(QStringLiteral("Quota1"));
    expectOneColumn();
}

TEST_F(QuotaSheetTest, SecondFieldsStayWhereTheyAreBesideWhatAFieldWas) {
    make(kPool128);
    edit({QStringLiteral("Quota1.1")});
    const int before = expectOneColumn();
    type(named<AmountField>("Limit"), "100");
    EXPECT_TRUE(button("was none")) << "in place of the hint";
    EXPECT_EQ(expectOneColumn(), before);
}

TEST_F(QuotaSheetTest, FieldsShowTheSizesOfALargePoolWithTheirUnit) {
    make(R"({"apportion": 1, "name": "large", "nodes": [{"name": "n", "count": 1000, "gpu": 1000}],
 "quotas": [{"name": "all", "guaranteed": {"gpu": 1000000}}]})");
    open(QStringLiteral("all"));
    auto* limit = named<AmountField>("Limit");
    limit->setAmount(1'000'000 * kOneGpu);
    const auto* line = limit->findChild<QLineEdit*>();
    ASSERT_TRUE(line->text().endsWith(QStringLiteral("GPUs"))) << qPrintable(line->text());
    EXPECT_GE(line->width(), line->fontMetrics().horizontalAdvance(line->text()));
}

TEST_F(QuotaSheetTest, EveryMistakeIsToldAtItsField) {
    make(kPool128);
    open(QStringLiteral("Quota1"));
    const auto lines = [this] {
        auto all = dialog->findChildren<MistakeLine*>();
        std::sort(all.begin(), all.end(),
                  [](const MistakeLine* a, const MistakeLine* b) { return a->y() < b->y(); });
        QStringList said;
        for (const MistakeLine* line : all)
            if (line->isVisible())
                said << line->sentence();
        return said;
    };
    // Two of one line.
    dialog->show();
    auto* rank = named<QDoubleSpinBox>("Rank");
    rank->selectAll();
    QTest::keyClicks(rank, QStringLiteral("1x"));
    type(named<AmountField>("Limit"), "many");
    type(named<AmountField>("Weight"), "much");
    for (const QString& line : lines())
        EXPECT_FALSE(line.endsWith(QLatin1Char('\n'))) << qPrintable(line);
    ASSERT_TRUE(waitFor([&] { return lines().join(QString()).contains(QStringLiteral("much")); }));
    ASSERT_EQ(lines().size(), 2);
    EXPECT_TRUE(lines()[0].contains(QStringLiteral("many")));
    EXPECT_TRUE(lines()[0].contains(QStringLiteral("much")));
    EXPECT_TRUE(lines()[1].contains(QStringLiteral("1x")));
    for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
        if (line->sentence().contains(QStringLiteral("1x"))) {
            EXPECT_LT(
                line->mapTo(dialog.get(), QPoint()).y() - rank->mapTo(dialog.get(), QPoint()).y(),
                2 * rank->height());
        }
}

TEST_F(QuotaSheetTest, AFieldIsSetBackByWhatItWas) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    type(named<AmountField>("Guarantee"), "72");
    ASSERT_NE(button("was 80"), nullptr);
    QTest::mouseClick(button("was 80"), Qt::LeftButton);
    settle();
    EXPECT_EQ(named<AmountField>("Guarantee")->amount(), 80 * kOneGpu);
    EXPECT_TRUE(dialog->changed().empty());
    EXPECT_FALSE(button("Apply")->isEnabled());
}

TEST_F(QuotaSheetTest, EnterAppliesAlsoWhereTabHasGoneToWhatTheFieldWas) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    type(named<AmountField>("Guarantee"), "72");
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
    ASSERT_EQ(dialog->focusWidget(), button("was 80"));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return);
    EXPECT_TRUE(waitFor([&] { return sizeOf("Quota1.2") == 72; }));
    edit({QStringLiteral("Quota1.2")});
    type(named<AmountField>("Guarantee"), "64");
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Tab);
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Space);
    EXPECT_EQ(named<AmountField>("Guarantee")->amount(), 72 * kOneGpu) << "Space sets it back";
}

TEST_F(QuotaSheetTest, OfSeveralOnlyWhatSomebodyTouchesIsSet) {
    make(kPool128);
    ASSERT_EQ(run(commandOf("policy", {{"quota", "Quota1.1"}, {"set", R"({"weight":3})"}})), "");
    ASSERT_TRUE(waitFor([this] { return quota("Quota1.1")->policy.weight == 3; }));
    edit({QStringLiteral("Quota1.1"), QStringLiteral("Quota1.2")});
    ASSERT_NE(button("mixed"), nullptr);
    EXPECT_TRUE(dialog->findChildren<QLineEdit*>(QStringLiteral("Name")).isEmpty());
    EXPECT_FALSE(button("Apply")->isEnabled());
    type(named<AmountField>("Limit"), "60");
    // Below what one of them is guaranteed.
    EXPECT_FALSE(button("Apply 1 change(s)")->isEnabled());
    type(named<AmountField>("Limit"), "100");
    type(named<AmountField>("Weight"), "5");
    EXPECT_EQ(dialog->consequence(),
              QStringLiteral("2 field(s) change, in one step. You can undo this change."));
    QTest::mouseClick(button("Apply 2 change(s)"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return quota("Quota1.2")->policy.limit.gpu == 10000; }));
    EXPECT_EQ(quota("Quota1.1")->policy.weight, 5);
    EXPECT_EQ(sizeOf("Quota1.1"), 48) << "nobody touched it";
    EXPECT_EQ(sizeOf("Quota1.2"), 80);
    bridge.session().undo();
    EXPECT_TRUE(waitFor([this] {
        return quota("Quota1.1")->policy.weight == 3 && !quota("Quota1.2")->policy.limit.gpu;
    }));
}

// The first has 48 already: also that is set for the others.
TEST_F(QuotaSheetTest, OfSeveralAMixedFieldShowsNoValueAndTakesEveryOne) {
    make(kPool128);
    edit({QStringLiteral("Quota1.1"), QStringLiteral("Quota1.2")});
    auto* guarantee = named<AmountField>("Guarantee");
    const auto* line = guarantee->findChild<QLineEdit*>();
    EXPECT_EQ(line->text(), QString());
    EXPECT_EQ(line->placeholderText(), QStringLiteral("mixed"));
    type(guarantee, "48");
    EXPECT_EQ(dialog->changed(), std::vector{QuotaField::guaranteed});
    guarantee->selectAll();
    QTest::keyClick(guarantee, Qt::Key_Delete);
    settle();
    EXPECT_TRUE(dialog->changed().empty()) << "taken out again, each keeps its own";
    type(guarantee, "48");
    QTest::mouseClick(button("Apply 1 change(s)"), Qt::LeftButton);
    ASSERT_TRUE(waitFor([this] { return sizeOf("Quota1.2") == 48; }));
    EXPECT_EQ(sizeOf("Quota1.1"), 48);
}

TEST_F(QuotaSheetTest, AMistakeMovesNoFieldAndMakesNothingLarger) {
    make(kPool128);
    edit({QStringLiteral("Quota1.2")});
    const auto places = [this] {
        std::vector<QPoint> at;
        for (const char* name : {"Guarantee", "Limit", "Lending", "Budget"})
            at.push_back(named<AmountField>(name)->mapTo(dialog.get(), QPoint()));
        return at;
    };
    const auto shown = [this] {
        const auto lines = dialog->findChildren<MistakeLine*>();
        return std::count_if(lines.begin(), lines.end(),
                             [](const MistakeLine* line) { return line->isVisible(); });
    };
    const auto before = places();
    const int height = dialog->height();
    type(named<AmountField>("Guarantee"), "150");
    QTest::qWait(50);
    EXPECT_EQ(shown(), 1);
    EXPECT_EQ(places(), before);
    EXPECT_EQ(dialog->height(), height);
    named<AmountField>("Limit")->setFocus();
    EXPECT_EQ(shown(), 0) << "the field with the focus is seen";
    named<AmountField>("Guarantee")->setFocus();
    EXPECT_EQ(shown(), 1);
}

TEST_F(QuotaSheetTest, MinimumRuntimeIsThePoolsUntilItIsGiven) {
    make(kPool128);
    edit({QStringLiteral("Quota1.1")});
    auto* runtime = named<QDoubleSpinBox>("Minimum runtime");
    EXPECT_EQ(runtime->text(), QStringLiteral("as the pool"));
    runtime->setFocus();
    runtime->selectAll();
    QTest::keyClicks(runtime, QStringLiteral("30"));
    settle();
    QTest::mouseClick(button("Apply 1 change(s)"), Qt::LeftButton);
    EXPECT_TRUE(waitFor(
        [this] { return quota("Quota1.1")->policy.minRuntime == Duration{30 * 60 * kSecond}; }));
}

}  // namespace
}  // namespace apportion::ui
