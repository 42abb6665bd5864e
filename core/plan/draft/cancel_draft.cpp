// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/cancel_draft.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace apportion {

CancelDraft cancelDraft(const View& view, const std::vector<std::string>& names) {
    // Thousands may be selected: one walk over the rows for all of them.
    std::unordered_map<std::string_view, const WorkloadRow*> alive;
    for (const std::string& name : names)
        alive.emplace(name, nullptr);
    for (const auto* rows : {&view.running, &view.waiting})
        for (const WorkloadRow& row : *rows)
            if (const auto found = alive.find(row.name); found != alive.end())
                found->second = &row;

    CancelDraft draft;
    for (const std::string& name : names) {
        const WorkloadRow* row = alive.at(name);
        if (row == nullptr)
            continue;
        draft.workloads.push_back(name);
        if (row->status.state != WorkloadState::running)
            continue;
        ++draft.running;
        draft.held += row->gpu;
        if (row->status.start)
            draft.done += row->gpu * std::max<Duration>(0, view.clock - *row->status.start);
    }
    return draft;
}

}  // namespace apportion
