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
    {"name-too-long", "length most",
     "The name has {length} characters; at most {most} are allowed.", "Shorten it."},
    {"name-character", "character", "A name must not contain {character}.",
     "Take it out: control characters and '/' are not allowed in names."},
    {"duplicate-name", "name first", "The name {name} is taken already, at {first}.",
     "Rename one of the two."},
    {"duplicate-name.form", "name first", "The name {name} is taken already.",
     "Choose another one."},
    {"duplicate-entry", "name", "{name} is in this list twice.", "Keep one of the two."},

    // Nodes
    {"too-many-nodes", "count most",
     "The groups have {count} nodes together; at most {most} are allowed.",
     "Lower the counts of some."},
    {"node-gpu-not-whole", "node gpu", "Node {node} has {gpu}; a node has whole devices.",
     "Write a whole number of GPUs."},

    // The tree (rule 1)
    {"unknown-parent", "quota parent nearest",
     "Quota {quota} has the parent {parent}, which is not there.",
     "Did you mean {nearest}? Add the parent, or take it out to make {quota} a root."},
    {"parent-cycle", "quota quotas", "Quota {quota} is its own ancestor, by way of {quotas}.",
     "Give one of them another parent, or none."},
    {"limit-below-guarantee", "quota resource bound guaranteed",
     "The limit of quota {quota} is {bound}, below its guarantee of {guaranteed}.",
     "Raise the limit to at least {guaranteed}, or lower the guarantee to {bound}."},
    {"lend-above-guarantee", "quota lend guaranteed",
     "Quota {quota} lends {lend}, more than its guarantee of {guaranteed}.",
     "Lend at most {guaranteed}, or leave 'lend' out to lend all of it."},
    {"nodes-below-root", "quota parent",
     "Quota {quota} is below {parent}, and only a root quota chooses nodes.",
     "Move 'nodes' to the root, or take it out."},
    {"selector-empty", "", "The choice of nodes is empty.",
     "Name a gpuType or labels, or take 'nodes' out: the quota then divides what no root names."},
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
    {"no-modules", "", "The list of modules is empty, so this concerns nothing.",
     "Name at least one of training, notebook and inference, or take the policy out."},
    {"no-modules.form", "", "No module is ticked, so this concerns nothing.",
     "Tick at least one, or take it out."},
    {"low-not-below-high", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo} and high begins at {highFrom}; "
     "low must end below high.",
     "Let 'low' end below {highFrom}, or 'high' begin above {lowTo}."},
    {"low-not-below-high.from-least", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo} and high begins at {highFrom}; "
     "low must end below high.",
     "Let 'high' begin above {lowTo}: below {highFrom} there is no priority."},
    {"low-not-below-high.to-most", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo} and high begins at {highFrom}; "
     "low must end below high.",
     "Let 'low' end below {highFrom}: above {lowTo} there is no priority."},
    {"low-not-below-high.both", "quota lowFrom lowTo highFrom highTo",
     "Self-level preemption of quota {quota}: low ends at {lowTo} and high begins at {highFrom}; "
     "low must end below high.",
     "Change both, to 'low': [1, 4] and 'high': [5, 9], say: below {highFrom} and above {lowTo} "
     "there is no priority."},

    // Workspaces and workloads
    {"unknown-quota", "quota nearest", "There is no quota {quota}.",
     "Did you mean {nearest}? Correct the name or add the quota."},
    {"unknown-workspace", "workspace nearest", "There is no workspace {workspace}.",
     "Did you mean {nearest}? Correct the name or add the workspace."},
    {"no-quota", "workload", "Workload {workload} names neither a quota nor a workspace.",
     "Add \"quota\": the quota it is submitted to."},
    {"no-quota.workspace", "workload workspace count",
     "Workload {workload} names no quota, and workspace {workspace} has {count} of them.",
     "Add \"quota\"; it may be left out only where the workspace has exactly one."},
    {"gpu-not-whole", "gpu",
     "A replica asks for {gpu}; below 1 it shares one device, from 1 up it must be whole.",
     "Write a number below 1 or a whole number; for parts of several devices use replicas."},
    {"min-replicas-above", "minReplicas replicas",
     "minReplicas is {minReplicas}, more than the {replicas} replicas.",
     "Write {replicas} or less."},
    {"min-replicas-above.form", "minReplicas replicas",
     "More replicas would have to run than there are: {minReplicas}, of {replicas}.",
     "Say {replicas} or less, or give it more replicas."},

    // Snapshots
    {"placements-count", "workload count replicas",
     "Workload {workload} runs with {count} placements, and it has {replicas} replicas.",
     "Write one placement for each replica."},
    {"placements-count.elastic", "workload count minReplicas replicas",
     "Workload {workload} runs with {count} placements, and needs {minReplicas} to {replicas}.",
     "Write one placement for each replica that runs."},
    {"unknown-node", "node nearest", "There is no node {node}.",
     "Did you mean {nearest}? Of a group with a count, the nodes are NAME-1, NAME-2 and so on."},
    {"node-outside-quota", "node quota",
     "Node {node} is not among the nodes that quota {quota} may use.",
     "Place it on a node of that root, or change 'nodes' of the root."},
    {"placement-gpu", "gpu requested",
     "The placement has {gpu}, and a replica asks for {requested}.",
     "Write the same number in both places."},
    {"placement-gpu-type", "node gpuType requested",
     "Node {node} has GPUs of type {gpuType}, and the workload asks for {requested}.",
     "Place it on a node of that type."},
    {"node-overfull", "node resource placed bound",
     "What runs on node {node} adds up to {placed}, and it has {bound}.",
     "Take away placements, or make the node larger."},
    {"node-overfull.devices", "node placed bound",
     "What runs on node {node} adds up to {placed} of {bound}, but the parts do not fit on its "
     "devices: a part never spreads over two.",
     "Move one of the parts to another node."},
    {"running-past-end", "workload end",
     "Workload {workload} runs at time 0, but ended at {end} by its own duration.",
     "Take it out, or write a longer duration."},

    // Events
    {"empty-scale", "", "The scale event names no quota.", "Name at least one quota and its size."},
    {"empty-scale.quota", "quota", "The scale event gives quota {quota} no new size.",
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
