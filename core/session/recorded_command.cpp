// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/recorded_command.h"

#include <algorithm>

#include "core/change/command_rows.h"
#include "core/change/entry_inputs.h"
#include "core/change/refuse.h"
#include "core/model/validate.h"
#include "core/store/project_values.h"
#include "core/view/engine_rules.h"

namespace apportion {

namespace {

tl::unexpected<Problems> noEvent() {
    return refuse("recorded-no-event", {});
}

// The pool as it is at one moment is looked at without its work, where none of these finds any.
bool isAboutWork(std::string_view id) {
    const auto commands = rows::work();
    return std::any_of(commands.begin(), commands.end(),
                       [&](const CommandInfo& command) { return command.id == id; });
}

// Those that end work need nothing but its name.
std::optional<EventAction> ending(const CommandRequest& request) {
    if (const auto* cancel = std::get_if<CancelWork>(&request.change))
        return CancelEvent{cancel->name};
    if (const auto* finish = std::get_if<FinishWork>(&request.change))
        return FinishEvent{finish->name};
    return std::nullopt;
}

}  // namespace

Project poolAt(const Scenario& scenario, const Engine& now) {
    Project project;
    project.pool.name = scenario.name;
    project.pool.settings = scenario.settings;
    project.pool.nodes = scenario.nodes;
    project.pool.workspaces = scenario.workspaces;
    project.pool.quotas.reserve(now.quotaCount());
    for (QuotaId id = 0; id < now.quotaCount(); ++id)
        project.pool.quotas.push_back(now.quota(id));
    for (std::size_t node = 0; node < now.nodes().size(); ++node)
        if (now.nodeState(node) != NodeState::ready)
            project.nodeStates[now.nodes()[node].name] = now.nodeState(node);
    return project;
}

Result<RecordedCommand> eventsOf(const CommandRequest& request, const Scenario& scenario,
                                 const Engine& now) {
    if (Problems wrong = checkArguments(request); !wrong.empty())
        return tl::unexpected(std::move(wrong));
    const CommandInfo& command = infoOf(request.change);
    RecordedCommand recorded;
    std::vector<EventAction>& events = recorded.events;
    if (auto end = ending(request)) {
        events.push_back(std::move(*end));
    } else if (isAboutWork(command.id)) {
        return noEvent();
    } else {
        const Project project = poolAt(scenario, now);
        store::Objects objects;
        JournalEntry all;
        all.n = 1;
        all.facts = store::difference(objects, Project{}, project);
        if (!objects.apply(all))
            return noEvent();
        auto effect = command.apply({project, objects, request.change, engineRules(), "", 0});
        if (!effect)
            return tl::unexpected(std::move(effect.error()));
        if (Problems wrong = validate(effect->after.pool); hasErrors(wrong)) {
            std::erase_if(wrong, [](const Problem& problem) { return problem.warning; });
            return tl::unexpected(std::move(wrong));
        }
        JournalEntry& entry = recorded.entry;
        entry.action = command.id;
        entry.arguments = journalText(request);
        entry.facts = store::difference(objects, project, effect->after);
        EntryInputs inputs = inputsOf(entry);
        const bool other =
            std::any_of(entry.facts.begin(), entry.facts.end(), [](const Fact& fact) {
                return fact.kind != ObjectKind::quota && fact.kind != ObjectKind::nodeState;
            });
        if (inputs.reload || other || !effect->work.empty())
            return noEvent();
        events = std::move(inputs.events);
    }
    Engine fork = now;
    fork.keepRunnerUp(false);
    std::vector<Input> inputs(events.begin(), events.end());
    const Decisions made = fork.step(now.now(), inputs);
    for (const auto& refusal : made.events)
        if (refusal)
            return refuse(Message(*refusal));
    return recorded;
}

}  // namespace apportion
