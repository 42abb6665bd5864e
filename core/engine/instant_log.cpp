// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/instant_log.h"

#include <utility>

namespace apportion {

void InstantLog::forget() {
    startIndex_.clear();
    indexed_ = 0;
    if (!beyondStarts_)
        return;
    beyondStarts_ = false;
    taken_.clear();
    dropped_.clear();
    booked_.clear();
    grown_.clear();
    stopped_.clear();
    rejected_.clear();
    madeBy_.clear();
    moveOf_.clear();
}

void InstantLog::started(WorkloadId id, const Waited& before) {
    starts_.push_back({id, before});
    if (!booked_.empty())
        booked_.erase(id);
}

std::size_t InstantLog::startOf(WorkloadId id) const {
    for (; indexed_ < starts_.size(); ++indexed_)
        startIndex_[starts_[indexed_].id] = indexed_;
    const auto found = startIndex_.find(id);
    return found == startIndex_.end() ? kNoStart : found->second;
}

Waited InstantLog::undo(WorkloadId id, WorkloadId taker) {
    auto made = std::move(madeBy_[id]);
    for (const std::size_t index : made) {
        taken_[index].taker = taker;
        taken_[index].before = taken_[index].victim == taker ? id : kNobody;
        if (taker != kNobody)
            madeBy_[taker].push_back(index);
    }
    madeBy_.erase(id);
    grown_.erase(id);
    Begun& start = starts_[startOf(id)];
    startIndex_.erase(id);
    start.id = kNobody;
    return start.before;
}

void InstantLog::evicted(Taken&& record) {
    beyondStarts_ = true;
    const auto move = moveOf_.find(record.victim);
    if (move != moveOf_.end() && record.rule != EvictionRule::elastic) {
        record.lost += taken_[move->second].lost;
        dropped_[move->second] = true;
        moveOf_.erase(move);
    }
    if (record.taker != kNobody)
        madeBy_[record.taker].push_back(taken_.size());
    taken_.push_back(std::move(record));
    dropped_.push_back(false);
}

void InstantLog::moved(const Taken& record) {
    beyondStarts_ = true;
    if (startedNow(record.victim))
        return;
    if (const auto move = moveOf_.find(record.victim); move != moveOf_.end()) {
        taken_[move->second].lost += record.lost;
        return;
    }
    taken_.push_back(record);
    dropped_.push_back(false);
    moveOf_[record.victim] = taken_.size() - 1;
    if (record.taker != kNobody)
        madeBy_[record.taker].push_back(taken_.size() - 1);
}

void InstantLog::reportRest(Decisions& made) {
    made.stopped.swap(stopped_);
    for (std::size_t i = 0; i < taken_.size(); ++i)
        if (!dropped_[i])
            made.taken.push_back(std::move(taken_[i]));
    made.rejected.swap(rejected_);
    made.booked.assign(booked_.begin(), booked_.end());
    for (const auto& [id, replicas] : grown_)
        if (replicas > 0)
            made.grown.push_back(id);
}

}  // namespace apportion
