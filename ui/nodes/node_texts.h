// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of nodes and devices: tool tips, what a screen reader reads, the figures above.
#pragma once

#include <QList>
#include <QString>

#include "core/view/nodes/device_uses.h"
#include "core/view/view.h"
#include "ui/node_words.h"
#include "ui/time_text.h"
#include "ui/widgets/key_number.h"

namespace apportion::ui {

// "dgx-12, device 6: nb-mei (Quota1.2) holds 0.5 since 16:12, 0.25 GPUs free", and how busy it is
// where that is known.
QString deviceText(const NodeRow& node, int device, const TimeText& times,
                   const DeviceUses& uses = {});

QList<KeyNumber> nodeFigures(const View& view, const TimeText& times);

}  // namespace apportion::ui
