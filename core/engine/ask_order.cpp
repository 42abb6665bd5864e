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

void AskOrder::Key::settleAt(bool first, Gpu placed, Gpu request, Gpu share) {
    ordinary = !first;
    after = {placed + request, share};
    before = {placed, share};
    coarse = coarseOf(after);
}

bool AskOrder::Key::finely(const Key& b) const {
    if (const auto order = after <=> b.after; order != 0)
        return order < 0;
    if (const auto order = before <=> b.before; order != 0)
        return order < 0;
    return index < b.index;
}

AskOrder::AskOrder(const Tree& tree)
    : size_(tree.size()),
      contested_(at(tree.groups()), kNoLevel),
      levels_(at(tree.size() + tree.groups())),
      standings_(at(tree.size())),
      outdated_(at(tree.size()), false) {
    const auto number = [this](const std::vector<BranchId>& level, GroupId group, int place) {
        if (level.size() > 1) {
            int& contested = contested_[at(group)];
            contested = contested == kNoLevel ? place : kSeveralLevels;
        }
        for (std::size_t i = 0; i < level.size(); ++i)
            standings_[at(level[i])].key.index = static_cast<int>(i);
        if (level.size() == 1)
            standings_[at(level.front())].alone = true;
    };
    for (BranchId id = 0; id < tree.size(); ++id)
        number(tree[id].level, tree[id].group, id);
    for (GroupId group = 0; group < tree.groups(); ++group)
        number(tree.topLevel(group), group, size_ + group);
}

void AskOrder::put(Level& level, std::size_t place, BranchId id) {
    level[place] = id;
    standings_[at(id)].place = place;
}

// Up or down to where it belongs.
void AskOrder::settle(Level& level, std::size_t place) {
    const BranchId id = level[place];
    const Key& moving = key(id);
    for (; place > 0 && moving < key(level[(place - 1) / 2]); place = (place - 1) / 2)
        put(level, place, level[(place - 1) / 2]);
    for (std::size_t child = 2 * place + 1; child < level.size(); child = 2 * place + 1) {
        if (child + 1 < level.size() && key(level[child + 1]) < key(level[child]))
            ++child;
        if (!(key(level[child]) < moving))
            break;
        put(level, place, level[child]);
        place = child;
    }
    put(level, place, id);
}

void AskOrder::remove(Level& level, Standing& standing) {
    const BranchId last = level.back();
    level.pop_back();
    if (standing.place < level.size()) {
        put(level, standing.place, last);
        settle(level, standing.place);
    }
    standing.pick = {};
}

// Whether child-level preemption is on there.
bool AskOrder::goesFirst(const Tree& tree, BranchId id) {
    return tree[id].own && tree.childPreemption(id);
}

void AskOrder::set(const EngineState& state, BranchId leaf, std::optional<Pick> pick) {
    const Tree& tree = state.tree;
    const Pick* now = pick ? &*pick : nullptr;
    for (BranchId id = leaf; id != kNoBranch; id = tree[id].parent) {
        const Branch& branch = tree[id];
        const std::size_t level =
            branch.parent == kNoBranch ? topOf(branch.group) : at(branch.parent);
        Standing& standing = standings_[at(id)];
        if (now != nullptr && standing.alone) {
            if (!standing.stands())
                levels_[level].push_back(id);
            standing.pick = *now;
        } else if (now != nullptr) {
            const Gpu placed = state.books[id].placed.sum();
            const Gpu share = state.shareOf(id);
            const bool first = goesFirst(tree, id);
            // What stands above hears of this branch alone. The same workload may have come to
            // another place of its queue: it has aged.
            if (!climb_ && standing.pick.who == now->who &&
                standing.key.same(first, placed, now->request, share))
                return;
            standing.key.settleAt(first, placed, now->request, share);
            if (!standing.stands()) {
                standing.place = levels_[level].size();
                levels_[level].push_back(id);
            }
            standing.pick = *now;
            settle(levels_[level], standing.place);
        } else if (standing.stands()) {
            remove(levels_[level], standing);
        }
        now = best(level);
    }
}

BranchId AskOrder::contestedAbove(const Tree& tree, BranchId leaf) const {
    BranchId id = leaf;
    while (id != kNoBranch && standings_[at(id)].alone)
        id = tree[id].parent;
    return id;
}

AskOrder::Key AskOrder::keyOf(const EngineState& state, BranchId leaf, Gpu request) const {
    const BranchId id = contestedAbove(state.tree, leaf);
    if (id == kNoBranch)
        return {};
    Key key = standings_[at(id)].key;
    key.settleAt(goesFirst(state.tree, id), state.books[id].placed.sum(), request,
                 state.shareOf(id));
    return key;
}

AskOrder::Key AskOrder::keyAsSet(const Tree& tree, BranchId leaf, Gpu request) const {
    const BranchId id = contestedAbove(tree, leaf);
    if (id == kNoBranch)
        return {};
    Key key = standings_[at(id)].key;
    key.settleAt(!key.ordinary, key.before.numerator, request, key.before.denominator);
    return key;
}

// In a heap whoever stands below one that comes later comes later too.
void AskOrder::gather(const Level& level, std::size_t place, const Key& until) {
    if (place >= level.size() || !(key(level[place]) < until))
        return;
    before_.push_back(standings_[at(level[place])].pick.leaf);
    gather(level, 2 * place + 1, until);
    gather(level, 2 * place + 2, until);
}

const std::vector<BranchId>& AskOrder::before(GroupId group, const Key& key) {
    before_.clear();
    if (const int level = contested_[at(group)]; level >= 0)
        gather(levels_[at(level)], 0, key);
    return before_;
}

}  // namespace apportion
