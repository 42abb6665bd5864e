// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ostream>
#include <string>

#include "core/model/problem.h"

namespace apportion {

// The answer of validate, and of every command that ends with an invalid input under --json.
void writeProblems(std::ostream& stream, const Problems& problems);

// The same for a person, one line a problem and one for its remedy:
// pool.json:12:7: error: /quotas/3/gurantee: There is no key 'gurantee' here.
std::string problemText(const Problem& problem);

}  // namespace apportion
