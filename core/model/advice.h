// SPDX-License-Identifier: GPL-3.0-or-later
// What a planner wants of a pool, what may be changed for it, and the advice that comes of it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/goal.h"
#include "core/model/message.h"
#include "core/model/plan.h"
#include "core/model/plan_answer.h"

namespace apportion {

// What may be changed. The price says how hard a change is for people.
enum class Lever {
    sizes,
    weight,
    borrowing,
    lending,
    limit,
    queueing,
    preemption,
    minRuntime,
    caps,
    nodes
};
struct LeverInfo {
    Lever lever;
    std::string_view word;
    std::int64_t price;  // of a GPU that is moved, of a doubling of a weight or a cap, of a node,
                         // of a change
    bool usual;          // used unless asked otherwise
};
inline constexpr std::array kLevers{LeverInfo{Lever::sizes, "sizes", 1, true},
                                    LeverInfo{Lever::weight, "weight", 2, true},
                                    LeverInfo{Lever::borrowing, "borrowing", 6, true},
                                    LeverInfo{Lever::queueing, "queueing", 10, true},
                                    LeverInfo{Lever::preemption, "preemption", 12, true},
                                    LeverInfo{Lever::lending, "lending", 6, false},
                                    LeverInfo{Lever::limit, "limit", 6, false},
                                    LeverInfo{Lever::minRuntime, "min-runtime", 8, false},
                                    LeverInfo{Lever::caps, "caps", 4, false},
                                    LeverInfo{Lever::nodes, "nodes", 100, false}};

struct AdviceRequest {
    std::vector<Goal> goals;
    // No other quota without children waits so many percent longer (p95), in 8 of 10 futures, and
    // a minute at least. Nothing: it may.
    std::optional<int> othersAtMost = 10;
    std::vector<Lever> levers;
    std::int64_t most = 2000;  // combinations to try
};

// Of all cheaper combinations that the levers allow none reaches the goals; or not all were tried;
// or none at all reaches them.
enum class Seal { provenSmallest, bestOfTried, notReachable };

// How a goal came out; the last one of an answer is that of the other quotas, if it is asked for.
struct GoalOutcome {
    Band before, after;  // of the worst quota, where it is about that; of others, in millionths
    int held = 0;        // test futures in which it is reached
    int futures = 0;     // test futures
};

struct Payer {
    std::string quota;
    Duration before = 0, after = 0;  // p95 wait of all, middle of the test futures
};

struct Neighbor {
    std::vector<PlanEdit> edits;
    std::int64_t price = 0;
    std::vector<int> held;  // by goal: futures of the search in which it is reached
};

struct Advice {
    std::vector<PlanEdit> edits;
    std::int64_t price = 0;
    Seal seal = Seal::bestOfTried;
    bool reaches = false;             // its goals, on the futures of the search
    std::int64_t harm = 0;            // millionths that the worst other quota waits longer
    std::vector<GoalOutcome> goals;   // in order of the request
    std::vector<Payer> pays;          // who waits longer, most first
    std::vector<Neighbor> neighbors;  // one step cheaper
    std::vector<Message> limits;      // of what is not reachable
};

// A combination that was tried, of a chart of price against harm.
struct TriedPoint {
    std::int64_t price = 0;
    std::int64_t harm = 0;  // millionths, as in Advice; of the futures that were run
    bool reaches = false;   // the goals of the request, without that of the others
    friend bool operator==(const TriedPoint&, const TriedPoint&) = default;
};

struct AdviceAnswer {
    std::int64_t tried = 0;
    std::optional<std::int64_t> all;  // combinations that there are, once all are known
    std::vector<Advice> answers;      // by rising price, at most five
};

// What came of advice that was taken.
struct AdviceResult {
    // Milliseconds since 1970. When all of its sizes and policies first held in the pool; nothing =
    // they never did.
    std::optional<std::int64_t> applied;
    std::int64_t due = 0;   // its prediction is compared from then on; with `applied` alone
    bool over = false;      // that moment has come
    std::int64_t jobs = 0;  // submitted between
    // By goal, of what was submitted between; nothing = it is not over, or no job, or a share, of
    // which no journal tells.
    std::vector<std::optional<std::int64_t>> came;
    friend bool operator==(const AdviceResult&, const AdviceResult&) = default;
};

}  // namespace apportion
