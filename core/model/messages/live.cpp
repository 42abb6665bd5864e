// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that really run on this machine. Arguments and their kinds:
//   code, signal of command-failed, device, declared, found, running, approved, unapproved, nodes
//   counts users   names   the others   text
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kLiveRows[] = {
    // Folders and keepers
    {"state-folder", "name detail", "There is no place for what runs: {detail}.",
     "Set HOME, or XDG_STATE_HOME to a folder of yours."},
    {"folder-not-safe", "name detail", "{name} cannot be used for what runs: {detail}.",
     "It has to be a folder of yours that nobody else may write to, with room on its disk."},
    {"keeper-not-started", "name detail", "The keeper {name} could not be started: {detail}.",
     "apportionctl has to stand beside the program that runs the engine."},
    {"command-not-started", "name detail", "{name} could not be started: {detail}.",
     "Name a program that is in PATH or a file that may be run, and a folder that is there."},

    // Whether one may run
    {"needs-approval", "workload",
     "The command of this workload is not approved yet. The user who runs the scheduler must "
     "approve it.",
     "That user looks at it and lets {workload} run with 'apportionctl project approve FILE "
     "NAME'."},
    {"needs-approval.no-node", "workload machine",
     "The command of this workload is not approved yet, and no node of the pool is this machine, "
     "{machine}. Without such a node an approved command is rejected.",
     "Name a node after {machine} before you approve the command."},
    {"forbidden.declined", "workload user",
     "{user} looked at the command of {workload} and did not let it run.",
     "Ask {user}; the history says why, if a reason was given."},
    {"approval-given", "workload user", "{user} has approved the command of {workload} already.",
     "Cancel {workload} to end it."},
    {"approval-none", "workload", "{workload} has no command that could be approved.",
     "A workload without a command starts when it is its turn."},
    {"approval-changed", "workload",
     "The command of {workload}, its folder or its size is not what was looked at.",
     "Look at it again with 'apportionctl project approve FILE NAME'."},
    {"approval-refused", "detail",
     "The program that runs the engine refuses to approve it. It says: {detail}.",
     "Only the user who runs the engine approves commands, and only what is in the file."},
    {"approval-no-holder", "workload",
     "No program of this user runs the engine of this project on this machine, so nobody can "
     "approve {workload}.",
     "The user who runs the engine approves it, with 'apportionctl project approve FILE "
     "NAME'; start one with 'apportionctl project serve FILE'."},
    {"approval-socket", "name detail", "Commands cannot be approved through {name}: {detail}.",
     "Look at the folder; another program of this user may run the engine."},
    {"pool-folder-held", "name",
     "Commands are not looked after here: the program that runs the engine of {name}, of which "
     "this file goes on, still looks after them.",
     "End that program, or close its window: this pool takes over then."},
    {"step-unknown", "step", "The latest plan does not have this step: {step}.",
     "Make the plan again, then apply its steps."},
    {"runs-elsewhere", "workload process name",
     "{workload} still runs (process {process}), for the pool of {name}: it is looked after there "
     "and not here. Until it has ended it is not started again, and nothing starts on its "
     "devices.",
     "Go live with {name} to see how it ends, or to end it."},
    {"runs-unknown", "workload process moment",
     "{workload} runs since {moment} (process {process}), and the file knows nothing of that: what "
     "it said of it is lost. It is left running, nothing starts on its devices until it has ended, "
     "and how it ends is told nowhere.",
     "Let it end, or end the process by hand; then submit it anew, if it is to be looked after."},
    {"live-others-commands", "workload user",
     "{workload} runs a command of {user}, who ran the engine: it cannot be looked after here.",
     "Let {user} go live, or cancel the workload and make sure that it has ended."},

    {"not-live", "workload", "{workload} starts when the pool goes live.",
     "Run 'apportionctl project serve FILE', or go live in the console."},
    {"not-live.evicting", "workload victims",
     "When the pool goes live, {workload} starts and evicts {victims}.",
     "Run 'apportionctl project serve FILE', or go live in the console."},
    {"not-live.grace", "workload victims",
     "When the pool goes live, {workload} evicts {victims}, and starts after their grace period.",
     "Run 'apportionctl project serve FILE', or go live in the console."},
    {"explained-at-rest", "",
     "Nobody runs this pool now. The rest is told as it stands once it is live: what is said to be "
     "in use, booked or being stopped is so then."},

    // How one ended
    {"command-failed", "workload", "The command of {workload} has failed."},
    {"command-failed.exit", "workload replica code",
     "The command of {workload} ended with exit code {code} (replica {replica}).",
     "Its log is shown by 'apportionctl project log FILE {workload}'."},
    {"command-failed.signal", "workload replica signal",
     "The command of {workload} was ended by signal {signal} (replica {replica}).",
     "Its log is shown by 'apportionctl project log FILE {workload}'."},
    {"command-failed.start", "workload replica detail",
     "The command of {workload} could not be started (replica {replica}): {detail}.",
     "Correct the command or its folder, as 'apportionctl project log FILE {workload}' tells, and "
     "submit it again."},
    {"command-failed.start-of", "workload detail", "{workload} was not run. {detail}.",
     "Correct the command or its folder, and submit it again."},
    {"command-failed.lost", "workload replica",
     "The keeper of {workload} was killed (replica {replica}), and its command with it: how it "
     "ended is not known.",
     "Submit it again; do not end the processes named 'apportionctl keep'."},
    {"command-failed.restarted", "workload replica",
     "The machine was started again while {workload} ran: how it ended is not known.",
     "Submit it again."},
    {"command-failed.stopped", "workload replica",
     "The keeper of {workload} was asked to end by somebody else (replica {replica}), as at the "
     "end of a login or of the machine.",
     "Submit it again."},
    {"command-failed.no-node", "workload machine",
     "The command of {workload} was not run: no node of the pool is the machine that runs the "
     "engine, {machine}.",
     "Name a node after {machine}, and submit it again."},
    {"command-failed.elsewhere", "workload node here",
     "The command of {workload} is placed on {node}, and commands run only on one machine: {here}.",
     "Name the node of the pool after this machine, or use a pool of one node."},
    {"command-failed.devices", "workload declared found",
     "{workload} asks for more GPUs than are found on this machine: the file declares "
     "{declared|device|devices}, found {found|device|devices}.",
     "Correct the node's GPUs, or look with nvidia-smi why some are missing."},
    {"command-failed.missing-device", "workload node device found",
     "{workload} has its place on device {device} of {node}, which is not there: this machine "
     "has {found|device|devices}, numbered from 0. It was not run.",
     "Remove {node} and add it again with the GPUs that are found, or look with nvidia-smi why "
     "some are missing."},
    {"gpus-missing", "node declared found",
     "{node} declares {declared|device|devices}, and this machine has {found|device|devices}: a "
     "command that is placed on one that is missing fails without being run.",
     "Remove {node} and add it again with the GPUs that are found, or look with nvidia-smi why "
     "some are missing."},
    {"command-failed.approval", "workload",
     "{workload} counts as running in this file, and this machine knows neither its approval nor "
     "its run, as where the file was copied: it is not run here.",
     "What became of it is told by the file that it was copied from; submit it again here if it is "
     "to run here too. If nobody has copied the file, find out who writes to it."},
    {"command-failed.unknown", "workload",
     "The command of {workload} has run on after what the file knows of it: how it ended is lost.",
     "Its log is shown by 'apportionctl project log FILE {workload}'; submit it again if it is to "
     "run again."},
    {"command-failed.other-pool", "workload process name",
     "{workload} was not started a second time: its command still runs (process {process}), for "
     "the pool of {name}, which has the same work.",
     "Its end and exit code are told there; submit it again here when it has ended."},
    {"command-ended-unseen", "moment", "It ended at {moment}, while nobody ran this pool."},

    // How a run is, or ended
    {"waiting-for-victims.device", "workload victim device",
     "{workload} has its place, and its command does not run yet: it waits for device {device}, "
     "which {victim} is leaving."},
    {"waiting-for-victims.other-pool", "workload victim device process name",
     "{workload} has its place, and its command does not run yet: it waits for device {device}, "
     "on which {victim} runs (process {process}) for the pool of {name}."},
    {"waiting-for-victims.other-pool-unknown", "workload victim device process",
     "{workload} has its place, and its command does not run yet: it waits for device {device}, "
     "on which {victim} runs (process {process}), of which the file knows nothing.",
     "Let {victim} end, or end the process by hand."},
    {"waiting-for-victims.itself-unknown", "workload process",
     "{workload} has its place, and is not started a second time: a run of it of which the file "
     "knows nothing goes on (process {process}).",
     "Let it end, or end the process by hand; it is started again then."},
    {"waiting-for-victims.itself", "workload process name",
     "{workload} has its place, and is not started a second time: it still runs (process "
     "{process}) for the pool of {name}, which has the same work."},
    {"run-state.starting", "", "It is being started."},
    {"run-state", "", "It runs."},
    {"run-state.stopping", "", "It was asked to end and has its grace period."},
    {"run-state.well", "", "It ended well, with exit code 0."},
    {"run-state.exit", "code", "It failed: exit code {code}."},
    {"run-state.signal", "signal", "It was ended by {signal}, which nobody here sent."},
    {"run-state.asked-exit", "code", "It was asked to end, and ended with exit code {code}."},
    {"run-state.asked-signal", "signal", "It was asked to end, and was ended by {signal}."},
    {"run-state.start", "detail", "Not started. {detail}."},
    {"run-state.lost", "", "Its keeper was killed, and it with it: how it ended is not known."},
    {"run-state.restarted", "",
     "The machine was started again while it ran: how it ended is not known."},

    // What is told before something runs
    {"live-obstacle.elsewhere", "user",
     "Another program of {user} runs the engine of this pool now. This window follows it."},
    {"live-obstacle.read-only", "", "The file can only be read."},
    {"live-obstacle.reading", "", "The work of the file is still being read."},
    {"live-obstacle.role", "", "Only an administrator lets a pool go live."},
    {"live-obstacle", "", "Only a project can go live."},
    {"consent-runs", "user machine running approved unapproved",
     "Commands run on {machine} as you, {user}. Now running: {running}. Approved, and started when "
     "there is room: {approved}. Not run until you have looked at them: {unapproved}."},
    {"consent-runs.none", "user machine",
     "No work has a command yet. What is submitted with one runs on {machine} as you, {user}."},
    {"consent-runs.and-unknown", "user machine names running approved unapproved",
     "Commands run on {machine} as you, {user}. Now running: {running}. Approved, and started when "
     "there is room: {approved}. Not run until you have looked at them: {unapproved}. The file "
     "knows nothing of what else runs there from before, which goes on: {names}."},
    {"consent-runs.unknown", "user machine names",
     "No work of the file has a command. It knows nothing of what runs on {machine} from before, "
     "which goes on: {names}. What is submitted with a command runs there as you, {user}."},
    {"consent-submitters", "user users",
     "Besides you, {users} may submit work. A command of theirs does not run until you have looked "
     "at it and let it run; what you submit yourself, {user}, runs when there is room."},
    {"consent-submitters.everybody", "user",
     "Everybody who can write to the file may submit work. A command of theirs does not run until "
     "you have looked at it and let it run; what you submit yourself, {user}, runs when there is "
     "room."},
    {"consent-submitters.nobody", "user",
     "Nobody else may submit work. What you submit yourself, {user}, runs when there is room."},
    {"consent-plain", "",
     "Work without a command runs nothing: it holds its GPUs for its stated duration, or until it "
     "is ended."},
    {"consent-machine", "machine", "Commands run only on one machine: {machine}."},
    {"consent-machine.some", "machine nodes",
     "Commands run only on one machine: {machine}. The pool has {nodes|node|nodes}, and a command "
     "that is placed on another one fails without being run."},
    {"consent-machine.none", "machine nodes",
     "None of the {nodes|node|nodes} is this machine, {machine}: a command is rejected without "
     "being run once it is approved. Name a node after the machine."},
    {"command-fate.here", "user machine",
     "It runs on this machine, {machine}, as you, {user}, when it has a place."},
    {"command-fate.elsewhere", "user",
     "It runs as you, {user}, on the machine of your program that runs the engine, when it has a "
     "place."},
    {"command-fate.other", "user",
     "It waits until {user}, who runs the engine, lets it run; then it runs as {user}."},
    {"command-fate", "",
     "It runs on this machine as you when the pool is live and you have let it run."},
    {"command-fate.nodes", "node nodes",
     "Of the {nodes|node|nodes} only {node} is this machine: placed elsewhere it fails without "
     "being run. A GPU type that no other of them has, or a root quota on {node} alone, would keep "
     "it here."},
    {"command-fate.placed", "names node",
     "It would be placed on {names} now and fail without being run: only {node} is this machine.",
     "Wait until {node} has room, or choose a GPU type or a quota that only {node} has."},
    {"command-fate.type", "node gpuType",
     "It asks for GPUs of type {gpuType}, which of its quota's nodes only {node} has, this "
     "machine: "
     "so it is placed here."},
    {"command-fate.quota", "node quota",
     "Quota {quota} divides no other node than {node}, this machine: so it is placed here."},
    {"command-fate.not-of-quota", "node quota",
     "Quota {quota} does not divide {node}, this machine: placed elsewhere it fails without being "
     "run. Submit it in a quota that does."},
    {"command-fate.no-node", "machine nodes",
     "None of the {nodes|node|nodes} is this machine, {machine}: here it is rejected without being "
     "run, once it is approved."},
    {"approve-obstacle.other", "user",
     "Only {user}, who runs the engine, can let it run: it runs as {user}."},
    {"approve-obstacle", "", "Nobody runs the engine. Let the pool go live first."},

    // A command while it is typed
    {"command-line-quote", "quote", "A quotation mark {quote} is opened and not closed.",
     "Close it, or write \\{quote} where the mark itself is meant."},
    {"command-line-backslash", "", "A backslash at the end stands for nothing.",
     "Write \\\\ where the backslash itself is meant."},
    {"command-line-shell", "word",
     "{word} is handed over as it is: there is no shell that would understand it.",
     "Where one is wanted, name it: sh -c '…'."},
    {"command-line-variable", "word", "{word} would be the program: there is no shell.",
     "Write 'env' before it, as in: env {word} python3 train.py."},

    {"command-missing", "name",
     "No program {name} is found: the command would fail without being run.",
     "Correct it, or name it with its folder. What is put into a folder of PATH before the command "
     "starts is found then."},
    {"command-missing.folder", "name",
     "Folder {name} is not there: the command would fail without being run.",
     "Correct it, or see to it that it is there when the command starts."},
    {"command-missing.no-folder", "name",
     "{name} is no folder: the command would fail without being run.",
     "Choose the folder in which the command is to run."},
    {"command-missing.folder-closed", "name",
     "Folder {name} may not be entered: the command would fail without being run.",
     "Choose another, or let yourself into it before the command starts."},
    {"command-missing.file", "name",
     "{name} is not there: the command would fail without being run.",
     "Correct it or its folder, or see to it that it is there when the command starts."},
    {"command-missing.is-folder", "name",
     "{name} is a folder and no program: the command would fail without being run.",
     "Name the program in it."},
    {"command-missing.closed", "name",
     "{name} may not be executed: the command would fail without being run.",
     "Make it executable, as by 'chmod +x', or name the program that reads it."},
    {"command-missing.interpreter", "name interpreter",
     "{name} asks for {interpreter}, which is not there: the command would fail without being run.",
     "Correct its first line, or name the program that reads it."},

    // Devices
    {"nvml-missing", "name detail", "NVIDIA's library {name} is not on this machine: {detail}.",
     "Install the driver of the GPUs; without it the numbers of the declared devices are used."},
    {"nvml-failed", "call detail", "The driver of the GPUs does not answer {call}: {detail}.",
     "Run nvidia-smi; the driver may have to be loaded again."},
};

}  // namespace

std::span<const Row> live() {
    return kLiveRows;
}

}  // namespace apportion::messages
