// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a plan side by side, as people read them.
#pragma once

#include <string>
#include <vector>

#include "core/model/plan.h"
#include "core/model/plan_answer.h"

namespace apportion::ctl {

// What the run of the base itself is called beside the sets: "base", unless one is called so.
std::string nameOfBase(const Plan& plan);

class PlanTable {
public:
    explicit PlanTable(const Plan& plan) : plan_(plan) {}

    // The base, then the sets in order. Keeps the summary alone.
    void add(const SetOutcome& outcome);
    std::string text() const;

private:
    struct Row {
        bool refused = false;
        Summary summary;
        std::int64_t moves = 0;
        std::int64_t neverStarted = 0;
        std::int64_t stillRunning = 0;
    };
    std::string summaries() const;
    std::string waits() const;
    std::string waitsByQuota() const;
    std::string nameOf(std::size_t row) const;

    const Plan& plan_;
    std::vector<Row> rows_;
};

}  // namespace apportion::ctl
