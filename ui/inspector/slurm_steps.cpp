// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/slurm_steps.h"

#include "core/model/message_arguments.h"
#include "core/model/short_reason.h"
#include "ui/inspector/workload_inspector.h"
#include "ui/rule_sentence.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/visible_text.h"
#include "ui/widgets/badge.h"

namespace apportion::ui {

QList<RailStep> slurmSteps(const View& view, const Explanation& explanation) {
    const TimeText time(view.document.epoch);
    // Slurm's own word beside its name.
    QString slurm = QStringLiteral("Slurm");
    if (const Value* reason = argumentOf(*explanation.ahead, "slurm"))
        slurm += QStringLiteral(" · ") + visible(qt(reason->text));
    QList<RailStep> steps{{Role::info, slurm, messageText(*explanation.ahead, time), {}, {}, {}}};
    if (!explanation.reason) {
        steps.push_back({Role::good,
                         WorkloadInspector::tr("would start"),
                         WorkloadInspector::tr("By the rules of Apportion it would start now."),
                         {},
                         {},
                         {}});
        return steps;
    }
    const Reason& reason = *explanation.reason;
    steps.push_back({Role::warn,
                     reasonBadge(qt(badgeCode(reason))).text,
                     WorkloadInspector::tr("By the rules of Apportion: %1")
                         .arg(messageText(reason.message, time)),
                     ruleText(reason.rule),
                     {},
                     ruleSentence(reason.rule)});
    return steps;
}

}  // namespace apportion::ui
