// SPDX-License-Identifier: GPL-3.0-or-later
// Who holds what a waiting workload needs: the rule that lets it take, or what stands against it.
// Arguments and their kinds:
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

constexpr Row kRows[] = {
    {"takeable-idle", "workload taker quota", "Runs on idle capacity only: the first to go."},
    {"takeable-elastic", "workload taker quota",
     "Can do with fewer replicas: those beyond its minimum may be taken."},
    {"takeable-reclaim", "workload taker quota placed bound",
     "{quota} holds {placed}, more than the {bound} it may keep: this may be reclaimed."},
    {"takeable-reclaim.kept", "workload taker quota placed bound charge kept keepers",
     "{quota} counts as {charge}, {placed} held and {kept} kept back for {keepers}, more than the "
     "{bound} it may keep: this may be reclaimed."},
    {"takeable-self-level", "workload taker quota",
     "The self-level preemption of {quota} allows to take it."},
    {"takeable-child-level", "workload taker quota",
     "The child-level preemption of {quota} allows to take it."},
    {"takeable-not-enough", "workload taker quota requested",
     "May be taken, but that would not free room for {requested} where it is needed."},

    {"non-preemptible", "workload taker quota module priority",
     "Is not preemptible, and no policy names its module {module} at priority {priority}."},
    {"at-or-below-guarantee", "workload taker quota placed bound",
     "{quota} holds {placed}, not more than its guarantee of {bound}."},
    {"at-or-below-share", "workload taker quota placed bound",
     "{quota} holds {placed}, not more than its fair share of {bound}."},
    {"no-claim", "workload taker quota placed requested bound",
     "{quota} has {placed} in use: another {requested} would go beyond its fair share of "
     "{bound}, so {taker} has no claim on it."},
    {"no-claim.booked", "workload taker quota placed requested bound",
     "{quota} has {placed} in use or booked: another {requested} would go beyond its fair share of "
     "{bound}, so {taker} has no claim on it."},
    {"idle-takes-nothing", "workload taker quota",
     "{taker} is idle work, which takes nothing from others."},
    {"gang-above-share", "workload taker quota requested bound",
     "{taker} asks for {requested} at once, more than the whole fair share of {quota}, "
     "{bound}, so it has no claim on it."},
    {"no-claim.own", "workload taker quota placed requested bound",
     "The own part of {quota}, beside its children, has {placed} in use: another {requested} would "
     "go beyond its fair share of {bound}, so {taker} has no claim on it."},
    {"no-claim.own.booked", "workload taker quota placed requested bound",
     "The own part of {quota}, beside its children, has {placed} in use or booked: another "
     "{requested} would go beyond its fair share of {bound}, so {taker} has no claim on it."},
    {"gang-above-share.own", "workload taker quota requested bound",
     "{taker} asks for {requested} at once, more than the whole fair share of the own part of "
     "{quota} beside its children, {bound}, so it has no claim on it."},
    {"no-claim.guarantee", "workload taker quota placed requested bound",
     "{quota} has {placed} in use: another {requested} would go beyond its guarantee of "
     "{bound}, so {taker} has no claim on it."},
    {"no-claim.guarantee.booked", "workload taker quota placed requested bound",
     "{quota} has {placed} in use or booked: another {requested} would go beyond its "
     "guarantee of {bound}, so {taker} has no claim on it."},
    {"gang-above-share.guarantee", "workload taker quota requested bound",
     "{taker} asks for {requested} at once, more than the whole guarantee of {quota}, "
     "{bound}, so it has no claim on it."},
    {"no-claim.own.guarantee", "workload taker quota placed requested bound",
     "The own part of {quota}, beside its children, has {placed} in use: another {requested} would "
     "go beyond its guarantee of {bound}, so {taker} has no claim on it."},
    {"no-claim.own.guarantee.booked", "workload taker quota placed requested bound",
     "The own part of {quota}, beside its children, has {placed} in use or booked: another "
     "{requested} would go beyond its guarantee of {bound}, so {taker} has no claim on it."},
    {"gang-above-share.own.guarantee", "workload taker quota requested bound",
     "{taker} asks for {requested} at once, more than the whole guarantee of the own part of "
     "{quota} beside its children, {bound}, so it has no claim on it."},
    {"no-policy", "workload taker quota",
     "Is in the same quota as {taker}, and no preemption policy of {quota} lets one take "
     "from the other."},
    {"child-preemption-off", "workload taker quota", "Child-level preemption is off at {quota}."},
    {"self-preemption-off", "workload taker quota", "Self-level preemption is off at {quota}."},
    {"priority-outside-policy", "workload taker quota priority from to",
     "Has priority {priority}; the policy of {quota} takes from {from} to {to} only."},
    {"taker-priority-outside-policy", "workload taker quota priority from to",
     "{taker} has priority {priority}; the policy of {quota} lets {from} to {to} take."},
    {"module-outside-policy", "workload taker quota module modules",
     "Is of module {module}; the policy of {quota} takes from {modules} only."},
    {"scope-outside-policy", "workload taker quota",
     "Is outside the scope of the self-level preemption of {quota}."},
    {"priority-not-lower", "workload taker quota priority",
     "Has priority {priority}, which is not below that of {taker}."},
    {"sibling-guarantee-kept", "workload taker quota placed bound",
     "{quota} would fall below its guarantee of {bound}, which the policy does not take."},
    {"minimum-runtime", "workload taker quota until",
     "Has not run for its minimum runtime yet and is protected until {until}."},
    {"could-take-it-back", "workload taker quota",
     "Could take it back at once under the policy of {quota}, so it is left alone."},
    {"same-taker-again", "workload taker quota",
     "Was evicted for {taker} the last time already, and is not evicted twice in a row for the "
     "same one."},
    {"started-in-this-pass", "workload taker quota",
     "Was started in the same pass, and is not evicted in it."},
    {"stopping", "workload taker quota until",
     "Is being stopped already, for other work; it leaves by {until}."},
    {"stopping-for-it", "workload taker quota until",
     "Is being stopped for {taker}; it leaves by {until}."},
    {"under-the-cap", "workload taker quota",
     "Counts under the same cap as {taker}. Nobody is evicted for a cap."},
    {"other-nodes", "workload taker quota",
     "Runs on nodes that {taker} cannot use, so taking it would not help."},
};

}  // namespace

std::span<const Row> holders() {
    return kRows;
}

}  // namespace apportion::messages
