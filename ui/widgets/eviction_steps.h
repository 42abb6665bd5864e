// SPDX-License-Identifier: GPL-3.0-or-later
// An eviction as a timeline, the same in the inspector and in the history.
#pragma once

#include <QList>

#include "core/view/view.h"
#include "ui/widgets/explanation_rail.h"

namespace apportion::ui {

QList<RailStep> evictionSteps(const View& view, const EvictionRow& eviction);

}  // namespace apportion::ui
