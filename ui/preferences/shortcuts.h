// SPDX-License-Identifier: GPL-3.0-or-later
// Which keys an action may have: none that another has already.
#pragma once

#include <QKeySequence>
#include <QList>
#include <QString>

class QAction;

namespace apportion::ui {

// The action that has the keys, or keys that begin with them or with which they begin; null = they
// are free.
QAction* holderOf(const QKeySequence& keys, const QList<QAction*>& actions, const QAction* besides);

// Keys that fields, lists and buttons need for themselves: letters, digits, Enter, arrows and the
// like without Ctrl, Alt or Meta. F1 to F12 are free.
bool isNeededForTyping(const QKeySequence& keys);

// Keys with which text is edited in every field: select all, copy, paste and the like.
bool isForEditing(const QKeySequence& keys);

// The title of the menu that the keys open, without its mark; empty if they open none.
QString menuOpenedBy(const QKeySequence& keys, const QList<QAction*>& menus);

}  // namespace apportion::ui
