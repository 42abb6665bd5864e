// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/view/explain/work_story.h"
#include "ui/time_text.h"
#include "ui/widgets/explanation_rail.h"

namespace apportion::ui {

// A run of a workload and the eviction that ended it.
RailStep episodeStep(const WorkEpisode& episode, const TimeText& time);
// The nodes of its replicas, each once.
QString nodesOf(const std::vector<Placement>& placements);

}  // namespace apportion::ui
