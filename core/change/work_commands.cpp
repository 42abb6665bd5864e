// SPDX-License-Identifier: GPL-3.0-or-later
// Work: submitting it and ending it. What starts, and who has to go, the live engine decides.
#include <algorithm>

#include "core/change/approval_digest.h"
#include "core/change/command_rows.h"
#include "core/change/fields.h"
#include "core/change/refuse.h"
#include "core/change/run_facts.h"
#include "core/model/message.h"
#include "core/model/validate.h"
#include "core/model/words.h"
#include "core/model/zero_caps.h"
#include "core/store/project_values.h"

namespace apportion::rows {

namespace {

// One that nothing in this project has had, or the records of both would be told as one's.
std::string freeName(const CommandCall& call) {
    // The revision to come makes it unlike all that were given before; others may have been typed,
    // or came with a scenario, and then in thousands: the steps grow.
    Revision step = 1;
    for (Revision n = call.project.revision + 1;; n += step, step *= 2) {
        std::string name = "job-" + std::to_string(n);
        if (!(call.hasEnded && call.hasEnded(name)) && findWork(call.project, name) == nullptr)
            return name;
    }
}

std::string quotaFor(const CommandCall& call, const SubmitWork& asked) {
    if (asked.quota.empty())
        if (const Workspace* workspace = findWorkspace(call.project, asked.workspace))
            if (workspace->quotas.size() == 1)
                return workspace->quotas.front();
    return asked.quota;
}

// What the engine would reject (rule 24) is not even submitted: nobody may be live to do it.
std::optional<Message> refusedBy(const Workspace* workspace, const Workload& spec) {
    if (workspace == nullptr)
        return {};
    const auto& quotas = workspace->quotas;
    if (std::find(quotas.begin(), quotas.end(), spec.quota) == quotas.end())
        return Message{"forbidden.quota",
                       {textArgument("user", spec.user), textArgument("workspace", workspace->name),
                        textArgument("quota", spec.quota)}};
    const auto member = std::find_if(workspace->members.begin(), workspace->members.end(),
                                     [&](const Member& each) { return each.user == spec.user; });
    std::vector<const Cap*> zero;
    for (const Cap& cap : workspace->caps) {
        const bool applies =
            (!cap.user || *cap.user == spec.user) &&
            (!cap.role || (member != workspace->members.end() && member->role == *cap.role)) &&
            (!cap.priorities || cap.priorities->contains(spec.priority)) &&
            (!cap.modules || cap.modules->test(static_cast<std::size_t>(spec.module)));
        if (applies && cap.gpu == 0)
            zero.push_back(&cap);
    }
    if (zero.empty())
        return {};
    return noGpusReason(zero, spec, spec.request.gpu * spec.leastReplicas());
}

std::vector<Need> submitNeeds(const CommandCall& call, const SubmitWork& asked) {
    // Who sees all workspaces is told that there is none of that name, and not that they are no
    // member of it.
    const std::string& workspace = asked.workspace;
    if (!workspace.empty() && findWorkspace(call.project, workspace) == nullptr &&
        Roster(call.project).may(call.who, Right::readPool))
        return {};
    return {{Right::submit, {quotaFor(call, asked), workspace, call.who}}};
}

Result<std::optional<WorkCommand>> commandOf(const SubmitWork& asked) {
    constexpr std::size_t kLongest = 100'000;
    const std::string directory = asked.directory.value_or("");
    if (!asked.command) {
        if (!directory.empty())
            return wrongArgument("directory", directory, "a folder only with a command");
        return std::nullopt;
    }
    WorkCommand command{*asked.command, directory};
    std::size_t length = 0;
    for (const std::string& each : command.arguments)
        length += each.size() + 1;
    if (command.arguments.empty() || command.arguments.front().empty() || length > kLongest)
        return wrongArgument("command", command.arguments.empty() ? "" : command.arguments.front(),
                             "a program and its arguments, at most 100,000 characters");
    if (directory.empty() || directory.front() != '/')
        return wrongArgument("directory", directory, "a folder, named from the root");
    return command;
}

// Where it would go, and whether it may: nothing, or the first that stands against it.
Problems placeRefusals(const CommandCall& call, const Workload& spec) {
    const Workspace* workspace = findWorkspace(call.project, spec.workspace);
    if (!spec.workspace.empty() && workspace == nullptr) {
        std::vector<std::string_view> names;
        for (const Workspace& each : call.project.pool.workspaces)
            names.push_back(each.name);
        return noSuch("workspace", spec.workspace, names).value();
    }
    if (workspace != nullptr && spec.quota.empty())
        return (workspace->quotas.empty()
                    ? refuse("submit-no-quota", {textArgument("workspace", workspace->name)})
                    : refuse("submit-which-quota",
                             {textArgument("workspace", workspace->name),
                              listArgument("names", workspace->quotas)},
                             "quota"))
            .value();
    // Who sees the pool is told that there is no such quota, by the check of the values.
    const auto& quotas = call.project.pool.quotas;
    if (Roster(call.project).may(call.who, Right::readPool) &&
        std::none_of(quotas.begin(), quotas.end(),
                     [&](const Quota& each) { return each.name == spec.quota; }))
        return {};
    if (auto refusal = refusedBy(workspace, spec))
        return refuse(std::move(*refusal)).value();
    return {};
}

// Whether it is about where it would go.
bool isOfPlace(const Problem& problem) {
    return problem.pointer == "/quota" || problem.pointer == "/workspace" ||
           plainCode(problem.message.code) == "no-quota";
}

// Checked as part of a scenario: its own values, its quota, and whether it could ever run.
Problems problemsOfWork(const CommandCall& call, const Workload& spec) {
    Scenario checked = call.project.pool;
    checked.workloads = {spec};
    Problems problems;
    for (Problem& problem : validate(checked)) {
        if (problem.pointer.rfind("/workloads/0", 0) != 0)
            continue;
        problem.pointer.erase(0, std::string_view("/workloads/0").size());
        problems.push_back(std::move(problem));
    }
    return problems;
}

Workload specOf(const CommandCall& call, const SubmitWork& asked) {
    Workload spec;
    spec.name = asked.name.empty() ? freeName(call) : asked.name;
    spec.user = call.who;
    spec.workspace = asked.workspace;
    spec.quota = quotaFor(call, asked);
    spec.request = {asked.gpu, asked.cpu.value_or(0), asked.memory.value_or(0)};
    spec.replicas = asked.replicas;
    spec.minReplicas = asked.minReplicas;
    spec.priority = asked.priority;
    spec.module = asked.module;
    spec.gpuType = asked.gpuType;
    spec.duration = asked.duration;
    spec.checkpoint = asked.checkpoint;
    spec.idle = asked.idle;
    spec.preemptible = asked.preemptible;
    return spec;
}

// Work on cores alone is allowed; a command that was to have a GPU sees none.
void noteNoGpu(Problems& notes) {
    Problem& note = notes.emplace_back();
    note.warning = true;
    note.pointer = "/gpu";
    note.message = {"submit-command-no-gpu", {}};
}

// What is wrong with the work alone, whatever there is in the pool: told too of who may not submit
// where it was to go, and says nothing of the pool.
Problems problemsOfValues(const CommandCall& call, const SubmitWork& asked) {
    Scenario alone;
    alone.workloads = {specOf(call, asked)};
    Problems problems;
    for (Problem& problem : validate(alone)) {
        constexpr std::string_view kPlace = "/workloads/0";
        if (problem.warning || problem.pointer.rfind(kPlace, 0) != 0)
            continue;
        problem.pointer.erase(0, kPlace.size());
        if (const std::string& at = problem.pointer;
            !at.empty() && at != "/quota" && at != "/workspace" && at != "/gpuType")
            problems.push_back(std::move(problem));
    }
    if (auto command = commandOf(asked); !command)
        problems.insert(problems.end(), command.error().begin(), command.error().end());
    return problems;
}

Result<CommandEffect> submit(const CommandCall& call, const SubmitWork& asked) {
    CommandEffect effect{call.project};
    if (call.project.pool.quotas.empty())
        return refuse("submit-no-quotas", {}, "quota");
    Workload spec = specOf(call, asked);
    // All that is wrong is told at once, each at its field.
    Problems wrong;
    if (findWork(call.project, spec.name) != nullptr)
        wrong = refuse("project-name-taken",
                       {textArgument("noun", "workload"), textArgument("name", spec.name)}, "name")
                    .value();
    const Problems astray = placeRefusals(call, spec);
    wrong.insert(wrong.end(), astray.begin(), astray.end());
    // Whether it would fit in a quota that is not for the asker is not for them either.
    if (!astray.empty() && !Roster(call.project).may(call.who, Right::readQuota, {spec.quota})) {
        const Problems alone = problemsOfValues(call, asked);
        wrong.insert(wrong.end(), alone.begin(), alone.end());
        return tl::unexpected(std::move(wrong));
    }
    for (Problem& problem : problemsOfWork(call, spec))
        if (problem.warning)
            effect.notes.push_back(std::move(problem));
        else if (astray.empty() || !isOfPlace(problem))
            wrong.push_back(std::move(problem));
    auto command = commandOf(asked);
    if (!command)
        wrong.insert(wrong.end(), command.error().begin(), command.error().end());
    else if (*command && spec.request.gpu == 0)
        noteNoGpu(effect.notes);
    if (!wrong.empty()) {
        wrong.insert(wrong.end(), effect.notes.begin(), effect.notes.end());
        return tl::unexpected(std::move(wrong));
    }
    WorkloadRun run;
    run.submitted = call.now;
    run.waitingSince = call.now;
    const std::int64_t place = call.objects.nextPlace(ObjectKind::workload);
    effect.subject = spec.name;
    effect.work.push_back(
        {ObjectKind::workload, spec.name, place, {}, store::bodyOf(spec, *command)});
    effect.work.push_back({ObjectKind::run, spec.name, place, {}, store::bodyOf(run)});
    return effect;
}

template <typename C>
std::vector<Need> endNeeds(const CommandCall& call, const C& change) {
    const ProjectWorkload* work = Roster(call.project).work(call.who, change.name);
    if (work == nullptr)
        return {};  // told as one that is not there
    return {{Right::endWorkload, {work->spec.quota, work->spec.workspace, work->spec.user}}};
}

Result<CommandEffect> end(const CommandCall& call, const std::string& name, WorkloadState state) {
    CommandEffect effect{call.project};
    effect.subject = name;
    const ProjectWorkload* work = Roster(call.project).work(call.who, effect.subject);
    if (work == nullptr)
        return noSuchWork(call.project, call.who, effect.subject);
    ProjectWorkload over = *work;
    // It held what nothing ran on, and waited all the same.
    if (call.neverRan && call.neverRan(over))
        neverStarted(over.run, call.now);
    effect.work = endedFacts(call.objects, std::move(over), state, call.now);
    return effect;
}

Result<CommandEffect> cancel(const CommandCall& call, const CancelWork& change) {
    return end(call, change.name, WorkloadState::cancelled);
}

Result<CommandEffect> decline(const CommandCall& call, const DeclineWork& change) {
    const std::string& name = change.name;
    const ProjectWorkload* work = Roster(call.project).work(call.who, name);
    if (work == nullptr)
        return noSuchWork(call.project, call.who, name);
    if (!work->command)
        return refuse("approval-none", {textArgument("workload", name)});
    if (!work->needsApproval())
        return refuse("approval-given",
                      {textArgument("workload", name), textArgument("user", work->run.approvedBy)});
    // Whoever declines what they have read declines nothing that came in its place.
    if (!change.digest.empty() && change.digest != digestOf(*work))
        return refuse("approval-changed", {textArgument("workload", name)}, "digest");
    ProjectWorkload over = *work;
    over.run.reason = Message{"forbidden.declined",
                              {textArgument("workload", name), textArgument("user", call.who)}};
    CommandEffect effect{call.project};
    effect.subject = name;
    effect.work = endedFacts(call.objects, std::move(over), WorkloadState::rejected, call.now);
    return effect;
}

Result<CommandEffect> finish(const CommandCall& call, const FinishWork& change) {
    return end(call, change.name, WorkloadState::finished);
}

Result<CommandEffect> setPriority(const CommandCall& call, const SetPriority& set) {
    CommandEffect effect{call.project};
    effect.subject = set.name;
    const ProjectWorkload* work = Roster(call.project).work(call.who, effect.subject);
    if (work == nullptr)
        return noSuchWork(call.project, call.who, effect.subject);
    if (work->run.state != WorkloadState::pending)
        return refuse("priority-running", {textArgument("workload", effect.subject)});
    Workload spec = work->spec;
    spec.priority = set.priority;
    if (spec.priority < kLowestPriority || spec.priority > kHighestPriority)
        return wrongArgument("priority", std::to_string(set.priority),
                             "a whole number from 1 to 9");
    if (spec == work->spec)
        return effect;
    if (auto refusal = refusedBy(findWorkspace(call.project, spec.workspace), spec))
        return refuse(std::move(*refusal));
    const store::Object* object = call.objects.find(ObjectKind::workload, spec.name);
    effect.work.push_back({ObjectKind::workload, spec.name, object->place, object->body,
                           store::bodyOf(spec, work->command)});
    return effect;
}

constexpr std::string_view kWorkload = "The workload";

}  // namespace

std::vector<CommandInfo> work() {
    return {
        row<SubmitWork>(
            "submit",
            {naming("quota", option<&SubmitWork::quota>(
                                 "quota", "Its quota (default: the only quota of the workspace)")),
             naming("workspace", option<&SubmitWork::workspace>("workspace", "Its workspace")),
             required(option<&SubmitWork::gpu, Gpus>(
                 "gpu", "GPUs of one replica; below 1 a fraction of one")),
             option<&SubmitWork::replicas>("replicas", "Replicas, which start together"),
             option<&SubmitWork::minReplicas>("min-replicas", "Minimum number of replicas"),
             option<&SubmitWork::priority>("priority", "1 to 9, 9 is highest (default: 5)"),
             option<&SubmitWork::module, ModuleWord>("module", "Module"),
             option<&SubmitWork::name>("name", "Name (default: generated)"),
             option<&SubmitWork::gpuType>("gpu-type", "GPU type (default: any)"),
             option<&SubmitWork::cpu, Cores>("cpu", "Cores of one replica"),
             option<&SubmitWork::memory, Gib>("memory",
                                              "Memory of one replica, in GiB or with a unit"),
             option<&SubmitWork::duration, Seconds>("duration", "Duration, if it is known"),
             option<&SubmitWork::checkpoint, Seconds>("checkpoint", "Interval of checkpoints"),
             option<&SubmitWork::preemptible, YesNo>("preemptible",
                                                     "Whether a reclaim can evict it"),
             option<&SubmitWork::idle>("idle",
                                       "Background workload: only free GPUs, evicted first"),
             option<&SubmitWork::directory>("directory",
                                            "Folder of the command (default: this folder)"),
             trailing<&SubmitWork::command>(
                 "command",
                 "Command of each replica, without a shell (default: none, it lasts its duration). "
                 "After an eviction (SIGTERM) it waits again, whatever its exit code")},
            Right::submit, false, "Submit a workload", submitNeeds, submit, problemsOfValues),
        row<CancelWork>("cancel",
                        {naming("workload", positional<&CancelWork::name>("name", kWorkload))},
                        Right::endWorkload, false, "Cancel a workload", endNeeds, cancel),
        row<DeclineWork>(
            "decline",
            {naming("workload", positional<&DeclineWork::name>("name", kWorkload)),
             option<&DeclineWork::digest>("digest", "Only if its command has this digest")},
            Right::endWorkload, false, "Decline the command of a waiting workload", endNeeds,
            decline),
        row<FinishWork>("finish",
                        {naming("workload", positional<&FinishWork::name>("name", kWorkload))},
                        Right::endWorkload, false, "Mark a workload as finished", endNeeds, finish),
        row<SetPriority>("priority",
                         {naming("workload", positional<&SetPriority::name>("name", kWorkload)),
                          positional<&SetPriority::priority>("priority", "1 to 9")},
                         Right::endWorkload, false, "Change the priority of a waiting workload",
                         endNeeds, setPriority),
    };
}

}  // namespace apportion::rows
