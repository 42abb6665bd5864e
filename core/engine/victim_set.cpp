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

// Latest first, so that smaller is better: one by one, then the shorter.
std::vector<Instant> agesYoungestFirst(const VictimSet& set, const std::vector<Candidate>& all) {
    std::vector<Instant> ages;
    for (const std::size_t member : set.members)
        ages.push_back(-all[member].start);
    std::sort(ages.begin(), ages.end());
    return ages;
}

// A replica is NAME#place, its place in four digits.
std::string nameOf(const EngineState& state, const Candidate& candidate) {
    const Job& job = state.job(candidate.id);
    if (candidate.replica == kWhole)
        return state.name(candidate.id);
    const int place = job.marks()[static_cast<std::size_t>(candidate.replica)].place;
    std::string digits = std::to_string(place);
    if (digits.size() < 4)
        digits.insert(0, 4 - digits.size(), '0');
    return state.name(candidate.id) + "#" + digits;
}

std::vector<std::string> sortedNames(const VictimSet& set, const EngineState& state,
                                     const std::vector<Candidate>& all) {
    std::vector<std::string> names;
    for (const std::size_t member : set.members)
        names.push_back(nameOf(state, all[member]));
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace

std::span<const Seat> seatsOf(const Job& job, const Candidate& candidate) {
    if (candidate.replica == kWhole)
        return job.seats();
    return {&job.seats()[static_cast<std::size_t>(candidate.replica)], 1};
}

void VictimSet::add(const EngineState& state, const std::vector<Candidate>& all,
                    std::size_t index) {
    const Candidate& candidate = all[index];
    members.push_back(index);
    gpu[static_cast<std::size_t>(candidate.victimClass)] += candidate.gpu;
    if (candidate.victimClass != VictimClass::elastic) {
        ++count;
        ++priorities[static_cast<std::size_t>(state.job(candidate.id).effective)];
    }
    lost += candidate.lost;
}

void VictimSet::takeBack(const EngineState& state, const std::vector<Candidate>& all) {
    const Candidate& candidate = all[members.back()];
    members.pop_back();
    gpu[static_cast<std::size_t>(candidate.victimClass)] -= candidate.gpu;
    if (candidate.victimClass != VictimClass::elastic) {
        --count;
        --priorities[static_cast<std::size_t>(state.job(candidate.id).effective)];
    }
    lost -= candidate.lost;
}

std::vector<Giver> giversOf(const std::vector<Candidate>& all,
                            const std::vector<std::size_t>& some) {
    std::vector<Giver> givers;
    Way chain;
    for (std::size_t i = 0; i < some.size(); ++i) {
        const Candidate& candidate = all[some[i]];
        if (i == 0 || all[some[i - 1]].id != candidate.id) {
            givers.emplace_back();
            chain.clear();
        }
        if (candidate.replica == kWhole) {
            givers.back().push_back({some[i]});
        } else {
            chain.push_back(some[i]);
            givers.back().push_back(chain);
        }
    }
    return givers;
}

std::vector<std::size_t> everythingOf(const std::vector<Candidate>& all,
                                      const std::vector<std::size_t>& some) {
    std::vector<std::size_t> most;
    for (const std::size_t index : some) {
        if (all[index].replica == kWhole)
            while (!most.empty() && all[most.back()].id == all[index].id)
                most.pop_back();
        most.push_back(index);
    }
    return most;
}

std::vector<std::size_t> withoutCandidate(const std::vector<Candidate>& all,
                                          std::span<const std::size_t> some, std::size_t gone) {
    std::vector<std::size_t> others;
    bool cut = false;
    for (const std::size_t index : some) {
        cut = cut || index == gone;
        const bool same = all[index].id == all[gone].id;
        const bool replica = all[index].replica != kWhole;
        if (index != gone && !(cut && same && replica))
            others.push_back(index);
    }
    return others;
}

void liftAll(Lifted& lifted, const std::vector<Candidate>& all, std::span<const std::size_t> set) {
    for (const std::size_t index : set)
        lifted.take(all[index].id, all[index].replica);
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
    if (const Order order = agesYoungestFirst(a, all) <=> agesYoungestFirst(b, all); order != 0)
        return {order, 'h'};
    if (const Order order = sortedNames(a, state, all) <=> sortedNames(b, state, all); order != 0)
        return {order, 'i'};
    return {};
}

SetOrder compareSets(const EngineState& state, const std::vector<Candidate>& all,
                     const VictimSet& a, const VictimSet& b) {
    if (const Order order = highestClass(a, all) <=> highestClass(b, all); order != 0)
        return {order, 'a'};
    if (a.belowShare != b.belowShare)
        return {a.belowShare <=> b.belowShare, kBelowShare};
    if (const Order order = lowestSaturation(b, all) <=> lowestSaturation(a, all); order != 0)
        return {order, 'b'};
    if (const Order order = highestPriority(a, state, all) <=> highestPriority(b, state, all);
        order != 0)
        return {order, 'c'};
    return compareCosts(state, all, a, b);
}

}  // namespace apportion
