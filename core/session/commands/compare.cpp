// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/sim/compare.h"

#include "core/io/answers/outcome_reader.h"
#include "core/session/commands/commands.h"

namespace apportion {

namespace {

Result<Outcome> outcomeOf(const std::string& file) {
    Result<ScenarioOrOutcome> read = readScenarioOrOutcome(file);
    if (!read)
        return tl::unexpected(read.error());
    if (auto* outcome = std::get_if<Outcome>(&*read))
        return std::move(*outcome);
    return runScenario(
        std::make_shared<const Scenario>(std::move(std::get<ScenarioFile>(*read).scenario)), {});
}

}  // namespace

Result<Comparison> compareFiles(const std::string& base, const std::string& changed) {
    // Both are read before anything is told, so that all errors come at once.
    Result<Outcome> before = outcomeOf(base), after = outcomeOf(changed);
    if (!before || !after) {
        Problems problems = before ? Problems{} : before.error();
        if (!after)
            problems.insert(problems.end(), after.error().begin(), after.error().end());
        return tl::unexpected(std::move(problems));
    }
    // A document of the summary alone is compared as far as it goes.
    const auto listed = [](const Outcome& outcome) {
        return !outcome.workloads.empty() || outcome.summary.workloads == 0;
    };
    if (!listed(*before) || !listed(*after)) {
        before->workloads.clear();
        after->workloads.clear();
    }
    Comparison comparison = compare(*before, *after);
    comparison.names = {base, changed};
    return comparison;
}

}  // namespace apportion
