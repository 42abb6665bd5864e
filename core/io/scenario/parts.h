// SPDX-License-Identifier: GPL-3.0-or-later
// One function for each part of a scenario: from a place of the document to the model value. They
// tell what is wrong with the shape; what the values mean is left to validate(). Internal to io.
#pragma once

#include "core/io/json/field.h"
#include "core/model/scenario.h"

namespace apportion::scenario {

void readSettings(const json::Field& field, Settings& settings);
void readEpoch(const json::Field& field, std::string& epoch);
void readNodeGroup(const json::Field& field, NodeGroup& group);
void readQuota(const json::Field& field, Quota& quota);
void readCap(const json::Field& field, Cap& cap);
void readWorkspace(const json::Field& field, Workspace& workspace);
void readWorkload(const json::Field& field, Workload& workload);
void readEvent(const json::Field& field, Event& event);

// Shared by several parts.
// A text that may be missing or null, and stands for "none" in the model when it is empty: so it
// must not be empty where it is written.
bool readReference(const json::Field& field, std::string& target);
void readResources(const json::Field& field, Resources& resources);
void readLimit(const json::Field& field, Limit& limit);
void readLabels(const json::Field& field, Labels& labels);
void readRange(const json::Field& field, PriorityRange& range);
// The neutral names, or DLC, DSW and EAS.
bool readModule(const json::Field& field, Module& module);
void readModules(const json::Field& field, ModuleSet& modules);
void readPlacement(const json::Field& field, Placement& placement);

// The keys that a quota and a policy event have in common, by name.
inline constexpr std::array<std::string_view, 13> kPolicyKeys{
    "team",     "nodes",      "limit",          "weight",
    "rank",     "overQuota",  "lend",           "priorityPreemption",
    "queueing", "minRuntime", "selfPreemption", "childPreemption",
    "budget"};
void readPolicyKeys(const json::Object& object, PolicyChange& change);
// An object of these keys alone.
void readPolicyChange(const json::Field& field, PolicyChange& change);

}  // namespace apportion::scenario
