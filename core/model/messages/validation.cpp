// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario must satisfy. Arguments and their kinds:
//   quota, parent, workspace, workload, node, name, user, other, nearest  text, names
//   first, character, value, gpuType       text (first: the JSON pointer of the earlier one)
//   quotas                                 list
//   length, most, count, replicas, minReplicas, from, to, low…, high…  counts
//   resource                               text: gpu, cpu or memory
//   bound, guaranteed, lend, gpu, requested, placed  amounts
//   end                                    seconds
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kValidationRows[] = {
    // Names
    {"name-empty", "", "The name is empty.", "Write a name of 1 to 63 characters."},
    {"name-too-long", "length most", "The name has {length} characters. The maximum is {most}.",
     "Shorten it."},
    {"name-character", "character", "A name must not contain {character}.",
     "Remove it. Names cannot have control characters or '/'."},
    {"duplicate-name", "name first", "The name {name} already exists, at {first}.",
     "Rename one of the two."},
    {"duplicate-name.form", "name first", "The name {name} already exists.", "Choose another one."},
    {"duplicate-entry", "name", "{name} is in this list twice.", "Keep one of the two."},

    // Nodes
    {"too-many-nodes", "count most",
     "The groups have {count} nodes in total. The maximum is {most}.", "Lower the counts of some."},
    {"node-gpu-not-whole", "node gpu", "Node {node} has {gpu}, but a node must have whole devices.",
     "Write a whole number of GPUs."},

    // The tree (rule 1)
    {"unknown-parent", "quota parent nearest",
     "Quota {quota} has the parent {parent}, which does not exist.",
     "Did you mean {nearest}? Add the parent, or remove it to make {quota} a root."},
    {"parent-cycle", "quota quotas", "Quota {quota} is its own ancestor, through {quotas}.",
     "Give one of them another parent, or none."},
    {"limit-below-guarantee", "quota resource bound guaranteed",
     "The limit of quota {quota} is {bound}, below its guarantee of {guaranteed}.",
     "Raise the limit to at least {guaranteed}, or lower the guarantee to {bound}."},
    {"lend-above-guarantee", "quota lend guaranteed",
     "Quota {quota} lends {lend}, more than its guarantee of {guaranteed}.",
     "Lend at most {guaranteed}, or remove 'lend' to lend all of it."},
    {"nodes-below-root", "quota parent",
     "Quota {quota} is below {parent}, and only a root quota chooses nodes.",
     "Move 'nodes' to the root, or remove it."},
    {"selector-empty", "", "The choice of nodes is empty.",
     "Name a gpuType or labels, or remove 'nodes' to divide the nodes that no root names."},
    {"selectors-overlap", "quota other node",
     "The nodes of quota {quota} and of quota {other} overlap without being equal: both name "
     "{node}.",
     "Choose the same nodes for both, or no node in common."},

    // Policies
    {"range-outside", "from to least most",
     "The range from {from} to {to} goes beyond the priorities, {least} to {most}.",
     "Write two numbers from {least} to {most}, the lower one first."},
    {"range-reversed", "from to", "The range goes from {from} down to {to}.",
     "Write the lower number first: [{to}, {from}]."},
    {"range-reversed.form", "from to", "The priorities go from {from} down to {to}.",
     "Put the lower one first."},
    {"no-modules", "", "The list of modules is empty, so the policy has no effect.",
     "Name at least one of training, notebook, and inference, or remove the policy."},
    {"no-modules.form", "", "No module is selected, so the policy has no effect.",
     "Select at least one, or remove the policy."},
    {"low-not-below-high", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo}, but must end below high, which "
     "begins at {highFrom}.",
     "Let 'low' end below {highFrom}, or 'high' begin above {lowTo}."},
    {"low-not-below-high.from-least", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo}, but must end below high, which "
     "begins at {highFrom}.",
     "Let 'high' begin above {lowTo}. No priority is below {highFrom}."},
    {"low-not-below-high.to-most", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo}, but must end below high, which "
     "begins at {highFrom}.",
     "Let 'low' end below {highFrom}. No priority is above {lowTo}."},
    {"low-not-below-high.both", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo}, but must end below high, which "
     "begins at {highFrom}.",
     "Change both, for example to 'low': [1, 4] and 'high': [5, 9]."},

    // Workspaces and workloads
    {"unknown-quota", "quota nearest", "Quota {quota} does not exist.",
     "Did you mean {nearest}? Correct the name or add the quota."},
    {"unknown-workspace", "workspace nearest", "Workspace {workspace} does not exist.",
     "Did you mean {nearest}? Correct the name or add the workspace."},
    {"no-quota", "workload", "Workload {workload} must name a quota or a workspace.",
     "Add \"quota\": the quota it is submitted to."},
    {"no-quota.workspace", "workload workspace count",
     "Workload {workload} names no quota, and workspace {workspace} has {count} of them.",
     "Add \"quota\". Only a workspace with exactly one quota does not need it."},
    {"gpu-not-whole", "gpu", "A replica requests {gpu}, which must be below 1 or a whole number.",
     "Write a number below 1 or a whole number. For fractions of several devices, use replicas."},
    {"min-replicas-above", "minReplicas replicas",
     "minReplicas is {minReplicas}, more than the {replicas} replicas.",
     "Write {replicas} or less."},
    {"min-replicas-above.form", "minReplicas replicas",
     "The minimum of {minReplicas} replicas exceeds the {replicas} replicas.",
     "Use {replicas} or less, or more replicas."},

    // Snapshots
    {"placements-count", "workload count replicas",
     "Workload {workload} runs with {count} placements, and it has {replicas} replicas.",
     "Write one placement for each replica."},
    {"placements-count.elastic", "workload count minReplicas replicas",
     "Workload {workload} runs with {count} placements, and needs {minReplicas} to {replicas}.",
     "Write one placement for each replica that runs."},
    {"unknown-node", "node nearest", "Node {node} does not exist.",
     "Did you mean {nearest}? The nodes of a group with a count are NAME-1, NAME-2, and so on."},
    {"node-outside-quota", "node quota", "Quota {quota} cannot use node {node}.",
     "Place it on a node of that root, or change 'nodes' of the root."},
    {"placement-gpu", "gpu requested",
     "The placement has {gpu}, but a replica requests {requested}.",
     "Write the same number in both places."},
    {"placement-gpu-type", "node gpuType requested",
     "Node {node} has GPUs of type {gpuType}, but the workload requests {requested}.",
     "Place it on a node of that type."},
    {"node-overfull", "node resource placed bound",
     "Running workloads need {placed} of node {node}, which has {bound}.",
     "Remove placements, or make the node larger."},
    {"node-overfull.devices", "node placed bound",
     "Running workloads need {placed} of {bound} of node {node}, but their fractions do not fit on "
     "its devices.",
     "Move one of them to another node."},
    {"running-past-end", "workload end",
     "Workload {workload} runs at time 0, but its duration ended at {end}.",
     "Remove it, or write a longer duration."},

    // Events
    {"empty-scale", "", "The scale event names no quota.",
     "Name at least one quota and its guarantee."},
    {"empty-scale.quota", "quota", "The scale event gives quota {quota} no new guarantee.",
     "Write {\"gpu\": NUMBER}."},
    {"empty-policy", "quota", "The policy event changes nothing of quota {quota}.",
     "Name at least one key to change, such as \"childPreemption\": null."},
    {"more-problems", "name count", "{count} more of the kind {name} are not listed.",
     "Fix the listed ones first. They often have one cause."},
};

}  // namespace

std::span<const Row> validation() {
    return kValidationRows;
}

}  // namespace apportion::messages
