// SPDX-License-Identifier: GPL-3.0-or-later
// Why an event was refused; nothing of it is applied. Arguments and their kinds:
//   quota, other, name  text: names       noun  text: quota, workload or node
//   resource        text: gpu, cpu or memory
//   placed, bound, guaranteed, sum, capacity, lend  amounts
//   held, kept      GPUs: of `placed` what runs, and what is kept back for `keepers` (a list)
//   short           amount that is too much
//   workloads       list: who would have to go
//   children        list of quotas
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kRefusalsRows[] = {
    {"move-too-many", "quota gpu most",
     "{quota} can give at most {most}, not {gpu}. The rest is assigned to its children or promised "
     "to borrowers.",
     ""},
    {"below-usage", "quota resource placed bound short workloads",
     "Quota {quota} would have {bound}, but its workloads use {placed}: {workloads}.",
     "End workloads with {short} first, or choose Wait (drain: no new starts) or Evict (reclaim)."},
    {"below-usage.kept", "quota resource placed bound short workloads held kept keepers",
     "Quota {quota} can use {bound}, but would have {placed} allocated: {held} in use "
     "({workloads}), and {kept} that {keepers} do not lend.",
     "Lend {short} more of that, end workloads, or choose Wait (drain: no new starts) or Evict "
     "(reclaim)."},
    {"below-usage.kept-of-nodes", "quota resource placed bound short workloads held kept keepers",
     "The nodes have {bound}, but {placed} would be needed: {held} in use ({workloads}), and "
     "{kept} that {keepers} do not lend.",
     "Lend {short} more of that, end workloads, or choose Wait (drain: no new starts) or Evict "
     "(reclaim)."},
    {"below-usage.limit", "quota resource placed bound short workloads",
     "The {resource} limit of {quota} would be {bound}, but its workloads use {placed}: "
     "{workloads}.",
     "Cancel workloads with {short}, or choose Wait (drain) or Evict (reclaim)."},
    // The same of a change that is made all the same.
    {"below-usage.done", "quota resource placed bound short workloads",
     "Quota {quota} has {bound}, but its workloads use {placed}: {workloads}."},
    {"below-usage.kept-done", "quota resource placed bound short workloads held kept keepers",
     "Quota {quota} can use {bound}, but has {placed} allocated: {held} in use ({workloads}), and "
     "{kept} that {keepers} do not lend."},
    {"below-usage.kept-of-nodes-done",
     "quota resource placed bound short workloads held kept keepers",
     "The nodes have {bound}, but {placed} are needed: {held} in use ({workloads}), and {kept} "
     "that {keepers} do not lend."},
    {"sum-of-children", "quota guaranteed sum short children",
     "The guarantees of the children of {quota} would total {sum}, more than its own {guaranteed}.",
     "Lower a child by {short} or raise quota {quota} in the same change."},
    {"above-capacity", "quota sum capacity short",
     "The guarantees of the roots on these nodes would total {sum}, but the nodes have {capacity}.",
     "Lower a guarantee by {short}, or add nodes first."},
    {"not-found", "noun name", "The {noun} {name} does not exist at this time.",
     "Correct the name, or move the event to a later time."},
    {"not-found.quota", "name", "Quota {name} does not exist.",
     "Correct the name. The list 'quotas' has the names."},
    {"not-found.workload", "name", "Workload {name} does not exist, or is not submitted yet.",
     "Correct the name, or move the event after the submit time of the workload."},
    {"not-found.ended", "name", "Workload {name} has already ended.",
     "Move the event to an earlier time, or remove it."},
    {"not-found.node", "name", "Node {name} does not exist.",
     "Correct the name. The nodes of a group with a count are NAME-1, NAME-2, and so on."},
    {"not-found.node-elsewhere", "name",
     "Node {name} is not in the pool at this moment: an edit removed it, or adds it later.",
     "Move the event to a time when the node is in the pool, or remove it."},
    {"invalid", "quota", "Quota {quota} cannot have these values together.",
     "Correct the values; a check of the scenario names the rule."},
    {"invalid.limit", "quota resource bound guaranteed",
     "The limit of quota {quota} would be {bound}, below its guarantee of {guaranteed}.",
     "Raise the limit to at least {guaranteed}, or lower the guarantee in an earlier event."},
    {"invalid.lend", "quota lend guaranteed",
     "Quota {quota} would lend {lend}, more than its guarantee of {guaranteed}.",
     "Lend at most {guaranteed}."},
    {"invalid.nodes", "quota other",
     "The nodes of quota {quota} would overlap with those of quota {other}.",
     "Choose the same nodes for both, or no node in common."},
    {"invalid.nodes-fixed", "quota", "An event cannot change the nodes of quota {quota}.",
     "Remove 'nodes' from the event, and set it on the quota."},
    {"invalid.nodes-below", "quota",
     "Quota {quota} is not a root, and only a root quota chooses nodes.",
     "Set 'nodes' on the root above it."},
};

}  // namespace

std::span<const Row> refusals() {
    return kRefusalsRows;
}

}  // namespace apportion::messages
