// SPDX-License-Identifier: GPL-3.0-or-later
// What a user would want to know about a scenario that is valid. Arguments and their kinds:
//   quota, parent, workload, node, workspace, name, nearest  text, names
//   resource, gpuType, user               text
//   requested, largest, bound, capacity   amounts
//   placed, over                          amounts: what runs, and how far it is above a bound
//   quotas, types                         lists of texts
//   replicas                              count          at, submit, until  seconds
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kWarningsRows[] = {
    {"unknown-in-event", "name", "{name} does not exist here, so the event will be refused.",
     "Correct the name."},
    {"unknown-in-event.quota", "name nearest",
     "Quota {name} does not exist in this file, so the event will be refused (not-found).",
     "Did you mean {nearest}?"},
    {"unknown-in-event.workload", "name nearest",
     "Workload {name} does not exist in this file, so the event will be refused (not-found).",
     "Did you mean {nearest}?"},
    {"unknown-in-event.node", "name nearest",
     "Node {name} does not exist in this file, so the event will be refused (not-found).",
     "Did you mean {nearest}? The nodes of a group with a count are NAME-1, NAME-2, and so on."},
    {"nodes-in-event", "quota",
     "An event cannot change the nodes of quota {quota}, so it will be refused (invalid).",
     "Remove 'nodes' from the event, and set it on the quota."},
    {"event-before-submit", "workload at submit",
     "The event at {at} names {workload}, which is only submitted at {submit}, so it will be "
     "refused.",
     "Move it after {submit}."},
    {"event-after-until", "at until",
     "The event at {at} never happens, because the scenario ends at {until}.",
     "Move it to an earlier time, or raise 'until'."},
    {"submit-after-until", "workload submit until",
     "{workload} is never submitted at {submit}, because the scenario ends at {until}.",
     "Submit it earlier, or raise 'until'."},
    {"limit-reclaim-live", "",
     "Workloads above the new limit are evicted only if the pool is live now.",
     "If it is not, cancel them, or set the limit again while it is live."},
    {"mode-without-limit", "", "In a policy event, 'mode' has an effect only with 'limit'.",
     "Remove 'mode', or add the new limit."},
    {"after-without-reclaim", "", "'after' has an effect only with mode reclaim.",
     "Remove it, or choose mode reclaim."},

    {"evictions-not-proven", "count",
     "For {count|eviction or move|evictions and moves}, the search stopped at its limit. Smaller "
     "sets of evictions or moves might exist.",
     "All of them are allowed. The same input gives the same result."},
    {"waits-not-proven", "count",
     "{count|workload waits|workloads wait} because the search for moves and evictions stopped at "
     "its limit. A solution might exist.",
     "Their reasons say so, with --full or explain. The same input gives the same result."},
    {"passes-stopped", "at",
     "At {at}, scheduling did not settle and stopped after 60 passes. The state is valid, but more "
     "workloads might be able to start.",
     "Loosen one of the policies that evict in a circle. Keep the file as evidence."},
    {"compare-untold", "count most",
     "Why {count|workload comes|workloads come} later or earlier is not shown. Reasons are found "
     "for the first {most} only.",
     "Compare up to an earlier time ('until'), or fewer jobs (--first), to see the others."},
    {"compare-cancelled", "at", "Cancelled at {at}.", "Remove the cancellation."},
    {"compare-state", "before after", "State: {after}. In the base: {before}."},
    {"compare-replicas", "before after", "{after|replica|replicas}. In the base: {before}."},
    {"compare-gpus", "before after", "Allocated: {after}. In the base: {before}."},
    {"compare-nodes", "before after", "Nodes: {after}. In the base: {before}."},
    {"compare-stopping", "before after", "Stopping for {after}. In the base: for {before}."},
    {"compare-stopping.only", "after", "Stopping for {after}. In the base: not stopping."},
    {"compare-stopping.not", "before", "Not stopping. In the base: stopping for {before}."},
    {"compare-position", "before after", "Position in the queue: {after}. In the base: {before}."},
    {"compare-lost", "before after", "Lost to evictions: {after}. In the base: {before}."},
    {"compare-lost.moves", "before after", "Lost to moves: {after}. In the base: {before}."},
    {"compare-ran-longer", "", "Ran longer in total than in the base."},
    {"compare-ran-shorter", "", "Ran less in total than in the base."},
    {"compare-without-workloads", "",
     "The result is a summary without workloads. Only quotas and numbers are compared.",
     "Write it with --full to compare what happened to every workload."},
    {"compare-rules", "after name before",
     "The result has revision {after} of the rules, and {name} has {before}. The differences might "
     "come from that.",
     "Run both with the same version of the program."},
    {"compare-evicted", "at", "Evicted at {at}."},
    {"gpu-time-cut", "",
     "The GPU hours used or lost exceed what can be counted. The result shows the largest number, "
     "92,233,720,368,547.758 GPU seconds.",
     "Check the GPUs and durations of the workloads. A million GPUs need three years for as much."},

    {"workload-never-fits", "workload resource requested largest",
     "{workload} can never start. One replica needs {requested}, and the largest node that it can "
     "use has {largest}.",
     "Use smaller replicas, or add a larger node."},
    {"workload-never-fits.no-gpu", "workload requested",
     "{workload} can never start. One replica needs {requested}, and no node that it can use has a "
     "GPU.",
     "Add a node with GPUs."},
    {"workload-never-fits.no-node", "workload",
     "The pool has no nodes, so {workload} can never start.",
     "Add a node that can hold one replica."},
    {"workload-never-fits.no-node-of-root", "workload root",
     "No node belongs to {root}, so {workload} can never start.",
     "Add a node that {root} selects, or correct its selector."},
    {"workload-never-fits.node", "workload requested",
     "{workload} can never start. No node that it can use has {requested} together with its CPU "
     "and memory.",
     "Request less CPU or memory, or add a larger node."},
    {"workload-never-fits.gang", "workload requested replicas bound room each",
     "{workload} can never start. Its {replicas} replicas start together ({requested}), and its "
     "nodes have room for {room|replica|replicas} of {each}.",
     "Use fewer replicas, or add nodes."},
    {"workload-never-fits.limit", "workload quota resource requested bound",
     "{workload} can never start. It needs {requested}, and the limit of quota {quota} is {bound}.",
     "Request less, or raise the limit."},
    {"workload-never-fits.over-quota", "workload quota resource requested bound",
     "{workload} can never start. It needs {requested}, and quota {quota} does not borrow above "
     "its guarantee of {bound}.",
     "Request less, raise the guarantee, or turn on borrowing."},
    {"workload-never-fits.non-preemptible", "workload quota resource requested bound",
     "{workload} can never start. It is not preemptible and needs {requested}, more than the "
     "guarantee of quota {quota} ({bound}).",
     "Request less, raise the guarantee, or make it preemptible."},
    {"workload-never-fits.idle", "workload quota",
     "{workload} can never start. Quota {quota} does not run background workloads, because its "
     "borrowing is off.",
     "Set borrowing (overQuota) to idle-only or on, or submit it as another workload."},
    {"workload-never-fits.type", "workload gpuType quota",
     "{workload} can never start. No node that quota {quota} can use has GPUs of type {gpuType}.",
     "Correct the type, or add such a node."},
    {"workloads-never-fit", "count names",
     "{count|workload|workloads} more can never start for the same reason: {names}."},
    {"workloads-never-fit.first", "count names",
     "{count|workload|workloads} more can never start for the same reason. First: {names}."},
    {"workloads-never-fit.least", "count names",
     "At least {count|workload|workloads} more can never start for the same reason. First: "
     "{names}."},
    {"workload-rejected", "workload quota workspace",
     "{workload} will be rejected, because workspace {workspace} does not use quota {quota}.",
     "Add the quota to the workspace, or submit the workload elsewhere."},
    {"workload-rejected.user", "workload user workspace",
     "{workload} will be rejected, because {user} cannot submit in workspace {workspace}.",
     "Make the user a member of the workspace."},
    {"workload-not-again", "workload quota workspace",
     "{workload} cannot start again after an eviction, because workspace {workspace} does not use "
     "quota {quota}.",
     "Add the quota to the workspace."},
    {"workload-not-again.user", "workload user workspace",
     "{workload} cannot start again after an eviction, because {user} cannot submit to workspace "
     "{workspace}.",
     "Make the user a member of the workspace."},

    {"policy-never-fires", "quota", "This policy of quota {quota} has no effect.",
     "Remove it, or widen it."},
    {"policy-never-fires.no-children", "quota",
     "The child-level preemption of quota {quota} has no effect, because {quota} has no children.",
     "Set it on the parent, or use self-level preemption here."},
    {"policy-never-fires.no-siblings", "quota",
     "The self-level preemption of siblings in quota {quota} has no effect, because {quota} has no "
     "siblings.",
     "Use the scope quota or both."},
    {"limit-above-parent", "quota parent resource bound limit",
     "The limit of quota {quota} is {limit}, but {parent} above it has {bound}, which binds first.",
     "Lower it to {bound}, or remove it."},
    {"limit-below-running", "quota resource placed bound over",
     "Quota {quota} runs {placed}, above its limit of {bound}.",
     "Raise the limit to {placed}, or wait until workloads release {over}."},
    {"no-fair-share", "quota",
     "Quota {quota} has no fair share: its guarantee and its weight are 0. Its workloads use only "
     "GPUs that no other quota claims.",
     "Set a weight above 0 for {quota}, or give it a guarantee."},
    {"weight-without-effect", "quota quotas",
     "Quota {quota} has no fair share: its guarantee and its weight are 0. The weights below it "
     "have no effect: {quotas}.",
     "Set a weight above 0 for {quota}, or give it a guarantee."},
    {"no-fair-share.off", "quota",
     "Quota {quota} has no fair share: its guarantee is 0, and it does not borrow.",
     "Turn on borrowing for {quota}, with a weight above 0, or move guarantee to it."},
    {"no-fair-share.full", "quota",
     "Quota {quota} has no fair share: its guarantee and its weight are 0. Its workloads use only "
     "GPUs that no other quota claims.",
     "Move guarantee from a sibling to {quota}. A weight counts only while siblings use less than "
     "their guarantees."},
    {"weight-without-effect.off", "quota quotas",
     "Quota {quota} has no fair share: its guarantee is 0, and it does not borrow. The weights "
     "below it have no effect: {quotas}.",
     "Turn on borrowing for {quota}, with a weight above 0, or move guarantee to it."},
    {"weight-without-effect.full", "quota quotas",
     "Quota {quota} has no fair share: its guarantee and its weight are 0. The weights below it "
     "have no effect: {quotas}.",
     "Move guarantee from a sibling to {quota}. A weight counts only while siblings use less than "
     "their guarantees."},
    {"weight-without-effect.no-borrowing", "quota",
     "The weight of quota {quota} has no effect, because {quota} does not borrow.",
     "Turn on borrowing for {quota}, or remove its weight."},
    {"weight-without-effect.alone", "quota",
     "The weight of quota {quota} has no effect, because no other quota shares its surplus.",
     "Remove the weight, or give {quota} a sibling."},
    {"several-gpu-types", "quota types gpuType",
     "Quota {quota} divides GPUs of several types as if they were equal: {types}. Borrowed GPUs of "
     "one type count against guarantees for another.",
     "Create one root quota for each type, such as with 'nodes': {\"gpuType\": \"{gpuType}\"}, and "
     "move the quotas below it."},
    {"above-limit", "quota resource placed bound over",
     "Quota {quota} runs {placed}, above its limit of {bound}.",
     "Wait until workloads release {over}, raise the limit, or lower it with mode reclaim."},
    {"selector-matches-nothing", "quota", "'nodes' of quota {quota} selects no node.",
     "Correct gpuType or labels, or add such nodes."},
    {"nodes-undivided", "node", "No root quota divides node {node}, so nothing can run there.",
     "Add a root without 'nodes', or one that names it."},
};

}  // namespace

std::span<const Row> warnings() {
    return kWarningsRows;
}

}  // namespace apportion::messages
