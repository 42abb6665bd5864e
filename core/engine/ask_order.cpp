// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/ask_order.h"

#include <algorithm>
#include <limits>

#include "core/engine/state.h"

namespace apportion {

namespace {

// Never in the other order than the fractions themselves.
std::int64_t coarseOf(const Fraction& fraction) {
    constexpr int kBits = 20;
    constexpr auto kMost = std::numeric_limits<std::int64_t>::max();
    if (fraction.infinite())
        return kMost;
    if (fraction.numerator <= kMost >> kBits)
        return (fraction.numerator << kBits) / fraction.denominator;
    const Wide wide = (static_cast<Wide>(fraction.numerator) << kBits) / fraction.denominator;
    return static_cast<std::int64_t>(std::min<Wide>(wide, kMost - 1));
}

}  // namespace

bool AskOrder::Entry::operator<(const Entry& b) const {
    const Entry& a = *this;
    if (a.ordinary != b.ordinary)
        return !a.ordinary;
    if (a.coarse != b.coarse)
        return a.coarse < b.coarse;
    if (const auto order = a.after <=> b.after; order != 0)
        return order < 0;
    if (const auto order = a.before <=> b.before; order != 0)
        return order < 0;
    return a.index < b.index;
}

AskOrder::AskOrder(const Tree& tree)
    : size_(tree.size()),
      levels_(at(tree.size() + tree.groups())),
      index_(at(tree.size()), 0),
      picks_(at(tree.size())),
      entries_(at(tree.size())),
      places_(at(tree.size()), 0),
      outdated_(at(tree.size()), false) {
    const auto number = [this](const std::vector<BranchId>& level) {
        for (std::size_t i = 0; i < level.size(); ++i)
            index_[at(level[i])] = static_cast<int>(i);
    };
    for (BranchId id = 0; id < tree.size(); ++id)
        number(tree[id].level);
    for (GroupId group = 0; group < tree.groups(); ++group)
        number(tree.topLevel(group));
}

std::optional<Pick> AskOrder::best(std::size_t level) const {
    if (levels_[level].empty())
        return std::nullopt;
    return picks_[at(levels_[level].front())];
}

void AskOrder::put(Level& level, std::size_t place, BranchId id) {
    level[place] = id;
    places_[at(id)] = place;
}

// Up or down to where it belongs.
void AskOrder::settle(Level& level, std::size_t place) {
    const BranchId id = level[place];
    for (; place > 0 && before(id, level[(place - 1) / 2]); place = (place - 1) / 2)
        put(level, place, level[(place - 1) / 2]);
    for (std::size_t child = 2 * place + 1; child < level.size(); child = 2 * place + 1) {
        if (child + 1 < level.size() && before(level[child + 1], level[child]))
            ++child;
        if (!before(level[child], id))
            break;
        put(level, place, level[child]);
        place = child;
    }
    put(level, place, id);
}

void AskOrder::replace(Level& level, BranchId id, const std::optional<Entry>& now) {
    auto& entry = entries_[at(id)];
    const bool stood = entry.has_value();
    entry = now;
    if (now) {
        if (!stood) {
            level.push_back(id);
            places_[at(id)] = level.size() - 1;
        }
        settle(level, places_[at(id)]);
    } else if (stood) {
        const std::size_t place = places_[at(id)];
        const BranchId last = level.back();
        level.pop_back();
        if (last != id) {
            put(level, place, last);
            settle(level, place);
        }
    }
}

void AskOrder::set(const EngineState& state, BranchId leaf, std::optional<Pick> pick) {
    const Tree& tree = state.tree;
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent) {
        const BranchId parent = tree[id].parent;
        const std::size_t level = parent == kNoBranch ? topOf(tree[id].group) : at(parent);
        std::optional<Entry> entry;
        auto& old = picks_[at(id)];
        if (pick) {
            const Gpu placed = state.books[id].placed.sum();
            const Gpu share = state.shareOf(id);
            const bool first = tree[id].own && tree.childPreemption(id);
            // What stands above hears of this branch alone.
            if (!climb_ && entries_[at(id)] && old->id == pick->id &&
                entries_[at(id)]->same(first, placed, pick->request, share))
                return;
            const Fraction after{placed + pick->request, share};
            entry = Entry{!first, coarseOf(after), after, {placed, share}, index_[at(id)], id};
        }
        old = pick;
        replace(levels_[level], id, entry);
        pick = best(level);
    }
}

}  // namespace apportion
