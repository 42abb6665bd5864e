// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/look.h"

#include <QApplication>
#include <QPixmapCache>

#include "ui/widgets/fonts.h"
#include "ui/widgets/style.h"

namespace apportion::ui {

void installLook(Theme::Choice choice) {
    // Icons of two themes at two scales pass the default of 10 MB only with large pictures, but
    // a heat map's hatches and 2x screens do.
    QPixmapCache::setCacheLimit(32 * 1024);
    Theme::noteDesktop();
    // The style first: setting it makes Qt forget the fonts of widget classes.
    QApplication::setStyle(new Style);
    installFonts();
    Theme::apply(choice);
}

}  // namespace apportion::ui
