// SPDX-License-Identifier: GPL-3.0-or-later
// What would start a waiting workload: one change each. Arguments and their kinds:
//   workload, quota, sibling, parent, workspace, user, name  text: names
//   gpu             GPUs that are added or moved
//   cpu, memory     what a node must have beside them
//   victims         list: who stops for it    until  seconds: when the last of them has stopped
//   trials          count: how many changes were tried
//   from, to, siblingFrom, siblingTo  amounts before and after; for preemption the priorities
//                   (counts) that may be taken; for queueing text
//   highFrom, highTo  counts: the priorities that take
//   gpuType, overQuota, resource  text    modules  list
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kRows[] = {
    {"raise-quota", "quota gpu from to parent",
     "Raise the guarantee of {quota} from {from} to {to}, out of what {parent} has not "
     "given away."},
    {"raise-quota.root", "quota gpu from to",
     "Raise the guarantee of {quota} from {from} to {to}, out of nodes that no guarantee "
     "covers."},
    {"move-from-sibling", "quota sibling gpu from to siblingFrom siblingTo",
     "Move {gpu} of guarantee from {sibling} to {quota}, which then has {to}."},
    {"add-node", "gpu name", "Add a node with {gpu}."},
    {"add-node.type", "gpu name gpuType", "Add a node with {gpu} of type {gpuType}."},
    {"add-node.cpu", "gpu name cpu", "Add a node with {gpu} and {cpu}."},
    {"add-node.cpu.type", "gpu name gpuType cpu",
     "Add a node with {gpu} of type {gpuType} and {cpu}."},
    {"add-node.memory", "gpu name memory", "Add a node with {gpu} and {memory} of memory."},
    {"add-node.memory.type", "gpu name gpuType memory",
     "Add a node with {gpu} of type {gpuType} and {memory} of memory."},
    {"add-node.cpu-memory", "gpu name cpu memory",
     "Add a node with {gpu}, {cpu} and {memory} of memory."},
    {"add-node.cpu-memory.type", "gpu name gpuType cpu memory",
     "Add a node with {gpu} of type {gpuType}, {cpu} and {memory} of memory."},
    {"raise-limit", "quota resource from to", "Raise the limit of {quota} from {from} to {to}."},
    {"raise-cap", "user workspace from to",
     "Raise the cap of {user} in workspace {workspace} from {from} to {to}."},
    {"lend-more", "quota from to", "Let {quota} lend {to} of its guarantee instead of {from}."},
    {"over-quota-on", "quota overQuota",
     "Turn over quota on at {quota}, so that it may use what others leave idle."},
    {"over-quota-on.idle", "quota overQuota",
     "Set over quota of {quota} to idle-only, so that idle work may run there."},
    {"raise-rank", "quota from to",
     "Raise the rank of {quota} from {from} to {to}: what is to spare goes by rank first."},
    {"turn-on-child-preemption", "quota from to modules",
     "Turn child-level preemption on at {quota}, for priorities {from} to {to} of "
     "{modules}."},
    {"widen-child-preemption", "quota from to modules",
     "Widen the child-level preemption of {quota} to priorities {from} to {to} of "
     "{modules}."},
    {"turn-on-self-preemption", "quota highFrom highTo from to modules",
     "Turn self-level preemption on at {quota}: priorities {highFrom} to {highTo} take from "
     "{from} to {to} of {modules}."},
    {"widen-self-preemption", "quota highFrom highTo from to modules",
     "Widen the self-level preemption of {quota}: priorities {highFrom} to {highTo} take "
     "from {from} to {to} of {modules}."},
    {"turn-on-priority-preemption", "quota",
     "Let a higher priority take from a lower one in {quota}."},
    {"change-queueing", "quota from to", "Change the queueing of {quota} from {from} to {to}."},
    {"end-workload", "workload quota gpu", "End {workload}, which holds {gpu} in {quota}."},
    {"end-workload.waiting", "workload quota gpu",
     "Cancel {workload}, which waits for {gpu} in {quota}."},
    {"unblock-none", "workload", "No single change would start {workload} at once."},
    {"unblock-none.never-fits", "gpu cpu",
     "No single change does; nodes of more than {gpu} or {cpu} are not looked at."},
    {"unblock-none.booked", "workload victims until",
     "Its GPUs are booked: it starts by itself after the end of {victims}, by {until}."},
    {"unblock-some", "workload trials",
     "The search tried {trials|single change|single changes} and stopped: others may start "
     "{workload} with less, and evict fewer."},
    {"unblock-none.unproven", "workload trials",
     "The search tried {trials|single change|single changes} and stopped: none of them starts "
     "{workload} at once, but not all could be tried, and one that does is not ruled out. What a "
     "change of your own would do is told by a plan (apportionctl plan run)."},
};

}  // namespace

std::span<const Row> unblocking() {
    return kRows;
}

}  // namespace apportion::messages
