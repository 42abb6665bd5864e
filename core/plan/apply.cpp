// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/apply.h"

#include <algorithm>
#include <set>
#include <unordered_set>
#include <utility>

#include "core/model/findings.h"
#include "core/model/validate.h"
#include "core/plan/edit_check.h"
#include "core/plan/forecast.h"
#include "core/plan/returning.h"

namespace apportion {

namespace {

void append(Scenario& scenario, JoiningQuota joining) {
    scenario.quotas.push_back(std::move(joining.quota));
    std::move(joining.workloads.begin(), joining.workloads.end(),
              std::back_inserter(scenario.workloads));
}

class Application {
public:
    // `pointer` is that of the set.
    Application(const PlanBase& base, const ChangeSet& set, std::string pointer, std::uint64_t seed)
        : base_(base),
          set_(set),
          pointer_(std::move(pointer)),
          seed_(seed),
          returning_(returningNodes(base, set)) {}

    Applied take() {
        Instant from = kNever;
        for (edit_ = 0; edit_ < set_.edits.size(); ++edit_) {
            const PlanEdit& edit = set_.edits[edit_];
            std::visit([&](const auto& action) { put(edit.at, action); }, edit.action);
            from = std::min(from, edit.at);
        }
        // What a forecast is about is known now.
        std::vector<JoiningQuota> later;
        for (JoiningQuota& joining : joining_)
            if (joinsLater(joining.quota))
                later.push_back(std::move(joining));
            else
                append(changed(), std::move(joining));
        Applied applied;
        applied.scenario = base_.scenario();
        applied.from = from;
        if (changed_) {
            applied.scenario = std::move(changed_);
            applied.from = 0;
        }
        // Those of the base, then the edits.
        auto events = std::make_shared<std::vector<Event>>(base_.scenario()->events);
        applied.editOf.resize(events->size(), kNoEdit);
        std::move(after_.begin(), after_.end(), std::back_inserter(*events));
        applied.editOf.insert(applied.editOf.end(), afterOf_.begin(), afterOf_.end());
        std::stable_sort(later.begin(), later.end(),
                         [](const auto& a, const auto& b) { return a.at < b.at; });
        applied.course = {std::move(events), base_.until(), std::move(toJoin_), std::move(later)};
        applied.warnings = findings_.take();
        applied.notes = std::move(notes_);
        return applied;
    }

private:
    void put(Instant at, const EventAction& action) {
        after_.push_back({at, action});
        afterOf_.push_back(edit_);
    }

    void put(Instant at, const RemoveNodes& remove) {
        for (const std::string& node : remove.nodes)
            put(at, EventAction{NodeEvent{node, NodeState::down, NodeMove::leaves}});
    }

    void put(Instant at, const AddNodes& add) {
        if (at == 0 && !returning_.names.contains(edit_)) {
            changed().nodes.push_back(add.group);
            return;
        }
        for (Node& node : expand({add.group})) {
            const bool returns = returning_.returns(edit_, node.name);
            if (at == 0 && !returns) {
                changed().nodes.push_back({std::move(node), 1});
                continue;
            }
            put(at, EventAction{NodeEvent{node.name, NodeState::ready, NodeMove::joins}});
            if (!returns)
                toJoin_.push_back(std::move(node));
        }
    }

    void put(Instant at, const AddQuota& add) {
        // What comes after the end is named, with nothing in it.
        JoiningQuota joining{std::min(at, base_.until().value_or(at)), add.quota, {}};
        Quota& quota = joining.quota;
        const Gpu size = std::exchange(quota.guaranteed.gpu, 0);
        const std::optional<Gpu> lend = std::exchange(quota.policy.lend, std::nullopt);
        if (size > 0) {
            ScaleEvent scale;
            scale.targets.emplace_back(quota.name, Limit{size, {}, {}});
            put(at, EventAction{std::move(scale)});
        }
        if (lend) {
            PolicyEvent policy{quota.name, {}};
            policy.change.lend.emplace(lend);
            put(at, EventAction{policy});
        }
        std::int64_t before = 0;
        std::set<Instant> moments;
        for (Workload workload : add.workloads) {
            if (workload.submit < at) {
                ++before;
                moments.insert(workload.submit);
            }
            workload.submit = std::max(workload.submit, at);
            if (workload.quota.empty() && workload.workspace.empty())
                workload.quota = add.quota.name;
            joining.workloads.push_back(std::move(workload));
        }
        if (moments.size() > 1)  // what was apart comes at once
            findings_.warning(pointerTo(pointer_ + "/edits", edit_), "plan-joins-later",
                              {{"count", Value::ofCount(before)},
                               {"quota", Value::ofText(add.quota.name)},
                               {"at", Value::ofSeconds(at)}});
        joining_.push_back(std::move(joining));
    }

    // Nodes that no other root divides are its own from the beginning.
    bool joinsLater(const Quota& quota) const {
        const auto& quotas = base_.scenario()->quotas;
        return !quota.parent.empty() ||
               std::any_of(quotas.begin(), quotas.end(), [&](const Quota& each) {
                   return each.parent.empty() && each.policy.nodes == quota.policy.nodes;
               });
    }

    void put(Instant, const Forecast& forecast) {
        std::unordered_set<std::string_view> named;
        const auto name = [&](const EventAction& action) {
            if (const auto* cancel = std::get_if<CancelEvent>(&action))
                named.insert(cancel->workload);
            if (const auto* finish = std::get_if<FinishEvent>(&action))
                named.insert(finish->workload);
        };
        for (const Event& event : base_.scenario()->events)
            name(event.action);
        std::unordered_set<std::string_view> taken;
        for (const PlanEdit& edit : set_.edits) {
            if (const auto* action = std::get_if<EventAction>(&edit.action))
                name(*action);
            if (const auto* add = std::get_if<AddQuota>(&edit.action))
                for (const Workload& workload : add->workloads)
                    taken.insert(workload.name);
        }
        Forecasted done = applyForecast(changed(), joining_, forecast, seed_, named, taken);
        if (forecast.scale % kForecastWhole != 0 && done.jobs > 0)
            notes_.push_back({forecast.scale < kForecastWhole ? "plan-forecast-drawn.kept"
                                                              : "plan-forecast-drawn",
                              {{"set", Value::ofText(set_.name)},
                               {"quota", Value::ofText(forecast.quota)},
                               {"count", Value::ofCount(done.drawn)},
                               {"jobs", Value::ofCount(done.jobs)},
                               {"seed", Value::ofText(std::to_string(seed_))}}});
        const std::string place = pointerTo(pointer_ + "/edits", edit_);
        if (!done.spared.empty())
            findings_.warning(place, "plan-forecast-spared",
                              {{"names", Value::ofList(std::move(done.spared))}});
        if (done.cut > 0)
            findings_.warning(
                place, "plan-forecast-cut",
                {{"count", Value::ofCount(done.cut)}, {"quota", Value::ofText(forecast.quota)}});
        if (done.cutAtJoining > 0)
            findings_.warning(place, "plan-forecast-cut.joins",
                              {{"count", Value::ofCount(done.cutAtJoining)},
                               {"quota", Value::ofText(forecast.quota)}});
    }

    void put(Instant, const ChangeCaps& change) {
        for (Workspace& each : changed().workspaces)
            if (each.name == change.workspace)
                each.caps = change.caps;
    }

    // The base's scenario is copied when the first edit needs more than events.
    Scenario& changed() {
        if (!changed_) {
            changed_ = std::make_shared<Scenario>(*base_.scenario());
            changed_->until = base_.until();
        }
        return *changed_;
    }

    const PlanBase& base_;
    const ChangeSet& set_;
    std::string pointer_;
    std::uint64_t seed_;
    ReturningNodes returning_;
    Findings findings_;
    std::vector<Message> notes_;
    std::size_t edit_ = 0;
    std::shared_ptr<Scenario> changed_;
    std::vector<Node> toJoin_;
    std::vector<JoiningQuota> joining_;
    std::vector<Event> after_;
    std::vector<std::size_t> afterOf_;  // the edits they stand for
};

}  // namespace

Result<Applied> applySet(const PlanBase& base, const ChangeSet& set, const std::string& pointer,
                         std::uint64_t seed) {
    Problems problems = checkEdits(base, set, pointer);
    if (hasErrors(problems))
        return tl::unexpected(std::move(problems));
    Applied applied = Application(base, set, pointer, seed).take();
    applied.workloads = applied.scenario->workloads.size();
    for (const JoiningQuota& joining : applied.course.quotasToJoin)
        applied.workloads += joining.workloads.size();
    if (applied.scenario != base.scenario())
        applied.makeAgain = [scenario = base.scenario(), until = base.until(), set, seed] {
            return Application(PlanBase(scenario, until), set, {}, seed).take().scenario;
        };
    applied.warnings.insert(applied.warnings.begin(), problems.begin(), problems.end());
    return applied;
}

Scenario scenarioOf(const Applied& applied) {
    Scenario scenario = *applied.loaded();
    scenario.events.clear();
    for (const Node& node : applied.course.toJoin) {
        scenario.nodes.push_back({node, 1});
        scenario.events.push_back({0, NodeEvent{node.name, NodeState::down, NodeMove::leaves}});
    }
    for (const JoiningQuota& joining : applied.course.quotasToJoin)
        append(scenario, joining);
    const std::vector<Event>& events = *applied.course.events;
    scenario.events.insert(scenario.events.end(), events.begin(), events.end());
    scenario.until = applied.course.until;
    return scenario;
}

}  // namespace apportion
