// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/freeing_table.h"

#include <algorithm>

namespace apportion {

VictimSet joined(const VictimSet& a, const VictimSet& b) {
    VictimSet sum;
    sum.members.reserve(a.members.size() + b.members.size());
    sum = a;
    sum.members.insert(sum.members.end(), b.members.begin(), b.members.end());
    for (std::size_t i = 0; i < sum.gpu.size(); ++i)
        sum.gpu[i] += b.gpu[i];
    sum.count += b.count;
    for (std::size_t i = 0; i < sum.priorities.size(); ++i)
        sum.priorities[i] += b.priorities[i];
    sum.lost += b.lost;
    return sum;
}

bool cheaper(const EngineState& state, const std::vector<Candidate>& all, const VictimSet& a,
             const std::optional<VictimSet>& b) {
    return !b || compareCosts(state, all, a, *b).order < 0;
}

namespace {

Gpu taken(const VictimSet& set) {
    Gpu sum = 0;
    for (const Gpu gpu : set.gpu)
        sum += gpu;
    return sum;
}

}  // namespace

// Costs grow with every victim and GPUs taken are their first key, so the cheapest set of a cell is
// also one that takes the least within a class: a cap is met by it or by none.
FreeingTable freeingTable(const EngineState& state, const std::vector<Candidate>& all,
                          const std::vector<FreeingItems>& givers, int most,
                          std::optional<Gpu> below) {
    FreeingTable table(static_cast<std::size_t>(most) + 1);
    table[0] = VictimSet{};
    for (const FreeingItems& ways : givers)
        for (int need = most; need > 0; --need) {
            auto& cell = table[static_cast<std::size_t>(need)];
            for (const FreeingItem& item : ways) {
                // Cells below are those of the givers before: a way that frees nothing here makes
                // no cell better.
                const auto& rest =
                    table[static_cast<std::size_t>(std::max(0, need - item.devices))];
                if (!rest || item.devices == 0)
                    continue;
                VictimSet with = *rest;
                for (const std::size_t index : item.way)
                    with.add(state, all, index);
                if (cheaper(state, all, with, cell))
                    cell = std::move(with);
            }
        }
    if (below)
        for (auto& cell : table)
            if (cell && taken(*cell) >= *below)
                cell.reset();
    return table;
}

FreeingTable joined(const EngineState& state, const std::vector<Candidate>& all,
                    const FreeingTable& a, const FreeingTable& b) {
    FreeingTable table(a.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        for (std::size_t j = 0; a[i] && j < b.size(); ++j) {
            if (!b[j])
                continue;
            const std::size_t freed = std::min(i + j, table.size() - 1);
            VictimSet with = joined(*a[i], *b[j]);
            if (cheaper(state, all, with, table[freed]))
                table[freed] = std::move(with);
        }
    // At least, not exactly.
    for (std::size_t i = table.size() - 1; i-- > 0;)
        if (table[i + 1] && cheaper(state, all, *table[i + 1], table[i]))
            table[i] = table[i + 1];
    return table;
}

}  // namespace apportion
