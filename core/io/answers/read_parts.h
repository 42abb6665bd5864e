// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a document of simulate, back into values. Internal to io.
#pragma once

#include "core/io/json/field.h"
#include "core/model/outcome.h"

namespace apportion::answers {

void readQuotaNumbers(const json::Field& field, QuotaNumbers& numbers);
void readWorkloadOutcome(const json::Field& field, WorkloadOutcome& workload);
void readEviction(const json::Field& field, Eviction& eviction);
void readEventOutcome(const json::Field& field, EventOutcome& event);
// Gives the revision of the rules it was made under, if it tells one.
std::optional<std::int64_t> readSummary(const json::Field& field, Summary& summary);

}  // namespace apportion::answers
