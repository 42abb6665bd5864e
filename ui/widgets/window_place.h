// SPDX-License-Identifier: GPL-3.0-or-later
// Where a window of its own comes to stand: beside what it belongs to, and on the screen.
#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

namespace apportion::ui {

// Its top left corner over the middle of `over`, or of the screen where that is null. What has more
// than the screen begins at its edge.
QPoint placeOver(const QRect& over, const QSize& size, const QRect& screen);

// Below `field` at its left edge, or above where there is no room below.
QPoint placeBelow(const QRect& field, const QSize& size, const QRect& screen);

}  // namespace apportion::ui
