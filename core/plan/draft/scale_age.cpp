// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/scale_age.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace apportion {

namespace {

using Rows = std::map<std::string_view, const QuotaRow*>;

// Of the levels in which something changes, and what divides itself there.
Rows rowsOf(const ScaleCheck& check, const View& view) {
    Rows rows;
    for (const ScaleLevel& level : check.levels) {
        const bool changes = std::any_of(level.rows.begin(), level.rows.end(),
                                         [](const ScaleRow& row) { return row.target != row.now; });
        if (!changes)
            continue;
        if (!level.parent.empty())
            rows.emplace(level.parent, nullptr);
        for (const ScaleRow& row : level.rows)
            rows.emplace(row.quota, nullptr);
    }
    for (const QuotaRow& row : view.quotas)
        if (const auto found = rows.find(row.name); found != rows.end())
            found->second = &row;
    return rows;
}

bool sameSizes(const QuotaRow& then, const QuotaRow& now) {
    return then.numbers.guaranteed == now.numbers.guaranteed &&
           then.numbers.limit == now.numbers.limit &&
           then.childrenGuaranteed == now.childrenGuaranteed && then.policy == now.policy &&
           then.reclaim == now.reclaim;
}

}  // namespace

ScaleAge ageOf(const ScaleCheck& check, const View& then, const View& now) {
    if (!now.document.can.journal)
        return now.clock == check.at ? ScaleAge::asShown : ScaleAge::changed;
    if (now.document.revision == then.document.revision)
        return ScaleAge::asShown;
    ScaleAge age = ScaleAge::asShown;
    const Rows before = rowsOf(check, then);
    const Rows after = rowsOf(check, now);
    // Without a change the levels themselves are what is shown.
    if (before.empty() || then.key.capacity != now.key.capacity ||
        then.document.engine != now.document.engine || then.quotaTree != now.quotaTree)
        return ScaleAge::changed;
    for (const auto& [name, was] : before) {
        const QuotaRow* is = after.at(name);
        if (was == nullptr || is == nullptr || !sameSizes(*was, *is))
            return ScaleAge::changed;
        if (was->numbers != is->numbers || was->unapproved != is->unapproved)
            age = ScaleAge::used;
    }
    return age;
}

}  // namespace apportion
