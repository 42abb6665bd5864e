// SPDX-License-Identifier: GPL-3.0-or-later
// Commands that really run on this machine. Arguments and their kinds:
//   code, signal of command-failed, device, declared, found, running, approved, unapproved, nodes
//   counts users   names   the others   text
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kLiveRows[] = {
    // Folders and keepers
    {"state-folder", "name detail", "No folder for run files is found: {detail}.",
     "Set HOME, or XDG_STATE_HOME to a folder of yours."},
    {"folder-not-safe", "name detail", "{name} is not safe for run files: {detail}.",
     "Use a folder of your own that other users cannot write to, on a disk with free space."},
    {"keeper-not-started", "name detail", "The keeper {name} could not be started: {detail}.",
     "Put apportionctl next to the program that runs the scheduler."},
    {"command-not-started", "name detail", "{name} could not be started: {detail}.",
     "Name a program in PATH or an executable file, and an existing folder."},

    // Whether one may run
    {"needs-approval", "workload",
     "The command of this workload is not approved yet. The user who runs the scheduler must "
     "approve it.",
     "Approve it with 'apportionctl project approve FILE NAME' as that user."},
    {"needs-approval.no-node", "workload machine",
     "The command of this workload is not approved yet, and no node of the pool is this machine, "
     "{machine}. Without such a node an approved command is rejected.",
     "Name a node after {machine} before you approve the command."},
    {"forbidden.declined", "workload user", "{user} declined the command of {workload}.",
     "Ask {user}. The history has the reason, if one was given."},
    {"approval-given", "workload user", "{user} has already approved the command of {workload}.",
     "Cancel {workload} to end it."},
    {"approval-none", "workload", "{workload} has no command to approve.",
     "A workload without a command needs no approval."},
    {"approval-changed", "workload",
     "The command, folder, or size of {workload} changed after it was shown.",
     "Look at it again with 'apportionctl project approve FILE NAME'."},
    {"approval-refused", "detail",
     "The program that runs the scheduler cannot approve it: {detail}.",
     "Only the user who runs the scheduler can approve commands in the file."},
    {"approval-no-holder", "workload",
     "The pool is not live for this user on this machine, so {workload} cannot be approved.",
     "Run 'apportionctl project serve FILE', then 'apportionctl project approve FILE NAME'."},
    {"approval-socket", "name detail", "Commands cannot be approved through {name}: {detail}.",
     "Check the folder. Another program of this user might run the scheduler."},
    {"pool-folder-held", "name",
     "Commands are not tracked here, because the program that runs {name} still tracks them.",
     "End that program or close its window. This pool then takes over."},
    {"step-unknown", "step", "The latest plan does not have this step: {step}.",
     "Make the plan again, then apply its steps."},
    {"runs-elsewhere", "workload process name",
     "{workload} still runs (process {process}) for the pool of {name}, which tracks it. Until it "
     "ends, nothing starts on its devices.",
     "Go live with {name} to see how it ends, or to end it."},
    {"runs-unknown", "workload process moment",
     "{workload} has run since {moment} (process {process}), but the file has no record of this "
     "run. Until it ends, nothing starts on its devices.",
     "Wait until it ends, or end the process. Then submit it again to track it."},
    {"live-others-commands", "workload user",
     "{workload} runs a command of {user}, who ran the scheduler. It cannot be tracked here.",
     "Ask {user} to go live, or cancel the workload and check that it has ended."},

    {"not-live", "workload", "{workload} starts when the pool goes live.",
     "Run 'apportionctl project serve FILE', or go live in the console."},
    {"not-live.evicting", "workload victims",
     "When the pool goes live, {workload} starts and evicts {victims}.",
     "Run 'apportionctl project serve FILE', or go live in the console."},
    {"not-live.grace", "workload victims",
     "When the pool goes live, {workload} evicts {victims}, and starts after their grace period.",
     "Run 'apportionctl project serve FILE', or go live in the console."},
    {"explained-at-rest", "",
     "The pool is not live. All other numbers are those after it goes live."},

    // How one ended
    {"command-failed", "workload", "The command of {workload} has failed."},
    {"command-failed.exit", "workload replica code",
     "The command of {workload} ended with exit code {code} (replica {replica}).",
     "Read its log with 'apportionctl project log FILE {workload}'."},
    {"command-failed.signal", "workload replica signal",
     "The command of {workload} was ended by signal {signal} (replica {replica}).",
     "Read its log with 'apportionctl project log FILE {workload}'."},
    {"command-failed.start", "workload replica detail",
     "The command of {workload} could not be started (replica {replica}): {detail}.",
     "Read 'apportionctl project log FILE {workload}', correct the command or its folder, and "
     "submit it again."},
    {"command-failed.start-of", "workload detail", "{workload} was not run. {detail}.",
     "Correct the command or its folder, and submit it again."},
    {"command-failed.lost", "workload replica",
     "The keeper of {workload} was killed with its command (replica {replica}). How the command "
     "ended is unknown.",
     "Submit it again. Do not end processes named 'apportionctl keep'."},
    {"command-failed.restarted", "workload replica",
     "The machine restarted while {workload} ran. How the command ended is unknown.",
     "Submit it again."},
    {"command-failed.stopped", "workload replica",
     "Another program ended the keeper of {workload} (replica {replica}), as at a logout or "
     "shutdown.",
     "Submit it again."},
    {"command-failed.no-node", "workload machine",
     "The command of {workload} was not run, because no node of the pool is the machine of the "
     "scheduler, {machine}.",
     "Name a node after {machine}, and submit it again."},
    {"command-failed.elsewhere", "workload node here",
     "The command of {workload} is placed on {node}, and commands run only on one machine: {here}.",
     "Name the node of the pool after this machine, or use a pool of one node."},
    {"command-failed.devices", "workload declared found",
     "{workload} needs more GPUs than this machine has. The file declares "
     "{declared|device|devices}, and {found|device|devices} were found.",
     "Correct the GPUs of the node, or check missing GPUs with nvidia-smi."},
    {"command-failed.missing-device", "workload node device found",
     "{workload} was not run. Its device {device} of {node} does not exist: this machine has "
     "{found|device|devices}, numbered from 0.",
     "Remove {node} and add it again with the GPUs found, or check missing GPUs with nvidia-smi."},
    {"gpus-missing", "node declared found",
     "{node} declares {declared|device|devices}, but this machine has {found|device|devices}. "
     "Commands placed on a missing device fail.",
     "Remove {node} and add it again with the GPUs found, or check missing GPUs with nvidia-smi."},
    {"command-failed.approval", "workload",
     "This file has {workload} as running, but this machine has no approval and no run of it, as "
     "after a copy. It is not run here.",
     "Submit it again to run it here. Its result is in the original file. If nobody copied the "
     "file, check who can write to it."},
    {"command-failed.unknown", "workload",
     "The command of {workload} ran longer than the file has recorded. How it ended is unknown.",
     "Read its log with 'apportionctl project log FILE {workload}', and submit it again if "
     "needed."},
    {"command-failed.other-pool", "workload process name",
     "{workload} was not started twice. Its command still runs (process {process}) for the pool of "
     "{name}, which has the same workload.",
     "See its end and exit code there, and submit it again here after it ends."},
    {"command-ended-unseen", "moment", "It ended at {moment}, while the pool was not live."},

    // How a run is, or ended
    {"waiting-for-victims.device", "workload victim device",
     "GPUs are allocated to {workload}. Its command waits for device {device}, which {victim} is "
     "leaving."},
    {"waiting-for-victims.other-pool", "workload victim device process name",
     "GPUs are allocated to {workload}. Its command waits for device {device}, on which {victim} "
     "runs (process {process}) for the pool of {name}."},
    {"waiting-for-victims.other-pool-unknown", "workload victim device process",
     "GPUs are allocated to {workload}. Its command waits for device {device}, on which {victim} "
     "runs (process {process}) without a record in the file.",
     "Wait until {victim} ends, or end the process."},
    {"waiting-for-victims.itself-unknown", "workload process",
     "GPUs are allocated to {workload}. It is not started twice, because a run without a record in "
     "the file continues (process {process}).",
     "Wait until it ends, or end the process. The workload then starts again."},
    {"waiting-for-victims.itself", "workload process name",
     "GPUs are allocated to {workload}. It is not started twice, because it still runs (process "
     "{process}) for the pool of {name}."},
    {"run-state.starting", "", "It is being started."},
    {"run-state", "", "It runs."},
    {"run-state.stopping", "", "Stopping, in its grace period."},
    {"run-state.well", "", "Finished with exit code 0."},
    {"run-state.exit", "code", "Failed with exit code {code}."},
    {"run-state.signal", "signal", "Ended by {signal}, which Apportion did not send."},
    {"run-state.asked-exit", "code", "Stopped with exit code {code}."},
    {"run-state.asked-signal", "signal", "Stopped by {signal}."},
    {"run-state.start", "detail", "Not started. {detail}."},
    {"run-state.lost", "", "Its keeper was killed with it. How it ended is unknown."},
    {"run-state.restarted", "", "The machine restarted while it ran. How it ended is unknown."},

    // What is told before something runs
    {"live-obstacle.elsewhere", "user",
     "Another program of {user} runs the scheduler of this pool. This window follows it."},
    {"live-obstacle.read-only", "", "The file can only be read."},
    {"live-obstacle.reading", "", "The workloads of the file are still being read."},
    {"live-obstacle.role", "", "Only an administrator can let a pool go live."},
    {"live-obstacle", "", "Only a project can go live."},
    {"consent-runs", "user machine running approved unapproved",
     "Commands run on {machine} as you, {user}. Running: {running}. Approved, and started when "
     "GPUs are free: {approved}. Not approved: {unapproved}."},
    {"consent-runs.none", "user machine",
     "No workload has a command yet. Commands run on {machine} as you, {user}."},
    {"consent-runs.and-unknown", "user machine names running approved unapproved",
     "Commands run on {machine} as you, {user}. Running: {running}. Approved, and started when "
     "GPUs are free: {approved}. Not approved: {unapproved}. Running without a record in the file: "
     "{names}."},
    {"consent-runs.unknown", "user machine names",
     "No workload of the file has a command. Commands run on {machine} as you, {user}. Running "
     "without a record in the file: {names}."},
    {"consent-submitters", "user users",
     "{users} can also submit workloads. You must approve their commands. Your own, {user}, run "
     "when GPUs are free."},
    {"consent-submitters.everybody", "user",
     "All users who can write to the file can submit workloads. You must approve their commands. "
     "Your own, {user}, run when GPUs are free."},
    {"consent-submitters.nobody", "user",
     "Only you, {user}, can submit workloads. Your commands run when GPUs are free."},
    {"consent-plain", "",
     "A workload without a command keeps its GPUs for its stated duration, or until it is ended."},
    {"consent-machine", "machine", "Commands run only on {machine}."},
    {"consent-machine.some", "machine nodes",
     "Commands run only on {machine}. The pool has {nodes|node|nodes}, and commands placed on "
     "another one fail."},
    {"consent-machine.none", "machine nodes",
     "None of the {nodes|node|nodes} is this machine, {machine}, so approved commands are "
     "rejected. Name a node after the machine."},
    {"command-fate.here", "user machine", "Runs on this machine, {machine}, as you, {user}."},
    {"command-fate.elsewhere", "user",
     "Runs as you, {user}, on the machine of your program that runs the scheduler."},
    {"command-fate.other", "user",
     "Waits for the approval of {user}, who runs the scheduler, and runs as {user}."},
    {"command-fate", "",
     "Runs on this machine as you, when the pool is live and you have approved it."},
    {"command-fate.nodes", "node nodes",
     "Only {node} of {nodes|node|nodes} is this machine, and the command fails on others. To keep "
     "it here, use a GPU type or a root quota that only {node} has."},
    {"command-fate.placed", "names node",
     "The workload would be placed on {names} now and fail, because only {node} is this machine.",
     "Wait until {node} has free GPUs, or choose a GPU type or a quota that only {node} has."},
    {"command-fate.type", "node gpuType",
     "Placed on {node}, this machine, because no other node of its quota has GPUs of type "
     "{gpuType}."},
    {"command-fate.quota", "node quota",
     "Placed on {node}, this machine, because it is the only node of quota {quota}."},
    {"command-fate.not-of-quota", "node quota",
     "The command fails, because {node}, this machine, is not a node of quota {quota}. Submit it "
     "to another quota."},
    {"command-fate.no-node", "machine nodes",
     "None of the {nodes|node|nodes} is this machine, {machine}, so it is rejected once it is "
     "approved."},
    {"approve-obstacle.other", "user",
     "Only {user}, who runs the scheduler, can approve it. It runs as {user}."},
    {"approve-obstacle", "", "The pool is not live. Go live first."},

    // A command while it is typed
    {"command-line-quote", "quote", "A quotation mark {quote} is opened and not closed.",
     "Close it, or write \\{quote} for the mark itself."},
    {"command-line-backslash", "", "The command ends with a backslash that escapes nothing.",
     "Write \\\\ for the backslash itself."},
    {"command-line-shell", "word",
     "{word} is passed unchanged, because the command runs without a shell.",
     "To use a shell, write sh -c '…'."},
    {"command-line-variable", "word",
     "{word} would be the program, because the command runs without a shell.",
     "Write 'env' before it, as in: env {word} python3 train.py."},

    {"command-missing", "name", "Program {name} was not found, so the command would fail.",
     "Correct it, name it with its folder, or put it into a folder of PATH before the start."},
    {"command-missing.folder", "name", "Folder {name} does not exist, so the command would fail.",
     "Correct it, or create it before the command starts."},
    {"command-missing.no-folder", "name", "{name} is not a folder, so the command would fail.",
     "Choose the folder in which the command runs."},
    {"command-missing.folder-closed", "name",
     "Folder {name} cannot be entered, so the command would fail.",
     "Choose another, or change its permissions before the command starts."},
    {"command-missing.file", "name", "{name} does not exist, so the command would fail.",
     "Correct it or its folder, or create it before the command starts."},
    {"command-missing.is-folder", "name",
     "{name} is a folder, not a program, so the command would fail.", "Name the program in it."},
    {"command-missing.closed", "name", "{name} is not executable, so the command would fail.",
     "Make it executable with 'chmod +x', or name the program that reads it."},
    {"command-missing.interpreter", "name interpreter",
     "{name} needs {interpreter}, which does not exist, so the command would fail.",
     "Correct its first line, or name the program that reads it."},

    // Devices
    {"nvml-missing", "name detail", "NVIDIA's library {name} is not on this machine: {detail}.",
     "Install the driver of the GPUs. Without it, the declared device numbers are used."},
    {"nvml-failed", "call detail", "The driver of the GPUs does not answer {call}: {detail}.",
     "Run nvidia-smi. The driver might need to be loaded again."},
};

}  // namespace

std::span<const Row> live() {
    return kLiveRows;
}

}  // namespace apportion::messages
