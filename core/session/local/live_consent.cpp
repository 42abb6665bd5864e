// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/local/live_consent.h"

#include <algorithm>
#include <map>
#include <set>

#include "core/access/access.h"
#include "core/change/refuse.h"
#include "core/cluster/local/local_backend.h"
#include "core/session/local/local_pool.h"
#include "core/session/project/desk.h"

namespace apportion {

namespace {

Argument countArgument(const char* name, std::size_t count) {
    return {name, Value::ofCount(static_cast<std::int64_t>(count))};
}

// What runs from before, and the file does not know.
std::vector<std::string> unknownTo(ProjectFile& file, const Project& project) {
    std::set<std::string> names;
    if (const auto folder = poolFolder(file))
        for (const ForeignRun& each : runsUnknown(*folder, file, project))
            names.insert(each.workload);
    return {names.begin(), names.end()};
}

struct Commands {
    std::size_t running = 0;
    std::size_t approved = 0;
    std::size_t unapproved = 0;
    bool any = false;  // also those that have ended, which the file does not know yet
};

// As they are, whatever the file still says of them.
Commands commandsOf(const Project& project, const RunsAtRest& rest) {
    using RunState = SeenRun::State;
    std::map<std::string_view, RunState> became;
    for (const SeenRun& each : rest.runs)
        if (!each.place)
            became.emplace(each.workload, each.state);
    const std::set<std::string_view> unapproved(rest.unapproved.begin(), rest.unapproved.end());
    Commands commands;
    for (const ProjectWorkload& work : project.work) {
        if (!work.command)
            continue;
        commands.any = true;
        const auto found = became.find(work.spec.name);
        const RunState state = found != became.end() ? found->second : RunState::running;
        if (state != RunState::running && state != RunState::stopped)
            continue;
        ++(work.needsApproval() || unapproved.contains(work.spec.name) ? commands.unapproved
           : isRunning(work) && state == RunState::running             ? commands.running
                                                                       : commands.approved);
    }
    return commands;
}

Message whatRuns(const Commands& commands, const std::string& user, const std::string& machine,
                 std::vector<std::string> unknown) {
    std::vector<Argument> arguments{textArgument("user", user), textArgument("machine", machine)};
    const bool all = unknown.empty();
    if (!all)
        arguments.push_back(listArgument("names", std::move(unknown)));
    if (!commands.any)
        return {all ? "consent-runs.none" : "consent-runs.unknown", std::move(arguments)};
    arguments.push_back(countArgument("running", commands.running));
    arguments.push_back(countArgument("approved", commands.approved));
    arguments.push_back(countArgument("unapproved", commands.unapproved));
    return {all ? "consent-runs" : "consent-runs.and-unknown", std::move(arguments)};
}

// As Roster has it: administrators, and members of workspaces who are no viewers.
Message whoSubmits(const Project& project, const std::string& user) {
    std::set<std::string> names;
    bool everybody = false;
    for (const ProjectUser& each : project.users)
        for (const Grant& grant : each.grants)
            if (grant.role == ProjectRole::administrator)
                names.insert(each.name);
    for (const Workspace& workspace : project.pool.workspaces) {
        everybody = everybody || workspace.members.empty();
        for (const Member& member : workspace.members)
            if (member.role != Role::viewer)
                names.insert(member.user);
    }
    names.erase(user);
    if (everybody)
        return {"consent-submitters.everybody", {textArgument("user", user)}};
    if (names.empty())
        return {"consent-submitters.nobody", {textArgument("user", user)}};
    return {"consent-submitters",
            {textArgument("user", user), listArgument("users", {names.begin(), names.end()})}};
}

}  // namespace

Result<LiveConsent> consentOf(ProjectDesk& desk, const LocalMachine& machine) {
    auto project = desk.project();
    if (!project)
        return tl::unexpected(std::move(project.error()));
    // Who may not go live is not told who submits, and how much, either.
    if (auto refusal = Roster(**project).refusal(desk.who(), Right::administer))
        return refuse(std::move(*refusal));
    auto remembered = isRemembered(desk.file());
    if (!remembered)
        return tl::unexpected(std::move(remembered.error()));
    const BackendFacts facts = LocalBackend(desk.file(), desk.who(), machine).facts(**project);
    return LiveConsent{whatRuns(commandsOf(**project, runsAtRest(desk, **project, machine)),
                                facts.who, machine.name, unknownTo(desk.file(), **project)),
                       whoSubmits(**project, facts.who),
                       Message{"consent-plain", {}},
                       facts.limits.front(),
                       missingGpus(**project, {nodeSeen(**project, machine)}),
                       *remembered};
}

namespace {

// Of another machine it is not known which node it is.
bool runsHere(const DocumentState& document) {
    return !document.isElsewhere() || document.holderHere;
}

Message noNodeHere(const DocumentState& document) {
    return {"command-fate.no-node",
            {textArgument("machine", document.machine), {"nodes", Value::ofCount(document.nodes)}}};
}

}  // namespace

bool isFate(const Problem& note) {
    return plainCode(note.message.code) == "command-fate";
}

std::vector<Message> fateOfCommand(const DocumentState& document, const Problems& notes) {
    std::vector<Message> fate;
    const std::string& who = document.who;
    const bool mine = document.isElsewhere() && document.holder == who;
    if (document.isLive())
        fate.push_back({"command-fate.here",
                        {textArgument("user", who), textArgument("machine", document.machine)}});
    else if (mine)
        fate.push_back({"command-fate.elsewhere", {textArgument("user", who)}});
    else if (document.isElsewhere())
        fate.push_back({"command-fate.other", {textArgument("user", document.holder)}});
    else
        fate.push_back({"command-fate", {}});
    if (!runsHere(document))
        return fate;
    if (document.nodeHere.empty())
        fate.push_back(noNodeHere(document));
    else if (const auto note = std::find_if(notes.begin(), notes.end(), isFate);
             note != notes.end())
        fate.push_back(note->message);
    else if (document.nodes > 1)
        fate.push_back(
            {"command-fate.nodes",
             {textArgument("node", document.nodeHere), {"nodes", Value::ofCount(document.nodes)}}});
    return fate;
}

std::optional<Message> failsThere(const DocumentState& document,
                                  const std::vector<std::string>& nodes) {
    if (!runsHere(document))
        return {};
    if (document.nodeHere.empty())
        return noNodeHere(document);
    std::vector<std::string> others;
    for (const std::string& node : nodes)
        if (node != document.nodeHere)
            others.push_back(node);
    if (others.empty())
        return {};
    return Message{
        "command-fate.placed",
        {listArgument("names", std::move(others)), textArgument("node", document.nodeHere)}};
}

std::optional<Message> obstacleToApprove(const DocumentState& document) {
    if (document.isLive() || (document.isElsewhere() && document.holder == document.who))
        return {};
    if (document.isElsewhere())
        return Message{"approve-obstacle.other", {textArgument("user", document.holder)}};
    return Message{"approve-obstacle", {}};
}

}  // namespace apportion
