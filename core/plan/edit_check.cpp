// SPDX-License-Identifier: GPL-3.0-or-later
// The edits are put into a small scenario, the base without its work, which the checks of every
// scenario then judge; what they find is told at the place in the plan where it was written.
#include "core/plan/edit_check.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "core/model/bounds.h"
#include "core/model/nearest.h"
#include "core/model/validate.h"
#include "core/model/validation/checks.h"
#include "core/plan/returning.h"

namespace apportion {

namespace {

// Judged when the event comes: an earlier edit of the plan may have made room.
bool dependsOnTheMoment(std::string_view code) {
    return code == "sum-of-children" || code == "above-capacity";
}

class EditCheck {
public:
    EditCheck(const PlanBase& base, const ChangeSet& set)
        : base_(base), set_(set), returning_(returningNodes(base, set)) {
        const Scenario& of = *base.scenario();
        small_.settings = of.settings;
        small_.nodes = of.nodes;
        small_.quotas = of.quotas;
        small_.workspaces = of.workspaces;
        small_.until = base.until();
        nodes_.resize(small_.nodes.size());
        quotas_.resize(small_.quotas.size());
        workspaces_.resize(small_.workspaces.size());
    }

    Problems run(const std::string& pointer) {
        const std::string edits = edits_ = pointer + "/edits";
        noteJoining();
        for (std::size_t i = 0; i < set_.edits.size(); ++i) {
            at_ = pointerTo(edits, i);
            edit_ = i;
            const PlanEdit& edit = set_.edits[i];
            if (base_.until() && edit.at > *base_.until() && edit.at <= kMostTime)
                findings_.warning(
                    at_ + "/at", "plan-ends-before",
                    {{"at", Value::ofSeconds(edit.at)}, {"end", Value::ofSeconds(*base_.until())}});
            if (!std::holds_alternative<EventAction>(edit.action))
                validation::checkBounds(Value::ofSeconds(edit.at), 0, kMostTime, at_ + "/at",
                                        findings_);
            std::visit([&](const auto& action) { look(edit, action); }, edit.action);
            std::visit([&](const auto& action) { mustBeThere(edit.at, action); }, edit.action);
        }
        Problems problems = findings_.take();
        for (Problem& problem : validate(small_))
            if (translate(problem))
                problems.push_back(std::move(problem));
        return problems;
    }

private:
    // What edits add, and by which.
    struct Joining {
        Instant at = 0;
        std::size_t edit = 0;
    };
    using Joinings = std::map<std::string, Joining, std::less<>>;  // by name

    void noteJoining() {
        for (std::size_t i = 0; i < set_.edits.size(); ++i) {
            const PlanEdit& edit = set_.edits[i];
            if (const auto* add = std::get_if<AddQuota>(&edit.action)) {
                newQuotas_.try_emplace(add->quota.name, Joining{edit.at, i});
                for (const Workload& workload : add->workloads)
                    if (!base_.workload(workload.name))
                        newWorkloads_.try_emplace(workload.name, Joining{edit.at, i});
            }
            // What joins at 0 is there from the beginning, wherever the edit stands.
            const auto* add = std::get_if<AddNodes>(&edit.action);
            if (add && edit.at > 0 && add->group.count > 0 && add->group.count <= kMostNodes)
                for (const Node& node : expand({add->group}))
                    newNodes_.try_emplace(node.name, Joining{edit.at, i});
        }
        // A name that the base has is the base's; that it is taken is told for itself.
        for (const Quota& quota : small_.quotas)
            newQuotas_.erase(quota.name);
        if (!newNodes_.empty())
            for (const Node& node : expand(small_.nodes))
                newNodes_.erase(node.name);
    }

    void mustBeThere(Instant at, const EventAction& action) {
        if (const auto* scale = std::get_if<ScaleEvent>(&action))
            for (const auto& target : scale->targets)
                mustBeThere(at, "quota", target.first, newQuotas_);
        if (const auto* policy = std::get_if<PolicyEvent>(&action))
            mustBeThere(at, "quota", policy->quota, newQuotas_);
        if (const auto* node = std::get_if<NodeEvent>(&action))
            mustBeThere(at, "node", node->node, newNodes_);
        if (const auto* cancel = std::get_if<CancelEvent>(&action))
            mustBeThere(at, "workload", cancel->workload, newWorkloads_);
        if (const auto* finish = std::get_if<FinishEvent>(&action))
            mustBeThere(at, "workload", finish->workload, newWorkloads_);
    }
    void mustBeThere(Instant at, const RemoveNodes& remove) {
        for (const std::string& node : remove.nodes)
            mustBeThere(at, "node", node, newNodes_);
    }
    void mustBeThere(Instant at, const AddQuota& add) {
        if (add.quota.parent != add.quota.name)
            mustBeThere(at, "quota", add.quota.parent, newQuotas_);
    }
    template <typename Other>
    void mustBeThere(Instant, const Other&) {}

    void mustBeThere(Instant at, const char* noun, const std::string& name,
                     const Joinings& joinings) {
        const auto found = joinings.find(name);
        if (found == joinings.end())
            return;
        const Joining& joining = found->second;
        if (joining.at < at || (joining.at == at && joining.edit < edit_))
            return;
        findings_.error(at_, "plan-before-joining",
                        {{"noun", Value::ofText(noun)},
                         {"name", Value::ofText(name)},
                         {"edit", Value::ofText(at_)},
                         {"at", Value::ofSeconds(at)},
                         {"later", Value::ofText(pointerTo(edits_, joining.edit))},
                         {"joins", Value::ofSeconds(joining.at)}});
    }

    void look(const PlanEdit& edit, const EventAction& action) {
        if (const auto* cancel = std::get_if<CancelEvent>(&action))
            knowsWorkload(cancel->workload);
        if (const auto* finish = std::get_if<FinishEvent>(&action))
            knowsWorkload(finish->workload);
        small_.events.push_back({edit.at, action});
        events_.push_back(at_);
    }

    void look(const PlanEdit&, const AddNodes& add) {
        const auto returning = returning_.names.find(edit_);
        if (returning == returning_.names.end()) {
            small_.nodes.push_back(add.group);
            nodes_.push_back(at_ + "/node");
            return;
        }
        for (Node& node : expand({add.group}))
            if (!returning->second.contains(node.name)) {
                small_.nodes.push_back({std::move(node), 1});
                nodes_.push_back(at_ + "/node");
            }
        if (const auto changed = returning_.changed.find(edit_);
            changed != returning_.changed.end())
            findings_.error(at_ + "/node", "plan-node-returns",
                            {{"name", Value::ofText(*changed->second.begin())}});
        for (const std::string& name : returning->second)
            removed_.erase(name);
    }

    void look(const PlanEdit&, const RemoveNodes& remove) {
        for (std::size_t i = 0; i < remove.nodes.size(); ++i) {
            const auto [first, fresh] =
                removed_.try_emplace(remove.nodes[i], pointerTo(at_ + "/nodes", i));
            if (!fresh)
                findings_.warning(pointerTo(at_ + "/nodes", i), "plan-removed-twice",
                                  {{"name", Value::ofText(remove.nodes[i])},
                                   {"first", Value::ofText(first->second)}});
            small_.events.emplace_back().action = NodeEvent{remove.nodes[i], NodeState::down};
            events_.push_back(pointerTo(at_ + "/nodes", i));
        }
    }

    void look(const PlanEdit& edit, const AddQuota& add) {
        const Quota& quota = add.quota;
        small_.quotas.push_back(quota);
        quotas_.push_back(at_ + "/quota");
        const auto& roots = base_.scenario()->quotas;
        if (edit.at > 0 && quota.policy.nodes && quota.parent.empty() &&
            std::none_of(roots.begin(), roots.end(), [&](const Quota& root) {
                return root.parent.empty() && root.policy.nodes == quota.policy.nodes;
            }))
            findings_.error(at_ + "/quota/nodes", "plan-late-selector",
                            {{"quota", Value::ofText(quota.name)}});
        for (std::size_t i = 0; i < add.workloads.size(); ++i) {
            const std::string place = pointerTo(at_ + "/workloads", i);
            Workload workload = add.workloads[i];
            if (base_.workload(workload.name))
                taken("workload", workload.name, place + "/name");
            if (workload.running)
                findings_.error(place + "/running", "plan-running",
                                {{"name", Value::ofText(workload.name)}});
            workload.running.reset();
            if (workload.quota.empty() && workload.workspace.empty())
                workload.quota = quota.name;
            if (!workload.quota.empty() && workload.quota != quota.name)
                findings_.warning(place + "/quota", "plan-joins-elsewhere",
                                  {{"name", Value::ofText(workload.name)},
                                   {"quota", Value::ofText(workload.quota)},
                                   {"joining", Value::ofText(quota.name)}});
            if (workload.quota.empty())
                tellWhoseWorkspace(workload, quota.name, place);
            small_.workloads.push_back(std::move(workload));
            workloads_.push_back(place);
        }
    }

    void tellWhoseWorkspace(const Workload& workload, const std::string& joining,
                            const std::string& place) {
        const auto& all = small_.workspaces;
        const auto found = std::find_if(all.begin(), all.end(), [&](const Workspace& each) {
            return each.name == workload.workspace;
        });
        if (found == all.end() || found->quotas.size() != 1 || found->quotas.front() == joining)
            return;
        findings_.warning(place + "/workspace", "plan-joins-elsewhere.workspace",
                          {{"name", Value::ofText(workload.name)},
                           {"quota", Value::ofText(found->quotas.front())},
                           {"joining", Value::ofText(joining)},
                           {"workspace", Value::ofText(workload.workspace)}});
    }

    void look(const PlanEdit&, const Forecast& forecast) {
        std::vector<std::string_view> names;
        for (const Quota& quota : small_.quotas)
            names.push_back(quota.name);
        const bool known = std::find(names.begin(), names.end(), forecast.quota) != names.end();
        if (const auto later = newQuotas_.find(forecast.quota); !known && later != newQuotas_.end())
            findings_.error(at_ + "/quota", "plan-forecast-before",
                            {{"edit", Value::ofText(at_)},
                             {"quota", Value::ofText(forecast.quota)},
                             {"later", Value::ofText(pointerTo(edits_, later->second.edit))}});
        else if (!known)
            unknown("quota", forecast.quota, nearestWord(forecast.quota, names), at_ + "/quota");
        else if (forecast.scale == kForecastWhole && forecast.shift == 0)
            findings_.warning(at_, "plan-forecast-nothing",
                              {{"quota", Value::ofText(forecast.quota)}});
    }

    void look(const PlanEdit&, const ChangeCaps& change) {
        std::vector<std::string_view> names;
        for (std::size_t i = 0; i < small_.workspaces.size(); ++i) {
            names.push_back(small_.workspaces[i].name);
            if (names.back() != change.workspace)
                continue;
            small_.workspaces[i].caps = change.caps;
            workspaces_[i] = at_;
            return;
        }
        unknown("workspace", change.workspace, nearestWord(change.workspace, names),
                at_ + "/workspace");
    }

    // A workload of the base stands in the small scenario only where an edit names it.
    void knowsWorkload(const std::string& name) {
        const auto known = [&](const Workload& each) { return each.name == name; };
        if (std::any_of(small_.workloads.begin(), small_.workloads.end(), known))
            return;
        if (const Workload* workload = base_.workload(name)) {
            small_.workloads.push_back(*workload);
            workloads_.emplace_back();
            return;
        }
        std::vector<std::string_view> names;
        for (const Workload& workload : base_.scenario()->workloads)
            names.push_back(workload.name);
        unknown("workload", name, nearestWord(name, names), at_ + "/workload");
    }

    void unknown(const char* noun, const std::string& name, const std::string& nearest,
                 std::string pointer) {
        if (nearest.empty())
            findings_.error(std::move(pointer), "plan-unknown.nothing-near",
                            {{"noun", Value::ofText(noun)}, {"name", Value::ofText(name)}});
        else
            findings_.error(std::move(pointer), "plan-unknown",
                            {{"noun", Value::ofText(noun)},
                             {"name", Value::ofText(name)},
                             {"nearest", Value::ofText(nearest)}});
    }

    void taken(const char* noun, const std::string& name, std::string pointer) {
        findings_.error(std::move(pointer), "plan-name-taken",
                        {{"noun", Value::ofText(noun)}, {"name", Value::ofText(name)}});
    }

    // From the small scenario into the plan. False: it is about the base, or told otherwise.
    bool translate(Problem& problem) const {
        Message& message = problem.message;
        if (dependsOnTheMoment(message.code))
            return false;
        const auto [place, tail, noun] = placeOf(problem.pointer);
        if (place.empty())
            return false;
        problem.pointer = place + tail;
        const auto text = [&](std::string_view name) {
            for (const Argument& argument : message.arguments)
                if (argument.name == name)
                    return argument.value.text;
            return std::string{};
        };
        const Value name = Value::ofText(text("name"));
        if (message.code == "unknown-in-event.workload" || message.code == "event-after-until")
            return false;  // told already, with the names of the base and as of any edit
        if (plainCode(message.code) == "unknown-in-event") {
            const bool isNode = message.code == "unknown-in-event.node";
            problem.warning = false;
            message = {"plan-unknown",
                       {{"noun", Value::ofText(isNode ? "node" : "quota")},
                        {"name", name},
                        {"nearest", Value::ofText(text("nearest"))}}};
        } else if (message.code == "duplicate-name") {
            message = {"plan-name-taken", {{"noun", Value::ofText(noun)}, {"name", name}}};
        }
        return true;
    }

    struct Place {
        std::string pointer;  // in the plan; empty = not of an edit
        std::string tail;     // behind it
        std::string noun;
    };
    // "/quotas/7/limit/gpu" -> "/sets/0/edits/2/quota", "/limit/gpu"
    Place placeOf(const std::string& pointer) const {
        const std::size_t second = pointer.find('/', 1);
        if (second == std::string::npos)
            return {};
        const std::size_t third = std::min(pointer.find('/', second + 1), pointer.size());
        std::size_t index = 0;
        std::from_chars(pointer.data() + second + 1, pointer.data() + third, index);
        const std::string list = pointer.substr(1, second - 1);
        const std::vector<std::string>* places = list == "nodes"        ? &nodes_
                                                 : list == "quotas"     ? &quotas_
                                                 : list == "workloads"  ? &workloads_
                                                 : list == "workspaces" ? &workspaces_
                                                 : list == "events"     ? &events_
                                                                        : nullptr;
        if (!places || index >= places->size())
            return {};
        const std::string& place = (*places)[index];
        // An event that stands for a name in a list has no keys of its own.
        const bool ofNode = place.find("/nodes/") != std::string::npos;
        return {place, ofNode ? std::string{} : pointer.substr(third),
                list.substr(0, list.size() - 1)};
    }

    const PlanBase& base_;
    const ChangeSet& set_;
    const ReturningNodes returning_;
    Scenario small_;
    // By element of the small scenario: its place in the plan; empty = of the base.
    std::vector<std::string> nodes_, quotas_, workloads_, workspaces_, events_;
    Findings findings_;
    std::string edits_;  // where they stand in the plan
    std::string at_;     // the edit that is looked at
    std::size_t edit_ = 0;
    Joinings newQuotas_, newWorkloads_, newNodes_;
    std::map<std::string, std::string> removed_;  // nodes, and where
};

// The name that nobody has, where that is the problem; it is empty where it could not be read.
std::optional<std::string> nameOfNobody(const Problem& problem) {
    constexpr std::string_view kUnknown = "unknown-";
    const std::string_view code = plainCode(problem.message.code);
    if (code != "plan-unknown" && !code.starts_with(kUnknown))
        return {};
    const std::string_view key = code == "plan-unknown" ? "name" : code.substr(kUnknown.size());
    for (const Argument& argument : problem.message.arguments)
        if (argument.name == key)
            return argument.value.text;
    return std::string{};
}

// Of nodes also as one of a group of that name.
bool isNamedBy(std::string_view name, std::string_view added) {
    if (added.empty() || !name.starts_with(added))
        return false;
    const std::string_view tail = name.substr(added.size());
    return tail.empty() || (tail.size() > 1 && tail.front() == '-' &&
                            tail.find_first_not_of("0123456789", 1) == std::string_view::npos);
}

// With all its keys, "/" behind it or nothing.
bool isBelow(const std::string& pointer, const std::string& place) {
    return (pointer + "/").starts_with(place + "/");
}

}  // namespace

Problems checkOtherEdits(const PlanBase& base, const ChangeSet& set, const std::string& pointer,
                         const Problems& unread, const std::vector<std::string>& mayAdd) {
    std::vector<std::string> places;  // of the edits
    std::vector<std::string> keys;    // that could not be read
    for (const Problem& problem : unread)
        for (std::size_t i = 0; i < set.edits.size() && !problem.warning; ++i)
            if (const std::string place = pointerTo(pointer + "/edits", i);
                isBelow(problem.pointer, place)) {
                places.push_back(place);
                if (problem.pointer != place)
                    keys.push_back(problem.pointer);
            }
    // Of an edit that is wrong itself only a name is told, where that was read.
    const auto isOfWhatWasRead = [&](const Problem& problem) {
        const auto within = [&](const std::string& place) {
            return isBelow(problem.pointer, place);
        };
        if (std::none_of(places.begin(), places.end(), within))
            return true;
        const auto concerns = [&](const std::string& key) {
            return isBelow(problem.pointer, key) || isBelow(key, problem.pointer);
        };
        return !nameOfNobody(problem).value_or("").empty() &&
               std::none_of(keys.begin(), keys.end(), concerns);
    };
    const auto mayBeAdded = [&](const Problem& problem) {
        const std::optional<std::string> name = nameOfNobody(problem);
        return name && std::any_of(mayAdd.begin(), mayAdd.end(), [&](const std::string& added) {
                   return isNamedBy(*name, added);
               });
    };
    Problems problems = checkEdits(base, set, pointer);
    std::erase_if(problems, [&](const Problem& problem) {
        return problem.warning || mayBeAdded(problem) || !isOfWhatWasRead(problem);
    });
    return problems;
}

Problems checkEdits(const PlanBase& base, const ChangeSet& set, const std::string& pointer) {
    return EditCheck(base, set).run(pointer);
}

}  // namespace apportion
