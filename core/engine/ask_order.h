// SPDX-License-Identifier: GPL-3.0-or-later
// Rule 9: who is asked next. The next one comes up from the leaves: at each level the child whose
// candidate would leave it with the lowest (placed + request)/share; ties by placed/share, then the
// first created; among shares of 0 the first created. Where child-level preemption is on, the own
// part goes before the children. Levels are kept sorted, so that a change costs its path alone.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "core/engine/fraction.h"
#include "core/engine/queue.h"
#include "core/engine/tree.h"

namespace apportion {

class EngineState;

struct Pick {
    BranchId leaf = kNoBranch;
    Queue::Member who{{0, 0, kNobody}};  // its line is of no meaning beside the queues
    Gpu request = 0;
    WorkloadId id() const { return who.id(); }
};

class AskOrder {
public:
    // How soon it is the turn of a branch with a request.
    struct Key {
        bool ordinary = true;     // false: the own part that goes first
        int index = 0;            // in its level
        std::int64_t coarse = 0;  // of `after`, rounded down: where it differs it decides
        Fraction after;
        Fraction before;
        bool operator<(const Key& b) const {
            if (ordinary != b.ordinary)
                return !ordinary;
            return coarse != b.coarse ? coarse < b.coarse : finely(b);
        }
        bool finely(const Key& b) const;
        void settleAt(bool first, Gpu placed, Gpu request, Gpu share);
        // Number by number, not only in order.
        bool same(bool first, Gpu placed, Gpu request, Gpu share) const {
            return ordinary != first && before.numerator == placed &&
                   after.numerator == placed + request && after.denominator == share;
        }
    };

    AskOrder() = default;
    explicit AskOrder(const Tree& tree);

    // Whom the leaf would ask next, or nobody. To be told anew whenever that, or what is placed or
    // shared on the leaf's path, has changed.
    void set(const EngineState& state, BranchId leaf, std::optional<Pick> pick);
    std::optional<Pick> next(GroupId group) const {
        const Pick* pick = best(topOf(group));
        return pick ? std::optional(*pick) : std::nullopt;
    }
    // Whether all leaves of a group that compete do so in one level. Only there:
    bool oneLevel(GroupId group) const { return contested_[at(group)] != kSeveralLevels; }
    // the turn of a leaf with a request, as things stand, and as they stood when it was last set;
    Key keyOf(const EngineState& state, BranchId leaf, Gpu request) const;
    Key keyAsSet(const Tree& tree, BranchId leaf, Gpu request) const;
    // the leaves whose candidates come before that, as last set; valid until the next call.
    const std::vector<BranchId>& before(GroupId group, const Key& key);
    // Leaves of the level that competes, from the first in turn: `visit(leaf, key)` says no where
    // nobody who comes later matters. Of others not all come in turn.
    template <typename Visit>
    void eachFromFirst(GroupId group, Visit&& visit) {
        const int contested = contested_[at(group)];
        if (contested < 0 || levels_[at(contested)].empty())
            return;
        const Level& level = levels_[at(contested)];
        places_.assign(1, 0);
        while (!places_.empty()) {
            const std::size_t place = places_.back();
            places_.pop_back();
            const Standing& standing = standings_[at(level[place])];
            if (!visit(standing.pick.leaf, standing.key))
                continue;
            for (std::size_t child = 2 * place + 2; child > 2 * place; --child)
                if (child < level.size())
                    places_.push_back(child);
        }
    }
    // Leaves that are to be set before the next question; each once.
    void outdate(BranchId leaf) {
        if (!std::exchange(outdated_[at(leaf)], true))
            list_.push_back(leaf);
    }
    // The share of a branch that is no leaf changed: its leaves do not show it.
    void resharedAbove() { climb_ = true; }
    void upToDate() { climb_ = false; }
    // Valid until the next call.
    const std::vector<BranchId>& takeOutdated() {
        for (const BranchId leaf : list_)
            outdated_[at(leaf)] = false;
        taken_.clear();
        taken_.swap(list_);
        return taken_;
    }

private:
    // A branch in its level: whom it would ask, or nobody.
    struct Standing {
        Pick pick;  // of nobody: it does not stand there
        Key key;
        std::size_t place = 0;  // in the heap of its level
        bool alone = false;     // in its level: there is nothing to compare
        bool stands() const { return pick.id() != kNobody; }
    };
    // Branches with a candidate as a binary heap, the first to be asked on top.
    using Level = std::vector<BranchId>;
    void put(Level& level, std::size_t place, BranchId id);
    void settle(Level& level, std::size_t place);
    void remove(Level& level, Standing& standing);
    const Key& key(BranchId id) const { return standings_[at(id)].key; }

    static bool goesFirst(const Tree& tree, BranchId id);
    BranchId contestedAbove(const Tree& tree, BranchId leaf) const;
    void gather(const Level& level, std::size_t place, const Key& until);

    static std::size_t at(int id) { return static_cast<std::size_t>(id); }
    std::size_t topOf(GroupId group) const { return at(size_ + group); }
    const Pick* best(std::size_t level) const {
        return levels_[level].empty() ? nullptr : &standings_[at(levels_[level].front())].pick;
    }

    static constexpr int kNoLevel = -1;
    static constexpr int kSeveralLevels = -2;
    int size_ = 0;                     // branches
    std::vector<int> contested_;       // by group: the level with more than one branch
    std::vector<Level> levels_;        // by the branch above, then by group
    std::vector<Standing> standings_;  // by branch, as the next
    std::vector<char> outdated_;
    std::vector<BranchId> list_;
    std::vector<BranchId> taken_;   // kept for its memory
    std::vector<BranchId> before_;  // likewise
    std::vector<std::size_t> places_;
    bool climb_ = false;  // what is set goes up to the top even where nothing seems to change
};

}  // namespace apportion
