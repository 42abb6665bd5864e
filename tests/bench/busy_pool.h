// SPDX-License-Identifier: GPL-3.0-or-later
// A pool at work, of any size: a node and a quota with a guarantee of 8 GPUs for each other, every
// device taken, five waiting workloads for a running one. Each quota asks for 20 shapes of work,
// one of them a gang over two nodes. The last two quotas of every twenty are absent: they have no
// work, and what they are guaranteed is lent to the others, one GPU each.
//
// It is a snapshot and at rest: every quota holds exactly its fair share, so that loading it is all
// that it costs, and the first step starts nothing and evicts nobody.
#pragma once

#include <compare>
#include <random>
#include <string>
#include <vector>

#include "core/engine/decision.h"
#include "core/model/scenario.h"

namespace apportion::bench {

struct PoolShape {
    int quotas = 1000;         // with work or absent; even, from 20 on whole twenties
    bool departments = false;  // of 20 quotas each; else all are below one root
    bool firmLoans = false;    // nothing that was lent is preemptible
    friend auto operator<=>(const PoolShape&, const PoolShape&) = default;
};

inline constexpr int kQuotasOfADepartment = 20;

class BusyPool {
public:
    explicit BusyPool(PoolShape shape);

    const Scenario& scenario() const { return scenario_; }
    Gpu capacity() const { return shape_.quotas * 8 * kOneGpu; }
    // Names of quotas that have work, and of those that have none.
    const std::vector<std::string>& present() const { return present_; }
    const std::vector<std::string>& absent() const { return absent_; }

    // Work that arrives later: of any of the 20 shapes, in a quota that has work.
    Workload arrival(std::mt19937& dice, Instant submit) const;
    // One workload of so many whole GPUs in an absent quota, within its guarantee.
    Workload claim(std::size_t quota, int gpus, Instant submit) const;

private:
    bool absentAt(int quota) const;
    int siblings() const;  // of one quota, itself included
    void addQuotas();
    void addRunning();
    void addLoans();
    void addWaiting();

    PoolShape shape_;
    Scenario scenario_;
    std::vector<std::string> present_;
    std::vector<std::string> absent_;
};

}  // namespace apportion::bench
