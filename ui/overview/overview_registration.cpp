// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview/overview_page.h"

namespace apportion::ui {

PageRegistration overviewPage() {
    return {.row = {.name = "overview",
                    .text = QT_TRANSLATE_NOOP("actions", "&Overview"),
                    .icon = Icon::eye,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_1)}},
            .make = [](PageHost& host) -> Page* { return new OverviewPage(host); }};
}

}  // namespace apportion::ui
