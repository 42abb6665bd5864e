// SPDX-License-Identifier: GPL-3.0-or-later
// What several validators ask of the quotas of a view: who stands beside whom, how long work
// usually waits there, and where a larger guarantee could come from.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/event.h"
#include "core/view/issues/validators.h"

namespace apportion {

// Work that waits longer than so many medians has waited long, and never if it is less than this.
inline constexpr int kManyMedians = 4;
inline constexpr Duration kShortWait = 10 * 60 * kSecond;

// An issue whose subject is the quota.
Issue aboutQuota(const QuotaRow& row, Message what);

class QuotaLook {
public:
    QuotaLook(const Engine& engine, const View& view);

    const QuotaRow* find(std::string_view name) const;
    const QuotaRow* parent(const QuotaRow& row) const;
    // All of its level with the row itself: children of one parent, or the roots of one group.
    const std::vector<const QuotaRow*>& level(const QuotaRow& row) const;
    const std::vector<const QuotaRow*>& children(const QuotaRow& row) const;
    bool isBelow(const QuotaRow& row, const QuotaRow& above) const;  // or the same
    int group(const QuotaRow& row) const;

    // Rule 18, read upwards from the row.
    Duration minRuntime(const QuotaRow& row) const;

    // What the nodes of a group offer: ready ones, and what runs on cordoned ones.
    Gpu capacity(int group) const;
    // Of that, what nothing runs on.
    Gpu unused(int group) const;

    // The sizes with which the row is guaranteed so much: out of what its parent has unassigned,
    // then out of what siblings leave idle, then by a larger parent, which gets it in the same way.
    // Nothing = there is not enough, or a limit is below it.
    using Sizes = std::vector<std::pair<std::string, Gpu>>;
    std::optional<Sizes> sizesFor(const QuotaRow& row, Gpu guaranteed) const;

private:
    std::size_t indexOf(const QuotaRow& row) const;

    const Engine& engine_;
    const View& view_;
    std::unordered_map<std::string_view, std::size_t> rows_;
    std::vector<int> groups_;                             // by row
    std::vector<std::vector<const QuotaRow*>> children_;  // by row
    std::map<int, std::vector<const QuotaRow*>> roots_;   // by group
    std::map<int, Gpu> capacity_;
};

// How long what started of late had waited, by quota: those below it are not counted.
class UsualWaits {
public:
    explicit UsualWaits(const View& view);
    // Nothing = too few have started.
    std::optional<Duration> median(std::string_view quota) const;
    bool isLong(std::string_view quota, Duration waited) const;

private:
    std::map<std::string_view, Duration> medians_;
};

// A policy command on one quota: keys as a scenario writes them.
IssueFix policyFix(const std::string& quota, PolicyChange change);
// One key of its policy; nothing inside = the default.
template <typename T>
IssueFix policyFix(const std::string& quota, std::optional<T> PolicyChange::*key,
                   std::type_identity_t<T> value) {
    PolicyChange change;
    change.*key = std::move(value);
    return policyFix(quota, std::move(change));
}

// An issue whose subject is the quota; the table sets validator and severity.
Issue about(const QuotaRow& row, Message what);

}  // namespace apportion
