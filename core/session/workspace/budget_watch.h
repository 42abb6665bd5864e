// SPDX-License-Identifier: GPL-3.0-or-later
// What quotas have used of their budgets, read beside everything else: on a thread and a connection
// of its own.
#pragma once

#include <future>
#include <optional>
#include <string>
#include <thread>

#include "core/model/problem.h"
#include "core/model/project.h"
#include "core/view/view.h"

namespace apportion {

class BudgetWatch {
public:
    // Reads the file where that was long ago, if any quota has a budget. `who` reads it.
    void look(const Project& project, const std::string& path, const std::string& who, Moment now);
    // True where the warnings are others than before.
    bool take();
    // Of quotas that `who` may read: budget-near, budget-spent.
    const Problems& warnings() const { return warnings_; }

    static constexpr Duration kEvery = 300 * kSecond;

private:
    std::optional<Moment> looked_;
    Problems warnings_;
    std::future<Problems> result_;
    std::jthread thread_;
};

// An issue for each, behind the errors.
void addBudgetIssues(View& view, const Problems& warnings);

}  // namespace apportion
