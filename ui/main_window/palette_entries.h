// SPDX-License-Identifier: GPL-3.0-or-later
// What the palette offers at a moment: quotas and workloads to go to, what can be done with them,
// and every action.
#pragma once

#include <functional>
#include <vector>

#include "core/session/view.h"
#include "ui/main_window/actions.h"
#include "ui/palette/palette_items.h"

namespace apportion::ui {

struct PaletteTargets {
    std::function<void(const QString&)> quota;
    std::function<void(const QString&)> workload;
    std::function<void(const QString&)> editGuarantee;
    std::function<void(const QString&)> approve;
};

// Of the first quotas and workloads; those further on come by furtherQuotas().
std::vector<PaletteItem> paletteEntries(const View& view, const Actions& actions,
                                        const PaletteTargets& targets);

bool hasFurtherQuotas(const View& view);
// Of those, what may fit what is typed.
std::vector<PaletteItem> furtherQuotas(const View& view, const QString& query,
                                       const PaletteTargets& targets);

}  // namespace apportion::ui
