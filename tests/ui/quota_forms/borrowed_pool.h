// SPDX-License-Identifier: GPL-3.0-or-later
// A pool in which a larger guarantee evicts somebody.
#pragma once

namespace apportion::ui {

// b borrows what is a's and idle; a may not go beyond its guarantee, and its work waits for it.
inline constexpr const char* kBorrowed = R"({"apportion": 1, "name": "borrowed",
 "nodes": [{"name": "n", "count": 2, "gpu": 8}],
 "quotas": [{"name": "a", "guaranteed": {"gpu": 4}, "overQuota": "off", "weight": 100},
            {"name": "b", "guaranteed": {"gpu": 8}}],
 "workloads": [{"name": "b-1", "quota": "b", "gpu": 8,
   "running": {"since": -9, "placements": [{"node": "n-1", "gpu": 8}]}},
  {"name": "b-2", "quota": "b", "gpu": 8,
   "running": {"since": -5, "placements": [{"node": "n-2", "gpu": 8}]}},
  {"name": "a-1", "quota": "a", "gpu": 8}]})";

}  // namespace apportion::ui
