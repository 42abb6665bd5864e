// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/cancel_text.h"

#include <QCoreApplication>

#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct CancelTexts {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::CancelTexts)
};

}  // namespace

QString cancelText(const CancelDraft& draft) {
    const auto count = static_cast<int>(draft.workloads.size());
    const int waiting = count - draft.running;
    if (draft.running == 0)
        return count == 1 ? CancelTexts::tr("It leaves the queue.")
                          : CancelTexts::tr("They leave the queue.");
    const QString lost = gpuHours(draft.done);
    if (count == 1)
        return CancelTexts::tr("It runs on %1. Lost work, except saved work: %2.")
            .arg(gpusText(draft.held), lost);
    return waiting == 0 ? CancelTexts::tr("They run on %1. Lost work, except saved work: %2.")
                              .arg(gpusText(draft.held), lost)
                        : CancelTexts::tr(
                              "%Ln run(s) on %1. Lost work, except saved work: %2. The others "
                              "leave the queue.",
                              nullptr, draft.running)
                              .arg(gpusText(draft.held), lost);
}

}  // namespace apportion::ui
