// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload was evicted, and why it and no other. Arguments and their kinds:
//   victim, taker, node, quota, from  text: names. `quota` is where the rule was set, for
//                 reclaim the taker's; `from` is the quota that gave.
//   gpu           GPUs that the victim held
//   placed, bound GPUs: what `from` held and what it may keep; of a limit, in its resource, what
//                 `quota` had allocated and the limit
//   resource      text: gpu, cpu or memory
//   charge, kept  GPUs: what it counted as, and what of that was kept back for `keepers` (a list)
//   victims       list: the next best set
//   awaiting      list: who waits for its end
//   rule, number  of what is told to stop: the words and the number of the rule; until = a moment
// Those of self- and child-level carry the policy they were decided by beside that
// (policy_arguments.h), which no sentence names.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kEvictionsRows[] = {
    {"told-to-stop", "taker rule number until",
     "It is told to stop, for {taker}, by {rule} (rule {number}), and may go on until {until}."},
    {"told-to-stop.gone", "taker rule number until",
     "It was told to stop, by {rule} (rule {number}), for {taker}, which does not wait for it any "
     "more, and may go on until {until}."},
    {"told-to-stop.other", "taker rule number until awaiting",
     "It was told to stop, by {rule} (rule {number}), for {taker}, which does not wait for it any "
     "more, and may go on until {until}; its end is awaited by {awaiting} now."},
    {"told-to-stop.nobody", "rule number until",
     "It is told to stop, by {rule} (rule {number}), and may go on until {until}."},
    {"told-to-stop.unknown", "until", "It is told to stop, and may go on until {until}."},
    {"told-to-stop.over", "taker rule number until",
     "It was told to stop, for {taker}, by {rule} (rule {number}), and could go on until {until}; "
     "its end is not recorded yet."},
    {"told-to-stop.nobody-over", "rule number until",
     "It was told to stop, by {rule} (rule {number}), and could go on until {until}; its end is "
     "not recorded yet."},
    {"told-to-stop.unknown-over", "until",
     "It was told to stop, and could go on until {until}; its end is not recorded yet."},
    {"told-to-give-up", "count taker rule number until",
     "It is told to give up {count|replica|replicas} for {taker}, by {rule} (rule {number}), until "
     "{until} at the latest."},
    {"told-to-give-up.gone", "count taker rule number until",
     "It was told to give up {count|replica|replicas}, by {rule} (rule {number}), for {taker}, "
     "which does not wait for that any more, until {until} at the latest."},
    {"told-to-give-up.other", "count taker rule number until awaiting",
     "It was told to give up {count|replica|replicas}, by {rule} (rule {number}), for {taker}, "
     "which does not wait for that any more, until {until} at the latest; it is awaited by "
     "{awaiting} now."},
    {"told-to-give-up.nobody", "count rule number until",
     "It is told to give up {count|replica|replicas}, by {rule} (rule {number}), until {until} at "
     "the latest."},
    {"told-to-give-up.unknown", "count until",
     "It is told to give up {count|replica|replicas}, until {until} at the latest."},
    {"told-to-give-up.over", "count taker rule number until",
     "It was told to give up {count|replica|replicas} for {taker}, by {rule} (rule {number}), "
     "until {until} at the latest; the end of that is not recorded yet."},
    {"told-to-give-up.nobody-over", "count rule number until",
     "It was told to give up {count|replica|replicas}, by {rule} (rule {number}), until {until} at "
     "the latest; the end of that is not recorded yet."},
    {"told-to-give-up.unknown-over", "count until",
     "It was told to give up {count|replica|replicas}, until {until} at the latest; the end of "
     "that is not recorded yet."},
    {"evicted-reclaim", "victim taker quota gpu",
     "{victim} gave back {gpu} for {taker}: its quota held more than it is entitled to, and "
     "{quota} asked for what is its own."},
    {"evicted-reclaim.numbers", "victim taker quota gpu from placed bound",
     "{victim} gave back {gpu} for {taker}: {from} held {placed}, more than the {bound} "
     "it is entitled to, and {quota} asked for what is its own."},
    {"evicted-reclaim.share", "victim taker quota gpu from placed bound",
     "{victim} gave back {gpu} for {taker}: {from} held {placed}, more than the {bound} it may "
     "keep, and {quota} had less than its fair share."},
    {"evicted-reclaim.numbers-kept", "victim taker quota gpu from placed bound charge kept keepers",
     "{victim} gave back {gpu} for {taker}: {from} counted as {charge}, {placed} held and {kept} "
     "kept back for {keepers}, more than the {bound} it is entitled to, and {quota} asked for what "
     "is its own."},
    {"evicted-reclaim.share-kept", "victim taker quota gpu from placed bound charge kept keepers",
     "{victim} gave back {gpu} for {taker}: {from} counted as {charge}, {placed} held and {kept} "
     "kept back for {keepers}, more than the {bound} it may keep, and {quota} had less than its "
     "fair share."},
    {"evicted-self-level", "victim taker quota gpu",
     "{taker} took {gpu} from {victim} under the self-level preemption of {quota}: its "
     "priority is in the high range, and the victim is in the low one."},
    {"evicted-self-level.priority", "victim taker quota gpu",
     "{taker} took {gpu} from {victim}: in {quota} a higher priority takes from a lower "
     "one."},
    {"evicted-child-level", "victim taker quota gpu",
     "{taker} took {gpu} from {victim} under the child-level preemption of {quota}: work "
     "submitted there may take from the quotas below."},
    {"evicted-idle", "victim taker quota gpu",
     "{victim} ran on idle capacity, which is the first to go: {taker} needed its {gpu}."},
    {"evicted-elastic", "victim taker quota gpu",
     "{victim} gave up {gpu} of replicas beyond its minimum for {taker}. The rest of it runs "
     "on."},
    {"evicted-elastic.often", "victim count taker",
     "{victim} gave up replicas beyond its minimum {count|time|times}, the last time for {taker}. "
     "The rest of it runs on."},
    {"evicted-consolidation", "victim taker quota gpu",
     "{victim} was moved, with its {gpu}, so that {taker} finds room in one piece. It runs "
     "again at once."},
    {"evicted-scale", "victim quota gpu",
     "{quota} was made smaller than what runs there, and its change says to take back: "
     "{victim} held {gpu}. It waits again."},
    {"evicted-scale.limit", "victim quota gpu resource placed bound",
     "{quota} had {placed} allocated, above its new limit of {bound}. {victim} was evicted ({gpu}) "
     "and waits again."},
    {"evicted-node", "victim quota gpu node",
     "Node {node} went down under {victim}, which held {gpu} in {quota}. It waits again."},
    {"evicted-node.removed", "victim quota gpu node",
     "Node {node} was taken out of the pool under {victim}, which held {gpu} in {quota}. It waits "
     "again."},
    {"evicted-node.drained", "victim quota gpu node",
     "Node {node} was drained: {victim}, which held {gpu} in {quota}, had to leave it."},

    // Rule 19: the first key in which the next best set of victims was worse.
    {"runner-up-none", "", "No other set of victims was possible."},
    {"runner-up-a", "victims",
     "The next best choice was {victims}: it would have needed a stronger rule."},
    {"runner-up-a.whole", "victims",
     "The next best choice was the whole of {victims}, not some replicas: it would have needed a "
     "stronger rule."},
    {"runner-up-a2", "victims",
     "The next best choice was {victims}. It would push a quota below its fair share."},
    {"runner-up-b", "victims",
     "The next best choice was {victims}: its quota stands less far above its fair share."},
    {"runner-up-c", "victims",
     "The next best choice was {victims}: its highest priority is higher."},
    {"runner-up-d", "victims",
     "The next best choice was {victims}: it would have taken more GPUs by the strongest rule in "
     "which the two differ."},
    {"runner-up-e", "victims", "The next best choice was {victims}: it hits more workloads."},
    {"runner-up-f", "victims",
     "The next best choice was {victims}: its priorities are higher one by one."},
    {"runner-up-g", "victims",
     "The next best choice was {victims}: more work since the last checkpoint would be lost."},
    {"runner-up-h", "victims", "The next best choice was {victims}: it has been running longer."},
    {"runner-up-i", "victims",
     "The next best choice was {victims}: it is equal in everything and comes later by name."},
    {"not-proven", "",
     "The search was stopped at its bound: a better set of victims, or moves in place of an "
     "eviction, is not ruled out."},
    {"not-proven.moves", "",
     "The search was stopped at its bound: a lesser set of moves is not ruled out."},
};

}  // namespace

std::span<const Row> evictions() {
    return kEvictionsRows;
}

}  // namespace apportion::messages
