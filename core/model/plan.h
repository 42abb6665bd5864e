// SPDX-License-Identifier: GPL-3.0-or-later
// What a plan file says: a base, and named sets of changes to try on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/event.h"
#include "core/model/goal.h"
#include "core/model/node.h"
#include "core/model/quota.h"
#include "core/model/trace_texts.h"
#include "core/model/workload.h"
#include "core/model/workspace.h"

namespace apportion {

inline constexpr int kPlanFormat = 1;

// Nodes that join the pool.
struct AddNodes {
    NodeGroup group;
    friend bool operator==(const AddNodes&, const AddNodes&) = default;
};

// Nodes that leave it: what runs there waits again.
struct RemoveNodes {
    std::vector<std::string> nodes;
    friend bool operator==(const RemoveNodes&, const RemoveNodes&) = default;
};

// A team that joins: its quota, and what it submits from then on.
struct AddQuota {
    Quota quota;
    std::vector<Workload> workloads;
    friend bool operator==(const AddQuota&, const AddQuota&) = default;
};

inline constexpr std::int64_t kForecastWhole = 1000;   // scale 1
inline constexpr std::int64_t kMostForecast = 100000;  // scale 100

// More, fewer, earlier or later jobs at or below a quota. Without a time of its own.
struct Forecast {
    std::string quota;
    std::int64_t scale = kForecastWhole;  // thousandths of as many jobs as there are
    Duration shift = 0;                   // of every submit time; nothing comes before moment 0
    friend bool operator==(const Forecast&, const Forecast&) = default;
};

// User caps of a workspace, in place of all that it has. Without a time of its own: they hold from
// the beginning.
struct ChangeCaps {
    std::string workspace;
    std::vector<Cap> caps;
    friend bool operator==(const ChangeCaps&, const ChangeCaps&) = default;
};

using PlanAction = std::variant<EventAction, AddNodes, RemoveNodes, AddQuota, Forecast, ChangeCaps>;

struct PlanEdit {
    Instant at = 0;
    PlanAction action;
    friend bool operator==(const PlanEdit&, const PlanEdit&) = default;
};

struct ChangeSet {
    std::string name;
    std::vector<PlanEdit> edits;  // those of one moment in file order
    friend bool operator==(const ChangeSet&, const ChangeSet&) = default;
};

// Where the base comes from. Files are relative to the plan's folder.
struct ScenarioBase {
    std::string file;
    friend bool operator==(const ScenarioBase&, const ScenarioBase&) = default;
};
// As the options of replay; empty = their default.
struct TraceBase : TraceTexts {
    std::string file;
    std::string format;
    std::string pool;
    std::string quotas;
    std::string guarantee;
    std::string overQuota;
    std::string queueing;
    std::string consolidation;
    std::int64_t first = 0;  // 0 = all jobs
    std::string nodesFile;
    friend bool operator==(const TraceBase&, const TraceBase&) = default;
};
struct ProjectBase {
    std::string file;
    // Milliseconds since 1970: a part of its past; both 0 = as it is now.
    std::int64_t from = 0, to = 0;
    friend bool operator==(const ProjectBase&, const ProjectBase&) = default;
};

// Bootstrapped arrivals: every set is run on each of `count` futures as well.
struct Futures {
    std::int64_t count = 0;
    std::int64_t seed = 1;    // also draws which jobs a forecast repeats or leaves out
    bool teamsApart = false;  // each quota draws its own weeks
    friend bool operator==(const Futures&, const Futures&) = default;
};
inline constexpr std::int64_t kMostFutures = 1000;
inline constexpr std::int64_t kMostSeed = (std::int64_t{1} << 53) - 1;  // exact in every JSON
inline constexpr std::int64_t kMostFirst = 1'000'000'000;

// What an advice said of a goal: 8 of 10 test futures lie between low and high.
struct Prediction {
    Goal goal;
    std::int64_t before = 0;  // the middle of the test futures
    std::int64_t low = 0, high = 0;
    friend bool operator==(const Prediction&, const Prediction&) = default;
};

// An advice that became a set. It stays as it was, whatever becomes of the set.
struct TakenAdvice {
    std::string name;        // of the set then
    std::int64_t taken = 0;  // milliseconds since 1970
    Duration period = 0;     // that the prediction is about
    std::vector<PlanEdit> edits;
    std::vector<Prediction> goals;
    friend bool operator==(const TakenAdvice&, const TakenAdvice&) = default;
};

struct Plan {
    std::string name;
    std::variant<ScenarioBase, TraceBase, ProjectBase> base;
    // SHA-256 of the base as it was when the plan was run: hexadecimal digits; empty = not told.
    std::string baseHash;
    std::optional<Instant> until;  // instead of the base's
    Futures futures;
    std::vector<ChangeSet> sets;
    std::vector<TakenAdvice> advice;  // in the order in which it was taken
    friend bool operator==(const Plan&, const Plan&) = default;
};

}  // namespace apportion
