// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the parts in all their states, for the eye: build/gallery/*.png.
#pragma once

#include <functional>

#include <QString>

class QWidget;

namespace apportion::ui {

// Builds the page afresh in light and in dark and saves `name`-light.png and `name`-dark.png
// (with "@2x" when QT_SCALE_FACTOR=2). True when both were saved.
bool saveGalleryPage(const QString& name, const std::function<QWidget*()>& build);

}  // namespace apportion::ui
