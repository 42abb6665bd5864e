// SPDX-License-Identifier: GPL-3.0-or-later
// The marks in the descriptions of accounts and QOS: what is ours, and of which scenario.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "core/cluster/slurm/mapping.h"
#include "core/cluster/slurm/picture.h"

namespace apportion::slurm {

// Begins the description of every object that is ours. What lacks it is never changed.
inline constexpr std::string_view kOurMark = "apportion v1";

bool isOurs(std::string_view description);
// "apportion v1 phys of nord", "apportion v1 of nord": of the tree nord; without a name of none.
std::string accountMark(const std::string& account, const std::string& tree);
std::string qosMark(const std::string& tree);
// Empty = of no named one.
std::string treeOf(std::string_view description);
// A name as a tree of marks: lower case, as much of it as is plain.
std::string treeNamed(std::string_view name);
// A scenario without a name has that of its file: two of them do not share marks. Nothing = it has
// one. Error: cluster-plan-no-name, where the file has none, too.
Result<std::optional<Message>> nameByFile(Wanted& wanted, const std::string& file);

// Wanted accounts that are there without our mark, and new ones below them; not those that are
// adopted.
std::set<std::string> foreignAccounts(const Wanted& wanted, const Picture& actual);
// Accounts with one below them that has no mark and is not adopted: it can have its QOS from them.
std::set<std::string> accountsAboveForeign(const Wanted& wanted, const Picture& actual);
// Without new QOS that only foreign accounts would get.
Wanted withoutUselessQos(Wanted wanted, const Picture& actual,
                         const std::set<std::string>& foreign);

// Whether a user has a list of QOS of its own, apart from that of its account, without this one.
bool lacksDefault(const Association& user, const Association& account, const std::string& qos);

// Whether an object that is ours and not wanted is this plan's to delete.
bool goesWith(const Wanted& wanted, std::string_view description);
// The QOS of driving, which no scenario has for itself.
bool isOfGate(std::string_view qos);
// By a program that drives, by jobs, or by accounts that a plan leaves as they are.
bool gateIsUsed(const Wanted& wanted, const Picture& actual);

}  // namespace apportion::slurm
