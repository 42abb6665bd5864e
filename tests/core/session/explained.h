// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "core/session/pool.h"

namespace apportion {

// Without a thread between.
inline std::optional<WorkExplanation> explained(Pool& pool, const std::string& name) {
    const auto asked = pool.explainWorkload(name);
    if (!asked || !asked->work)
        return std::nullopt;
    asked->work({});
    return asked->tell();
}

}  // namespace apportion
