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
        if (line == lines_.end()) {
            line = lines_.insert(lines_.end(), Line{});
            fronts_.push_back(Place::end());
        }
        line->shape = job.shape;
        line->effective = job.effective;
        line->gpu = job.requestGpu();
    }
    job.line = static_cast<int>(line - lines_.begin());
    line->places.insert({job.submit, id});
    fronts_[static_cast<std::size_t>(job.line)] = frontOf(*line);
    ++size_;
    changed();
    if (const Place place = Place::of(job, id); headKnown_ && (!head_ || place < head_->place))
        head_ = {place, static_cast<std::size_t>(job.line)};
    return *line;
}

Queue::Line& Queue::erase(const Job& job, WorkloadId id) {
    Line& from = lineOf(job);
    from.places.erase({job.submit, id});
    fronts_[static_cast<std::size_t>(job.line)] = frontOf(from);
    if (from.places.empty())
        unbar(from);
    --size_;
    changed();
    headKnown_ = headKnown_ && head_->id() != id;
    return from;
}

Place Queue::frontOf(const Line& line) const {
    if (line.places.empty())
        return Place::end();
    const auto& [submit, id] = *line.places.begin();
    return {-line.effective, submit, id};
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
    const auto first = std::min_element(fronts_.begin(), fronts_.end());
    if (empty())
        head_.reset();
    else
        head_ = {*first, static_cast<std::size_t>(first - fronts_.begin())};
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
