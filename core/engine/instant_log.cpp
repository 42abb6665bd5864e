// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/instant_log.h"

#include <algorithm>

namespace apportion {

void InstantLog::started(WorkloadId id, const Job& before) {
    before_.emplace(id, before);
    order_.push_back(id);
}

bool InstantLog::evicted(const Taken& record) {
    const auto here = before_.find(record.victim);
    if (here != before_.end()) {
        // It never started: what it made counts for its taker.
        auto made = std::move(madeBy_[record.victim]);
        for (const std::size_t index : made) {
            taken_[index].taker = record.taker;
            if (record.taker != kNobody)
                madeBy_[record.taker].push_back(index);
        }
        madeBy_.erase(record.victim);
        return true;
    }
    Taken eviction = record;
    if (const auto move = moveOf_.find(record.victim); move != moveOf_.end()) {
        eviction.lost += taken_[move->second].lost;
        dropped_[move->second] = true;
        moveOf_.erase(move);
    }
    taken_.push_back(std::move(eviction));
    dropped_.push_back(false);
    if (record.taker != kNobody)
        madeBy_[record.taker].push_back(taken_.size() - 1);
    return false;
}

void InstantLog::moved(const Taken& record) {
    if (before_.contains(record.victim) || moveOf_.contains(record.victim))
        return;
    taken_.push_back(record);
    dropped_.push_back(false);
    moveOf_[record.victim] = taken_.size() - 1;
    if (record.taker != kNobody)
        madeBy_[record.taker].push_back(taken_.size() - 1);
}

Job InstantLog::restore(WorkloadId id) {
    const auto here = before_.find(id);
    Job before = std::move(here->second);
    before_.erase(here);
    order_.erase(std::find(order_.begin(), order_.end(), id));
    return before;
}

std::vector<Taken> InstantLog::records() const {
    std::vector<Taken> kept;
    for (std::size_t i = 0; i < taken_.size(); ++i)
        if (!dropped_[i])
            kept.push_back(taken_[i]);
    return kept;
}

std::vector<WorkloadId> InstantLog::starts() const {
    return order_;
}

}  // namespace apportion
