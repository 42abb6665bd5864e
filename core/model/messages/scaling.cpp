// SPDX-License-Identifier: GPL-3.0-or-later
// What a scale would do, as it is told before it is applied.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kScalingRows[] = {
    // position: count; nodes, victims, workloads: list
    {"scale-starts", "position quota nodes",
     "This workload is number {position} in the queue of {quota} and fits on {nodes}."},
    {"scale-starts.taking", "victims gpu nodes",
     "This workload evicts {victims} to get {gpu}, and runs on {nodes}."},
    {"scale-starts.outside", "nodes", "This workload fits on {nodes}."},
    {"scale-starts.later", "nodes",
     "This workload starts on {nodes}, later than without these targets."},
    {"scale-never-starts", "quota requested bound",
     "This non-preemptible workload needs {requested}, and {quota} would guarantee {bound}. With "
     "these targets, it can never start."},
    {"scale-never-starts.off", "quota requested bound",
     "This workload needs {requested}, and {quota}, which does not borrow, would have {bound}. "
     "With these targets, it can never start."},
    {"scale-never-again", "quota requested bound",
     "This non-preemptible workload needs {requested}, and {quota} would guarantee {bound}. With "
     "these targets, it can never start again after it stops."},
    {"scale-never-again.off", "quota requested bound",
     "This workload needs {requested}, and {quota}, which does not borrow, would have {bound}. "
     "With these targets, it can never start again after it stops."},

    {"runner-up-d.scale", "victims", "The next best choice was {victims}, with more GPUs."},
    {"plan-base-unsaved", "", "A plan starts from a file, and this scenario is not saved yet.",
     "Save it first."},

    // What cannot be foreseen
    {"scale-no-duration", "workloads",
     "The new guarantees take effect when these workloads end, which state no duration: "
     "{workloads}."},
    {"scale-endless", "workloads",
     "Without a stated duration, these workloads count as running on: {workloads}. Waits are "
     "shorter if they end."},
    {"scale-endless.many", "count",
     "Without a stated duration, {count} workloads count as running on. Waits are shorter if they "
     "end."},
    {"scale-drain-long", "", "The usage would not fit within 24 hours."},
    // Estimates of starts; workloads: list, count: count, until, earliest: seconds
    {"start-likely", "earliest until", "likely between {earliest} and {until}"},
    {"start-likely.brief", "earliest until", "{earliest}–{until}"},
    {"start-likely.one", "until", "likely at {until}"},
    {"start-likely.open", "earliest", "likely {earliest} or later"},
    {"start-later", "hours", "likely in more than {hours} hours"},
    {"start-by", "until", "by {until}"},
    {"start-by.earlier", "until workload", "by {until}, earlier if {workload} ends"},
    {"start-by.earlier-any", "until workloads", "by {until}, earlier if one of {workloads} ends"},
    {"start-by.earlier-many", "until count", "by {until}, earlier if one of {count} others ends"},
    {"start-by.brief", "until", "by {until}"},
    {"start-not-before.brief", "workload", "after {workload}"},
    {"start-not-before.brief-others", "", "after others"},
    {"start-not-before.others", "", "after others end"},
    {"start-not-before", "workload", "not before {workload} ends"},
    {"start-not-before.any", "workloads", "not before one of {workloads} ends"},
    {"start-not-before.many", "count", "not before one of {count} others ends"},
    {"start-not-before.several", "", "not before several others end"},
    {"estimate-no-start", "",
     "When all running workloads have ended, this workload still does not start."},
    {"start-no-start", "", "needs a change"},
    {"start-no-start.brief", "", "needs change"},
    {"estimate-not-live", "", "Nothing starts while the pool is not live.", "Go live."},
    {"start-not-live", "", "not live"},
    {"estimate-too-far", "", "Too much happens before this start to estimate it."},
    {"start-too-far", "", "too far ahead"},
    {"scale-too-long", "", "Too many events come before to show the effect."},
};

}  // namespace

std::span<const Row> scaling() {
    return kScalingRows;
}

}  // namespace apportion::messages
