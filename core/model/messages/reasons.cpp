// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload waits or was rejected: a cause with both its numbers, then rows that follow it
// (Message::then): what else binds, and the least that has to change there. Whether that is enough
// takes a trial: unblocking.cpp.
// Arguments and their kinds:
//   quota           text: the quota that binds, of the whole path
//   queue           text: the quota that the workload was submitted on
//   workspace, user, node, head, lender  text: names      root  text: the root quota of the path
//   resource        text: gpu, cpu or memory
//   gpuType, queueing, overQuota  text, as written
//   placed          amount that is allocated there, reserved starts included
//   requested       amount this workload needs to start; never-fits.node, fragmented: one replica
//   bound           the number it is held against
//   short           what is missing: placed + requested - bound
//   least           requested - bound: missing even if nothing is allocated
//   free, total     amounts that are free, and free or not
//   largest         the most that one node has, or has free
//   share, guaranteed, keeps  GPUs of the quota
//   held            GPUs: of those that are not lent, the ones in use; of the nearest holder, all
//   nearest, holderQuota  text: the holder that comes nearest to an eviction, and its quota
//   proven          flag; steps: the count at which the search for victims stopped
//   replicas, room, count, position, priority  counts
//   ready           GPUs of all ready nodes it can use
//   victims, holders, known, nodes, unmoved, lenders  lists of names  (keeps, held: of all lenders
//                   together)
//   until, overtakenSince  seconds from the scenario's start     overtaken  count
//   moveLoss        seconds
// Amounts have the kind of their resource: gpu, cpu or memory.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kReasonsRows[] = {
    // 24: rejected; "again": it waits, as it was let in before
    {"forbidden", "user workspace quota",
     "Workspace {workspace} does not allow {user} to submit to {quota}. Ask a workspace admin to "
     "add {user} as a member, or to add the quota."},
    {"forbidden.user", "user workspace quota",
     "{user} is not a member of workspace {workspace}. Ask a workspace admin to add {user} as a "
     "member, and submit this workload again."},
    {"forbidden.quota", "user workspace quota",
     "Workspace {workspace} does not use {quota}. Submit this workload to a quota of the "
     "workspace, or add {quota} to it first."},
    {"forbidden.user-again", "user workspace quota",
     "{user} cannot submit to workspace {workspace} now. Ask a workspace admin to add {user} as a "
     "member."},
    {"forbidden.quota-again", "user workspace quota",
     "Workspace {workspace} does not use {quota} now. Ask a workspace admin to add {quota} to it."},
    {"max-priority", "user workspace priority requested bound",
     "A user cap of workspace {workspace} allows {user} no GPUs at priority {priority}. Submit "
     "this workload again with another priority, or raise the cap first."},
    {"max-priority.module", "user workspace module requested bound",
     "A user cap of workspace {workspace} allows {user} no GPUs for the module {module}. Raise the "
     "cap, and submit this workload again."},
    {"max-priority.both", "user workspace priority module requested bound",
     "A user cap of workspace {workspace} allows {user} no GPUs for the module {module} at "
     "priority {priority}. Submit this workload again with another priority, or raise the cap "
     "first."},
    {"max-priority.all", "user workspace requested bound",
     "A user cap of workspace {workspace} allows {user} no GPUs. Raise the cap, or submit this "
     "workload again in another workspace."},
    {"max-priority.several", "user workspace priority module requested bound count",
     "{count} user caps of workspace {workspace} allow {user} no GPUs for this module and "
     "priority. Raise all of them, and submit this workload again."},

    // 5, 13: counts nowhere
    {"never-fits", "quota resource requested largest cpu memory",
     "No node can hold one replica, even if the node is empty: {requested}, {cpu}, and {memory} "
     "together."},
    {"never-fits.no-node", "quota resource requested largest",
     "The pool has no nodes. Add a node that can hold one replica ({requested})."},
    {"never-fits.no-node-of-root", "quota resource requested largest root",
     "No node belongs to {root}. Add a node that {root} selects and that can hold one replica "
     "({requested})."},
    {"never-fits.node", "quota resource requested largest node",
     "One replica needs {requested}, and the largest node, {node}, has {largest}."},
    {"never-fits.no-gpu", "quota resource requested largest",
     "One replica needs {requested}, and no node that it can use has a GPU. Add a node with at "
     "least {requested}."},
    {"never-fits.gang", "quota resource requested replicas room bound short",
     "All {replicas} replicas start together, and the empty nodes of {quota} have room for {room} "
     "of them. Add nodes, or submit this workload again with fewer replicas."},
    {"never-fits.limit", "quota resource requested bound short",
     "This workload needs {requested}, and the limit of {quota} is {bound}. Raise the limit by "
     "{short}, or submit this workload again with less."},
    {"submit-smaller", "", "Submit this workload again with smaller replicas."},
    {"after-larger-node", "",
     "Add a larger node, or submit this workload again with smaller replicas."},
    {"gpu-type", "quota gpuType requested known",
     "This workload needs GPUs of type {gpuType}, and no such node can hold it. Available types: "
     "{known}. Add a node of this type, or submit this workload again with another type."},

    // 9: the queue
    {"blocked-by-head", "quota queueing head position",
     "{quota} starts its queue in order ({queueing}), and {head} is first. This workload can start "
     "after {head} starts or leaves the queue, or with round robin."},
    {"window-opens", "until", "The balance window opens for this workload at {until}."},
    {"overtaken", "queue overtaken overtakenSince",
     "Smaller and later workloads of its queue start first: {overtaken} since {overtakenSince}. "
     "Set "
     "the scheduling policy of {queue} to FIFO to start them in order."},

    // 24: caps
    {"cap", "user workspace resource placed requested bound short count",
     "{user} has {placed} in workspace {workspace} and requests {requested}, and the user cap is "
     "{bound}."},
    {"further-caps", "others", "Further user caps are in the way: {others}."},
    {"after-release-or-cap", "user short",
     "It can start only after other workloads of {user} release {short}, or after the cap is "
     "raised "
     "by {short}."},
    {"after-cap", "least", "It can start only after the cap is raised by at least {least}."},

    // 3: bounds
    {"over-limit", "quota resource placed requested bound short holders",
     "{quota} has {placed} allocated, this workload needs {requested}, and the limit is {bound}."},
    {"over-limit.above", "quota resource placed requested bound short holders",
     "{quota} has {placed} allocated and is already above its limit of {bound}. This workload "
     "needs {requested}."},
    {"non-preemptible-over-quota", "quota resource placed requested bound short holders",
     "Non-preemptible workloads must fit in the guarantee of {quota}: {placed} allocated, "
     "{requested} requested, {bound} guaranteed."},
    {"non-preemptible-over-quota.above", "quota resource placed requested bound short holders",
     "Non-preemptible workloads already exceed the guarantee of {quota}: {placed} allocated, "
     "{bound} guaranteed."},
    {"over-quota-off", "quota overQuota resource placed requested bound short holders",
     "{quota} cannot borrow beyond its guarantee: {placed} allocated, {requested} requested, "
     "{bound} guaranteed."},
    {"over-quota-off.idle", "quota overQuota resource requested holders",
     "{quota} does not run background workloads (borrowing: {overQuota}). Set borrowing to "
     "background only or on."},
    {"after-release-or-limit", "short",
     "It can start only after workloads there release {short}, or after the limit is raised by "
     "{short}."},
    {"after-release-or-guarantee", "short",
     "It can start only after such workloads release {short}, or after the guarantee is raised by "
     "{short}."},
    {"after-guarantee", "least",
     "It can start only after the guarantee is raised by at least {least}."},
    {"after-own-part", "quota least",
     "It can start after the guarantees of the quotas below {quota} are lowered by at least "
     "{least}."},
    {"after-release-or-borrow", "short",
     "It can start only after workloads there release {short}, the guarantee is raised by {short}, "
     "or borrowing is turned on."},
    {"after-guarantee-or-borrow", "least",
     "It can start only after the guarantee is raised by at least {least}, or after borrowing is "
     "turned on."},
    {"direct", "quota", "Only workloads submitted directly to {quota} count here."},
    {"kept-back", "quota lender resource keeps held free requested short",
     "{requested} would fit, but {lender} does not lend {keeps} of its guarantee ({held} in use)."},
    {"kept-back.several", "quota lender resource keeps held free requested short lenders",
     "{requested} would fit, but {lenders} do not lend {keeps} of their guarantees ({held} in "
     "use)."},
    {"after-lend", "short", "It needs {short} more, lent or released by other workloads."},
    {"waiting-for-victims", "quota requested victims count until",
     "GPUs are reserved. This workload starts after these stop, by {until} at the latest: "
     "{victims}."},

    // 13, 10: room
    {"fragmented", "quota resource requested replicas free largest node holders",
     "{free} free in total, but not on one node: one replica needs {requested}, and {node} has the "
     "most ({largest})."},
    {"fragmented.gang", "quota resource requested replicas free count holders",
     "{free} free in total, but the {replicas} replicas start together, and the nodes have room "
     "for {count} of them."},
    {"fragmented.other", "quota resource requested replicas free total node holders",
     "Enough GPUs are free, but one replica needs {requested}, and {node} has the most ({free} "
     "free "
     "of {total}). Workloads there: {holders}."},
    {"fragmented.no-node", "quota resource requested replicas free holders",
     "No ready node can hold one replica ({requested})."},
    {"missing-resource", "resource", "The missing resource is {resource}."},
    {"of-type", "gpuType free ready", "Nodes of type {gpuType} have {free} free of {ready}."},
    {"nodes-away", "nodes", "Down, cordoned, or draining: {nodes}."},
    {"moves-lose", "moveLoss unmoved",
     "Not moved, because each would lose more than {moveLoss} of work: {unmoved}."},
    {"after-room", "",
     "It can start after workloads on these nodes end or move, or after a node is added."},
    {"after-nodes", "", "It can start after a node returns to service or is added."},
    {"no-moves-found", "", "The search for moves stopped at its limit, so a solution might exist."},

    // 14 to 16: claims and policies
    {"above-fair-share", "quota resource placed requested share guaranteed short holders",
     "Not enough GPUs are free, and {requested} more would exceed the fair share of {quota} "
     "({placed} of {share} allocated)."},
    {"above-fair-share.gang", "quota resource placed requested share guaranteed short holders",
     "This workload needs {requested}, more than the fair share of {quota} ({share}), so it cannot "
     "preempt others."},
    {"above-fair-share.none", "quota resource placed requested share guaranteed short holders",
     "Not enough GPUs are free for {requested}, and {quota} has no fair share ({placed} "
     "allocated): its guarantee and its weight are 0."},
    {"after-free", "", "It can start when enough GPUs that it can use are free."},
    {"after-free-or-guarantee", "quota",
     "It can start when enough GPUs are free, or after {quota} gets a larger guarantee."},
    {"beyond-share", "quota placed requested share",
     "{requested} more would exceed the fair share of {quota} ({placed} of {share} allocated)."},
    {"surplus-by-rank", "by rank", "Surplus goes to {by} first (rank {rank})."},
    {"no-eligible-victims", "quota resource placed requested free short share guaranteed holders",
     "{quota} is entitled to {requested} (free: {free}), but no allowed eviction frees the other "
     "{short}."},
    {"no-eligible-victims.policy",
     "quota resource placed requested free short share guaranteed holders",
     "This workload needs {requested} (free: {free}), and no preemption policy frees the other "
     "{short}."},
    {"no-eligible-victims.took-before",
     "quota resource placed requested free short share guaranteed holders count",
     "This workload needs {requested} (free: {free}). The workloads that could be evicted for the "
     "other {short} were already evicted for it last time."},
    {"no-eligible-victims.nodes",
     "quota resource placed requested free short share guaranteed holders ready nodes",
     "This workload needs {requested}, but the ready nodes that it can use have {ready} in total."},
    {"nearest-not-enough", "nearest held",
     "{nearest} with {held} can be evicted, but all evictions together do not free enough."},
    {"nearest-minimum-runtime", "nearest held until",
     "The next workload to evict, {nearest} with {held}, is within its minimum runtime until "
     "{until}."},
    {"nearest-same-taker-again", "nearest held",
     "The next workload to evict, {nearest} with {held}, was already evicted for this workload "
     "last time."},
    {"nearest-could-take-it-back", "nearest held holderQuota",
     "{nearest} with {held} is not evicted because a policy of {holderQuota} would let it evict "
     "this workload immediately."},
    {"nearest-guarantee", "nearest held holderQuota bound",
     "The next workload to evict is {nearest} with {held}, but {holderQuota} does not exceed its "
     "guarantee ({bound})."},
    {"nearest-share", "nearest held holderQuota bound",
     "The next workload to evict is {nearest} with {held}, but {holderQuota} does not exceed its "
     "fair share ({bound})."},
    {"nearest-non-preemptible", "nearest held",
     "The next workload to evict, {nearest} with {held}, is not preemptible, and no policy names "
     "it."},
    {"nearest-no-policy", "nearest held", "No policy lets it evict {nearest} with {held}."},
    {"after-ends", "", "It can start when enough running workloads end."},
    {"after-ends-or-policy", "",
     "It can start when enough running workloads end, or after a preemption policy allows it to "
     "evict them."},
    {"evictions-unproven", "steps",
     "The search for workloads to evict stopped after {steps} steps, so a solution might exist."},
    {"no-capacity", "quota resource requested free short",
     "Background workloads run only on free GPUs. Requested: {requested}. Free: {free}."},
};

}  // namespace

std::span<const Row> reasons() {
    return kReasonsRows;
}

}  // namespace apportion::messages
