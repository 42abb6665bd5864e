// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/workloads/workload_cells.h"

#include <algorithm>

#include <QCoreApplication>

#include "core/model/short_reason.h"
#include "core/view/awaiting_approval.h"
#include "core/view/explain/work_story.h"
#include "ui/module_code.h"
#include "ui/start_text.h"
#include "ui/texts.h"

namespace apportion::ui {

namespace {

struct WorkloadCells {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::WorkloadCells)
};

}  // namespace

Cell whyCell(const WorkloadRow& row, const TimeText& time) {
    const WorkloadOutcome& status = row.status;
    if (status.reason && status.state == WorkloadState::running)
        return Cell::reason(
            {WorkloadCells::tr("waits for its device"), Tone::warn, Icon::hourglass},
            messageText(shortReason(*status.reason), time));
    if (status.reason)
        return Cell::reason(reasonBadge(qt(badgeCode(*status.reason))),
                            messageText(shortReason(*status.reason), time));
    switch (status.state) {
        case WorkloadState::pending:
            return Cell::words(row.unasked ? WorkloadCells::tr("not looked at yet")
                                           : WorkloadCells::tr("would start now"))
                .withRole(Role::text3);
        case WorkloadState::running:
            if (status.stopping)
                return Cell::reason(
                    {WorkloadCells::tr("stopping"), Tone::err, Icon::hourglass},
                    WorkloadCells::tr("ends at %1").arg(time.seconds(*status.stopping)));
            return Cell::words(nodesText(status.placements)).withRole(Role::text2);
        case WorkloadState::finished:
            return Cell::label({stateName(status.state), Tone::good, Icon::checkCircle});
        case WorkloadState::cancelled:
            return Cell::label({status.start ? stateName(status.state)
                                             : WorkloadCells::tr("cancelled before it started"),
                                Tone::neutral, Icon::close});
        case WorkloadState::rejected:
            return Cell::label({stateName(status.state), Tone::neutral, Icon::close});
        case WorkloadState::failed:
            return Cell::label({stateName(status.state), Tone::err, Icon::error});
    }
    return {};
}

Cell sinceCell(const WorkloadRow& row, Instant clock, const TimeText& time) {
    const WorkloadOutcome& status = row.status;
    switch (status.state) {
        case WorkloadState::pending:
            return Cell::number(TimeText::duration(status.waited));
        case WorkloadState::running:
            return Cell::number(TimeText::duration(clock - status.start.value_or(clock)));
        case WorkloadState::finished:
        case WorkloadState::cancelled:
        case WorkloadState::rejected:
        case WorkloadState::failed:
            return Cell::number(time.seconds(status.end.value_or(row.submit)), Role::text2);
    }
    return {};
}

Cell startCell(const View& view, const WorkloadRow& row, const StartEstimate* estimate,
               bool brief) {
    if (neverStarts(row))
        return Cell::words(WorkloadCells::tr("never", "it starts")).withRole(Role::err);
    // Where there is room, with how long it was said to run.
    const QString runs = brief || !row.duration ? QString()
                                                : WorkloadCells::tr("runs %1", "stated duration")
                                                      .arg(TimeText::duration(*row.duration));
    if (row.status.state == WorkloadState::running && row.ends)
        return Cell::words(
                   WorkloadCells::tr("ends %1", "moment")
                       .arg(brief ? dayOrTime(view, *row.ends) : momentText(view, *row.ends)),
                   runs)
            .withRole(Role::text2);
    if (estimate == nullptr)
        return Cell::words({}, row.status.state == WorkloadState::pending ? runs : QString());
    return Cell::words(brief ? startBrief(view, *estimate) : startText(view, *estimate), runs)
        .withRole(estimate->start || estimate->from ? Role::text : Role::text3);
}

QString estimateTip(const View& view, const WorkloadRow& row, const StartEstimate* estimate) {
    QStringList lines;
    if (row.status.state == WorkloadState::running || row.status.state == WorkloadState::pending)
        lines << (row.duration ? WorkloadCells::tr("Stated duration: %1")
                                     .arg(TimeText::duration(*row.duration))
                               : WorkloadCells::tr("No duration is stated."));
    if (estimate == nullptr)
        return lines.join(QLatin1Char('\n'));
    lines << WorkloadCells::tr("Starts: %1").arg(startText(view, *estimate));
    if (estimate->wait)
        lines << WorkloadCells::tr("Waits %1 in total").arg(TimeText::duration(*estimate->wait));
    if (estimate->unknown)
        lines << messageText(*estimate->unknown);
    lines << WorkloadCells::tr(
        "8 of 10 futures drawn from this pool's past: durations that are not stated, and new "
        "submissions.");
    return lines.join(QLatin1Char('\n'));
}

Cell evictionWhyCell(const EvictionRow& row) {
    const Eviction& record = row.record;
    const Badge badge{evictionName(record), Tone::err, Icon::bolt};
    const QString rule = QString::number(number(ruleOf(record.rule)));
    if (record.preemptor.empty())
        return Cell::reason(badge, WorkloadCells::tr("rule %1").arg(rule));
    return Cell::reason(badge,
                        WorkloadCells::tr("for %1 · rule %2").arg(qt(record.preemptor), rule));
}

WorkTexts workTexts(const TimeText& time) {
    WorkTexts texts;
    for (std::size_t i = 0; i < texts.states.size(); ++i)
        texts.states[i] = stateName(static_cast<WorkloadState>(i)).toStdString();
    for (std::size_t i = 0; i < texts.modules.size(); ++i) {
        const auto module = static_cast<Module>(i);
        texts.modules[i] =
            (moduleText(module) + QLatin1Char(' ') + moduleCode(module)).toStdString();
    }
    texts.evicted = WorkloadCells::tr("evicted").toStdString();
    texts.why = [&time](const WorkloadRow& row) {
        return whyCell(row, time).plainText().toStdString();
    };
    texts.evictionWhy = [](const EvictionRow& row) {
        return evictionWhyCell(row).plainText().toStdString();
    };
    return texts;
}

}  // namespace apportion::ui
