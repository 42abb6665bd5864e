// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reports/reports_page.h"

namespace apportion::ui {

PageRegistration reportsPage() {
    return {.row = {.name = "reports",
                    .text = QT_TRANSLATE_NOOP("actions", "&Reports"),
                    .icon = Icon::report,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_8)}},
            .make = [](PageHost& host) -> Page* { return new ReportsPage(host); }};
}

}  // namespace apportion::ui
