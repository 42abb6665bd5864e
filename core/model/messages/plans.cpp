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
     "This is a scenario or an answer, no plan, which begins with \"apportionPlan\": {version}.",
     "Write a plan whose base it is: {\"apportionPlan\": 1, \"base\": {\"scenario\": FILE}, "
     "\"sets\": []}."},
    {"plan-format-missing", "version",
     "The format number is missing: the file does not say \"apportionPlan\": {version}.",
     "Add it as the first key, if this is a plan."},
    {"plan-format-unknown", "version known",
     "The plan has format {version}; this program reads format {known}.",
     "Use the version of the program that the plan was made for."},
    {"plan-base-kind", "", "A base is exactly one of a scenario, a trace and a project.",
     R"(Write {"scenario": FILE}, or {"trace": FILE, "format": NAME, "pool": NODESxGPUS}.)"},
    {"plan-only-for-traces", "key", "Key '{key}' shapes a trace, and the base is none.",
     "Take it out: a scenario says everything itself."},
    {"plan-only-for-projects", "key", "Key '{key}' is for a project, and the base is not one.",
     "Remove the key."},
    {"plan-past", "value", "'{value}' is not a time.", "Use a time such as 2026-11-20T00:00:00Z."},
    {"plan-past.order", "", "A part of the past needs 'from' before 'to'.",
     "Write both keys, the earlier time first."},
    {"plan-base-hash", "value", "'{value}' is no hash of a base.",
     "Write it as 'plan run --json' does, \"sha256:\" and 64 hexadecimal digits, or take it out."},
    {"plan-base-changed", "name value known",
     "{name} is not what the plan was run on: its hash is {value}, and the plan names {known}.",
     "Name the file that it was run on, or take the hash out."},
    {"plan-no-base", "key name", "There is no file {name}, which the plan names as its {key}.",
     "Correct the name; it is looked for from the plan's own folder."},
    {"plan-base-folder", "key name", "{name}, which the plan names as its {key}, is a folder.",
     "Name a file in it."},
    {"plan-removed-twice", "name first", "Node {name} is removed already, by {first}.",
     "Remove one of the two edits, or add the node again between them."},
    {"plan-no-nodes", "", "The edit names no node.", "Name at least one node."},
    {"plan-scale", "value", "A forecast cannot be scaled by {value}.",
     "Write a number from 0 to 100: 1.3 is 30 % more jobs."},

    // The base
    {"plan-no-base.pool", "key name",
     "There is no file {name}, which the plan names as its {key}, beside a pool.",
     "Take one of 'pool' and '{key}' out: each names the nodes."},
    {"plan-pool", "value",
     "'{value}' is neither of the form NODESxGPUS, such as 60x8, nor a file of nodes.",
     "Correct it; a file is looked for from the plan's own folder."},
    {"plan-pool.bounds", "value",
     "'{value}' is no pool of 1 to 100,000 nodes with at most 1,000,000 GPUs in all.",
     "Write it as NODESxGPUS, such as 60x8."},
    {"plan-quotas", "value", "'{value}' is neither none nor groups nor a scenario file.",
     "Correct it; a file is looked for from the plan's own folder."},
    {"plan-guarantee", "value",
     "'{value}' is neither demand nor p95 nor equal nor a file of groups and GPUs.",
     "Correct it; a file is looked for from the plan's own folder."},
    {"plan-quotas-decide", "key name",
     "Key '{key}' says what {name}, the file of the quotas, decides.",
     "Take it out, or let 'quotas' be none or groups."},
    {"plan-columns", "format", "A trace of format '{format}' names its columns itself.",
     "Take 'columns' out, or let 'format' be csv."},
    {"plan-no-pool", "", "The base is a trace, which has no nodes, and names no pool.",
     R"(Add "pool": "NODESxGPUS" or a file of nodes, "nodesFile", or "quotas" with a scenario.)"},
    {"plan-without-groups", "key",
     "Key '{key}' says how groups share the pool, and the base has no quotas for groups.",
     R"(Add "quotas": "groups", or take it out.)"},
    {"plan-scenario-as-it-is", "key",
     "Key '{key}' shapes a trace, and one of format scenario is run as it is.", "Take it out."},

    // What the edits mean on their base
    {"plan-unknown", "noun name nearest", "The base has no {noun} named {name}.",
     "Correct the name; the nearest there is: {nearest}."},
    {"plan-unknown.nothing-near", "noun name", "The base has no {noun} named {name}.",
     "Correct the name, or add what it names in an edit before."},
    {"plan-name-taken", "noun name", "There is a {noun} named {name} already.",
     "Choose another name."},
    {"plan-node-returns", "name",
     "Node {name} is removed before and would come back as another one: a name stands for one "
     "node.",
     "Add it as it was, or choose another name."},
    {"plan-running", "name", "Workload {name} joins with its quota, so it cannot run at moment 0.",
     "Take 'running' out; 'submit' says when it comes."},
    {"plan-late-selector", "quota",
     "Quota {quota} chooses nodes of its own, which the pool is divided by from the beginning.",
     "Let it join at 0, or choose the same nodes as a root that is there."},
    {"plan-before-joining", "noun name edit at later joins",
     "Edit {edit} at {at} names {noun} {name}, which edit {later} adds at {joins}, behind it.",
     "Let the first one happen later, or the second one earlier."},
    {"plan-forecast-before", "edit quota later",
     "Forecast {edit} is about quota {quota}, which edit {later} adds, behind it in the file.",
     "Put the forecast behind that edit: it is about the work of the base and of the edits before "
     "it."},
    {"plan-ends-before", "at end", "The edit at {at} lies behind the end of the plan at {end}.",
     "Choose an earlier moment, or a later 'until'."},

    // The runs
    {"plan-refused.also", "set at",
     "Without that one, another edit of set '{set}' is refused, too: the one at {at}."},
    {"plan-refused", "set at", "Set '{set}' cannot be applied: its edit at {at} is refused."},
    {"plan-event-refused", "set event at",
     "In set '{set}' the base's own event '{event}' at {at}, which the base applies, is refused.",
     "If it is meant to happen there too, let the set change what stands in its way before."},
    {"plan-no-set", "name", "The plan has no set named '{name}'.", "Name one of its sets."},
    {"plan-futures-left-out", "count",
     "The {count|future|futures} of the plan are not run for this answer, which is about the work "
     "of the base as it was.",
     "Bands over futures are answered by 'plan run' without --base and --set."},
    {"plan-joins-elsewhere", "name quota joining",
     "Workload {name} joins with quota {joining} and is submitted to {quota}.",
     "Leave its quota out if it is meant for the one that joins."},
    {"plan-joins-elsewhere.workspace", "name quota joining workspace",
     "Workload {name} joins with quota {joining} and is submitted to {quota}, the quota of its "
     "workspace {workspace}.",
     "Leave its workspace out if it is meant for the quota that joins."},
    {"plan-base-waits", "",
     "That work will wait for ever is said of the base; in a set that changes nodes, quotas or "
     "limits it may run, and other work may wait."},
    {"plan-forecast-drawn", "set quota count jobs seed",
     "Set '{set}': {count} of the {jobs|job|jobs} of {quota} come once more than the others, drawn "
     "with seed {seed}."},
    {"plan-forecast-drawn.kept", "set quota count jobs seed",
     "Set '{set}': {count} of the {jobs|job|jobs} of {quota} are kept, drawn with seed {seed}."},
    {"plan-forecast-nothing", "quota", "The forecast of {quota} changes nothing.",
     "Give it a scale other than 1 or a shift other than 0."},
    {"plan-forecast-spared", "names", "An event names {names}, which the forecast keeps for that.",
     "Take the event away where that work is not to come."},
    {"plan-forecast-cut", "count quota",
     "The shift would bring {count|workload|workloads} of {quota} before the beginning: submitted "
     "together, at moment 0.",
     "Shift by less, or begin the base earlier."},
    {"plan-forecast-cut.joins", "count quota",
     "The shift would bring {count|workload|workloads} of {quota} before the moment at which a "
     "quota "
     "joins with it: submitted at that moment.",
     "Shift by less, or let the quota join earlier."},
    {"plan-joins-later", "count quota at",
     "{count|workload|workloads} of {quota} would come before the quota joins: submitted together, "
     "at {at}.",
     "'submit' counts from the beginning of the base, not from the moment of the edit."},
    {"plan-futures-names", "set",
     "In the futures of set '{set}' this edit has no effect: the workloads there are others.",
     "To see how less work changes the bands, scale the forecast of a quota."},
    {"plan-futures-events", "count",
     "In the futures nothing comes of {count|event|events} of the base that would cancel or finish "
     "work: the workloads there are others.",
     "Give such work a duration, so that it ends in the futures too."},
    {"plan-futures-drawn", "weeks",
     "Each week of a future is one of the {weeks|whole week|whole weeks} of submissions, the same "
     "for "
     "all quotas. Submissions after them are not drawn from."},
    {"plan-futures-drawn.pairs", "weeks",
     "Each two weeks of a future are two consecutive ones of the {weeks|whole week|whole weeks} of "
     "submissions, the same for all quotas. Submissions after them are not drawn from."},
    {"plan-futures-drawn.apart", "weeks",
     "Each week of a future is one of the {weeks|whole week|whole weeks} of submissions, drawn for "
     "each quota by itself. Submissions after them are not drawn from."},
    {"plan-one-week", "weeks",
     "The base has {weeks|whole week|whole weeks} of submissions to draw futures from: each future "
     "is the same, and there is no band.",
     "Take a longer trace; from three weeks up the bands mean something."},
    {"plan-few-weeks", "weeks",
     "Futures are drawn from the {weeks|whole week|whole weeks} of submissions that the base has: "
     "with so few they repeat each other, and the bands come out narrower than they should.",
     "Take a longer trace; from three weeks up this is not said."},
    {"plan-extremes-missing", "weeks",
     "Futures repeat the {weeks|whole week|whole weeks} of the base: with fewer than 8, the "
     "busiest "
     "and the quietest weeks of a year are probably not among them.",
     "Take a longer trace."},

    // plan check
    {"plan-check-weeks", "weeks",
     "The base has {weeks|whole week|whole weeks} of submissions, and a check needs 3.",
     "Take a longer trace."},
    {"plan-check-bands", "held times percent",
     "{held} of {times} weekly numbers lay in the band of 8 of 10 futures: {percent} %."},
    {"plan-check-drift", "percent",
     "The held-back weeks ask for {percent} % of the GPU hours of the weeks before, so they differ "
     "from everything that the futures are drawn from."},
    {"plan-check-few", "weeks",
     "The bands come from {weeks|whole week|whole weeks}. With fewer than 8, the extremes are not "
     "in the data."},
    {"plan-check-calm", "", "Numbers that hardly vary from week to week lie in nearly every band."},
    {"plan-check-dependent", "",
     "Weeks resemble each other for longer than the two weeks that are drawn together."},

    // plan report. All arguments are texts but for counts.
    {"plan-no-end", "",
     "The run ends as it starts: no workload has a duration, and the plan has no end.",
     R"(Add "until" to the plan, such as "until": 86400.)"},
    {"plan-report-question", "of base",
     "Question: what do these changes do to the waits of {of}, based on {base}?"},
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
     "8 of 10 futures lie in the band. Base and variants run on the same futures."},
    {"plan-report-define-mark", "", "Same means that the band of the change contains 0."},

    // plan advise
    {"advice-goal", "value", "'{value}' is not a goal.",
     "Write METRIC of QUOTA below BOUND, such as 'p95-wait of Quota1.1 below 30m in 8/10'. "
     "Metrics: "
     "p95-wait, mean-wait, evictions, never-started, share-kept (at-least 90%). In place of a "
     "quota: "
     "all, or worst."},
    {"advice-lever", "value known", "'{value}' is not a lever.", "Choose from {known}."},
    {"advice-no-quota", "name", "The base has no quota {name}.", "Name a quota of the base."},
    {"advice-no-pool", "", "The base of this plan is not a project.",
     "Name the project where the advice was applied: --pool PROJECT."},
    {"advice-weeks", "weeks",
     "Advice needs 2 whole weeks of submissions, and the base has {weeks|whole week|whole weeks}.",
     "Take a longer trace."},
    {"advice-jobs", "name count",
     "Advice about {name} needs 200 of its workloads, and the base has {count}.",
     "Take a longer trace, or a goal about a larger quota."},
    {"advice-jobs-pool", "count", "Advice needs 200 workloads, and the base has {count}.",
     "Take a longer trace."},
    {"advice-limit-use", "percent", "The GPUs of the pool are in use for {percent} % of the time."},
    {"advice-limit-others", "percent",
     "Changes that reach the other goals let another quota wait more than {percent} % longer.",
     "Allow a longer wait of the other quotas."},
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
