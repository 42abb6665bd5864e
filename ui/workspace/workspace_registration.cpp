// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workspace/workspace_page.h"

namespace apportion::ui {

PageRegistration workspacePage() {
    return {.row = {.name = "workspace",
                    .text = QT_TRANSLATE_NOOP("actions", "&My workspace"),
                    .icon = Icon::user},
            .make = [](PageHost& host) -> Page* { return new WorkspacePage(host); }};
}

}  // namespace apportion::ui
