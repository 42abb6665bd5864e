// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with a table of sacct alone. Arguments and their kinds:
//   column, value, amount, name    text    count, line    counts
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kSlurmRows[] = {
    {"trace-bad-tres", "column value", "Column '{column}': '{value}' is no list of resources.",
     "Write it as sacct -P does: billing=32,cpu=32,gres/gpu=4,mem=128G,node=1."},
    {"trace-bad-tres.amount", "column value amount",
     "Column '{column}': '{amount}' in '{value}' is no amount from 0 up, or more than there can "
     "be.",
     "Correct it, or take the row out; a job has at most 1,000,000 GPUs."},
    {"trace-bad-tres.twice", "column value name",
     "Column '{column}': '{name}' stands twice in '{value}'.",
     "Take one of them out; types of GPUs, gres/gpu:a100=1 and gres/gpu:v100=2, may stand beside "
     "their sum, gres/gpu=3."},
    {"trace-bad-tres.sum", "column value",
     "Column '{column}': all of '{value}' together is more than there can be.",
     "Correct it, or take the row out; a job has at most 1,000,000 GPUs."},
    {"trace-bad-tres.gpus", "column value",
     "Column '{column}': how many GPUs '{value}' is cannot be told.",
     "Write it as a number, gpu:2, gpu:a100:2 or gres/gpu=2, or for each node, PER_NODE:gpu:2 with "
     "a column NNodes; or add the column AllocTRES, which counts before it. --skip-bad-rows leaves "
     "such rows out."},
    {"trace-bad-nodes", "column value", "Column '{column}': '{value}' is no number of nodes.",
     "Write a whole number up to 1,000,000: the GPUs of this row are told for each node "
     "(PER_NODE)."},
    {"trace-bad-elapsed", "column value", "Column '{column}': '{value}' is no time that passed.",
     "Write it as sacct does: 1-02:03:04 or 02:03:04; ElapsedRaw is in seconds."},
    {"trace-bad-elapsed.too-long", "column value",
     "Column '{column}': '{value}' is more than 1,000,000,000 s.",
     "Correct it, or take the row out: no job runs longer."},
    {"trace-remark-state", "count line value",
     "Slurm has no such State: that of {count|job|jobs}, the first in line {line}, '{value}'. They "
     "count as ended."},
    {"trace-remark-no-nodes", "count line",
     "{count|job|jobs} with GPUs ran on 0 nodes by what stands there, so that one of the two is "
     "wrong; the GPUs count; the first in line {line}."},
    {"trace-remark-other-gpus", "count line",
     "Another number of GPUs was given (AllocTRES) than asked for (ReqTRES) to {count|job|jobs}; "
     "what was asked for counts; the first in line {line}."},
    {"trace-remark-other-gpus.allocated", "count line",
     "Another number of GPUs was allocated (AllocTRES) than requested (ReqTRES): {count|job|jobs}. "
     "The allocated GPUs count. First: line {line}."},
    {"trace-remark-slices", "count line value",
     "Slices of GPUs (MIG) count as whole GPUs: {count|row|rows}. First: line {line}, '{value}'."},
    {"trace-remark-types.mixed", "count line",
     "Read as any GPU type: {count|job with GPUs|jobs with GPUs} of several types, or of a type "
     "for a part of them or for more than there are in all, the first in line {line}."},
};

}  // namespace

std::span<const Row> slurm() {
    return kSlurmRows;
}

}  // namespace apportion::messages
