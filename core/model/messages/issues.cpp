// SPDX-License-Identifier: GPL-3.0-or-later
// What a person should look at (core/session/issues). Arguments and their kinds:
//   quota, borrower, workload, node, workspace, machine, process  text, names
//   nodes, quotas                                                lists of names
//   gpu, share, used, held, over, guaranteed, capacity, short, most, before  GPUs
//   waited, median, window, lost, kept, left                     seconds
//   times, count, nodes                                          counts
//   from, to                                                     priorities      modules  list
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kIssuesRows[] = {
    {"issue-over-capacity", "guaranteed capacity short nodes",
     "The guarantees total {guaranteed}, but the usable capacity is {capacity}.",
     "Lower guarantees by {short}, or add nodes."},
    {"issue-over-capacity.nodes", "guaranteed capacity short nodes",
     "The guarantees total {guaranteed}, but the usable capacity is {capacity}. Out of service: "
     "{nodes}.",
     "Return nodes to service, or lower guarantees by {short}."},
    {"issue-over-capacity.closed", "guaranteed capacity short nodes used",
     "The guarantees total {guaranteed}, but the usable capacity is {capacity}, of which {used} "
     "serve only running workloads. Nothing new starts on {nodes}.",
     "Return nodes to service, or lower guarantees by {short}."},
    {"issue-unapproved", "workload user quota",
     "The command of {workload} of {user} in {quota} is not approved.",
     "Approve or decline the command."},
    {"issue-unknown-run", "workload machine process",
     "{workload} runs on {machine} (process {process}), but the file has no record of this run.",
     "Wait until it ends, or end it. Then submit it again to track it. Nothing starts on its "
     "devices before."},
    {"issue-node-down", "node gpu", "Node {node} is down. Missing capacity: {gpu}.",
     "Return it to service after the repair."},

    {"issue-reclaim", "quota gpu left",
     "Running workloads exceed the new guarantee of {quota} by {gpu}. The excess is evicted in "
     "{left}.",
     "Restore the guarantee to keep them. Whole workloads are evicted, lowest priorities first "
     "(rule 21)."},
    {"issue-reclaim.resting", "quota gpu left",
     "Running workloads exceed the new guarantee of {quota} by {gpu}. The excess is evicted once "
     "the pool is live, in {left} at the earliest.",
     "Restore the guarantee to keep them. Whole workloads are evicted, lowest priorities first "
     "(rule 21)."},
    {"issue-reclaim.due", "quota gpu left",
     "Running workloads exceed the new guarantee of {quota} by {gpu}. The excess is evicted as "
     "soon as the pool is live.",
     "Restore the guarantee to keep them. Whole workloads are evicted, lowest priorities first "
     "(rule 21)."},

    {"issue-gang-share", "workload gpu quota share waited median times",
     "{workload} needs {gpu} together, more than the fair share of {quota} ({share}). The wait is "
     "{waited}, {times} times the median of the quota.",
     "The workload can start only on free GPUs. Raise the guarantee, or submit it again with "
     "less."},
    {"issue-gang-share.first", "workload gpu quota share waited",
     "{workload} needs {gpu} together, more than the fair share of {quota} ({share}). The wait is "
     "{waited}.",
     "The workload can start only on free GPUs. Raise the guarantee, or submit it again with "
     "less."},
    {"issue-gang-share.full", "workload gpu quota share waited median times",
     "{workload} needs {gpu} together, more than the fair share of {quota} ({share}). The wait is "
     "{waited}, {times} times the median of the quota.",
     "The workload can start only on free GPUs, and no guarantee is large enough. Add nodes, or "
     "submit it again with less."},
    {"issue-gang-share.first.full", "workload gpu quota share waited",
     "{workload} needs {gpu} together, more than the fair share of {quota} ({share}). The wait is "
     "{waited}.",
     "The workload can start only on free GPUs, and no guarantee is large enough. Add nodes, or "
     "submit it again with less."},

    {"issue-beyond-guarantee", "workload requested quota bound waited",
     "{workload} is not preemptible and requests {requested}, more than the guarantee of {quota} "
     "({bound}). The wait is {waited}.",
     "Raise the guarantee, or submit the workload again as preemptible (rule 3)."},
    {"issue-beyond-guarantee.full", "workload requested quota bound waited",
     "{workload} is not preemptible and requests {requested}, more than the guarantee of {quota} "
     "({bound}). The wait is {waited}.",
     "See what else would start it, or submit it again as preemptible (rule 3). Raising the "
     "guarantee so far costs other quotas."},
    {"issue-beyond-guarantee.off", "workload requested quota bound waited",
     "{workload} requests {requested}, more than the guarantee of {quota} ({bound}), which does "
     "not borrow (rule 3). The wait is {waited}.",
     "Turn on borrowing, or raise the guarantee. Other quotas can reclaim what they lend."},

    {"issue-starved", "quota used share waited workload borrower held over",
     "{quota} uses {used} of its fair share of {share}, and {workload} has waited {waited}. "
     "{borrower} uses {held}, {over} above its fair share.",
     "See what prevents the reclaim."},
    {"issue-starved.protected", "quota used share waited workload borrower held over",
     "{quota} uses {used} of its fair share of {share}, and {workload} has waited {waited}. "
     "{borrower} uses {held}, {over} above its fair share, and is within its minimum runtime.",
     "Shorten the minimum runtime of {borrower}."},

    {"issue-lent-upward", "quota gpu count",
     "Quotas above {quota} use {gpu} of its guarantee while {count|workload|workloads} of {quota} "
     "cannot start.",
     "See what returns it."},
    {"issue-lent-upward.about", "quota gpu count",
     "Quotas above {quota} use about {gpu} of its guarantee while {count|workload|workloads} of "
     "{quota} cannot start.",
     "See what returns it."},

    {"issue-idle-guarantee", "quota gpu count",
     "{quota} does not lend {gpu} that are idle, while {count|workload|workloads} of other quotas "
     "cannot start.",
     "Lend idle GPUs. Its own workloads can reclaim them."},
    {"issue-idle-guarantee.off", "quota gpu count",
     "{count|workload|workloads} of {quota} cannot start while {gpu} are idle, because {quota} "
     "does not borrow.",
     "Turn on borrowing. Other quotas can reclaim what they lend."},

    {"issue-thrashing", "workload count window lost kept quota safe then",
     "{workload} was evicted {count|time|times} within {window} and lost {lost} of its runtime, "
     "more than the {kept} it kept.",
     "Save checkpoints more often, or set a minimum runtime of {safe} for {quota}, which lowers "
     "the loss to {then}. Other quotas then wait as long to reclaim."},
    {"issue-thrashing.unprotected", "workload count window lost kept quota most",
     "{workload} was evicted {count|time|times} within {window} and lost {lost} of its runtime, "
     "more than the {kept} it kept.",
     "Save checkpoints more often than runs end, or raise the guarantee of {quota}. A minimum "
     "runtime of up to {most} does not halve the loss."},
    {"issue-thrashing.child", "workload count window lost kept quota",
     "{workload} was evicted {count|time|times} within {window} and lost {lost} of its runtime, "
     "more than the {kept} it kept.",
     "Check which workloads the child-level preemption of {quota} can evict."},

    {"issue-dead-rule", "quota", "A preemption policy of {quota} has no effect.",
     "Remove it, or widen it."},
    {"issue-dead-rule.no-children", "quota",
     "The child-level preemption of {quota} has no effect, because {quota} has no children.",
     "Remove it, or set it on the parent."},
    {"issue-dead-rule.no-siblings", "quota",
     "The self-level preemption of {quota} has no effect, because it is for siblings and {quota} "
     "has none.",
     "Remove it, or choose the scope quota."},
    {"issue-dead-rule.shadowed", "quota",
     "The self-level preemption of {quota} has no effect, because its priority preemption already "
     "covers it.",
     "Remove one of the two."},
    {"issue-dead-rule.child-nobody", "quota priorities modules count",
     "The child-level preemption of {quota} has no victim: {count|workload|workloads} below, none "
     "of modules {modules} with priority {priorities}.",
     "Widen what it can evict, or remove it."},
    {"issue-dead-rule.high-nobody", "quota priorities count",
     "The self-level preemption of {quota} has no preemptor: {count|workload|workloads} there, "
     "none with priority {priorities}.",
     "Widen the high band, or remove it."},
    {"issue-dead-rule.low-nobody", "quota priorities modules count",
     "The self-level preemption of {quota} has no victim: {count|workload|workloads} in its scope, "
     "none of modules {modules} with priority {priorities}.",
     "Widen the low band, or remove it."},

    // workspace, quota, why: text; gpu, guaranteed: GPUs
    {"issue-request", "workspace gpu quota guaranteed",
     "Workspace {workspace} requests {gpu} for {quota}, which has {guaranteed}.",
     "Open the request as a draft, or end it."},
    {"issue-request.why", "workspace gpu quota guaranteed why",
     "Workspace {workspace} requests {gpu} for {quota}, which has {guaranteed}. Reason: {why}.",
     "Open the request as a draft, or end it."},
    {"issue-workspace", "quota", "No workspace uses {quota}, so only administrators submit there.",
     "Give it a workspace."},
    {"issue-workspace.empty", "workspace", "Workspace {workspace} has no quota to submit to.",
     "Give it a quota, or delete it."},

    {"issue-temporary", "quota gpu before left",
     "{quota} has a temporary guarantee of {gpu}. The guarantee reverts to {before} in {left}.",
     "It reverts automatically. You can also end it now."},
    {"issue-temporary.due", "quota gpu before over",
     "{quota} has a temporary guarantee of {gpu} that ended {over} ago. It reverts to {before} as "
     "soon as the pool is live.",
     "Go live, or end it now."},
    {"issue-temporary.policy", "quota left",
     "{quota} has temporary policies. They revert in {left}.",
     "They revert automatically. You can also end them now."},
    {"issue-temporary.policy-due", "quota over",
     "{quota} has temporary policies that ended {over} ago. They revert as soon as the pool is "
     "live.",
     "Go live, or end it now."},
    {"issue-unused", "quota gpu", "{quota} is guaranteed {gpu} and uses none.",
     "Lower its guarantee, so that other quotas can have it."},
    {"issue-unused.many", "count gpu quota most",
     "{count|quota uses|quotas use} none of {gpu} guaranteed. Largest: {quota} with {most}.",
     "Lower their guarantees, so that other quotas can have them."},

    {"issue-more", "count", "{count} more issues of this kind.",
     "Fix the issues above to see them."},
};

}  // namespace

std::span<const Row> issues() {
    return kIssuesRows;
}

}  // namespace apportion::messages
