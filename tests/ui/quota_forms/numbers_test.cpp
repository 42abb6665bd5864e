// SPDX-License-Identifier: GPL-3.0-or-later
// What is typed into the numbers of the quota forms is never taken for another number.
#include <initializer_list>
#include <memory>
#include <utility>

#include <QApplication>
#include <QDoubleSpinBox>
#include <QPushButton>

#include "tests/ui/quota_forms/borrowed_pool.h"
#include "tests/ui/quota_forms/project_fixture.h"
#include "ui/dialogs/mistake_line.h"
#include "ui/quota_forms/amount_field.h"
#include "ui/quota_forms/move_dialog.h"
#include "ui/quota_forms/quota_sheet.h"
#include "ui/quota_forms/room_bar.h"

namespace apportion::ui {
namespace {

class QuotaNumbersTest : public ProjectTest {
protected:
    void show(DialogFrame* form) {
        dialog.reset(form);
        dialog->show();
        QApplication::setActiveWindow(dialog.get());
        ASSERT_TRUE(waitFor([this] { return dialog->isActiveWindow(); }));
        settle();
    }
    void settle() {
        ASSERT_TRUE(waitFor([this] { return dialog->isUpToDate(); }));
    }
    QPushButton* button(const char* text) {
        for (QPushButton* each : dialog->findChildren<QPushButton*>())
            if (each->text() == QLatin1String(text))
                return each;
        ADD_FAILURE() << text;
        return nullptr;
    }
    QDoubleSpinBox* field(const char* name) {
        for (QDoubleSpinBox* each : dialog->findChildren<QDoubleSpinBox*>())
            if (each->accessibleName() == QLatin1String(name))
                return each;
        ADD_FAILURE() << name;
        return nullptr;
    }
    static void type(QDoubleSpinBox* box, const char* text) {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(text));
    }
    bool says(const char* text) const {
        for (const MistakeLine* line : dialog->findChildren<MistakeLine*>())
            if (line->isVisible() && line->sentence().contains(QLatin1String(text)))
                return true;
        return false;
    }
    void expectRefused(const char* name, const char* wrong, const char* right, const char* verb) {
        QApplication::setActiveWindow(dialog.get());
        ASSERT_TRUE(QTest::qWaitForWindowActive(dialog.get()));
        QDoubleSpinBox* box = field(name);
        type(box, wrong);
        EXPECT_FALSE(says(wrong)) << name << ": whoever types is told nothing";
        EXPECT_TRUE(dialog->consequence().isEmpty()) << qPrintable(dialog->consequence());
        settle();
        EXPECT_FALSE(button(verb)->isEnabled()) << name;
        EXPECT_TRUE(waitFor([&] { return says(wrong); })) << name;
        EXPECT_TRUE(box->property("error").toBool()) << name;
        EXPECT_FALSE(button(verb)->isEnabled()) << name;
        button("Cancel")->setFocus();
        settle();
        EXPECT_TRUE(box->text().startsWith(QLatin1String(wrong))) << "it stays to be mended";
        EXPECT_FALSE(button(verb)->isEnabled()) << name;
        type(box, right);
        settle();
        EXPECT_TRUE(waitFor([&] { return button(verb)->isEnabled(); })) << name;
        EXPECT_FALSE(box->property("error").toBool()) << name;
        EXPECT_FALSE(says(wrong)) << name;
    }

    std::unique_ptr<DialogFrame> dialog;
};

TEST_F(QuotaNumbersTest, OfANewQuota) {
    make(kPool128);
    show(new QuotaSheet(bridge, runner, Mode::live, QStringLiteral("Quota1.1"), nullptr));
    expectRefused("Guarantee", "2e", "2", "Create");
    expectRefused("Limit", "1o", "10", "Create");
    expectRefused("Weight", "1.5", "3", "Create");
    expectRefused("Lending", "all", "1", "Create");
    expectRefused("Rank", "first", "2", "Create");
    // Whoever empties a field leaves it out again.
    AmountField* limit = dynamic_cast<AmountField*>(field("Limit"));
    ASSERT_NE(limit, nullptr);
    type(limit, "x");
    settle();
    EXPECT_FALSE(limit->isReadable());
    QTest::keyClick(limit, Qt::Key_Backspace);
    settle();
    EXPECT_TRUE(limit->isReadable());
    EXPECT_EQ(limit->amount(), std::nullopt);
    EXPECT_TRUE(waitFor([this] { return button("Create")->isEnabled(); }));
}

// No sentence comes and goes with each key: it is told once nobody types any more.
TEST_F(QuotaNumbersTest, OfOneThatIsHalfTypedNothingIsSaid) {
    make(kPool128);
    show(new QuotaSheet(bridge, runner, Mode::live, QStringLiteral("Quota1.1"), nullptr));
    QApplication::setActiveWindow(dialog.get());
    ASSERT_TRUE(QTest::qWaitForWindowActive(dialog.get()));
    QDoubleSpinBox* size = field("Guarantee");
    size->setFocus();
    size->selectAll();
    QTest::keyClicks(size, QStringLiteral("2e"));
    EXPECT_FALSE(says("2e"));
    EXPECT_TRUE(dialog->consequence().isEmpty()) << qPrintable(dialog->consequence());
    EXPECT_FALSE(button("Create")->isEnabled());
    EXPECT_TRUE(waitFor([&] { return says("2e"); }));
    EXPECT_TRUE(dialog->consequence().startsWith(QStringLiteral("1 problem")));
}

// What would be left is not told with the number of before.
TEST_F(QuotaNumbersTest, OfANewQuotaNothingOfTheNumberBeforeHolds) {
    make(kPool128);
    show(new QuotaSheet(bridge, runner, Mode::live, QStringLiteral("Quota1.1"), nullptr));
    auto* room = dialog->findChild<RoomBar*>();
    ASSERT_NE(room, nullptr);
    type(field("Guarantee"), "2");
    settle();
    EXPECT_TRUE(room->toolTip().contains(QStringLiteral("left"))) << qPrintable(room->toolTip());
    type(field("Guarantee"), "2e");
    settle();
    EXPECT_FALSE(room->toolTip().contains(QStringLiteral("left"))) << qPrintable(room->toolTip());
    const auto isTold = [this] {
        return dialog->consequence().startsWith(QStringLiteral("1 problem"));
    };
    EXPECT_TRUE(waitFor(isTold)) << qPrintable(dialog->consequence());
    type(field("Guarantee"), "2");
    settle();
    EXPECT_TRUE(room->toolTip().contains(QStringLiteral("left"))) << qPrintable(room->toolTip());
}

TEST_F(QuotaNumbersTest, OfSeveralQuotas) {
    make(kPool128);
    const QStringList both{QStringLiteral("Quota1.1"), QStringLiteral("Quota1.2")};
    const auto* sheet = new QuotaSheet(bridge, runner, Mode::live, both);
    show(const_cast<QuotaSheet*>(sheet));
    const char* verbs[] = {"Apply 1 change(s)", "Apply 2 change(s)", "Apply 3 change(s)",
                           "Apply 4 change(s)"};
    const std::pair<const char*, const char*> fields[] = {
        {"Weight", "7"}, {"Rank", "7"}, {"Limit", "90"}, {"Lending", "7"}};
    for (std::size_t i = 0; i < std::size(fields); ++i) {
        const auto& [name, right] = fields[i];
        type(field(name), "7x");
        settle();
        EXPECT_TRUE(waitFor([&] { return says("7x"); })) << name;
        type(field(name), right);
        settle();
        EXPECT_FALSE(says("7x")) << name;
        EXPECT_TRUE(waitFor([&] { return button(verbs[i])->isEnabled(); })) << name;
    }
}

TEST_F(QuotaNumbersTest, OfSeveralQuotasWhatCannotBeReadIsNotDroppedUnasked) {
    make(kPool128);
    show(new QuotaSheet(bridge, runner, Mode::live,
                        QStringList{QStringLiteral("Quota1.1"), QStringLiteral("Quota1.2")}));
    type(field("Limit"), "7x");
    QTest::keyClick(dialog.get(), Qt::Key_Escape);
    EXPECT_TRUE(dialog->isVisible());
}

// Qt says a word to the console where it counts back from the end of a unit that is not there.
TEST_F(QuotaNumbersTest, WordsInAFieldHaveNoUnit) {
    make(kPool128);
    show(new QuotaSheet(bridge, runner, Mode::live,
                        QStringList{QStringLiteral("Quota1.1"), QStringLiteral("Quota1.2")}));
    QDoubleSpinBox* limit = field("Limit");
    limit->setFocus(Qt::TabFocusReason);
    QTest::keySequence(limit, QKeySequence::SelectAll);
    QTest::keyClicks(limit, QStringLiteral("12"));
    button("Cancel")->setFocus();
    EXPECT_EQ(limit->text(), QStringLiteral("12 GPUs"));
    type(limit, "");
    QTest::keyClick(limit, Qt::Key_Delete);
    QTest::keySequence(limit, QKeySequence::SelectAll);
    EXPECT_EQ(limit->text(), QString());
    button("Cancel")->setFocus();
    EXPECT_EQ(limit->text(), QString());
}

TEST_F(QuotaNumbersTest, OfAMove) {
    make(kPool128);
    show(new MoveDialog(bridge, runner, Mode::live, QStringLiteral("Quota1.1"),
                        QStringLiteral("Quota1.2"), nullptr));
    expectRefused("GPUs to move", "4-", "4", "Move");
}

}  // namespace
}  // namespace apportion::ui
