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
    {"unknown-in-event", "name", "There is nothing named {name} here: the event will be refused.",
     "Correct the name."},
    {"unknown-in-event.quota", "name nearest",
     "There is no quota {name} in this file: the event will be refused (not-found).",
     "Did you mean {nearest}?"},
    {"unknown-in-event.workload", "name nearest",
     "There is no workload {name} in this file: the event will be refused (not-found).",
     "Did you mean {nearest}?"},
    {"unknown-in-event.node", "name nearest",
     "There is no node {name} in this file: the event will be refused (not-found).",
     "Did you mean {nearest}? Of a group with a count, the nodes are NAME-1, NAME-2 and so on."},
    {"nodes-in-event", "quota",
     "The event changes the nodes that quota {quota} divides, which are fixed while time passes: "
     "it will be refused (invalid).",
     "Take 'nodes' out of the event, and set it at the quota from the beginning."},
    {"event-before-submit", "workload at submit",
     "The event at {at} names {workload}, which is submitted at {submit}: it will be refused.",
     "Let it happen after {submit}."},
    {"event-after-until", "at until",
     "The event at {at} never happens: the scenario ends at {until}.",
     "Let it happen earlier, or raise 'until'."},
    {"submit-after-until", "workload submit until",
     "{workload} is never submitted: its time is {submit}, and the scenario ends at {until}.",
     "Submit it earlier, or raise 'until'."},
    {"limit-reclaim-live", "",
     "Workloads above the new limit are evicted only if the pool is live now.",
     "If it is not, cancel them, or set the limit again while it is live."},
    {"mode-without-limit", "", "In a policy event, 'mode' has an effect only with 'limit'.",
     "Remove 'mode', or add the new limit."},
    {"after-without-reclaim", "", "'after' only has a meaning with mode reclaim.",
     "Take it out, or choose mode reclaim."},

    {"evictions-not-proven", "count",
     "Of {count|eviction or move|evictions and moves} it is not proven that no better victims, or "
     "lesser moves, could be found: the search for them stopped at its bound.",
     "They are allowed by every rule; the same input is always answered so."},
    {"waits-not-proven", "count",
     "{count|workload waits|workloads wait} as no moves or victims were found, and it is not "
     "proven "
     "that there are none: the search for them stopped at its bound.",
     "Which they are is told beside their reasons, by --full or explain; the same input is always "
     "answered so."},
    {"passes-stopped", "at",
     "At {at} the passes did not come to rest and were stopped after 60: what stands is legal, but "
     "more could be decided.",
     "Keep the file: it shows policies that go round in circles. Loosen one of them."},
    {"compare-untold", "count most",
     "Why {count|workload comes|workloads come} later or earlier is not told: it is asked of the "
     "first {most} at most.",
     "Compare up to an earlier moment ('until'), or fewer jobs (--first), to see the others."},
    {"compare-cancelled", "at", "It was cancelled at {at}.", "Leave the cancellation out."},
    {"compare-state", "before after", "It is {after}; in the base it is {before}."},
    {"compare-replicas", "before after",
     "It has {after|replica|replicas}; in the base it has {before}."},
    {"compare-gpus", "before after", "It holds {after}; in the base it holds {before}."},
    {"compare-nodes", "before after", "Its nodes: {after}; in the base: {before}."},
    {"compare-stopping", "before after",
     "It is told to stop by {after}; in the base it is by {before}."},
    {"compare-stopping.only", "after",
     "It is told to stop by {after}; in the base nobody tells it to."},
    {"compare-stopping.not", "before",
     "Nobody tells it to stop; in the base it is told to, by {before}."},
    {"compare-position", "before after",
     "It is number {after} of its queue; in the base it is number {before}."},
    {"compare-lost", "before after",
     "Its evictions cost it {after}; in the base they cost it {before}."},
    {"compare-lost.moves", "before after",
     "Its moves cost it {after}; in the base they cost it {before}."},
    {"compare-ran-longer", "", "In all it ran longer than in the base."},
    {"compare-ran-shorter", "", "In all it ran less than in the base."},
    {"compare-without-workloads", "",
     "The document is a summary without workloads: quotas and numbers alone are compared.",
     "Write it with --full to compare what happened to every workload."},
    {"compare-rules", "after name before",
     "The document was made under revision {after} of the rules, {name} under {before}: what "
     "differs may come from that alone.",
     "Run both with the same version of the program."},
    {"compare-evicted", "at", "It was evicted at {at}."},
    {"gpu-time-cut", "",
     "More GPU-time was used or lost than can be counted: 92,233,720,368,547.758 GPU-seconds stand "
     "for that and all that is more.",
     "Check the GPUs and run times of the work: a million GPUs need three years for as much."},

    {"workload-never-fits", "workload resource requested largest",
     "One replica of {workload} asks for {requested}, and no node it may use has more than "
     "{largest}: it will wait for ever.",
     "Use smaller replicas, or add a larger node."},
    {"workload-never-fits.no-gpu", "workload requested",
     "One replica of {workload} asks for {requested}, and no node it may use has a GPU: it will "
     "wait for ever.",
     "Add a node with GPUs."},
    {"workload-never-fits.no-node", "workload",
     "The pool has no nodes, so {workload} can never start.",
     "Add a node that can hold one replica."},
    {"workload-never-fits.no-node-of-root", "workload root",
     "No node belongs to {root}, so {workload} can never start.",
     "Add a node that {root} selects, or correct its selector."},
    {"workload-never-fits.node", "workload requested",
     "No node that {workload} may use has its {requested} together with the CPU and memory it asks "
     "for: it will wait for ever.",
     "Ask for less CPU or memory, or add a larger node."},
    {"workload-never-fits.gang", "workload requested replicas bound room each",
     "{workload} starts all {replicas} replicas together, {requested}; the nodes it may use have "
     "room for at most {room|replica|replicas} of {each}: it will wait for ever.",
     "Use fewer replicas, or add nodes."},
    {"workload-never-fits.limit", "workload quota resource requested bound",
     "{workload} asks for {requested}, and the limit of quota {quota} is {bound}: it will wait for "
     "ever.",
     "Ask for less, or raise that limit."},
    {"workload-never-fits.over-quota", "workload quota resource requested bound",
     "{workload} asks for {requested}, and quota {quota} may not go beyond its guarantee, {bound}: "
     "it will wait for ever.",
     "Ask for less, raise that guarantee, or turn over quota on there."},
    {"workload-never-fits.non-preemptible", "workload quota resource requested bound",
     "{workload} cannot be preempted and asks for {requested}; quota {quota} guarantees {bound}, "
     "which such work never exceeds: it will wait for ever.",
     "Ask for less, raise that guarantee, or make it preemptible."},
    {"workload-never-fits.idle", "workload quota",
     "Quota {quota} lets no idle work run, as its over quota is off: {workload} will wait for "
     "ever.",
     "Set over quota there to idle-only or on, or submit it as other work."},
    {"workload-never-fits.type", "workload gpuType quota",
     "No node that quota {quota} may use has GPUs of type {gpuType}: {workload} will wait for "
     "ever.",
     "Correct the type, or add such a node."},
    {"workloads-never-fit", "count names",
     "For the same cause {count|workload|workloads} more will wait for ever: {names}."},
    {"workloads-never-fit.first", "count names",
     "For the same cause {count|workload|workloads} more will wait for ever, the first of "
     "them {names}."},
    {"workloads-never-fit.least", "count names",
     "For the same cause at least {count|workload|workloads} more will wait for ever, the "
     "first of them {names}."},
    {"workload-rejected", "workload quota workspace",
     "Workspace {workspace} does not hold quota {quota}: {workload} will be rejected.",
     "Add the quota to the workspace, or submit it elsewhere."},
    {"workload-rejected.user", "workload user workspace",
     "{user} may not submit in workspace {workspace}: {workload} will be rejected.",
     "Make the user a member of the workspace."},
    {"workload-not-again", "workload quota workspace",
     "Workspace {workspace} does not hold quota {quota}: {workload} cannot start again after an "
     "eviction.",
     "Add the quota to the workspace."},
    {"workload-not-again.user", "workload user workspace",
     "{user} cannot submit to workspace {workspace}: {workload} cannot start again after an "
     "eviction.",
     "Make the user a member of the workspace."},

    {"policy-never-fires", "quota", "This policy of quota {quota} can never take anything.",
     "Take it out, or widen it."},
    {"policy-never-fires.no-children", "quota",
     "Quota {quota} has no children, so its child-level preemption can never take anything.",
     "Set it on the parent, or use self-level preemption here."},
    {"policy-never-fires.no-siblings", "quota",
     "Quota {quota} has no siblings, so its self-level preemption of siblings can never take "
     "anything.",
     "Use the scope quota or both."},
    {"limit-above-parent", "quota parent resource bound limit",
     "The limit of quota {quota} is {limit}, but {parent} above it has {bound}, which binds first.",
     "Lower it to {bound}, or leave it out."},
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
    {"selector-matches-nothing", "quota", "No node is chosen by 'nodes' of quota {quota}.",
     "Correct gpuType or labels, or add such nodes."},
    {"nodes-undivided", "node", "No root quota divides node {node}, so nothing can run there.",
     "Add a root without 'nodes', or one that names it."},
};

}  // namespace

std::span<const Row> warnings() {
    return kWarningsRows;
}

}  // namespace apportion::messages
