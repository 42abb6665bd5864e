// SPDX-License-Identifier: GPL-3.0-or-later
// Names as widgets show them: what is not seen is an escape, and "&" is an "&".
#pragma once

#include <QString>

namespace apportion::ui {

// Labels, cells and tool tips. Line breaks and tabs stay, and in languages written from right to
// left the marks that their numbers have.
QString visible(const QString& text);

// A word that somebody approves, as "\n" also what looks like a blank or like nothing.
QString visibleWord(const QString& word);

// "R&&D" of "R&D": a menu, a button and a tab show it as "R&D". It is visible, too.
QString buttonText(const QString& text);
// The other way round, without the marks of keys.
QString textOfButton(QString text);

}  // namespace apportion::ui
