// SPDX-License-Identifier: GPL-3.0-or-later
// What a tried command would do, in the user's words; of a pool at rest as soon as it is live.
#pragma once

#include <limits>

#include <QString>
#include <QStringList>

#include "core/model/explanation.h"
#include "core/plan/effect.h"
#include "core/session/live/live_start.h"
#include "ui/time_text.h"

namespace apportion::ui {

// Whose work would be evicted, and does not run on with fewer replicas.
std::vector<std::string> victimsOf(const Effect& trial);
// "a, b and 4 more".
QString someNames(const std::vector<std::string>& names, std::size_t most = 3);
// What becomes of work that is submitted now, and of whom it would take it.
QString submissionText(const Effect& trial, const TimeText& time);
// "2 evicted · 1 cannot start again · 1 starts": how many, in one line.
QString trialSummary(const Effect& trial);
// The same with some of their names, for the foot of a form.
QString trialSentence(const Effect& trial);
// What becomes of whom, said of a pool at rest.
QString onceLive(bool resting, const QString& what);
// What is to be said in any case, and that sentence where it touches anybody.
QString withTrial(const QString& sentence, const Effect& trial);
// Whom it takes their run or their place, in sentences that follow a question.
QString hitsText(const Effect& trial);
// Of work that runs on: how many replicas each gives up.
QStringList fewerTexts(const std::vector<RunsOn::Fewer>& fewer);
// Whom an edit that starts work costs something, a sentence for each kind: nothing said = nobody.
// Of each kind `most` are named.
QStringList costTexts(const std::vector<std::string>& evicts, const RunsOn& runsOn,
                      std::size_t most = std::numeric_limits<std::size_t>::max());
// When something starts by an edit: at once, or when what has to stop first has stopped, which
// takes so long at most.
QString startText(bool resting, Duration grace);
// Who would start by it, and when, in a sentence for each.
QString startsText(const Effect& trial);
// Of a pool that is about to go live: who starts at once, and who does not run on as it is; empty =
// nobody goes.
QString startsText(const LiveStart& start);
QString goesText(const LiveStart& start);
// What follows for the pool: capacity and the largest workload that fits, before and after.
QString roomText(const Effect& trial);

}  // namespace apportion::ui
