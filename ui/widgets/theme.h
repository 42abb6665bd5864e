// SPDX-License-Identifier: GPL-3.0-or-later
// The colours of Apportion. This is the only place with colour values; everything else asks for a
// role. Painters read roles when they paint, so a switch of theme needs no more than a repaint.
#pragma once

#include <QColor>
#include <QPalette>

namespace apportion::ui {

enum class Role {
    bg,       // window, menu row, issues strip, dialog footer
    surface,  // panes, tables, dialogs, charts
    sunken,   // group rows, quiet wells, disabled fields
    raised,   // popups, tool tips, buttons
    hover,    // row and quiet button under the mouse
    line,     // hairline between things
    line2,    // border of buttons and cards
    ctl,      // border of fields, checks, radios
    text,
    text2,  // second voice
    text3,  // headers, axes, hints
    accent,
    accentHover,
    accentText,  // links, focus ring, selected tab
    accentSoft,  // selected row, sentence that reads a policy back
    good,
    goodSoft,
    warn,
    warnSoft,
    err,  // failure and eviction only
    errSoft,
    info,
    infoSoft,
    live,  // the three modes; white text stands on them
    replay,
    plan,
    trough,  // empty part of bars, sliders, skeletons
    others,  // all teams beyond the sixteenth
    onAccent,
};
inline constexpr int kRoleCount = static_cast<int>(Role::onAccent) + 1;

// The eight team colours; teams 9 to 16 wear them again under a hatch.
inline constexpr int kTeamColors = 8;

class Theme {
public:
    enum Choice { Light, Dark, System };

    // Sets the application's palette and forgets cached icons and hatches. Widgets hear of it with
    // the next events (PaletteChange) and repaint. At any time, on the GUI thread. System follows
    // the palette that the desktop had given when the program started, and what is told later.
    static void apply(Choice choice);
    // "light", "dark", "system": as settings have it.
    static Choice choiceOf(const QString& name);
    // Reads whether the desktop is dark, before a style or palette of ours hides it.
    static void noteDesktop();
    // The desktop has become so. True if the program has with it.
    static bool followDesktop(bool dark);
    static Choice choice();
    static bool isDark();

    static QColor color(Role role) { return color(role, isDark()); }
    static QColor color(Role role, bool dark);

    // What the theme makes of Qt's own palette roles.
    static QPalette palette(bool dark);
};

// Shorthand for painters: the role in the current theme.
inline QColor color(Role role) {
    return Theme::color(role);
}

// Colour of the team that was created as number `index` (from 0). Negative: no team, grey.
// From 16 on the team is one of the "others".
QColor teamColor(int index);
QColor teamColor(int index, bool dark);

// Teams 9 to 16 are told from 1 to 8 by a hatch in the surface colour (ui/widgets/hatch.h).
bool teamIsHatched(int index);

// Near-black or white, whichever contrasts more: always at least 4.8 on a team colour.
QColor textOn(const QColor& ground);

// `share` of `into` in the result: mix(a, b, 0) is a, mix(a, b, 1) is b.
QColor mix(const QColor& color, const QColor& into, double share);

// Under popups, and nowhere else.
QColor shadowColor();

// text3 a fifth of the way into the surface: still 3.7 : 1.
QColor disabledText();
QColor disabledText(bool dark);

// WCAG 2 contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

}  // namespace apportion::ui
