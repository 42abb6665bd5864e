// SPDX-License-Identifier: GPL-3.0-or-later
// The journal of a project in rows for people.
#pragma once

#include <optional>
#include <vector>

#include "core/view/view.h"

namespace apportion {

class ProjectDesk;

// Latest first, at most so many before an entry. Of a temporary change, which nobody gave a name,
// a row says the quotas that it changes.
Result<std::vector<JournalRow>> journalRows(ProjectDesk& desk, std::size_t most,
                                            std::optional<Revision> before);

// Of one that is not written yet.
JournalRow rowOf(const JournalEntry& entry);

// What the charts show of it; nothing of what they do not.
std::optional<Mark> markOf(const JournalRow& row, Moment epoch);

// The quotas that the temporary changes of an entry change: "A, B"; empty = there are none.
std::string temporaryQuotas(const JournalEntry& entry);

}  // namespace apportion
