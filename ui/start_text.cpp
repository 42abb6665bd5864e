// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start_text.h"

#include <QCoreApplication>

#include "ui/time_text.h"

namespace apportion::ui {

namespace {

struct EstimateText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EstimateText)
};

}  // namespace

QString startText(const View& view, const StartEstimate& estimate) {
    if (!estimate.start)
        return EstimateText::tr("unknown");
    const Duration left = *estimate.start - view.clock;
    // What could start at once has started where somebody runs the pool: the estimate is of a state
    // before, and the next one is on its way.
    if (left <= 0 && view.document.isLive())
        return EstimateText::tr("being estimated");
    if (left <= 0)
        return EstimateText::tr("at once");
    const TimeText time(view.document.epoch);
    const QString moment =
        time.date(*estimate.start) == time.date(view.clock)
            ? time.minutes(*estimate.start)
            : EstimateText::tr("%1 %2", "date and time")
                  .arg(time.date(*estimate.start), time.minutes(*estimate.start));
    return EstimateText::tr("%1, in %2", "moment, time until then")
        .arg(moment, TimeText::duration(left));
}

}  // namespace apportion::ui
