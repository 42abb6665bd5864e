// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/draft/cancel_draft.h"

#include <algorithm>

namespace apportion {

namespace {

const WorkloadRow* rowOf(const std::vector<WorkloadRow>& rows, const std::string& name) {
    const auto found = std::find_if(rows.begin(), rows.end(),
                                    [&](const WorkloadRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : &*found;
}

}  // namespace

CancelDraft cancelDraft(const View& view, const std::vector<std::string>& names) {
    CancelDraft draft;
    for (const std::string& name : names) {
        const WorkloadRow* run = rowOf(view.running, name);
        if (run == nullptr && rowOf(view.waiting, name) == nullptr)
            continue;
        draft.workloads.push_back(name);
        if (run == nullptr)
            continue;
        ++draft.running;
        draft.held += run->gpu;
        if (run->status.start)
            draft.done += run->gpu * std::max<Duration>(0, view.clock - *run->status.start);
    }
    return draft;
}

}  // namespace apportion
