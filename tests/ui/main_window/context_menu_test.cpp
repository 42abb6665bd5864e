// SPDX-License-Identifier: GPL-3.0-or-later
// Menus of an object hold what belongs to it, in groups, and no more than one can take in.
#include <algorithm>

#include "tests/ui/main_window/project_console.h"
#include "ui/main_window/centre.h"
#include "ui/pool_forms/kept_dialog.h"
#include "ui/quota_forms/quota_sheet.h"
#include "ui/widgets/search_field.h"
#include "ui/work_forms/submit_dialog.h"

namespace apportion::ui {
namespace {

class ContextMenuTest : public ProjectConsole {};

TEST_F(ContextMenuTest, AnObjectHasNineEntriesAtMostInGroups) {
    for (const Menu menu : {Menu::quota, Menu::workload}) {
        const QList<QAction*> entries = window->actions().contextOf(menu);
        const auto separators = std::count_if(entries.begin(), entries.end(),
                                              [](QAction* each) { return each->isSeparator(); });
        EXPECT_GE(separators, 2);
        EXPECT_LE(entries.size() - separators, 9);
        EXPECT_FALSE(entries.front()->isSeparator());
        EXPECT_FALSE(entries.back()->isSeparator());
    }
    const QList<QAction*> quota = window->actions().contextOf(Menu::quota);
    EXPECT_EQ(quota[0], action(ActionId::submitHere));
    EXPECT_EQ(quota[1], action(ActionId::quotaWork));
    EXPECT_EQ(quota.back(), action(ActionId::deleteQuota)) << "apart from the others";
    EXPECT_TRUE(quota[quota.size() - 2]->isSeparator());
}

TEST_F(ContextMenuTest, SubmitHereBeginsWithTheQuotaWhateverWorkloadIsSelected) {
    makePool();
    window->bridge()
        .session()
        .run(commandOf("submit", {{"name", "of-b"}, {"quota", "B"}, {"gpu", "1"}}))
        .get();
    ASSERT_TRUE(waitFor([this] { return !view().waiting.empty(); }));
    window->selectWorkload(QStringLiteral("of-b"));
    window->selectQuota(QStringLiteral("A"));
    auto* form = opened<SubmitDialog>(ActionId::submitHere);
    ASSERT_NE(form, nullptr);
    EXPECT_EQ(form->change().quota, "A");
}

TEST_F(ContextMenuTest, ItsWorkloadsAreTheListOfThatQuota) {
    makePool();
    window->selectQuota(QStringLiteral("A"));
    action(ActionId::quotaWork)->trigger();
    EXPECT_EQ(window->centre().current(), window->centre().indexOf(QStringLiteral("workloads")));
    SearchField* filter = window->centre().page(window->centre().current())->filter();
    ASSERT_NE(filter, nullptr);
    EXPECT_EQ(filter->text(), QStringLiteral("A"));
}

TEST_F(ContextMenuTest, RenamingIsTheSheetAtItsName) {
    makePool();
    window->selectQuota(QStringLiteral("A"));
    auto* sheet = opened<QuotaSheet>(ActionId::renameQuota);
    ASSERT_NE(sheet, nullptr);
    EXPECT_EQ(sheet->draft().edits, std::vector<std::string>{"A"});
    ASSERT_NE(sheet->focusWidget(), nullptr);
    EXPECT_EQ(sheet->focusWidget()->accessibleName(), QStringLiteral("Name"));
}

TEST_F(ContextMenuTest, WhatAProjectKeepsHasItsPlaceInTheMenus) {
    for (const char* id : {ActionId::temporaryChanges, ActionId::timetables, ActionId::roles,
                           ActionId::restorePoints})
        EXPECT_FALSE(action(id)->isEnabled()) << id;
    makePool();
    for (const char* id : {ActionId::temporaryChanges, ActionId::timetables, ActionId::roles,
                           ActionId::restorePoints}) {
        ASSERT_TRUE(waitFor([&] { return action(id)->isEnabled(); })) << id;
        auto* list = opened<KeptDialog>(id);
        ASSERT_NE(list, nullptr) << id;
        press(list, QStringLiteral("Close"));
        expectGone<KeptDialog>();
    }
}

TEST_F(ContextMenuTest, ARestorePointIsReturnedToAfterAQuestion) {
    makePool();
    window->bridge().session().run(commandOf("restore-point", {{"name", "before"}})).get();
    window->bridge()
        .session()
        .run(commandOf("quota.set", {{"quotas", "A"}, {"gpu", "6"}, {"set", R"({"rank":2})"}}))
        .get();
    const auto sizeOfA = [this] {
        for (const QuotaRow& row : view().quotas)
            if (row.name == "A")
                return row.numbers.guaranteed / kOneGpu;
        return Gpu{-1};
    };
    ASSERT_TRUE(waitFor([&] { return sizeOfA() == 6; }));
    auto* list = opened<KeptDialog>(ActionId::restorePoints);
    ASSERT_NE(list, nullptr);
    emit list->restoreWanted(QStringLiteral("before"));
    press(list, QStringLiteral("Close"));
    ASSERT_TRUE(waitFor(
        [this] { return window->notices().isVisible() && !window->notices().buttons().empty(); }));
    EXPECT_EQ(sizeOfA(), 6) << "it is asked first";
    QTest::mouseClick(window->notices().buttons().front(), Qt::LeftButton);
    EXPECT_TRUE(waitFor([&] { return sizeOfA() == 8; }));
}

}  // namespace
}  // namespace apportion::ui
