// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/inherited_values.h"

#include "core/engine/engine.h"

namespace apportion {

namespace {

// Rule 18, read above the quota.
Duration minRuntimeAbove(const Engine& engine, QuotaId quota) {
    for (auto above = engine.parent(quota); above; above = engine.parent(*above))
        if (const auto& said = engine.quota(*above).policy.minRuntime)
            return *said;
    return engine.settings().minRuntime;
}

}  // namespace

void sayInherited(EntryChanges& changes, const Engine& now) {
    for (EntryChange& each : changes.changes) {
        if (!each.hasDefault || each.key != "minRuntime")
            continue;
        const auto quota = now.findQuota(each.name);
        if (!quota)
            continue;
        const Message inherited{"value-inherited",
                                {{"time", Value::ofSeconds(minRuntimeAbove(now, *quota))}}};
        if (each.before.empty())
            each.messageBefore = inherited;
        if (each.after.empty())
            each.messageAfter = inherited;
    }
}

}  // namespace apportion
