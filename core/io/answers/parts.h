// SPDX-License-Identifier: GPL-3.0-or-later
// What several answers have in common. Internal to io.
#pragma once

#include "core/io/json/writer.h"
#include "core/model/comparison.h"
#include "core/model/outcome.h"
#include "core/model/problem.h"

namespace apportion {
struct OutcomeForm;
}

namespace apportion::answers {

using json::Writer;

// Writes the key and opens an answer: {"apportion": 1, …
void beginAnswer(Writer& out);

// As the user wrote it. What is no UTF-8 cannot stand in JSON: such a name is shown as it is
// elsewhere, with "\xFF" for each such byte.
void fileName(Writer& out, std::string_view key, const std::string& name);

// {"gpu": 8}
void gpuObject(Writer& out, std::string_view key, Gpu gpu);
// A number of seconds or null.
void secondsOrNull(Writer& out, std::string_view key, const std::optional<Instant>& time);
// GPU-seconds, rounded half up to a thousandth.
void gpuSeconds(Writer& out, std::string_view key, GpuTime time);
void placements(Writer& out, const std::vector<Placement>& placements);

// {"code", "message", "details"}; a reason may show its rule's number. The variant of a code is
// not shown: its sentence is.
void message(Writer& out, const Message& message, std::optional<Rule> rule = {});
// The arguments of a message as members: amounts and times as numbers.
void details(Writer& out, const Message& message);

void quotaNumbers(Writer& out, const QuotaNumbers& numbers);
// "wait" and "waitAll".
void waits(Writer& out, const WaitNumbers& wait, const WaitNumbers& all);
// With the revision of the rules, but for a difference of two.
void summary(Writer& out, const Summary& summary, bool ofDifference = false);
// Whole answers, also where they stand inside another.
void outcome(Writer& out, const Outcome& outcome, const OutcomeForm& form);
void comparison(Writer& out, const Comparison& comparison);
// As validate tells it.
void problem(Writer& out, const Problem& problem);
// The keys of an eviction, into an object that is open.
void evictionKeys(Writer& out, const Eviction& eviction);

}  // namespace apportion::answers
