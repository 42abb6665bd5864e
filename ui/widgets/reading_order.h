// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which Tab goes: as one reads, whatever was made first.
#pragma once

#include <vector>

class QWidget;

namespace apportion::ui {

// What takes the focus below `of`, but for what is below `without`: line by line, in each from
// where one begins to read.
std::vector<QWidget*> readingOrder(const QWidget& of, const QWidget* without = nullptr);

// Tab goes from each to the next.
void tabThrough(const std::vector<QWidget*>& stops);

}  // namespace apportion::ui
