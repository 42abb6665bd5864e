// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a project file is whole. Internal to store.
#pragma once

#include <stop_token>
#include <string>

#include "core/model/problem.h"
#include "core/store/tables.h"

namespace apportion::store {

// The last entries of the journal: what opening looks at.
inline constexpr std::size_t kHeadEntries = 64;
Problems checkHead(Tables& tables, const std::string& file);

// Whether it keeps the file from being written to: it is no trouble of the system's, and not about
// samples alone.
bool isDamage(const Problem& problem);

// The pages, the references, the chain, and the tables against the fold of the facts. What it has
// found when it is stopped says nothing.
Problems verify(SQLite::Database& database, Tables& tables, const std::string& file,
                const std::stop_token& stop = {});

}  // namespace apportion::store
