// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/reclaim_text.h"

#include <QCoreApplication>

#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

QString reclaimText(const View& view, const QuotaRow& row) {
    if (!row.reclaim)
        return {};
    const QString gpu = gpusText(row.reclaim->gpu);
    const Duration left = row.reclaim->at - view.clock;
    if (view.document.rests() && left <= 0)
        return QCoreApplication::translate("texts", "%1 as soon as the pool is live").arg(gpu);
    return QCoreApplication::translate("texts", "%1 in %2", "GPUs, a duration")
        .arg(gpu, TimeText::countdown(left));
}

}  // namespace apportion::ui
