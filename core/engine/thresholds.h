// SPDX-License-Identifier: GPL-3.0-or-later
// Keys (a) to (c) of rule 19 are thresholds over the candidates: the first under which any set does
// holds the least set. More candidates never make it worse, so a threshold is looked at only from
// where a meter says that what it lets in might be enough.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/engine/victim_set.h"

namespace apportion {

// `meter()` makes an object with add(candidate) and enough(): necessary for a set to do.
// `cheapest(some)` finds the least set by keys (d) to (i) among some candidates, or none.
template <typename MakeMeter, typename Cheapest>
class Thresholds {
public:
    Thresholds(const EngineState& state, const std::vector<Candidate>& all, MakeMeter& meter,
               Cheapest& cheapest)
        : state_(state), all_(all), meter_(meter), cheapest_(cheapest) {}

    std::optional<VictimSet> least(const std::vector<std::size_t>& from) {
        for (int highest = 0; highest < kVictimClasses; ++highest) {
            std::vector<std::size_t> ofClass;
            bool uses = false;
            for (const std::size_t index : from) {
                const int victimClass = static_cast<int>(all_[index].victimClass);
                if (victimClass <= highest)
                    ofClass.push_back(index);
                uses = uses || victimClass == highest;
            }
            if (!uses)
                continue;
            if (auto set = leastBySaturation(ofClass))
                return set;
        }
        return std::nullopt;
    }

private:
    // Those that `counts` one by one, the best first; the others are always in. Calls `inner` with
    // all that a threshold lets in, from the first that might do.
    template <typename Counts, typename Better, typename Inner>
    std::optional<VictimSet> scan(const std::vector<std::size_t>& from, Counts&& counts,
                                  Better&& better, Inner&& inner) {
        std::vector<std::size_t> sorted;
        std::vector<bool> in(all_.size(), false);
        auto meter = meter_();
        bool any = false;
        for (const std::size_t index : from) {
            if (counts(index)) {
                sorted.push_back(index);
                continue;
            }
            in[index] = true;
            any = true;
            meter.add(all_[index]);
        }
        std::stable_sort(sorted.begin(), sorted.end(), better);
        for (std::size_t at = 0; at <= sorted.size();) {
            if (any && meter.enough()) {
                std::vector<std::size_t> some;  // in the order of `from`
                for (const std::size_t index : from)
                    if (in[index])
                        some.push_back(index);
                if (auto set = inner(some))
                    return set;
            }
            if (at == sorted.size())
                break;
            // The next level.
            const std::size_t first = sorted[at];
            for (; at < sorted.size() && !better(first, sorted[at]); ++at) {
                in[sorted[at]] = true;
                any = true;
                meter.add(all_[sorted[at]]);
            }
        }
        return std::nullopt;
    }

    // Highest first; infinite stands for "nobody is reclaimed below an infinite saturation".
    std::optional<VictimSet> leastBySaturation(const std::vector<std::size_t>& from) {
        return scan(
            from,
            [this](std::size_t index) {
                return all_[index].victimClass == VictimClass::reclaim &&
                       !all_[index].saturation.infinite();
            },
            [this](std::size_t a, std::size_t b) {
                return all_[a].saturation > all_[b].saturation;
            },
            [this](const std::vector<std::size_t>& above) { return leastByPriority(above); });
    }

    std::optional<VictimSet> leastByPriority(const std::vector<std::size_t>& from) {
        return scan(
            from,
            [this](std::size_t index) { return all_[index].victimClass >= VictimClass::reclaim; },
            [this](std::size_t a, std::size_t b) { return priority(a) < priority(b); },
            [this](const std::vector<std::size_t>& below) { return cheapest_(below); });
    }

    int priority(std::size_t index) const { return state_.job(all_[index].id).effective; }

    const EngineState& state_;
    const std::vector<Candidate>& all_;
    MakeMeter& meter_;
    Cheapest& cheapest_;
};

}  // namespace apportion
