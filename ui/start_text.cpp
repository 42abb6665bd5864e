// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start_text.h"

#include <string_view>
#include <utility>

#include <QCoreApplication>

#include "core/model/message_moments.h"
#include "ui/texts.h"
#include "ui/time_text.h"

namespace apportion::ui {

namespace {

constexpr std::string_view kEstimate = "estimate-";

struct EstimateText {
    Q_DECLARE_TR_FUNCTIONS(apportion::ui::EstimateText)
};

}  // namespace

QString momentText(const View& view, Instant at) {
    const TimeText time(view.document.epoch);
    return time.date(at) == time.date(view.clock)
               ? time.minutes(at)
               : EstimateText::tr("%1 %2", "date and time").arg(time.date(at), time.minutes(at));
}

QString startText(const View& view, const StartEstimate& estimate) {
    if (estimate.when)
        return startText(view, estimate.start, *estimate.when);
    if (!estimate.unknown)
        return {};
    // "estimate-not-live" says why; in two words it is "start-not-live".
    return messageText({"start-" + estimate.unknown->code.substr(kEstimate.size()), {}});
}

QString startBrief(const View& view, const StartEstimate& estimate) {
    if (!estimate.when || estimate.when->code == "start-by")
        return startText(view, estimate);
    Message brief{"start-by.brief", estimate.when->arguments};
    if (!estimate.start)
        brief.code = estimate.when->code == "start-not-before" ? "start-not-before.brief"
                                                               : "start-not-before.others";
    return startText(view, estimate.start, std::move(brief));
}

QString startText(const View& view, const std::optional<Instant>& start, Message when) {
    if (!start)
        return messageText(when);
    const Duration left = *start - view.clock;
    // What could start at once has started where somebody runs the pool: the estimate is of a state
    // before, and the next one is on its way.
    if (left <= 0 && view.document.isLive())
        return EstimateText::tr("being estimated");
    if (left <= 0)
        return EstimateText::tr("immediately");
    for (Argument& argument : when.arguments)
        if (isMoment(argument))
            argument.value = Value::ofText(momentText(view, *start).toStdString());
    return messageText(when);
}

}  // namespace apportion::ui
