// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/draft/cancel_draft.h"

#include <gtest/gtest.h>

namespace apportion {
namespace {

WorkloadRow row(const std::string& name, Gpu gpu, std::optional<Instant> start) {
    WorkloadRow row;
    row.name = name;
    row.gpu = gpu;
    row.status.start = start;
    row.status.state = start ? WorkloadState::running : WorkloadState::pending;
    return row;
}

TEST(CancelDraft, SumsUpWhatRunsAndLeavesOutWhatIsOver) {
    View view;
    view.clock = 7200 * kSecond;
    view.waiting.push_back(row("waits", 4 * kOneGpu, {}));
    view.running.push_back(row("runs", 8 * kOneGpu, 3600 * kSecond));
    view.running.push_back(row("starts", 2 * kOneGpu, 7200 * kSecond));
    view.ended.push_back(row("over", 16 * kOneGpu, 0));
    const CancelDraft draft = cancelDraft(view, {"starts", "over", "waits", "runs", "nobody"});
    EXPECT_EQ(draft.workloads, (std::vector<std::string>{"starts", "waits", "runs"}));
    EXPECT_EQ(draft.running, 2);
    EXPECT_EQ(draft.held, 10 * kOneGpu);
    EXPECT_EQ(draft.done, 8 * kOneGpu * 3600 * kSecond);
    EXPECT_EQ(cancelDraft(view, {"over"}), CancelDraft());
}

}  // namespace
}  // namespace apportion
