// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start_text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <QCoreApplication>
#include <QLocale>

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

QString dayOrTime(const View& view, Instant at) {
    const TimeText time(view.document.epoch);
    return time.date(at) == time.date(view.clock)
               ? time.minutes(at)
               : QLocale().toString(time.moment(at).date(),
                                    EstimateText::tr("d MMM", "a day without its year"));
}

QString startText(const View& view, const StartEstimate& estimate) {
    if (estimate.when)
        return startText(view, *estimate.when);
    if (!estimate.unknown)
        return {};
    // "estimate-not-live" says why; in two words it is "start-not-live".
    return messageText({"start-" + estimate.unknown->code.substr(kEstimate.size()), {}});
}

QString startBrief(const View& view, const StartEstimate& estimate) {
    if (!estimate.when)
        return estimate.unknown && estimate.unknown->code == "estimate-no-start"
                   ? messageText({"start-no-start.brief", {}})
                   : startText(view, estimate);
    const std::string& code = estimate.when->code;
    const auto brief = [&](const char* other) {
        return startText(view, Message{other, estimate.when->arguments});
    };
    return code == "start-likely"                 ? brief("start-likely.brief")
           : code == "start-not-before"           ? brief("start-not-before.brief")
           : code.starts_with("start-not-before") ? brief("start-not-before.brief-others")
           : code.starts_with("start-by.")        ? brief("start-by.brief")
                                                  : startText(view, estimate);
}

QString startText(const View& view, Message when) {
    std::optional<Instant> last;
    for (const Argument& argument : when.arguments)
        if (isMoment(argument))
            last = std::max(last.value_or(argument.value.number), argument.value.number);
    // What could start at once has started where somebody runs the pool: the estimate is of a state
    // before, and the next one is on its way.
    if (last && *last <= view.clock && when.code != "start-likely.open")
        return view.document.isLive() ? EstimateText::tr("being estimated")
                                      : EstimateText::tr("immediately");
    for (Argument& argument : when.arguments)
        if (isMoment(argument))
            argument.value = Value::ofText(momentText(view, argument.value.number).toStdString());
    return messageText(when);
}

}  // namespace apportion::ui
