// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the nodes that are left can still give so many replicas without any leaf losing more than
// it may: what each leaf loses is priced, and no choice may cost more than all leaves may lose
// together at these prices. True for any prices; those are sought that say "no" soonest.
#pragma once

#include <optional>
#include <vector>

#include "core/engine/node_options.h"

namespace apportion {

class GangBound {
public:
    using Cost = std::int64_t;

    // `mayLose`: of each leaf of `nodes`, what it may still lose; nothing = as much as it has.
    GangBound(const NodeOptions& nodes, const std::vector<std::optional<Gpu>>& mayLose,
              int missing);

    Cost priceOf(const NodeOption& option) const { return priceOf(option, prices_); }
    // Necessary, with the nodes from `at` on, when options at this price are chosen.
    bool mayReach(std::size_t at, int missing, Cost chosen) const {
        const Cost least = row(table_, at)[static_cast<std::size_t>(missing)];
        return least >= 0 && chosen + least <= budget_;
    }

private:
    using Table =
        std::vector<Cost>;  // by first node and replicas, row after row; -1 = out of reach

    std::size_t columns() const { return static_cast<std::size_t>(missing_) + 1; }
    const Cost* row(const Table& table, std::size_t node) const {
        return table.data() + node * columns();
    }

    static Cost priceOf(const NodeOption& option, const std::vector<Cost>& prices);
    Table table(const std::vector<Cost>& prices) const;
    // What each leaf loses in a cheapest choice.
    std::vector<Gpu> cheapestChoice() const;
    Cost budgetAt(const std::vector<Cost>& prices) const;
    std::vector<Cost> corrected(int round) const;

    const NodeOptions& nodes_;
    const std::vector<std::optional<Gpu>>& mayLose_;
    int missing_;
    std::vector<Cost> prices_;
    Table table_;
    Cost budget_ = 0;
};

}  // namespace apportion
