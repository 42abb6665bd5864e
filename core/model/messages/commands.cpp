// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on a project: what is refused, and what is to be said of them. Arguments and their
// kinds:
//   argument, value, form, noun, name, nearest, key, quota, workspace, workload, user, nodes,
//   action, step, detail               text
//   names                              list
//   entry, seen, workloads, events, process   counts
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kCommandsRows[] = {
    // Arguments
    {"argument-missing", "argument", "Argument '{argument}' is missing.", "Add it. See --help."},
    {"argument-wrong", "argument value form", "The {argument} cannot be '{value}'.",
     "Write {form}."},
    {"argument-unknown", "argument command", "'{command}' has no '{argument}'.",
     "Remove it. See --help."},
    {"recorded-no-event", "",
     "A recorded run accepts only guarantees, policies, node states, and ends of workloads.",
     "Make a project of it. A project accepts all changes."},
    {"nothing-open", "", "Nothing is open.", "Open a project or a scenario."},
    {"project-no-command", "name", "Unknown command '{name}'.", "See --help."},
    {"project-unknown", "noun name", "The {noun} {name} does not exist.", "Correct the name."},
    {"project-unknown.near", "noun name nearest", "The {noun} {name} does not exist.",
     "Did you mean {nearest}?"},
    {"project-name-taken", "noun name", "The {noun} {name} already exists.",
     "Choose another name."},
    {"project-stale", "noun key entry seen",
     "The {noun} '{key}' changed in history entry {entry}, after the revision you used ({seen}).",
     "Look at it again, then repeat the command if you still want it."},
    {"project-revision-to-come", "entry seen",
     "The project is at revision {entry}. Revision {seen} does not exist yet.",
     "Use the revision of the result that you decide on."},

    // Rule 22
    {"quota-blocked", "quota names",
     "Quota {quota} cannot be deleted while it is in use by: {names}.",
     "Remove these dependencies first."},
    {"quota-blocked.children", "quota names", "Quota {quota} has quotas below it: {names}.",
     "Delete or move them first."},
    {"quota-blocked.workspaces", "quota names", "Quota {quota} is used by workspaces: {names}.",
     "Remove it from them first."},
    {"quota-blocked.workloads", "quota names", "Quota {quota} has workloads: {names}.",
     "Cancel them, or wait until they end."},
    {"quota-blocked.temporary", "quota names", "Temporary changes use quota {quota}: {names}.",
     "End them first."},
    {"quota-blocked.timetables", "quota names", "Timetables use quota {quota}: {names}.",
     "Delete them, or remove the quota from them."},
    {"workspace-blocked", "workspace names", "Workspace {workspace} has workloads: {names}.",
     "Cancel them, or wait until they end."},
    {"nodes-blocked", "nodes names", "Workloads run on nodes of {nodes}: {names}.",
     "Drain the nodes first, or cordon them and wait until the workloads end."},
    {"nodes-set-nothing", "", "No new values for the nodes are given.",
     "Name at least one of gpu, gpu-type, cpu, memory and labels."},
    {"nodes-blocked.room", "nodes names",
     "The nodes of {nodes} would be too small for workloads on them: {names}.",
     "Wait until they end, or mark the nodes as down first, which returns them to the queue."},

    // People
    {"grant-missing", "user", "{user} does not have this role.",
     "List the roles with 'apportionctl project user FILE'."},
    {"user-unknown-here", "user", "User {user} does not exist on this machine.",
     "Correct the name if it is mistyped. The role has an effect only for a user of this name."},
    {"last-administrator", "user", "{user} is the last administrator, and a pool must have one.",
     "Make another user an administrator first."},
    {"priority-running", "workload", "Workload {workload} is no longer waiting.",
     "Only the priority of a waiting workload can change."},

    // Time
    {"temporary-past", "", "The end of the change is in the past.", "Choose a later time."},
    {"temporary-past.step", "", "The time of this step is in the past.", "Choose a later time."},
    {"temporary-far.step", "", "The time of this step is more than a year away.",
     "Choose a time within a year."},
    {"temporary-no-moment", "example", "The value is not a time.",
     "Write 18:00, tomorrow 8:00, in 3 h, or a date with its time, such as {example}."},
    {"temporary-far", "", "The time is more than a year away.",
     "Choose a time within a year, or make the change permanent."},
    {"temporary-before-reclaim", "after",
     "The change ends before the delay of {after}, so it would evict no workload.",
     "Choose a later end, or a shorter delay."},
    // Of the end, foreseen; workloads: list, placed, bound: gpu, detail: sentence
    {"return-unknown", "detail", "The effect at that time cannot be estimated: {detail}."},
    {"return-nothing", "", "The return does not affect any workload."},
    {"return-evicts", "workloads", "The return evicts {workloads}."},
    {"return-bars", "workloads", "After the return these cannot start again: {workloads}."},
    {"return-moves", "workloads", "The return moves {workloads} to other nodes."},
    {"return-rejects", "workloads", "The return rejects {workloads} permanently."},
    {"return-starts", "workloads", "The return starts {workloads}."},
    {"return-delays", "workloads", "The return lets {workloads} wait longer."},
    {"return-drains", "quota placed bound",
     "{quota} has {placed} allocated then, above its {bound}, and starts no workload until it "
     "fits."},
    {"return-no-duration", "workloads",
     "Estimated as if {workloads} still ran then, because they state no duration."},
    {"temporary-settled", "names",
     "The values set now are permanent. {names} will not revert them.",
     "Use --for or --until to revert them, too."},
    {"temporary-kept", "names",
     "These values stay: {names}. They were changed meanwhile, or another temporary change sets "
     "them.",
     "Set other values if you do not want these."},
    {"apply-refused", "step steps",
     "The pool refuses edit {step} of {steps}, so none of them is applied."},
    {"apply-no-command", "edit", "Edit {edit} is not a change of a pool.",
     "Apply the edits without it."},
    {"temporary-meets-timetable", "name step quotas",
     "Step {step} of timetable {name} comes before the end and sets {quotas} permanently.",
     "Remove the step from the timetable for that time, or choose an earlier end."},
    {"temporary-stays", "name detail", "When {name} ends, some values do not revert: {detail}."},
    {"temporary-blocked", "name detail",
     "{name} cannot revert in the present state of the pool: {detail}.",
     "Scale the quotas in its way, or end it with 'apportionctl project temporary FILE end {name}' "
     "and set the guarantees."},
    {"temporary-overdue", "name detail",
     "The end of {name} has passed, but it cannot revert in the present state of the pool: "
     "{detail}.",
     "It reverts as soon as it fits. Scale the quotas in its way, or end it with 'apportionctl "
     "project temporary FILE end {name}' and set the guarantees."},
    {"export-reclaims", "names",
     "The scenario leaves out the evictions still due for {names}, because other guarantees, "
     "limits, or nodes changed since.",
     "Export again after the live pool has made these evictions."},
    {"export-waits", "names",
     "The scenario leaves out how long workloads in {names} have waited. There, all of them are "
     "submitted at the start, and their waits begin again.",
     "Read the first hours of a plan with care. The order of starts can differ."},
    {"export-stopping", "names",
     "The scenario leaves out the present grace periods of {names}. There, they continue to run "
     "until they are evicted again.",
     "Export again when they have ended."},
    {"export-past", "from to", "The project does not cover {from} to {to}.",
     "Use a time between its start and now."},
    {"export-past-nodes", "",
     "Nodes were added or removed in this time. The base has the present nodes.",
     "Add or remove the nodes in a variant."},
    {"export-nodes", "names",
     "The scenario leaves out the nodes that {names} will divide again after a temporary change.",
     "Export after the temporary change has ended."},
    {"export-timetables", "names",
     "The scenario leaves out what {names} will set, because timetables have no end.",
     "Add the steps that you need to the scenario or the plan, as scale events."},
    {"timetable-waits", "name step detail",
     "Step {step} of {name} did not fit at its time. It applies as soon as it fits, unless its "
     "guarantees are changed before: {detail}.",
     "Scale the quotas in its way, or set its guarantees."},
    {"timetable-blocked", "name step detail",
     "In the present state of the pool, step {step} of {name} will not fit: {detail}.",
     "Scale the quotas in its way before, or change the timetable."},
    {"timetable-twice", "time", "Two steps are for {time} of one day.",
     "Write one step for a time of day, with all guarantees that change then."},
    {"timetable-begins", "name step at",
     "Step {step} of {name} first applies at {at} (UTC). Earlier times are not caught up.",
     "Set its guarantees with 'apportionctl project scale' if you want them now."},
    {"timetable-forgets", "names",
     "A step of {names} that did not fit no longer applies to the values set now."},
    {"timetables-disagree", "name detail",
     "Together with the other timetables, {name} leads to guarantees that do not fit: {detail}.",
     "Choose other guarantees or times. Put all changes of one time into one step."},

    // Undo
    {"undo-nothing", "", "There is nothing to undo."},
    {"redo-nothing", "", "There is nothing to redo."},
    {"undo-no-entry", "entry", "History entry {entry} does not exist.",
     "List the entries with 'apportionctl project history'."},
    {"undo-undone", "entry action", "History entry {entry} ({action}) is already undone."},
    {"undo-not", "entry action",
     "History entry {entry} ({action}) cannot be undone. Only configuration changes can be "
     "undone."},
    {"undo-not.turned", "entry action",
     "History entry {entry} ({action}) is an undo or redo, and cannot be undone itself.",
     "Redo the undone entry, or undo the redone entry."},
    {"undo-not.first", "entry action",
     "History entry {entry} ({action}) created the pool and cannot be undone."},
    {"undo-not.timer", "entry action", "History entry {entry} ({action}) happened automatically.",
     "Make a new change, or undo the change that it belonged to."},
    {"undo-not.lost", "entry action",
     "History entry {entry} could not be read when the file was recovered, so its effect is "
     "unknown."},
    {"undo-not.over", "entry action",
     "History entry {entry} ({action}) was temporary and has reverted automatically."},
    {"undo-nothing.own", "",
     "None of your own changes is in effect. Only administrators of the pool can undo changes of "
     "other users without a number.",
     "Name the entry. 'apportionctl project history' lists them."},
    {"redo-nothing.own", "",
     "None of your own changes is undone. Only administrators of the pool can redo changes of "
     "other users."},
    {"undo-depends", "noun key entry what",
     "{what} cannot be undone, because history entry {entry} changed the {noun} '{key}' again.",
     "Undo that entry first, or make a new change."},
    {"undo-needed", "noun key done what",
     "{what} cannot be {done}, because the {noun} '{key}' depends on it.",
     "Delete it first, or remove the dependency."},
    {"undo-needed.work", "noun key done what",
     "{what} cannot be {done}, because the {noun} '{key}' depends on it.",
     "Cancel them, or wait until they end."},
    {"undo-needed.others", "noun key done what",
     "{what} cannot be {done}, because the {noun} '{key}' depends on it.",
     "Ask an administrator, who can remove it."},
    {"undo-needed.hidden", "done what",
     "{what} cannot be {done}, because an object that you cannot see depends on it.",
     "Ask an administrator."},
    {"undo-timetable", "names entry",
     "History entry {entry} has nothing left to undo, because {names} has set these guarantees "
     "since.",
     "Delete the timetable and set the guarantees with 'apportionctl project scale', or undo an "
     "earlier entry by its number."},
    {"undo-timetable.part", "names entry",
     "Values that {names} has set since history entry {entry} stay. The others revert."},
    {"undo-timetable.sizes", "names", "The guarantees that {names} has set stay.",
     "Set others with 'apportionctl project scale' if you do not want them."},
    {"undo-invalid", "detail done what",
     "{what} cannot be {done} in the present state of the pool: {detail}.",
     "Change what prevents it first."},
    {"undo-nothing-left", "entry",
     "History entry {entry} has nothing left to undo, because it was temporary and has ended."},
    {"redo-nothing-left", "entry",
     "History entry {entry} cannot be redone, because it was temporary and has ended."},
    {"undo-due", "name",
     "Steps of {name} that were due meanwhile apply immediately. The numbers include them."},
    {"redo-depends", "noun key entry what",
     "{what} cannot be redone, because history entry {entry} changed the {noun} '{key}' again.",
     "Make the change again if you still want it."},
    {"undo-drains", "detail",
     "{detail}. Running workloads there continue, and no others start until usage fits.",
     "Set other guarantees with 'apportionctl project scale' if you do not want this."},
    {"redo-reclaims", "detail",
     "The change evicts workloads that do not fit, as it did before: {detail}.",
     "'apportionctl project redo --dry-run' lists them."},
    {"submit-no-quotas", "", "The pool has no quota to submit to.",
     "Create one with 'New root quota…' in the console, or with 'apportionctl project quota add'."},
    {"undo-sizes", "",
     "The earlier guarantees return. Workloads that the change evicted stay evicted and wait. "
     "Quotas "
     "below these guarantees can reclaim GPUs."},
    {"undo-policies", "",
     "The earlier policies return. Workloads that were evicted meanwhile stay evicted and wait."},
    {"undo-sizes.took-before", "names",
     "The earlier guarantees return. Workloads that the change evicted stay evicted and wait. "
     "Quotas "
     "below these guarantees can reclaim GPUs, but not for {names}: the same workloads were "
     "evicted for it last time."},

    {"rights-lost-waiting", "names", "Waiting workloads that lose the right to start: {names}.",
     "Undo the change to let them start, or cancel them."},
    {"rights-lost-running", "names",
     "Running workloads that cannot start again after an eviction: {names}.",
     "Undo the change to let them start again."},
    {"never-again-user", "workload user workspace",
     "{workload} cannot start again: {user} cannot submit to workspace {workspace}."},
    {"never-again-quota", "workload workspace quota",
     "{workload} cannot start again: workspace {workspace} does not use {quota}."},
    {"never-again-cap", "workload user workspace",
     "{workload} cannot start again: a user cap of workspace {workspace} allows {user} no GPUs."},
    {"never-again-cap.request", "workload user workspace requested bound",
     "{workload} cannot start again: it requests {requested}, and a user cap of workspace "
     "{workspace} allows {user} {bound}."},
    {"never-again-limit", "workload requested quota bound",
     "{workload} cannot start again: it requests {requested}, and the limit of {quota} is "
     "{bound}."},
    {"never-again-node", "workload", "{workload} cannot start again: the nodes are too small."},
    {"never-again-type", "workload gpuType",
     "{workload} cannot start again: the nodes that could hold it have no {gpuType} GPUs."},
    {"waiting-commands", "names",
     "Commands run only on the machine of the scheduler. On one of the new nodes, these would "
     "fail: {names}.",
     "Add the nodes when they have started, or under a quota of their own."},

    // Import
    {"preview-delayed", "after",
     "Evictions are shown as if the delay of {after} were over. Workloads that end earlier are not "
     "evicted."},
    {"preview-no-holder", "",
     "The pool is not live. The preview shows the effect after it goes live.",
     "Run 'apportionctl project serve', or go live in the console."},
    {"cancel-no-holder", "name",
     "The pool is not live, so the command of {name} continues until it goes live.",
     "Run 'apportionctl project serve', or go live in the console."},
    {"import-members", "names",
     "These members are not in the scenario and lose their roles: {names}.",
     "Add them to the scenario, or add them again with 'apportionctl project workspace FILE "
     "member'."},
    {"import-taken", "names", "These names already exist with other values: {names}.",
     "Rename them in the scenario, or import with --replace."},
    {"import-left-out", "workloads events",
     "A project has the state at the start of the scenario. Skipped: {workloads|later "
     "workload|later workloads} and {events|event|events}."},
    {"present-left-out", "workloads events",
     "The project has the state of the pool at that time. Skipped: {workloads|later workload|later "
     "workloads} and {events|later event|later events}."},

    // Live
    {"live-held", "user process",
     "The pool is already live. Process {process} of {user} runs its scheduler.",
     "Use that process, or end it first."},
    {"live-held.ahead", "user process",
     "The pool is live. Process {process} of {user} runs it, and its clock is ahead of this one.",
     "Try again after a minute. A program that has stopped is replaced then."},
    {"live-drives", "name",
     "This pool drives the Slurm cluster {name}, so this machine does not run its work.",
     "Use apportionctl cluster drive {name} instead."},
    {"live-held.older", "name user process schema known",
     "Process {process} of {user} runs this pool with an older version of the program. {name} "
     "stays "
     "at schema {schema} until that process ends.",
     "Restart that process. The newer version then updates the file to schema {known}."},
    {"live-newer", "program",
     "Another version of {program} is installed. This process goes on with the version that it was "
     "started with.",
     "Restart this process to use the installed version. Running workloads go on, and no command "
     "is "
     "lost."},
    {"live-watched", "",
     "The clock of the program that runs this pool is ahead of this one. That program is watched "
     "for up to a minute, to see whether it has stopped."},
    {"clock-set-back", "by",
     "The clock of this machine was set back. The live pool keeps its own time, {by} ahead of the "
     "clock.",
     "Set the clock right. To use it as it is, end the live pool and start it again."},
    {"clock-set-forward", "by",
     "The clock of this machine was set forward by {by}. The live pool follows it.",
     "Check the clock, and the workloads that ended at this time."},
    {"live-dismissed", "user",
     "The pool is no longer live here, because {user} is no longer an administrator of it.",
     "Nothing is lost. An administrator goes on with 'apportionctl project serve' or in the "
     "console."},
    {"live-lost", "user process",
     "The pool is no longer live here. This program stopped for so long that process {process} of "
     "{user} runs the scheduler instead.",
     "Nothing is lost. Use that process, or end it and go live again."},

    {"live-lost.over", "",
     "The pool is no longer live here. This program stopped for so long that another ran the "
     "scheduler, and that one has ended, too.",
     "Nothing is lost. Go live again."},

    // Work
    {"submit-which-quota", "workspace names", "Workspace {workspace} uses several quotas: {names}.",
     "Name one of them with --quota."},
    {"submit-no-quota", "workspace", "Workspace {workspace} uses no quota.",
     "Ask an administrator to give it one."},
    {"submit-command-no-gpu", "",
     "The workload gets no GPU. Its command runs with an empty CUDA_VISIBLE_DEVICES.",
     "Ask for GPUs if the command uses any."},
    {"submit-no-holder", "", "The pool is not live, so the workload waits until it goes live.",
     "Run 'apportionctl project serve', or go live in the console."},
};

}  // namespace

std::span<const Row> commands() {
    return kCommandsRows;
}

}  // namespace apportion::messages
