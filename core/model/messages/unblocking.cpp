// SPDX-License-Identifier: GPL-3.0-or-later
// What would start a waiting workload: one change each. Arguments and their kinds:
//   workload, quota, sibling, parent, workspace, user, name  text: names
//   gpu             GPUs that are added or moved
//   cpu, memory     what a node must have beside them
//   siblings        list: quotas
//   victims         list: who stops for it    until  seconds: when the last of them has stopped
//   trials          count: how many changes were tried
//   from, to, siblingFrom, siblingTo  amounts before and after; for preemption the priorities
//                   (counts) that may be taken; for queueing text
//   highFrom, highTo  counts: the priorities that take
//   gpuType, overQuota, resource  text    modules  list
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kUnblockingRows[] = {
    {"raise-quota", "quota gpu from to parent",
     "Raise the guarantee of {quota} from {from} to {to}, from the unassigned part of {parent}."},
    {"raise-quota.root", "quota gpu from to",
     "Raise the guarantee of {quota} from {from} to {to}, from unassigned capacity."},
    {"move-from-sibling", "quota sibling gpu from to siblingFrom siblingTo",
     "Move {gpu} of guarantee from {sibling} to {quota}, which then has {to}."},
    {"move-from-any", "count quota gpu to siblings",
     "Move {gpu} of guarantee to {quota}, which then has {to}, from any of {count} siblings: "
     "{siblings}."},
    {"add-node", "gpu name", "Add a node with {gpu}."},
    {"add-node.like", "gpu name like", "Add a node like {like}, with {gpu}."},
    {"add-node.like-type", "gpu name like gpuType",
     "Add a node like {like}, with {gpu} of type {gpuType}."},
    {"add-node.type", "gpu name gpuType", "Add a node with {gpu} of type {gpuType}."},
    {"add-node.cpu", "gpu name cpu", "Add a node with {gpu} and {cpu}."},
    {"add-node.cpu.type", "gpu name gpuType cpu",
     "Add a node with {gpu} of type {gpuType} and {cpu}."},
    {"add-node.memory", "gpu name memory", "Add a node with {gpu} and {memory} of memory."},
    {"add-node.memory.type", "gpu name gpuType memory",
     "Add a node with {gpu} of type {gpuType} and {memory} of memory."},
    {"add-node.cpu-memory", "gpu name cpu memory",
     "Add a node with {gpu}, {cpu}, and {memory} of memory."},
    {"add-node.cpu-memory.type", "gpu name gpuType cpu memory",
     "Add a node with {gpu} of type {gpuType}, {cpu}, and {memory} of memory."},
    {"such-nodes", "count", "{count} such nodes are needed."},
    {"raise-limit", "quota resource from to", "Raise the limit of {quota} from {from} to {to}."},
    {"raise-cap", "user workspace from to",
     "Raise the cap of {user} in workspace {workspace} from {from} to {to}."},
    {"lend-more", "quota from to",
     "Set the lending of {quota} from {from} to {to} of its guarantee."},
    {"over-quota-on", "quota overQuota", "Turn on borrowing for {quota}."},
    {"over-quota-on.idle", "quota overQuota", "Set borrowing of {quota} to background only."},
    {"raise-rank", "quota from to",
     "Raise the rank of {quota} from {from} to {to}. Higher ranks get surplus first."},
    {"turn-on-child-preemption", "quota from to modules",
     "Turn on child-level preemption at {quota}, for priorities {from} to {to} of {modules}."},
    {"widen-child-preemption", "quota from to modules",
     "Widen the child-level preemption of {quota} to priorities {from} to {to} of "
     "{modules}."},
    {"turn-on-self-preemption", "quota highFrom highTo from to modules",
     "Turn on self-level preemption at {quota}: priorities {highFrom} to {highTo} evict {from} to "
     "{to} of {modules}."},
    {"widen-self-preemption", "quota highFrom highTo from to modules",
     "Widen the self-level preemption of {quota}: priorities {highFrom} to {highTo} evict {from} "
     "to {to} of {modules}."},
    {"turn-on-priority-preemption", "quota",
     "Turn on priority preemption in {quota}: higher priorities evict lower ones."},
    {"change-queueing", "quota from to",
     "Change the scheduling policy of {quota} from {from} to {to}."},
    {"end-workload", "workload quota gpu", "End {workload}, which holds {gpu} in {quota}."},
    {"end-any", "count gpu quota workloads",
     "End any of {count} workloads of {quota} with {gpu} each: {workloads}."},
    {"end-any.training", "count gpu quota workloads",
     "End any of {count} trainings of {quota} with {gpu} each: {workloads}."},
    {"end-any.notebook", "count gpu quota workloads",
     "End any of {count} notebooks of {quota} with {gpu} each: {workloads}."},
    {"end-any.inference", "count gpu quota workloads",
     "End any of {count} inference services of {quota} with {gpu} each: {workloads}."},
    {"end-any.waiting", "count gpu quota workloads",
     "Cancel any of {count} waiting workloads of {quota} with {gpu} each: {workloads}."},
    {"ask-less", "gpu", "Submit it again with {gpu}."},
    {"ask-less.replicas", "gpu count",
     "Submit it again with {count|replica|replicas} ({gpu} in total)."},
    {"end-workload.waiting", "workload quota gpu",
     "Cancel {workload}, which waits for {gpu} in {quota}."},
    {"unblock-none", "workload", "No single change starts {workload} immediately."},
    {"unblock-none.never-fits", "gpu cpu",
     "No single change starts this workload. Nodes with more than {gpu} or {cpu} are not "
     "considered."},
    {"unblock-none.booked", "workload victims until",
     "GPUs are reserved. {workload} starts automatically after these stop, by {until}: {victims}."},
    {"unblock-some", "workload trials",
     "The search stopped after {trials|single change|single changes}. Other changes might start "
     "{workload} with fewer GPUs or evictions."},
    {"unblock-none.unproven", "workload trials",
     "The search stopped after {trials|single change|single changes}. None of them starts "
     "{workload} immediately, but others might. Try a change of your own in a plan."},
};

}  // namespace

std::span<const Row> unblocking() {
    return kUnblockingRows;
}

}  // namespace apportion::messages
