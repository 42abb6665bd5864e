// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests share with nothing else that runs for the same user.
#include <gtest/gtest.h>

#include <QDir>
#include <QSettings>

namespace apportion::ui {
namespace {

// Where file dialogs of Qt are remembered, and locked.
TEST(TestProgram, LeavesTheSettingsOfTheUserAlone) {
    const QSettings settings(QSettings::UserScope, QStringLiteral("QtProject"));
    EXPECT_FALSE(settings.fileName().startsWith(QDir::homePath()))
        << qPrintable(settings.fileName());
}

}  // namespace
}  // namespace apportion::ui
