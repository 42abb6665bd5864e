// SPDX-License-Identifier: GPL-3.0-or-later
// Policies while they are chosen: how they read and what is wrong with them. Arguments and their
// kinds:
//   quota               text, a name
//   high, low           text: priorities, "4" or "6–9"; of conflicts one priority each
//   modules             list: training, notebook, inference
//   places, priorities  lists: names of quotas; numbers
//   count               of quotas
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kPreemptionRows[] = {
    // Rule 15. Where there are many siblings they are counted instead of named.
    {"policy-reads", "quota high modules low",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {quota}."},
    {"policy-reads.self-siblings", "quota high modules low places",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {places}, as far as these borrow."},
    {"policy-reads.self-siblings-many", "quota high modules low count",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in its {count} siblings, as far as these borrow."},
    {"policy-reads.self-siblings-all", "quota high modules low places",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {places}, guaranteed GPUs included."},
    {"policy-reads.self-siblings-all-many", "quota high modules low count",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in its {count} siblings, guaranteed GPUs included."},
    {"policy-reads.self-both", "quota high modules low places",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {quota}, and in {places} as far as these borrow."},
    {"policy-reads.self-both-many", "quota high modules low count",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {quota}, and in its {count} siblings as far as these borrow."},
    {"policy-reads.self-both-all", "quota high modules low places",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {quota}, and in {places}, guaranteed GPUs included."},
    {"policy-reads.self-both-all-many", "quota high modules low count",
     "Waiting workloads of {quota} with priority {high} can evict {modules} workloads of priority "
     "{low} in {quota}, and in its {count} siblings, guaranteed GPUs included."},
    {"policy-reads.self-nobody", "quota",
     "This policy has no effect, because {quota} has no siblings."},
    {"policy-reads.self-off", "quota",
     "A waiting workload of {quota} evicts no workload because of its priority. {quota} can still "
     "reclaim its fair share."},
    // Rule 16
    {"policy-reads.child", "quota modules low places",
     "Workloads of {quota} with any priority can evict {modules} workloads of priority {low} in "
     "{places}, guaranteed GPUs included."},
    {"policy-reads.child-many", "quota modules low count",
     "Workloads of {quota} with any priority can evict {modules} workloads of priority {low} in "
     "the {count} quotas below it, guaranteed GPUs included."},
    {"policy-reads.child-nobody", "quota",
     "This policy has no effect, because {quota} has no children."},
    {"policy-reads.child-off", "quota",
     "Workloads submitted to {quota} itself evict no workload of its children. {quota} can still "
     "reclaim its fair share."},

    // What is wrong, and why that is so
    {"policy-low-not-below.one", "priorities",
     "Low must stay below High: {priorities} is in both."},
    {"policy-low-not-below.some", "priorities",
     "Low must stay below High: {priorities} are in both."},
    {"policy-low-not-below", "low high",
     "Low must stay below High: it reaches up to {low}, and High begins at {high}."},
    {"policy-would-circle", "high",
     "Workloads of priority {high} could evict each other. Choose bands that do not overlap."},
    {"policy-would-circle.above", "low high",
     "Priority {high} could evict the higher priority {low}. Choose a low band that ends below the "
     "high one."},
    {"policy-no-modules", "", "No module is chosen, so the policy has no effect."},
};

}  // namespace

std::span<const Row> preemption() {
    return kPreemptionRows;
}

}  // namespace apportion::messages
