// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/fairness/fairness_page.h"

namespace apportion::ui {

PageRegistration fairnessPage() {
    return {.row = {.name = "fairness",
                    .text = QT_TRANSLATE_NOOP("actions", "&Fairness"),
                    .icon = Icon::users,
                    .shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_9)}},
            .make = [](PageHost& host) -> Page* { return new FairnessPage(host); }};
}

}  // namespace apportion::ui
