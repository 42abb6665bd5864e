// SPDX-License-Identifier: GPL-3.0-or-later
// What was done to a project, and the facts it led to. The state is the fold of the facts.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/project.h"
#include "core/model/words.h"

namespace apportion {

// What a fact is about. `nodes` is a group of equal nodes; `ended` is work that is over.
enum class ObjectKind {
    pool,
    nodes,
    nodeState,
    quota,
    workspace,
    user,
    temporary,
    timetable,
    restorePoint,
    workload,
    run,
    eviction,
    ended,
};
template <>
struct Words<ObjectKind> {
    static constexpr std::array<std::string_view, 13> all{
        "pool",      "nodes",         "node-state", "quota", "workspace", "user", "temporary",
        "timetable", "restore-point", "workload",   "run",   "eviction",  "ended"};
};
inline constexpr std::size_t kObjectKinds = Words<ObjectKind>::all.size();

template <>
struct Words<ProjectRole> {
    static constexpr std::array<std::string_view, 3> all{"administrator", "quota-administrator",
                                                         "viewer"};
};

// One object before and after, as JSON in one line; empty = it is not there.
struct Fact {
    ObjectKind kind = ObjectKind::pool;
    std::string key;         // unique within its kind
    std::int64_t place = 0;  // order within its kind
    std::string before;
    std::string after;
    friend bool operator==(const Fact&, const Fact&) = default;
};

// Which facts of an entry are read, of one kind or of all: the first so many. The facts of one
// entry may be the whole pool; those that are not read cost next to nothing, and are counted if any
// are.
struct FactFilter {
    std::size_t most = std::numeric_limits<std::size_t>::max();
    std::optional<ObjectKind> kind = {};
};
inline constexpr FactFilter kNoFacts{0};

// What one transaction writes.
struct JournalEntry {
    Revision n = 0;
    Moment at = 0;
    std::string who;        // the operating system's user; "engine" and "timer" act by themselves
    std::string action;     // id of the command, or "instant"
    std::string subject;    // what it is about, for people
    std::string arguments;  // of the command, a JSON object
    std::string why;
    std::optional<Revision> undoes;  // the entry that an undo or redo turns round
    std::vector<Fact> facts;
    std::size_t factsLeftOut = 0;  // that it has beside these, where not all were read
    std::string hash;              // 64 hexadecimal digits, over the previous one and the entry
};

}  // namespace apportion
