// SPDX-License-Identifier: GPL-3.0-or-later
// What of the scaling wizard has room, and what scrolls.
#include <QScrollArea>
#include <QScrollBar>

#include "tests/ui/scaling/wizard_fixture.h"
#include "ui/scaling/apply_page.h"

namespace apportion::ui {
namespace {

TEST_F(WizardTest, NoPageScrollsBecauseAnotherIsLong) {
    openAt(sample("pool-128.json"), kFull);
    begin(to(56, 72));
    wizard->targets().chooseMode(ScaleMode::reclaim, 600 * kSecond);
    wizard->targets().setMinimumHeight(3000);  // as with many quotas
    next();
    next();
    ASSERT_EQ(wizard->page(), ScaleWizard::applyPage);
    QApplication::processEvents();
    for (const QScrollArea* area : wizard->findChildren<QScrollArea*>()) {
        const bool around = area->isAncestorOf(&wizard->apply());
        EXPECT_FALSE(around && area->verticalScrollBar()->isVisible());
    }
}

// A team that gives everything leaves its divider at the edge: it can still be taken there.
TEST_F(WizardTest, TheGripOfAnEmptyQuotaIsWhole) {
    openAt(sample("pool-128.json"), kFull);
    for (const auto& [first, second] : {std::pair(128, 0), std::pair(0, 128)}) {
        begin(to(first, second));
        ASSERT_TRUE(bar().divider(0)->isVisible());
        EXPECT_TRUE(bar().rect().contains(bar().divider(0)->geometry())) << first;
        wizard->reject();
    }
}

}  // namespace
}  // namespace apportion::ui
