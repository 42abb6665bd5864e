// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/live/reclaims_owed.h"

#include <algorithm>

#include "core/io/scenario_parts.h"
#include "core/session/project/entry_inputs.h"
#include "core/session/project/refuse.h"
#include "core/session/project/snapshot.h"
#include "core/session/size_changes.h"

namespace apportion {

namespace {

// How far back is looked: a delay that many entries ago is over.
constexpr Revision kMostEntries = 1000;

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

struct Asked {
    ScaleEvent scale;  // with what is left of its delay
    JournalEntry entry;
};

// In the order of their entries.
Result<std::vector<Asked>> askedFor(ProjectFile& file, const Project& project, Moment now) {
    // Without their facts: those of the first entry may be the whole pool.
    auto actions = file.actions(std::max<Revision>(1, project.revision - kMostEntries + 1));
    if (!actions)
        return tl::unexpected(std::move(actions.error()));
    std::vector<Asked> asked;
    std::optional<Moment> decided;  // by the last instant: an engine did what was due by then
    for (auto action = actions->rbegin(); action != actions->rend(); ++action) {
        const bool decides = !decided && action->action == "instant";
        if (!decides && !changesSizes(action->action))
            continue;
        auto read = file.entriesFrom(action->n, 1);
        if (!read)
            return tl::unexpected(std::move(read.error()));
        if (read->empty())
            continue;
        JournalEntry& entry = read->front();
        if (decides) {
            decided = entry.at;
            continue;
        }
        const EntryInputs inputs = inputsOf(entry);
        const ScaleEvent* found = reclaimIn(inputs);
        if (found == nullptr || (decided && *decided >= entry.at + found->after))
            continue;
        ScaleEvent scale = *found;
        scale.after = std::max<Duration>(entry.at + scale.after - now, 0);
        leaveOutChanged(scale, project);
        if (!scale.targets.empty())
            asked.push_back({std::move(scale), std::move(entry)});
    }
    std::reverse(asked.begin(), asked.end());
    return asked;
}

// The sizes go back latest first.
ReclaimsOwed owedOf(std::vector<Asked> asked, const Project& project) {
    ReclaimsOwed owed{project, {}};
    for (auto each = asked.rbegin(); each != asked.rend(); ++each)
        putBack(owed.before, each->scale, each->entry);
    for (Asked& each : asked)
        owed.scales.push_back(std::move(each.scale));
    return owed;
}

}  // namespace

Result<ReclaimsOwed> reclaimsOwed(ProjectFile& file, const Project& project, Moment now) {
    auto asked = askedFor(file, project, now);
    if (!asked)
        return tl::unexpected(std::move(asked.error()));
    return owedOf(std::move(*asked), project);
}

Result<std::vector<PendingReclaim>> reclaimsAhead(ProjectFile& file, const Project& project,
                                                  Moment now) {
    auto asked = askedFor(file, project, now);
    if (!asked)
        return tl::unexpected(std::move(asked.error()));
    if (asked->empty())
        return std::vector<PendingReclaim>{};
    const ReclaimsOwed owed = owedOf(std::move(*asked), project);
    Engine engine = engineOf(owed.before, now);
    engine.keepRunnerUp(false);
    std::vector<Input> inputs;
    for (ScaleEvent scale : owed.scales) {
        scale.after = std::max<Duration>(scale.after, 1);  // what is overdue is not taken here
        inputs.emplace_back(EventAction(std::move(scale)));
    }
    engine.step(0, inputs);
    std::vector<PendingReclaim> ahead = engine.pendingReclaims();
    for (PendingReclaim& each : ahead)
        if (each.at == 1)
            each.at = 0;
    return ahead;
}

}  // namespace apportion
