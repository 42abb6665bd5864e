// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a scenario as JSON, each in one line. What has its default is left out. Internal
// to io; explanations show events and nodes in the same form.
#pragma once

#include "core/io/json/writer.h"
#include "core/model/scenario.h"

namespace apportion::scenario {

void write(json::Writer& out, const NodeGroup& group);
void write(json::Writer& out, const Quota& quota);
void write(json::Writer& out, const Cap& cap);
void write(json::Writer& out, const Workspace& workspace);
void write(json::Writer& out, const Workload& workload);
void write(json::Writer& out, const Event& event);
void write(json::Writer& out, const Placement& placement);
void write(json::Writer& out, const Limit& limit);
// The keys of a quota that a policy event may set as well.
void writePolicyKeys(json::Writer& out, const PolicyChange& change);

// Seconds as a scenario writes them, the shortest decimal: 60, 0.25.
void writeTime(json::Writer& out, std::string_view key, Instant time);

}  // namespace apportion::scenario
