// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of quotas as copies write it: plain numbers, their units in the head.
#pragma once

#include <QStringList>

#include "core/view/view.h"

namespace apportion::ui {

// Of a column of QuotaModel; empty = its title and text as shown.
QStringList exportedHeads(int column);
QStringList exportedTexts(const QuotaRow& row, int column);

}  // namespace apportion::ui
