// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/engine/queue.h"

#include <algorithm>
#include <utility>

namespace apportion {

Queue::Line& Queue::insert(Job& job, WorkloadId id) {
    auto line = std::find_if(lines_.begin(), lines_.end(),
                             [&](const Line& each) { return each.shape == job.shape; });
    if (line == lines_.end()) {
        // Reuse a line that ran empty, so that aging shapes do not pile up.
        line = std::find_if(lines_.begin(), lines_.end(),
                            [](const Line& each) { return each.places.empty(); });
        if (line == lines_.end())
            line = lines_.insert(lines_.end(), Line{});
        line->shape = job.shape;
        line->effective = job.effective;
        line->gpu = job.requestGpu();
    }
    job.line = static_cast<int>(line - lines_.begin());
    line->places.insert({job.submit, id});
    ++size_;
    changed();
    if (const Place place = Place::of(job, id); headKnown_ && (!head_ || place < head_->place))
        head_ = {place, static_cast<std::size_t>(job.line)};
    return *line;
}

Queue::Line& Queue::erase(const Job& job, WorkloadId id) {
    Line& from = lineOf(job);
    from.places.erase({job.submit, id});
    --size_;
    changed();
    headKnown_ = headKnown_ && head_->id() != id;
    return from;
}

void Queue::changed() {
    ++version_;
    if (!positions_.empty())
        positions_.clear();
}

std::optional<Place> Queue::firstOf(const Line& line, const Place& from) {
    const int rank = -line.effective;
    if (rank < from.rank)
        return std::nullopt;
    const auto it =
        rank > from.rank ? line.places.begin() : line.places.lower_bound({from.submit, from.id});
    if (it == line.places.end())
        return std::nullopt;
    return Place{rank, it->first, it->second};
}

const std::optional<Queue::Member>& Queue::head() const {
    if (std::exchange(headKnown_, true))
        return head_;
    head_.reset();
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        if (lines_[i].places.empty())
            continue;
        const auto& [submit, id] = *lines_[i].places.begin();
        const Place place{-lines_[i].effective, submit, id};
        if (!head_ || place < head_->place)
            head_ = {place, i};
    }
    return head_;
}

std::optional<Queue::Member> Queue::first(const Place& from) const {
    if (from == Place::begin())
        return head();
    return first(from, [](const Line&) { return true; });
}

int Queue::position(WorkloadId id) const {
    if (positions_.empty()) {
        int position = 0;
        for (auto each = first(Place::begin()); each; each = first(each->place.next()))
            positions_[each->id()] = ++position;
    }
    return positions_.at(id);
}

Queue::Line& Queue::line(ShapeId shape) {
    return *std::find_if(lines_.begin(), lines_.end(),
                         [shape](const Line& each) { return each.shape == shape; });
}

const Queue::Line& Queue::line(ShapeId shape) const {
    return const_cast<Queue*>(this)->line(shape);
}

}  // namespace apportion
