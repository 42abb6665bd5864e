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
     "Guarantees of {guaranteed} stand against {capacity} that can be used.",
     "Not everybody can have what is promised: lower guarantees by {short}, or add nodes."},
    {"issue-over-capacity.nodes", "guaranteed capacity short nodes",
     "Guarantees of {guaranteed} stand against {capacity} that can be used: {nodes} cannot take "
     "work.",
     "Take nodes back, or lower guarantees by {short}."},
    {"issue-over-capacity.closed", "guaranteed capacity short nodes used",
     "Guarantees of {guaranteed} stand against {capacity} that can be used, {used} of them by what "
     "runs there alone: {nodes} take no new work.",
     "Take nodes back, or lower guarantees by {short}."},
    {"issue-unapproved", "workload user quota",
     "{workload} of {user} in {quota} runs a command that nobody has approved.",
     "Look at the command, and let it run or decline it."},
    {"issue-unknown-run", "workload machine process",
     "{workload} runs on {machine} (process {process}), and the file knows nothing of that: what "
     "it "
     "said of it is lost.",
     "Nothing starts on its devices until it has ended, and how it ends is told nowhere. Let it "
     "go on, or end it; then submit it anew, if it is to be looked after."},
    {"issue-node-down", "node gpu", "Node {node} is down: {gpu} missing.",
     "Take it back once it is repaired."},

    {"issue-reclaim", "quota gpu left",
     "Running work is {gpu} beyond the new size of {quota}: in {left} that is taken back.",
     "Whole workloads go, the lowest priorities first (rule 21). Give it its size back to keep "
     "them."},
    {"issue-reclaim.resting", "quota gpu left",
     "Running work is {gpu} beyond the new size of {quota}: that is taken back once the pool is "
     "live, in {left} at the earliest.",
     "Whole workloads go, the lowest priorities first (rule 21). Give it its size back to keep "
     "them."},
    {"issue-reclaim.due", "quota gpu left",
     "Running work is {gpu} beyond the new size of {quota}: that is taken back as soon as the pool "
     "is live.",
     "Whole workloads go, the lowest priorities first (rule 21). Give it its size back to keep "
     "them."},

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
     "{workload} may not be preempted and asks for {requested}, more than the guarantee of "
     "{quota}, {bound}; it has waited {waited}.",
     "Such work stays within the guarantee (rule 3): guarantee more, or submit it again as "
     "preemptible."},
    {"issue-beyond-guarantee.full", "workload requested quota bound waited",
     "{workload} may not be preempted and asks for {requested}, more than the guarantee of "
     "{quota}, {bound}; it has waited {waited}.",
     "Such work stays within the guarantee (rule 3), which cannot grow so far at nobody's cost: "
     "see what else would start it, or submit it again as preemptible."},
    {"issue-beyond-guarantee.off", "workload requested quota bound waited",
     "{workload} asks for {requested}, more than {bound}, the guarantee of {quota}, which may not "
     "use more (rule 3); it has waited {waited}.",
     "Allow it to borrow, or guarantee more; others take back what is theirs."},

    {"issue-starved", "quota used share waited workload borrower held over",
     "{quota} holds {used} of a share of {share}, and {workload} has waited {waited} there, while "
     "{borrower} holds {held}, {over} more than it may claim.",
     "See what keeps it from taking them back."},
    {"issue-starved.protected", "quota used share waited workload borrower held over",
     "{quota} holds {used} of a share of {share}, and {workload} has waited {waited} there, while "
     "{borrower}, protected by a minimum runtime, holds {held}, {over} more than it may claim.",
     "Shorten the minimum runtime of {borrower}."},

    {"issue-lent-upward", "quota gpu count",
     "{quota} lends {gpu} upward while {count|workload|workloads} of its own cannot start.",
     "See what gives it back."},
    {"issue-lent-upward.about", "quota gpu count",
     "{quota} lends about {gpu} upward while {count|workload|workloads} of its own cannot start.",
     "See what gives it back."},

    {"issue-idle-guarantee", "quota gpu count",
     "{quota} keeps back {gpu} that nobody uses, while {count|workload|workloads} of others "
     "cannot start.",
     "Let others borrow what lies idle; its own work takes it back."},
    {"issue-idle-guarantee.off", "quota gpu count",
     "{count|workload|workloads} of {quota} cannot start beside {gpu} that nobody uses: it may "
     "not use more than its guarantee.",
     "Allow it to borrow; others take back what is theirs."},

    {"issue-thrashing", "workload count window lost kept quota safe then",
     "{workload} was evicted {count|time|times} within {window} and lost {lost} of running, more "
     "than the {kept} that were kept.",
     "A minimum runtime of {safe} for {quota} would have lowered the loss to {then}: it protects "
     "its runs from all but child-level preemption, and others wait as long for what is theirs. "
     "Or let the work save checkpoints more often."},
    {"issue-thrashing.unprotected", "workload count window lost kept quota most",
     "{workload} was evicted {count|time|times} within {window} and lost {lost} of running, more "
     "than the {kept} that were kept.",
     "No minimum runtime of up to {most} would have halved the loss. Let the work save "
     "checkpoints, at intervals shorter than its runs, or give {quota} a larger guarantee."},
    {"issue-thrashing.child", "workload count window lost kept quota",
     "{workload} was evicted {count|time|times} within {window} and lost {lost} of running, more "
     "than the {kept} that were kept.",
     "Look at whom the child-level preemption of {quota} may take from."},

    {"issue-dead-rule", "quota", "A preemption rule of {quota} can never take anything.",
     "Take it out, or widen it."},
    {"issue-dead-rule.no-children", "quota",
     "The child-level preemption of {quota} can never take anything: it has no children.",
     "Take it out, or set it on the parent."},
    {"issue-dead-rule.no-siblings", "quota",
     "The self-level preemption of {quota} can never take anything: it is for siblings, and there "
     "are none.",
     "Take it out, or choose the scope quota."},
    {"issue-dead-rule.shadowed", "quota",
     "The self-level preemption of {quota} adds nothing: its priority preemption lets higher "
     "priorities take preemptible work of the same quota already.",
     "Take one of the two out."},
    {"issue-dead-rule.child-nobody", "quota priorities modules count",
     "The child-level preemption of {quota} finds nobody: of {count|workload|workloads} "
     "below, none is of its modules ({modules}) with priority {priorities}.",
     "Widen whom it may take from, or take it out."},
    {"issue-dead-rule.high-nobody", "quota priorities count",
     "The self-level preemption of {quota} has no taker: of {count|workload|workloads} "
     "there, none has priority {priorities}.",
     "Widen the high band, or take it out."},
    {"issue-dead-rule.low-nobody", "quota priorities modules count",
     "The self-level preemption of {quota} finds nobody: of {count|workload|workloads} in "
     "its scope, none is of its modules ({modules}) with priority {priorities}.",
     "Widen the low band, or take it out."},

    // workspace, quota, why: text; gpu, guaranteed: GPUs
    {"issue-request", "workspace gpu quota guaranteed",
     "Workspace {workspace} asks for {gpu} for {quota}, which has {guaranteed}.",
     "Open the request as a draft, or end it."},
    {"issue-request.why", "workspace gpu quota guaranteed why",
     "Workspace {workspace} asks for {gpu} for {quota}, which has {guaranteed}. Why: {why}.",
     "Open the request as a draft, or end it."},
    {"issue-workspace", "quota", "No workspace uses {quota}, so only administrators submit there.",
     "Give it a workspace."},
    {"issue-workspace.empty", "workspace", "Workspace {workspace} has no quota to submit to.",
     "Give it a quota, or delete it."},

    {"issue-temporary", "quota gpu before left",
     "{quota} is guaranteed {gpu} for a time: in {left} it returns to {before}.",
     "It returns by itself; it can also be ended now."},
    {"issue-temporary.due", "quota gpu before over",
     "{quota} is guaranteed {gpu} for a time that ended {over} ago: it returns to {before} as soon "
     "as the pool is live.",
     "Go live, or end it now."},
    {"issue-temporary.policy", "quota left",
     "{quota} has other policies for a time: they return in {left}.",
     "They return by themselves; that can also be ended now."},
    {"issue-temporary.policy-due", "quota over",
     "{quota} has other policies for a time that ended {over} ago: they return as soon as the pool "
     "is live.",
     "Go live, or end it now."},
    {"issue-unused", "quota gpu", "{quota} is guaranteed {gpu} and uses none.",
     "Lower its guarantee, so that other quotas can have it."},
    {"issue-unused.many", "count gpu quota most",
     "{count|quota uses|quotas use} nothing of the {gpu} that are guaranteed, {quota} with {most} "
     "first among them.",
     "Lower their guarantees, so that other quotas can have them."},

    {"issue-more", "count", "And {count} more.",
     "They are listed here once those above them are mended."},
};

}  // namespace

std::span<const Row> issues() {
    return kIssuesRows;
}

}  // namespace apportion::messages
