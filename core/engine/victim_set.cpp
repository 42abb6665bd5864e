// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/victim_set.h"

#include <algorithm>

namespace apportion {
namespace {

using Order = std::strong_ordering;

int highestClass(const VictimSet& set, const std::vector<Candidate>& all) {
    int highest = -1;
    for (const std::size_t member : set.members)
        highest = std::max(highest, static_cast<int>(all[member].victimClass));
    return highest;
}

// Infinite where no victim is reclaimed: nobody's saturation counts against the set.
Fraction lowestSaturation(const VictimSet& set, const std::vector<Candidate>& all) {
    Fraction lowest{1, 0};
    for (const std::size_t member : set.members)
        if (all[member].victimClass == VictimClass::reclaim)
            lowest = std::min(lowest, all[member].saturation);
    return lowest;
}

int highestPriority(const VictimSet& set, const EngineState& state,
                    const std::vector<Candidate>& all) {
    int highest = 0;
    for (const std::size_t member : set.members)
        if (all[member].victimClass >= VictimClass::reclaim)
            highest = std::max(highest, state.job(all[member].id).effective);
    return highest;
}

std::vector<Instant> startsLatestFirst(const VictimSet& set, const EngineState& state,
                                       const std::vector<Candidate>& all) {
    std::vector<Instant> starts;
    for (const std::size_t member : set.members)
        starts.push_back(*state.job(all[member].id).start);
    std::sort(starts.rbegin(), starts.rend());
    return starts;
}

std::vector<std::string> sortedNames(const VictimSet& set, const EngineState& state,
                                     const std::vector<Candidate>& all) {
    std::vector<std::string> names;
    for (const std::size_t member : set.members)
        names.push_back(state.name(all[member].id));
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

void VictimSet::add(const EngineState& state, const std::vector<Candidate>& all,
                    std::size_t index) {
    const Candidate& candidate = all[index];
    const Job& job = state.job(candidate.id);
    members.push_back(index);
    gpu[static_cast<std::size_t>(candidate.victimClass)] += job.gpu();
    if (candidate.victimClass != VictimClass::elastic) {
        ++count;
        ++priorities[static_cast<std::size_t>(job.effective)];
    }
    lost += state.lostWork(job);
}

SetOrder compareCosts(const EngineState& state, const std::vector<Candidate>& all,
                      const VictimSet& a, const VictimSet& b) {
    for (std::size_t i = kVictimClasses; i-- > 0;)
        if (a.gpu[i] != b.gpu[i])
            return {a.gpu[i] <=> b.gpu[i], 'd'};
    if (a.count != b.count)
        return {a.count <=> b.count, 'e'};
    for (std::size_t priority = a.priorities.size(); priority-- > 0;)
        if (a.priorities[priority] != b.priorities[priority])
            return {a.priorities[priority] <=> b.priorities[priority], 'f'};
    if (a.lost != b.lost)
        return {a.lost <=> b.lost, 'g'};
    if (const Order order = startsLatestFirst(b, state, all) <=> startsLatestFirst(a, state, all);
        order != 0)
        return {order, 'h'};
    if (const Order order = sortedNames(a, state, all) <=> sortedNames(b, state, all); order != 0)
        return {order, 'i'};
    return {};
}

SetOrder compareSets(const EngineState& state, const std::vector<Candidate>& all,
                     const VictimSet& a, const VictimSet& b) {
    if (const Order order = highestClass(a, all) <=> highestClass(b, all); order != 0)
        return {order, 'a'};
    if (const Order order = lowestSaturation(b, all) <=> lowestSaturation(a, all); order != 0)
        return {order, 'b'};
    if (const Order order = highestPriority(a, state, all) <=> highestPriority(b, state, all);
        order != 0)
        return {order, 'c'};
    return compareCosts(state, all, a, b);
}

}  // namespace apportion
