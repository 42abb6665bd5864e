// SPDX-License-Identifier: GPL-3.0-or-later
// Usage reports: what can be asked for, and what they say.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kReportRows[] = {
    // value: text
    {"report-period", "value", "'{value}' is not a period.",
     "Use 2026-W47, 2026-11, 2026-Q4, 2026, 2026-11-20, or 2026-11-01..2026-11-15."},
    {"report-period.no-dates", "value", "This source has no dates, so '{value}' is not in it.",
     "Remove --period to report on the whole source."},
    {"report-by", "value", "Unknown key '{value}'.",
     "Use quota, workspace, team, user, module, gpuType, day, week, month, or quarter."},
    {"report-by.twice", "value", "Key '{value}' is not the first of its kind.",
     "Name each key once, and only one of day, week, month, and quarter."},
    {"report-scope", "value", "The report has nothing of '{value}'.",
     "Use quota:NAME or user:NAME, with a name that the whole report has."},
    {"report-zone", "value", "Unknown time zone '{value}'.", "Use a name such as Europe/Berlin."},
    {"report-price", "value", "'{value}' is not a price.",
     "Use a price such as 2.10, H100=2.10, or H100=2.10@2026-10-01."},
    {"report-price.twice", "value", "Price '{value}' is the second of its GPU type and day.",
     "Use one price for each GPU type and day."},
    {"report-unpriced", "type", "GPU type {type} has no price, so its GPU hours cost 0.",
     "Add a price for {type}, or one for all GPU types."},
    {"report-unpriced.none", "type",
     "GPUs without a type have no price, so their GPU hours cost 0.",
     "Add a price for all GPU types."},
    {"report-price-type", "type", "This source has no GPU of type {type}.",
     "Check the name of the GPU type in the price."},
    {"report-cost", "value", "'{value}' is not a cost model.",
     "Use use, guarantee, or guarantee+borrowed:50."},
    {"fairness-at", "value", "The source does not cover {value}.",
     "Use a time between its start and now."},
    {"fairness-at.no-dates", "value", "This source has no dates, so {value} is not in it.",
     "Use a number of seconds after its start."},
    // What a fair share is made of: GPUs.
    {"entitled-surplus", "guaranteed surplus", "{guaranteed} guaranteed + {surplus} surplus"},
    {"entitled-limit", "limit", "as many as its limit of {limit}"},
    {"entitled-demand", "guaranteed", "{guaranteed} guaranteed, all requests met"},
    {"entitled-above", "guaranteed above",
     "{guaranteed} guaranteed, {above} used by a parent quota"},
    {"entitled-down", "guaranteed", "{guaranteed} guaranteed, nodes are down"},
    {"entitled-requests", "guaranteed", "{guaranteed} guaranteed, other requests cannot start"},
    {"entitled-no-surplus", "", "its guarantee, no surplus is left"},
    {"entitled-guarantee", "", "its guarantee"},
    {"report-no-starts", "",
     "The record has no starts of jobs. Use counts from the submission on, and waits are unknown."},
    {"report-open", "running waiting",
     "At the end of the record, jobs that run: {running}, jobs that wait: {waiting}. They count "
     "until then."},
    {"report-no-capacity", "",
     "The record does not tell how many GPUs there were, so free GPUs are not known."},
    {"report-pool-exceeded", "most capacity",
     "The record has up to {most} in use together, and the pool has {capacity}. GPUs beyond the "
     "pool "
     "count as capacity while they were in use."},
    // percent: count; quota, budget, period: text
    {"budget-near", "quota percent budget period",
     "{quota} has used {percent}% of its budget of {budget} GPU hours for {period}."},
    {"budget-spent", "quota percent budget period",
     "{quota} has used {percent}% of its budget of {budget} GPU hours for {period}.",
     "Raise the budget, or submit less."},
    {"budget-until", "day", "At this pace spent on {day}."},
    {"budget-lasts", "", "At this pace not spent in the period."},
    {"budget-was-spent", "day", "Spent since {day}."},
    {"budget-recorded", "day", "Recorded since {day}."},
    // Parts of a report. All arguments are texts: numbers with their separators.
    {"report-sentence", "capacity used percent borrowed",
     "{capacity} GPU hours were available. Teams used {used} ({percent}), of which {borrowed} were "
     "borrowed."},
    {"report-sentence.plain", "capacity used percent borrowed",
     "{capacity} GPU hours were available. {used} were used ({percent})."},
    {"report-sentence.used", "used jobs", "Teams used {used} GPU hours in {jobs} jobs."},
    {"report-sentence-none", "from to",
     "No part of this period was recorded. The record is from {from} to {to}."},
    {"report-sentence-lost", "lost free waited",
     "Evictions cost {lost} GPU hours. {free} GPU hours were free, {waited} of them while "
     "workloads "
     "waited."},
    {"report-coverage", "percent", "{percent} of the period was recorded."},
    {"report-gap", "from to", "Gap: {from} to {to}."},
    {"report-gaps-more", "count", "Gaps not listed: {count}."},
    {"report-unknown", "unknown",
     "The {unknown} GPU hours of the gaps that no known run used count as unknown. No team is "
     "charged for them."},
    {"report-not-charged", "free down unknown out",
     "Not charged: free {free}, down {down}, unknown {unknown}. Guaranteed = within + lent + idle "
     "+ down and unknown ({out})."},
    {"report-define-used", "",
     "GPUs that running workloads hold, multiplied by time in milliseconds. Hours are rounded "
     "once, "
     "in this report."},
    {"report-define-within", "",
     "Use up to the guarantee of the quota, and use above it. What children lend each other is not "
     "borrowed by their parent. Background workloads count as borrowed."},
    {"report-define-lent", "",
     "Guaranteed GPUs that other quotas used, and those that were free. Wanted: free while "
     "workloads of other quotas waited."},
    {"report-define-lost", "",
     "Work that evicted workloads must repeat since their last checkpoint."},
    {"report-define-lost.trace", "", "The record does not tell what evicted jobs had to repeat."},
    {"report-define-wait", "",
     "First start minus submission. A workload that still waits counts with its wait so far."},
    {"report-define-entitled", "",
     "GPU hours used, divided by the GPU hours of the fair share, while the share was recorded."},
    {"report-define-cost", "",
     "Used GPU hours multiplied by the price of the GPU type at that hour. Idle GPU hours are not "
     "shared out."},
    {"report-define-cost.guarantee", "",
     "Guaranteed GPU hours multiplied by the price. Use above the guarantee is free."},
    {"report-define-cost.both", "percent",
     "Guaranteed GPU hours multiplied by the price, and borrowed GPU hours at {percent}% of it."},
    {"report-define-source", "",
     "History of the project file: every run, split at the start and end of the period in local "
     "time. Guarantees, nodes, and evictions come from the history, fair shares and gaps from its "
     "samples."},
    {"report-define-source.trace", "",
     "Starts and ends of the recorded trace, without a simulation."},
    {"report-define-source.scenario", "", "A simulation of the scenario."},
};

}  // namespace

std::span<const Row> reports() {
    return kReportRows;
}

}  // namespace apportion::messages
