// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/theme.h"

#include <array>
#include <cmath>
#include <optional>

#include <QApplication>
#include <QPixmapCache>

namespace apportion::ui {
namespace {

using Table = std::array<QRgb, kRoleCount>;

// In the order of Role.
constexpr Table kLight = {
    0xFFF4F5F7, 0xFFFFFFFF, 0xFFF0F2F5, 0xFFFFFFFF, 0xFFF3F4F7,  // bg surface sunken raised hover
    0xFFE3E6EB, 0xFFD3D8DF, 0xFF848C99,                          // line line2 ctl
    0xFF161A20, 0xFF4A525F, 0xFF5D6775,                          // text text2 text3
    0xFF4A4FC4, 0xFF3D42AD, 0xFF4A4FC4, 0xFFECEDFB,              // accent Hover Text Soft
    0xFF177245, 0xFFE4F3EA, 0xFF8F5B00, 0xFFFBF0D9,              // good warn
    0xFFBE2F1D, 0xFFFBE8E5, 0xFF2765B5, 0xFFE6F0FA,              // err info
    0xFF177245, 0xFF8F5B00, 0xFF2765B5,                          // live replay plan
    0xFFE6E9EE, 0xFF9AA2AE, 0xFFFFFFFF,                          // trough others onAccent
};
constexpr Table kDark = {
    0xFF0F1216, 0xFF16191F, 0xFF12151A, 0xFF1C2027, 0xFF1D2129,  //
    0xFF272C35, 0xFF353C47, 0xFF6E7785,                          //
    0xFFE9ECF1, 0xFFB0B8C4, 0xFF8C96A5,                          //
    0xFF5A5FD3, 0xFF6A6FE0, 0xFFA3A7FA, 0xFF262A4C,              //
    0xFF52C48E, 0xFF14281F, 0xFFE3AA45, 0xFF2C2313,              //
    0xFFF47F6F, 0xFF351D1A, 0xFF74AEF6, 0xFF172538,              //
    0xFF1B7F4F, 0xFF96651A, 0xFF2F6FC4,                          //
    0xFF2A303A, 0xFF667080, 0xFFFFFFFF,                          //
};

// Blue, amber, teal, plum, sage, orchid, rust, olive: at least 3 : 1 on the surface and apart from
// each other for all kinds of colour vision.
constexpr std::array<QRgb, kTeamColors> kTeamsLight = {
    0xFF3F86F2, 0xFFE06C14, 0xFF087F7A, 0xFF7A2A72, 0xFF889976, 0xFFC065C4, 0xFF8B542C, 0xFF4A4318};
constexpr std::array<QRgb, kTeamColors> kTeamsDark = {
    0xFF4A80F0, 0xFFFFC24A, 0xFF5CCBBE, 0xFFEC5A8E, 0xFFCBD8BE, 0xFFA377BA, 0xFFB0581C, 0xFFA0A012};

struct State {
    Theme::Choice choice = Theme::Light;
    bool dark = false;
    std::optional<bool> desktopDark;
};
State& state() {
    static State theState;
    return theState;
}

// Qt 6.4 has no hint for the desktop's colour scheme, but its palette tells. It has to be read
// before the first palette of ours hides it.
bool desktopIsDark() {
    std::optional<bool>& dark = state().desktopDark;
    if (!dark)
        dark = QGuiApplication::palette().color(QPalette::Window).lightness() < 128;
    return *dark;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& color) {
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
           0.0722 * linear(color.blueF());
}

}  // namespace

void Theme::noteDesktop() {
    desktopIsDark();
}

bool Theme::followDesktop(bool dark) {
    state().desktopDark = dark;
    if (state().choice != System || state().dark == dark)
        return false;
    apply(System);
    return true;
}

Theme::Choice Theme::choiceOf(const QString& name) {
    return name == QLatin1String("light") ? Light : name == QLatin1String("dark") ? Dark : System;
}

void Theme::apply(Choice choice) {
    const bool systemDark = desktopIsDark();
    state().choice = choice;
    state().dark = choice == System ? systemDark : choice == Dark;
    QPixmapCache::clear();
    QApplication::setPalette(palette(state().dark));
}

Theme::Choice Theme::choice() {
    return state().choice;
}

bool Theme::isDark() {
    return state().dark;
}

QColor Theme::color(Role role, bool dark) {
    return QColor::fromRgb((dark ? kDark : kLight)[static_cast<std::size_t>(role)]);
}

QPalette Theme::palette(bool dark) {
    const auto role = [dark](Role r) { return color(r, dark); };
    QPalette p;
    const auto all = [&p](QPalette::ColorRole r, const QColor& c) { p.setColor(r, c); };
    all(QPalette::Window, role(Role::bg));
    all(QPalette::Base, role(Role::surface));
    all(QPalette::AlternateBase, role(Role::sunken));
    all(QPalette::Button, role(Role::raised));
    all(QPalette::Text, role(Role::text));
    all(QPalette::WindowText, role(Role::text));
    all(QPalette::ButtonText, role(Role::text));
    all(QPalette::BrightText, role(Role::onAccent));
    all(QPalette::PlaceholderText, role(Role::text3));
    all(QPalette::Highlight, role(Role::accent));
    all(QPalette::HighlightedText, role(Role::onAccent));
    all(QPalette::Link, role(Role::accentText));
    all(QPalette::LinkVisited, role(Role::accentText));
    all(QPalette::ToolTipBase, role(Role::raised));
    all(QPalette::ToolTipText, role(Role::text));
    all(QPalette::Light, role(Role::surface));
    all(QPalette::Midlight, role(Role::line));
    all(QPalette::Mid, role(Role::line2));
    all(QPalette::Dark, role(Role::ctl));
    all(QPalette::Shadow, role(Role::line2));
    const QColor faint = disabledText(dark);
    for (const auto r : {QPalette::Text, QPalette::WindowText, QPalette::ButtonText,
                         QPalette::PlaceholderText, QPalette::ToolTipText})
        p.setColor(QPalette::Disabled, r, faint);
    p.setColor(QPalette::Disabled, QPalette::Base, role(Role::sunken));
    p.setColor(QPalette::Disabled, QPalette::Button, role(Role::sunken));
    p.setColor(QPalette::Disabled, QPalette::Highlight, role(Role::line2));
    p.setColor(QPalette::Disabled, QPalette::HighlightedText, faint);
    return p;
}

QColor teamColor(int index) {
    return teamColor(index, Theme::isDark());
}

QColor teamColor(int index, bool dark) {
    if (index < 0 || index >= 2 * kTeamColors)
        return Theme::color(Role::others, dark);
    const auto slot = static_cast<std::size_t>(index % kTeamColors);
    return QColor::fromRgb((dark ? kTeamsDark : kTeamsLight)[slot]);
}

bool teamIsHatched(int index) {
    return index >= kTeamColors && index < 2 * kTeamColors;
}

QColor textOn(const QColor& ground) {
    const QColor ink = QColor::fromRgb(0xFF0E1116);
    const QColor white = QColor::fromRgb(0xFFFFFFFF);
    return contrast(ink, ground) >= contrast(white, ground) ? ink : white;
}

QColor mix(const QColor& color, const QColor& into, double share) {
    const auto blend = [share](int a, int b) { return qRound(a * (1.0 - share) + b * share); };
    return QColor(blend(color.red(), into.red()), blend(color.green(), into.green()),
                  blend(color.blue(), into.blue()));
}

QColor shadowColor() {
    return QColor(0, 0, 0, 22);
}

QColor disabledText() {
    return disabledText(Theme::isDark());
}

QColor disabledText(bool dark) {
    return mix(Theme::color(Role::text3, dark), Theme::color(Role::surface, dark), 0.2);
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

}  // namespace apportion::ui
