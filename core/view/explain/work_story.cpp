// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/view/explain/work_story.h"

#include <algorithm>
#include <iterator>

namespace apportion {

namespace {

// After its decision a run may go on for a grace period.
bool endedBy(const Run& run, const Eviction& eviction) {
    return run.end && run.start <= eviction.at && eviction.at <= *run.end &&
           run.endedBy == ruleText(eviction.rule);
}

// In the words of Run::endedBy.
std::string storyEnd(WorkloadState state) {
    return state == WorkloadState::finished    ? "finish"
           : state == WorkloadState::cancelled ? "cancel"
                                               : std::string(stateText(state));
}

}  // namespace

std::vector<WorkEpisode> episodesOf(const Explanation& explanation, std::size_t most) {
    std::vector<WorkEpisode> episodes;
    for (const Run& run : explanation.runs)
        episodes.push_back({run, {}});
    for (const Eviction& eviction : explanation.evictions) {
        const auto ended =
            std::find_if(episodes.begin(), episodes.end(), [&](const WorkEpisode& episode) {
                return episode.run && !episode.eviction && endedBy(*episode.run, eviction);
            });
        if (ended != episodes.end())
            ended->eviction = eviction;
        else
            episodes.push_back({{}, eviction});
    }
    std::stable_sort(episodes.begin(), episodes.end(),
                     [](const WorkEpisode& a, const WorkEpisode& b) { return a.at() > b.at(); });
    if (episodes.size() > most)
        episodes.resize(most);
    return episodes;
}

Explanation keptExplanation(const View& view, const WorkloadRow& row) {
    Explanation kept;
    kept.time = view.clock;
    kept.workload = row.name;
    kept.quota = row.quota;
    kept.state = row.status.state;
    kept.reason = row.status.reason;
    // The view has them latest first, an explanation in order.
    for (auto each = view.evictions.rbegin(); each != view.evictions.rend(); ++each)
        if (each->record.victim == row.name)
            kept.evictions.push_back(each->record);
    if (!row.status.start)
        return kept;
    Run last{*row.status.start, row.status.end, row.status.placements, storyEnd(row.status.state)};
    // Whoever was taken from then waited when it ended.
    if (!kept.evictions.empty() && kept.evictions.back().at > last.start) {
        last.end = kept.evictions.back().at;
        last.endedBy = ruleText(kept.evictions.back().rule);
    }
    kept.runs.push_back(std::move(last));
    return kept;
}

const EvictionRow* evictionOf(const View& view, const WorkloadRow& row, Instant at) {
    const auto found =
        std::find_if(view.evictions.begin(), view.evictions.end(), [&](const EvictionRow& each) {
            return each.record.at == at && each.record.victim == row.name;
        });
    return found == view.evictions.end() ? nullptr : &*found;
}

std::vector<EvictionRow> takenFor(const View& view, const WorkloadRow& row) {
    std::vector<EvictionRow> taken;
    std::copy_if(view.evictions.begin(), view.evictions.end(), std::back_inserter(taken),
                 [&](const EvictionRow& each) { return each.record.preemptor == row.name; });
    return taken;
}

const WorkloadRow* takerOf(const View& view, const Eviction& eviction) {
    return workNamed(view, eviction.preemptor);
}

bool isOver(const WorkloadRow& row) {
    return row.status.state != WorkloadState::pending && row.status.state != WorkloadState::running;
}

bool isByDrain(const Eviction& eviction) {
    return eviction.rule == EvictionRule::node && eviction.why.code.ends_with(".drained");
}

const WorkloadRow* workNamed(const View& view, std::string_view name) {
    for (const auto* rows : {&view.waiting, &view.running, &view.ended})
        for (const WorkloadRow& row : *rows)
            if (row.name == name)
                return &row;
    return nullptr;
}

}  // namespace apportion
