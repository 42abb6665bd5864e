// SPDX-License-Identifier: GPL-3.0-or-later
// What stands in forms while they are filled in. Arguments and their kinds:
//   quota, sibling            text, names
//   ratio, weight, weights    text: "8 : 48 : 80", "8"
//   priorities, modules       text: "1–3"; list
//   guaranteed, more, lend, gpu, whole, unassigned, short  GPUs
//   nodes, count              counts
//   time                      seconds
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kDraftsRows[] = {
    // How a new quota reads
    {"quota-reads", "quota guaranteed more ratio",
     "{quota} would always get {guaranteed}, may borrow up to {more} more while others leave them "
     "idle, in the ratio {ratio}, and gives them back when they are asked for."},
    {"quota-reads.weight", "quota guaranteed more weight weights",
     "{quota} would always get {guaranteed}, may borrow up to {more} more while others leave them "
     "idle, with a weight of {weight} among {weights}, and gives them back when they are asked "
     "for."},
    {"quota-reads.alone", "quota guaranteed more",
     "{quota} would always get {guaranteed}, may borrow up to {more} more while others leave them "
     "idle, and gives them back when they are asked for."},
    {"quota-reads.unclaimed", "quota guaranteed more",
     "{quota} would always get {guaranteed} and may use up to {more} more, but only what nobody "
     "else claims: its weight is 0."},
    {"quota-reads.weight-only", "quota more weight weights",
     "{quota} has no guarantee. It may borrow up to {more} while others leave them idle, with a "
     "weight of {weight} among {weights}, and gives them back when they are asked for."},
    {"quota-reads.left-over", "quota more",
     "{quota} has no guarantee and may use up to {more}, but only what nobody else claims: its "
     "weight is 0."},
    {"quota-reads.fixed", "quota guaranteed",
     "{quota} would always get {guaranteed}, never more and never less: what it does not use stays "
     "free for it."},
    {"quota-reads.never-more", "quota guaranteed",
     "{quota} would always get {guaranteed} and never more. What it does not use others may "
     "borrow."},
    {"quota-reads.nothing", "quota",
     "{quota} would get nothing: it has no guarantee and may not borrow."},
    {"quota-reads.idle", "quota guaranteed",
     "{quota} would always get {guaranteed}. Beyond them only idle work runs, on what others "
     "leave, and it is the first to go."},
    {"quota-reads.idle-only", "quota",
     "{quota} has no guarantee: only idle work runs there, on what others leave, and it is the "
     "first to go."},
    {"quota-reads.after", "count",
     "What others leave idle goes to {count|quota|quotas} of a higher rank first."},
    {"quota-reads.before", "count",
     "By its rank it is given of what others leave idle before {count|quota|quotas}."},
    {"quota-reads.parent-takes", "parent quota modules priorities",
     "One thing goes before that: work submitted on {parent} itself may take {modules} workloads "
     "of "
     "priority {priorities} from {quota}, guaranteed GPUs included. That is the child-level "
     "preemption of {parent}."},
    {"quota-reads.keeps", "", "Nobody borrows what it leaves idle."},
    {"quota-reads.lends", "lend", "Others may borrow up to {lend} of that while they are idle."},
    {"quota-reads.takes", "sibling gpu", "{sibling} gives up {gpu} for it."},
    {"quota-reads.nodes", "nodes gpu", "It divides {nodes|node|nodes} with {gpu}."},

    // A value that a quota takes from above
    {"value-inherited", "time", "inherited ({time})"},

    // What is wrong with it
    {"quota-room", "quota whole unassigned short",
     "{quota} has {unassigned} of its {whole} left to give, {short} too few."},
    {"quota-room.nodes", "whole unassigned short",
     "The nodes have {unassigned} of their {whole} left to give, {short} too few."},
    {"quota-room.others", "gpu guaranteed",
     "If it has these nodes for itself, the other roots are left with {gpu}, and have guarantees "
     "of {guaranteed}."},
};

}  // namespace

std::span<const Row> drafts() {
    return kDraftsRows;
}

}  // namespace apportion::messages
