// SPDX-License-Identifier: GPL-3.0-or-later
// Documents of simulate back into the model, to compare them with others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "core/io/scenario_reader.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"

namespace apportion {

// What writeOutcome() wrote. Not in the document and left empty: of an eviction what it held, its
// runner-up and its code (its sentence is kept), of an amount in `details` its unit (it is written
// back as it was). A document with the summary alone has no workloads, evictions and events.
Result<Outcome> readOutcome(const std::string& path);
Result<Outcome> parseOutcome(std::string_view text, const std::string& file = {});

// Either kind, told apart by the keys of the document; what is neither is read as a scenario.
struct OutcomeFile {
    Outcome outcome;
    std::optional<std::int64_t> rules;  // the revision it was made under, if it tells one
};
using ScenarioOrOutcome = std::variant<ScenarioFile, OutcomeFile>;
Result<ScenarioOrOutcome> readScenarioOrOutcome(const std::string& path);

}  // namespace apportion
