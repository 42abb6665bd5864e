// SPDX-License-Identifier: GPL-3.0-or-later
// Traces and scenarios from one format into another. Arguments and their kinds:
//   format, name, known, options    text    count, jobs    counts    until    time
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kConvertingRows[] = {
    {"convert-unknown-format", "name known", "The format of {name} is not clear.",
     "Name it with --from or --to. Known formats: {known}."},
    {"convert-unknown-format.once", "name known",
     "The format of {name} is not guessed: standard input and pipes can be read only once.",
     "Name it with --from. Known formats: {known}."},
    {"convert-not-writable", "format known", "Files of format '{format}' cannot be written.",
     "Use one of these: {known}."},
    {"convert-needs-pool", "", "A scenario needs nodes, which a trace does not have.",
     "Name them: --pool NODESxGPUS, --pool FILE, --nodes-file FILE or --quotas FILE."},
    {"convert-columns", "format", "Format '{format}' does not accept column names.",
     "Remove --columns, or use --from csv."},
    {"convert-as-it-is", "", "A scenario is converted as it is.",
     "Remove the options that are for a trace, such as --team, --map, --pool, --quotas, or "
     "--first."},
    {"convert-raw", "format", "A file of format '{format}' has no CSV cells.",
     "Remove --raw, or write csv, philly, or helios."},
    {"convert-unused", "options format",
     "Only a scenario has nodes and quotas: {options} changes nothing of a file of format "
     "'{format}'.",
     "Remove the option, or write a scenario."},
    {"convert-done", "jobs format", "{jobs|job|jobs}, written as {format}."},
    {"convert-leaves-pool", "",
     "Not written: nodes, quotas, and settings of the scenario. Use them again with --quotas "
     "FILE."},
    {"convert-leaves-until", "until",
     "Not written: the end of the scenario ('until': {until}). A replay ends when all jobs end, or "
     "with --until {until}."},
    {"convert-leaves-until.jobs", "until count",
     "Not written: the end of the scenario ('until': {until}), and {count|job that is|jobs that "
     "are} submitted at or after it would run. --until ends a replay there."},
    {"convert-leaves-workspaces", "count",
     "Not written: the workspaces of {count|job|jobs}. With --quotas FILE, a replay uses the first "
     "workspace of that file with the quota and user of a job."},
    {"convert-leaves-workspaces.unused", "",
     "Not written: the workspaces of the scenario, which no job used. With --quotas FILE, a replay "
     "uses the first with the quota and user of a job."},
    {"convert-events", "count",
     "A table of jobs has no events, and the scenario has {count|event|events}.",
     "Remove them, or keep the scenario."},
    {"convert-running", "count name",
     "A table of jobs has no running workloads: {count|workload|workloads}, the first is '{name}'.",
     "Remove 'running', or keep the scenario."},
    {"convert-elastic", "count name",
     "A table of jobs has no 'minReplicas': {count|workload|workloads}, the first is '{name}'.",
     "Remove it, or keep the scenario."},
    {"convert-checkpoint", "count name",
     "A table of jobs has no 'checkpoint': {count|workload|workloads}, the first is '{name}'.",
     "Remove it, or keep the scenario."},
    {"convert-no-quota", "count name",
     "{count|workload leaves its quota|workloads leave their quota} to the workspace, the first is "
     "'{name}'.",
     "Name the quota of each."},
    {"convert-no-gpu", "count name",
     "{count|workload asks|workloads ask} for no GPU, the first is '{name}': a replay would leave "
     "them out.",
     "Remove them, or keep the scenario."},
    {"written-no-job", "format",
     "There is no job to write, and a file of format '{format}' without one says nothing.",
     "Check the file, and --first; as csv its first line is written."},
    {"written-share", "format count name",
     "A trace of format '{format}' counts whole GPUs: {count|job has|jobs have} a fraction of a "
     "GPU, the first is '{name}'.",
     "Write csv or a scenario."},
    {"written-no-end", "format count name",
     "A trace of format '{format}' needs run times: {count|job runs|jobs run} until ended, the "
     "first is '{name}'.",
     "Write csv or a scenario."},
    {"written-replicas", "format count name",
     "A trace of format '{format}' has no number of replicas, and a replay would choose another: "
     "{count|job has|jobs have} more than one, the first is '{name}'.",
     "Write csv or a scenario."},
    {"written-gpu-type", "format count name",
     "A trace of format '{format}' has no types of GPU: {count|job asks|jobs ask} for one, the "
     "first is '{name}'.",
     "Write csv, sacct or a scenario."},
    {"written-class", "format count name",
     "A trace of format '{format}' has no module, priority, or preemption: {count|job is|jobs are} "
     "not preemptible training of priority 5, the first is '{name}'.",
     "Write csv or a scenario."},
    {"written-part-of-second", "format count name",
     "A trace of format '{format}' counts submit times in whole seconds: {count|job is|jobs are} "
     "submitted between two, the first is '{name}'.",
     "Write csv or a scenario."},
    {"written-text", "format count name",
     "A trace of format '{format}' would misread a name, user, group, or GPU type of "
     "{count|job|jobs}, such as None or a bar. First: '{name}'.",
     "Choose another column by --team, or write csv or a scenario."},
    {"written-text.own", "format count name",
     "A trace of format '{format}' would misread a name, user, group, or GPU type of "
     "{count|job|jobs}, such as None or an outer blank. First: '{name}'.",
     "Give that quota, user, type or job another name, or keep a scenario."},
    {"swf-group-name", "count name",
     "The name of an SWF queue ends at a blank: {count|job is|jobs are} of groups with one in it, "
     "the "
     "first is '{name}'.",
     "Choose another column by --team, or write csv."},
    {"written-loses-names", "count",
     "Not written: the names of {count|job|jobs}, which a replay then takes from the rows of the "
     "new file. Names decide where all else is equal, so that it may be another replay; csv keeps "
     "them."},
    {"written-loses-names.numbered", "count",
     "Not written: the names of {count|job|jobs}, which are numbered by submit time. Names decide "
     "where all else is equal, so that a replay may be another; csv keeps them."},
    {"written-numbers-names", "count",
     "Written as the number in them, job-7 as 7: the names of {count|job|jobs}. Their order stays "
     "as it is."},
    {"written-loses-waits", "count",
     "Not written: when {count|job|jobs} started, later than submitted. A replay decides itself "
     "how "
     "long each waits."},
    {"written-loses-users", "count",
     "Not written: the names of users, of {count|job|jobs}. A replay is another where workspaces "
     "bound what users may have."},
    {"written-loses-users.numbered", "count",
     "Not written: the names of users, of {count|job|jobs}; they are numbered. A replay is another "
     "where workspaces bound what users may have."},
    {"written-loses-cpu", "count",
     "Not written: CPU and memory, of {count|job|jobs}. A replay is another where nodes or quotas "
     "are bounded in them."},
    {"written-loses-memory", "count",
     "Not written: memory, of {count|job|jobs}. A replay is another where nodes or quotas are "
     "bounded in it."},
    {"written-loses-replicas", "count",
     "Not written: that {count|job is|jobs are} one replica. A replay divides them where no node "
     "has room for one."},
    {"written-cuts-durations", "count",
     "Cut to whole seconds, as a replay does: the run times of {count|job|jobs}."},
    {"written-dates", "", "Times are written as dates from 1970-01-01 on, as they are none."},
    {"written-supposed", "",
     "A trace does not keep starts and ends of jobs. They are written as started immediately and "
     "completed."},
};

}  // namespace

std::span<const Row> converting() {
    return kConvertingRows;
}

}  // namespace apportion::messages
