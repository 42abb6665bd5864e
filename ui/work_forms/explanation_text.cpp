// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/work_forms/explanation_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "core/session/local/live_consent.h"
#include "core/view/awaiting_approval.h"
#include "core/view/explain/remedies.h"
#include "ui/texts.h"
#include "ui/time_text.h"
#include "ui/trial_texts.h"

namespace apportion::ui {

namespace {

struct Copied {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::Copied)
};

}  // namespace

QString explanationText(const View& view, const WorkloadRow& row,
                        const WorkExplanation& explained) {
    const Explanation& explanation = explained.explanation;
    const auto& rise = explained.rises.least;
    const TimeText time(view.document.epoch);
    QStringList lines;
    lines << Copied::tr("%1 in %2, %3, priority %4, %5")
                 .arg(qt(row.name), qt(row.quota), moduleText(row.module))
                 .arg(row.priority)
                 .arg(gpusText(row.gpu));
    lines << Copied::tr("As of %1: %2")
                 .arg(time.clock(view.clock, view.play.end), stateName(explanation.state));
    if (explanation.position && !neverStarts(row))
        lines << Copied::tr("Position %1 in the queue of %2")
                     .arg(*explanation.position)
                     .arg(qt(row.quota));
    if (explanation.ahead)
        lines << QString() << messageText(*explanation.ahead);
    if (explanation.reason) {
        lines << QString() << messageText(explanation.reason->message, time);
        if (isOfRule(*explanation.reason))
            lines << ruleText(explanation.reason->rule);
    }
    const auto addWay = [&](const QString& what, const std::vector<std::string>& evicts,
                            const RunsOn& runsOn) {
        lines << QStringLiteral("- ") +
                     (QStringList(what) + costTexts(evicts, runsOn)).join(QLatin1Char(' '));
    };
    const std::vector<Remedy> remedies = remediesOf(explanation, row.user);
    if (!remedies.empty() || rise)
        lines << QString() << Copied::tr("What would start it:");
    for (const Remedy& remedy : remedies) {
        const Unblock* edit = remedy.edits.empty() ? nullptr : remedy.edits.front();
        addWay(messageText(remedy.message, time),
               edit != nullptr ? edit->evicts : std::vector<std::string>(),
               edit != nullptr ? edit->runsOn : RunsOn());
    }
    if (rise)
        addWay(Copied::tr("Raise its priority from %1 to %2.").arg(rise->from).arg(rise->to),
               rise->evicts, rise->runsOn);
    if (!explanation.evictions.empty()) {
        lines << QString() << Copied::tr("Evictions:");
        for (const Eviction& eviction : explanation.evictions)
            lines << QStringLiteral("- ") + time.seconds(eviction.at) + QStringLiteral(": ") +
                         messageText(eviction.why);
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace apportion::ui
