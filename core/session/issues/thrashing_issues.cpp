// SPDX-License-Identifier: GPL-3.0-or-later
// Work that is evicted again and again and loses more than it gets done.
#include <algorithm>
#include <map>

#include "core/session/issues/quota_look.h"

namespace apportion {

namespace {

constexpr Duration kWindow = 24 * 3600 * kSecond;
constexpr int kOften = 3;
constexpr Duration kLittle = 5 * 60 * kSecond;  // to lose it is no trouble
constexpr Duration kMinute = 60 * kSecond;

// By other work; what a node or a scale took is over.
bool isTaking(EvictionRule rule) {
    return rule != EvictionRule::consolidation && rule != EvictionRule::node &&
           rule != EvictionRule::scale;
}

struct Story {
    int evictions = 0;
    Duration lost = 0;     // running time, not GPU time
    Duration longest = 0;  // lost at once
    Instant first = 0;     // in the window
    const Eviction* last = nullptr;
};

std::map<std::string_view, Story> storiesOf(const IssueInput& input) {
    std::map<std::string_view, Story> stories;
    const auto& all = input.source.evictions;
    const auto end = std::upper_bound(
        all.begin(), all.end(), input.view.clock,
        [](Instant clock, const Eviction& eviction) { return clock < eviction.at; });
    for (auto it = end; it != all.begin();) {
        --it;
        if (it->at < input.view.clock - kWindow)
            break;
        if (!isTaking(it->rule) || it->gpu <= 0)
            continue;
        Story& story = stories[it->victim];
        const Duration lost = it->lost / it->gpu;
        ++story.evictions;
        story.lost += lost;
        story.longest = std::max(story.longest, lost);
        story.first = it->at;
        if (story.last == nullptr)
            story.last = &*it;
    }
    return stories;
}

}  // namespace

void findThrashing(const IssueInput& input, std::vector<Issue>& found) {
    const QuotaLook look(input);
    for (const auto& [name, story] : storiesOf(input)) {
        if (story.evictions < kOften)
            continue;
        const auto id = input.source.engine.findWorkload(name);
        if (!id)
            continue;
        const WorkloadState state = input.source.engine.state(*id);
        if (state != WorkloadState::pending && state != WorkloadState::running)
            continue;
        const WorkloadOutcome status = input.source.engine.status(*id);
        Duration kept = input.source.engine.past(*id).done;
        if (state == WorkloadState::running && status.start)
            kept += std::max<Duration>(0, input.view.clock - input.source.shift - *status.start);
        const QuotaRow* quota =
            look.find(input.source.engine.quota(input.source.engine.quotaOf(*id)).name);
        if (story.lost <= std::max(kept, kLittle) || quota == nullptr)
            continue;
        const bool byChild = story.last->rule == EvictionRule::childLevel;
        // Runs as long as the longest that was lost would be left alone.
        const Duration safe = (story.longest + kMinute - 1) / kMinute * kMinute;
        if (!byChild && look.minRuntime(*quota) >= safe)
            continue;
        Issue issue;
        issue.what = {byChild ? "issue-thrashing.child" : "issue-thrashing",
                      {{"workload", Value::ofText(std::string(name))},
                       {"count", Value::ofCount(story.evictions)},
                       {"window", Value::ofSeconds(kWindow)},
                       {"lost", Value::ofSeconds(story.lost)},
                       {"kept", Value::ofSeconds(kept)},
                       {"quota", Value::ofText(byChild ? story.last->quota : quota->name)}}};
        if (!byChild)
            issue.what.arguments.push_back({"safe", Value::ofSeconds(safe)});
        issue.subjectKind = Issue::Subject::workload;
        issue.subject = name;
        issue.colour = quota->colour;
        issue.since = story.first;
        if (byChild) {
            issue.fix.kind = IssueFix::Kind::childPreemption;
            issue.fix.subject = story.last->quota;
        } else {
            issue.fix =
                policyFix(quota->name, R"({"minRuntime": )" + std::to_string(safe / kSecond) + "}");
        }
        found.push_back(std::move(issue));
    }
}

}  // namespace apportion
