// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an outcome, each with its heading; empty where there is nothing to tell.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "core/model/outcome.h"
#include "core/model/scenario.h"

namespace apportion {
struct Estimates;
}

namespace apportion::ctl {

// What a list shows at most; the rest is counted.
inline constexpr std::size_t kMostListed = 50;
// Quotas are read as a whole, up to a number that nobody reads.
inline constexpr std::size_t kMostQuotas = 200;

std::string quotasSection(const Scenario& scenario, const Outcome& outcome);
// With when each would start, if that is given.
std::string waitingSection(const Scenario& scenario, const Outcome& outcome,
                           const Estimates* starts = nullptr);
std::string runningSection(const Scenario& scenario, const Outcome& outcome);
std::string evictionsSection(const Scenario& scenario, const Outcome& outcome);
// The outcomes are those of `given`, from the first one on.
std::string eventsSection(const Scenario& scenario, std::span<const Event> given,
                          const Outcome& outcome);
// `moves` of the evictions were moves of consolidation.
std::string summarySection(const Outcome& outcome, std::int64_t moves = 0);
std::string waitsByQuotaSection(const Scenario& scenario, const Outcome& outcome);

// One eviction: who, for whom, by which rule, why, and why no other.
std::string evictionText(const Scenario& scenario, const Eviction& eviction);

// "Quota1.1" moved in by its depth in the tree.
class Indented {
public:
    // The scenario must outlive it.
    explicit Indented(const Scenario& scenario);
    std::string operator()(const std::string& quota) const;

private:
    std::unordered_map<std::string_view, const Quota*> quotas_;
};
// A moment as a cell of a table has it: the date where the scenario has one, else "10 s".
std::string momentCell(const Scenario& scenario, Instant at);
// "\nWaiting\n"
std::string heading(std::string_view title);
// "  … and 12 more; --json lists all.\n", nothing if all were shown.
std::string moreText(std::size_t all, std::size_t shown = kMostListed);
// The text in lines of at most 100 columns, each behind `indent` spaces.
std::string wrapped(std::string_view text, std::size_t indent);
// The same behind "- ".
std::string listed(std::string_view text, std::size_t indent);

}  // namespace apportion::ctl
