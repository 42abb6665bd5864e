// SPDX-License-Identifier: GPL-3.0-or-later
// What a scale is drawn up from: who divides one amount, what each has and would have, and how far
// a target may go. Asks the engine and decides nothing; rule 21 stands there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/event.h"
#include "core/model/outcome.h"

namespace apportion {

class Engine;

// Absolute sizes in the order in which they were set; a quota stands there at most once.
using ScaleTargets = std::vector<std::pair<std::string, Gpu>>;

// A quota among those that divide one amount with it.
struct ScaleRow {
    std::string quota;
    Gpu now = 0;           // its guarantee
    Gpu target = 0;        // what it would be
    QuotaNumbers numbers;  // as things stand
    Gpu children = 0;      // what its children would be given
    // Between them the target keeps what binds this quota alone: what its children are given and
    // what it lends; its own limit. What the level has to divide is not looked at.
    Gpu least = 0;
    std::optional<Gpu> most;
    std::string limitOf;  // whose limit `numbers.limit` is; empty = there is none
    friend bool operator==(const ScaleRow&, const ScaleRow&) = default;
};

// The children of one quota, or all roots that share the same nodes.
struct ScaleLevel {
    std::string parent;  // empty = roots
    Gpu whole = 0;       // what they divide: the parent's target, or the capacity of the nodes
    std::vector<ScaleRow> rows;  // file order

    Gpu assigned() const;
    Gpu unassigned() const { return whole - assigned(); }  // negative = too much is given
    friend bool operator==(const ScaleLevel&, const ScaleLevel&) = default;
};

// All levels, roots first, then by parents in file order.
std::vector<ScaleLevel> scaleLevels(const Engine& engine, const ScaleTargets& targets);

// Where somebody who looks at a quota wants to begin: with its children, where it has any, else
// with it and those beside it. Nothing = it stands in none.
std::optional<std::size_t> levelOf(const std::vector<ScaleLevel>& levels, std::string_view quota);

// The row is given `size`, and the one behind it gives or takes the difference; behind the last it
// is what is unassigned. Stops where either of them may not go further.
void moveDivider(ScaleLevel& level, std::size_t row, Gpu size);

// The row is given `size` as it is. With `keepSum` the difference comes from the rows behind it, in
// a circle, as far as they may go: first what nobody there uses or waits for. The rest comes from
// what is unassigned.
void setTarget(ScaleLevel& level, std::size_t row, Gpu size, bool keepSum);

// What guarantees grow and shrink by in sum. What goes to or comes from a quota's children is
// counted there alone.
struct ScaleSums {
    Gpu more = 0;
    Gpu less = 0;
};
ScaleSums sumsOf(const std::vector<ScaleLevel>& levels);

// Of `targets` and of those of the level, what differs from what is.
ScaleTargets changesOf(ScaleTargets targets, const ScaleLevel& level);

// What an event asks for, as far as it is about GPUs.
ScaleTargets targetsOf(const ScaleEvent& event);

// A first proposal: a round number of GPUs from the largest to the sibling with the most waiting
// work. Empty where there is nobody to move from.
ScaleTargets suggestedTargets(const Engine& engine);

}  // namespace apportion
