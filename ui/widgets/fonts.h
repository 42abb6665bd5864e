// SPDX-License-Identifier: GPL-3.0-or-later
// The type scale. Sizes are pixels at 1x and grow with the font size of the desktop.
#pragma once

#include <QFont>

namespace apportion::ui {

enum class Type {
    body,        // 13/400
    name,        // 13/500: buttons and names of things
    head,        // 13/600: section heads and totals
    second,      // 12/400: second line, legend
    secondHead,  // 12/600: value of an end label
    small,       // 11/500: column heads, badges, axes
    key,         // 24/600: key numbers
    title,       // 16/600: inspector and dialog titles
    pool,        // 15/600: name of the pool in the mode bar
    pill,        // 13/700, spaced: LIVE, REPLAY, PLAN
    start,       // 26/600: once, on the start page
};

QFont font(Type type);

// System's font size / 10 pt. Read once, when installFonts() ran.
double fontScale();

// Height of a row, a button, a field: the larger of `base` and what the font needs (height + 11).
int controlHeight(int base);

// Registers the families and sets the application's fonts. Called by installLook().
void installFonts();

}  // namespace apportion::ui
