// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <gtest/gtest.h>

#include <QApplication>

namespace apportion::ui {
namespace {

double on(Role ink, Role ground, bool dark) {
    return contrast(Theme::color(ink, dark), Theme::color(ground, dark));
}

struct Pair {
    Role ink;
    Role ground;
    double light;
    double dark;
};

// The ratios the look promises, to one place after the point.
constexpr Pair kPromised[] = {
    {Role::ctl, Role::surface, 3.4, 3.9},        {Role::text, Role::surface, 17.5, 14.9},
    {Role::text2, Role::surface, 7.9, 8.8},      {Role::text3, Role::surface, 5.7, 5.9},
    {Role::text3, Role::accentSoft, 4.9, 4.6},   {Role::onAccent, Role::accent, 6.6, 5.2},
    {Role::accentText, Role::surface, 6.6, 7.9}, {Role::good, Role::goodSoft, 5.2, 7.1},
    {Role::warn, Role::warnSoft, 5.1, 7.4},      {Role::err, Role::errSoft, 4.9, 6.0},
    {Role::info, Role::infoSoft, 5.0, 6.7},
};

TEST(Theme, KeepsThePromisedContrasts) {
    for (const Pair& pair : kPromised) {
        EXPECT_GE(on(pair.ink, pair.ground, false), pair.light - 0.06)
            << "light, role " << static_cast<int>(pair.ink);
        EXPECT_GE(on(pair.ink, pair.ground, true), pair.dark - 0.06)
            << "dark, role " << static_cast<int>(pair.ink);
    }
}

TEST(Theme, WhiteReadsOnEveryModePill) {
    for (const bool dark : {false, true})
        for (const Role mode : {Role::live, Role::replay, Role::plan})
            EXPECT_GE(on(Role::onAccent, mode, dark), 4.95) << static_cast<int>(mode) << dark;
}

TEST(Theme, DisabledTextStaysReadable) {
    EXPECT_GE(contrast(disabledText(false), Theme::color(Role::surface, false)), 3.65);
    EXPECT_GE(contrast(disabledText(true), Theme::color(Role::surface, true)), 4.15);
}

TEST(Theme, TeamColoursStandOutFromTheSurface) {
    constexpr double kLight[] = {3.6, 3.3, 4.9, 8.7, 3.1, 3.6, 6.2, 10.0};
    constexpr double kDark[] = {4.7, 11.0, 9.0, 5.4, 11.8, 5.0, 3.6, 6.3};
    for (int team = 0; team < kTeamColors; ++team) {
        EXPECT_GE(contrast(teamColor(team, false), Theme::color(Role::surface, false)),
                  std::max(3.0, kLight[team] - 0.06));
        EXPECT_GE(contrast(teamColor(team, true), Theme::color(Role::surface, true)),
                  std::max(3.0, kDark[team] - 0.06));
        for (const bool dark : {false, true})
            EXPECT_GE(contrast(textOn(teamColor(team, dark)), teamColor(team, dark)), 4.75) << team;
    }
}

TEST(Theme, TeamsNineToSixteenRepeatTheColoursUnderAHatch) {
    EXPECT_EQ(teamColor(8), teamColor(0));
    EXPECT_EQ(teamColor(15), teamColor(7));
    EXPECT_FALSE(teamIsHatched(7));
    EXPECT_TRUE(teamIsHatched(8));
    EXPECT_TRUE(teamIsHatched(15));
    EXPECT_FALSE(teamIsHatched(16));
    EXPECT_EQ(teamColor(16), color(Role::others));
    EXPECT_EQ(teamColor(-1), color(Role::others));
}

TEST(Theme, MixesTowardsTheSecondColour) {
    EXPECT_EQ(mix(Qt::black, Qt::white, 0.0), QColor(Qt::black));
    EXPECT_EQ(mix(Qt::black, Qt::white, 1.0), QColor(Qt::white));
    EXPECT_EQ(mix(teamColor(0, false), Qt::white, 0.45).rgb(), 0xFF95BCF8);
}

TEST(Theme, SwitchesAtRunTime) {
    Theme::apply(Theme::Dark);
    EXPECT_TRUE(Theme::isDark());
    EXPECT_EQ(QApplication::palette().color(QPalette::Base), Theme::color(Role::surface, true));
    Theme::apply(Theme::Light);
    EXPECT_FALSE(Theme::isDark());
    EXPECT_EQ(QApplication::palette().color(QPalette::Base), Theme::color(Role::surface, false));
}

TEST(Theme, SystemFollowsTheDesktop) {
    Theme::apply(Theme::System);
    EXPECT_EQ(Theme::choice(), Theme::System);
    EXPECT_FALSE(Theme::isDark()) << "the offscreen platform has a light palette";
    Theme::apply(Theme::Light);
}

TEST(Theme, PaletteHasAllThreeGroups) {
    for (const bool dark : {false, true}) {
        const QPalette palette = Theme::palette(dark);
        EXPECT_EQ(palette.color(QPalette::Inactive, QPalette::Text),
                  palette.color(QPalette::Active, QPalette::Text));
        EXPECT_EQ(palette.color(QPalette::Disabled, QPalette::Text), disabledText(dark));
        EXPECT_EQ(palette.color(QPalette::Disabled, QPalette::Base),
                  Theme::color(Role::sunken, dark));
    }
}

}  // namespace
}  // namespace apportion::ui
