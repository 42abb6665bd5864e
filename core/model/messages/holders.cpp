// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what a waiting workload needs: the rule that allows its eviction, or what is against
// it. Arguments and their kinds:
//   workload        text: the holder      taker  text: the workload that waits
//   quota           text: the holder's branch, or where the policy is set
//   module          text                  modules  list
//   priority, from, to  counts
//   placed, bound   GPUs: what the branch holds, what it may keep or is entitled to
//   charge, kept    GPUs: what the branch counts as, and what of that is kept back for `keepers`
//   requested       GPUs the waiting workload asks for
//   until           seconds: when the protection ends
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kHoldersRows[] = {
    {"takeable-idle", "workload taker quota", "Background workload, evicted first."},
    {"takeable-elastic", "workload taker quota",
     "Elastic: the replicas above its minimum can be evicted."},
    {"takeable-reclaim", "workload taker quota placed bound",
     "{quota} has {placed} allocated, more than {bound}, so this can be reclaimed."},
    {"takeable-reclaim.kept", "workload taker quota placed bound charge kept keepers",
     "{quota} has {charge} allocated, with {kept} that {keepers} do not lend. That is more than "
     "{bound}, so this can be reclaimed."},
    {"takeable-self-level", "workload taker quota",
     "The self-level preemption of {quota} allows its eviction."},
    {"takeable-child-level", "workload taker quota",
     "The child-level preemption of {quota} allows its eviction."},
    {"takeable-not-enough", "workload taker quota requested",
     "Evicting this workload does not free {requested} where it is needed."},

    {"non-preemptible", "workload taker quota module priority",
     "Not preemptible, and no policy names the module {module} at priority {priority}."},
    {"at-or-below-guarantee", "workload taker quota placed bound",
     "{quota} has {placed} allocated and does not exceed its guarantee of {bound}."},
    {"at-or-below-share", "workload taker quota placed bound",
     "{quota} has {placed} allocated and does not exceed its fair share of {bound}."},
    {"no-claim", "workload taker quota placed requested bound",
     "{requested} more would exceed the fair share of {quota} ({placed} of {bound} allocated), so "
     "{taker} cannot evict it."},
    {"no-claim.guarantee", "workload taker quota placed requested bound",
     "{requested} more would exceed the guarantee of {quota} ({placed} of {bound} allocated), so "
     "{taker} cannot evict it."},
    {"idle-takes-nothing", "workload taker quota",
     "{taker} is a background workload, which cannot evict others."},
    {"gang-above-share", "workload taker quota placed requested bound",
     "{taker} needs {requested}, more than the fair share of {quota} ({bound}), so it cannot evict "
     "this one."},
    {"gang-above-share.guarantee", "workload taker quota placed requested bound",
     "{taker} needs {requested}, more than the guarantee of {quota} ({bound}), so it cannot evict "
     "this one."},
    {"no-policy", "workload taker quota",
     "In the same quota as {taker}, and no preemption policy of {quota} allows the eviction."},
    {"child-preemption-off", "workload taker quota", "Child-level preemption is off at {quota}."},
    {"self-preemption-off", "workload taker quota", "Self-level preemption is off at {quota}."},
    {"priority-outside-policy", "workload taker quota priority from to",
     "Priority {priority}. The policy of {quota} evicts only priorities {from} to {to}."},
    {"taker-priority-outside-policy", "workload taker quota priority from to",
     "{taker} has priority {priority}. The policy of {quota} is for priorities {from} to {to}."},
    {"module-outside-policy", "workload taker quota module modules",
     "Module {module}. The policy of {quota} evicts only {modules}."},
    {"scope-outside-policy", "workload taker quota",
     "Outside the scope of the self-level preemption of {quota}."},
    {"priority-not-lower", "workload taker quota priority",
     "Priority {priority} is not below the priority of {taker}."},
    {"sibling-guarantee-kept", "workload taker quota placed bound",
     "{quota} would fall below its guarantee of {bound}, which the policy protects."},
    {"minimum-runtime", "workload taker quota until", "Within its minimum runtime until {until}."},
    {"could-take-it-back", "workload taker quota",
     "A policy of {quota} would let it evict {taker} immediately."},
    {"same-taker-again", "workload taker quota",
     "Already evicted for {taker} last time, and not twice in a row."},
    {"started-in-this-pass", "workload taker quota",
     "Started in the same pass, and not evicted in it."},
    {"stopping", "workload taker quota until",
     "Already stopping for another workload, until {until}."},
    {"stopping-for-it", "workload taker quota until", "Stopping for {taker}, until {until}."},
    {"under-the-cap", "workload taker quota",
     "Counts under the same user cap as {taker}. A user cap evicts no workload."},
    {"other-nodes", "workload taker quota", "On nodes that {taker} cannot use."},
};

}  // namespace

std::span<const Row> holders() {
    return kHoldersRows;
}

}  // namespace apportion::messages
