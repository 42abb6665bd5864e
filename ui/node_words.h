// SPDX-License-Identifier: GPL-3.0-or-later
// What a node is, in a word, and how busy its devices are.
#pragma once

#include <QString>

#include "core/view/nodes/device_uses.h"
#include "core/view/view.h"
#include "ui/time_text.h"

namespace apportion::ui {

// "ready", "cordoned", "draining" while something is left on it, then "drained", "down".
QString nodeStateWord(const NodeRow& node);
QString nodeStateWord(NodeState state, bool isEmpty = false);
// "dgx-12, ready: 7.25 of 8 GPUs used".
QString nodeText(const NodeRow& node, const TimeText& times);

// "73 %"
QString useText(int percent);
// "Utilisation 73 %, read by NVML at 10:31:02"
QString useText(int percent, const QString& at);
// Of every device that a workload holds where it is known: "73 % and 40 %"; empty = nowhere.
QString usesText(const View& view, const std::string& workload, const DeviceUses& uses);
// Where such a figure comes from.
QString aboutUse(const QString& at);

}  // namespace apportion::ui
