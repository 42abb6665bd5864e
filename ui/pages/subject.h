// SPDX-License-Identifier: GPL-3.0-or-later
// An object of the pool by its name: what is selected, explained, revealed or acted on.
#pragma once

#include <optional>

#include <QString>

#include "core/model/quantity.h"

namespace apportion::ui {

enum class ObjectKind { none, quota, workload, workspace, node, entry };  // entry: of the journal

struct Subject {
    ObjectKind kind = ObjectKind::none;
    QString name;
    int device = 0;                      // of a node
    std::optional<Instant> evictedAt{};  // of a workload, where an eviction of it is meant
};

}  // namespace apportion::ui
