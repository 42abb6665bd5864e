// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <gtest/gtest.h>

#include <QAction>
#include <QDir>
#include <QImage>

#include "ui/widgets/icon_button.h"

namespace apportion::ui {
namespace {

int ink(const QImage& image) {
    int count = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            count += qAlpha(image.pixel(x, y)) > 127;
    return count;
}

TEST(Icons, EveryOneIsDrawn) {
    for (int i = 1; i < kIconCount; ++i) {
        const QImage image = iconPixmap(static_cast<Icon>(i), Qt::black, 16, 2).toImage();
        EXPECT_EQ(image.width(), 32);
        EXPECT_GT(ink(image), 20) << "icon " << i;
        EXPECT_LT(ink(image), 500) << "icon " << i << " is filled, not stroked";
    }
}

TEST(Icons, EveryFileIsNamed) {
    // The logo is no member of the set.
    EXPECT_EQ(QDir(QStringLiteral(":/icons")).entryList({QStringLiteral("*.svg")}).size(),
              kIconCount - 1 + 1);
}

TEST(Icons, WearTheColourOfTheTheme) {
    const QIcon held = icon(Icon::bolt, Role::err);
    for (const Theme::Choice choice : {Theme::Light, Theme::Dark}) {
        Theme::apply(choice);
        const QImage image = held.pixmap(QSize(16, 16), 2.0).toImage();
        bool found = false;
        for (int y = 0; y < image.height() && !found; ++y)
            for (int x = 0; x < image.width() && !found; ++x)
                found = image.pixelColor(x, y) == color(Role::err);
        EXPECT_TRUE(found) << choice;
    }
    Theme::apply(Theme::Light);
}

TEST(Icons, AreSharpAtEveryScale) {
    const QPixmap twice = icon(Icon::lock).pixmap(QSize(16, 16), 2.0);
    EXPECT_EQ(twice.width(), 32);
    EXPECT_EQ(twice.devicePixelRatio(), 2.0);
    const QPixmap half = icon(Icon::lock).pixmap(QSize(16, 16), 1.5);
    EXPECT_EQ(half.width(), 24);
}

TEST(Icons, NoneIsNoIcon) {
    EXPECT_TRUE(icon(Icon::none).isNull());
}

// Nothing else of a button says why it is grey.
TEST(Icons, AButtonOfAnActionSaysWhatItsTipSays) {
    QAction undo(QStringLiteral("Undo"));
    undo.setShortcut(QKeySequence(Qt::CTRL | Qt::Key_Z));
    IconButton button(&undo);
    EXPECT_EQ(button.toolTip(), QStringLiteral("Undo (Ctrl+Z)"));
    undo.setEnabled(false);
    undo.setToolTip(QStringLiteral("Nothing to undo"));
    EXPECT_EQ(button.toolTip(), QStringLiteral("Nothing to undo"));
    EXPECT_EQ(button.accessibleName(), QStringLiteral("Undo"));
}

TEST(Icons, LogoHasThreeTeamColours) {
    for (const Theme::Choice choice : {Theme::Light, Theme::Dark}) {
        Theme::apply(choice);
        const QImage logo = logoPixmap(42, 1).toImage();
        EXPECT_EQ(logo.pixelColor(6, 36), teamColor(0));
        EXPECT_EQ(logo.pixelColor(21, 36), teamColor(1));
        EXPECT_EQ(logo.pixelColor(36, 36), teamColor(2));
    }
    Theme::apply(Theme::Light);
}

}  // namespace
}  // namespace apportion::ui
