// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "core/report/accounts.h"
#include "ui/texts.h"
#include "ui/workspace/lead_texts.h"

namespace apportion::ui {

namespace {

constexpr double kHourOfGpus = static_cast<double>(kOneGpu) * 3600 * kSecond;

Series line(const QString& name, const report::WorkspaceUsage::Line& of, const LeadView& lead,
            double scale) {
    Series series;
    series.name = name;
    for (std::size_t i = 0; i < of.at.size(); ++i) {
        series.at.append(lead.onAxis(lead.at(of.at[i])));
        series.values.append(of.value[i] < 0 ? std::numeric_limits<double>::quiet_NaN()
                                             : static_cast<double>(of.value[i]) / scale);
    }
    return series;
}

int colourOf(const LeadView& lead) {
    for (const std::string& quota : lead.row.spec.quotas)
        for (const QuotaRow& row : lead.view.quotas)
            if (row.name == quota)
                return row.colour;
    return 0;
}

}  // namespace

ChartData gpusChart(const LeadView& lead) {
    ChartData data;
    data.unit = LeadText::tr("GPUs");
    data.whole = true;
    data.emptyText = LeadText::tr("Nothing was recorded yet");
    data.unknownText = LeadText::tr("not recorded");
    const auto* usage = lead.usage();
    if (usage == nullptr)
        return data;
    const int colour = colourOf(lead);
    Series running = line(LeadText::tr("running"), usage->running, lead, kOneGpu);
    running.team = colour;
    running.filled = true;
    Series entitled = line(LeadText::tr("entitled"), usage->entitled, lead, kOneGpu);
    entitled.look = Series::Look::fairShare;
    data.series = {running, entitled};
    GuaranteeLine guarantee{LeadText::tr("guarantee"), 0, colour, {}};
    for (std::size_t i = 0; i < usage->guarantee.at.size(); ++i) {
        guarantee.steps.at.append(lead.onAxis(lead.at(usage->guarantee.at[i])));
        guarantee.steps.values.append(static_cast<double>(usage->guarantee.value[i]) / kOneGpu);
    }
    if (!guarantee.steps.values.isEmpty()) {
        guarantee.value = guarantee.steps.values.last();
        data.guarantees.append(guarantee);
    }
    for (auto each = lead.view.evictions.rbegin(); each != lead.view.evictions.rend(); ++each)
        if (each->victim.workspace == lead.row.spec.name)
            data.marks.append({lead.onAxis(each->record.at), MarkKind::preemption,
                               LeadText::tr("%1 was evicted").arg(qt(each->record.victim)), 1});
    data.until = lead.onAxis(lead.at(usage->now));
    return data;
}

ChartData hoursChart(const LeadView& lead) {
    ChartData data;
    data.unit = LeadText::tr("GPU h");
    data.emptyText = LeadText::tr("Nothing was recorded yet");
    const auto* usage = lead.usage();
    if (usage == nullptr)
        return data;
    Series used = line(LeadText::tr("used"), usage->spent, lead, kHourOfGpus);
    used.team = colourOf(lead);
    used.stepped = false;
    // It ends now, and the even pace with the period.
    used.at.append(lead.onAxis(lead.at(usage->now)) + 1);
    used.values.append(std::numeric_limits<double>::quiet_NaN());
    Series even;
    even.name = LeadText::tr("even pace");
    even.look = Series::Look::fairShare;
    even.stepped = false;
    even.at = {lead.onAxis(lead.at(usage->period.from)), lead.onAxis(lead.at(usage->period.to))};
    even.values = {0, static_cast<double>(usage->allowance) / kHourOfGpus};
    data.series = {used, even};
    return data;
}

}  // namespace apportion::ui
