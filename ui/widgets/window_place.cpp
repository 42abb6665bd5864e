// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/window_place.h"

#include <algorithm>

namespace apportion::ui {

namespace {

QPoint inside(const QRect& screen, const QSize& size, QPoint corner) {
    const int right = std::max(screen.left(), screen.right() + 1 - size.width());
    const int low = std::max(screen.top(), screen.bottom() + 1 - size.height());
    return {std::clamp(corner.x(), screen.left(), right),
            std::clamp(corner.y(), screen.top(), low)};
}

}  // namespace

QPoint placeOver(const QRect& over, const QSize& size, const QRect& screen) {
    const QPoint middle = (over.isNull() ? screen : over).center();
    return inside(screen, size, middle - QPoint(size.width() / 2, size.height() / 2));
}

QPoint placeBelow(const QRect& field, const QSize& size, const QRect& screen) {
    constexpr int kGap = 2;
    const int below = field.bottom() + 1 + kGap;
    const bool fits = below + size.height() <= screen.bottom() + 1;
    return inside(screen, size, {field.left(), fits ? below : field.top() - kGap - size.height()});
}

}  // namespace apportion::ui
