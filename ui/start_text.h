// SPDX-License-Identifier: GPL-3.0-or-later
// The moment at which what waits would start, in words.
#pragma once

#include <QString>

#include "core/plan/draft/estimate.h"
#include "core/view/view.h"

namespace apportion::ui {

// "16:10", with the day where it is another one than that of the clock.
QString momentText(const View& view, Instant at);
// The time of a moment of today, else its day alone: "10:44", "30 Nov".
QString dayOrTime(const View& view, Instant at);
// "likely between 16:10 and 18:20", "by 16:10, earlier if serve ends", "not before serve ends",
// "immediately"; of a live pool whose estimate has been overtaken "being estimated"; "not live" and
// the like where `unknown` says why.
QString startText(const View& view, const StartEstimate& estimate);
QString startText(const View& view, Message when);
// The same where a column is narrow: "16:10–18:20", "after serve".
QString startBrief(const View& view, const StartEstimate& estimate);

}  // namespace apportion::ui
