// SPDX-License-Identifier: GPL-3.0-or-later
// The form of the pool's settings.
#include <QDoubleSpinBox>

#include "core/model/settings.h"
#include "tests/ui/main_window/project_console.h"
#include "ui/new_pool/pool_settings_dialog.h"
#include "ui/pages/actions.h"

namespace apportion::ui {
namespace {

class PoolSettingsTest : public ProjectConsole {};

TEST_F(PoolSettingsTest, TheyAreChangedAndTakenBack) {
    makePool();
    auto* form = opened<PoolSettingsDialog>(ActionId::poolSettings);
    QPushButton* apply = nullptr;
    for (QPushButton* button : form->findChildren<QPushButton*>())
        if (button->text() == QStringLiteral("Apply"))
            apply = button;
    ASSERT_NE(apply, nullptr);
    EXPECT_FALSE(apply->isEnabled()) << "nothing changes";
    auto* grace = control<QDoubleSpinBox>(form, QStringLiteral("Grace period"));
    const auto type = [&](const char* text) {
        grace->setFocus();
        QTest::keyClick(grace, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(grace, QString::fromLatin1(text));
    };
    type("1.5");
    EXPECT_EQ(grace->value(), 1.5) << "whatever stood there had no decimals";
    type("1.5x");
    EXPECT_FALSE(apply->isEnabled());
    EXPECT_TRUE(waitFor([&] { return form->consequence().contains(QStringLiteral("1.5x")); }))
        << "said, not left out";
    type("1h 30m");
    EXPECT_EQ(grace->value(), 5400);
    type("30");
    ASSERT_TRUE(apply->isEnabled());
    QTest::mouseClick(apply, Qt::LeftButton);
    ASSERT_TRUE(waitFor([&] { return view().document.settings.gracePeriod == 30 * kSecond; }));
    EXPECT_EQ(view().document.settings.balanceTimeout, apportion::Settings{}.balanceTimeout);
    // The action follows the view a moment later.
    ASSERT_TRUE(waitFor([&] { return action(ActionId::undo)->isEnabled(); }));
    action(ActionId::undo)->trigger();
    EXPECT_TRUE(waitFor([&] { return view().document.settings == apportion::Settings{}; }));
}

}  // namespace
}  // namespace apportion::ui
