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
     "{quota} cannot give {gpu}: it has {most} that are neither divided below nor lent by word.",
     ""},
    {"below-usage", "quota resource placed bound short workloads",
     "Quota {quota} would have {bound}, and its work holds {placed}: {workloads}.",
     "End {short} of it first, or choose drain (start nothing until it fits) or reclaim (take "
     "back)."},
    {"below-usage.kept", "quota resource placed bound short workloads held kept keepers",
     "Quota {quota} may use {bound}, and would count as {placed}: {held} are in use ({workloads}) "
     "and {kept} kept back for {keepers}.",
     "Let {short} more of that be lent, end work beyond what is kept back, or choose drain (start "
     "nothing until it fits) or reclaim (take back)."},
    {"below-usage.kept-of-nodes", "quota resource placed bound short workloads held kept keepers",
     "The nodes have {bound}, and {placed} would be needed: {held} are in use ({workloads}) and "
     "{kept} kept back for {keepers}.",
     "Let {short} more of that be lent, end work beyond what is kept back, or choose drain (start "
     "nothing until it fits) or reclaim (take back)."},
    {"below-usage.limit", "quota resource placed bound short workloads",
     "The {resource} limit of {quota} would be {bound}. Its workloads hold {placed}: {workloads}.",
     "Cancel workloads that hold {short}, or choose mode drain or reclaim."},
    // The same of a change that is made all the same.
    {"below-usage.done", "quota resource placed bound short workloads",
     "Quota {quota} has {bound}, and its work holds {placed}: {workloads}."},
    {"below-usage.kept-done", "quota resource placed bound short workloads held kept keepers",
     "Quota {quota} may use {bound}, and counts as {placed}: {held} are in use ({workloads}) and "
     "{kept} kept back for {keepers}."},
    {"below-usage.kept-of-nodes-done",
     "quota resource placed bound short workloads held kept keepers",
     "The nodes have {bound}, and {placed} are needed: {held} are in use ({workloads}) and {kept} "
     "kept back for {keepers}."},
    {"sum-of-children", "quota guaranteed sum short children",
     "The guarantees of the children of quota {quota} would add up to {sum}, more than its own "
     "{guaranteed}.",
     "Lower a child by {short} or raise quota {quota} in the same change."},
    {"above-capacity", "quota sum capacity short",
     "The guarantees of the roots on these nodes would add up to {sum}, and the nodes have "
     "{capacity}.",
     "Lower a guarantee by {short}, or add nodes first."},
    {"not-found", "noun name", "There is no {noun} named {name} at this moment.",
     "Correct the name, or let the event happen later."},
    {"not-found.quota", "name", "There is no quota named {name}.",
     "Correct the name; the quotas are in the list 'quotas'."},
    {"not-found.workload", "name", "There is no workload named {name}, or it is not submitted yet.",
     "Correct the name, or let the event happen after the workload's submit time."},
    {"not-found.ended", "name", "Workload {name} has ended already.",
     "Let the event happen earlier, or take it out."},
    {"not-found.node", "name", "There is no node named {name}.",
     "Correct the name; of a group with a count, the nodes are NAME-1, NAME-2 and so on."},
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
    {"invalid.nodes-fixed", "quota",
     "The nodes that quota {quota} divides are fixed while time passes, and this would change "
     "them.",
     "Take 'nodes' out of the event, and set it at the quota from the beginning."},
    {"invalid.nodes-below", "quota",
     "Quota {quota} is no root, and only a root quota chooses nodes.",
     "Set 'nodes' at the root above it."},
};

}  // namespace

std::span<const Row> refusals() {
    return kRefusalsRows;
}

}  // namespace apportion::messages
