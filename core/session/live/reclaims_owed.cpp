// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/reclaims_owed.h"

#include <algorithm>

#include "core/io/scenario_parts.h"
#include "core/session/project/entry_inputs.h"
#include "core/session/project/refuse.h"

namespace apportion {

namespace {

// How far back is looked: a delay that many entries ago is over.
constexpr std::size_t kMostEntries = 1000;

const ScaleEvent* reclaimIn(const EntryInputs& inputs) {
    for (const EventAction& event : inputs.events)
        if (const auto* scale = std::get_if<ScaleEvent>(&event);
            scale != nullptr && scale->mode == ScaleMode::reclaim)
            return scale;
    return nullptr;
}

// Sizes that were changed again since are no longer what the scale asks for.
void leaveOutChanged(ScaleEvent& scale, const Project& project) {
    auto& targets = scale.targets;
    targets.erase(std::remove_if(targets.begin(), targets.end(),
                                 [&](const auto& target) {
                                     const Quota* quota = findQuota(project, target.first);
                                     return quota == nullptr ||
                                            quota->guaranteed.gpu != target.second.gpu;
                                 }),
                  targets.end());
}

void putBack(Project& project, const ScaleEvent& scale, const JournalEntry& entry) {
    for (const Fact& fact : entry.facts) {
        const bool asked = std::any_of(scale.targets.begin(), scale.targets.end(),
                                       [&](const auto& each) { return each.first == fact.key; });
        if (fact.kind != ObjectKind::quota || fact.before.empty() || !asked)
            continue;
        const auto was = parseQuota(fact.before);
        auto quota = quotaOf(project, fact.key);
        if (was && quota)
            (*quota)->guaranteed.gpu = was->guaranteed.gpu;
    }
}

}  // namespace

Result<ReclaimsOwed> reclaimsOwed(ProjectFile& file, const Project& project, Moment now) {
    auto entries = file.entriesBack(project.revision, kMostEntries);
    if (!entries)
        return tl::unexpected(std::move(entries.error()));
    ReclaimsOwed owed{project, {}};
    bool decided = false;  // an engine has looked at what is older
    for (const JournalEntry& entry : *entries) {
        decided = decided || entry.action == "instant";
        const EntryInputs inputs = inputsOf(entry);
        const ScaleEvent* scale = reclaimIn(inputs);
        const Duration left = scale != nullptr ? entry.at + scale->after - now : 0;
        if (scale == nullptr || (decided && left <= 0))
            continue;
        ScaleEvent asked = *scale;
        asked.after = std::max<Duration>(left, 0);
        leaveOutChanged(asked, project);
        if (asked.targets.empty())
            continue;
        putBack(owed.before, asked, entry);
        owed.scales.push_back(std::move(asked));
    }
    std::reverse(owed.scales.begin(), owed.scales.end());
    return owed;
}

}  // namespace apportion
