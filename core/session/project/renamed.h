// SPDX-License-Identifier: GPL-3.0-or-later
// Quotas that get another name by turning entries of the journal round, and what refers to them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/model/journal.h"
#include "core/store/objects.h"

namespace apportion {

// The name is what everything else refers to: all of it follows, but for the work.
void renameQuota(Project& project, const std::string& from, const std::string& to);

// Quotas that an entry gives another name, also by undoing that: one goes, and another comes to its
// place.
std::vector<std::pair<std::string, std::string>> renamedQuotas(const JournalEntry& entry);

// The present names of quotas, with those that they had before these entries.
std::map<std::string, std::string> earlierNames(const std::vector<JournalEntry>& latestFirst);

// Work that refers to a quota under its present name, where the facts do not speak of it.
std::vector<Fact> workUnderNames(const Project& project, const store::Objects& objects,
                                 const std::map<std::string, std::string>& names,
                                 const std::vector<Fact>& facts);

}  // namespace apportion
