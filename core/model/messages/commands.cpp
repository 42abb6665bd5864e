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
    {"argument-missing", "argument", "'{argument}' is missing.", "Give it; --help shows how."},
    {"argument-wrong", "argument value form", "The {argument} cannot be '{value}'.",
     "Write {form}."},
    {"argument-unknown", "argument command", "'{command}' has no '{argument}'.",
     "Leave it out; --help shows what there is."},
    {"recorded-no-event", "",
     "A recorded run takes sizes, policies, states of nodes and ends of work, and nothing else.",
     "Make a project of it; there everything can be changed."},
    {"nothing-open", "", "Nothing is open.", "Open a project or a scenario."},
    {"project-no-command", "name", "There is no command '{name}'.", "--help lists the commands."},
    {"project-unknown", "noun name", "There is no {noun} named {name}.", "Correct the name."},
    {"project-unknown.near", "noun name nearest", "There is no {noun} named {name}.",
     "Correct the name; the nearest there is: {nearest}."},
    {"project-name-taken", "noun name", "There is a {noun} named {name} already.",
     "Choose another name."},
    {"project-stale", "noun key entry seen",
     "The {noun} '{key}' was changed by entry {entry}, after you looked at revision {seen}.",
     "Look at it again, and repeat the command if it is still what you want."},
    {"project-revision-to-come", "entry seen",
     "The project stands at revision {entry}; there is no revision {seen} yet.",
     "Name the revision that the answer was of on which you decide."},

    // Rule 22
    {"quota-blocked", "quota names", "Quota {quota} cannot be deleted: {names} hang on it.",
     "Take them away first."},
    {"quota-blocked.children", "quota names", "Quota {quota} has quotas below it: {names}.",
     "Delete or move them first."},
    {"quota-blocked.workspaces", "quota names", "Quota {quota} is used by workspaces: {names}.",
     "Take it out of them first."},
    {"quota-blocked.workloads", "quota names", "Quota {quota} has work: {names}.",
     "Cancel it, or wait for its end."},
    {"quota-blocked.temporary", "quota names",
     "Quota {quota} stands in temporary changes: {names}.", "End them first."},
    {"quota-blocked.timetables", "quota names", "Quota {quota} stands in timetables: {names}.",
     "Delete them first, or take it out of them."},
    {"workspace-blocked", "workspace names", "Workspace {workspace} has work: {names}.",
     "Cancel it, or wait for its end."},
    {"nodes-blocked", "nodes names", "Work runs on nodes of {nodes}: {names}.",
     "Drain the nodes first, or cordon them and wait until the workloads end."},
    {"nodes-set-nothing", "", "Nothing is said of what the nodes are to have.",
     "Name at least one of gpu, gpu-type, cpu, memory and labels."},
    {"nodes-blocked.room", "nodes names",
     "On nodes of {nodes} there would be no room for what has its place there: {names}.",
     "Wait for its end, or take the nodes down first: it then waits again."},

    // People
    {"grant-missing", "user", "{user} has no such role.", "See who has which: project user."},
    {"user-unknown-here", "user", "This machine knows no user {user}.",
     "Correct the name if it is mistyped: what is given counts only where somebody bears it."},
    {"last-administrator", "user",
     "{user} is the last administrator: without one nobody could ever change the pool again.",
     "Make somebody else an administrator first."},
    {"priority-running", "workload", "Workload {workload} does not wait any more.",
     "A priority is changed while the workload waits."},

    // Time
    {"temporary-past", "", "The change would have ended already.", "Choose a moment to come."},
    {"temporary-no-moment", "example", "That is no moment.",
     "Write 18:00, tomorrow 8:00, in 3 h, or a date with its time, such as {example}."},
    {"temporary-far", "", "That is more than a year away.",
     "Choose a moment within a year, or apply it for good."},
    {"temporary-before-reclaim", "after",
     "The end comes before the {after} of the reclaim are over: by then nobody would have had to "
     "go "
     "for it.",
     "Choose a later end, or a shorter delay."},
    // Of the end, foreseen; workloads: list, placed, bound: gpu, detail: sentence
    {"return-unknown", "detail", "What happens then cannot be foreseen: {detail}."},
    {"return-nothing", "", "The return evicts nobody, and nothing starts or waits for it."},
    {"return-evicts", "workloads", "The return evicts {workloads}."},
    {"return-bars", "workloads", "After the return these cannot start again: {workloads}."},
    {"return-moves", "workloads", "The return moves {workloads} to other nodes."},
    {"return-rejects", "workloads", "The return rejects {workloads} for good."},
    {"return-starts", "workloads", "The return starts {workloads}."},
    {"return-delays", "workloads", "The return lets {workloads} wait longer."},
    {"return-drains", "quota placed bound",
     "{quota} holds {placed} then, more than its {bound}, and starts nothing until it fits."},
    {"return-no-duration", "workloads",
     "Foreseen as if {workloads} still ran then: how long is not stated."},
    {"temporary-settled", "names", "What is set now is for good, and is not returned by {names}.",
     "Set it with --for or --until where it is to return as well."},
    {"temporary-kept", "names",
     "What is set now stays: {names}. It was changed meanwhile, or another temporary change holds "
     "it.",
     "Set what it is to be by hand where that is not wanted."},
    {"temporary-meets-timetable", "name step quotas",
     "The step {step} of timetable {name} comes before the end, and sets {quotas} for good then.",
     "Take the step out of the timetable for that time, or choose an earlier end."},
    {"temporary-stays", "name detail", "When {name} ends, not all of it returns: {detail}."},
    {"temporary-blocked", "name detail", "{name} cannot return as the pool stands: {detail}.",
     "Scale what stands in its way, or end it with 'apportionctl project temporary FILE end "
     "{name}' and set the sizes by hand."},
    {"temporary-overdue", "name detail",
     "It is past the end of {name}, but it cannot return as the pool stands: {detail}.",
     "It returns as soon as it fits: scale what stands in its way, or end it with 'apportionctl "
     "project temporary FILE end {name}' and set the sizes by hand."},
    {"export-reclaims", "names",
     "What is still due of the scale of {names} is not in the scenario: other sizes, limits or "
     "nodes have changed since, and the sizes of before it do not fit any more. Nobody is taken "
     "back there.",
     "Export again when the live pool has taken them back."},
    {"export-waits", "names",
     "How long work in {names} has waited is not in the scenario: there it is submitted at the "
     "beginning, and what goes by that (aging, the patience of the head, waiting times) begins "
     "anew.",
     "Read what a plan says of its first hours with care: who starts next may be another."},
    {"export-stopping", "names",
     "The grace periods under way of {names} are not in the scenario: there they run on, until "
     "somebody takes from them again.",
     "Export again when they have ended."},
    {"export-past", "from to", "The project does not cover {from} to {to}.",
     "Use a time between its start and now."},
    {"export-past-nodes", "",
     "Nodes were added or removed in this time. The base has the present nodes.",
     "Add or remove the nodes in a variant."},
    {"export-nodes", "names",
     "The nodes that {names} will divide again when a temporary change ends are not in the "
     "scenario: there they are fixed.",
     "Let the temporary change end before, and export then."},
    {"export-timetables", "names",
     "What {names} will set is not in the scenario: timetables go on for ever.",
     "Put those of their steps that count into the scenario or the plan, as scale events."},
    {"timetable-waits", "name step detail",
     "The step {step} of {name} did not fit at its time. It is made as soon as it fits, unless its "
     "sizes are set otherwise before: {detail}.",
     "Scale what stands in its way, or set its sizes by hand."},
    {"timetable-blocked", "name step detail",
     "As the pool stands, the step {step} of {name} will not fit: {detail}.",
     "Scale what stands in its way before, or change the timetable."},
    {"timetable-twice", "time", "Two steps are for {time} of one day.",
     "Write one step for a time of day, with all sizes that change then."},
    {"timetable-begins", "name step at",
     "The step {step} of {name} first holds from {at} (UTC) on: what was before it was set is not "
     "made up for.",
     "Set its sizes with 'apportionctl project scale' where they are wanted now."},
    {"timetable-forgets", "names",
     "A step of {names} that did not fit is not made up for any more in what is set now."},
    {"timetables-disagree", "name detail",
     "Together with the other timetables {name} leads to sizes that do not fit: {detail}.",
     "Choose other sizes or times; what changes at one time stands in one step of one timetable."},

    // Undo
    {"undo-nothing", "", "There is nothing to undo."},
    {"redo-nothing", "", "There is nothing to redo."},
    {"undo-no-entry", "entry", "The journal has no entry {entry}.",
     "Look at its numbers with 'apportionctl project history'."},
    {"undo-undone", "entry action", "Entry {entry} ({action}) is undone already."},
    {"undo-not", "entry action",
     "Entry {entry} ({action}) cannot be undone: what ran, ended or was taken has happened. Only "
     "the configuration can be undone."},
    {"undo-not.turned", "entry action",
     "Entry {entry} ({action}) turned another entry round, and is not undone itself.",
     "Redo what was undone, or undo what was redone."},
    {"undo-not.first", "entry action",
     "Entry {entry} ({action}) is the pool itself: there was nothing before it."},
    {"undo-not.timer", "entry action", "Entry {entry} ({action}) happened by itself.",
     "Make a new change, or undo the one that it belonged to."},
    {"undo-not.lost", "entry action",
     "Entry {entry} could not be read when the file was recovered: what it did is not known."},
    {"undo-not.over", "entry action",
     "Entry {entry} ({action}) was for a time that is over: it has returned by itself."},
    {"undo-nothing.own", "",
     "No change of your own is in effect, and only who administers the pool undoes those of others "
     "without naming them.",
     "Name the entry: 'apportionctl project history' lists them."},
    {"redo-nothing.own", "",
     "No change of your own is undone, and only who administers the pool redoes those of others."},
    {"undo-depends", "noun key entry what",
     "{what} cannot be undone: the {noun} '{key}' was changed again by entry {entry}.",
     "Undo that entry first, or make a new change."},
    {"undo-needed", "noun key done what",
     "{what} cannot be {done}: the {noun} '{key}' needs what would go.",
     "Delete it first, or take out of it what would go."},
    {"undo-needed.work", "noun key done what",
     "{what} cannot be {done}: the {noun} '{key}' needs what would go.",
     "Cancel it, or wait for its end."},
    {"undo-needed.others", "noun key done what",
     "{what} cannot be {done}: the {noun} '{key}' needs what would go.",
     "You may not take it away: ask an administrator."},
    {"undo-needed.hidden", "done what",
     "{what} cannot be {done}: something that you may not see needs what would go.",
     "Ask an administrator."},
    {"undo-timetable", "names entry",
     "There is nothing left to undo of entry {entry}: {names} has set those sizes since.",
     "Delete the timetable and set the sizes with 'apportionctl project scale', or undo an earlier "
     "entry by its number."},
    {"undo-timetable.part", "names entry",
     "What {names} has set since entry {entry} stays; the rest of it returns."},
    {"undo-timetable.sizes", "names", "The sizes that {names} has set stay as they are.",
     "Set others with 'apportionctl project scale' where they are not wanted."},
    {"undo-invalid", "detail done what", "{what} cannot be {done} as the pool is now: {detail}.",
     "Change what stands against it first."},
    {"undo-nothing-left", "entry",
     "There is nothing left to undo of entry {entry}: what it would bring back was for a time that "
     "is "
     "over."},
    {"redo-nothing-left", "entry",
     "There is nothing to redo of entry {entry}: it was for a time that is over."},
    {"undo-due", "name",
     "What {name} was due to do meanwhile is done at once then; the numbers are those after it."},
    {"redo-depends", "noun key entry what",
     "{what} cannot be redone: the {noun} '{key}' was changed again by entry {entry}.",
     "Make the change anew if it is still wanted."},
    {"undo-drains", "detail",
     "{detail}. What runs there goes on, and nothing more of it starts until enough has ended.",
     "Where that is not wanted, set sizes with 'apportionctl project scale'."},
    {"redo-reclaims", "detail",
     "The change takes back what does not fit, as it did before: {detail}.",
     "'apportionctl project redo --dry-run' tells what that is."},
    {"submit-no-quotas", "", "There is no quota to submit to.",
     "Make one first: with 'New root quota…' in the console, or with 'apportionctl project quota "
     "add'."},
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
     "{workload} cannot start again: workspace {workspace} does not hold {quota}."},
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
     "These wait with a command, which runs on the machine of the engine alone; placed on one of "
     "the "
     "new nodes it fails: {names}.",
     "Add the nodes when they have started, or under a quota of their own."},

    // Import
    {"preview-delayed", "after",
     "What is to be taken is shown as if the {after} until then were over: what ends before is "
     "spared."},
    {"preview-no-holder", "",
     "Nobody runs the engine of this pool, so nothing runs in it: shown is what it would do once "
     "somebody does.",
     "Go live in the console, or with 'apportionctl project serve'."},
    {"cancel-no-holder", "name",
     "Nobody runs the engine of this pool now: the command of {name} goes on until somebody does.",
     "Go live in the console, or with 'apportionctl project serve'."},
    {"import-members", "names",
     "The scenario does not name these members, whose roles are taken away: {names}.",
     "Name them in it, or give them their roles again with 'apportionctl project workspace FILE "
     "member'."},
    {"import-taken", "names", "These names are there already, with other values: {names}.",
     "Rename them in the scenario, or import with --replace."},
    {"import-left-out", "workloads events",
     "A project takes over what is there at the scenario's start: "
     "{workloads|later workload|later workloads} and {events|event|events} are left out."},
    {"present-left-out", "workloads events",
     "The project has the pool as it stood at that moment of the run: "
     "{workloads|later workload|later workloads} and {events|later event|later events} are left "
     "out."},

    // Live
    {"live-held", "user process",
     "The pool is live already: process {process} of {user} runs its engine.",
     "Use that one, or end it first."},
    {"live-held.ahead", "user process",
     "The pool is live: process {process} of {user} runs it, and its clock is ahead of this one.",
     "Try again after a minute. A program that has stopped is replaced then."},
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
     "The pool is no longer live here: {user} is no administrator of it any more.",
     "Nothing is lost. An administrator goes on with 'apportionctl project serve' or in the "
     "console."},
    {"live-lost", "user process",
     "The pool is no longer live here: this program stood still for so long that process {process} "
     "of {user} runs the engine instead.",
     "Nothing is lost. Go on with that one, or end it and go live again."},

    {"live-lost.over", "",
     "The pool is no longer live here: this program stood still for so long that another took the "
     "engine over, which runs it no more either.",
     "Nothing is lost. Go live again."},

    // Work
    {"submit-which-quota", "workspace names", "Workspace {workspace} uses several quotas: {names}.",
     "Name one of them with --quota."},
    {"submit-no-quota", "workspace", "Workspace {workspace} uses no quota.",
     "Ask an administrator to give it one."},
    {"submit-command-no-gpu", "",
     "It gets no GPU: its command runs with an empty CUDA_VISIBLE_DEVICES.",
     "Ask for GPUs if the command uses any."},
    {"submit-no-holder", "",
     "No program runs the engine of this project: the work waits until one does.",
     "Start one with 'apportionctl project serve', or open the project in the console and let it "
     "go live."},
};

}  // namespace

std::span<const Row> commands() {
    return kCommandsRows;
}

}  // namespace apportion::messages
