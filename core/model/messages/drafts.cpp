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
     "{quota} would always get {guaranteed}. It can borrow up to {more} more idle GPUs in the "
     "ratio {ratio}, until their owners reclaim them."},
    {"quota-reads.weight", "quota guaranteed more weight weights",
     "{quota} would always get {guaranteed}. It can borrow up to {more} more idle GPUs with a "
     "weight of {weight} among {weights}, until their owners reclaim them."},
    {"quota-reads.alone", "quota guaranteed more",
     "{quota} would always get {guaranteed}. It can borrow up to {more} more idle GPUs, until "
     "their owners reclaim them."},
    {"quota-reads.unclaimed", "quota guaranteed more",
     "{quota} would always get {guaranteed}. Its weight is 0, so it can use up to {more} more only "
     "from unclaimed surplus."},
    {"quota-reads.weight-only", "quota more weight weights",
     "{quota} has no guarantee. It can borrow up to {more} idle GPUs with a weight of {weight} "
     "among {weights}, until their owners reclaim them."},
    {"quota-reads.left-over", "quota more",
     "{quota} has no guarantee. Its weight is 0, so it can use up to {more} only from unclaimed "
     "surplus."},
    {"quota-reads.fixed", "quota guaranteed",
     "{quota} would always get exactly {guaranteed}. It does not borrow, and idle GPUs stay free "
     "for it."},
    {"quota-reads.never-more", "quota guaranteed",
     "{quota} would always get {guaranteed} and never more. Others can borrow its idle GPUs."},
    {"quota-reads.nothing", "quota",
     "{quota} would get no GPUs, because it has no guarantee and does not borrow."},
    {"quota-reads.idle", "quota guaranteed",
     "{quota} would always get {guaranteed}. Above them, only background workloads run on idle "
     "GPUs, and they are evicted first."},
    {"quota-reads.idle-only", "quota",
     "{quota} has no guarantee. Only background workloads run there, on idle GPUs, and they are "
     "evicted first."},
    {"quota-reads.after", "count", "Surplus goes to {count|quota|quotas} of a higher rank first."},
    {"quota-reads.before", "count", "By its rank, it gets surplus before {count|quota|quotas}."},
    {"quota-reads.parent-takes", "parent quota modules priorities",
     "The child-level preemption of {parent} comes first: workloads submitted to {parent} can "
     "evict {modules} workloads of priority {priorities} from {quota}, guaranteed GPUs included."},
    {"quota-reads.keeps", "", "It does not lend its idle GPUs."},
    {"quota-reads.lends", "lend", "Others can borrow up to {lend} of that while they are idle."},
    {"quota-reads.takes", "sibling gpu", "{sibling} gives {gpu} of guarantee to it."},
    {"quota-reads.nodes", "nodes gpu", "It divides {nodes|node|nodes} with {gpu}."},

    // A value that a quota takes from above
    {"value-inherited", "time", "inherited ({time})"},

    // What is wrong with it
    {"quota-room", "quota whole unassigned short",
     "{quota} has {unassigned} of its {whole} unassigned, {short} too few."},
    {"quota-room.nodes", "whole unassigned short",
     "The nodes have {unassigned} of their {whole} unassigned, {short} too few."},
    {"quota-room.others", "gpu guaranteed",
     "With these nodes, {gpu} would be left for the other roots, which have guarantees of "
     "{guaranteed}."},
};

}  // namespace

std::span<const Row> drafts() {
    return kDraftsRows;
}

}  // namespace apportion::messages
