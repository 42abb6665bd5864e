// SPDX-License-Identifier: GPL-3.0-or-later
// GPUs moved from one quota to another: how much may be moved.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/event.h"
#include "core/plan/draft/scale_level.h"
#include "core/view/view.h"

namespace apportion {

struct MoveBounds {
    Gpu most = 0;           // more is given on to children, or lent by word
    Gpu idle = 0;           // of it, in whole GPUs, what nothing at or below runs on
    Gpu spare = 0;          // of that, what nothing at or below waits for
    bool promised = false;  // more is idle, but given on to children or lent by word
};
MoveBounds moveBounds(const QuotaRow& from);
// Nothing = so many can go.
std::optional<Message> moveRefusal(const QuotaRow& from, Gpu gpu);
// Both sizes, to be set at once.
ScaleTargets moved(const QuotaRow& from, const QuotaRow& to, Gpu gpu);
// Who divides the same amount: the other children of its quota, or roots on the same nodes.
std::vector<const QuotaRow*> siblingsOf(const View& view, const QuotaRow& row);

}  // namespace apportion
