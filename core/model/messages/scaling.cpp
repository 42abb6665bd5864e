// SPDX-License-Identifier: GPL-3.0-or-later
// What a scale would do, as it is told before it is applied.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kScalingRows[] = {
    // position: count; nodes, victims, workloads: list
    {"scale-starts", "position quota nodes",
     "It is number {position} in the queue of {quota} and finds room on {nodes}."},
    {"scale-starts.taking", "victims gpu nodes",
     "It takes {gpu} from {victims} and runs on {nodes}."},
    {"scale-starts.outside", "nodes", "It finds room on {nodes}."},
    {"scale-starts.later", "nodes",
     "It starts on {nodes}, later than it would without these targets."},
    {"scale-never-starts", "quota requested bound",
     "It asks for {requested} that cannot be preempted, and {quota} would guarantee {bound}: under "
     "these targets it can never start."},
    {"scale-never-starts.off", "quota requested bound",
     "It asks for {requested}, and {quota}, which may not go beyond its guarantee, would have "
     "{bound}: under these targets it can never start."},
    {"scale-never-again", "quota requested bound",
     "It asks for {requested} that cannot be preempted, and {quota} would guarantee {bound}: once "
     "it stops, it can never start again under these targets."},
    {"scale-never-again.off", "quota requested bound",
     "It asks for {requested}, and {quota}, which may not go beyond its guarantee, would have "
     "{bound}: once it stops, it can never start again under these targets."},

    {"runner-up-d.scale", "victims",
     "The next best choice was {victims}: it would have taken more GPUs."},
    {"plan-base-unsaved", "",
     "A plan starts from a file, and what is open has not been saved to one yet.",
     "Save it first."},

    // What cannot be foreseen
    {"scale-no-duration", "workloads",
     "The new sizes take effect when these workloads end, which state no duration: {workloads}."},
    {"scale-endless", "workloads",
     "Without a stated duration, these workloads count as running on: {workloads}. Waits are "
     "shorter if they end."},
    {"scale-endless.many", "count",
     "Without a stated duration, {count} workloads count as running on. Waits are shorter if they "
     "end."},
    {"scale-drain-long", "", "It would not have drained within 24 hours."},
    // Estimates of starts; workloads: list, count: count, until: seconds
    {"start-by", "until", "by {until}"},
    {"start-by.earlier", "until workload", "by {until}, earlier if {workload} ends"},
    {"start-by.earlier-any", "until workloads", "by {until}, earlier if one of {workloads} ends"},
    {"start-by.earlier-many", "until count", "by {until}, earlier if one of {count} others ends"},
    {"start-by.brief", "until", "by {until} or earlier"},
    {"start-not-before.brief", "workload", "after {workload} ends"},
    {"start-not-before.others", "", "after others end"},
    {"start-not-before", "workload", "not before {workload} ends"},
    {"start-not-before.any", "workloads", "not before one of {workloads} ends"},
    {"start-not-before.many", "count", "not before one of {count} others ends"},
    {"start-not-before.several", "", "not before several others end"},
    {"estimate-no-start", "",
     "When all running workloads have ended, this workload still does not start."},
    {"start-no-start", "", "needs a change"},
    {"estimate-not-live", "", "Nothing starts while the pool is not live.",
     "Let the pool go live."},
    {"start-not-live", "", "not live"},
    {"estimate-too-far", "", "Too much happens before this start to estimate it."},
    {"start-too-far", "", "too far ahead"},
    {"scale-too-long", "", "Too much would happen meanwhile to be looked at here."},
};

}  // namespace

std::span<const Row> scaling() {
    return kScalingRows;
}

}  // namespace apportion::messages
