// SPDX-License-Identifier: GPL-3.0-or-later
// Why a workload waits or was rejected. Arguments and their kinds:
//   quota, workspace, user, node, head, lender  text: names
//   resource        text: gpu, cpu or memory
//   root            text: the quota at the top that it is below
//   gpuType, queueing, overQuota  text, as written
//   placed          amount in use there now, with what is booked
//   requested       amount this workload asks for to start; never-fits.node, fragmented: a replica
//   bound           the number it runs against
//   short           what is missing: placed + requested - bound
//   least           what is missing even where nothing is in use: requested - bound
//   free            amount that is free now
//   largest         the most that one node has, or has free
//   share, guaranteed, keeps  GPUs of the quota
//   held            GPUs: of what is kept back, those in use; of the nearest holder, all it has
//   nearest, holderQuota  text: the holder that comes nearest to being taken, and its quota
//   proven          flag; steps: the count at which the search for victims stopped
//   replicas, count, position, priority  counts
//   ready           GPUs of all nodes that are ready
//   victims, holders, known, nodes, lenders  lists of names
//                   (keeps, held: of all lenders together)
//   until           seconds from the scenario's start
// Amounts have the kind of their resource: gpu, cpu or memory.
#include "core/model/messages/table.h"

namespace apportion::messages {

namespace {

constexpr Row kRows[] = {
    // 24: rejected; "again": it waits, as it was let in before
    {"forbidden", "user workspace quota",
     "Workspace {workspace} does not let {user} submit to {quota}. Submit it again after a "
     "workspace admin makes {user} a member, or the workspace is given the quota."},
    {"forbidden.user", "user workspace quota",
     "{user} may not submit in workspace {workspace}: only its members and admins may. "
     "Submit it again after a workspace admin makes {user} a member."},
    {"forbidden.quota", "user workspace quota",
     "Workspace {workspace} does not hold {quota}. Submit it to a quota of that workspace, "
     "or after the workspace is given this one."},
    {"forbidden.user-again", "user workspace quota",
     "{user} cannot submit to workspace {workspace} now. This workload can start after a workspace "
     "admin makes {user} a member."},
    {"forbidden.quota-again", "user workspace quota",
     "Workspace {workspace} does not hold {quota} now. This workload can start after the workspace "
     "gets {quota} again."},
    {"max-priority", "user workspace priority requested bound",
     "A cap of workspace {workspace} allows {user} no GPUs at priority {priority}. It can run with "
     "a priority outside that cap, or after a workspace admin raises the cap above 0."},
    {"max-priority.module", "user workspace module requested bound",
     "A cap of workspace {workspace} allows {user} no GPUs for {module} work. It can run as work "
     "of a module outside that cap, or after a workspace admin raises the cap above 0."},
    {"max-priority.both", "user workspace priority module requested bound",
     "A cap of workspace {workspace} allows {user} no GPUs for {module} work at priority "
     "{priority}. It can run with a priority or as work of a module outside that cap, or after a "
     "workspace admin raises the cap above 0."},
    {"max-priority.all", "user workspace requested bound",
     "A cap of workspace {workspace} allows {user} no GPUs. It can run after a workspace admin "
     "raises the cap above 0, or on behalf of another workspace."},
    {"max-priority.several", "user workspace priority module requested bound count",
     "{count} caps of workspace {workspace} allow {user} no GPUs for {module} work at priority "
     "{priority}. It can run outside all of them, or after a workspace admin raises each above "
     "0."},

    // 5, 13: counts nowhere
    {"never-fits", "quota resource requested largest",
     "No node could hold one replica, even if it were empty: it asks for {requested}, with its "
     "CPU and memory. It can start with smaller replicas, or after a larger node is added."},
    {"never-fits.no-node", "quota resource requested largest",
     "The pool has no node. It can start after one is added that can hold a replica of it."},
    {"never-fits.no-node-of-root", "quota resource requested largest root",
     "The pool has nodes, but {root} divides none of them. It can start after one is added that "
     "{root} divides and that can hold a replica of it."},
    {"never-fits.node", "quota resource requested largest node",
     "One replica asks for {requested}, and the largest node, {node}, has {largest}. It can start "
     "with smaller replicas, or after a node of that size is added."},
    {"never-fits.node.beyond", "quota resource requested largest node most",
     "One replica asks for {requested}, and the largest node, {node}, has {largest}. It can start "
     "with smaller replicas; nodes of more than {most} are not proposed."},
    {"never-fits.no-gpu", "quota resource requested largest",
     "One replica asks for {requested}, and no node that it may use has a GPU. It can start after "
     "a node of that size is added."},
    {"never-fits.no-gpu.beyond", "quota resource requested largest most",
     "One replica asks for {requested}, and no node that it may use has a GPU. It can start with "
     "smaller replicas, after nodes for them are added; nodes of more than {most} are not "
     "proposed."},
    {"never-fits.gang", "quota resource requested replicas bound short",
     "All {replicas} replicas start together and ask for {requested}; the nodes of {quota} "
     "could hold {bound} of it even if they were empty. It can start with fewer replicas, or after "
     "nodes for {short} more are added."},
    {"never-fits.limit", "quota resource requested bound short",
     "It asks for {requested}, and the limit of {quota} is {bound}. It can start after that "
     "limit is raised by {short}, or with a smaller request."},
    {"gpu-type", "quota gpuType requested known",
     "It asks for GPUs of type {gpuType}, and no node of that type could hold it. The types here "
     "are {known}. It can start on another type, or after such a node is added."},
    {"gpu-type.none", "quota gpuType requested",
     "It asks for GPUs of type {gpuType}, and no node with GPUs here names a type. It can start "
     "without one, or after such a node is added."},

    // 9: the queue
    {"blocked-by-head", "quota queueing head position",
     "{quota} starts its queue in order ({queueing}), and {head} stands before it. It is "
     "asked after {head} has started or left, or with round-robin queueing."},
    {"blocked-by-head.balance", "quota queueing head position until",
     "{quota} starts its queue in order (balance), and {head} stands before it. It is asked "
     "after {head} has started or left, or at {until}, when the patience with the head ends."},
    // 24: caps
    {"cap", "user workspace resource placed requested bound short count",
     "{user} holds {placed} in workspace {workspace} and asks for {requested}; the cap is "
     "{bound}. It cannot start before work that counts under the cap gives back {short}, or the "
     "cap is raised by {short}."},
    {"cap.several", "user workspace resource placed requested bound short count others",
     "{count} caps of workspace {workspace} stand in the way. Under the strictest {user} holds "
     "{placed} and asks for {requested}; it is {bound}. The others: {others}. It cannot start "
     "before the user's own work gives back enough under each, or they are raised."},
    {"cap.request-several", "user workspace resource placed requested bound short count others",
     "{user} asks for {requested}, and {count} caps of workspace {workspace} stand in the way: "
     "the strictest is {bound}; the others: {others}. It can start only with a smaller request, "
     "or after they are raised."},
    {"cap.request-beside", "user workspace resource placed requested bound short least count",
     "{user} holds {placed} in workspace {workspace} and asks for {requested}; the cap of {bound} "
     "is {short} too small for both, and {least} too small for this alone. It can start only with "
     "a smaller request, or after the cap is raised by at least {least}."},
    {"cap.request", "user workspace resource placed requested bound short count",
     "{user} asks for {requested}, and the cap in workspace {workspace} is {bound}. It can start "
     "only with a smaller request, or after the cap is raised by {short}."},

    // 3: bounds
    {"over-limit", "quota resource placed requested bound short holders",
     "{quota} has {placed} in use and this asks for {requested}; its limit is {bound}. It cannot "
     "start before work there gives back {short}, or the limit is raised by {short}."},
    {"over-limit.booked", "quota resource placed requested bound short holders",
     "{quota} has {placed} in use or booked and this asks for {requested}; its limit is {bound}. "
     "It "
     "cannot start before work there gives back {short}, or the limit is raised by {short}."},
    {"non-preemptible-over-quota", "quota resource placed requested bound short holders",
     "Work that cannot be preempted stays within the guarantee: {quota} has {placed} of it in "
     "use, this asks for {requested}, and the guarantee is {bound}. It cannot start before the "
     "guarantee is raised by {short}, as much of that work has ended, or it is submitted again "
     "as preemptible."},
    {"non-preemptible-over-quota.booked", "quota resource placed requested bound short holders",
     "Work that cannot be preempted stays within the guarantee: {quota} has {placed} of it in "
     "use or booked, this asks for {requested}, and the guarantee is {bound}. It cannot start "
     "before the guarantee is raised by {short}, as much of that work has ended, or it is "
     "submitted again as preemptible."},
    {"non-preemptible-over-quota.standing", "quota resource placed requested bound short holders",
     "{quota} has {placed} in use by work that cannot be preempted, and its guarantee is {bound}: "
     "nothing starts there before that fits. Some of {holders} has to end first, or the guarantee "
     "be raised by {short}."},
    {"non-preemptible-over-quota.request", "quota resource placed requested bound short holders",
     "Work that cannot be preempted stays within the guarantee: this asks for {requested}, and "
     "the guarantee of {quota} is {bound}. It cannot start before the guarantee is raised by "
     "{short}, or it is submitted again as preemptible."},
    {"non-preemptible-over-quota.request-beside",
     "quota resource placed requested bound short least holders",
     "Work that cannot be preempted stays within the guarantee: {quota} has {placed} of it in "
     "use, this asks for {requested}, and the guarantee of {bound} is {short} too small for both, "
     "and {least} too small for this alone. It cannot start before the guarantee is raised by at "
     "least {least}, or it is submitted again as preemptible."},
    {"non-preemptible-over-quota.request-beside-booked",
     "quota resource placed requested bound short least holders",
     "Work that cannot be preempted stays within the guarantee: {quota} has {placed} of it "
     "in use or booked, this asks for {requested}, and the guarantee of {bound} is {short} "
     "too small for both, and {least} too small for this alone. It cannot start before the "
     "guarantee is raised by at least {least}, or it is submitted again as preemptible."},
    {"over-quota-off", "quota overQuota resource placed requested bound short holders",
     "{quota} may not go beyond its guarantee of {bound} (over quota: {overQuota}); it has "
     "{placed} in use and this asks for {requested}. It cannot start before work there gives "
     "back {short}, the guarantee is raised by {short}, or over quota is turned on."},
    {"over-quota-off.booked", "quota overQuota resource placed requested bound short holders",
     "{quota} may not go beyond its guarantee of {bound} (over quota: {overQuota}); it has "
     "{placed} in use or booked and this asks for {requested}. It cannot start before work there "
     "gives back {short}, the guarantee is raised by {short}, or over quota is turned on."},
    {"over-quota-off.request", "quota overQuota resource placed requested bound short holders",
     "{quota} may not go beyond its guarantee of {bound} (over quota: {overQuota}), and this "
     "asks for {requested}. It cannot start before the guarantee is raised by {short}, or over "
     "quota is turned on."},
    {"over-quota-off.request-beside",
     "quota overQuota resource placed requested bound short least holders",
     "{quota} may not go beyond its guarantee of {bound} (over quota: {overQuota}); it has "
     "{placed} in use and this asks for {requested}. The guarantee is {short} too small for both, "
     "and {least} too small for this alone. It cannot start before it is raised by at least "
     "{least}, or over quota is turned on."},
    {"over-quota-off.request-beside-booked",
     "quota overQuota resource placed requested bound short least holders",
     "{quota} may not go beyond its guarantee of {bound} (over quota: {overQuota}); it has "
     "{placed} in use or booked and this asks for {requested}. The guarantee is {short} too "
     "small for both, and {least} too small for this alone. It cannot start before it is "
     "raised by at least {least}, or over quota is turned on."},
    {"over-quota-off.idle", "quota overQuota resource requested holders",
     "{quota} lets no idle work run (over quota: {overQuota}). It can start after over quota "
     "is set to idle-only or on."},
    {"kept-back", "quota lender resource keeps held free requested short",
     "There would be room for {requested}, but {lender} keeps {keeps} of its guarantee for "
     "itself and uses {held} of that. It cannot start before there is room for {short} more, or "
     "{lender} lends {short} more."},
    {"kept-back.several", "quota lender resource keeps held free requested short lenders",
     "There would be room for {requested}, but {lenders} keep {keeps} of their guarantees for "
     "themselves and use {held} of that. It cannot start before there is room for {short} more, or "
     "they lend {short} more together."},
    {"waiting-for-victims", "quota requested victims count until",
     "What it needs is booked. It waits for the end of {victims}, whose grace lasts until "
     "{until}."},

    // 13, 10: room
    {"fragmented", "quota resource requested replicas free largest node",
     "There is room for {free} in sum, but not together: one replica asks for {requested}, and "
     "the most that one node has free is {largest}. Work on one node has to end or be moved "
     "first, or a node be added."},

    {"fragmented.gang", "quota resource requested replicas free count",
     "There is room for {free} in sum, but not together: {replicas} replicas start at once, each "
     "of them asks for {requested}, and the nodes have room for {count} of them. Work on one "
     "node has to end or be moved first, or a node be added."},
    {"fragmented.other", "quota resource requested replicas free",
     "There is room for {free}, but no node with room for {requested} has the CPU and memory "
     "that go with it. Work on such a node has to end or be moved first, or a node be added."},
    {"fragmented.unproven", "quota resource requested replicas free largest node proven",
     "There is room for {free} in sum, but not together: one replica asks for {requested}, and "
     "the most that one node has free is {largest}. No moves that make room were found, but the "
     "search stopped at its limit: some are not ruled out. Work on one node has to end, or a node "
     "be added."},
    {"fragmented.gang-unproven", "quota resource requested replicas free count proven",
     "There is room for {free} in sum, but not together: {replicas} replicas start at once, each "
     "of them asks for {requested}, and the nodes have room for {count} of them. No moves that "
     "make room were found, but the search stopped at its limit: some are not ruled out. Work on "
     "one node has to end, or a node be added."},
    {"fragmented.other-unproven", "quota resource requested replicas free proven",
     "There is room for {free}, but no node with room for {requested} has the CPU and memory "
     "that go with it. No moves that make room were found, but the search stopped at its limit: "
     "some are not ruled out. Work on such a node has to end, or a node be added."},

    // 14 to 16: claims and policies
    {"above-fair-share", "quota placed requested share guaranteed short holders",
     "There is no room for it, and {quota} has {placed} of a fair share of {share} in use, so "
     "another {requested} would go beyond it and may not be taken from others. Work that ends, "
     "others that want less, or a larger guarantee or weight bring it nearer."},
    {"above-fair-share.booked", "quota placed requested share guaranteed short holders",
     "There is no room for it, and {quota} has {placed} of a fair share of {share} in use or "
     "booked, so another {requested} would go beyond it and may not be taken from others. Work "
     "that ends, others that want less, or a larger guarantee or weight bring it nearer."},
    {"above-fair-share.gang", "quota placed requested share guaranteed short holders",
     "It asks for {requested} at once, more than the whole fair share of {quota}, {share}, so it "
     "may take nothing from others. It cannot start before that much is free, or its guarantee "
     "or weight is larger."},
    {"above-fair-share.moves-unproven",
     "quota placed requested share guaranteed short holders proven",
     "There is no room for it, and with a fair share of {share} for such work of {quota} it may "
     "take nothing from others. No moves that make room were found, but the search for moves "
     "stopped at its limit: some are not ruled out. Work that ends, others that want less, or a "
     "larger guarantee or weight bring it nearer."},
    {"above-fair-share.rank",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and {quota} has {placed} of a fair share of {share} in use, so "
     "another {requested} would go beyond it and may not be taken from others. What is to spare "
     "goes to {by} first, by its rank of {rank}. Work that ends and others that want less bring "
     "it nearer; a larger guarantee, or a rank of at least {rank} for {outranked}, does so too."},
    {"above-fair-share.rank-booked",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and {quota} has {placed} of a fair share of {share} in use "
     "or booked, so another {requested} would go beyond it and may not be taken from "
     "others. What is to spare goes to {by} first, by its rank of {rank}. Work that ends "
     "and others that want less bring it nearer; a larger guarantee, or a rank of at least "
     "{rank} for {outranked}, does so too."},
    {"above-fair-share.weight-and-rank",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and {quota} has {placed} of a fair share of {share} in use, so "
     "another {requested} would go beyond it and may not be taken from others. What is to spare "
     "goes to {by} first, by its rank of {rank}. Work that ends and others that want less bring "
     "it nearer; a larger guarantee, or a weight and a rank of at least {rank} for {outranked}, "
     "does so too."},
    {"above-fair-share.weight-and-rank-booked",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and {quota} has {placed} of a fair share of {share} in use "
     "or booked, so another {requested} would go beyond it and may not be taken from "
     "others. What is to spare goes to {by} first, by its rank of {rank}. Work that ends "
     "and others that want less bring it nearer; a larger guarantee, or a weight and a rank "
     "of at least {rank} for {outranked}, does so too."},
    {"above-fair-share.gang-rank",
     "quota placed requested share guaranteed short holders outranked by rank",
     "It asks for {requested} at once, more than the whole fair share of {quota}, {share}, so it "
     "may take nothing from others. What is to spare goes to {by} first, by its rank of {rank}. "
     "It waits until that much is free; a larger guarantee, or a rank of at least {rank} for "
     "{outranked}, brings it nearer."},
    {"above-fair-share.gang-weight-and-rank",
     "quota placed requested share guaranteed short holders outranked by rank",
     "It asks for {requested} at once, more than the whole fair share of {quota}, {share}, so it "
     "may take nothing from others. What is to spare goes to {by} first, by its rank of {rank}. "
     "It waits until that much is free; a larger guarantee, or a weight and a rank of at least "
     "{rank} for {outranked}, brings it nearer."},
    {"above-fair-share.own", "quota placed requested share guaranteed short holders",
     "There is no room for it, and the own part of {quota}, beside its children, has {placed} of "
     "a fair share of {share} in use, so another {requested} would go beyond it and may not be "
     "taken from others. Work that ends, others that want less, or a larger guarantee or weight "
     "bring it nearer."},
    {"above-fair-share.own-booked", "quota placed requested share guaranteed short holders",
     "There is no room for it, and the own part of {quota}, beside its children, has "
     "{placed} of a fair share of {share} in use or booked, so another {requested} would go "
     "beyond it and may not be taken from others. Work that ends, others that want less, or "
     "a larger guarantee or weight bring it nearer."},
    {"above-fair-share.gang-own", "quota placed requested share guaranteed short holders",
     "It asks for {requested} at once, more than the whole fair share of the own part of {quota} "
     "beside its children, {share}, so it may take nothing from others. It cannot start before "
     "that much is free, or its guarantee or weight is larger."},
    {"above-fair-share.rank-own",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and the own part of {quota}, beside its children, has {placed} of "
     "a fair share of {share} in use, so another {requested} would go beyond it and may not be "
     "taken from others. What is to spare goes to {by} first, by its rank of {rank}. Work that "
     "ends and others that want less bring it nearer; a larger guarantee, or a rank of at least "
     "{rank} for {outranked}, does so too."},
    {"above-fair-share.rank-own-booked",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and the own part of {quota}, beside its children, has "
     "{placed} of a fair share of {share} in use or booked, so another {requested} would go "
     "beyond it and may not be taken from others. What is to spare goes to {by} first, by "
     "its rank of {rank}. Work that ends and others that want less bring it nearer; a "
     "larger guarantee, or a rank of at least {rank} for {outranked}, does so too."},
    {"above-fair-share.weight-and-rank-own",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and the own part of {quota}, beside its children, has {placed} of "
     "a fair share of {share} in use, so another {requested} would go beyond it and may not be "
     "taken from others. What is to spare goes to {by} first, by its rank of {rank}. Work that "
     "ends and others that want less bring it nearer; a larger guarantee, or a weight and a rank "
     "of at least {rank} for {outranked}, does so too."},
    {"above-fair-share.weight-and-rank-own-booked",
     "quota placed requested share guaranteed short holders outranked by rank",
     "There is no room for it, and the own part of {quota}, beside its children, has "
     "{placed} of a fair share of {share} in use or booked, so another {requested} would go "
     "beyond it and may not be taken from others. What is to spare goes to {by} first, by "
     "its rank of {rank}. Work that ends and others that want less bring it nearer; a "
     "larger guarantee, or a weight and a rank of at least {rank} for {outranked}, does so "
     "too."},
    {"above-fair-share.gang-rank-own",
     "quota placed requested share guaranteed short holders outranked by rank",
     "It asks for {requested} at once, more than the whole fair share of the own part of {quota} "
     "beside its children, {share}, so it may take nothing from others. What is to spare goes to "
     "{by} first, by its rank of {rank}. It waits until that much is free; a larger guarantee, "
     "or a rank of at least {rank} for {outranked}, brings it nearer."},
    {"above-fair-share.gang-weight-and-rank-own",
     "quota placed requested share guaranteed short holders outranked by rank",
     "It asks for {requested} at once, more than the whole fair share of the own part of {quota} "
     "beside its children, {share}, so it may take nothing from others. What is to spare goes to "
     "{by} first, by its rank of {rank}. It waits until that much is free; a larger guarantee, "
     "or a weight and a rank of at least {rank} for {outranked}, brings it nearer."},
    {"no-eligible-victims", "quota requested free short share guaranteed holders",
     "{quota} may ask for {requested} and there is room for {free}, but no eviction that is "
     "allowed makes room for the other {short}. Room may come from the end of some work, or from "
     "a wider preemption policy."},
    {"no-eligible-victims.took-before", "quota requested free short share guaranteed holders count",
     "{quota} may ask for {requested} and there is room for {free}, but no eviction that is "
     "allowed makes room for the other {short}: of what runs, {count|workload|workloads} made room "
     "for it the last time already, and nothing does so twice in a row. Room may come from the end "
     "of some of that work."},
    {"no-eligible-victims.nodes", "quota requested free short share guaranteed holders ready nodes",
     "{quota} may ask for {requested}, but the nodes that take work now have {ready} in all, in "
     "use or not. Down, cordoned or draining: {nodes}. It waits for enough of them to be "
     "ready again."},
    {"no-eligible-victims.nodes-of-type",
     "quota requested free short share guaranteed holders gpuType ready nodes",
     "{quota} may ask for {requested}, but the nodes of type {gpuType} that take work now have "
     "{ready} in all, in use or not. Down, cordoned or draining: {nodes}. It waits for enough of "
     "them to be ready again."},
    {"no-eligible-victims.not-enough",
     "quota requested free short share guaranteed holders nearest held",
     "{quota} may ask for {requested} and there is room for {free}. {nearest} may be taken with "
     "its {held}, but all that may be taken would not make room for it. Room may come from the "
     "end of more work, or from a wider preemption policy."},
    {"no-eligible-victims.minimum-runtime",
     "quota requested free short share guaranteed holders nearest held until",
     "{quota} may ask for {requested} and there is room for {free}. The nearest to be taken is "
     "{nearest} with {held}, which has not run for its minimum runtime yet and is protected until "
     "{until}."},
    {"no-eligible-victims.same-taker-again",
     "quota requested free short share guaranteed holders nearest held",
     "{quota} may ask for {requested} and there is room for {free}. The nearest to be taken is "
     "{nearest} with {held}, but it was evicted for this workload the last time already. Room "
     "may come from the end of some of that work."},
    {"no-eligible-victims.could-take-it-back",
     "quota requested free short share guaranteed holders nearest held holderQuota",
     "{quota} may ask for {requested} and there is room for {free}. The nearest to be taken is "
     "{nearest} with {held}, but a policy of {holderQuota} would let it take that back at once. "
     "Room may come from the end of some of that work."},
    {"no-eligible-victims.guarantee",
     "quota requested free short share guaranteed holders nearest held holderQuota bound",
     "{quota} may ask for {requested} and there is room for {free}. The nearest to be taken is "
     "{nearest} with {held}, but {holderQuota} has no more than its guarantee of {bound}. Room "
     "may come from the end of some of that work, or from a wider preemption policy."},
    {"no-eligible-victims.share",
     "quota requested free short share guaranteed holders nearest held holderQuota bound",
     "{quota} may ask for {requested} and there is room for {free}. The nearest to be taken is "
     "{nearest} with {held}, but {holderQuota} has no more than its fair share of {bound}. Room "
     "may come from the end of some of that work, or from a wider preemption policy."},
    {"no-eligible-victims.non-preemptible",
     "quota requested free short share guaranteed holders nearest held",
     "{quota} may ask for {requested} and there is room for {free}. The nearest to be taken is "
     "{nearest} with {held}, but it is not preemptible and no policy names it. Room may come "
     "from the end of some of that work, or from a wider preemption policy."},
    {"no-eligible-victims.no-policy",
     "quota requested free short share guaranteed holders nearest held",
     "{quota} may ask for {requested} and there is room for {free}. No claim and no policy "
     "allows to take the other {short}: the nearest is {nearest} with {held}. Room may come from "
     "the end of some of that work, or from a wider preemption policy."},
    {"no-eligible-victims.no-policy-gang",
     "quota requested free short share guaranteed holders nearest held",
     "It asks for {requested} at once, more than the whole fair share of {quota}, {share}, so it "
     "has no claim, and no policy allows to take what is missing beside the {free} there is room "
     "for: the nearest is {nearest} with {held}. It waits until that much is free; a larger "
     "guarantee or a wider preemption policy brings it nearer."},
    {"no-eligible-victims.moves-unproven",
     "quota requested free short share guaranteed holders proven",
     "{quota} may ask for {requested} and there is room for {free}. Nobody that may be taken makes "
     "room for the other {short}. No moves that do so were found either, but the search for moves "
     "stopped at its limit: some are not ruled out. Room may come from the end of some of that "
     "work, or from a wider preemption policy."},
    {"no-eligible-victims.unproven",
     "quota requested free short share guaranteed holders proven steps",
     "{quota} may ask for {requested} and there is room for {free}. No set of victims for the "
     "other {short} was found, but the search stopped at its limit of {steps} steps: a set is "
     "not ruled out. Room may come from the end of some of that work, or from a wider preemption "
     "policy."},
    {"no-capacity", "quota requested free short",
     "Idle work runs in free room only: it asks for {requested} and there is room for {free}. It "
     "cannot start before there is room for {short} more."},
};

}  // namespace

std::span<const Row> reasons() {
    return kRows;
}

}  // namespace apportion::messages
