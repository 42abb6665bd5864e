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
     "This workload is stopping for {taker} ({rule}, rule {number}). The grace period ends at "
     "{until}."},
    {"told-to-stop.gone", "taker rule number until",
     "This workload is stopping ({rule}, rule {number}). The grace period ends at {until}. {taker} "
     "no longer waits for it."},
    {"told-to-stop.other", "taker rule number until awaiting",
     "This workload is stopping ({rule}, rule {number}). The grace period ends at {until}. {taker} "
     "no longer waits for it, but {awaiting} does."},
    {"told-to-stop.nobody", "rule number until",
     "This workload is stopping ({rule}, rule {number}). The grace period ends at {until}."},
    {"told-to-stop.unknown", "until",
     "This workload is stopping. The grace period ends at {until}."},
    {"told-to-stop.over", "taker rule number until",
     "This workload was stopping for {taker} ({rule}, rule {number}). The grace period ended at "
     "{until}, and its end is not recorded yet."},
    {"told-to-stop.nobody-over", "rule number until",
     "This workload was stopping ({rule}, rule {number}). The grace period ended at {until}, and "
     "its end is not recorded yet."},
    {"told-to-stop.unknown-over", "until",
     "This workload was stopping. The grace period ended at {until}, and its end is not recorded "
     "yet."},
    {"told-to-give-up", "count taker rule number until",
     "This workload releases {count|replica|replicas} for {taker} by {until} at the latest "
     "({rule}, rule {number})."},
    {"told-to-give-up.gone", "count taker rule number until",
     "This workload releases {count|replica|replicas} by {until} at the latest ({rule}, rule "
     "{number}). {taker} no longer waits for that."},
    {"told-to-give-up.other", "count taker rule number until awaiting",
     "This workload releases {count|replica|replicas} by {until} at the latest ({rule}, rule "
     "{number}). {taker} no longer waits for that, but {awaiting} does."},
    {"told-to-give-up.nobody", "count rule number until",
     "This workload releases {count|replica|replicas} by {until} at the latest ({rule}, rule "
     "{number})."},
    {"told-to-give-up.unknown", "count until",
     "This workload releases {count|replica|replicas} by {until} at the latest."},
    {"told-to-give-up.over", "count taker rule number until",
     "This workload had to release {count|replica|replicas} for {taker} by {until} ({rule}, rule "
     "{number}). The release is not recorded yet."},
    {"told-to-give-up.nobody-over", "count rule number until",
     "This workload had to release {count|replica|replicas} by {until} ({rule}, rule {number}). "
     "The release is not recorded yet."},
    {"told-to-give-up.unknown-over", "count until",
     "This workload had to release {count|replica|replicas} by {until}. The release is not "
     "recorded yet."},
    {"evicted-reclaim", "victim taker quota gpu",
     "{quota} reclaimed {gpu} for {taker} by evicting {victim}, whose quota had more than it is "
     "entitled to."},
    {"evicted-reclaim.numbers", "victim taker quota gpu from placed bound",
     "{quota} reclaimed {gpu} for {taker} by evicting {victim}. {from} had {placed} allocated and "
     "is entitled to {bound}."},
    {"evicted-reclaim.share", "victim taker quota gpu from placed bound",
     "{quota} had less than its fair share and reclaimed {gpu} for {taker} by evicting {victim}. "
     "{from} had {placed} allocated, above its fair share of {bound}."},
    {"evicted-reclaim.numbers-kept", "victim taker quota gpu from placed bound charge kept keepers",
     "{quota} reclaimed {gpu} for {taker} by evicting {victim}. {from} had {charge} allocated "
     "({placed}, and {kept} that {keepers} do not lend) and is entitled to {bound}."},
    {"evicted-reclaim.share-kept", "victim taker quota gpu from placed bound charge kept keepers",
     "{quota} had less than its fair share and reclaimed {gpu} for {taker} by evicting {victim}. "
     "{from} had {charge} allocated ({placed}, and {kept} that {keepers} do not lend), above its "
     "fair share of {bound}."},
    {"evicted-self-level", "victim taker quota gpu",
     "{taker} evicted {victim} to get {gpu}. In the self-level preemption of {quota}, {taker} has "
     "a high priority and {victim} a low one."},
    {"evicted-self-level.priority", "victim taker quota gpu",
     "{taker} evicted {victim} to get {gpu}. In {quota}, higher priorities evict lower ones."},
    {"evicted-child-level", "victim taker quota gpu",
     "{taker} evicted {victim} to get {gpu}. The child-level preemption of {quota} allows it."},
    {"evicted-idle", "victim taker quota gpu",
     "{taker} needed {gpu}, so {victim} was evicted. Background workloads are evicted first."},
    {"evicted-elastic", "victim taker quota gpu",
     "{victim} released {gpu} above its minimum for {taker} and continues with fewer replicas."},
    {"evicted-elastic.often", "victim count taker",
     "{victim} released replicas above its minimum {count|time|times}, last for {taker}, and "
     "continues with fewer."},
    {"evicted-consolidation", "victim taker quota gpu",
     "{victim} with {gpu} was moved to other nodes so that {taker} fits. {victim} restarts "
     "immediately."},
    {"evicted-scale", "victim quota gpu",
     "The new guarantee of {quota} is below its usage, and the change evicts the excess. {victim} "
     "with {gpu} returned to the queue."},
    {"evicted-scale.limit", "victim quota gpu resource placed bound",
     "{quota} had {placed} allocated, above its new limit of {bound}. {victim} with {gpu} returned "
     "to the queue."},
    {"evicted-node", "victim quota gpu node",
     "Node {node} went down while it ran {victim} ({gpu}, quota {quota}). {victim} returned to the "
     "queue."},
    {"evicted-node.removed", "victim quota gpu node",
     "Node {node} was removed while it ran {victim} ({gpu}, quota {quota}). {victim} returned to "
     "the queue."},
    {"evicted-node.drained", "victim quota gpu node",
     "Node {node} was drained while it ran {victim} ({gpu}, quota {quota}). {victim} returned to "
     "the queue."},

    // Rule 19: the first key in which the next best set of victims was worse.
    {"runner-up-none", "", "No other set of evictions was possible."},
    {"runner-up-a", "victims",
     "The next best choice was {victims}, which needs a stronger preemption rule."},
    {"runner-up-a.whole", "victims",
     "The next best choice was all replicas of {victims}, which needs a stronger preemption rule."},
    {"runner-up-a2", "victims",
     "The next best choice was {victims}. It would push a quota below its fair share."},
    {"runner-up-b", "victims",
     "The next best choice was {victims}, whose quota is less far above its fair share."},
    {"runner-up-c", "victims",
     "The next best choice was {victims}, with a higher highest priority."},
    {"runner-up-d", "victims",
     "The next best choice was {victims}, with more GPUs under the strongest rule in which the two "
     "differ."},
    {"runner-up-e", "victims", "The next best choice was {victims}, with more workloads."},
    {"runner-up-f", "victims",
     "The next best choice was {victims}, with higher priorities one by one."},
    {"runner-up-g", "victims",
     "The next best choice was {victims}, which loses more work since the last checkpoint."},
    {"runner-up-h", "victims",
     "The next best choice was {victims}, which has been running longer."},
    {"runner-up-i", "victims",
     "The next best choice was {victims}, equal in every criterion. The name decided."},
    {"not-proven", "",
     "The search stopped at its limit. A smaller set of evictions, or moves instead of evictions, "
     "might exist."},
    {"not-proven.moves", "",
     "The search stopped at its limit. A smaller set of moves might exist."},
};

}  // namespace

std::span<const Row> evictions() {
    return kEvictionsRows;
}

}  // namespace apportion::messages
