// SPDX-License-Identifier: GPL-3.0-or-later
// What the page of a workspace says, made of its view and the look at it. Nothing is asked here.
#pragma once

#include <QCoreApplication>
#include <QList>
#include <QString>

#include "core/session/workspace/workspace_look.h"
#include "core/view/view.h"
#include "ui/charts/chart_data.h"
#include "ui/widgets/cell_table.h"
#include "ui/widgets/fact_list.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {

struct LeadText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::LeadText)
};

// One workspace of a view. `look` null = it is on its way.
struct LeadView {
    const View& view;
    const WorkspaceRow& row;
    const WorkspaceLook* look = nullptr;

    // A moment of what was used, on the clock of the view.
    Instant at(Moment moment) const { return moment - look->zero; }
    const report::WorkspaceUsage* usage() const {
        return look != nullptr && look->usage ? &*look->usage : nullptr;
    }
    // On the time axis of a chart: since 1970 where the clock shows dates.
    qint64 onAxis(Instant at) const;
};

// Running, entitled, waiting, next start, GPU hours, share kept.
QList<KeyNumber> leadNumbers(const LeadView& lead);

// "16:40–17:30", "from 16:40", "never", "unknown". `about` says more.
struct RangeText {
    QString text;
    QString about;
    bool isNever = false;
};
RangeText rangeText(const View& view, const StartRanges& ranges, const StartRange& range);

std::vector<CellTable::Head> queueHeads();
std::vector<CellTable::Row> queueRows(const LeadView& lead, QStringList& workloads);

// Who can change what a workload waits for, and how.
struct Hand {
    bool yours = false;
    QString action;
};
Hand handOf(const LeadView& lead, const WorkloadRow& waiting);

std::vector<CellTable::Head> userHeads();
std::vector<CellTable::Row> userRows(const LeadView& lead);

// What befell its work, latest first.
std::vector<CellTable::Head> eventHeads();
std::vector<CellTable::Row> eventRows(const LeadView& lead);

// "GPU hours this week".
QString hoursTitle(const report::WorkspaceUsage& usage);
QList<Fact> hoursFacts(const LeadView& lead);
QList<Fact> limitFacts(const LeadView& lead);

ChartData gpusChart(const LeadView& lead);
ChartData hoursChart(const LeadView& lead);

// What speaks for more GPUs, in one sentence.
QString evidenceText(const LeadView& lead);

// Hours of GPUs without decimals, "8,620".
QString wholeHours(report::Amount amount);

}  // namespace apportion::ui
