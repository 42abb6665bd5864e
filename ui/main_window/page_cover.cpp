// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window/page_cover.h"

#include <QCoreApplication>

#include "core/session/project_listing.h"
#include "ui/main_window/centre.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct PageCover {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::PageCover)
};

}  // namespace

void coverPages(Centre& centre, const View& view) {
    const bool listed = isListed(view);
    const auto isOpen = [&](const char* page) {
        return centre.current() == centre.indexOf(QLatin1String(page));
    };
    const bool shown = isOpen("overview") || (listed && isOpen("workloads"));
    const bool covered = view.document.reading > 0 && !shown;
    centre.setCover(
        covered ? readingText(view.document.reading) : QString(),
        listed ? PageCover::tr("The quotas and the workloads are there already. What is used, and "
                               "why work waits, follows.")
               : PageCover::tr("The quotas are there already. What is used and what waits follows "
                               "when all work is read."));
}

}  // namespace apportion::ui
