// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a table of sacct alone. Arguments and their kinds:
//   column, value, amount, name    text    count, line    counts
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kSlurmRows[] = {
    {"trace-bad-tres", "column value", "Column '{column}': '{value}' is not a list of resources.",
     "Write it as sacct -P does: billing=32,cpu=32,gres/gpu=4,mem=128G,node=1."},
    {"trace-bad-tres.amount", "column value amount",
     "Column '{column}': '{amount}' in '{value}' is not an amount from 0 up, or is too large.",
     "Correct it, or remove the row. A job has at most 1,000,000 GPUs."},
    {"trace-bad-tres.twice", "column value name",
     "Column '{column}': '{value}' has '{name}' twice.",
     "Remove one of them. GPU types (gres/gpu:a100=1) can be listed in addition to their sum "
     "(gres/gpu=3)."},
    {"trace-bad-tres.sum", "column value",
     "Column '{column}': the total of '{value}' is too large.",
     "Correct it, or remove the row. A job has at most 1,000,000 GPUs."},
    {"trace-bad-tres.gpus", "column value",
     "Column '{column}': the number of GPUs in '{value}' is unknown.",
     "Write a number, gpu:2, gpu:a100:2, gres/gpu=2, or PER_NODE:gpu:2 with a column NNodes. Or "
     "add the column AllocTRES, or skip such rows with --skip-bad-rows."},
    {"trace-bad-nodes", "column value", "Column '{column}': '{value}' is not a number of nodes.",
     "Write a whole number up to 1,000,000. The GPUs of this row are listed for each node "
     "(PER_NODE)."},
    {"trace-bad-elapsed", "column value", "Column '{column}': '{value}' is not a duration.",
     "Write it as sacct does, such as 1-02:03:04 or 02:03:04. ElapsedRaw is in seconds."},
    {"trace-bad-elapsed.too-long", "column value",
     "Column '{column}': '{value}' is more than 1,000,000,000 s.",
     "Correct it, or remove the row."},
    {"trace-remark-state", "count line value",
     "Read as ended: {count|job|jobs} with an unknown State. First: line {line}, '{value}'."},
    {"trace-remark-no-nodes", "count line",
     "GPUs on 0 nodes: {count|job|jobs}. The GPUs count. First: line {line}."},
    {"trace-remark-other-gpus", "count line",
     "Another number of GPUs was allocated (AllocTRES) than requested (ReqTRES): {count|job|jobs}. "
     "The requested GPUs count. First: line {line}."},
    {"trace-remark-other-gpus.allocated", "count line",
     "Another number of GPUs was allocated (AllocTRES) than requested (ReqTRES): {count|job|jobs}. "
     "The allocated GPUs count. First: line {line}."},
    {"trace-remark-slices", "count line value",
     "Slices of GPUs (MIG) count as whole GPUs: {count|row|rows}. First: line {line}, '{value}'."},
    {"trace-remark-types.mixed", "count line",
     "Read as any GPU type: {count|job|jobs} whose GPU types are mixed or do not match the number "
     "of "
     "GPUs. First: line {line}."},
};

}  // namespace

std::span<const Row> slurm() {
    return kSlurmRows;
}

}  // namespace apportion::messages
