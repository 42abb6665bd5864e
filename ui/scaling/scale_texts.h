// SPDX-License-Identifier: GPL-3.0-or-later
// What drafts of a scale say, in the user's words.
#pragma once

#include <QString>

#include "core/plan/draft/scale_check.h"
#include "core/plan/effect.h"
#include "core/view/view.h"
#include "ui/scaling/scale_bar.h"
#include "ui/time_text.h"
#include "ui/widgets/badge.h"

namespace apportion::ui {

ScaleName scaleName(const View& view, const std::string& quota);

QString repairText(const ScaleRepair& repair);
// The first workloads and how many more there are, or all of them.
QString obstacleText(const ScaleObstacle& obstacle, bool all = false);
QString modeText(ScaleMode mode, Duration after);  // "reclaim after 10 min"

// "8 GPUs move from Quota1.2 to Quota1.1", or what changes in sum.
QString movesText(const ScaleCheck& check);
// "Quota1.1 48 → 56", "Quota1.2 80 → 72"
QStringList allChanges(const ScaleCheck& check);
// The first of them, and how many more there are.
QString changesText(const ScaleCheck& check);

Badge effectBadge(ScaleEffect effect);
// "1 evicted, 1 starts, 14 unchanged"
QString effectsText(const Effect& effect);
// So many wait for an approval and are not in the effect; empty = none.
QString unapprovedText(int workloads);
QString whenText(const ScaleWorkloadEffect& effect, const TimeText& time);
// The reason and the rules behind it.
QString whyText(const ScaleWorkloadEffect& effect, const TimeText& time);
QString nextBestText(const Eviction& record);
// All that is known of it, in sentences.
// Why it would wait without the scale, where that is another reason.
QString whyWithoutText(const ScaleWorkloadEffect& effect, const TimeText& time);
QString effectStory(const ScaleWorkloadEffect& effect, const TimeText& time);

}  // namespace apportion::ui
