// SPDX-License-Identifier: GPL-3.0-or-later
// Which rows of a tree of quotas are shown, and in which order: filtered by a text, sorted among
// siblings. For any size: one walk over the rows and one sort a parent; 100,000 of them belong on
// the engine thread.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/view/view.h"

namespace apportion {

enum class QuotaKey {
    file,  // as the view has them
    name,
    team,
    used,
    guaranteed,
    fairShare,
    borrowed,
    lent,
    pending,
    weight,
    rank,
    limit,
};

// What a policy is about, as filters look for it.
enum class PolicyTrait {
    childPreemption,
    selfPreemption,
    priorityPreemption,
    borrowsNothing,
    idleOnly,
    lends,  // part of it, or nothing
    limit,
    queue,  // another than the default
};
inline constexpr int kPolicyTraits = static_cast<int>(PolicyTrait::queue) + 1;

struct QuotaQuery {
    std::string text;          // part of a name or a display name, whatever its case
    std::uint32_t traits = 0;  // bits of PolicyTrait: those that the text means too
    QuotaKey key = QuotaKey::file;
    bool descending = false;
    bool flat = false;
    friend bool operator==(const QuotaQuery&, const QuotaQuery&) = default;
};

// Children lie one behind the other; numbers are rows of the view.
struct QuotaOrder {
    QuotaQuery query;
    std::vector<int> rows;   // shown, by parent
    std::vector<int> begin;  // [row + 1]: where the children of the row begin; 0 = the roots
    std::vector<int> place;  // of each row of the view among its siblings; -1 = not shown
    int matches = 0;         // rows that fit the text themselves

    // Where a parent stands in `begin`.
    static std::size_t slot(int parent) {
        return parent < 0 ? 0 : static_cast<std::size_t>(parent) + 1;
    }
    int count(int parent) const {
        const std::size_t at = slot(parent);
        return at + 1 < begin.size() ? begin[at + 1] - begin[at] : 0;
    }
    int child(int parent, int nth) const {
        const int first = begin[slot(parent)];
        return rows[static_cast<std::size_t>(first) + static_cast<std::size_t>(nth)];
    }
};

std::uint32_t traitsOf(const QuotaPolicy& policy);
// What rows are sorted by; of names nothing.
std::int64_t sortValue(const QuotaRow& row, QuotaKey key);
// "Quota1.2" before "Quota1.10", capitals like small letters.
bool isBefore(const std::string& a, const std::string& b);

// Of names and places, so that a screen need not compare them row by row (View::quotaTree).
std::uint64_t treeHash(const std::vector<QuotaRow>& quotas);

QuotaOrder orderQuotas(const std::vector<QuotaRow>& quotas, const QuotaQuery& query);

// How many parents stand above the deepest row that is shown; in a flat list none does.
int deepestShown(const std::vector<QuotaRow>& quotas, const QuotaOrder& order);

}  // namespace apportion
