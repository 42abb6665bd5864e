// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a plan, and what is to be said of its runs. Arguments and their kinds:
//   key, value, name, noun, nearest, set, event, quota, edit, later  text    version, known, count,
//   weeks counts at, end, joins  seconds
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kPlansRows[] = {
    // The shape of the file
    {"plan-is-other", "version",
     "This is a scenario or a result. A plan begins with \"apportionPlan\": {version}.",
     "Write a plan with this file as its base: {\"apportionPlan\": 1, \"base\": {\"scenario\": "
     "FILE}, \"sets\": []}."},
    {"plan-format-missing", "version",
     "The format number is missing: the file does not say \"apportionPlan\": {version}.",
     "Add it as the first key, if this is a plan."},
    {"plan-format-unknown", "version known",
     "The plan has format {version}; this program reads format {known}.",
     "Use the version of the program that the plan was made for."},
    {"plan-base-kind", "", "A base must be exactly one of a scenario, a trace, and a project.",
     R"(Write {"scenario": FILE}, or {"trace": FILE, "format": NAME, "pool": NODESxGPUS}.)"},
    {"plan-only-for-traces", "key", "Key '{key}' is for a trace, and the base is not one.",
     "Remove the key."},
    {"plan-only-for-projects", "key", "Key '{key}' is for a project, and the base is not one.",
     "Remove the key."},
    {"plan-past", "value", "'{value}' is not a time.", "Use a time such as 2026-11-20T00:00:00Z."},
    {"plan-past.order", "", "A part of the past needs 'from' before 'to'.",
     "Write both keys, the earlier time first."},
    {"plan-base-hash", "value", "'{value}' is not a hash of a base.",
     "Write it as 'plan run --json' does, \"sha256:\" and 64 hexadecimal digits, or remove it."},
    {"plan-base-changed", "name value known",
     "The plan was run on another file than {name}. Hash of the file: {value}. Hash in the plan: "
     "{known}.",
     "Name the file that the plan was run on, or remove the hash."},
    {"plan-no-base", "key name", "File {name} does not exist. The plan names it as its {key}.",
     "Correct the path. It is relative to the folder of the plan."},
    {"plan-base-folder", "key name", "{name} is a folder. The plan names it as its {key}.",
     "Name a file in it."},
    {"plan-removed-twice", "name first", "Node {name} is already removed by {first}.",
     "Remove one of the two edits, or add the node again between them."},
    {"plan-no-nodes", "", "The edit names no node.", "Name at least one node."},
    {"plan-scale", "value", "A forecast cannot be scaled by {value}.",
     "Write a number from 0 to 100. 1.3 means 30% more jobs."},

    // The base
    {"plan-no-base.pool", "key name",
     "File {name} does not exist. The plan names it as its {key}, in addition to a pool.",
     "Remove 'pool' or '{key}'. Each names the nodes."},
    {"plan-pool", "value", "'{value}' must be NODESxGPUS, such as 60x8, or a file of nodes.",
     "Correct it. A path is relative to the folder of the plan."},
    {"plan-pool.bounds", "value",
     "'{value}' must have 1 to 100,000 nodes and at most 1,000,000 GPUs in total.",
     "Write it as NODESxGPUS, such as 60x8."},
    {"plan-quotas", "value", "'{value}' must be none, groups, or a scenario file.",
     "Correct it. A path is relative to the folder of the plan."},
    {"plan-guarantee", "value",
     "'{value}' must be demand, p95, equal, or a file of groups and GPUs.",
     "Correct it. A path is relative to the folder of the plan."},
    {"plan-quotas-decide", "key name",
     "Key '{key}' cannot be used with {name}, because the file of the quotas already decides it.",
     "Remove the key, or set 'quotas' to none or groups."},
    {"plan-columns", "format", "A trace of format '{format}' has fixed column names.",
     "Remove 'columns', or set 'format' to csv."},
    {"plan-no-pool", "", "The base is a trace, and its pool is missing.",
     R"(Add "pool": "NODESxGPUS" or a file of nodes, "nodesFile", or "quotas" with a scenario.)"},
    {"plan-without-groups", "key",
     "Key '{key}' is for quotas of groups, and the base does not have them.",
     R"(Add "quotas": "groups", or remove the key.)"},
    {"plan-scenario-as-it-is", "key", "Key '{key}' is not for traces of format scenario.",
     "Remove the key."},

    // What the edits mean on their base
    {"plan-unknown", "noun name nearest", "The base has no {noun} named {name}.",
     "Correct the name. Nearest: {nearest}."},
    {"plan-unknown.nothing-near", "noun name", "The base has no {noun} named {name}.",
     "Correct the name, or add the object in an earlier edit."},
    {"plan-name-taken", "noun name", "A {noun} named {name} already exists.",
     "Choose another name."},
    {"plan-node-returns", "name",
     "An earlier edit removes node {name}, and this edit adds a different one with the same name.",
     "Add the same node again, or choose another name."},
    {"plan-running", "name", "Workload {name} joins with its quota, so it cannot run at the start.",
     "Remove 'running', and set its time with 'submit'."},
    {"plan-late-selector", "quota",
     "Quota {quota} selects its own nodes, so it cannot join after the start.",
     "Let it join at 0, or select the same nodes as an existing root."},
    {"plan-before-joining", "noun name edit at later joins",
     "Edit {edit} at {at} names {noun} {name}, which edit {later} adds only at {joins}.",
     "Move the first edit to a later time, or the second to an earlier one."},
    {"plan-forecast-before", "edit quota later",
     "Forecast {edit} is about quota {quota}, which edit {later} adds later in the file.",
     "Move the forecast after that edit."},
    {"plan-ends-before", "at end", "The edit at {at} is after the end of the plan at {end}.",
     "Choose an earlier time, or a later 'until'."},

    // The runs
    {"plan-refused.also", "set at",
     "Without that edit, another edit of variant '{set}' is refused, too: the one at {at}."},
    {"plan-refused", "set at", "Variant '{set}' cannot be applied: its edit at {at} is refused."},
    {"plan-event-refused", "set event at",
     "Variant '{set}' refuses event '{event}' of the base at {at}, which the base applies.",
     "Add an earlier edit that removes the cause, or leave it refused."},
    {"plan-no-set", "name", "Variant '{name}' does not exist in the plan.",
     "Name one of its variants."},
    {"plan-futures-left-out", "count",
     "The {count|future|futures} of the plan are not run, because this result is about the "
     "recorded "
     "workloads of the base.",
     "For bands over futures, use 'plan run' without --base and --set."},
    {"plan-joins-elsewhere", "name quota joining",
     "Workload {name} joins with quota {joining} and is submitted to {quota}.",
     "If it is for the quota that joins, remove its quota."},
    {"plan-joins-elsewhere.workspace", "name quota joining workspace",
     "Workload {name} joins with quota {joining} and is submitted to {quota}, the quota of its "
     "workspace {workspace}.",
     "If it is for the quota that joins, remove its workspace."},
    {"plan-base-waits", "",
     "Workloads that wait forever are listed for the base. In a variant that changes nodes, "
     "quotas, "
     "or limits, these can run and others can wait."},
    {"plan-forecast-drawn", "set quota count jobs seed",
     "Variant '{set}': {count} of the {jobs|job|jobs} of {quota} come one more time than the "
     "others "
     "(drawn with seed {seed})."},
    {"plan-forecast-drawn.kept", "set quota count jobs seed",
     "Variant '{set}': {count} of the {jobs|job|jobs} of {quota} are kept (drawn with seed "
     "{seed})."},
    {"plan-forecast-nothing", "quota", "The forecast of {quota} changes nothing.",
     "Set a scale other than 1, or a shift other than 0."},
    {"plan-forecast-spared", "names", "The forecast keeps {names}, because an event names it.",
     "To drop it, remove the event."},
    {"plan-forecast-cut", "count quota",
     "The shift moves {count|workload|workloads} of {quota} before the start. They are submitted "
     "together at the start.",
     "Use a smaller shift, or an earlier start of the base."},
    {"plan-forecast-cut.joins", "count quota",
     "The shift moves {count|workload|workloads} of {quota} before the time at which the quota "
     "joins. They are submitted at that time.",
     "Use a smaller shift, or let the quota join earlier."},
    {"plan-joins-later", "count quota at",
     "{count|workload|workloads} of {quota} would come before the quota joins. They are submitted "
     "together at {at}.",
     "'submit' counts from the start of the base, not from the time of the edit."},
    {"plan-futures-names", "set",
     "In the futures of variant '{set}' this edit has no effect, because they have other "
     "workloads.",
     "To see how fewer workloads change the bands, scale the forecast of a quota."},
    {"plan-futures-events", "count",
     "Futures have other workloads, so {count|event|events} of the base that cancel or finish a "
     "workload have no effect there.",
     "Give such workloads a duration, so that they end in the futures too."},
    {"plan-futures-drawn", "weeks",
     "Each week of a future is one of the {weeks|whole week|whole weeks} of submissions, the same "
     "for all quotas. Submissions after these weeks are not used."},
    {"plan-futures-drawn.pairs", "weeks",
     "Each two weeks of a future are two consecutive ones of the {weeks|whole week|whole weeks} of "
     "submissions, the same for all quotas. Submissions after these weeks are not used."},
    {"plan-futures-drawn.apart", "weeks",
     "Each week of a future is one of the {weeks|whole week|whole weeks} of submissions, drawn for "
     "each quota separately. Submissions after these weeks are not used."},
    {"plan-one-week", "weeks",
     "The base has {weeks|whole week|whole weeks} of submissions, so all futures are the same and "
     "there is no band.",
     "Use a trace of at least three weeks."},
    {"plan-few-weeks", "weeks",
     "Futures are drawn from {weeks|whole week|whole weeks} of submissions. With so few weeks they "
     "repeat each other, and the bands are too narrow.",
     "Use a trace of at least three weeks."},
    {"plan-extremes-missing", "weeks",
     "Futures repeat the {weeks|whole week|whole weeks} of the base. With fewer than 8, the "
     "busiest "
     "and the quietest weeks of a year are probably missing.",
     "Use a longer trace."},

    // plan check
    {"plan-check-weeks", "weeks",
     "The base has {weeks|whole week|whole weeks} of submissions, and a check needs 3.",
     "Use a longer trace."},
    {"plan-check-bands", "held times percent",
     "{held} of {times} weekly numbers are in the band of 8 of 10 futures: {percent}%."},
    {"plan-check-drift", "percent",
     "The held-back weeks request {percent}% of the GPU hours of the weeks before, so they differ "
     "from all weeks that the futures are drawn from."},
    {"plan-check-few", "weeks",
     "The bands come from {weeks|whole week|whole weeks}. With fewer than 8, the extremes are not "
     "in the data."},
    {"plan-check-calm", "", "Numbers that hardly vary from week to week are in nearly every band."},
    {"plan-check-dependent", "",
     "Weeks resemble each other for longer than the two weeks that are drawn together."},

    // plan report. All arguments are texts but for counts.
    {"plan-no-end", "",
     "The run ends as it starts: no workload has a duration, and the plan has no end.",
     R"(Add "until" to the plan, such as "until": 86400.)"},
    {"plan-report-question", "of base",
     "Question: how do these changes affect the waits of {of}, based on {base}?"},
    {"plan-report-pool", "gpus nodes", "The pool of the base has {gpus} on {nodes|node|nodes}."},
    {"plan-report-verdict", "name of before after better futures",
     "{name}: the p95 wait of {of} goes from {before} to {after}, shorter in {better} of {futures} "
     "futures."},
    {"plan-report-payer", "payer longer", "{payer} waits up to {longer} longer."},
    {"plan-report-no-payer", "", "No team waits longer."},
    {"plan-report-refused", "", "The variant cannot be applied."},
    {"plan-report-base", "count length", "{count} workloads over {length}."},
    {"plan-report-arrivals", "weeks",
     "Futures are drawn from {weeks|whole week|whole weeks}, for all teams together."},
    {"plan-report-arrivals.apart", "weeks",
     "Futures are drawn from {weeks|whole week|whole weeks}, for each team separately."},
    {"plan-report-arrivals.few", "",
     "The base has less than two whole weeks, so all futures are the same."},
    {"plan-report-durations", "", "A workload runs as long in each variant as in the base."},
    {"plan-report-users", "", "Users submit the same workloads, however long these wait."},
    {"plan-report-nodes", "", "Nodes fail only where the base or a variant says so."},
    {"plan-report-left-out", "", "A plan leaves out approvals."},
    {"plan-report-no-reservation", "",
     "A plan reserves no GPUs. Run it again before you apply it."},
    {"plan-report-more-variants", "count", "Variants not shown here: {count}."},
    {"plan-report-define-band", "",
     "8 of 10 futures are in the band. Base and variants run on the same futures."},
    {"plan-report-define-mark", "", "Same means that the band of the change contains 0."},

    // plan advise
    {"advice-goal", "value", "'{value}' is not a goal.",
     "Write METRIC of QUOTA below BOUND, such as 'p95-wait of Quota1.1 below 30m in 8/10'. "
     "Metrics: p95-wait, mean-wait, evictions, never-started, share-kept (at-least 90%). In place "
     "of a quota: all, or worst."},
    {"advice-lever", "value known", "'{value}' is not a lever.", "Choose from {known}."},
    {"advice-no-quota", "name", "Quota {name} does not exist in the base.",
     "Name a quota of the base."},
    {"advice-no-pool", "", "The base of this plan is not a project.",
     "Name the project where the advice was applied: --pool PROJECT."},
    {"advice-weeks", "weeks",
     "Advice needs 2 whole weeks of submissions, and the base has {weeks|whole week|whole weeks}.",
     "Use a longer trace."},
    {"advice-jobs", "name count",
     "Advice about {name} needs 200 of its workloads, and the base has {count}.",
     "Use a longer trace, or a goal about a larger quota."},
    {"advice-jobs-pool", "count", "Advice needs 200 workloads, and the base has {count}.",
     "Use a longer trace."},
    {"advice-limit-use", "percent", "The GPUs of the pool are in use for {percent}% of the time."},
    {"advice-limit-others", "percent",
     "Changes that reach the other goals let another quota wait more than {percent}% longer.",
     "Allow longer waits of the other quotas."},
    {"advice-limit-levers", "", "The pool has free GPUs, but no combination of the levers helps.",
     "Choose more levers."},
    {"advice-limit-waiting", "count",
     "Even so, {count|workload|workloads} never start, because they are too large or come too "
     "late."},
    {"advice-limit-refused", "", "The pool refuses this change in each future."},
};

}  // namespace

std::span<const Row> plans() {
    return kPlansRows;
}

}  // namespace apportion::messages
