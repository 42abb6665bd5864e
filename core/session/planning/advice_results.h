// SPDX-License-Identifier: GPL-3.0-or-later
// What came of advice that was taken, from the journal of the pool.
#pragma once

#include <string>
#include <vector>

#include "core/model/advice.h"
#include "core/model/problem.h"

namespace apportion {

class ProjectDesk;

// Of waits a week counts, of numbers that grow with time as long as the prediction is about.
Duration adviceTime(const TakenAdvice& advice);

// One for each advice. `pool` is a project file.
Result<std::vector<AdviceResult>> adviceResults(const std::vector<TakenAdvice>& advice,
                                                const std::string& pool);
Result<std::vector<AdviceResult>> adviceResults(const std::vector<TakenAdvice>& advice,
                                                ProjectDesk& desk);

// The project that the plan is put on, from the folder of the plan; empty = its base is none.
std::string poolOf(const Plan& plan, const std::string& file);

// Into the plan of that file, as a set of that name.
Result<void> keepAdvice(const std::string& plan, const std::string& name, TakenAdvice advice);

}  // namespace apportion
