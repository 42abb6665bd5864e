// SPDX-License-Identifier: GPL-3.0-or-later
// Which instants a person would look for, and what stands beside them.
#include <algorithm>

#include "core/change/one_name.h"
#include "core/view/history/recording.h"

namespace apportion {

namespace {

std::optional<Mark> markOf(const Event& event) {
    Mark mark;
    mark.at = event.at;
    if (const auto* scale = std::get_if<ScaleEvent>(&event.action)) {
        mark.kind = Mark::Kind::scale;
        OneName quota;
        for (const auto& target : scale->targets)
            quota.add(target.first);
        mark.subject = quota.get();
        mark.count = static_cast<int>(scale->targets.size());
    } else if (const auto* policy = std::get_if<PolicyEvent>(&event.action)) {
        mark.kind = Mark::Kind::policy;
        mark.subject = policy->quota;
    } else if (const auto* node = std::get_if<NodeEvent>(&event.action)) {
        mark.kind = Mark::Kind::node;
        mark.subject = node->node;
        mark.nodeState = node->state;
    } else if (const auto* cancel = std::get_if<CancelEvent>(&event.action)) {
        mark.kind = Mark::Kind::ended;
        mark.subject = cancel->workload;
    } else if (const auto* finish = std::get_if<FinishEvent>(&event.action)) {
        mark.kind = Mark::Kind::ended;
        mark.subject = finish->workload;
    } else {
        return std::nullopt;
    }
    return mark;
}

}  // namespace

void Recording::addMarks() {
    const Decisions& decisions = frontier_.decisions();
    const Engine& engine = frontier_.engine();
    std::vector<Mark> marks;
    const auto same = [&](const Mark& mark) {
        return std::find_if(marks.begin(), marks.end(), [&](const Mark& other) {
            return other.kind == mark.kind && other.applied == mark.applied;
        });
    };

    std::size_t answer = 0;
    while (eventsSeen_ < eventOrder_.size()) {
        const Event& event = scenario_->events[eventOrder_[eventsSeen_]];
        if (event.at > decisions.at)
            break;
        ++eventsSeen_;
        auto mark = markOf(event);
        if (!mark)
            continue;
        mark->at = decisions.at;
        if (mark->kind == Mark::Kind::ended)
            if (const auto id = engine.findWorkload(mark->subject))
                mark->from = engine.quota(engine.quotaOf(*id)).name;
        if (answer < decisions.events.size())
            mark->applied = !decisions.events[answer].has_value();
        ++answer;
        if (const auto known = same(*mark); known != marks.end()) {
            known->subject.clear();
            if (known->from != mark->from)
                known->from.clear();
            known->count += mark->count;
        } else {
            marks.push_back(*mark);
        }
    }

    Mark taken;
    taken.at = decisions.at;
    taken.count = 0;
    OneName taker;
    OneName from;
    for (const Taken& one : decisions.taken) {
        if (one.taker == kNobody || one.rule == EvictionRule::consolidation)
            continue;
        taker.add(engine.workload(one.taker).name);
        from.add(engine.quota(engine.quotaOf(one.victim)).name);
        taken.gpu += one.gpu;
        ++taken.count;
    }
    if (taken.count > 0) {
        taken.subject = taker.get();
        taken.from = from.get();
        marks.push_back(taken);
    }
    history_.marks.insert(history_.marks.end(), marks.begin(), marks.end());
}

}  // namespace apportion
