// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of simulate, replay, plan run and project show: one JSON document, the same bytes
// for the same outcome.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>

#include "core/model/outcome.h"

namespace apportion {

struct OutcomeForm {
    // Leaves out workloads, evictions and events; their counts stay in the summary.
    bool summaryOnly = false;
    // Of a project; nothing = not shown.
    std::optional<std::int64_t> revision = {};
};

// Written as it comes: needs no memory for the document.
void writeOutcome(std::ostream& stream, const Outcome& outcome, const OutcomeForm& form = {});

}  // namespace apportion
